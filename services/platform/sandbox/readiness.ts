// Finds out whether this process can do its work now: whether it reaches what it needs, and the store has the tables of this release.

import { within } from '../redis.ts';
import { compareMigrations, type Differences } from '../store/migrate.ts';
import { type Part, type Store, StoreUnavailable } from '../store/store.ts';

/** Something that requests need. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Why it is not there. */
  readonly reason?: string;
  /** What the operator should know where it is there. */
  readonly note?: string;
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
    return [
      { name: 'store', ok: true },
      { name, ...judge(await within(PATIENCE, compareMigrations(store.read, parts))) },
    ];
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

/** A process goes on where a newer release has only added to the tables, until it is replaced. */
function judge({ lacking, newer, removed }: Differences): Omit<Check, 'name'> {
  if (lacking.length > 0) return { ok: false, reason: `The store lacks ${lacking.join(', ')}.` };
  if (removed.length > 0)
    return { ok: false, reason: `A newer release has removed what this one may use: ${removed.join(', ')}. Start that release.` };
  if (newer.length > 0)
    return { ok: true, note: `A newer release has added ${newer.join(', ')}. Start that release in place of this one.` };
  return { ok: true };
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
