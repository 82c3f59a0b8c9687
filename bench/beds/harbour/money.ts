// What orders and calls cost, in cents.
import { millisecondsOf } from '../clock.ts';
import type { Ask } from './ask.ts';
import { DAY, HOUR } from './rules.ts';
import { type Order, ordersOf, type Vessel, type VesselType, type Visit } from './store.ts';

const RATES: Readonly<Record<VesselType, number>> = { container: 14, tanker: 18, bulk: 12, ferry: 8, cruise: 10, fishing: 5 };

export const pilotPrice = ({ on }: Ask, { length }: Vessel): number =>
  25_000 + 150 * (on('pilot-price-rounds-metres') ? Math.round(length) : Math.floor(length));

export const tugPrice = (tugs: number, hours: number): number => 40_000 * tugs * hours;

/** The hours of tugs that were done at a time. */
export function hoursTaken({ on }: Ask, from: string, until: string): number {
  const halves = (millisecondsOf(until) - millisecondsOf(from)) / (HOUR / 2);
  return Math.max(1, (on('half-hours-rounded-down') ? Math.floor(halves) : Math.ceil(halves)) / 2);
}

/** What an order costs that is cancelled at a time. */
export function priceOfCancelled({ on }: Ask, { at, price }: Order, cancelledAt: string): number {
  const left = millisecondsOf(at) - millisecondsOf(cancelledAt);
  if (left > 2 * HOUR || (left === 2 * HOUR && !on('two-hours-before-costs'))) return 0;
  return left >= 0 ? price / 2 : price;
}

export interface Line {
  readonly kind: 'tonnage' | 'dangerousGoods' | 'pilotage' | 'towage';
  readonly amount: number;
}

interface Sum {
  readonly days: number;
  readonly lines: readonly Line[];
  readonly total: number;
  readonly paid: number;
  readonly balance: number;
}

function daysOf({ on }: Ask, { arrivedAt, etd, departedAt }: Visit): number {
  const planned = millisecondsOf(etd);
  const end = departedAt === null || on('late-departure-free') ? planned : Math.max(planned, millisecondsOf(departedAt));
  const days = (end - millisecondsOf(arrivedAt ?? etd)) / DAY;
  return Math.max(1, on('begun-day-free') ? Math.floor(days) : Math.ceil(days));
}

function tonnageDues({ on }: Ask, { grossTonnage, type }: Vessel, days: number): number {
  const full = Math.min(days, on('seventh-day-half') ? 6 : 5);
  const aDay = grossTonnage * RATES[type];
  return Math.round(aDay * (full + (days - full) / 2));
}

const sumOf = (orders: readonly Order[], kind: Order['kind']): number =>
  orders.reduce((sum, order) => sum + (order.kind === kind ? order.price : 0), 0);

/** The dues of a call whose vessel has arrived. */
export function duesOf(ask: Ask, visit: Visit, vessel: Vessel): Sum {
  const { port, on } = ask;
  const days = daysOf(ask, visit);
  const tonnage = tonnageDues(ask, vessel, days);
  const orders = ordersOf(port, visit.id);
  const [pilotage, towage] = [sumOf(orders, 'pilot'), sumOf(orders, 'tug')];
  const charged = on('surcharge-on-all') ? tonnage + pilotage + towage : tonnage;
  const all: Line[] = [
    { kind: 'tonnage', amount: tonnage },
    { kind: 'dangerousGoods', amount: visit.goods.length > 0 ? Math.round(charged / 4) : 0 },
    { kind: 'pilotage', amount: pilotage },
    { kind: 'towage', amount: towage },
  ];
  const lines = on('empty-lines-shown') ? all : all.filter(({ amount }) => amount > 0);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const paid = visit.payments.reduce((sum, { amount }) => sum + amount, 0);
  return { days, lines, total, paid, balance: Math.max(0, total - paid) };
}
