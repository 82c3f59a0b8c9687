// What the payroll keeps, for each employer on its own.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Weekday } from './days.ts';

export interface Account {
  readonly iban: string;
  readonly holder: string;
  readonly bic: string | null;
}

export interface Employee {
  readonly id: string;
  readonly personnelNumber: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly birthday: string | null;
  readonly department: string;
  readonly hiredOn: string;
  readonly leavesOn: string | null;
  readonly taxRate: number;
  readonly languages: readonly string[];
  readonly address: Readonly<Record<string, string>> | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly notes: string | null;
  readonly account: Account | null;
  readonly createdAt: string;
  readonly changedAt: string;
}

export type Pay = { readonly kind: 'monthly'; readonly amount: number } | { readonly kind: 'hourly'; readonly rate: number };

export interface Contract {
  readonly id: string;
  readonly employeeId: string;
  readonly jobTitle: string;
  readonly validFrom: string;
  readonly validUntil: string | null;
  readonly hoursPerWeek: number;
  readonly workdays: readonly Weekday[];
  readonly trialMonths: number;
  readonly pay: Pay;
}

export interface TimeEntry {
  readonly id: string;
  readonly employeeId: string;
  readonly day: string;
  readonly from: string;
  readonly to: string;
  readonly breakMinutes: number;
  readonly note: string | null;
}

export interface Absence {
  readonly id: string;
  readonly employeeId: string;
  readonly kind: 'vacation' | 'sickness' | 'unpaid';
  readonly from: string;
  readonly until: string;
  readonly halfDay: boolean;
  readonly certifiedOn: string | null;
  readonly reason: string;
  readonly note: string | null;
  readonly state: 'requested' | 'approved' | 'rejected' | 'cancelled';
  readonly days: number;
  readonly decisionNote: string | null;
  readonly createdAt: string;
}

export interface Entitlement {
  readonly days: number;
  readonly carriedOver: number;
}

export interface PayItem {
  readonly id: string;
  readonly employeeId: string;
  readonly kind: 'allowance' | 'deduction';
  readonly code: string;
  readonly label: string;
  readonly amount: number;
  readonly taxable: boolean;
  readonly creditor: string;
  readonly priority: number;
  readonly firstPeriod: string;
  readonly lastPeriod: string | null;
}

export interface PayRun {
  readonly id: string;
  readonly period: string;
  readonly payday: string;
  readonly note: string | null;
  readonly state: 'opened' | 'calculated' | 'approved' | 'paid';
  readonly calculatedAt: string | null;
  readonly approvedAt: string | null;
  readonly paidOn: string | null;
  readonly reference: string | null;
}

export interface Line {
  readonly kind: 'base' | 'unpaid' | 'allowance' | 'tax' | 'deduction' | 'correction';
  readonly label: string;
  readonly amount: number;
}

/** What a calculation comes to for an employee. */
export interface Result {
  readonly employeeId: string;
  readonly lines: readonly Line[];
  readonly workedMinutes: number;
  /** The corrections that its lines take up. */
  readonly takenUp: readonly string[];
}

export interface Payslip extends Result {
  readonly id: string;
  readonly payRunId: string;
  readonly period: string;
}

export interface Correction {
  readonly id: string;
  readonly payslipId: string;
  readonly employeeId: string;
  /** The month of the payslip. */
  readonly period: string;
  readonly amount: number;
  readonly reason: string;
  readonly settledIn: string | null;
  readonly createdAt: string;
}

export interface Employer {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly currency: string;
  readonly employees: Map<string, Employee>;
  readonly contracts: Map<string, Contract>;
  readonly entries: Map<string, TimeEntry>;
  readonly absences: Map<string, Absence>;
  /** By employee and year. */
  readonly entitlements: Map<string, Entitlement>;
  readonly items: Map<string, PayItem>;
  readonly runs: Map<string, PayRun>;
  readonly payslips: Map<string, Payslip>;
  readonly corrections: Map<string, Correction>;
}

export const employer = (id: string, name: string, country: string): Employer => ({
  id,
  name,
  country,
  currency: 'EUR',
  employees: new Map(),
  contracts: new Map(),
  entries: new Map(),
  absences: new Map(),
  entitlements: new Map(),
  items: new Map(),
  runs: new Map(),
  payslips: new Map(),
  corrections: new Map(),
});

export interface Store {
  readonly linden: Employer;
  readonly marlow: Employer;
  readonly clock: Clock;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

export const newId = (): string => [...randomBytes(10)].map((byte) => LETTERS[byte % 32]).join('');

export const keep = <T extends { readonly id: string }>(things: Map<string, T>, thing: T): T => {
  things.set(thing.id, thing);
  return thing;
};

export const entitlementKey = (employeeId: string, year: number): string => `${employeeId} ${year}`;

/** The things of an employee, in the order in which they came. */
export const ofEmployee = <T extends { readonly employeeId: string }>(things: ReadonlyMap<string, T>, employeeId: string): T[] =>
  [...things.values()].filter((one) => one.employeeId === employeeId);

/** Whether the pay run of a month is approved or paid. */
export const isClosed = ({ runs }: Employer, period: string): boolean =>
  [...runs.values()].some((run) => run.period === period && (run.state === 'approved' || run.state === 'paid'));

export const isInForce = ({ state }: Absence): boolean => state === 'requested' || state === 'approved';

/** Whether a stretch of days has a day of another. An end that is open is after all others. */
export const shareDays = (from: string, until: string | null, other: { readonly from: string; readonly until: string | null }): boolean =>
  from <= (other.until ?? '9999-99') && other.from <= (until ?? '9999-99');

export const contractOn = (contracts: readonly Contract[], day: string): Contract | undefined =>
  contracts.find(({ validFrom, validUntil }) => validFrom <= day && day <= (validUntil ?? '9999-99'));

const minutesIn = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The working time of an entry. */
export const minutesOf = ({ from, to, breakMinutes }: Pick<TimeEntry, 'from' | 'to' | 'breakMinutes'>): number =>
  minutesIn(to) - minutesIn(from) - breakMinutes;
