// The thread of `thread` in `writers.ts`: puts all rows that wait into one transaction, a savepoint each, and waits for the disk.

import { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

interface Message {
  readonly number: number;
  readonly values: [string, string, number, number, string];
}

const { file, insert } = workerData as { file: string; insert: string };
const database = new DatabaseSync(file);
database.exec('pragma journal_mode = wal; pragma synchronous = full');
const [begin, commit, savepoint, release, statement] = ['begin immediate', 'commit', 'savepoint unit', 'release unit', insert].map((text) =>
  database.prepare(text),
);

parentPort?.on('message', (first: Message) => {
  begin?.run();
  const numbers: number[] = [];
  for (let next: Message | undefined = first; next !== undefined; next = receive()) {
    savepoint?.run();
    statement?.run(...next.values);
    release?.run();
    numbers.push(next.number);
  }
  commit?.run();
  parentPort?.postMessage(numbers);
});

function receive(): Message | undefined {
  return parentPort === null ? undefined : (receiveMessageOnPort(parentPort)?.message as Message | undefined);
}
