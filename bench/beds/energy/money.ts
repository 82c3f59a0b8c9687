// Amounts, which are counted in cents inside and shown in euros.
import { daysBetween } from './days.ts';
import type { Amounts, Band, Bill, Tariff } from './store.ts';

export const euros = (cents: number): number => cents / 100;
export const cents = (amount: number): number => Math.round(amount * 100);

/** A price in ten-thousandths of a euro. */
const small = (price: number): number => Math.round(price * 10_000);

type Has = (fault: string) => boolean;

const halfUp = (value: number): number => Math.floor(value + 0.5);

/** What the energy costs that goes through the bands, in ten-thousandths. */
function costInBands(bands: readonly Band[], kwh: number, has: Has): number {
  if (has('bands-last-price-for-all')) {
    const reached = bands.find(({ upToKwh }) => upToKwh === null || kwh <= upToKwh);
    return kwh * small(reached?.price ?? 0);
  }
  let [cost, below] = [0, 0];
  for (const { upToKwh, price } of bands) {
    const limit = (has('bands-limits-as-widths') ? below : 0) + (upToKwh ?? Number.POSITIVE_INFINITY);
    const taken = Math.max(0, Math.min(kwh, limit) - below);
    cost += taken * small(price);
    below = limit;
  }
  return cost;
}

export interface Used {
  readonly kwh: number;
  /** What of it the register for the night counted. */
  readonly night: number;
}

export function amountsOf(tariff: Tariff, { kwh, night }: Used, from: string, until: string, has: Has): Amounts {
  const { nightPrice } = tariff;
  const apart = nightPrice === null || has('night-price-ignored') ? 0 : night;
  const round = has('energy-rounded-down') ? Math.floor : halfUp;
  const energy = round((costInBands(tariff.bands, kwh - apart, has) + apart * small(nightPrice ?? 0)) / 100);
  const days = daysBetween(from, until) + (has('standing-charge-day-more') ? 1 : 0);
  const standing = halfUp((days * small(tariff.standingCharge)) / 100);
  const taxed = has('tax-without-standing-charge') ? energy : energy + standing;
  return { energy, standing, tax: halfUp((taxed * tariff.taxPercent * 10) / 1000) };
}

export const totalOf = ({ amounts: { energy, standing, tax } }: Bill): number => energy + standing + tax;
export const paidOf = ({ payments }: Bill): number => payments.reduce((sum, { amount }) => sum + cents(amount), 0);
export const openOf = (bill: Bill): number => (bill.isVoid ? 0 : totalOf(bill) - paidOf(bill));
