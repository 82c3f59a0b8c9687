// Tells the operator what a process has to say on stderr: in words, or as lines of the log.

import type { Watcher } from '../requests/watch.ts';
import type { LogLevel } from './levels.ts';

export interface Operator {
  /** Something that works otherwise than was meant. */
  warn(line: string): void;
  /** Why the process ends. Resolves when it is written. */
  fail(command: string, message: string): Promise<void>;
  /** The process is ready. `words`: the same for people, with credentials. */
  ready(facts: object, words: string): void;
  /** Writes a line for each request. Absent where the operator reads words. */
  readonly watcher?: Watcher;
}

export const inWords: Operator = {
  warn: (line) => void process.stderr.write(`${line}\n`),
  fail: (command, message) => new Promise((resolve) => void process.stderr.write(`${command}: ${message}\n`, () => resolve())),
  ready: (_facts, words) => void process.stderr.write(words),
};

export async function operatorAt(level: LogLevel): Promise<Operator> {
  if (level === 'silent') return inWords;
  const { createLog } = await import('./log.ts');
  const log = createLog(level);
  return {
    warn: (line) => log.warn(line),
    async fail(_command, message) {
      log.error(message);
    },
    ready: (facts) => log.info('ready', facts),
    watcher: log,
  };
}
