// Probes of the faults of sequences of policies: drafts, covers, instalments and cancellations.
import type { Send } from '../../client.ts';
import { type Item, of, statusesOfTwo } from '../../probes.ts';
import {
  active,
  type ClaimProbes,
  COLLISION,
  cancel,
  draft,
  drafted,
  POLICIES,
  policy,
  report,
  seen,
  VEHICLE,
  withCover,
} from './callers.ts';

const TERMS = { limit: 900, deductible: 0, annualPremium: 60 };
const MOTOR = `/policies/${POLICIES.motor}`;

const put = async (send: Send, path: string, code: string): Promise<number> =>
  (await send('PUT', `${path}/covers/${code}`, { body: TERMS })).status;

/** The schedule of a policy, and its instalments. */
const schedule = (send: Send, path: string): Promise<Item> => seen(send, `${path}/instalments`);
const instalmentsOf = ({ _embedded }: Item): readonly Item[] => (_embedded as { instalments: readonly Item[] }).instalments;

const payInstalment = async (send: Send, path: string, no: number, amount: unknown): Promise<number> =>
  (await send('POST', `${path}/instalments/${no}/payment`, { body: { amount, paidOn: '2026-02-01' } })).status;

const idOf = (path: string): string => path.slice('/policies/'.length);

const drafts: ClaimProbes = {
  'active-without-insured': async ({ linden }) => {
    const path = await drafted(linden, policy({ insured: [] }));
    const before = await linden('POST', `${path}/activation`);
    await linden('POST', `${path}/insured`, { body: VEHICLE });
    return before.status === 409 && (await linden('POST', `${path}/activation`)).status === 200;
  },
  'covers-change-when-active': async ({ linden }) => (await put(linden, MOTOR, 'legal')) === 409,
  'last-cover-removed': async ({ linden }) =>
    (await linden('DELETE', `${await drafted(linden, withCover({}))}/covers/collision`)).status === 409,
  'premium-without-new-covers': async ({ linden }) => {
    const path = await drafted(linden, withCover({ annualPremium: 100 }));
    return (await put(linden, path, 'legal')) === 201 && (await seen(linden, path)).premium === 160;
  },
  'notice-changes-when-active': async ({ linden }) => (await linden('PATCH', MOTOR, { body: { noticeDays: 14 } })).status === 409,
  'plate-twice': async ({ linden }) => (await linden('POST', `${await drafted(linden)}/insured`, { body: VEHICLE })).status === 409,
  'surcharge-of-four-is-two': async ({ linden }) => of(await draft(linden, policy({ paymentsPerYear: 4 }))).premium === 370.8,
  'reference-twice-at-once': async ({ linden }) => (await statusesOfTwo(linden, 'POST', '/policies', policy())) === '201,409',
};

const instalments: ClaimProbes = {
  'remainder-of-premium-lost': async ({ linden }) => {
    const path = await active(linden, { paymentsPerYear: 4, covers: [{ ...COLLISION, annualPremium: 100.01 }] });
    const { total } = await schedule(linden, path);
    return total === 103.01 && total === (await seen(linden, path)).premium;
  },
  'instalment-paid-in-part': async ({ linden }) => (await payInstalment(linden, MOTOR, 2, 100)) === 422,
  'instalments-in-any-order': async ({ linden }) => {
    const path = await active(linden, { paymentsPerYear: 12 });
    const [, second] = instalmentsOf(await schedule(linden, path));
    return (await payInstalment(linden, path, 2, second?.amount)) === 409;
  },
  'arrears-ignored': async ({ linden }) => {
    const path = await active(linden);
    const last = await report(linden, { occurredAt: '2026-01-31T12:00:00Z' }, idOf(path));
    return last.status === 201 && (await report(linden, { occurredAt: '2026-02-01T12:00:00Z' }, idOf(path))).status === 409;
  },
};

const cancellations: ClaimProbes = {
  'cancelled-instalments-stay-open': async ({ linden }) => {
    await cancel(linden, MOTOR, { effectiveOn: '2026-06-01' });
    return (await schedule(linden, MOTOR)).waived === 239.95;
  },
  'due-on-the-day-stays-open': async ({ linden }) => {
    await cancel(linden, MOTOR, { effectiveOn: '2026-07-01' });
    return (await schedule(linden, MOTOR)).waived === 239.95;
  },
  'notice-short-by-a-day': async ({ linden }) =>
    (await cancel(linden, MOTOR, { effectiveOn: '2026-03-30' })).status === 422 &&
    (await cancel(linden, MOTOR, { effectiveOn: '2026-03-31' })).status === 200,
  'loss-without-claim': async ({ linden }) => {
    const loss = { reason: 'loss', effectiveOn: '2026-03-01' };
    return (await cancel(linden, await active(linden), loss)).status === 409 && (await cancel(linden, MOTOR, loss)).status === 200;
  },
  'cancelled-before-its-claims': async ({ linden }) => {
    const early = { receivedOn: '2026-01-02', reason: 'loss' };
    const refused = await cancel(linden, MOTOR, { ...early, effectiveOn: '2026-02-10' });
    return refused.status === 409 && (await cancel(linden, MOTOR, { ...early, effectiveOn: '2026-02-11' })).status === 200;
  },
  'cover-after-cancellation': async ({ linden }) => {
    await cancel(linden, MOTOR, { effectiveOn: '2026-04-01' });
    const last = await report(linden, { occurredAt: '2026-03-31T12:00:00Z' });
    return last.status === 201 && (await report(linden, { occurredAt: '2026-04-01T12:00:00Z' })).status === 422;
  },
  'cover-that-policy-lacks': async ({ linden }) =>
    (await report(linden, { cover: 'liability' })).status === 201 && (await report(linden, { cover: 'theft' })).status === 422,
};

export const terms: ClaimProbes = { ...drafts, ...instalments, ...cancellations };
