// The thread in which checkpoints run: it has a connection of its own, and answers each message with what came of the checkpoint.

import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointMode, CheckpointResult } from './checkpoints.ts';
import { SqliteConnection } from './connection.ts';
import { isDiskFailure } from './errors.ts';

const connection = new SqliteConnection(String(workerData), 'pragma synchronous = full; pragma busy_timeout = 1000');

parentPort?.on('message', (message: CheckpointMode | 'stop') => {
  if (message === 'stop') {
    connection.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(checkpoint(message));
});

function checkpoint(mode: CheckpointMode): CheckpointResult {
  try {
    connection.run(`pragma wal_checkpoint(${mode})`, []);
    return {};
  } catch (error) {
    // A full disk is none: the pages stay in the log, and the next checkpoint tries again.
    return isDiskFailure(error) ? { diskFailed: String(error) } : {};
  }
}
