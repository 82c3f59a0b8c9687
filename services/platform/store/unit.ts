// Refuses a unit of work inside another: on SQLite, which has one writer, it would wait for itself.

import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ isRunning: boolean }>();

/** @throws {Error} if the caller is part of a unit that is running */
export function assertOutsideUnit(): void {
  if (current.getStore()?.isRunning === true) {
    throw new Error('`store.write` was called inside a unit of work. Use the tables that the unit was given.');
  }
}

export async function runUnit<Given, T>(unit: (given: Given) => Promise<T>, given: Given): Promise<T> {
  const state = { isRunning: true };
  try {
    return await current.run(state, unit, given);
  } finally {
    state.isRunning = false;
  }
}
