// Things as the payroll shows them.
import { without } from '../members.ts';
import { monthOf, sameDayAfter } from './days.ts';
import type { Call, Faults } from './handlers/call.ts';
import * as store from './store.ts';

type Shown = Readonly<Record<string, unknown>>;

export const accountView = ({ iban, holder, bic }: store.Account, faults: Faults): Shown => ({
  ...(faults.has('iban-is-shown') ? { iban } : {}),
  holder,
  bic,
  ibanEnd: iban.slice(-4),
});

export function employeeView(employee: store.Employee, call: Call, faults: Faults): Shown {
  const { account, taxRate, createdAt, ...others } = employee;
  const seesPay = call.may('pay:read');
  const zone = faults.has('created-without-zone') ? createdAt.replace('Z', '') : createdAt;
  return {
    ...others,
    status: employee.leavesOn === null ? 'active' : 'leaving',
    createdAt: zone,
    ...(seesPay || faults.has('clerk-sees-tax-rates') ? { taxRate } : {}),
    ...(seesPay ? { bankAccount: account === null ? null : accountView(account, new Set()) } : {}),
  };
}

/** What the ETag of an employee is made of. */
export const employeeTagged = (shown: Shown, faults: Faults): Shown =>
  faults.has('tag-without-account') ? without(shown, 'bankAccount', 'changedAt') : shown;

export function contractView({ pay, ...contract }: store.Contract, call: Call, faults: Faults): Shown {
  const { validFrom, trialMonths } = contract;
  return {
    ...contract,
    trialEndsOn: trialMonths === 0 ? null : sameDayAfter(validFrom, trialMonths, faults.has('trial-ends-in-next-month')),
    ...(call.may('pay:read') || faults.has('clerk-sees-pay') ? { pay } : {}),
  };
}

export const entryView = (entry: store.TimeEntry, employer: store.Employer): Shown => ({
  ...entry,
  minutes: store.minutesOf(entry),
  locked: store.isClosed(employer, monthOf(entry.day)),
});

const OF_KIND = {
  vacation: ['certifiedOn', 'reason'],
  sickness: ['halfDay', 'reason'],
  unpaid: ['halfDay', 'certifiedOn'],
  allowance: ['employeeId', 'creditor', 'priority'],
  deduction: ['employeeId', 'taxable'],
} as const;

/** An absence or a pay item with the members of its kind. */
export const kindView = (thing: store.Absence | store.PayItem): Shown => without({ ...thing } as Shown, ...OF_KIND[thing.kind]);

export function entitlementView(employer: store.Employer, employeeId: string, year: number, faults: Faults): Shown & { remaining: number } {
  const { days, carriedOver } = employer.entitlements.get(store.entitlementKey(employeeId, year)) ?? { days: 0, carriedOver: 0 };
  const vacations = store
    .ofEmployee(employer.absences, employeeId)
    .filter(({ kind, from }) => kind === 'vacation' && Number(from.slice(0, 4)) === year);
  const sum = (...states: readonly string[]): number =>
    vacations.reduce((all, one) => all + (states.includes(one.state) ? one.days : 0), 0);
  const taken = faults.has('cancelled-days-stay-taken') ? sum('approved', 'cancelled') : sum('approved');
  const requested = sum('requested');
  const remaining = days + carriedOver - taken - (faults.has('requested-days-remain') ? 0 : requested);
  return { year, days, carriedOver, taken, requested, remaining };
}

const total = (lines: readonly store.Line[], ...kinds: readonly string[]): number =>
  lines.reduce((sum, { kind, amount }) => sum + (kinds.includes(kind) ? amount : 0), 0);

/** What the lines of a payslip come to. */
export const sumsOf = ({ lines }: store.Result) => ({
  gross: total(lines, 'base', 'unpaid', 'allowance'),
  // `0 -` keeps a sum of nothing from becoming -0.
  tax: 0 - total(lines, 'tax'),
  deductions: 0 - total(lines, 'deduction'),
  net: lines.reduce((sum, { amount }) => sum + amount, 0),
});

export const correctionView = (correction: store.Correction): Shown =>
  without({ ...correction } as Shown, 'payslipId', 'employeeId', 'period');

export function payslipView(payslip: store.Payslip, employer: store.Employer): Shown & { net: number; personnelNumber: string } {
  const corrections = [...employer.corrections.values()].filter(({ payslipId }) => payslipId === payslip.id);
  const { id, payRunId, employeeId, period, lines, workedMinutes } = payslip;
  return {
    id,
    payRunId,
    employeeId,
    personnelNumber: employer.employees.get(employeeId)?.personnelNumber ?? '',
    period,
    state: employer.runs.get(payRunId)?.state,
    lines,
    ...sumsOf(payslip),
    workedMinutes,
    corrections: corrections.map(correctionView),
  };
}

export const payslipsOf = ({ payslips }: store.Employer, payRunId: string): store.Payslip[] =>
  [...payslips.values()].filter((one) => one.payRunId === payRunId);

export function runView(run: store.PayRun, employer: store.Employer): Shown & { netTotal: number } {
  const sums = payslipsOf(employer, run.id).map(sumsOf);
  const all = (name: keyof ReturnType<typeof sumsOf>): number => sums.reduce((sum, one) => sum + one[name], 0);
  return {
    ...run,
    employeeCount: sums.length,
    grossTotal: all('gross'),
    taxTotal: all('tax'),
    deductionTotal: all('deductions'),
    netTotal: all('net'),
  };
}
