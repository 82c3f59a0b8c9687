// What benchmarks of running programs wait for: a moment, a condition, the end of a process.
import type { ChildProcess } from 'node:child_process';

export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

export async function until(done: () => boolean | Promise<boolean>, limit: number): Promise<void> {
  const end = performance.now() + limit;
  while (!(await done())) {
    if (performance.now() > end) throw new Error(`nothing in ${limit / 1000} s`);
    await pause(2);
  }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  await gone;
}
