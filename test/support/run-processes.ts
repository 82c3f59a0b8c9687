// Ends at the end of a run the servers that its test files share.
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { isOwnRun, runFolder } from './once-per-run.ts';

/** A process that the run ends by this signal. */
interface RunProcess {
  readonly pid: number;
  readonly signal: NodeJS.Signals;
}

const listOf = (folder: string): string => join(folder, 'processes.jsonl');

/** Has the run end this process by a signal. The process that started it need not stay for it. */
export function endWithRun(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  const started: RunProcess = { pid: child.pid, signal };
  appendFileSync(listOf(runFolder()), `${JSON.stringify(started)}\n`);
  child.unref();
  for (const pipe of child.stdio) if (pipe instanceof Socket) pipe.unref();
  // A program that a test has started ends before the test files that share the server with it.
  if (isOwnRun()) process.once('exit', () => end(started));
}

/** Ends what the run with this folder has started. */
export function endProcesses(folder: string): void {
  const list = listOf(folder);
  if (!existsSync(list)) return;
  for (const line of readFileSync(list, 'utf8').trim().split('\n')) end(JSON.parse(line) as RunProcess);
}

function end({ pid, signal }: RunProcess): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
