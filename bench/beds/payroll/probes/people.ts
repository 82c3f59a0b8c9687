// Probes of sequences about people: who comes and leaves, contracts, working time and absences.
import type { Send } from '../../client.ts';
import { joined, of, statusesOfTwo } from '../../probes.ts';
import {
  ABSENCES,
  absent,
  addItem,
  agree,
  allowance,
  approve,
  calculated,
  decide,
  deduction,
  EMPLOYEES,
  employed,
  grant,
  hired,
  listed,
  type PayrollProbes,
  RUNS,
  seen,
  work,
} from './callers.ts';

const { ada, tom } = EMPLOYEES;

const leave = (send: Send, id: string, lastDay: string) =>
  send('POST', `/employees/${id}/departure`, { body: { lastDay, reason: 'other' } });

/** A new employee with a contract from 2032 on, and so many days of vacation in that year. */
async function resting(send: Send, days: number): Promise<string> {
  const id = await employed(send);
  await grant(send, id, days);
  return id;
}

const contractsOf = async (send: Send, id: string): Promise<string> =>
  joined(listed(await send('GET', `/employees/${id}/contracts`)), 'validUntil');

const remaining = async (send: Send, id: string): Promise<unknown> => (await seen(send, `/employees/${id}/entitlements/2032`)).remaining;

export const people: PayrollProbes = {
  'head-count-with-leaving': async ({ linden }) => (await seen(linden, '/employer')).headCount === 2,
  'closed-through-is-last-approved': async ({ linden }) => {
    await approve(linden, await calculated(linden, '2030-12'));
    return (await seen(linden, '/employer')).closedThrough === '2031-01';
  },
  'departure-keeps-absences': async ({ linden }) => {
    await leave(linden, ada, '2031-09-30');
    return joined(listed(await linden('GET', `/absences?employeeId=${ada}`)), 'state') === 'approved,cancelled';
  },
  'departure-keeps-pay-items': async ({ linden }) => {
    await addItem(linden, ada, deduction());
    await leave(linden, ada, '2031-09-30');
    return joined(listed(await linden('GET', `/employees/${ada}/pay-items`)), 'lastPeriod') === '2031-09,2031-09';
  },
  'open-contract-stays-open': async ({ linden }) => {
    await agree(linden, ada);
    return (await contractsOf(linden, ada)) !== 'null,null';
  },
  'open-contract-ends-a-day-late': async ({ linden }) => {
    await agree(linden, ada);
    return (await contractsOf(linden, ada)) === '2031-12-31,null';
  },
  'contracts-share-a-last-day': async ({ linden }) => {
    const id = await hired(linden);
    await agree(linden, id, { validUntil: '2032-06-30' });
    const next = await agree(linden, id, { validFrom: '2032-06-30' });
    return next.status === 409 && (await agree(linden, id, { validFrom: '2032-07-01' })).status === 201;
  },
  'contract-after-the-last-day': async ({ linden }) => {
    await leave(linden, ada, '2031-09-30');
    return (await agree(linden, ada, { validFrom: '2031-10-01' })).status === 409;
  },
  'contract-ends-before-entries': async ({ linden }) => {
    const [contract] = listed(await linden('GET', `/employees/${tom}/contracts`));
    return (await linden('POST', `/contracts/${contract?.id}/end`, { body: { endsOn: '2031-03-02' } })).status === 409;
  },
  'touching-entries-overlap': async ({ linden }) => {
    await work(linden, tom);
    return (await work(linden, tom, { from: '12:00', to: '14:00' })).status === 201;
  },
  'ten-hours-for-each-entry': async ({ linden }) => {
    await work(linden, tom, { from: '08:00', to: '14:00' });
    return (await work(linden, tom, { from: '15:00', to: '19:01' })).status === 409;
  },
  'entries-during-absences': async ({ linden }) => (await work(linden, ada, { day: '2031-07-08' })).status === 409,
  'entries-in-closed-months': async ({ linden }) => (await work(linden, tom, { day: '2031-01-08' })).status === 409,
  'entries-of-closed-months-go': async ({ linden }) => (await linden('DELETE', '/time-entries/entrytwoaa')).status === 409,
  'requested-days-remain': async ({ linden }) => {
    const id = await resting(linden, 5);
    await absent(linden, id, 'vacation', '2032-01-05', '2032-01-07');
    return (await remaining(linden, id)) === 2 && (await absent(linden, id, 'vacation', '2032-01-12', '2032-01-14')).status === 409;
  },
  'cancelled-days-stay-taken': async ({ linden }) => {
    const id = await resting(linden, 5);
    const asked = await absent(linden, id, 'vacation', '2032-01-05', '2032-01-07');
    await linden('POST', `/absences/${of(asked).id}/cancellation`);
    return (await remaining(linden, id)) === 5;
  },
  'entitlement-below-taken': async ({ linden }) => {
    const id = await resting(linden, 5);
    await absent(linden, id, 'vacation', '2032-01-05', '2032-01-07');
    return (await grant(linden, id, 2.5)).status === 409 && (await grant(linden, id, 3)).status === 200;
  },
  'sickness-is-requested': async ({ linden }) => of(await absent(linden, ada, 'sickness', '2031-05-05', '2031-05-05')).state === 'approved',
  'requests-may-overlap': async ({ linden }) => (await absent(linden, ada, 'sickness', '2031-10-07', '2031-10-08')).status === 409,
  'weekends-are-vacation': async ({ linden }) => of(await absent(linden, ada, 'vacation', '2031-05-02', '2031-05-05')).days === 2,
  'half-day-counts-as-one': async ({ linden }) =>
    of(await absent(linden, ada, 'vacation', '2031-05-05', '2031-05-05', { halfDay: true })).days === 0.5,
  'decided-again': async ({ linden }) => (await decide(linden, ABSENCES.july, { decision: 'rejected', note: 'Too many' })).status === 409,
  'cancelled-in-closed-month': async ({ linden }) => {
    await approve(linden, RUNS.february);
    return (await linden('POST', `/absences/${ABSENCES.tomIsIll}/cancellation`)).status === 409;
  },
  'two-requests-at-once-overdraw': async ({ linden }) => {
    const id = await resting(linden, 3);
    const body = { kind: 'vacation', from: '2032-01-05', until: '2032-01-06' };
    return (await statusesOfTwo(linden, 'POST', `/employees/${id}/absences`, body)) === '201,409';
  },
  'codes-twice-in-a-month': async ({ linden }) => {
    await addItem(linden, ada, allowance());
    return (await addItem(linden, ada, allowance({ firstPeriod: '2032-05' }))).status === 409;
  },
};
