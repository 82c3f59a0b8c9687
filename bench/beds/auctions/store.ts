// What the auctions keep in memory, for each house.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Reply } from '../http.ts';
import type { Bidder, Consignor, Invoice, Job, Lot, Sale } from './things.ts';

/** What one house has. Maps keep the order of creation. */
export class House {
  readonly sales = new Map<number, Sale>();
  readonly lots = new Map<number, Lot>();
  readonly consignors = new Map<number, Consignor>();
  readonly bidders = new Map<number, Bidder>();
  readonly invoices = new Map<number, Invoice>();
  readonly jobs = new Map<number, Job>();
  /** Answers that are given again, by operation and key. */
  readonly replays = new Map<string, { readonly request: string; readonly reply: Reply }>();

  lotsOf(saleId: number): Lot[] {
    return [...this.lots.values()].filter((lot) => lot.saleId === saleId);
  }
}

/** The first digit of the ids of each kind. */
const KINDS = { sale: 1, lot: 2, consignor: 3, bidder: 4, bid: 5, invoice: 6, job: 7, payment: 8 };

/** The check digit by the algorithm of Luhn. */
function checkDigit(digits: string): number {
  const values = [...digits].toReversed().map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1));
  return (10 - (values.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10)) % 10;
}

/** All houses. They share a clock and the ids. */
export class Store extends Clock {
  readonly alder = new House();
  readonly birch = new House();
  readonly #last = new Map<string, number>();

  id(kind: keyof typeof KINDS): number {
    const count = (this.#last.get(kind) ?? 0) + 1;
    this.#last.set(kind, count);
    const digits = String(KINDS[kind] * 100_000 + count);
    return Number(digits + checkDigit(digits));
  }

  pin(): string {
    return String(randomInt(1_000_000)).padStart(6, '0');
  }

  today(): string {
    return new Date().toISOString().slice(0, 10);
  }

  /** Finds a thing in any house, as a service does that forgets whose it is. */
  anywhere<T>(mapOf: (house: House) => ReadonlyMap<number, T>, id: number): T | undefined {
    return mapOf(this.alder).get(id) ?? mapOf(this.birch).get(id);
  }
}
