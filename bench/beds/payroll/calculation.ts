// What a pay run comes to: the lines of each payslip of a month.
import { compare } from '../texts.ts';
import { daysInMonth, daysOf, lastDayOf, lengthOf, monthOf, weekdayOf } from './days.ts';
import type { Faults } from './handlers/call.ts';
import * as store from './store.ts';

/** A part of a whole, rounded to the nearest whole number; half of one is rounded up. */
const rounded = (whole: number, parts: number): number => Math.floor((2 * whole + parts) / (2 * parts));

interface Month {
  readonly employer: store.Employer;
  readonly employee: store.Employee;
  readonly period: string;
  readonly contracts: readonly store.Contract[];
  readonly faults: Faults;
}

/** The days of the month on which a contract is valid. */
function daysWith({ validFrom, validUntil }: store.Contract, period: string): { from: string; until: string } {
  const [first, last] = [`${period}-01`, lastDayOf(period)];
  return { from: validFrom > first ? validFrom : first, until: validUntil !== null && validUntil < last ? validUntil : last };
}

const entriesOf = ({ employer, employee, period }: Month): store.TimeEntry[] =>
  store.ofEmployee(employer.entries, employee.id).filter(({ day }) => monthOf(day) === period);

/** Approved days of absence under a contract, in the month. */
function absentDays({ employer, employee, period }: Month, contract: store.Contract, kinds: readonly string[]): number {
  const { from, until } = daysWith(contract, period);
  const absences = store
    .ofEmployee(employer.absences, employee.id)
    .filter(({ state, kind }) => state === 'approved' && kinds.includes(kind));
  return daysOf(from, until)
    .filter((day) => contract.workdays.includes(weekdayOf(day)))
    .reduce((sum, day) => {
      const absence = absences.find((one) => one.from <= day && day <= one.until);
      return absence === undefined ? sum : sum + (absence.halfDay ? 0.5 : 1);
    }, 0);
}

function hourly(month: Month, contract: store.Contract, rate: number): number {
  const { from, until } = daysWith(contract, month.period);
  const worked = entriesOf(month).filter(({ day }) => from <= day && day <= until);
  const minutes = worked.reduce((sum, entry) => sum + store.minutesOf(entry), 0);
  const paid = month.faults.has('sickness-is-not-paid-by-hour') ? ['vacation'] : ['vacation', 'sickness'];
  // In eighths of an hour, which makes whole numbers of half days and quarters of hours.
  const eighths = absentDays(month, contract, paid) * contract.hoursPerWeek * 8;
  const parts = contract.workdays.length;
  return rounded(rate * (minutes * 8 * parts + eighths * 60), 60 * 8 * parts);
}

function monthly({ period, faults }: Month, contract: store.Contract, amount: number): number {
  const { from, until } = daysWith(contract, period);
  const isFebruary = period.endsWith('-02') && faults.has('leap-days-are-not-counted');
  const days = faults.has('months-have-30-days') ? 30 : isFebruary ? 28 : daysInMonth(period);
  return rounded(amount * Math.min(lengthOf(from, until), days), days);
}

const baseOf = (month: Month, contract: store.Contract): store.Line => ({
  kind: 'base',
  label: contract.jobTitle,
  amount: contract.pay.kind === 'hourly' ? hourly(month, contract, contract.pay.rate) : monthly(month, contract, contract.pay.amount),
});

function unpaidOf(month: Month, base: number): store.Line[] {
  const whole = month.contracts.reduce(
    (sum, contract) => sum + (contract.pay.kind === 'monthly' ? contract.pay.amount * absentDays(month, contract, ['unpaid']) : 0),
    0,
  );
  const amount = Math.min(rounded(whole, month.faults.has('unpaid-by-22-days') ? 22 : 21), base);
  return amount === 0 ? [] : [{ kind: 'unpaid', label: 'unpaid', amount: -amount }];
}

function itemsOf({ employer, employee, period }: Month, kind: store.PayItem['kind']): store.PayItem[] {
  const items = store.ofEmployee(employer.items, employee.id);
  const counting = items.filter((one) => one.kind === kind && one.firstPeriod <= period && period <= (one.lastPeriod ?? '9999-99'));
  return counting.toSorted((a, b) => compare(a.code, b.code));
}

function taxOf({ employee, faults }: Month, taxed: number): store.Line[] {
  const whole = taxed * employee.taxRate * 2;
  const amount = rounded(faults.has('tax-in-32-bits') ? whole | 0 : whole, 200);
  return amount === 0 ? [] : [{ kind: 'tax', label: 'tax', amount: -amount }];
}

function deductionsOf(month: Month, pay: number): store.Line[] {
  const byCode = itemsOf(month, 'deduction');
  const items = month.faults.has('deductions-by-code') ? byCode : byCode.toSorted((a, b) => a.priority - b.priority);
  const lines: store.Line[] = [];
  let left = pay;
  for (const { label, amount } of items) {
    const taken = month.faults.has('deductions-are-not-cut') ? amount : Math.min(amount, left);
    left -= taken;
    if (taken > 0) lines.push({ kind: 'deduction', label, amount: -taken });
  }
  return lines;
}

/** The corrections that a run of the month takes up. */
function openCorrections({ employer, employee, period, faults }: Month): store.Correction[] {
  const all = store.ofEmployee(employer.corrections, employee.id);
  return all.filter((one) => (one.settledIn === null || faults.has('corrections-are-taken-up-again')) && one.period < period);
}

function resultOf(month: Month): store.Result {
  const bases = month.contracts.map((contract) => baseOf(month, contract));
  const base = bases.reduce((sum, { amount }) => sum + amount, 0);
  const unpaid = unpaidOf(month, base);
  const items = itemsOf(month, 'allowance');
  const allowances = items.map(({ label, amount }): store.Line => ({ kind: 'allowance', label, amount }));
  const untaxed = month.faults.has('all-allowances-are-taxed') ? 0 : items.reduce((sum, one) => sum + (one.taxable ? 0 : one.amount), 0);
  const earned = [...bases, ...unpaid, ...allowances];
  const gross = earned.reduce((sum, { amount }) => sum + amount, 0);
  const tax = taxOf(month, gross - untaxed);
  const deductions = deductionsOf(month, gross + (tax[0]?.amount ?? 0));
  const corrections = openCorrections(month);
  return {
    employeeId: month.employee.id,
    lines: [
      ...earned,
      ...tax,
      ...deductions,
      ...corrections.map(({ reason, amount }): store.Line => ({ kind: 'correction', label: reason, amount })),
    ],
    workedMinutes: entriesOf(month).reduce((sum, entry) => sum + store.minutesOf(entry), 0),
    takenUp: corrections.map(({ id }) => id),
  };
}

/** The payslips that a run of a month comes to, one for each employee with a contract in it. */
export function calculate(employer: store.Employer, period: string, faults: Faults): store.Result[] {
  const month = { from: `${period}-01`, until: lastDayOf(period) };
  return [...employer.employees.values()].flatMap((employee) => {
    const all = store.ofEmployee(employer.contracts, employee.id).filter((one) => store.shareDays(one.validFrom, one.validUntil, month));
    const contracts = all.toSorted((a, b) => compare(a.validFrom, b.validFrom));
    return contracts.length === 0 ? [] : [resultOf({ employer, employee, period, contracts, faults })];
  });
}
