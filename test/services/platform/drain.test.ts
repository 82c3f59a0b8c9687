// Tests how octavo-services ends: what /readyz says meanwhile, that requests and streams under way end in order, and what is cut off after the drain
// time.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { apps } from '../../../services/b-microblog/seeds/credentials.ts';
import { createControlClient } from '../../../services/generated/control/index.ts';
import { codeAtExit, endWithProcess } from '../../support/program.ts';

const command = resolve(import.meta.dirname, '../../../services/bin/octavo-services.js');

async function start(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-drain-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [command, 'b-microblog', '--memory', '--port', '0', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  endWithProcess(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  while (!printed.includes('\n')) printed += String((await once(child.stdout, 'data'))[0]);
  const { documents, control } = JSON.parse(printed) as { documents: { url: string }[]; control: { url: string; token: string } };
  const { origin } = new URL(documents[0]?.url ?? '');
  const headers = { authorization: `Bearer ${apps.pro.bearer}` };
  return {
    child,
    control: createControlClient({ baseUrl: control.url, credentials: { token: control.token } }),
    ask: (path: string) => fetch(origin + path, { headers }),
  };
}

/** Begins a request that takes a time, and waits until it has arrived. @returns its answer, in an object so that nothing waits for it */
async function beginSlow({ ask, control }: Awaited<ReturnType<typeof start>>, delay_milliseconds: number) {
  unwrap(await control.addFault({ body: { operation: 'getUserByUsername', delay_milliseconds, count: 1 } }), 201);
  const answer = ask('/2/users/by/username/tidewatch');
  answer.catch(() => {});
  await expect.poll(async () => unwrap(await control.listFaults(), 200).faults).toEqual([]);
  return { answer };
}

test.skipIf(process.platform === 'win32')('SIGTERM lets a slow request and a stream end in order, and /readyz says so before', async () => {
  const running = await start('--drain-delay', '2', '--drain-time', '8');
  const { child, ask } = running;
  const stream = await ask('/2/tweets/firehose/stream?partition=1');
  expect(stream.status).toBe(200);
  const slow = await beginSlow(running, 4_000);
  expect((await ask('/readyz')).status).toBe(200);
  child.kill('SIGTERM');
  const status = async () => ((await (await ask('/readyz')).json()) as { status: string }).status;
  await expect.poll(status, { interval: 20 }).toBe('draining');
  expect((await ask('/readyz')).status).toBe(503);
  // A balancer that has not noticed yet.
  expect((await ask('/2/users/by/username/ines_b')).status).toBe(200);
  const text = await stream.text();
  expect(JSON.parse(text)).toMatchObject({ errors: [{ disconnect_type: 'OperationalDisconnect' }] });
  await expect(ask('/2/users/by/username/ines_b')).rejects.toThrow();
  const answer = await slow.answer;
  expect([answer.status, answer.headers.get('connection'), await answer.json()]).toMatchObject([
    200,
    'close',
    { data: { username: 'tidewatch' } },
  ]);
  expect(await codeAtExit(child)).toBe(143);
});

test.skipIf(process.platform === 'win32')('a request that takes longer than the drain time is cut off', async () => {
  const running = await start('--drain-time', '1');
  const { answer } = await beginSlow(running, 60_000);
  const begin = performance.now();
  running.child.kill('SIGTERM');
  expect(await codeAtExit(running.child)).toBe(143);
  await expect(answer).rejects.toThrow();
  expect(performance.now() - begin).toBeGreaterThan(900);
  expect(performance.now() - begin).toBeLessThan(5_000);
});
