// What the callers of each service do, and what they need for it.

import { randomInt } from 'node:crypto';
import type { Fetch } from '@octavo/runtime';
import type { ServiceName } from '../../../services/index.ts';
import { Cut, isCausedBy } from './calls.ts';
import type { Receiver } from './receiver.ts';

export interface World {
  /** Where a document is served. */
  url(document: string): string;
  /** A `fetch` that counts for a service. */
  fetch(service: ServiceName): Fetch;
  /** Runs an action of control, at a process that is never killed. */
  act(service: ServiceName, action: string, input?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  readonly receiver: Receiver;
  /** Whether a process was killed between two moments. */
  wasKilledBetween(from: number, to: number): boolean;
  /** Callers of each service. */
  readonly callers: number;
}

export interface Worker {
  readonly service: ServiceName;
  /** One thing that a caller does, by one request or a few. @param caller from 0; what a caller does, it does one after another */
  act(caller: number): Promise<unknown>;
  /** How many changes were acknowledged, by their names. */
  acknowledged(): Readonly<Record<string, number>>;
  /** What has not arrived yet although the service has acknowledged what causes it, such as webhooks; empty: nothing. Asked again for a while. */
  missing(): readonly string[];
  /** Compares the ledger with what the service answers. @returns a sentence for each difference */
  compare(): Promise<readonly string[]>;
  /** Leaves streams and sockets. */
  leave?(): Promise<void>;
}

/** Counts what was acknowledged, by name. */
export class Counts {
  readonly #counts: Record<string, number> = {};

  add(name: string, count = 1): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + count;
  }

  all(): Readonly<Record<string, number>> {
    return this.#counts;
  }
}

/** What a request gives; something else where a kill has cut it, so that it is unknown whether it was done. */
export async function unlessCutOr<Result, Other>(request: () => Promise<Result>, other: Other): Promise<Result | Other> {
  try {
    return await request();
  } catch (error) {
    if (isCausedBy(error, Cut)) return other;
    throw error;
  }
}

export function oneOf<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

/** Does something for each item, some at a time. */
export async function each<Item>(items: Iterable<Item>, act: (item: Item) => Promise<unknown>, atOnce = 8): Promise<void> {
  const left = items[Symbol.iterator]();
  const work = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) await act(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** A text of which there is one, in this run and in all others. */
export function unique(prefix: string): string {
  texts += 1;
  return `${prefix}${RUN}x${texts.toString(36)}`;
}

const RUN = randomInt(36 ** 5, 36 ** 6).toString(36);
let texts = 0;
