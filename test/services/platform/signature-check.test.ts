// Tests the check of signatures: of each scheme that the services sign with, after a new secret and a changed payload, on each database.

import { createHmac } from 'node:crypto';
import { createEventsWebhookSender, type WebhookDelivery } from '@octavo/interfaces/d-events';
import { createInstalmentsCallbackSender } from '@octavo/interfaces/f-instalments';
import type { Network } from '@octavo/runtime/conformance';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleInviteeCreatedInput } from '../../../generated/e-scheduling/examples.ts';
import { createSchedulingWebhookSender } from '../../../generated/e-scheduling/webhooks.ts';
import type { DeliveryHandler, DeliveryKind, Outbox } from '../../../services/platform/outbox/outbox.ts';
import { createOutbox } from '../../../services/platform/outbox/stored-outbox.ts';
import { type OutboxTables, outboxPart } from '../../../services/platform/outbox/tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import type { Store } from '../../../services/platform/store/store.ts';
import { withAfterCommit } from '../../../services/platform/work/after-commit.ts';
import { describeOnDatabases } from '../../support/databases.ts';

const HOOK = 'https://receiver.example/hook';
const EVENTS = kind<WebhookDelivery>('d-events', 'channelEvents');
const BOOKED = kind<ReturnType<typeof exampleInviteeCreatedInput>>('e-scheduling', 'invitee.created');
const CHANGED = kind<string>('f-instalments', 'paymentChanged');
const happened: WebhookDelivery = { time_ms: 1, events: [{ name: 'channel_occupied', channel: 'match-1874' }] };
const forgotten: WebhookDelivery = { time_ms: 1, events: [{ name: 'channel_occupied', channel: 'match-0' }] };
const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

function kind<Payload>(service: string, event: string): DeliveryKind<Payload> {
  return { service, event, accepts: (value): value is Payload => value !== null };
}

let store: Store<OutboxTables>;
let close: () => Promise<void>;
let outbox: Outbox;
let secret: string | null;
let answer: () => Response;

/** Adds a delivery and makes its first attempt. */
async function sent<Payload>(kind: DeliveryKind<Payload>, payload: Payload): Promise<string> {
  const id = await store.write((tables) => outbox.add(tables, kind, { url: HOOK, payload }));
  await outbox.settle();
  return id;
}

async function again(id: string): Promise<void> {
  expect(await outbox.replay(id)).toBe(true);
  await outbox.settle();
}

function handleEvents(post?: DeliveryHandler<WebhookDelivery, OutboxTables>['post']): void {
  outbox.handle<WebhookDelivery, OutboxTables>(EVENTS, {
    schedule: [],
    secretName: () => 'secret of app 60417',
    post:
      post ??
      (({ url, payload }, network, options) =>
        createEventsWebhookSender({ url, secret, key: 'app-key', ...network }).channelEvents({ body: payload }, options)),
  });
}

