// The probes of the crowdfunding service.
import type { Got, Send } from '../client.ts';
import { type Item, of, type Probes } from '../probes.ts';

type Callers = Readonly<Record<'kindling' | 'hatchery', Send>>;

let backers = 0;

const pledge = async (
  send: Send,
  campaign: string,
  amount: string,
  reward: unknown = null,
  email = `b${backers++}@mail.example`,
): Promise<Got> => send('POST', `/campaigns/${campaign}/pledges`, { body: { backer: { name: 'B', email }, amount, 'reward-id': reward } });

async function draft(send: Send, goal = '100.00'): Promise<string> {
  const made = await send('POST', '/campaigns', { body: { title: 'New thing', goal, currency: 'EUR' } });
  return String(made.data.id);
}

const reward = async (send: Send, campaign: string, limit: number | null): Promise<Got> =>
  send('POST', `/campaigns/${campaign}/rewards`, { body: { title: 'Thing', minimum: '5.00', limit } });

/** A live campaign with two rewards, which have this many places each. */
async function live(send: Send, limit: number | null = null): Promise<{ id: string; first: unknown; second: unknown }> {
  const id = await draft(send);
  const first = (await reward(send, id, limit)).data.id;
  const second = (await reward(send, id, limit)).data.id;
  await send('POST', `/campaigns/${id}/launch`);
  return { id, first, second };
}

const show = async (send: Send, id: string): Promise<Item> => (await send('GET', `/campaigns/${id}`)).data;

const payOut = async (send: Send, id: string, amount: string): Promise<number> =>
  (await send('POST', `/campaigns/${id}/payouts`, { body: { amount } })).status;

/** A funded campaign with a pledge of 200.00. */
async function funded(send: Send): Promise<{ id: string; pledged: unknown }> {
  const { id } = await live(send);
  const pledged = (await pledge(send, id, '200.00')).data.id;
  await send('POST', `/campaigns/${id}/finish`);
  return { id, pledged };
}

export const probes: Probes<Callers> = {
  'cancelled-place-kept': async ({ kindling }) => {
    const { id, first } = await live(kindling, 1);
    const made = await pledge(kindling, id, '10.00', first);
    const full = await pledge(kindling, id, '10.00', first);
    await kindling('POST', `/pledges/${made.data.id}/cancel`);
    return full.status === 409 && (await pledge(kindling, id, '10.00', first)).status === 201;
  },
  'last-place-twice': async ({ kindling }) => {
    const { id, first } = await live(kindling, 1);
    const got = await Promise.all([0, 1].map(() => pledge(kindling, id, '10.00', first)));
    const statuses = got.map(({ status }) => status).toSorted((a, b) => a - b);
    return statuses.join() === '201,409';
  },
  'switched-place-kept': async ({ kindling }) => {
    const { id, first, second } = await live(kindling, 1);
    const made = await pledge(kindling, id, '10.00', first);
    await kindling('PATCH', `/pledges/${made.data.id}`, { body: { 'reward-id': second } });
    const taken = ((await show(kindling, id)).rewards as Item[]).map((one) => one.taken);
    return taken.join() === '0,1' && (await pledge(kindling, id, '10.00', first)).status === 201;
  },
  'backer-by-letter': async ({ kindling }) => {
    const { id } = await live(kindling);
    await pledge(kindling, id, '10.00', null, 'Some.One@mail.example');
    return (await pledge(kindling, id, '10.00', null, 'some.one@MAIL.example')).status === 409;
  },
  'failed-not-refunded': async ({ kindling }) => {
    const { id } = await live(kindling);
    await pledge(kindling, id, '10.00');
    await kindling('POST', `/campaigns/${id}/finish`);
    const listed = await kindling('GET', `/campaigns/${id}/pledges`);
    return listed.items[0]?.state === 'refunded' && (await show(kindling, id)).state === 'failed';
  },
  'payouts-each-alone': async ({ kindling }) => {
    const { id } = await funded(kindling);
    const statuses = [await payOut(kindling, id, '100.00'), await payOut(kindling, id, '90.01'), await payOut(kindling, id, '90.00')];
    return statuses.join() === '201,409,201';
  },
  'refund-after-payout': async ({ kindling }) => {
    const { id } = await live(kindling);
    const pledged = (await pledge(kindling, id, '50.00')).data.id;
    const other = (await pledge(kindling, id, '60.00')).data.id;
    await kindling('POST', `/campaigns/${id}/finish`);
    await payOut(kindling, id, '50.00');
    const fits = await kindling('POST', `/pledges/${pledged}/refund`);
    return fits.status === 200 && (await kindling('POST', `/pledges/${other}/refund`)).status === 409;
  },
  'changed-amount-added': async ({ kindling }) => {
    const { id } = await live(kindling);
    const made = await pledge(kindling, id, '10.00');
    await kindling('PATCH', `/pledges/${made.data.id}`, { body: { amount: '12.34' } });
    return (await show(kindling, id)).raised === '12.34';
  },
  'goal-changed-while-live': async ({ kindling }) => {
    const { id } = await live(kindling);
    return (await kindling('PATCH', `/campaigns/${id}`, { body: { goal: '1.00' } })).status === 409;
  },
  'pages-rounded-down': async ({ hatchery }) => {
    for (let made = 0; made < 2; made++) await draft(hatchery);
    const { total, pages } = of(await hatchery('GET', '/campaigns?per-page=2'))['page-info'] as { total: number; pages: number };
    return pages === Math.ceil(total / 2) && of(await hatchery('GET', '/campaigns?per-page=50')).data !== undefined;
  },
  'amounts-as-texts': async ({ kindling }) => {
    const { id } = await live(kindling);
    for (const amount of ['9.00', '100.00', '20.00']) await pledge(kindling, id, amount);
    const listed = await kindling('GET', `/campaigns/${id}/pledges?sort=-amount`);
    return listed.items.map(({ amount }) => amount).join() === '100.00,20.00,9.00';
  },
  'limit-of-zero': async ({ kindling }) => (await reward(kindling, await draft(kindling), 0)).status === 422,
  'failed-without-time': async ({ kindling }) => {
    const { id } = await live(kindling);
    await kindling('POST', `/campaigns/${id}/finish`);
    return typeof (await show(kindling, id))['finished-at'] === 'string';
  },
  'pledges-of-others': async ({ kindling, hatchery }) => {
    const { id } = await live(kindling);
    return (await hatchery('GET', `/campaigns/${id}/pledges`)).status === 404;
  },
};
