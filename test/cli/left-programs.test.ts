// Tests that no program of a test outlives the process of the test, however that ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const support = resolve(import.meta.dirname, '../support/program.ts');
const LASTING = "process.on('SIGINT', () => setTimeout(() => process.exit(), 50)); setInterval(() => {}, 1000); console.log('ready');";

/** The text of a process that starts a program as tests do, prints its number, and ends without stopping it. */
const textOf = (start: string, end: string): string => `
  import { spawn } from 'node:child_process';
  import { endWithProcess, startProgram } from ${JSON.stringify(support)};
  const lasting = ['-e', ${JSON.stringify(LASTING)}];
  ${start}
  child.stdout.once('data', () => { console.log(child.pid); setTimeout(() => { ${end} }, 100); });`;

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(process.platform === 'win32').each([
  ['a program with its group', 'const { child } = startProgram(process.execPath, lasting, { cwd: process.cwd() });', 'process.exit(1)'],
  [
    'a program alone',
    "const child = spawn(process.execPath, lasting); endWithProcess(child, () => child.kill('SIGINT'));",
    'process.exit(1)',
  ],
  [
    'a program of a process that throws',
    'const child = spawn(process.execPath, lasting); endWithProcess(child);',
    "throw new Error('over')",
  ],
])('%s ends with the process that has started it', async (_, start, end) => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', textOf(start, end)], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(line));
  expect(isThere(pid)).toBe(true);
  if (parent.exitCode === null) await once(parent, 'exit');
  await expect.poll(() => isThere(pid), { timeout: 20_000 }).toBe(false);
});
