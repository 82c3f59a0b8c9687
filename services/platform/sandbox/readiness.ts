// Finds out whether this process can do its work now: whether it reaches what it needs, and the store has the tables of this release.

import { within } from '../redis.ts';
import { pendingMigrations } from '../store/migrate.ts';
import { type Part, type Store, StoreUnavailable } from '../store/store.ts';

/** Something that requests need. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Why it is not there. */
  readonly reason?: string;
}

interface Needed {
  readonly store: Pick<Store<unknown>, 'read'>;
  readonly parts: readonly Part[];
  /** Resolves when Redis answers. Absent where there is none. */
  readonly pingRedis?: (() => Promise<unknown>) | undefined;
}

/** Milliseconds. Whoever asks gives up a little later. */
const PATIENCE = 2_000;

/** @returns checks; those who ask while it looks get the same answer, so that they do not use up the connections to a store that is silent */
export function createReadiness(needed: Needed): () => Promise<readonly Check[]> {
  let running: Promise<readonly Check[]> | undefined;
  return () => {
    running ??= look(needed).finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function look({ store, parts, pingRedis }: Needed): Promise<readonly Check[]> {
  const [rows, redis] = await Promise.all([
    lookAtStore(store, parts),
    pingRedis === undefined ? [] : [reached('redis', within(PATIENCE, pingRedis()))],
  ]);
  return [...rows, ...(await Promise.all(redis))];
}

async function lookAtStore(store: Needed['store'], parts: readonly Part[]): Promise<readonly Check[]> {
  const name = 'migrations';
  try {
    const pending = await within(PATIENCE, pendingMigrations(store.read, parts));
    const reason = `The store lacks ${pending.join(', ')}.`;
    return [{ name: 'store', ok: true }, pending.length === 0 ? { name, ok: true } : { name, ok: false, reason }];
  } catch (error) {
    const reason = messageOf(error);
    const isReached = !(error instanceof StoreUnavailable) && !reason.startsWith('no answer');
    if (isReached)
      return [
        { name: 'store', ok: true },
        { name, ok: false, reason },
      ];
    return [
      { name: 'store', ok: false, reason },
      { name, ok: false, reason: 'The store does not say which it has.' },
    ];
  }
}

async function reached(name: string, answer: Promise<unknown>): Promise<Check> {
  try {
    await answer;
    return { name, ok: true };
  } catch (error) {
    return { name, ok: false, reason: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
