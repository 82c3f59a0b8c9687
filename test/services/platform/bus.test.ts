// Tests the bus: the same cases in memory and between two processes' connections to Redis, and an outage of Redis.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bus, Channel } from '../../../services/platform/bus/bus.ts';
import { createMemoryBus } from '../../../services/platform/bus/memory.ts';
import { openRedisBus } from '../../../services/platform/bus/redis.ts';
import { connectRedis, type RedisConnection } from '../../../services/platform/redis.ts';
import { REDIS, startRedis, type TestRedis } from '../../support/redis.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const texts = (name: string): Channel<string> => ({ name, accepts: isText });
const numbers = (name: string): Channel<number> => ({ name, accepts: (value): value is number => typeof value === 'number' });

let redis: TestRedis;
let commands: RedisConnection;
let made = 0;
const opened: Bus[] = [];
const warnings: string[] = [];
const warn = (message: string) => void warnings.push(message);

if (REDIS) {
  beforeAll(async () => {
    redis = await startRedis();
    commands = await connectRedis(redis.url, warn);
  });
  afterAll(async () => {
    for (const bus of opened) await bus.close();
    commands.destroy();
    await redis.stop();
  });
}

/** Two ends of a bus: in memory they are the same process, in Redis they are two. */
const engines: Record<string, () => Promise<[Bus, Bus]>> = {
  async memory() {
    const bus = createMemoryBus(warn);
    return [bus, bus];
  },
  async Redis() {
    const options = { url: redis.url, commands, prefix: `bus-${++made}` };
    const pair: [Bus, Bus] = [await openRedisBus(options, warn), await openRedisBus(options, warn)];
    opened.push(...pair);
    return pair;
  },
};

describe.each(Object.keys(engines))('a bus in %s', (engine) => {
  const skip = engine === 'Redis' && !REDIS;
  const open = async (): Promise<[Bus, Bus]> => {
    const create = engines[engine];
    if (create === undefined) throw new Error(`no engine ${engine}`);
    return create();
  };

  test.skipIf(skip)('brings messages to all listeners of a channel, each once and in order', async () => {
    const [one, other] = await open();
    const heard: string[] = [];
    await one.subscribe(texts('a'), (text) => heard.push(`one ${text}`)).ready;
    await other.subscribe(texts('a'), (text) => heard.push(`other ${text}`)).ready;
    await other.subscribe(texts('b'), (text) => heard.push(`b ${text}`)).ready;
    for (let number = 0; number < 20; number++) expect(await one.publish(texts('a'), `${number}`)).toBe(true);
    await one.publish(texts('b'), 'end');
    await expect.poll(() => heard.at(-1)).toBe('b end');
    const inOrder = Array.from({ length: 20 }, (_, number) => `${number}`);
    expect(heard.filter((text) => text.startsWith('one '))).toEqual(inOrder.map((text) => `one ${text}`));
    expect(heard.filter((text) => text.startsWith('other '))).toEqual(inOrder.map((text) => `other ${text}`));
  });

  test.skipIf(skip)('delivers to listeners of the same process before publish returns', async () => {
    const [one] = await open();
    const heard: string[] = [];
    one.subscribe(texts('a'), (text) => heard.push(text));
    const sent = one.publish(texts('a'), 'now');
    expect(heard).toEqual(['now']);
    expect(await sent).toBe(true);
  });

  test.skipIf(skip)('a subscription that has ended hears nothing, and one that begins again does', async () => {
    const [one, other] = await open();
    const heard: string[] = [];
    const first = other.subscribe(texts('a'), (text) => heard.push(`first ${text}`));
    await first.ready;
    first.end();
    first.end();
    const second = other.subscribe(texts('a'), (text) => heard.push(`second ${text}`));
    await second.ready;
    await one.publish(texts('a'), '1');
    await expect.poll(() => heard).toEqual(['second 1']);
    second.end();
    await other.subscribe(texts('a'), (text) => heard.push(`third ${text}`)).ready;
    await one.publish(texts('a'), '2');
    await expect.poll(() => heard).toEqual(['second 1', 'third 2']);
  });

  test.skipIf(skip)('drops messages that are not what the channel carries, with a line for the operator', async () => {
    const [one, other] = await open();
    const heard: number[] = [];
    warnings.length = 0;
    await other.subscribe(numbers('a'), (number) => heard.push(number)).ready;
    await one.publish(texts('a'), 'old');
    await one.publish(numbers('a'), 7);
    await expect.poll(() => heard).toEqual([7]);
    expect(warnings).toEqual(['A message of the channel a was dropped, since it is not what this channel carries.']);
  });

  test.skipIf(skip)('a listener that throws takes nothing from the others', async () => {
    const [one, other] = await open();
    const heard: string[] = [];
    warnings.length = 0;
    other.subscribe(texts('a'), () => {
      throw new Error('broken');
    });
    await other.subscribe(texts('a'), (text) => heard.push(text)).ready;
    await one.publish(texts('a'), 'x');
    await expect.poll(() => heard).toEqual(['x']);
    expect(warnings.join()).toMatch(/^A listener of the channel a failed: Error: broken/);
  });

  test.skipIf(skip)('carries thousands of channels', async () => {
    const [one, other] = await open();
    const heard = new Set<string>();
    const subscriptions = Array.from({ length: 3_000 }, (_, index) =>
      other.subscribe(texts(`channel-${index}`), (text) => heard.add(`${index} ${text}`)),
    );
    await Promise.all(subscriptions.map(({ ready }) => ready));
    await Promise.all(Array.from({ length: 3_000 }, (_, index) => one.publish(texts(`channel-${index}`), 'hello')));
    await expect.poll(() => heard.size).toBe(3_000);
    expect(heard.has('2999 hello')).toBe(true);
  });

  test.skipIf(skip)('refuses what cannot be sent', async () => {
    const [one] = await open();
    const message = 'A message of the channel a must be what JSON can hold, and at most 1048576 bytes.';
    await expect(one.publish({ name: 'a', accepts: (value): value is undefined => value === undefined }, undefined)).rejects.toThrow(
      message,
    );
    await expect(one.publish(texts('a'), 'x'.repeat(1_048_576))).rejects.toThrow(message);
  });
});

