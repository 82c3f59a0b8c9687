// The rules of the laboratory that several operations need: prices, deadlines, statuses and flags.
import type { Faults } from './handlers/call.ts';
import type { Lab } from './store.ts';
import type { Flag, Order, Priority, Result, Status, Test } from './things.ts';

const HOUR = 3_600_000;
const NONE: Faults = new Set();

/** A percentage of an amount in cents, half a cent up. The percentage has at most half percents. */
export const percentOf = (cents: number, percent: number): number => Math.floor((cents * percent * 2 + 100) / 200);

/** Rounds the decimal digits of a number, halves away from zero. */
export function roundTo(value: number, decimals: number): number {
  const [digits, exponent] = Math.abs(value).toExponential().split('e');
  const rounded = Math.round(Number(`${digits}e${Number(exponent) + decimals}`));
  return Math.sign(value) * Number(`${rounded}e-${decimals}`);
}

export const resultsOf = ({ samples }: Order): Result[] => samples.flatMap(({ results }) => [...results]);

export function statusOf(order: Order, faults: Faults = NONE): Status {
  const left = resultsOf(order).filter(({ state }) => state !== 'cancelled');
  const isEmpty = faults.has('empty-order-received') ? left.length === 0 && order.cancelled : left.length === 0;
  if (order.cancelled || isEmpty) return 'cancelled';
  if (left.every(({ state }) => state === 'pending')) return 'received';
  if (faults.has('correction-keeps-reported') && order.reports.length > 0) return 'reported';
  const all = faults.has('rejection-blocks-approval') ? resultsOf(order) : left;
  if (!all.every(({ state }) => state === 'approved')) return 'in_progress';
  return order.reported ? 'reported' : 'approved';
}

export const isChangeable = (order: Order, faults: Faults): boolean => ['received', 'in_progress'].includes(statusOf(order, faults));

const SURCHARGES: Readonly<Record<Priority, number>> = { routine: 0, urgent: 25, stat: 50 };

export interface Price {
  readonly tests: number;
  readonly surcharge: number;
  readonly discount: number;
  readonly total: number;
}

export function priceOf(lab: Lab, order: Order, faults: Faults): Price {
  const isFree = statusOf(order) === 'cancelled' && !faults.has('cancelled-still-costs');
  const charged = order.samples.filter(({ rejected }) => rejected === null || faults.has('rejected-sample-charged'));
  const results = isFree ? [] : charged.flatMap((sample) => sample.results);
  const cost = ({ ordered }: Result): number =>
    (faults.has('price-follows-catalogue') ? lab.tests.get(ordered.code) : undefined)?.price ?? ordered.price;
  const tests = results.reduce((sum, result) => sum + cost(result), 0);
  const surcharge = percentOf(tests, SURCHARGES[faults.has('priority-keeps-price') ? order.firstPriority : order.priority]);
  const percent = faults.has('discount-of-today') ? (lab.clients.get(order.clientId)?.discountPercent ?? 0) : order.discountPercent;
  const base = faults.has('discount-on-tests-alone') ? tests : tests + surcharge;
  const discount = faults.has('discount-cut-off') ? Math.floor((base * percent) / 100) : percentOf(base, percent);
  return { tests, surcharge, discount, total: tests + surcharge - discount };
}

const PARTS: Readonly<Record<Priority, number>> = { routine: 1, urgent: 2, stat: 4 };

export function dueAt(order: Order, faults: Faults): string {
  const counted = faults.has('new-sample-keeps-due') ? (order.samples[0]?.results ?? []) : resultsOf(order);
  const hours = Math.max(...counted.map(({ ordered }) => ordered.turnaroundHours)) / PARTS[order.priority];
  const whole = faults.has('due-rounded-down') ? Math.floor(hours) : Math.ceil(hours);
  return new Date(Date.parse(order.receivedAt) + whole * HOUR).toISOString();
}

export function flagOf(value: number, { range, critical }: Test, faults: Faults): Flag {
  const beyond = faults.has('critical-limit-is-not-critical');
  if (critical !== null && (beyond ? value < critical.low : value <= critical.low)) return 'critical_low';
  if (critical !== null && (beyond ? value > critical.high : value >= critical.high)) return 'critical_high';
  if (value < range.low) return 'low';
  return value > range.high || (faults.has('upper-end-is-high') && value === range.high) ? 'high' : 'normal';
}

/** How many results have which kind of flag. */
export function flagsOf(flags: readonly (Flag | null)[], faults: Faults): object {
  const count = (...names: Flag[]): number => flags.filter((flag) => flag !== null && names.includes(flag)).length;
  const critical = count('critical_low', 'critical_high');
  const abnormal = count('low', 'high') + (faults.has('summary-counts-critical-twice') ? critical : 0);
  return { normal: count('normal'), abnormal, critical };
}
