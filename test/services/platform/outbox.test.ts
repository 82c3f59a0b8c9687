// Tests the outbox: what is sent when, how often and in which order, and what the operator sees of it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TransportError } from '@octavo/runtime';
import { withSecretHeaders } from '@octavo/runtime/conformance';
import { guardedFetch, serve } from '@octavo/runtime/node';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { exampleInviteeCreatedInput } from '../../../generated/e-scheduling/examples.ts';
import type { InviteeCreatedInput } from '../../../generated/e-scheduling/operations.ts';
import { createSchedulingWebhookReceiver, createSchedulingWebhookSender } from '../../../generated/e-scheduling/webhooks.ts';
import type { DeliveryHandler, DeliveryKind, Outbox } from '../../../services/platform/outbox/outbox.ts';
import type { SenderOptions } from '../../../services/platform/outbox/sender.ts';
import { createOutbox } from '../../../services/platform/outbox/stored-outbox.ts';
import { type OutboxTables, outboxPart } from '../../../services/platform/outbox/tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import type { Store } from '../../../services/platform/store/store.ts';
import { withAfterCommit } from '../../../services/platform/work/after-commit.ts';
import { describeOnDatabases } from '../../support/databases.ts';

const START = Date.parse('2026-11-10T08:00:00Z');
const isText = (value: unknown): value is string => typeof value === 'string';
const EVENT: DeliveryKind<string> = { service: 'x-notes', event: 'note.written', accepts: isText };

const BOOKING: DeliveryKind<InviteeCreatedInput> = {
  service: 'e-scheduling',
  event: 'invitee.created',
  accepts: (value): value is InviteeCreatedInput => typeof value === 'object' && value !== null && 'body' in value,
};

let store: Store<OutboxTables>;
let close: () => Promise<void>;
let now: number;
let outbox: Outbox;
const warnings: string[] = [];
const outboxes: Outbox[] = [];
const servers: Server[] = [];

function newOutbox(options: Partial<SenderOptions> = {}): Outbox {
  const allowPrivate = 'loopback';
  const made = createOutbox({
    store,
    clock: { now: () => now },
    network: { fetch: guardedFetch({ allowPrivate }), allowPrivate },
    warn: (message) => warnings.push(message),
    ...options,
  });
  outboxes.push(made);
  return made;
}

/** Posts the payload as text, with the delivery's id. */
const plain: DeliveryHandler<string, OutboxTables> = {
  schedule: [10, 60, 3_600],
  async post({ id, url, payload }, { fetch }, { signal, onAnswer }) {
    const init = { method: 'POST', body: payload, headers: { 'webhook-id': id }, redirect: 'manual', signal: signal ?? null } as const;
    const response = await fetch(url, init).catch((error: unknown) => {
      throw new TransportError('note', undefined, error);
    });
    onAnswer?.({ status: response.status, retryAfter: response.headers.get('retry-after') ?? undefined });
    await response.body?.cancel();
  },
};

interface Received {
  readonly id: string;
  readonly body: string;
}

