// Probes of values at and near their limits, and of rich values.
import type { Got, Send } from '../../client.ts';
import { isKept, of, times } from '../../probes.ts';
import {
  ABSENCES,
  ACCOUNT,
  ALL_DAYS,
  absent,
  addItem,
  agree,
  allowance,
  calculated,
  correct,
  decide,
  deduction,
  EMPLOYEES,
  employed,
  grant,
  hire,
  hired,
  linesOf,
  openRun,
  type PayrollProbes,
  patch,
  pay,
  payslip,
  person,
  RUNS,
  work,
} from './callers.ts';

const { ada, tom } = EMPLOYEES;

const isInvalid = async (got: Promise<Got>): Promise<boolean> => (await got).status === 422;
const isMade = async (got: Promise<Got>): Promise<boolean> => (await got).status === 201;

const account = (send: Send, others: object): Promise<Got> =>
  send('PUT', `/employees/${ada}/bank-account`, { body: { ...ACCOUNT, ...others } });

export const values: PayrollProbes = {
  'last-name-of-61': ({ linden }) => isInvalid(hire(linden, { lastName: 'n'.repeat(61) })),
  'personnel-number-with-more-behind': ({ linden }) => isInvalid(hire(linden, { personnelNumber: 'ZZ12345' })),
  'tax-rate-of-any-step': ({ linden }) => isInvalid(hire(linden, { taxRate: 24.25 })),
  'languages-twice': ({ linden }) => isInvalid(hire(linden, { languages: ['nl', 'nl'] })),
  'label-without-text': ({ linden }) => isInvalid(hire(linden, { labels: { shift: '' } })),
  'email-any-text': ({ linden }) => isInvalid(hire(linden, { email: 'noor' })),
  'age-by-years': ({ linden }) => isInvalid(hire(linden, { birthday: '2015-01-02' })),
  'patch-without-members': ({ linden }) => isInvalid(patch(linden, ada, {})),
  'patch-adds-any-labels': async ({ linden }) => {
    const labels = (name: string): object => Object.fromEntries(times(5, (index) => [`${name}${index}`, 'x']));
    const first = await patch(linden, ada, { labels: labels('a') });
    return first.status === 200 && isInvalid(patch(linden, ada, { labels: labels('b') }));
  },
  'bic-of-nine': ({ linden }) => isInvalid(account(linden, { bic: 'COBADEFFX' })),
  'iban-with-any-check-digits': ({ linden }) => isInvalid(account(linden, { iban: 'NL90ABNA0417164300' })),
  'hours-of-any-step': async ({ linden }) => isInvalid(agree(linden, await hired(linden), { hoursPerWeek: 38.1 })),
  'workdays-twice': async ({ linden }) => isInvalid(agree(linden, await hired(linden), { hoursPerWeek: 8, workdays: ['mon', 'mon'] })),
  'hours-for-five-workdays': async ({ linden }) =>
    isInvalid(agree(linden, await hired(linden), { hoursPerWeek: 30.25, workdays: ['mon', 'tue', 'wed'] })),
  'monthly-amount-of-zero': async ({ linden }) => isInvalid(agree(linden, await hired(linden), { pay: { kind: 'monthly', amount: 0 } })),
  'hourly-rate-with-amount': async ({ linden }) =>
    isInvalid(agree(linden, await hired(linden), { pay: { kind: 'hourly', rate: 2000, bonus: 1 } })),
  'time-of-24': ({ linden }) => isInvalid(work(linden, tom, { from: '20:00', to: '24:00' })),
  'break-as-long-as-the-entry': ({ linden }) => isInvalid(work(linden, tom, { from: '08:00', to: '09:00', breakMinutes: 60 })),
  'break-for-six-hours': ({ linden }) => isMade(work(linden, tom, { from: '08:00', to: '14:00' })),
  'half-an-hour-for-nine-hours': ({ linden }) => isInvalid(work(linden, tom, { from: '08:00', to: '17:31', breakMinutes: 30 })),
  'carried-over-more-than-15': ({ linden }) => isInvalid(grant(linden, ada, 10, 15.5)),
  'three-days-need-a-certificate': ({ linden }) => isMade(absent(linden, ada, 'sickness', '2031-05-05', '2031-05-07')),
  'certified-before-the-first-day': ({ linden }) =>
    isInvalid(absent(linden, ada, 'sickness', '2031-05-05', '2031-05-09', { certifiedOn: '2031-05-04' })),
  'absences-over-new-year': ({ linden }) => isInvalid(absent(linden, ada, 'unpaid', '2031-12-31', '2032-01-02', { reason: 'Journey' })),
  'half-day-of-several-days': ({ linden }) => isInvalid(absent(linden, ada, 'vacation', '2031-05-05', '2031-05-06', { halfDay: true })),
  'rejection-without-note': ({ linden }) => isInvalid(decide(linden, ABSENCES.october, { decision: 'rejected' })),
  'code-of-13': ({ linden }) => isInvalid(addItem(linden, ada, deduction({ code: 'R'.repeat(13) }))),
  'priority-of-ten': ({ linden }) => isInvalid(addItem(linden, ada, deduction({ priority: 10 }))),
  'month-of-13': async ({ linden }) => (await linden('GET', `/employees/${ada}/pay-items?period=2031-13`)).status === 400,
  'last-month-before-first': ({ linden }) => isInvalid(addItem(linden, ada, allowance({ lastPeriod: '2031-12' }))),
  'payday-in-two-months': ({ linden }) => isInvalid(openRun(linden, '2031-12', '2032-02-01')),
  'reference-in-small-letters': ({ linden }) => isInvalid(pay(linden, RUNS.february, 'sepa310228', '2031-02-28')),
  'correction-of-zero': ({ linden }) => isInvalid(correct(linden, 'payslipaa2', 0)),
};

