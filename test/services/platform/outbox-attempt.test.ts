// Tests the limits of an attempt of the outbox: when it is broken off, and that it leaves nothing in memory.

import { getEventListeners } from 'node:events';
import { ATTEMPT_MILLISECONDS } from '@octavo/runtime/conformance';
import { afterEach, expect, test, vi } from 'vitest';
import { type AnyHandler, attempt } from '../../../services/platform/outbox/attempt.ts';
import type { OutboxTables } from '../../../services/platform/outbox/tables.ts';

const row = {
  id: 'one',
  service: 'x-notes',
  event: 'note.written',
  url: 'http://127.0.0.1/hook',
  target: 'x-notes http://127.0.0.1',
  sequence: null,
  payload: '"text"',
  position: 1,
  state: 'sending',
  reason: null,
  created: 0,
  due: 0,
  tries: 0,
  attempts: 0,
  holder: 'me',
  lease_until: 0,
};
const network = { fetch: () => Promise.reject(new Error('it is not called')), allowPrivate: false } as const;

/** Never answers, and ends with its signal. */
const silent: AnyHandler<OutboxTables> = {
  schedule: [10],
  accepts: () => true,
  post: (_delivery, _network, { signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
};
const quick: AnyHandler<OutboxTables> = {
  ...silent,
  post: async (_delivery, _network, { onAnswer }) => onAnswer?.({ status: 204, retryAfter: undefined }),
};

afterEach(() => void vi.useRealTimers());

test('an attempt leaves no listener and no timer behind', async () => {
  vi.useFakeTimers();
  const ending = new AbortController();
  const attempts = Array.from({ length: 20 }, () => attempt(row, quick, network, ending.signal));
  for (const { step } of await Promise.all(attempts)) expect(step).toMatchObject({ outcome: 'delivered', status: 204 });
  expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('an attempt that gets no answer in time is made again', async () => {
  vi.useFakeTimers();
  const made = attempt(row, silent, network, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(ATTEMPT_MILLISECONDS);
  expect((await made).step).toMatchObject({ outcome: 'retry', afterSeconds: 10 });
});

test('an attempt ends with the sandbox, also where that ends before', async () => {
  const ending = new AbortController();
  const made = attempt(row, silent, network, ending.signal);
  ending.abort(new Error('The sandbox is closing.'));
  await expect(made).rejects.toThrow('The sandbox is closing.');
  await expect(
    attempt(row, { ...silent, post: async (_delivery, _network, { signal }) => signal?.throwIfAborted() }, network, ending.signal),
  ).rejects.toThrow('The sandbox is closing.');
});