test.skipIf(!REDIS)('a process that was held up itself does not take Redis to be gone', async () => {
  const [one] = (await engines.Redis?.()) ?? [];
  const published = one?.publish(texts('held'), 'a');
  // Longer than a publisher waits.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  expect(await published).toBe(true);
});

describe.skipIf(!REDIS)('while Redis is gone', () => {
  test('messages reach this process; later, all subscriptions work again and hear that they may have missed some', async () => {
    const own = await startRedis();
    const connection = await connectRedis(own.url, () => {});
    const options = { url: own.url, commands: connection, prefix: 'gone' };
    const [one, other] = [await openRedisBus(options, warn), await openRedisBus(options, warn)];
    const heard: string[] = [];
    try {
      await other.subscribe(
        texts('a'),
        (text) => heard.push(`a ${text}`),
        () => heard.push('a missed'),
      ).ready;
      await own.kill();
      await expect.poll(() => connection.isReady).toBe(false);
      const local = other.subscribe(
        texts('b'),
        (text) => heard.push(`b ${text}`),
        () => heard.push('b missed'),
      );
      expect(await other.publish(texts('b'), 'alone')).toBe(false);
      expect(await one.publish(texts('a'), 'lost')).toBe(false);
      expect(heard).toEqual(['b alone']);
      await own.restart();
      await local.ready;
      await expect.poll(() => heard).toEqual(['b alone', 'a missed', 'b missed']);
      await expect.poll(() => connection.isReady).toBe(true);
      await one.publish(texts('a'), 'again');
      await one.publish(texts('b'), 'again');
      await expect.poll(() => heard.slice(3)).toEqual(['a again', 'b again']);
    } finally {
      await one.close();
      await other.close();
      connection.destroy();
      await own.stop();
    }
  });
});
