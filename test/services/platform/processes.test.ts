// Tests sandboxes that share a PostgreSQL, as those of several processes do.

import { createEmailClient } from '@octavo/interfaces/h-email';
import { unwrap } from '@octavo/runtime';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openSandbox, type Sandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { REDIS } from '../../support/redis.ts';
import { type SharedPostgres, sharePostgres, shareRedis } from '../../support/shared-servers.ts';
import { TINY_KEY, tinyService } from '../../support/tiny-service.ts';

describe.skipIf(!POSTGRES || !REDIS)('processes on one PostgreSQL', () => {
  let postgres: SharedPostgres;
  let redis: string;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([sharePostgres(), shareRedis()]);
  });
  afterAll(() => postgres.stop());

  async function join(database: string, url: string | undefined): Promise<Sandbox> {
    const sandbox = await openSandbox([tinyService()], { store: { postgres: database }, ...(url === undefined ? {} : { redis: url }) });
    onTestFinished(() => sandbox.close());
    return sandbox;
  }

  async function readsOf(sandbox: Sandbox): Promise<number> {
    const client = createEmailClient({ fetch: sandbox.fetch('h-email'), credentials: { apiKey: TINY_KEY } });
    return unwrap(await client.getAccount({}), 200).data.requests.credits.used;
  }

  test('share rows, the clock and resets, and seed only once', async () => {
    const database = await postgres.newDatabase();
    const [left, right] = await Promise.all([join(database, redis), join(database, redis)]);
    expect(await readsOf(left)).toBe(1);
    expect(await readsOf(right)).toBe(2);
    await left.clock.freeze(0);
    await expect.poll(() => right.clock.now()).toBe(0);
    right.faults.add({ operation: 'verifyEmail', status: 500 });
    await left.reset();
    await expect.poll(() => [right.clock.state.frozenAt, right.faults.list().length]).toEqual([null, 0]);
    expect(await readsOf(right)).toBe(1);
  });

  test('see the rows of a snapshot that one of them restores', async () => {
    const database = await postgres.newDatabase();
    const [left, right] = await Promise.all([join(database, redis), join(database, redis)]);
    expect(await readsOf(left)).toBe(1);
    await left.clock.freeze(86_400_000);
    await left.snapshots.take('one-read');
    await readsOf(right);
    await left.clock.run();
    right.faults.add({ operation: 'verifyEmail', status: 500 });
    expect(await left.snapshots.restore('one-read')).toBe(true);
    await expect.poll(() => [right.clock.now(), right.faults.list().length]).toEqual([86_400_000, 0]);
    expect(await readsOf(right)).toBe(2);
    expect(await readsOf(left)).toBe(3);
  });

  test('lose no write under parallel calls', async () => {
    const database = await postgres.newDatabase();
    const [left, right] = await Promise.all([join(database, redis), join(database, redis)]);
    const reads = await Promise.all(Array.from({ length: 50 }, (_, index) => readsOf(index % 2 === 0 ? left : right)));
    expect(reads.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  });

  test('need Redis, all of them', async () => {
    const database = await postgres.newDatabase();
    const alone = await join(database, undefined);
    await expect(join(database, undefined)).rejects.toThrow(
      'Several processes need Redis: give each of them the same `--redis redis://…`.',
    );
    await expect(join(database, redis)).rejects.toThrow('Another process without Redis uses this database.');
    await alone.close();
    const shared = await join(database, redis);
    await expect(join(database, undefined)).rejects.toThrow('Another process uses this database.');
    await shared.close();
  });
});
