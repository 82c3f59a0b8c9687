// Tests semaphores: the same cases in memory and in Redis, several processes, and what happens while Redis does not answer.

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectRedis, type RedisConnection } from '../../../services/platform/redis.ts';
import { createMemorySemaphores } from '../../../services/platform/semaphores/memory.ts';
import { createRedisSemaphores } from '../../../services/platform/semaphores/redis.ts';
import type { Semaphores } from '../../../services/platform/semaphores/semaphores.ts';
import { REDIS, startRedis, type TestRedis } from '../../support/redis.ts';

let redis: TestRedis;
let client: RedisConnection;
let made = 0;

if (REDIS) {
  beforeAll(async () => {
    redis = await startRedis();
    client = await connectRedis(redis.url, () => {});
  });
  afterAll(async () => {
    client.destroy();
    await redis.stop();
  });
}

/** The semaphores of one more process. */
function inRedis(prefix: string, leaseMilliseconds?: number): Semaphores {
  const semaphores = createRedisSemaphores(client, { prefix, ...(leaseMilliseconds === undefined ? {} : { leaseMilliseconds }) });
  onTestFinished(() => semaphores.close());
  return semaphores;
}

const taken = async (semaphores: Semaphores, count: number, limit: number) =>
  (await Promise.all(Array.from({ length: count }, () => semaphores.acquire('a', limit)))).filter(Boolean).length;

describe.each([
  ['memory', createMemorySemaphores],
  ['Redis', () => inRedis(`one-${++made}`)],
] as const)('semaphores in %s', (engine, open) => {
  test.skipIf(engine === 'Redis' && !REDIS)('give as many units as the limit, and again those that are released', async () => {
    const semaphores = open();
    expect(await taken(semaphores, 10, 3)).toBe(3);
    expect(await semaphores.acquire('b', 1)).toBe(true);
    expect(await semaphores.acquire('a', 4)).toBe(true);
    expect(await semaphores.acquire('a', 4)).toBe(false);
    for (let count = 0; count < 4; count += 1) semaphores.release('a');
    expect(await taken(semaphores, 10, 3)).toBe(3);
    expect(await semaphores.acquire('c', 0)).toBe(false);
  });
});

// Where Redis is not installed, ../../support/redis.ts prints a line that says so.
describe.skipIf(!REDIS)('semaphores of several processes', () => {
  test('count together, also at once, and free what a process releases or closes', async () => {
    const prefix = `several-${++made}`;
    const [one, other] = [inRedis(prefix), inRedis(prefix)];
    const [first, second] = await Promise.all([taken(one, 20, 10), taken(other, 20, 10)]);
    expect(first + second).toBe(10);
    expect(await one.acquire('a', 10)).toBe(false);
    await (first > 0 ? one : other).close();
    const free = first > 0 ? first : second;
    expect(await taken(other, 20, 10)).toBe(free);
  });

  test('forget a process that has died after its lease, and none that lives', async () => {
    const prefix = `died-${++made}`;
    const living = inRedis(prefix, 600);
    expect(await taken(living, 2, 5)).toBe(2);
    // What a process leaves that has no time to close.
    await client.hSet(`${prefix}:semaphore:a`, 'dead', `3 ${Date.now() + 600}`);
    const started = Date.now();
    expect(await living.acquire('a', 5)).toBe(false);
    await expect.poll(() => taken(living, 1, 5), { interval: 20 }).toBe(1);
    expect(Date.now() - started).toBeGreaterThan(500);
    // Several leases later, those of the living process still count.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await taken(inRedis(prefix), 5, 5)).toBe(2);
  });

  test('count in each process while Redis is away, and together again when it is back', async () => {
    const prefix = `away-${++made}`;
    const [one, other] = [inRedis(prefix, 600), inRedis(prefix, 600)];
    expect(await taken(one, 2, 3)).toBe(2);
    await redis.kill();
    onTestFinished(() => redis.restart());
    expect(await taken(one, 5, 3)).toBe(1);
    expect(await taken(other, 5, 3)).toBe(3);
    await redis.restart();
    const third = inRedis(prefix, 600);
    const isFull = async () => {
      const isTaken = await third.acquire('a', 6);
      if (isTaken) third.release('a');
      return !isTaken;
    };
    await expect.poll(isFull).toBe(true);
    other.release('a');
    await expect.poll(isFull).toBe(false);
  });
});
