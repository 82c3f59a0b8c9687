// Starts servers that report their processor time, for benchmarks of services.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { start, until } from '../processes.ts';

/** Starts a program that reports its processor time, and gives its first line. */
export async function launch(args: readonly string[], line: RegExp, cwd: string): Promise<{ child: ChildProcess; line: string }> {
  const child = start(['--import', join(import.meta.dirname, 'report-cpu.ts'), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until(() => line.test(output), child);
  return { child, line: line.exec(output)?.[0] ?? '' };
}

/** Microseconds of processor time that it has used so far. */
export async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('cpu');
  const [microseconds] = (await answer) as [number];
  return microseconds;
}
