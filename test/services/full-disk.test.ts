// Tests `octavo-services` on a disk that is full: at the start it is one message, and later nothing that was acknowledged is lost.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { smallDisks } from '../support/full-disk.ts';
import { codeAtExit } from '../support/program.ts';

const command = [process.execPath, resolve(import.meta.dirname, '../../services/bin/octavo-services.js'), 'c-controller', '--port', '0'];
/** A seeded key that writes. */
const authorization = `Basic ${Buffer.from('kettle-house:M4shT0n-67C-Harvest').toString('base64')}`;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A whole number that the controller keeps. */
class Value {
  readonly #url: string;

  constructor(base: string) {
    this.#url = `${base}/device/strategy/vars/int32s/BatchNumber`;
  }

  async read(): Promise<number> {
    const response = await fetch(this.#url, { headers: { authorization } });
    return ((await response.json()) as { value: number }).value;
  }

  /** @returns the status */
  async write(value: number): Promise<number> {
    const headers = { authorization, 'content-type': 'application/json' };
    return (await fetch(this.#url, { method: 'POST', headers, body: JSON.stringify({ value }) })).status;
  }
}

/** Starts the command by a command line. */
async function start([program, args]: [string, string[]], cwd: string) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  while (!printed.includes('\n')) {
    const [text] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    printed += String(text);
  }
  const [{ url = '' } = {}] = (JSON.parse(printed) as { documents: { url: string }[] }).documents;
  return { child, value: new Value(url) };
}

describe.each(smallDisks)('$name', ({ says, wrap, fill, free }) => {
  test('at the start is one message', () => {
    const folder = temporaryFolder();
    const [program, args] = wrap(folder, 16, command);
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([3, '', expect.stringMatching(says)]);
    expect(stderr).toMatch(/^octavo-services: Cannot write to \.octavo\/sandbox: .*\n$/);
  });

  test('while it runs refuses what cannot be kept; all that was acknowledged is there, also after a new start', async () => {
    const folder = temporaryFolder();
    const { child, value } = await start(wrap(folder, 65_536, command), folder);
    const pid = child.pid ?? 0;
    const shell = (line: string) => execFileSync('sh', ['-c', line], { stdio: 'ignore' });
    let next = 1_000;
    let acknowledged = 0;
    const write = async () => {
      next += 1;
      const status = await value.write(next);
      if (status === 200) acknowledged = next;
      else expect(status).toBe(503);
      return status;
    };
    expect(await write()).toBe(200);
    shell(fill(pid, folder));
    // A file may have some room left.
    await expect.poll(write, { interval: 1 }).toBe(503);
    for (let count = 0; count < 5; count += 1) await write();
    expect(await value.read()).toBe(acknowledged);
    shell(free(pid, folder));
    await expect.poll(write).toBe(200);
    expect(await write()).toBe(200);
    expect(await value.read()).toBe(acknowledged);
    // Killed, so that nothing is put in order at the end. The copy is taken before, from the disk that ends with the process.
    const copy = temporaryFolder();
    mkdirSync(join(copy, '.octavo'));
    child.kill('SIGSTOP');
    shell(`cp -r /proc/${pid}/cwd/.octavo/. ${copy}/.octavo`);
    child.kill('SIGKILL');
    await codeAtExit(child);
    const [node = '', ...rest] = command;
    const again = await start([node, rest], copy);
    expect(await again.value.read()).toBe(acknowledged);
    again.child.kill('SIGTERM');
    expect(await codeAtExit(again.child)).toBe(143);
  });
});
