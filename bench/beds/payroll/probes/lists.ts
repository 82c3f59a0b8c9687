// Probes of lists.
import type { Send } from '../../client.ts';
import { type Item, joined, of } from '../../probes.ts';
import { EMPLOYEES, hire, listed, type PayrollProbes, payslip, RUNS, seen } from './callers.ts';

const { ada, eva } = EMPLOYEES;

/** The personnel numbers, or other members, in a part of a list. */
const shown = async (send: Send, path: string, name = 'personnelNumber'): Promise<string> => joined(listed(await send('GET', path)), name);

/** The part of a list that a cursor leads to. */
const follow = (send: Send, path: string, cursor: unknown): Promise<Item> => seen(send, `${path}&cursor=${cursor}`);

export const lists: PayrollProbes = {
  'size-of-51': async ({ linden }) => (await linden('GET', '/employees?size=51')).status === 400,
  'part-of-ten': async ({ linden }) => {
    for (let count = 0; count < 9; count++) await hire(linden);
    return listed(await linden('GET', '/employees')).length === 12;
  },
  'total-of-part': async ({ linden }) => (await seen(linden, '/employees?size=1')).total === 3,
  'full-part-has-next': async ({ linden }) => (await seen(linden, '/employees?size=3')).next === null,
  'previous-part-is-first': async ({ linden }) => {
    const first = await seen(linden, '/employees?size=1');
    const second = await follow(linden, '/employees?size=1', first.next);
    const third = await follow(linden, '/employees?size=1', second.next);
    const again = await follow(linden, '/employees?size=1', third.prev);
    return third.next === null && joined(again.list as readonly Item[], 'personnelNumber') === 'AB1002';
  },
  'cursors-count-things': async ({ linden }) => {
    const path = '/time-entries?from=2031-02-01&size=1';
    const { next } = await seen(linden, path);
    await linden('DELETE', '/time-entries/entrytwocc');
    return joined((await follow(linden, path, next)).list as readonly Item[], 'id') === 'entrytwodd';
  },
  'cursors-fit-any-filters': async ({ linden }) => {
    const { next } = await seen(linden, '/employees?size=1');
    return (await linden('GET', `/employees?size=1&status=active&cursor=${next}`)).status === 400;
  },
  'equal-ones-turn-round': async ({ linden }) => (await shown(linden, '/employees?sort=-hiredOn')) === 'AB1002,CD1003,AB1001',
  'search-by-case': async ({ linden }) => (await shown(linden, '/employees?q=BERG')) === 'AB1001',
  'hired-to-excludes-its-day': async ({ linden }) => (await shown(linden, '/employees?hiredTo=2029-02-01')) === 'AB1001',
  'contract-list-without-last-day': async ({ linden }) =>
    (await shown(linden, `/employees/${eva}/contracts?on=2031-01-31`, 'id')) === 'contractcc',
  'minutes-of-part': async ({ linden }) => (await seen(linden, '/time-entries?size=1')).minutes === 1440,
  'first-state-alone': async ({ linden }) => of(await linden('GET', '/absences?state=requested,approved')).total === 4,
  'absences-to-by-last-day': async ({ linden }) => (await shown(linden, '/absences?from=2031-07-01&to=2031-07-08', 'id')) === 'absenceaaa',
  'net-from-excludes-its-amount': async ({ linden }) => {
    const { net } = await payslip(linden, RUNS.january, ada);
    return (await shown(linden, `/pay-runs/${RUNS.january}/payslips?netFrom=${net}`)) === 'AB1001';
  },
};