const kept = (send: Send, name: string, value: unknown, others: object = {}): Promise<boolean> =>
  isKept(send, 'POST', '/employees', person({ [name]: value, ...others }), name, value);

/** Whether a part of a month is paid like this. */
async function isPaid(send: Send, contract: object, period: string, line: string): Promise<boolean> {
  const id = await employed(send, contract, { taxRate: 0 });
  return linesOf(await payslip(send, await calculated(send, period), id)) === line;
}

export const richValues: PayrollProbes = {
  'names-count-in-code-units': ({ linden }) => kept(linden, 'lastName', '🦊'.repeat(60)),
  'names-are-trimmed': ({ linden }) => kept(linden, 'lastName', ' de Vries '),
  'notes-are-cut': ({ linden }) => kept(linden, 'notes', 'ü'.repeat(2000)),
  'label-names-in-small-letters': ({ linden }) => kept(linden, 'labels', { Desk: '4.12' }),
  'leap-birthday-in-february': ({ linden }) => isInvalid(hire(linden, { birthday: '2008-02-29', hiredOn: '2023-02-28' })),
  'trial-ends-in-next-month': async ({ linden }) => {
    const made = await agree(linden, await hired(linden), { validFrom: '2032-03-31', trialMonths: 1 });
    return of(made).trialEndsOn === '2032-04-30';
  },
  'six-workdays-at-most': async ({ linden }) => isMade(agree(linden, await hired(linden), { workdays: ALL_DAYS })),
  'tax-in-32-bits': async ({ linden }) => {
    const id = await employed(linden, { pay: { kind: 'monthly', amount: 5_000_000 } }, { taxRate: 60 });
    for (const code of ['ONE', 'TWO']) await addItem(linden, id, allowance({ code, amount: 10_000_000 }));
    return (await payslip(linden, await calculated(linden, '2032-01'), id)).tax === 15_000_000;
  },
  'leap-days-are-not-counted': ({ linden }) =>
    isPaid(linden, { validFrom: '2032-02-16', pay: { kind: 'monthly', amount: 290_000 } }, '2032-02', 'base Driver 140000'),
};
