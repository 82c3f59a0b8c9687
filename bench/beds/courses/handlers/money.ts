// What learners pay, and what they get back.
import type { Course, Enrolment, Money } from '../things.ts';
import type { Faults } from './call.ts';
import { addDays, daysBetween, today } from './days.ts';

/** The fee less a discount in steps of half a percent. Halves of a minor unit go up. */
export function discounted({ minor, currency }: Money, percent: number): Money {
  return { minor: Math.floor((minor * (200 - 2 * percent) + 100) / 200), currency };
}

interface Instalment {
  readonly dueOn: string;
  readonly minor: number;
}

/** The fee in parts: what cannot be divided is in the first one. */
export function instalmentsOf({ minor }: Money, { instalments, startsOn }: Course, faults: Faults): Instalment[] {
  const each = Math.floor(minor / instalments);
  const over = faults.has('instalments-lose-cents') ? 0 : minor - each * instalments;
  return Array.from({ length: instalments }, (_, index) => ({
    dueOn: addDays(startsOn, 30 * index),
    minor: index === 0 ? each + over : each,
  }));
}

export const paidFor = ({ payments }: Enrolment): number => payments.reduce((sum, { input }) => sum + input.amount.minor, 0);

export const balanceOf = (enrolment: Enrolment): number =>
  enrolment.state === 'enrolled' ? Math.max(0, enrolment.fee.minor - paidFor(enrolment)) : 0;

/** What one who withdraws today gets back. */
export function refundOf(enrolment: Enrolment, { startsOn }: Course, faults: Faults): number {
  const days = daysBetween(today(), startsOn);
  if (days >= 14) return paidFor(enrolment);
  if (days < 1 && !faults.has('refund-after-start')) return 0;
  return Math.floor(paidFor(enrolment) / 2);
}
