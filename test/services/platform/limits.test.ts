// Tests rate limits: the same cases in memory and in Redis, and what happens while Redis does not answer.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Limits } from '../../../services/platform/limits/limits.ts';
import { createMemoryLimits } from '../../../services/platform/limits/memory.ts';
import { createRedisLimits } from '../../../services/platform/limits/redis.ts';
import { connectRedis, type RedisConnection } from '../../../services/platform/redis.ts';
import { REDIS, startRedis, type TestRedis } from '../../support/redis.ts';

const SECOND = { limit: 2, milliseconds: 1_000 };
const MINUTE = { limit: 3, milliseconds: 60_000 };
const START = Date.parse('2026-11-10T08:00:00Z');

let redis: TestRedis;
let client: RedisConnection;
let made = 0;
const warnings: string[] = [];
const warn = (message: string) => void warnings.push(message);

const engines: Record<string, (clock: { now(): number }, most?: number) => Limits> = {
  memory: (clock, most) => createMemoryLimits(clock, most),
  Redis: (clock, most) => createRedisLimits(client, clock, warn, { prefix: `limits-${++made}`, ...(most === undefined ? {} : { most }) }),
};

if (REDIS) {
  beforeAll(async () => {
    redis = await startRedis();
    client = await connectRedis(redis.url, warn);
  });
  afterAll(async () => {
    client.destroy();
    await redis.stop();
  });
}

function clockAt(now: number): { now(): number; set(to: number): void } {
  let at = now;
  return {
    now: () => at,
    set: (to) => {
      at = to;
    },
  };
}

describe.each(Object.keys(engines))('limits in %s', (engine) => {
  const skip = engine === 'Redis' && !REDIS;
  const open = (clock: { now(): number }, most?: number): Limits => {
    const create = engines[engine];
    if (create === undefined) throw new Error(`no engine ${engine}`);
    return create(clock, most);
  };

  test.skipIf(skip)('the state of many windows is read at once, and nothing is taken', async () => {
    const clock = clockAt(START);
    const limits = open(clock);
    await limits.take('a', [SECOND, MINUTE]);
    await limits.take('c', [MINUTE], 3);
    const entries = [
      { key: 'a', windows: [SECOND, MINUTE] },
      { key: 'b', windows: [MINUTE] },
      { key: 'c', windows: [MINUTE] },
      { key: 'a', windows: [MINUTE] },
    ];
    for (const _ of [1, 2]) {
      const states = await limits.read(entries);
      expect(states.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
        [true, 1],
        [true, 3],
        [true, 0],
        [true, 2],
      ]);
    }
    expect(await limits.read([])).toEqual([]);
  });

  test.skipIf(skip)('a window allows its limit, refuses the rest, and ends after its length', async () => {
    const clock = clockAt(START);
    const limits = open(clock);
    expect(await limits.take('a', [SECOND])).toMatchObject({ allowed: true, limit: 2, remaining: 1, resetAt: START + 1_000 });
    clock.set(START + 400);
    expect(await limits.take('a', [SECOND])).toMatchObject({ allowed: true, remaining: 0, resetAt: START + 1_000 });
    clock.set(START + 999);
    expect(await limits.take('a', [SECOND])).toMatchObject({ allowed: false, remaining: 0, resetAt: START + 1_000 });
    expect(await limits.take('b', [SECOND])).toMatchObject({ allowed: true, remaining: 1, resetAt: START + 1_999 });
    clock.set(START + 1_000);
    expect(await limits.take('a', [SECOND])).toMatchObject({ allowed: true, remaining: 1, resetAt: START + 2_000 });
  });

  test.skipIf(skip)('several windows are taken from together or not at all', async () => {
    const clock = clockAt(START);
    const limits = open(clock);
    await limits.take('a', [SECOND, MINUTE]);
    await limits.take('a', [SECOND, MINUTE]);
    const refused = await limits.take('a', [SECOND, MINUTE]);
    expect(refused).toEqual({
      allowed: false,
      limit: 2,
      remaining: 0,
      resetAt: START + 1_000,
      windows: [
        { allowed: false, limit: 2, remaining: 0, resetAt: START + 1_000 },
        { allowed: true, limit: 3, remaining: 1, resetAt: START + 60_000 },
      ],
    });
    clock.set(START + 1_000);
    // The refused request took nothing of the minute.
    expect(await limits.take('a', [SECOND, MINUTE])).toMatchObject({ allowed: true, limit: 3, remaining: 0, resetAt: START + 60_000 });
    // The minute refuses now, and takes nothing of the second.
    expect(await limits.take('a', [SECOND, MINUTE])).toMatchObject({ allowed: false, limit: 3 });
    expect(await limits.take('a', [SECOND])).toMatchObject({ allowed: true, remaining: 0 });
  });

  test.skipIf(skip)('of several windows that refuse, the one that ends last is returned', async () => {
    const limits = open(clockAt(START));
    const windows = [
      { ...MINUTE, limit: 0 },
      { ...SECOND, limit: 0 },
    ];
    expect(await limits.take('a', windows)).toMatchObject({ allowed: false, limit: 0, resetAt: START + 60_000 });
  });

  test.skipIf(skip)('the windows of one request can count for different callers', async () => {
    const limits = open(clockAt(START));
    const windows = (user: string) => [
      { ...SECOND, key: user },
      { ...MINUTE, key: 'application' },
    ];
    await limits.take('post', windows('u1'));
    await limits.take('post', windows('u2'));
    expect((await limits.take('post', windows('u3'))).windows.map(({ remaining }) => remaining)).toEqual([1, 0]);
    expect(await limits.take('post', windows('u4'))).toMatchObject({ allowed: false, limit: 3 });
  });

  test.skipIf(skip)('several units are taken or none; 0 units only look', async () => {
    const limits = open(clockAt(START));
    expect(await limits.take('a', [MINUTE], 0)).toMatchObject({ allowed: true, remaining: 3, resetAt: START + 60_000 });
    expect(await limits.take('a', [MINUTE], 2)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limits.take('a', [MINUTE], 2)).toMatchObject({ allowed: false, remaining: 1 });
    expect(await limits.take('a', [MINUTE], 0)).toMatchObject({ allowed: true, remaining: 1 });
    expect(await limits.take('a', [MINUTE], 1)).toMatchObject({ allowed: true, remaining: 0 });
  });

  test.skipIf(skip)('a window lasts as long as the clock is frozen, and begins again where the clock was moved back', async () => {
    const clock = clockAt(START);
    const limits = open(clock);
    for (const remaining of [1, 0]) expect(await limits.take('a', [SECOND])).toMatchObject({ allowed: true, remaining });
    expect(await limits.take('a', [SECOND])).toMatchObject({ allowed: false });
    // The clocks of two machines differ by a little: this is the same window.
    clock.set(START - 300);
    expect(await limits.take('a', [SECOND])).toMatchObject({ allowed: false, resetAt: START + 1_000 });
    clock.set(START - 86_400_000);
    expect(await limits.take('a', [SECOND])).toMatchObject({ allowed: true, remaining: 1, resetAt: START - 86_400_000 + 1_000 });
  });

  test.skipIf(skip)('a month later, all begins anew', async () => {
    const clock = clockAt(START);
    const limits = open(clock);
    await limits.take('a', [SECOND, MINUTE], 2);
    clock.set(START + 30 * 86_400_000);
    expect((await limits.take('a', [SECOND, MINUTE])).windows.map(({ remaining }) => remaining)).toEqual([1, 2]);
  });

  test.skipIf(skip)('keeps a bounded number of counters, and drops those that end first', async () => {
    const limits = open(clockAt(START), 10);
    await limits.take('early', [SECOND], 2);
    await limits.take('late', [MINUTE], 3);
    for (let caller = 0; caller < 8; caller++) await limits.take(`caller-${caller}`, [MINUTE]);
    expect(await limits.take('early', [SECOND], 0)).toMatchObject({ remaining: 0 });
    await limits.take('one more', [MINUTE]);
    expect(await limits.take('early', [SECOND], 0)).toMatchObject({ remaining: 2 });
    expect(await limits.take('late', [MINUTE], 0)).toMatchObject({ remaining: 0 });
  });

  test.skipIf(skip)('50 requests at once get exactly what the limit allows', async () => {
    const limits = open(clockAt(START));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        limits.take('a', [
          { limit: 20, milliseconds: 1_000 },
          { limit: 30, milliseconds: 60_000 },
        ]),
      ),
    );
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(20);
  });

  test.skipIf(skip)('refuses windows that cannot be told apart, and none at all', async () => {
    const limits = open(clockAt(START));
    const message = 'The limits of a must have at least one window, and windows of one key must differ in length.';
    await expect(async () => limits.take('a', [SECOND, { ...SECOND, limit: 9 }])).rejects.toThrow(message);
    await expect(async () => limits.take('a', [])).rejects.toThrow(message);
  });
});

