// Keeps SQLite's write-ahead log on disk: commits are made without waiting for it, and answered after one `fdatasync` for all of them.

import { close, closeSync, fdatasync, fstatSync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { StoreUnavailable } from '../store.ts';
import { type CheckpointThread, startCheckpoints } from './checkpoints.ts';
import type { Durability } from './writer.ts';

/** Bytes of the log after which its pages are moved to the database file. */
const CHECKPOINT_BYTES = 8 * 2 ** 20;

export type Sync = (descriptor: number) => Promise<void>;

/**
 * The log of a database. It exists as long as a connection is open, so its descriptor stays valid.
 * The database must have `synchronous = normal`: SQLite then writes the log at a commit without waiting for the disk, but still waits for
 * it where order matters, before and after a checkpoint and when the log begins anew.
 */
export class WriteAheadLog implements Durability {
  readonly #descriptor: number;
  readonly #sync: Sync;
  readonly #checkpoints: CheckpointThread;
  #running: Promise<unknown> = Promise.resolve();
  #waiting: Promise<void> | undefined;
  /** Why no commit can become durable any more. */
  #failure: StoreUnavailable | undefined;
  /** Ends when pages have been moved to the database file while units go on. */
  #moving: Promise<void> | undefined;
  #hasMoved = false;
  #nextCheckpoint = CHECKPOINT_BYTES;

  /** @param file Path of the database, which has a log. */
  constructor(file: string, sync: Sync = promisify(fdatasync)) {
    this.#descriptor = openSync(`${file}-wal`, 'r+');
    this.#sync = sync;
    this.#checkpoints = startCheckpoints(file);
    syncFolder(path.dirname(file));
  }

  sync(): Promise<void> {
    // Commits that come while a sync runs may be too late for it. They share the next one.
    this.#waiting ??= this.#afterRunning();
    return this.#waiting;
  }

  async #afterRunning(): Promise<void> {
    await this.#running;
    this.#waiting = undefined;
    const run = this.#syncNow();
    this.#running = run.catch(() => {});
    await run;
  }

  async #syncNow(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      await this.#sync(this.#descriptor);
    } catch (error) {
      throw this.#fail(error);
    }
    // A checkpoint may have found the disk broken in the meantime.
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * After a failed sync the system may drop what it could not write, and report success the next time. So nothing is acknowledged any more
   * until the database has been opened again, which reads what is really on disk.
   */
  #fail(cause: unknown): StoreUnavailable {
    this.#failure ??= new StoreUnavailable(
      'The store takes no more writes: the disk failed to keep one. Reads go on. Check the disk, and start again.',
      { cause },
    );
    return this.#failure;
  }

  /**
   * Moves pages of a long log to the database file, in another thread: most of them while units go on, the rest while they wait. Only then
   * can the log be made short again, which never happens otherwise while writes go on.
   */
  async betweenTransactions(): Promise<void> {
    if (this.#failure !== undefined) return;
    const bytes = fstatSync(this.#descriptor).size;
    if (this.#moving === undefined) {
      if (bytes < this.#nextCheckpoint) return;
      this.#moving = this.#checkpoint('passive').then(() => {
        this.#hasMoved = true;
      });
    }
    // The disk is slower than the units, which wait for it from here on.
    if (bytes >= this.#nextCheckpoint + CHECKPOINT_BYTES) await this.#moving;
    if (!this.#hasMoved) return;
    this.#moving = undefined;
    this.#hasMoved = false;
    await this.sync().catch(() => {});
    await this.#checkpoint('truncate');
    // A reader may hold on to the log. Then the next attempt comes when it has grown as much again.
    this.#nextCheckpoint = fstatSync(this.#descriptor).size + CHECKPOINT_BYTES;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  async #checkpoint(mode: 'passive' | 'truncate'): Promise<void> {
    const { diskFailed } = await this.#checkpoints.run(mode);
    if (diskFailed !== undefined) this.#fail(diskFailed);
  }

  /** Waits for what runs. */
  async close(): Promise<void> {
    await this.#running;
    await this.#checkpoints.stop();
    await promisify(close)(this.#descriptor);
  }
}

/** Puts the names of new files on disk. */
function syncFolder(folder: string): void {
  // Windows has no such call, and its file systems journal names.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** For rows that live as long as the process. */
export const nothingToSync: Durability = { sync: async () => {}, betweenTransactions: async () => {} };
