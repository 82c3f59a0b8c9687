// Probes of sequences about pay: what pay runs come to, and how they are approved, paid and corrected.
import type { Send } from '../../client.ts';
import { of, statusesOfTwo } from '../../probes.ts';
import {
  absent,
  addItem,
  agree,
  allowance,
  approve,
  calculated,
  correct,
  decide,
  deduction,
  EMPLOYEES,
  employed,
  hired,
  linesOf,
  type PayrollProbes,
  pay,
  payslip,
  RUNS,
  seen,
  work,
} from './callers.ts';

const { ada, tom } = EMPLOYEES;
const FEBRUARY = `/pay-runs/${RUNS.february}`;

/** The lines of a new payslip of January 2032, after something has been done with the employee. */
async function paid(
  send: Send,
  contract: object,
  employee: object,
  act: (id: string) => Promise<unknown> = async () => {},
): Promise<string> {
  const id = await employed(send, contract, employee);
  await act(id);
  return linesOf(await payslip(send, await calculated(send, '2032-01'), id));
}

const untaxed = { taxRate: 0 };
const monthly = (amount: number): object => ({ pay: { kind: 'monthly', amount } });

export const payRuns: PayrollProbes = {
  'two-runs-opened-at-once': async ({ linden }) =>
    (await statusesOfTwo(linden, 'POST', '/pay-runs', { period: '2032-01', payday: '2032-01-28' })) === '201,409',
  'months-have-30-days': async ({ linden }) => (await paid(linden, { validFrom: '2032-01-17' }, untaxed)) === 'base Driver 150000',
  'sickness-is-not-paid-by-hour': async ({ linden }) => {
    const ill = (id: string) => absent(linden, id, 'sickness', '2032-01-05', '2032-01-06');
    return (await paid(linden, { pay: { kind: 'hourly', rate: 2000 } }, untaxed, ill)) === 'base Driver 32000';
  },
  'unpaid-by-22-days': async ({ linden }) => {
    const away = async (id: string) => {
      const asked = await absent(linden, id, 'unpaid', '2032-01-05', '2032-01-05', { reason: 'Moving' });
      return decide(linden, String(of(asked).id), { decision: 'approved' });
    };
    return (await paid(linden, monthly(231_000), untaxed, away)) === 'base Driver 231000, unpaid -11000';
  },
  'all-allowances-are-taxed': async ({ linden }) => {
    const add = (id: string) => addItem(linden, id, allowance({ taxable: false }));
    return (await paid(linden, monthly(310_000), { taxRate: 20 }, add)) === 'base Driver 310000, allowance Bonus 10000, tax -62000';
  },
  'deductions-by-code': async ({ linden }) => {
    const add = async (id: string) => {
      await addItem(linden, id, deduction({ code: 'AA', label: 'A', priority: 9 }));
      await addItem(linden, id, deduction({ code: 'BB', label: 'B', priority: 1 }));
    };
    return (await paid(linden, monthly(310_000), untaxed, add)) === 'base Driver 310000, deduction B -10000, deduction A -10000';
  },
  'deductions-are-not-cut': async ({ linden }) => {
    const add = (id: string) => addItem(linden, id, deduction({ amount: 150_000 }));
    return (await paid(linden, monthly(100_000), untaxed, add)) === 'base Driver 100000, deduction Rent -100000';
  },
  'calculated-twice': async ({ linden }) => of(await linden('POST', `${FEBRUARY}/calculation`)).employeeCount === 2,
  'any-total-is-approved': async ({ linden }) => {
    const netTotal = Number((await seen(linden, FEBRUARY)).netTotal) + 1;
    return (await linden('POST', `${FEBRUARY}/approval`, { body: { netTotal } })).status === 409;
  },
  'approved-without-account': async ({ linden }) => {
    await agree(linden, await hired(linden));
    return (await approve(linden, await calculated(linden, '2032-01'))).status === 409;
  },
  'old-payslips-are-approved': async ({ linden }) => {
    await work(linden, tom, { day: '2031-02-11' });
    const old = await approve(linden, RUNS.february);
    await linden('POST', `${FEBRUARY}/calculation`);
    return old.status === 409 && (await approve(linden, RUNS.february)).status === 200;
  },
  'payment-again-is-refused': async ({ linden }) => {
    await approve(linden, RUNS.february);
    const first = await pay(linden, RUNS.february, 'SEPA20310228', '2031-02-28');
    return first.status === 200 && (await pay(linden, RUNS.february, 'SEPA20310228', '2031-02-28')).status === 200;
  },
  'references-of-several-runs': async ({ linden }) => {
    await approve(linden, RUNS.february);
    return (await pay(linden, RUNS.february, 'SEPA20310128', '2031-02-28')).status === 409;
  },
  'corrections-before-payment': async ({ linden }) => {
    await approve(linden, RUNS.february);
    const { id } = await payslip(linden, RUNS.february, ada);
    return (await correct(linden, id, 500)).status === 409;
  },
  'each-correction-alone': async ({ linden }) => {
    const first = await correct(linden, 'payslipaa2', -200_000);
    return first.status === 201 && (await correct(linden, 'payslipaa2', -200_000)).status === 409;
  },
  'corrections-are-taken-up-again': async ({ linden }) => {
    await correct(linden, 'payslipaa2', 5000);
    await linden('POST', `${FEBRUARY}/calculation`);
    await approve(linden, RUNS.february);
    const taken = linesOf(await payslip(linden, RUNS.february, ada));
    await linden('POST', `/pay-runs/${RUNS.march}/calculation`);
    const later = linesOf(await payslip(linden, RUNS.march, ada));
    return taken.endsWith('correction Wrong hours 5000') && later.startsWith('base') && !later.includes('correction');
  },
};
