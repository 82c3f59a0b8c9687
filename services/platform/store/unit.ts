// Keeps units of work apart: which code runs inside one, and until when its tables may be used.

import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreUnavailable } from './store.ts';

interface Unit {
  /** The store whose unit this is. */
  readonly owner: object;
  isRunning: boolean;
  readonly outer: Unit | undefined;
}

const current = new AsyncLocalStorage<Unit>();

/** The unit of a store that the caller is part of, if it still runs. */
function unitOf(owner: object): Unit | undefined {
  let unit = current.getStore();
  while (unit !== undefined && unit.owner !== owner) unit = unit.outer;
  return unit?.isRunning === true ? unit : undefined;
}

/** @throws {Error} if the caller is part of a unit of this store: on SQLite, which has one writer, a unit inside it would wait for itself */
export function assertOutsideUnit(owner: object): void {
  if (unitOf(owner) !== undefined) {
    throw new Error('`store.write` was called inside a unit of work. Use the tables that the unit was given.');
  }
}

/** @throws {Error} if the caller is not part of a unit of this store that still runs */
export function assertInsideUnit(owner: object): void {
  if (unitOf(owner) === undefined) {
    throw new Error('A query ran on the tables of a unit of work that has ended. A unit awaits all of its queries.');
  }
}

/** Milliseconds after which a unit is ended, so that one which never ends does not hold up all others. */
const LONGEST = 30_000;

/** @throws {StoreUnavailable} if the unit takes too long; its tables are then of no use any more */
export async function runUnit<Given, T>(
  owner: object,
  unit: (given: Given) => Promise<T>,
  given: Given,
  longest: number = LONGEST,
): Promise<T> {
  const state: Unit = { owner, isRunning: true, outer: current.getStore() };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StoreUnavailable(`The store is not available: a unit of work took more than ${longest / 1000} s, and was rolled back.`));
    }, longest);
  });
  try {
    return await Promise.race([current.run(state, unit, given), late]);
  } finally {
    clearTimeout(timer);
    state.isRunning = false;
  }
}
