// The probes of all faults of the billing service.
import type { Got, Send } from '../client.ts';
import { type Item, joined, type Probes } from '../probes.ts';
import { credentials } from './server.ts';

type Callers = Readonly<Record<keyof typeof credentials, Send>>;

/** The headers of each caller. */
export const headers: Readonly<Record<keyof typeof credentials, Record<string, string>>> = {
  north: { authorization: `Bearer ${credentials.north.key}` },
  south: { authorization: `Bearer ${credentials.south.key}` },
};

type Body = Readonly<Record<string, unknown>>;

const plan = async (send: Send, body: Body = {}): Promise<Item> =>
  (await send('POST', '/plans', { body: { name: 'New', currency: 'EUR', interval: 'month', price: 1000, ...body } })).data;

const coupon = (send: Send, body: Body = {}): Promise<Got> =>
  send('POST', '/coupons', { body: { code: 'NEWCODE', percentOff: 50, ...body } });

const redemptions = async (send: Send): Promise<unknown> => (await send('GET', '/coupons/newcode')).data.redemptions;

const subscribe = (send: Send, { id: planId }: Item, body: Body = {}): Promise<Got> =>
  send('POST', '/subscriptions', { body: { customerRef: 'new', planId, ...body } });

const act = (send: Send, { id }: Item, action: string, body?: Body): Promise<Got> =>
  send('POST', `/subscriptions/${id}/${action}`, body === undefined ? {} : { body });

const invoicesOf = async (send: Send, { id }: Item): Promise<readonly Item[]> =>
  (await send('GET', `/invoices?subscriptionId=${id}`)).items;

/** Pays what is open, and renews. */
async function renewed(send: Send, subscription: Item): Promise<Item> {
  for (const { id, status } of await invoicesOf(send, subscription)) if (status === 'open') await send('POST', `/invoices/${id}/pay`);
  return (await act(send, subscription, 'renew')).data;
}

export const probes: Probes<Callers> = {
  'trial-per-plan': async ({ north }) => {
    const { data: first } = await subscribe(north, await plan(north, { trialDays: 7 }));
    await act(north, first, 'cancel', { mode: 'now' });
    const { data: second } = await subscribe(north, await plan(north, { trialDays: 7 }));
    return first.status === 'trialing' && second.status === 'active';
  },
  'last-coupon-at-once': async ({ north }) => {
    await coupon(north, { maxRedemptions: 1 });
    const paid = await plan(north);
    const two = await Promise.all(['a', 'b'].map((customerRef) => subscribe(north, paid, { customerRef, couponCode: 'newcode' })));
    return two.filter(({ status }) => status === 201).length === 1 && (await redemptions(north)) === 1;
  },
  'redemption-kept': async ({ north }) => {
    await coupon(north);
    const { data } = await subscribe(north, await plan(north, { trialDays: 7 }), { couponCode: 'NEWCODE' });
    const before = await redemptions(north);
    await act(north, data, 'cancel', { mode: 'now' });
    return before === 1 && (await redemptions(north)) === 0;
  },
  'discount-for-ever': async ({ north }) => {
    await coupon(north, { periods: 1 });
    const { data } = await subscribe(north, await plan(north), { couponCode: 'NEWCODE' });
    await renewed(north, data);
    return joined(await invoicesOf(north, data), 'total') === '1000,500';
  },
  'event-counted-again': async ({ north }) => {
    const report = (): Promise<Got> => act(north, { id: 'sub_seedacme' }, 'usage', { eventId: 'e', quantity: 7 });
    const [first, second] = [await report(), await report()];
    return first.status === 201 && second.status === 200 && second.data.total === 7;
  },
  'trial-usage-charged': async ({ north }) => {
    const { data } = await subscribe(north, await plan(north, { trialDays: 7, unitPrice: 10 }));
    await act(north, data, 'usage', { eventId: 'e', quantity: 7 });
    await renewed(north, data);
    return joined(await invoicesOf(north, data), 'total') === '1000';
  },
  'upgrade-keeps-downgrade': async ({ north }) => {
    const [low, high] = [await plan(north, { price: 10 }), await plan(north, { price: 3000 })];
    const { data } = await subscribe(north, await plan(north));
    const scheduled = await act(north, data, 'plan', { planId: low.id });
    const now = await act(north, data, 'plan', { planId: high.id });
    const after = await renewed(north, data);
    return scheduled.data.scheduledPlanId === low.id && now.data.scheduledPlanId === null && after.planId === high.id;
  },
  'renewed-while-open': async ({ north }) => {
    const { data } = await subscribe(north, await plan(north));
    return (await act(north, data, 'renew')).status === 409 && (await renewed(north, data)).periodStart === data.periodEnd;
  },
  'month-end-drifts': async ({ north }) => {
    const { data } = await subscribe(north, await plan(north, { price: 0 }), { startsOn: '2027-01-31' });
    const ends = [data.periodEnd, (await renewed(north, data)).periodEnd, (await renewed(north, data)).periodEnd];
    return ends.join() === '2027-02-28,2027-03-31,2027-04-30';
  },
  'invoices-by-count': async ({ north }) => {
    const first = await north('GET', '/invoices?limit=1');
    await subscribe(north, await plan(north));
    const { next } = (first.json as { paging: { next: string } }).paging;
    const second = await north('GET', `/invoices?limit=1&after=${next}`);
    return joined(first.items, 'number') === 'INV-00002' && joined(second.items, 'number') === 'INV-00001';
  },
  'customer-by-prefix': async ({ north }) => {
    const exact = await north('GET', '/subscriptions?customerRef=acme-0001');
    return exact.items.length === 1 && (await north('GET', '/subscriptions?customerRef=acme')).items.length === 0;
  },
  'percent-of-hundred': async ({ north }) => (await coupon(north, { percentOff: 100 })).status === 201,
  'customer-ref-folded': async ({ north }) => {
    const paid = await plan(north);
    await subscribe(north, paid, { customerRef: 'twin' });
    return (await subscribe(north, paid, { customerRef: 'Twin' })).data.customerRef === 'Twin';
  },
  'invoice-of-all-paid': async ({ north, south }) => {
    const [invoice] = (await south('GET', '/invoices?status=open')).items;
    const refused = await north('POST', `/invoices/${invoice?.id}/pay`);
    return refused.status === 404 && (await south('GET', `/invoices/${invoice?.id}`)).data.status === 'open';
  },
};
