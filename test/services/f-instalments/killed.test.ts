// Tests idempotency keys whose process is killed before it has answered: the client that repeats its request waits for seconds, and money moves once.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createInstalmentsClient, type InstalmentsClient } from '@octavo/interfaces/f-instalments';
import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { createSandbox } from '../../../services/index.ts';
import { IS_DEEP } from '../../support/effort.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { REDIS } from '../../support/redis.ts';
import { type SandboxProcess, startOnFile, startTwoProcesses } from '../../support/sandbox-process.ts';
import { ARMCHAIR, shopOf } from './shop.ts';

/** The longest delay that control orders, in milliseconds. */
const LONGEST = 60_000;
/** A claim is held for 3 s. A busy machine may be late; one that held it for a minute would fail. */
const SOON = { timeout: 30_000, interval: 250 };

const clientOf = ({ url }: SandboxProcess): InstalmentsClient =>
  createInstalmentsClient({ baseUrl: url('f-instalments'), credentials: { InstalmentsAuth: keys.fernAndOak } });

const refund = (client: InstalmentsClient) =>
  client.createRefund({ body: { payment_id: ARMCHAIR, amount: 100 }, header: { 'Idempotency-Key': 'k' } });

/** Sends a refund that has its key and is not done yet, and kills its process. */
async function killDuringRefund(process: SandboxProcess): Promise<void> {
  const { control, program } = process;
  unwrap(await control.addFault({ body: { operation: 'createRefund', delay_milliseconds: LONGEST, count: 1 } }), 201);
  const lost = refund(clientOf(process)).catch(() => {});
  await expect.poll(async () => unwrap(await control.listFaults(), 200).faults).toEqual([]);
  program.child.kill('SIGKILL');
  await program.outcome;
  await lost;
}

async function expectOneRefund(client: InstalmentsClient): Promise<void> {
  await expect.poll(async () => (await refund(client)).status, SOON).toBe(200);
  const again = unwrap(await refund(client), 200);
  const { refunds } = unwrap(await client.getPayment({ path: { id: ARMCHAIR } }), 200);
  // The seeds have one.
  expect(refunds?.map(({ id }) => id).filter((id) => id === again.id)).toHaveLength(1);
  expect(refunds).toHaveLength(2);
}

test.runIf(IS_DEEP && POSTGRES && REDIS)('a refund whose process was killed is done once by another process', async () => {
  const { processes, end } = await startTwoProcesses(['f-instalments']);
  onTestFinished(end);
  const [left, right] = processes;
  await killDuringRefund(left);
  await expectOneRefund(clientOf(right));
});

test('a refund whose process was killed is done once when it has started again on its file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await killDuringRefund(await startOnFile(['f-instalments'], folder));
  const restarted = await startOnFile(['f-instalments'], folder);
  onTestFinished(() => restarted.program.stop().then(() => {}));
  await expectOneRefund(clientOf(restarted));
});

test('a key is held for as long as its process works, also where that is longer than a claim', async () => {
  const sandbox = await createSandbox({ services: ['f-instalments'], at: 'story' });
  onTestFinished(() => sandbox.close());
  const { client, read } = shopOf(sandbox);
  sandbox.faults.add({ operation: 'createRefund', count: 1, delayMilliseconds: 4_500 });
  const began = performance.now();
  const first = refund(client);
  await expect.poll(() => sandbox.faults.list()).toEqual([]);
  while ((await refund(client)).status === 409) await setTimeout(200);
  expect(performance.now() - began).toBeGreaterThan(4_400);
  expect((await first).status).toBe(200);
  expect((await read(ARMCHAIR)).refunds).toHaveLength(2);
});
