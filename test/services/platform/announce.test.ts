// Tests how services tell subscribers: which addresses they take, what is written for each receiver, and what is read back.

import type { Network } from '@octavo/runtime/conformance';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { announcementsOf, isDeliverable } from '../../../services/platform/announce.ts';
import type { DeliveryHandler, DeliveryKind, Outbox } from '../../../services/platform/outbox/outbox.ts';

test.each<[string, boolean]>([
  ['https://hooks.example/in?a=1', true],
  // Whether private addresses are allowed is decided when one is sent.
  ['http://127.0.0.1:9/in', true],
  ['https://user:secret@hooks.example/in', false],
  ['ftp://hooks.example/in', false],
  ['hooks.example', false],
  ['', false],
])('an address for deliveries: %j is %j', (url, want) => {
  expect(isDeliverable(url)).toBe(want);
});

const sent: unknown[] = [];
const { kind, announce, handle } = announcementsOf<string>()('x-notes', 'subscription');
const isText = (value: unknown): value is string => typeof value === 'string';
const NOTED = kind('note.added', isText, async (sender, body) => void sent.push([sender, body]));

test.each<[unknown, boolean]>([
  [{ subscription: 's1', body: 'a' }, true],
  [{ subscription: 's1', body: 1 }, false],
  [{ subscription: 1, body: 'a' }, false],
  [{ owner: 's1', body: 'a' }, false],
  ['a', false],
  [null, false],
])('the payload %j is read back: %j', (payload, want) => {
  expect(NOTED.accepts(payload)).toBe(want);
});

test('each receiver gets a delivery of its own, which is sent by its own sender', async () => {
  const added: unknown[] = [];
  const handlers: DeliveryHandler<{ subscription: string; body: string }, unknown>[] = [];
  const outbox = {
    addAll: async (_tables: unknown, { service, event }: DeliveryKind<unknown>, deliveries: readonly unknown[]) => {
      added.push([service, event, ...deliveries]);
      return ['d1', 'd2'];
    },
    handle: (_kind: unknown, handler: unknown) => void handlers.push(handler as (typeof handlers)[number]),
  } as unknown as Pick<Outbox, 'addAll' | 'handle'>;
  const receivers = [
    { id: 's1', url: 'https://one.example', body: 'a' },
    { id: 's2', url: 'https://two.example', body: 'b', sequence: 'notes', at: 7 },
  ];
  await announce(outbox, {} as Kysely<unknown>, NOTED, receivers);
  await announce(outbox, {} as Kysely<unknown>, NOTED, []);
  expect(added).toEqual([
    [
      'x-notes',
      'note.added',
      { url: 'https://one.example', payload: { subscription: 's1', body: 'a' } },
      { url: 'https://two.example', payload: { subscription: 's2', body: 'b' }, sequence: 'notes', at: 7 },
    ],
  ]);

  const attempts: unknown[] = [];
  handle(outbox, {
    schedule: [1],
    secretName: (id) => `key of ${id}`,
    senderOf: async (id, url) => `${id} at ${url}`,
    onAttempt: async (id, { outcome }) => void attempts.push([id, outcome]),
  });
  const [handler] = handlers;
  const delivery = {
    id: 'd1',
    event: 'note.added',
    url: 'https://one.example',
    payload: { subscription: 's1', body: 'a' },
    sequence: undefined,
  };
  await handler?.post(delivery, {} as Network, {} as Parameters<NonNullable<typeof handler>['post']>[2]);
  await handler?.onAttempt?.(delivery, { outcome: 'gave-up', reason: 'unsendable', error: '' }, {} as Kysely<unknown>);
  expect([sent, attempts, handler?.secretName?.(delivery)]).toEqual([
    [['s1 at https://one.example', 'a']],
    [['s1', 'gave-up']],
    'key of s1',
  ]);
});
