// Runs something once the unit of work that asked for it has been committed.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Store } from '../store/store.ts';

const current = new AsyncLocalStorage<Set<() => void>>();

/** A store whose units can call `afterCommit`. */
export function withAfterCommit<Tables>(store: Store<Tables>): Store<Tables> {
  return {
    read: store.read,
    async write<T>(unit: (tables: Kysely<Tables>) => Promise<T>, inTurn?: keyof Tables & string): Promise<T> {
      const acts = new Set<() => void>();
      const result = await store.write((tables) => {
        // The unit may run again after a conflict.
        acts.clear();
        return current.run(acts, unit, tables);
      }, inTurn);
      for (const act of acts) act();
      return result;
    },
  };
}

/** Calls `act` once after the commit of the unit of work that runs; never if it is rolled back, or on a store without `withAfterCommit`. */
export function afterCommit(act: () => void): void {
  current.getStore()?.add(act);
}
