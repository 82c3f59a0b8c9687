// What the houses keep, in memory.
import { randomInt } from 'node:crypto';
import { Clock } from '../clock.ts';
import type { Bill, Dish, Employee, Ingredient, Order, Period, Reservation, Room, Table } from './things.ts';
import { notFound } from './wire.ts';

export type HouseName = 'linden' | 'harbourside';

/** The things of one kind, by what they are known by. */
export class Things<T> {
  readonly #known = new Map<string, T>();
  readonly #keyOf: (thing: T) => string;

  constructor(keyOf: (thing: T) => string) {
    this.#keyOf = keyOf;
  }

  all(): T[] {
    return [...this.#known.values()];
  }

  find(key: string): T | undefined {
    return this.#known.get(key);
  }

  require(key: string): T {
    const found = this.#known.get(key);
    if (found === undefined) throw notFound();
    return found;
  }

  put(thing: T): T {
    this.#known.set(this.#keyOf(thing), thing);
    return thing;
  }

  delete(key: string): void {
    this.#known.delete(key);
  }
}

const byId = <T extends { readonly id: string }>(): Things<T> => new Things((thing) => thing.id);

export class House {
  readonly clock = new Clock();
  readonly rooms = byId<Room>();
  readonly tables = byId<Table>();
  readonly dishes = byId<Dish>();
  readonly hours = new Map<string, readonly Period[]>();
  readonly reservations = byId<Reservation>();
  readonly orders = byId<Order>();
  readonly bills = byId<Bill>();
  readonly staff = byId<Employee>();
  readonly ingredients = new Things<Ingredient>((thing) => thing.code);
}

export type Store = Readonly<Record<HouseName, House>>;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const newId = (): string => Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
