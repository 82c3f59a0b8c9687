// Amounts in euros, premiums, and how a premium is split into instalments.
import { addMonths } from './days.ts';
import type { Cover, Instalment, NewPolicy } from './things.ts';
import type { Faults } from './wire.ts';

/** A result of additions and subtractions as an amount with two decimals. */
export const euros = (value: number): number => Math.round(value * 100) / 100;

export const totalOf = (amounts: readonly number[]): number => euros(amounts.reduce((sum, amount) => sum + amount, 0));

const SURCHARGES: Readonly<Record<number, number>> = { 1: 0, 2: 2, 4: 3, 12: 5 };

type Terms = Pick<NewPolicy, 'startsOn' | 'months' | 'paymentsPerYear'>;

/** The premium for the whole term, rounded half up. */
export function premiumOf({ months, paymentsPerYear }: Terms, covers: readonly Cover[], faults: Faults): number {
  const annual = Math.round(totalOf(covers.map((cover) => cover.annualPremium)) * 100);
  const surcharge = faults.has('surcharge-of-four-is-two') && paymentsPerYear === 4 ? 2 : (SURCHARGES[paymentsPerYear] ?? 0);
  const exact = (annual * months * (100 + surcharge)) / 1200;
  return (faults.has('premium-rounded-down') ? Math.floor(exact) : Math.round(exact)) / 100;
}

/** The instalments of a premium. The first one has what is left by rounding. */
export function scheduleOf({ startsOn, months, paymentsPerYear }: Terms, premium: number, faults: Faults): Instalment[] {
  const count = Math.ceil((months * paymentsPerYear) / 12);
  const cents = Math.round(premium * 100);
  const each = Math.floor(cents / count);
  const rest = faults.has('remainder-of-premium-lost') ? 0 : cents - each * count;
  return Array.from({ length: count }, (_, index) => ({
    no: index + 1,
    dueOn: addMonths(startsOn, (index * 12) / paymentsPerYear, faults),
    amount: (index === 0 ? each + rest : each) / 100,
    state: 'open',
    paidOn: null,
  }));
}
