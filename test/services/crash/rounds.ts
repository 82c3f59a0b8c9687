// Kills a process that writes, again and again, and looks for what it acknowledged.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openStore, type StorePlace } from '../../../services/platform/store/open.ts';
import type { OpenStore } from '../../../services/platform/store/store.ts';
import type { CrashTables } from './tables.ts';

/** What the rounds showed. */
export interface Outcome {
  readonly acknowledged: number;
  /** Rows that were acknowledged and are not there. */
  readonly lost: readonly string[];
  /** Rows of one table without the row of the other that the same unit wrote. */
  readonly half: readonly string[];
}

/** A database, and what is killed together with the process that writes. */
export interface Victim {
  readonly place: StorePlace;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** Milliseconds from the first acknowledged write to the kill, at most. */
const LONGEST = 400;

export async function crash({ place, kill, restart }: Victim, rounds: number): Promise<Outcome> {
  const acknowledged: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    acknowledged.push(...(await writeUntilKilled(place, round, kill)));
    await restart();
  }
  const store = await openStore<CrashTables>(place);
  try {
    return { acknowledged: acknowledged.length, ...(await compare(store, acknowledged)) };
  } finally {
    await store.close();
  }
}

/** Gives what the process has acknowledged. */
async function writeUntilKilled(place: StorePlace, round: number, kill: () => Promise<void>): Promise<readonly string[]> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'writer.ts'), JSON.stringify(place), `${round}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed]);
  if (output === '') throw new Error(`The process ended before it wrote anything:\n${errors}`);
  await setTimeout(Math.random() * LONGEST);
  // The server first, so that the process meets its loss in every state; then at once the process.
  await kill();
  child.kill('SIGKILL');
  await closed;
  // The last line may have been cut.
  return output.split('\n').slice(0, -1);
}

async function compare(store: OpenStore<CrashTables>, acknowledged: readonly string[]): Promise<Pick<Outcome, 'lost' | 'half'>> {
  const entries = new Set((await store.read.selectFrom('x_entries').select('id').execute()).map(({ id }) => id));
  const events = new Set((await store.read.selectFrom('x_events').select('entry').execute()).map(({ entry }) => entry));
  return {
    lost: acknowledged.filter((id) => !entries.has(id)),
    half: [...entries, ...events].filter((id) => !entries.has(id) || !events.has(id)),
  };
}
