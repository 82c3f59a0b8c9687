// Runs a program until it is killed with SIGKILL, and keeps the lines that it has printed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { endWithProcess } from '../../support/program.ts';
import type { Victim } from './victims.ts';

/** Milliseconds in which the first line must come. */
const PATIENCE = 120_000;

interface Doomed {
  /** A program that prints a line for each thing that was acknowledged, and does not end by itself. */
  readonly file: string;
  readonly args: readonly string[];
  /** Milliseconds from the first line to the kill, at most. */
  readonly longest: number;
  /** Kills what is to die together with the process. */
  readonly kill: Victim['kill'];
}

export async function linesUntilKilled({ file, args, longest, kill }: Doomed): Promise<readonly string[]> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  endWithProcess(child);
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const closed = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), closed, setTimeout(PATIENCE, undefined, { ref: false })]);
  if (output === '') {
    child.kill('SIGKILL');
    throw new Error(`The process wrote nothing:\n${errors}`);
  }
  await setTimeout(Math.random() * longest);
  // The server first, so that the process meets its loss in every state; then at once the process.
  await kill();
  child.kill('SIGKILL');
  await closed;
  // The last line may have been cut.
  return output.split('\n').slice(0, -1);
}