describe.skipIf(!REDIS)('while Redis does not answer', () => {
  test('each process counts alone, and goes back to Redis by itself', async () => {
    const own = await startRedis();
    const lines: string[] = [];
    const connection = await connectRedis(own.url, (line) => lines.push(line));
    const limits = createRedisLimits(connection, clockAt(START), (line) => lines.push(line), { prefix: 'gone' });
    try {
      await limits.take('a', [MINUTE], 2);
      await own.kill();
      const alone = [await limits.take('a', [MINUTE], 3), await limits.take('a', [MINUTE])];
      expect(alone.map(({ allowed }) => allowed)).toEqual([true, false]);
      await own.restart();
      // Redis is empty after its restart, so the first request that it counts leaves two units.
      await expect
        .poll(async () => (await limits.take('b', [{ ...MINUTE, limit: 1_000 }])) && lines.at(-1))
        .toBe('Rate limits are counted in Redis again.');
      expect(await limits.take('a', [MINUTE])).toMatchObject({ allowed: true, remaining: 2 });
      expect(lines).toHaveLength(4);
      expect(lines.join('\n')).toMatch(
        /^Redis at redis:\/\/127\.0\.0\.1:\d+ does not answer: .+\nRate limits are counted in each process alone, as Redis does not answer: .+\nRedis at .+ answers again\.\nRate limits/,
      );
    } finally {
      connection.destroy();
      await own.stop();
    }
  });

  test('a Redis that hangs holds up one request at a time, for half a second', async () => {
    const own = await startRedis();
    const connection = await connectRedis(own.url, warn);
    const limits = createRedisLimits(connection, clockAt(START), warn, { prefix: 'hangs' });
    try {
      await limits.take('a', [MINUTE]);
      own.freeze(true);
      expect(await limits.take('a', [MINUTE])).toMatchObject({ allowed: true, remaining: 2 });
      const waited = new Promise<string>((resolve) => setImmediate(resolve, 'waited'));
      expect(await Promise.race([limits.take('a', [MINUTE]), waited])).toMatchObject({ allowed: true, remaining: 1 });
    } finally {
      own.freeze(false);
      connection.destroy();
      await own.stop();
    }
  });

  test('a Redis that is not there is an error at the start, without the password of its address', async () => {
    await expect(connectRedis('redis://someone:secret@127.0.0.1:1', warn)).rejects.toThrow(
      /^Redis at redis:\/\/127\.0\.0\.1:1 cannot be reached: connect ECONNREFUSED/,
    );
  });
});
