// Runs checkpoints of a SQLite database in a thread, since they wait for the disk.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

export type CheckpointMode = 'passive' | 'truncate';

export interface CheckpointResult {
  /** Says how writing to the disk failed. Absent where it worked, or where the checkpoint has to be tried again later. */
  readonly diskFailed?: string;
}

export interface CheckpointThread {
  run(mode: CheckpointMode): Promise<CheckpointResult>;
  /** Waits for the checkpoint that runs. */
  stop(): Promise<void>;
}

/** @param file Path of a database that this process has open. The thread starts with the first checkpoint. */
export function startCheckpoints(file: string): CheckpointThread {
  let thread: Worker | undefined;
  let running: Promise<CheckpointResult> = Promise.resolve({});
  const start = (): Worker => {
    const typescript = new URL('./checkpoint-thread.ts', import.meta.url);
    const started = new Worker(existsSync(typescript) ? typescript : new URL('./checkpoint-thread.js', import.meta.url), {
      workerData: file,
    });
    return started;
  };
  const ask = (mode: CheckpointMode): Promise<CheckpointResult> =>
    new Promise((resolve) => {
      thread ??= start();
      const asked = thread;
      const end = (result: CheckpointResult): void => {
        asked.off('message', end).off('error', failed);
        // A thread without work does not keep the process from ending.
        asked.unref();
        resolve(result);
      };
      // The thread has ended, for want of memory for example. The next checkpoint starts another.
      const failed = (): void => {
        thread = undefined;
        end({});
      };
      asked.ref();
      asked.on('message', end).on('error', failed);
      asked.postMessage(mode);
    });
  return {
    run: (mode) => {
      running = running.then(() => ask(mode));
      return running;
    },
    async stop() {
      await running;
      // The thread closes its connection, which `terminate` would leave open.
      const ended = thread;
      if (ended === undefined) return;
      thread = undefined;
      ended.ref();
      const exit = new Promise((resolve) => ended.once('exit', resolve));
      ended.postMessage('stop');
      await exit;
    },
  };
}