describeOnDatabases('the check of signatures', (databases) => {
  beforeEach(async () => {
    const opened = await openStore<OutboxTables>(await databases.place());
    store = withAfterCommit(opened);
    close = () => opened.close();
    await opened.migrate(outboxPart);
    const fetch: Network['fetch'] = async () => answer();
    const clock = { now: () => Date.parse('2026-11-10T08:00:00Z') };
    outbox = createOutbox({ store, clock, network: { fetch, allowPrivate: false }, warn: (line) => expect.fail(line) });
    secret = 'first secret';
    answer = () => new Response(null, { status: 204 });
    handleEvents();
  });
  afterEach(async () => {
    await outbox.close();
    await close();
  });

  test('a hexadecimal signature of the body, with a key', async () => {
    const id = await sent(EVENTS, happened);
    const right = hex('first secret', JSON.stringify(happened));
    const check = await outbox.checkSignature(id);
    expect(check).toMatchObject({
      result: 'matches',
      finding:
        'Signed with the secret of app 60417 (key app-key): matches the payload. A receiver that refuses it has another secret, or does not verify the bytes of the body as they come.',
      attempt: 1,
      request: { method: 'POST', url: HOOK, body: JSON.stringify(happened) },
      signature: {
        algorithm: 'HMAC-SHA256',
        header: 'x-pusher-signature',
        secret: 'secret of app 60417',
        key: 'app-key',
        received: right,
        expected: right,
      },
    });
    expect(JSON.stringify(check)).not.toContain('first secret');
    expect(await outbox.secrets(id)).toEqual(['first secret']);
  });

  test('after a new secret: the attempt before differs, a replay is right, and each attempt has its own result', async () => {
    const id = await sent(EVENTS, happened);
    secret = 'second secret';
    const check = await outbox.checkSignature(id);
    expect(check).toMatchObject({
      result: 'secret-changed',
      signature: { received: hex('first secret', JSON.stringify(happened)), expected: hex('second secret', JSON.stringify(happened)) },
    });
    expect(check?.finding).toContain('Send the delivery again');
    await again(id);
    expect(await outbox.checkSignature(id)).toMatchObject({ result: 'matches', attempt: 2 });
    expect(await outbox.checkSignature(id, 1)).toMatchObject({ result: 'secret-changed', attempt: 1 });
    expect(await outbox.checkSignature(id, 3)).toBeUndefined();
    expect(await outbox.checkSignature('none')).toBeUndefined();
    expect(await outbox.secrets('none')).toBeUndefined();
  });

  test('after a changed payload: the attempt before differs, a replay is right, and answers that may repeat it are gone', async () => {
    answer = () => new Response('got match-1874', { status: 202, headers: { 'content-type': 'text/plain', 'set-cookie': 'a=b' } });
    const id = await sent(EVENTS, happened);
    expect((await outbox.one(id))?.log[0]?.answer).toEqual({ headers: { 'content-type': 'text/plain' }, body: 'got match-1874' });
    await store.write((tables) => outbox.revise(tables, EVENTS, 'match-1874', () => forgotten));
    expect((await outbox.one(id))?.log[0]?.answer).toBeNull();
    expect(await outbox.checkSignature(id)).toMatchObject({
      result: 'payload-changed',
      request: { body: expect.stringContaining('match-0') },
    });
    await again(id);
    expect(await outbox.checkSignature(id)).toMatchObject({ result: 'matches', attempt: 2 });
  });

  test('a signature with a time is made again at that time, however long ago', async () => {
    outbox.handle<ReturnType<typeof exampleInviteeCreatedInput>, OutboxTables>(BOOKED, {
      schedule: [],
      post: ({ url, payload }, network, options) =>
        createSchedulingWebhookSender({ url, secret, ...network, now: () => 1_614_265_330_000 }).inviteeCreated(payload, options),
    });
    const input = exampleInviteeCreatedInput();
    const id = await sent(BOOKED, input);
    const right = `t=1614265330,v1=${hex('first secret', `1614265330.${JSON.stringify(input.body)}`)}`;
    expect(await outbox.checkSignature(id)).toMatchObject({
      result: 'matches',
      finding: expect.stringContaining('within 180 seconds of its time'),
      signature: {
        secret: 'secret that the receiver gave',
        formula: '{t}.{body}',
        timestamp: 1_614_265_330,
        received: right,
        expected: right,
      },
    });
  });

  test('a signature of a query parameter', async () => {
    outbox.handle<string, OutboxTables>(CHANGED, {
      schedule: [],
      post: ({ url, payload: pid }, network, options) => {
        const request = { purchase_amount: 1, installments_count: 1, return_url: url, ipn_callback_url: url };
        const sender = createInstalmentsCallbackSender({ secret, ...network });
        return sender.paymentChanged({ input: { body: { payment: request } } }, { query: { pid } }, options);
      },
    });
    const id = await sent(CHANGED, 'payment_1');
    expect(await outbox.checkSignature(id)).toMatchObject({
      result: 'matches',
      finding: expect.stringContaining('the parameter pid, decoded'),
      request: { url: `${HOOK}?pid=payment_1` },
      signature: { formula: '{the parameter pid}', expected: hex('first secret', 'payment_1') },
    });
  });

  test('what has no signature, was not sent, or cannot be signed now, is said', async () => {
    const waiting = await store.write((tables) => outbox.add(tables, EVENTS, { url: HOOK, payload: happened }));
    expect(await outbox.checkSignature(waiting)).toMatchObject({
      result: 'not-sent',
      finding: 'No attempt was made yet. It will be signed with the secret of app 60417 (key app-key).',
    });
    secret = null;
    const unsigned = await sent(EVENTS, happened);
    expect(await outbox.checkSignature(unsigned)).toMatchObject({
      result: 'unsigned',
      finding: 'The service does not sign this delivery, so a receiver cannot tell who sent it.',
    });
    expect(await outbox.secrets(unsigned)).toEqual([]);
    secret = 'first secret';
    expect(await outbox.checkSignature(unsigned)).toMatchObject({ result: 'unsigned', finding: expect.stringContaining('is signed now') });
    handleEvents(async () => {
      throw new Error('the app was deleted.');
    });
    expect(await outbox.checkSignature(waiting)).toMatchObject({
      result: 'unknown',
      finding: 'The delivery cannot be signed now: the app was deleted.',
    });
    await expect(outbox.secrets(waiting)).rejects.toThrow('the app was deleted.');
  });

  test('the beginning of what a receiver answers is kept, also where it breaks off', async () => {
    answer = () => new Response(`${'long '.repeat(2_000)}`, { status: 500 });
    const long = await sent(EVENTS, happened);
    expect((await outbox.one(long))?.log[0]).toMatchObject({ status: 500, answer: { body: 'long '.repeat(800) } });
    let parts = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      parts += 1;
      if (parts === 1) return controller.enqueue(new TextEncoder().encode('the beginning'));
      // An error discards what waits to be read.
      await new Promise((resolve) => setImmediate(resolve));
      controller.error(new Error('The connection was reset.'));
    };
    answer = () => new Response(new ReadableStream({ pull }), { status: 500 });
    const broken = await sent(EVENTS, happened);
    expect((await outbox.one(broken))?.log[0]?.answer?.body).toBe('the beginning');
  });
});
