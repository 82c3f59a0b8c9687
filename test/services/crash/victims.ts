// The databases of the crash tests, and what is killed together with the process that writes to them.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { startPostgres } from '../../support/postgres.ts';

export interface Victim {
  readonly place: StorePlace;
  /** Milliseconds that a writer needs until its connections are open. */
  readonly opening: number;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

const nothing = async (): Promise<void> => {};

/** A SQLite file, which has no server to kill. It is removed in the end. */
export async function onFile<Result>(act: (victim: Victim) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-crash-'));
  try {
    return await act({ place: { file: path.join(folder, 'sandbox.sqlite') }, opening: 0, kill: nothing, restart: nothing });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** PostgreSQL, all of whose processes are killed too. */
export async function onPostgres<Result>(act: (victim: Victim) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres();
  try {
    const place = { postgres: await postgres.newDatabase() };
    return await act({ place, opening: 1_500, kill: () => postgres.kill(), restart: () => postgres.restart() });
  } finally {
    await postgres.stop();
  }
}
