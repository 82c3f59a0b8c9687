// Tests what is kept in memory between requests: until it changes, at most for a while, and never a value from before a change.

import { expect, onTestFinished, test, vi } from 'vitest';
import type { Bus } from '../../../services/platform/bus/bus.ts';
import { createMemoryBus } from '../../../services/platform/bus/memory.ts';
import { changedKeys, createCache } from '../../../services/platform/cache.ts';

const CHANGED = changedKeys('test/keys');

function cached(options: NonNullable<Parameters<typeof createCache>[2]> = {}) {
  const bus = createMemoryBus(() => {});
  let missed = (): void => {};
  const listening: Pick<Bus, 'subscribe'> = {
    subscribe(channel, listener, onMissed) {
      missed = onMissed ?? missed;
      return bus.subscribe(channel, listener, onMissed);
    },
  };
  const cache = createCache<string>(listening, CHANGED, options);
  const rows = new Map([['a', 'first']]);
  const load = vi.fn(async (key: string) => rows.get(key));
  return { bus, rows, load, get: (key: string) => cache.get(key, () => load(key)), missed: () => missed() };
}

test('a value is loaded once and then there at once; what is not found is looked for each time', async () => {
  const { get, load, rows } = cached();
  expect(await get('a')).toBe('first');
  expect(get('a')).toBe('first');
  expect(await get('b')).toBeUndefined();
  rows.set('b', 'new');
  expect(await get('b')).toBe('new');
  expect(load).toHaveBeenCalledTimes(3);
});

test('a key that changed is loaded again, others are not', async () => {
  const { bus, get, load, rows } = cached();
  rows.set('b', 'other');
  await get('a');
  await get('b');
  rows.set('a', 'second');
  await bus.publish(CHANGED, 'a');
  expect(await get('a')).toBe('second');
  expect(get('b')).toBe('other');
  expect(load).toHaveBeenCalledTimes(3);
});

test('a value that was read before a change is not kept after it', async () => {
  const { bus, get, load, rows } = cached();
  load.mockImplementationOnce(async (key) => {
    const before = rows.get(key);
    rows.set(key, 'second');
    await bus.publish(CHANGED, key);
    return before;
  });
  expect(await get('a')).toBe('first');
  expect(await get('a')).toBe('second');
});

test('messages that may have been missed empty the cache', async () => {
  const { get, rows, missed } = cached();
  await get('a');
  rows.set('a', 'second');
  missed();
  expect(await get('a')).toBe('second');
});

test('a value is kept for its time only', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { get, rows } = cached({ milliseconds: 1000 });
  await get('a');
  rows.set('a', 'second');
  vi.setSystemTime(Date.now() + 999);
  expect(get('a')).toBe('first');
  vi.setSystemTime(Date.now() + 1);
  expect(await get('a')).toBe('second');
});

test('the oldest value makes place for a new one', async () => {
  const { get, load, rows } = cached({ most: 2 });
  for (const key of ['a', 'b', 'c']) {
    rows.set(key, key);
    await get(key);
  }
  expect([get('b'), get('c')]).toEqual(['b', 'c']);
  expect(load).toHaveBeenCalledTimes(3);
  await get('a');
  expect(load).toHaveBeenCalledTimes(4);
});