/** Listens, notes what comes, and answers by `answer`; by default with 204. */
async function receiver(answer: (received: Received, response: ServerResponse) => void = (_, response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { id: String(request.headers['webhook-id']), body };
    received.push(one);
    answer(one, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

const add = (url: string, payload: string, more: { sequence?: string } = {}) =>
  store.write((tables) => outbox.add(tables, EVENT, { url, payload, ...more }));
const stateOf = async (id: string) => (await outbox.one(id))?.state;
const bodies = (received: readonly Received[]) => received.map(({ body }) => body);

describeOnDatabases('deliveries of the outbox', (databases) => {
  beforeEach(async () => {
    const opened = await openStore<OutboxTables>(await databases.place());
    store = withAfterCommit(opened);
    close = () => opened.close();
    await opened.migrate(outboxPart);
    now = START;
    warnings.length = 0;
    outbox = newOutbox();
    outbox.handle(EVENT, plain);
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.closeAllConnections();
    for (const one of outboxes.splice(0)) await one.close();
    await close();
  });

  describe('a delivery', () => {
    test('is sent after the commit, signed by the generated sender, and recorded', async () => {
      const input = exampleInviteeCreatedInput();
      const seen: unknown[] = [];
      const inviteeCreated = ({ body }: InviteeCreatedInput) => {
        seen.push(body);
        return { status: 200 } as const;
      };
      const server = await serve(createSchedulingWebhookReceiver({ inviteeCreated }, { secrets: 'the key' }));
      outbox.handle<InviteeCreatedInput, OutboxTables>(BOOKING, {
        schedule: [],
        post: ({ url, payload }, network, options) =>
          createSchedulingWebhookSender({ url, secret: 'the key', ...network }).inviteeCreated(payload, options),
      });
      outbox.start();
      const id = await store.write((tables) => outbox.add(tables, BOOKING, { url: server.url, payload: input }));
      await expect.poll(() => stateOf(id)).toBe('delivered');
      expect(seen).toEqual([input.body]);
      expect(await outbox.one(id)).toMatchObject({
        service: 'e-scheduling',
        event: 'invitee.created',
        url: server.url,
        attempts: 1,
        created: START,
        log: [{ number: 1, at: START, milliseconds: expect.any(Number), outcome: 'delivered', status: 200, error: null }],
      });
      await server.close();
    });

    test('of a unit that is rolled back is never sent', async () => {
      const { url, received } = await receiver();
      const unit = store.write(async (tables) => {
        await outbox.add(tables, EVENT, { url, payload: 'never' });
        throw new Error('refused');
      });
      await expect(unit).rejects.toThrow('refused');
      expect(await outbox.settle()).toEqual({ attempts: 0, isMoreDue: false });
      expect(received).toEqual([]);
    });

    test('is tried again by the schedule on the sandbox clock, always with the same id', async () => {
      let answers = 0;
      const { url, received } = await receiver((_, response) => response.writeHead(++answers < 3 ? 503 : 204).end());
      const id = await add(url, 'a');
      expect(await outbox.settle()).toEqual({ attempts: 1, isMoreDue: false });
      expect(await outbox.one(id)).toMatchObject({ state: 'waiting', due: START + 10_000 });
      now = START + 9_999;
      expect(await outbox.settle()).toEqual({ attempts: 0, isMoreDue: false });
      now = START + 10_000;
      expect(await outbox.settle()).toEqual({ attempts: 1, isMoreDue: false });
      now = START + 70_000;
      expect(await outbox.settle()).toEqual({ attempts: 1, isMoreDue: false });
      expect(await outbox.one(id)).toMatchObject({
        state: 'delivered',
        log: [
          { at: START, outcome: 'retry', status: 503 },
          { at: START + 10_000, outcome: 'retry', status: 503 },
          { at: START + 70_000, outcome: 'delivered', status: 204 },
        ],
      });
      expect(received.map((one) => one.id)).toEqual([id, id, id]);
    });

    test('makes all attempts that the clock was moved past, each at its own time, and is given up after the last', async () => {
      const { url, received } = await receiver((_, response) => response.writeHead(500).end());
      const id = await add(url, 'a');
      now = START + 30 * 86_400_000;
      expect(await outbox.settle()).toEqual({ attempts: 4, isMoreDue: false });
      const report = await outbox.one(id);
      expect(report).toMatchObject({ state: 'gave-up', reason: 'exhausted', attempts: 4 });
      expect(report?.log.map(({ at }) => at - START)).toEqual([0, 10_000, 70_000, 3_670_000]);
      expect(received).toHaveLength(4);
    });

    test('is accepted by some statuses alone, where its kind says so', async () => {
      const answers = [204, 410, 302, 200];
      const { url, received } = await receiver((_, response) => response.writeHead(answers.shift() ?? 500).end());
      outbox.handle(EVENT, { ...plain, accepted: [200] });
      const id = await add(url, 'a');
      for (const wait of [0, 10, 60, 3_600]) {
        now += wait * 1000;
        await outbox.settle();
      }
      expect(received).toHaveLength(4);
      expect(await outbox.one(id)).toMatchObject({ state: 'delivered', log: [204, 410, 302, 200].map((status) => ({ status })) });
    });

    test('has headers that are secrets, which no report shows', async () => {
      const got: unknown[] = [];
      const echo = createServer((request, response) => {
        got.push(request.headers['x-key'], request.headers.authorization);
        response.writeHead(200, { 'x-echo': `${request.headers['x-key']}!` }).end(`You are ${request.headers.authorization}, or bXk6a2V5.`);
      });
      servers.push(echo);
      await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
      const secrets = { 'x-key': 'sesame', authorization: 'Basic bXk6a2V5', 'x-empty': '' };
      outbox.handle(EVENT, {
        ...plain,
        post: (delivery, network, options) => plain.post(delivery, withSecretHeaders(network, secrets), options),
      });
      const id = await add(`http://127.0.0.1:${(echo.address() as AddressInfo).port}/`, 'a');
      await outbox.settle();
      expect(got).toEqual(['sesame', 'Basic bXk6a2V5']);
      const delivery = await outbox.one(id);
      expect(delivery?.log).toMatchObject([
        {
          headers: { 'webhook-id': id, 'x-key': '(hidden)', authorization: '(hidden)' },
          answer: { headers: { 'x-echo': '(hidden)!' }, body: 'You are (hidden), or (hidden).' },
        },
      ]);
      const check = await outbox.checkSignature(id);
      expect(check).toMatchObject({
        result: 'unsigned',
        finding: 'The service does not sign this delivery. Its headers that are hidden here tell the receiver who sent it.',
        request: { headers: { 'x-key': '(hidden)', authorization: '(hidden)' } },
      });
      expect(JSON.stringify([delivery, check])).not.toMatch(/sesame|bXk6a2V5/);
    });

    test('is given up at once where the receiver answers 410, and where its address is private', async () => {
      const { url } = await receiver((_, response) => response.writeHead(410).end());
      const gone = await add(url, 'a');
      await outbox.settle();
      expect(await outbox.one(gone)).toMatchObject({ state: 'gave-up', reason: 'gone', log: [{ status: 410 }] });
      const strict = newOutbox({ network: { fetch: guardedFetch(), allowPrivate: false } });
      strict.handle<InviteeCreatedInput, OutboxTables>(BOOKING, {
        schedule: [1],
        post: async (delivery, network, options) =>
          createSchedulingWebhookSender({ url: delivery.url, secret: 's', ...network }).inviteeCreated(delivery.payload, options),
      });
      const blocked = await store.write((tables) => strict.add(tables, BOOKING, { url, payload: exampleInviteeCreatedInput() }));
      await strict.settle();
      expect(await strict.one(blocked)).toMatchObject({
        state: 'gave-up',
        reason: 'blocked',
        log: [{ status: null, error: "BlockedAddressError: The receiver's address is in a private network." }],
      });
    });

    test('that cannot be sent for a fault of the service is given up, with the reason', async () => {
      const { url } = await receiver();
      const broken = { ...EVENT, event: 'broken' };
      outbox.handle<string, OutboxTables>(broken, {
        schedule: [1],
        post: async () => {
          throw new TypeError('no such key');
        },
      });
      const ids = await store.write(async (tables) => [
        await outbox.add(tables, broken, { url, payload: 'x' }),
        await outbox.add(tables, { ...EVENT, event: 'unknown' }, { url, payload: 'x' }),
        await outbox.add(tables, { ...EVENT, accepts: (value): value is number => value === 7 }, { url, payload: 7 }),
      ]);
      await outbox.settle();
      const reports = await Promise.all(ids.map((id) => outbox.one(id)));
      expect(reports.map((report) => [report?.state, report?.reason, report?.log[0]?.error])).toEqual([
        ['gave-up', 'unsendable', 'TypeError: no such key'],
        ['gave-up', 'unsendable', 'Error: The service x-notes sends no unknown.'],
        ['gave-up', 'unsendable', 'Error: The payload is not what this version expects.'],
      ]);
    });
  });

  describe('many deliveries', () => {
    test('a receiver that never answers holds up no other', async () => {
      const stuck = await receiver(() => {});
      const quick = await receiver();
      for (let index = 0; index < 20; index++) await add(stuck.url, `stuck ${index}`);
      const ids: string[] = [];
      for (let index = 0; index < 20; index++) ids.push(await add(quick.url, `quick ${index}`));
      outbox.start();
      await expect.poll(() => quick.received.length).toBe(20);
      await expect.poll(() => Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'delivered'));
      expect(stuck.received).toHaveLength(4);
      for (const server of servers) server.closeAllConnections();
    });

    // It waits until they count as slow, which no database changes.
    test.runIf(databases.name === 'memory')('receivers that hang, and have taken all places, hold up no other', async () => {
      let hanging = 0;
      const some = newOutbox({
        most: 8,
        mostSlow: 4,
        network: {
          allowPrivate: false,
          fetch: async (url, { signal }) => {
            if (url.startsWith('https://quick')) return new Response(null, { status: 204 });
            hanging += 1;
            return await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
          },
        },
      });
      some.handle(EVENT, plain);
      for (const name of ['a', 'b', 'c']) for (let index = 0; index < 5; index++) await add(`https://${name}.example/`, 'x');
      some.start();
      await expect.poll(() => hanging).toBe(8);
      const ids: string[] = [];
      for (let index = 0; index < 5; index++) ids.push(await add('https://quick.example/', 'y'));
      await expect.poll(() => Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'delivered'));
      expect(hanging).toBeLessThanOrEqual(8 + 4);
      await some.close();
    });

    test('those of one sequence go one after the other, also where the first fails at first; others do not wait', async () => {
      let isFailing = true;
      const { url, received } = await receiver((_, response) => response.writeHead(isFailing ? 503 : 204).end());
      const ids: string[] = [];
      for (const payload of ['1', '2', '3']) ids.push(await add(url, payload, { sequence: 'subscription' }));
      await add(url, 'free');
      await outbox.settle();
      expect(bodies(received).sort()).toEqual(['1', 'free']);
      expect(await Promise.all(ids.map(stateOf))).toEqual(['waiting', 'queued', 'queued']);
      isFailing = false;
      received.length = 0;
      now = START + 10_000;
      await outbox.settle();
      expect(bodies(received).filter((body) => body !== 'free')).toEqual(['1', '2', '3']);
      expect(await Promise.all(ids.map(stateOf))).toEqual(['delivered', 'delivered', 'delivered']);
    });

    test('where the clock is moved past a whole sequence, none is sent before the one before it was given up', async () => {
      const { url } = await receiver(({ body }, response) => response.writeHead(body === '1' ? 500 : 204).end());
      const ids = [await add(url, '1', { sequence: 's' }), await add(url, '2', { sequence: 's' })];
      now = START + 86_400_000;
      expect(await outbox.settle()).toEqual({ attempts: 5, isMoreDue: false });
      const reports = await Promise.all(ids.map((id) => outbox.one(id)));
      expect(reports.map((report) => report?.log.map(({ at }) => at - START))).toEqual([[0, 10_000, 70_000, 3_670_000], [3_670_000]]);
    });

    test('go to a receiver that bears it many at once, and to one that refuses a few at once', async () => {
      const open = new Map<string, number>();
      const most = new Map<string, number>();
      const busy = (name: string, status: number) => (_: Received, response: ServerResponse) => {
        open.set(name, (open.get(name) ?? 0) + 1);
        most.set(name, Math.max(most.get(name) ?? 0, open.get(name) ?? 0));
        setTimeout(() => {
          open.set(name, (open.get(name) ?? 1) - 1);
          response.writeHead(status).end();
        }, 20);
      };
      const good = await receiver(busy('good', 204));
      const bad = await receiver(busy('bad', 503));
      await store.write(async (tables) => {
        for (let index = 0; index < 150; index++) await outbox.add(tables, EVENT, { url: good.url, payload: `${index}` });
        for (let index = 0; index < 20; index++) await outbox.add(tables, EVENT, { url: bad.url, payload: `${index}` });
      });
      expect(await outbox.settle()).toEqual({ attempts: 170, isMoreDue: false });
      expect(new Set(bodies(good.received)).size).toBe(150);
      expect(good.received).toHaveLength(150);
      expect(most.get('good')).toBeGreaterThan(8);
      expect(most.get('good')).toBeLessThanOrEqual(64);
      expect(most.get('bad')).toBeLessThanOrEqual(4);
    });

    test('of one sequence arrive in order and one at a time, by fewer units of work than there are', async () => {
      let units = 0;
      const counted: Store<OutboxTables> = {
        read: store.read,
        write(unit) {
          units += 1;
          return store.write(unit);
        },
      };
      const counting = newOutbox({ store: counted });
      counting.handle(EVENT, plain);
      let open = 0;
      let most = 0;
      const { url, received } = await receiver((_, response) => {
        most = Math.max(most, ++open);
        setImmediate(() => {
          open -= 1;
          response.writeHead(204).end();
        });
      });
      const payloads = Array.from({ length: 80 }, (_, index) => `${index}`);
      await store.write(async (tables) => {
        for (const payload of payloads) await outbox.add(tables, EVENT, { url, payload, sequence: 's' });
      });
      expect(await counting.settle()).toEqual({ attempts: 80, isMoreDue: false });
      expect(bodies(received)).toEqual(payloads);
      expect(most).toBe(1);
      expect(units).toBeLessThan(80);
      const log = await store.read.selectFrom('platform_attempts').select('number').execute();
      expect(log.map(({ number }) => number)).toEqual(payloads.map(() => 1));
    });

    test('of one sequence stop where one fails, also behind others that were just sent', async () => {
      const { url, received } = await receiver(({ body }, response) => response.writeHead(body === '5' ? 503 : 204).end());
      const ids: string[] = [];
      for (let index = 0; index < 8; index++) ids.push(await add(url, `${index}`, { sequence: 's' }));
      await outbox.settle();
      expect(bodies(received)).toEqual(['0', '1', '2', '3', '4', '5']);
      const states = [...Array(5).fill('delivered'), 'waiting', 'queued', 'queued'];
      expect(await Promise.all(ids.map(stateOf))).toEqual(states);
    });

    test('of one sequence go out as they were revised, also those that were about to be sent', async () => {
      const { url, received } = await receiver(async ({ body }, response) => {
        if (body === 'for Ines-7, 3') {
          await store.write((tables) => outbox.revise(tables, EVENT, 'Ines-7', (text) => text.replace('Ines-7', 'somebody')));
        }
        response.writeHead(204).end();
      });
      for (let index = 0; index < 8; index++) await add(url, `for Ines-7, ${index}`, { sequence: 's' });
      await outbox.settle();
      const names = [...Array(4).fill('Ines-7'), ...Array(4).fill('somebody')];
      expect(bodies(received)).toEqual(names.map((name, index) => `for ${name}, ${index}`));
    });

    test('are added many at once, each behind the one before it in its sequence', async () => {
      const { url, received } = await receiver();
      await add(url, 'a 0', { sequence: 'a' });
      const many = Array.from({ length: 520 }, (_, index) => ({ url, payload: `a ${index + 1}`, sequence: 'a' }));
      const others = [
        { url, payload: 'b \u0000 \ud800 ü', sequence: 'b', at: START - 5 },
        { url, payload: 'alone', at: START + 1 },
      ];
      const ids = await store.write((tables) => outbox.addAll(tables, EVENT, [...many, ...others]));
      expect(new Set(ids).size).toBe(522);
      expect(await stateOf(ids[0] ?? '')).toBe('queued');
      expect(await outbox.one(ids.at(-2) ?? '')).toMatchObject({ state: 'waiting', payload: 'b \u0000 \ud800 ü', created: START - 5 });
      expect(await outbox.one(ids.at(-1) ?? '')).toMatchObject({ sequence: null, created: START + 1, due: START + 1 });
      await outbox.settle();
      expect(bodies(received).filter((body) => body.startsWith('a'))).toEqual(['a 0', ...many.map(({ payload }) => payload)]);
      expect(await store.write((tables) => outbox.addAll(tables, EVENT, []))).toEqual([]);
    });

    test('are counted by receiver, up to a bound', async () => {
      const { url } = await receiver((_, response) => response.writeHead(503).end());
      for (const sequence of ['a', 'a', 'a', 'b']) await add(url, 'x', { sequence });
      await add('http://127.0.0.1:1/', 'x');
      const waiting = (most?: number) => outbox.waiting({ service: EVENT.service, url, ...(most !== undefined && { most }) });
      expect(await waiting()).toBe(4);
      expect(await waiting(2)).toBe(2);
      expect(await outbox.waiting({ service: 'other', url })).toBe(0);
    });

    test('that a version before wrote are kept: what it gave up is listed, and what it had begun is sent', async () => {
      const before = Object.fromEntries(Object.entries(outboxPart.migrations).filter(([name]) => name < '2026-11-26'));
      const opened = await openStore<OutboxTables>(await databases.place());
      onTestFinished(() => opened.close());
      await opened.migrate({ ...outboxPart, migrations: before });
      const { url, received } = await receiver();
      const row = {
        service: 'x-notes',
        event: 'note.written',
        url,
        target: `x-notes ${new URL(url).origin}`,
        payload: '"old"',
        sequence: null,
      };
      const times = { created: START, due: START, tries: 0, attempts: 0, lease_until: 0 };
      await opened.write(async (tables) => {
        const rows = [
          { ...row, ...times, id: 'given up', position: 1, state: 'gave-up', reason: 'overflow', holder: null },
          { ...row, ...times, id: 'begun', position: 2, state: 'sending', reason: null, holder: 'dead' },
        ];
        await tables.insertInto('platform_deliveries').values(rows).execute();
      });
      await opened.migrate(outboxPart);
      const later = newOutbox({ store: opened });
      later.handle(EVENT, plain);
      expect(await later.settle()).toEqual({ attempts: 1, isMoreDue: false });
      expect(received).toEqual([{ id: 'begun', body: 'old' }]);
      const reports = (await later.list({ most: 10 })).map(({ id, state, reason }) => [id, state, reason]);
      expect(reports).toEqual([
        ['begun', 'delivered', null],
        ['given up', 'gave-up', 'overflow'],
      ]);
      await later.close();
    });

    test('are settled up to a bound; the rest is for later', async () => {
      const bounded = newOutbox({ mostSettled: 10 });
      bounded.handle(EVENT, plain);
      const { url, received } = await receiver();
      await store.write(async (tables) => {
        for (let index = 0; index < 150; index++) await bounded.add(tables, EVENT, { url, payload: `${index}` });
      });
      const { attempts, isMoreDue } = await bounded.settle();
      expect(isMoreDue).toBe(true);
      expect(attempts).toBeGreaterThanOrEqual(10);
      expect(attempts).toBeLessThanOrEqual(10 + 64);
      await bounded.close();
      const ended = await bounded.list({ state: 'delivered', most: 200 });
      expect(ended).toHaveLength(received.length);
      expect(await bounded.list({ state: 'sending', most: 200 })).toEqual([]);
    });

    test('only the newest of those that have ended are kept', async () => {
      const keeper = newOutbox({ kept: 100 });
      keeper.handle(EVENT, plain);
      const { url } = await receiver();
      await store.write(async (tables) => {
        for (let index = 0; index < 500; index++) await keeper.add(tables, EVENT, { url, payload: `${index}` });
      });
      expect(await keeper.settle()).toMatchObject({ attempts: 500, isMoreDue: false });
      const left = await keeper.list({ most: 1_000 });
      expect(left).toHaveLength(100);
      expect(left[0]?.payload).toBe('499');
      expect(left[99]?.payload).toBe('400');
      expect((await store.read.selectFrom('platform_attempts').select('number').execute()).length).toBe(100);
    });
  });

  describe('the operator', () => {
    test('lists deliveries, the newest first, by service and state, page by page', async () => {
      const { url } = await receiver();
      const ids = [await add(url, '0'), await add(url, '1'), await add('http://127.0.0.1:1/', '2')];
      await outbox.settle();
      const list = async (filter: object) => (await outbox.list({ most: 10, ...filter })).map(({ id }) => ids.indexOf(id));
      expect(await list({})).toEqual([2, 1, 0]);
      expect(await list({ state: 'delivered' })).toEqual([1, 0]);
      expect(await list({ service: 'other' })).toEqual([]);
      const [first] = await outbox.list({ most: 1 });
      expect(await list({ before: first?.position })).toEqual([1, 0]);
      expect(await outbox.one('none')).toBeUndefined();
    });

    test('revises what waits and what was sent, of one kind, that holds a text', async () => {
      const { url } = await receiver((_, response) => response.writeHead(204).end());
      outbox.handle(EVENT, plain);
      const [sent, other] = [await add(url, 'for Ines-7'), await add(url, 'for ines-7')];
      await outbox.settle();
      const waiting = await add(url, 'again for Ines-7');
      const another = { ...EVENT, event: 'note.read' };
      const ofKind = await store.write((tables) => outbox.add(tables, another, { url, payload: 'for Ines-7' }));
      await store.write((tables) => outbox.revise(tables, EVENT, 'Ines-7', (text) => text.replace('Ines-7', 'somebody')));
      const payloads = await Promise.all([sent, other, waiting, ofKind].map(async (id) => (await outbox.one(id))?.payload));
      expect(payloads).toEqual(['for somebody', 'for ines-7', 'again for somebody', 'for Ines-7']);
    });

    test('sends a delivery again, under the same id and with its whole schedule', async () => {
      const { url, received } = await receiver();
      const id = await add(url, 'a');
      await outbox.settle();
      now = START + 60_000;
      expect(await outbox.replay(id)).toBe(true);
      expect(await outbox.replay('none')).toBe(false);
      await outbox.settle();
      expect(received.map((one) => one.id)).toEqual([id, id]);
      expect(await outbox.one(id)).toMatchObject({
        state: 'delivered',
        attempts: 2,
        log: [{ number: 1 }, { number: 2, at: START + 60_000 }],
      });
    });
  });

  describe('what follows from an attempt', () => {
    test('is written in the unit of work that records it; if it fails, the attempt is recorded all the same', async () => {
      const { url } = await receiver((_, response) => response.writeHead(410).end());
      let fails = false;
      outbox.handle<string, OutboxTables>(EVENT, {
        ...plain,
        async onAttempt({ id, payload }, step, tables) {
          await tables
            .updateTable('platform_deliveries')
            .set({ event: `${payload} ${step.outcome}` })
            .where('id', '=', id)
            .execute();
          if (fails) throw new Error('broken');
        },
      });
      const first = await add(url, 'a');
      await outbox.settle();
      expect(await outbox.one(first)).toMatchObject({ event: 'a gave-up', state: 'gave-up' });
      fails = true;
      const second = await add(url, 'b');
      await outbox.settle();
      expect(await outbox.one(second)).toMatchObject({ event: 'note.written', state: 'gave-up', reason: 'gone' });
      expect(warnings.join()).toMatch(/^What follows from a delivery of x-notes \(note.written, .+\) failed: Error: broken$/);
    });

    test('is kept from no other attempt that ends in the same moment', async () => {
      const answers: (() => void)[] = [];
      const { url } = await receiver((_, response) => {
        answers.push(() => response.writeHead(204).end());
        if (answers.length === 4) for (const answer of answers) answer();
      });
      outbox.handle<string, OutboxTables>(EVENT, {
        ...plain,
        async onAttempt({ id, payload }, _step, tables) {
          await tables
            .updateTable('platform_deliveries')
            .set({ event: `after ${payload}` })
            .where('id', '=', id)
            .execute();
          if (payload === 'b') throw new Error('broken');
        },
      });
      const ids = await Promise.all(['a', 'b', 'c', 'd'].map((payload) => add(url, payload)));
      await outbox.settle();
      const reports = await Promise.all(ids.map((id) => outbox.one(id)));
      expect(reports.map((report) => [report?.state, report?.event, report?.log.length])).toEqual([
        ['delivered', 'after a', 1],
        ['delivered', 'note.written', 1],
        ['delivered', 'after c', 1],
        ['delivered', 'after d', 1],
      ]);
      expect(warnings).toEqual([
        expect.stringMatching(/^What follows from a delivery of x-notes \(note.written, .+\) failed: Error: broken$/),
      ]);
    });
  });

  describe('a process that has lost its lease', () => {
    test('records nothing, and sends nothing behind it in its sequence that the other has not sent', async () => {
      const { url, received } = await receiver(async (_, response) => {
        await store.write((tables) =>
          tables.updateTable('platform_deliveries').set({ holder: 'other' }).where('state', '=', 'sending').execute(),
        );
        response.writeHead(204).end();
      });
      const ids = [await add(url, 'first', { sequence: 's' }), await add(url, 'second', { sequence: 's' })];
      outbox.start();
      await expect.poll(() => received.length).toBe(1);
      // Whatever was to be recorded is.
      await outbox.close();
      expect(await Promise.all(ids.map(stateOf))).toEqual(['sending', 'queued']);
      expect(bodies(received)).toEqual(['first']);
      expect(await store.read.selectFrom('platform_attempts').selectAll().execute()).toEqual([]);
    });
  });

  describe('several processes', () => {
    test('send each delivery once', async () => {
      const { url, received } = await receiver((_, response) => setTimeout(() => response.writeHead(204).end(), 5));
      const other = newOutbox();
      other.handle(EVENT, plain);
      outbox.start();
      other.start();
      const ids = await store.write(async (tables) => {
        const added = [];
        for (let index = 0; index < 100; index++) added.push(await outbox.add(tables, EVENT, { url, payload: `${index}` }));
        return added;
      });
      await expect.poll(async () => (await outbox.list({ state: 'delivered', most: 200 })).length).toBe(100);
      expect(received.map(({ id }) => id).sort()).toEqual([...ids].sort());
    });

    test('another sends what one that died had begun, with the same id, when its lease has ended', async () => {
      const { url, received } = await receiver();
      const id = await add(url, 'a');
      await store.write(async (tables) => {
        await tables
          .updateTable('platform_deliveries')
          .set({ state: 'sending', holder: 'dead', lease_until: Date.now() + 400 })
          .execute();
      });
      outbox.start();
      await outbox.settle();
      expect(await stateOf(id)).toBe('delivered');
      expect(received.map((one) => one.id)).toEqual([id]);
    });
  });
});
