// Probes of the faults of sequences with loans.
import type { Send } from '../../client.ts';
import { of } from '../../probes.ts';
import {
  agree,
  agreed,
  dispatch,
  exhibit,
  exhibitionWith,
  extend,
  incoming,
  type MuseumProbes,
  made,
  move,
  outgoing,
  patch,
  seen,
  statuses,
  statusIs,
  step,
  value,
} from './callers.ts';

/** The reference of a new loan that is away. */
async function sent(send: Send, accessions: readonly string[]): Promise<string> {
  const reference = await agreed(send, accessions);
  await dispatch(send, reference);
  return reference;
}

const takeBack = (send: Send, reference: string, accessions: readonly string[], returnedOn = '2029-03-01'): ReturnType<Send> =>
  step(send, reference, 'returned', { returnedOn, conditions: accessions.map((accession) => ({ accession, grade: 'fair' })) });

const requests: MuseumProbes = {
  'planned-exhibitions-do-not-bind-loans': async ({ linden }) => {
    await exhibit(linden, 'E102', '1998.1', 'GA-102');
    return statusIs(outgoing(linden, ['1998.1'], { from: '2031-07-31', until: '2031-09-01' }), 409);
  },
  'only-first-object-is-compared': ({ linden }) =>
    statusIs(outgoing(linden, ['1998.1', '1998.2'], { from: '2027-04-30', until: '2027-06-01' }), 409),
  'loans-in-one-series': async ({ linden }) => {
    await outgoing(linden, ['1998.1']);
    const first = String(of(await incoming(linden)).reference);
    const second = String(of(await outgoing(linden, ['1998.1'])).reference);
    const third = String(of(await incoming(linden)).reference);
    return Number(third.slice(8)) === Number(first.slice(8)) + 1 && second.startsWith('LO');
  },
};

const agreements: MuseumProbes = {
  'agreed-without-comparing': async ({ linden }) => {
    const all = [await outgoing(linden, ['1998.1']), await outgoing(linden, ['1998.1'], { from: '2029-03-31', until: '2029-05-01' })];
    const [first = '', second = ''] = all.map((got) => String(of(got).reference));
    return (
      (await statuses(
        () => agree(linden, first),
        () => agree(linden, second),
      )) === '200,409'
    );
  },
  'lent-without-valuation': async ({ linden }) => {
    const accession = await made(linden, {}, { grade: 'good' });
    return statusIs(agree(linden, String(of(await outgoing(linden, [accession])).reference)), 409);
  },
  'lent-in-any-condition': async ({ linden }) => {
    const accession = await made(linden, {}, { worth: 100, grade: 'fair' });
    return statusIs(agree(linden, String(of(await outgoing(linden, [accession])).reference)), 409);
  },
  'insured-total-follows-valuations': async ({ linden }) => {
    const reference = await agreed(linden, ['1998.1']);
    await value(linden, '1998.1', { value: 30_000 });
    return of(await dispatch(linden, reference)).insuredTotal === 24_000;
  },
  'only-full-months-cost': async ({ linden }) => {
    const reference = await agreed(linden, ['1998.1'], { until: '2029-01-31' });
    return (await seen(linden, `/loans/${reference}`)).premium === 96;
  },
  'premium-below-fifty': async ({ linden }) => (await seen(linden, `/loans/${await agreed(linden, ['2004.2'])}`)).premium === 50,
};

const journeys: MuseumProbes = {
  'requests-are-dispatched': ({ linden }) => statusIs(dispatch(linden, 'LO-2026-001', '2027-05-02'), 409),
  'dispatched-after-the-end': async ({ linden }) => statusIs(dispatch(linden, await agreed(linden, ['1998.1']), '2029-04-01'), 422),
  'dispatched-from-workshops': async ({ linden }) => {
    const reference = await agreed(linden, ['1998.1']);
    await move(linden, '1998.1', 'WS-001', 'photography');
    return statusIs(dispatch(linden, reference), 409);
  },
  'only-first-object-leaves': async ({ linden }) => {
    await sent(linden, ['1998.1', '2004.1']);
    return (await seen(linden, '/objects/2004.1')).status === 'on-loan';
  },
  'returned-before-dispatch': async ({ linden }) =>
    statusIs(takeBack(linden, await sent(linden, ['1998.1']), ['1998.1'], '2029-01-01'), 422),
  'conditions-of-some-objects': async ({ linden }) => statusIs(takeBack(linden, await sent(linden, ['1998.1', '2004.1']), ['1998.1']), 422),
  'returned-to-where-they-were': async ({ linden }) => {
    await patch(linden, '/objects/1998.1', { home: 'ST-002' });
    await takeBack(linden, await sent(linden, ['1998.1']), ['1998.1']);
    return (await seen(linden, '/objects/1998.1')).location === 'ST-002';
  },
  'returned-without-reports': async ({ linden }) => {
    await takeBack(linden, await sent(linden, ['1998.1']), ['1998.1']);
    return (await seen(linden, '/objects/1998.1')).condition === 'fair';
  },
  'early-loans-are-late': async ({ linden }) => of(await takeBack(linden, await sent(linden, ['1998.1']), ['1998.1'])).daysLate === 0,
};

const extensions: MuseumProbes = {
  'requests-are-extended': ({ linden }) => statusIs(extend(linden, 'LO-2026-001', '2027-09-30'), 409),
  'three-extensions': async ({ linden }) => {
    const reference = await agreed(linden, ['1998.1']);
    const days = ['2029-04-30', '2029-05-31', '2029-06-30'];
    return (await statuses(...days.map((day) => () => extend(linden, reference, day)))) === '201,201,409';
  },
  'extensions-keep-the-end': async ({ linden }) =>
    of(await extend(linden, await agreed(linden, ['1998.1']), '2029-04-30')).until === '2029-04-30',
  'added-days-are-not-compared': async ({ linden }) => {
    const reference = await agreed(linden, ['1998.1'], { from: '2032-12-01', until: '2033-01-31' });
    await exhibitionWith(linden, ['1998.1']);
    return statusIs(extend(linden, reference, '2033-02-01'), 409);
  },
};

export const loans: MuseumProbes = { ...requests, ...agreements, ...journeys, ...extensions };
