// Tests which process ends the servers that test files share: the run, and not a program that a test of the run has started.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { endProcesses } from '../support/run-processes.ts';

const PROGRAM = `
  import { spawn } from 'node:child_process';
  import { endWithRun } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../support/run-processes.ts')).href)};
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
  endWithRun(child, 'SIGKILL');
  console.log(child.pid);
`;

/** Runs a program that starts a server and ends. Gives the identifier of the server's process. */
function started(runFolder: string | undefined): number {
  const env = { ...process.env };
  delete env.OCTAVO_RUN_FOLDER;
  if (runFolder !== undefined) env.OCTAVO_RUN_FOLDER = runFolder;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { env, encoding: 'utf8' }));
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a server that a program of a run starts ends with the run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-run-processes-'));
  const pid = started(folder);
  expect(runs(pid)).toBe(true);
  endProcesses(folder);
  rmSync(folder, { recursive: true });
  await expect.poll(() => runs(pid)).toBe(false);
});

test('a server that a program alone starts ends with the program', async () => {
  const pid = started(undefined);
  await expect.poll(() => runs(pid)).toBe(false);
});
