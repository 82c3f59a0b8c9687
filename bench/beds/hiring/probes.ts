// The probes of all faults of the service for hiring.
import { client, type Got, type Send } from '../client.ts';
import { type Item, of, type Probes } from '../probes.ts';
import { credentials } from './server.ts';
import { SEEDS } from './store.ts';

export interface Callers {
  readonly dana: Send;
  readonly piet: Send;
  readonly lou: Send;
}

export function callers(url: string): Callers {
  const caller = (name: keyof typeof credentials): Send => client(url, { authorization: `Bearer ${credentials[name].token}` });
  return { dana: caller('dana'), piet: caller('piet'), lou: caller('lou') };
}

const OPENING = `/openings/${SEEDS.backend}`;
const APPLICATION = `/applications/${SEEDS.application}`;

const patch = (send: Send, path: string, body: object, headers: Record<string, string> = {}): Promise<Got> =>
  send('PATCH', path, { body, type: 'application/merge-patch+json', headers });

/** The path of a new opening that is open. */
async function opening(send: Send, headcount = 1): Promise<string> {
  const body = { title: 'Cook', department: 'Kitchen', headcount, salaryMin: 30_000, salaryMax: 40_000 };
  const path = `/openings/${of(await send('POST', '/openings', { body })).id}`;
  await patch(send, path, { status: 'open' });
  return path;
}

let people = 0;

async function candidate(send: Send, tags: readonly string[] = []): Promise<string> {
  people += 1;
  const made = await send('POST', '/candidates', { body: { fullName: `Person ${people}`, email: `p${people}@example.org`, tags } });
  return String(of(made).id);
}

const apply = (send: Send, path: string, candidateId: string): Promise<Got> =>
  send('POST', `${path}/applications`, { body: { candidateId, source: 'referral' } });

const move = (send: Send, path: string, to: string): Promise<Got> =>
  send('POST', `${path}/moves`, { body: { to, ...(to === 'rejected' ? { reason: 'No.' } : {}) } });

const applied = async (send: Send, path: string): Promise<string> =>
  `/applications/${of(await apply(send, path, await candidate(send))).id}`;

/** The path of a new application in the stage of interviews. */
async function interviewed(send: Send, path: string): Promise<string> {
  const application = await applied(send, path);
  await move(send, application, 'screening');
  await move(send, application, 'interview');
  return application;
}

const startsAt = (minutes: number): string => new Date(Date.now() + 86_400_000 * 20 + minutes * 60_000).toISOString();

const schedule = (send: Send, application: string, minutes: number): Promise<Got> =>
  send('POST', `${application}/interviews`, { body: { interviewer: 'noa', startsAt: startsAt(minutes), minutes: 60 } });

/** An offer for a new application that has its scorecard. */
async function offered(send: Send, path: string, minutes: number): Promise<{ application: string; offer: Got }> {
  const application = await interviewed(send, path);
  const { id } = of(await schedule(send, application, minutes));
  await send('PUT', `/interviews/${id}/scorecard`, { body: { rating: 4 } });
  const body = { salary: 35_000, expiresOn: '2999-01-01', startsOn: '2999-02-01' };
  return { application, offer: await send('POST', `${application}/offers`, { body }) };
}

const answer = (send: Send, offer: Got, decision: string): Promise<Got> =>
  send('POST', `/offers/${of(offer).id}/answer`, { body: { decision } });

const data = (got: Got): readonly Item[] => (of(got).data ?? []) as readonly Item[];
const stageOf = async (send: Send, path: string): Promise<unknown> => of(await send('GET', path)).stage;

export const probes: Probes<Callers> = {
  'email-by-letter': async ({ dana }) =>
    (await dana('POST', '/candidates', { body: { fullName: 'Eve', email: 'eve.moreau@EXAMPLE.org' } })).status === 409,
  'no-second-chance': async ({ dana }) => {
    await move(dana, APPLICATION, 'rejected');
    return (await apply(dana, OPENING, SEEDS.eve)).status === 201 && (await apply(dana, OPENING, SEEDS.eve)).status === 409;
  },
  'fourth-application': async ({ dana }) => {
    const paths = [await opening(dana), await opening(dana), await opening(dana), await opening(dana)];
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await apply(dana, path, SEEDS.sam)).status);
    return statuses.join() === '201,201,201,409';
  },
  'screening-skipped': async ({ dana }) => (await move(dana, await applied(dana, OPENING), 'interview')).status === 409,
  'interviewer-free-elsewhere': async ({ dana }) => {
    const other = await interviewed(dana, OPENING);
    await schedule(dana, APPLICATION, 0);
    return (await schedule(dana, other, 30)).status === 409 && (await schedule(dana, other, 61)).status === 201;
  },
  'rejected-interview-stays': async ({ dana }) => {
    await move(dana, APPLICATION, 'rejected');
    const interviews = of(await dana('GET', APPLICATION)).interviews as readonly Item[];
    return interviews.length === 2 && interviews.every(({ status }) => status === 'cancelled');
  },
  'pending-offers-uncounted': async ({ dana }) => {
    const path = await opening(dana);
    const first = await offered(dana, path, 0);
    return first.offer.status === 201 && (await offered(dana, path, 120)).offer.status === 409;
  },
  'declined-stays-in-offer': async ({ dana }) => {
    const { application, offer } = await offered(dana, await opening(dana), 0);
    await answer(dana, offer, 'declined');
    return (await stageOf(dana, application)) === 'interview';
  },
  'filled-rest-stays': async ({ dana }) => {
    const path = await opening(dana);
    const rest = await applied(dana, path);
    const { offer } = await offered(dana, path, 0);
    await answer(dana, offer, 'accepted');
    return of(await dana('GET', path)).status === 'filled' && (await stageOf(dana, rest)) === 'rejected';
  },
  'cursor-skips-one': async ({ dana }) => {
    const first = await dana('GET', '/candidates?limit=1');
    const second = await dana('GET', `/candidates?limit=1&cursor=${of(first).nextCursor}`);
    return data(first)[0]?.id === SEEDS.sam && data(second)[0]?.id === SEEDS.eve && of(second).nextCursor === null;
  },
  'one-tag-enough': async ({ dana }) => data(await dana('GET', '/candidates?tags=go,remote')).length === 1,
  'null-location-stays': async ({ dana }) => !Object.hasOwn(of(await patch(dana, OPENING, { location: null })), 'location'),
  'if-match-ignored': async ({ dana }) => {
    const seen = (await dana('GET', OPENING)).headers.get('etag') ?? '';
    const first = await patch(dana, OPENING, { title: 'Engineer' }, { 'if-match': seen });
    return first.status === 200 && (await patch(dana, OPENING, { title: 'Programmer' }, { 'if-match': seen })).status === 412;
  },
  'interviewer-moves': async ({ lou }) => (await move(lou, APPLICATION, 'withdrawn')).status === 403,
};
