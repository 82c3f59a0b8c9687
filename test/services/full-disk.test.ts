// Tests `octavo-services` on a disk that is full: at the start it is one message, and later nothing that was acknowledged is lost.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createIdentityClient } from '@octavo/interfaces/a-identity';
import { createEventsClient } from '@octavo/interfaces/d-events';
import { createSchedulingClient } from '@octavo/interfaces/e-scheduling';
import { createInstalmentsClient } from '@octavo/interfaces/f-instalments';
import { createEmailClient } from '@octavo/interfaces/h-email';
import { UnexpectedResponseError, unwrap } from '@octavo/runtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { apps } from '../../services/d-events/seed.ts';
import { tokens } from '../../services/e-scheduling/seed.ts';
import { keys } from '../../services/f-instalments/seeds/seed.ts';
import { createControlClient } from '../../services/generated/control/index.ts';
import { keys as emailKeys } from '../../services/h-email/seed.ts';
import { IS_DEEP, sampleOf } from '../support/effort.ts';
import { smallDisks } from '../support/full-disk.ts';
import { codeAtExit, endWithProcess } from '../support/program.ts';

const command = [process.execPath, resolve(import.meta.dirname, '../../services/bin/octavo-services.js'), 'c-controller', '--port', '0'];
const commandOfAll = command.filter((word) => word !== 'c-controller');
const LESSON = 'https://scheduling.example.com/api/v2/event_types/LFEHBADGCHFBEGDA';
const USER = '104810523906117422953';
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

interface Printed {
  readonly documents: readonly { readonly name: string; readonly url: string }[];
  readonly control: { readonly url: string; readonly token: string };
}

/** Starts the command by a command line. */
async function start(line: [string, string[]], cwd: string) {
  const { child, printed } = await startProcess(line, cwd);
  return { child, value: new Value(printed.documents[0]?.url ?? '') };
}

async function startProcess([program, args]: [string, string[]], cwd: string) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  endWithProcess(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  while (!printed.includes('\n')) {
    const [text] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    printed += String(text);
  }
  return { child, printed: JSON.parse(printed) as Printed };
}

/** Something that a service keeps: how it is written, and whether it is there. */
interface Kept {
  /** @returns the status of the answer */
  write(count: number): Promise<number>;
  isThere(count: number): Promise<boolean>;
}

/** One of each service. */
function keptBy({ documents, control: { url, token } }: Printed): Readonly<Record<string, Kept>> {
  const at = (name: string) => ({ baseUrl: documents.find((document) => document.name === name)?.url ?? '' });
  const control = createControlClient({ baseUrl: url, credentials: { token } });
  const identity = createIdentityClient({ ...at('a-identity'), credentials: {} });
  const events = createEventsClient({ ...at('d-events'), credentials: { signedQuery: apps.stadium } });
  const scheduling = createSchedulingClient({ ...at('e-scheduling'), credentials: { personalToken: tokens.owner } });
  const instalments = createInstalmentsClient({ ...at('f-instalments'), credentials: { InstalmentsAuth: keys.fernAndOak } });
  const email = createEmailClient({ ...at('h-email'), credentials: { apiKey: emailKeys.starter } });
  const value = new Value(at('c-controller').baseUrl);
  const made = new Map<string, string>();
  const keep = (name: string, count: number, id: string) => made.set(`${name} ${count}`, id);
  const idOf = (name: string, count: number) => made.get(`${name} ${count}`) ?? '';
  const channel = { app_id: apps.stadium.id, channel_name: 'cache-disk' };
  const search = { query: { domain: 'brightloaf.example' } };
  const used = async () => unwrap(await email.getAccount({}), 200).data.requests.credits.used;
  return {
    'a-identity': {
      async write(count) {
        const answer = await control.runAction({ path: { service: 'a-identity', action: 'mint-access-token' }, body: { user: USER } });
        if (answer.status === 200) keep('token', count, String(answer.body.result.access_token));
        return answer.status;
      },
      isThere: async (count) => (await identity.introspectToken({ query: { access_token: idOf('token', count) } })).status === 200,
    },
    'c-controller': { write: (count) => value.write(count), isThere: async (count) => (await value.read()) === count },
    'd-events': {
      write: async (count) =>
        (await events.triggerEvent({ path: { app_id: apps.stadium.id }, body: { name: 'n', channel: 'cache-disk', data: `${count}` } }))
          .status,
      isThere: async (count) =>
        unwrap(await events.getChannel({ path: channel, query: { info: ['cache'] } }), 200).cache?.data === `${count}`,
    },
    'e-scheduling': {
      async write(count) {
        const answer = await scheduling.createSchedulingLink({ body: { owner: LESSON, owner_type: 'EventType' } });
        if (answer.status === 201) keep('link', count, answer.body.resource.booking_url);
        return answer.status === 201 ? 200 : answer.status;
      },
      isThere: async (count) => (await fetch(`${at('e-scheduling').baseUrl}${new URL(idOf('link', count)).pathname}`)).status === 200,
    },
    'f-instalments': {
      async write(count) {
        const payment = { purchase_amount: 20_000, installments_count: 3, return_url: 'https://shop.example/done' };
        const answer = await instalments.createPayment({ body: { payment } });
        if (answer.status === 200) keep('payment', count, answer.body.id);
        return answer.status;
      },
      isThere: async (count) => (await instalments.getPayment({ path: { id: idOf('payment', count) } })).status === 200,
    },
    'h-email': {
      async write(count) {
        const before = await used();
        const { status } = await email.searchDomain(search);
        if (status === 200) keep('credits', count, `${before + 1}`);
        return status;
      },
      isThere: async (count) => (await used()) === Number(idOf('credits', count)),
    },
  };
}

describe.each(sampleOf(smallDisks, 1))('$name', ({ says, wrap, fill, free }) => {
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

  test.runIf(IS_DEEP)(
    'each of the six services refuses with 503, loses nothing, and goes on when there is room',
    { timeout: 120_000 },
    async () => {
      const folder = temporaryFolder();
      const { child, printed } = await startProcess(wrap(folder, 65_536, commandOfAll), folder);
      const pid = child.pid ?? 0;
      const shell = (line: string) => execFileSync('sh', ['-c', line], { stdio: 'ignore' });
      const kept = Object.entries(keptBy(printed));
      let next = 2_000;
      const last = new Map<string, number>();
      const write = async (name: string, one: Kept) => {
        next += 1;
        const count = next;
        const status = await one.write(count).catch((error: unknown) => {
          // Not all documents declare 503: that a database is gone is no part of what the service does.
          if (error instanceof UnexpectedResponseError) return error.status;
          throw error;
        });
        if (status === 200) last.set(name, count);
        return status;
      };
      const lost = async () => {
        const found: string[] = [];
        for (const [name, one] of kept) if (!(await one.isThere(last.get(name) ?? 0))) found.push(name);
        return found;
      };
      for (const [name, one] of kept) expect([name, await write(name, one)]).toEqual([name, 200]);
      shell(fill(pid, folder));
      for (const [name, one] of kept) await expect.poll(() => write(name, one), { interval: 100, message: name }).toBe(503);
      for (const [name, one] of kept) expect([name, await write(name, one)]).toEqual([name, 503]);
      expect(await lost()).toEqual([]);
      shell(free(pid, folder));
      for (const [name, one] of kept) await expect.poll(() => write(name, one), { interval: 100, message: name }).toBe(200);
      expect(await lost()).toEqual([]);
      child.kill('SIGKILL');
      await codeAtExit(child);
    },
  );
});
