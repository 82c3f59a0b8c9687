// What the rentals keep in memory, for each company.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Customer, Depot, Invoice, Job, Machine, Model, PriceList, Reservation } from './things.ts';

/** What one company has. Maps keep the order of creation. */
export class Company {
  readonly depots = new Map<string, Depot>();
  readonly models = new Map<string, Model>();
  readonly machines = new Map<string, Machine>();
  readonly priceLists = new Map<string, PriceList>();
  readonly customers = new Map<string, Customer>();
  readonly reservations = new Map<string, Reservation>();
  readonly jobs = new Map<string, Job>();
  readonly invoices = new Map<string, Invoice>();
}

const FIRST = { D: 100, T: 100, M: 1000, J: 100, P: 100, C: 1000, R: 10_000, I: 10_000 };

/** All companies. They share a clock and the numbers of things. */
export class Store extends Clock {
  readonly north = new Company();
  readonly south = new Company();
  readonly #last = { ...FIRST };

  /** The next number of a kind of thing. */
  number(letter: keyof typeof FIRST): string {
    this.#last[letter] += 1;
    return `${letter}${this.#last[letter]}`;
  }

  keyBoxCode(): string {
    return String(randomInt(10_000_000, 100_000_000));
  }

  /** Finds a thing in any company, as a service does that forgets whose it is. */
  anywhere<T>(mapOf: (company: Company) => ReadonlyMap<string, T>, number: string): T | undefined {
    return mapOf(this.north).get(number) ?? mapOf(this.south).get(number);
  }
}
