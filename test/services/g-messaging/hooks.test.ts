// Tests the webhook of an account, on each engine, with a receiver that listens: what it is told, how often and in which order, and what control
// shows.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Activity, createMessagingClient, type SendResult } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MessagingPlatform, Tables } from '../../../services/g-messaging/deps.ts';
import { isHookBusy } from '../../../services/g-messaging/hooks/deliver.ts';
import { headersOf, kindsFault, loginFault } from '../../../services/g-messaging/hooks/rules.ts';
import { checkHooks } from '../../../services/g-messaging/hooks/settings.ts';
import { migrations } from '../../../services/g-messaging/migrations/index.ts';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { handlePassage, schedulePassage } from '../../../services/g-messaging/sends/passage.ts';
import type { SendRow } from '../../../services/g-messaging/sends/tables.ts';
import { tables as declared, type MessagingTables } from '../../../services/g-messaging/tables.ts';
import { createSeal } from '../../../services/platform/seal.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { IS_DEEP } from '../../support/effort.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { REDIS } from '../../support/redis.ts';
import { startTwoProcesses } from '../../support/sandbox-process.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, messagingOf, openMessaging } from './support.ts';

const ORDERS = 'Orders <orders@papaver-books.example>';
const SECONDS = 1_000;

interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Activity;
}

/** Listens, notes what comes, and answers by `answer`: by default with 200. */
async function listen(answer: (received: Received, response: ServerResponse) => void = (_, response) => response.writeHead(200).end()) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const one = { method: request.method ?? '', headers: request.headers, body: JSON.parse(text || '{}') as Activity };
    received.push(one);
    answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/activity?shop=1`;
  const posted = () => received.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { url, received, posted, statuses: () => posted().map(({ activityStatus }) => activityStatus) };
}

describeOnEngines('webhooks of the messaging service', (engine) => {
  async function open() {
    const sandbox = await engine.open('g-messaging', { allowPrivate: 'loopback' });
    const messaging = messagingOf(sandbox);
    const { main, act } = messaging;
    await sandbox.freezeClock(sandbox.clock.now());
    const send = async (...emails: string[]) => {
      const body = { from: ORDERS, subject: 'Hello', htmlText: 'Hello', emails };
      const { results } = unwrap(await main.sendEmail({ body: body as never }), 200);
      return [results].flat() as SendResult[];
    };
    const after = (milliseconds: number) => sandbox.moveClock(sandbox.clock.now() + milliseconds);
    const show = async () => (unwrap(await act('show-webhook'), 200).result as { webhook: object | null }).webhook;
    const deliveries = async () => unwrap(await sandbox.control.listDeliveries({ query: { limit: 100 } }), 200).deliveries;
    return { ...messaging, send, after, show, deliveries };
  }

  test('G6: each activity is one request, with the headers and the login that were set, and is what the contact shows', async () => {
    const { main, act, send, after, show } = await open();
    const { url, received, posted } = await listen();
    const set = await act('set-webhook', {
      url,
      headers: '{"X-Shop":"papaver books","x-key":"Tr0ub4dor"}',
      username: 'jonas',
      password: 'schlüssel:1',
    });
    expect(unwrap(set, 200).result).toEqual({
      webhook: { account: 8840, url, kinds: 'all', headers: ['x-shop', 'x-key'], state: 'untested', fault: null },
    });
    await after(0);
    expect(await show()).toMatchObject({ state: 'accepted', fault: null });
    await send('lena.hoffmann@example.com');
    await after(3 * SECONDS);
    const sent = {
      'x-shop': 'papaver books',
      'x-key': 'Tr0ub4dor',
      authorization: `Basic ${Buffer.from('jonas:schlüssel:1').toString('base64')}`,
    };
    expect(received.map(({ method, headers }) => [method, headers])).toMatchObject([
      ['GET', sent],
      ['POST', { ...sent, 'content-type': 'application/json' }],
      ['POST', sent],
    ]);
    const shown = unwrap(await main.getContactActivity({ path: { contactId: LENA } }), 200);
    expect(posted()).toEqual(shown.slice(0, 2).reverse());
    expect(posted().map(({ activityStatus }) => activityStatus)).toEqual(['SENT', 'DELIVERED']);
  });

  test('G6: only the kinds of activity that were set are sent, and those of one message in their order', async () => {
    const { act, main, send, after } = await open();
    const { url, posted } = await listen();
    unwrap(await act('set-webhook', { url, kinds: ['DELIVERED', 'READ', 'UNDELIVERED'] }), 200);
    const emails = Array.from({ length: 40 }, (_, index) => `reader-${index}${index < 3 ? '+bounce' : ''}@example.com`);
    const results = await send(...emails);
    await after(2 * 3_600 * SECONDS);
    const count = (status: string) => posted().filter(({ activityStatus }) => activityStatus === status).length;
    expect([count('SENT'), count('DELIVERED'), count('UNDELIVERED'), count('CLICKED')]).toEqual([0, 37, 3, 0]);
    expect(count('READ')).toBeGreaterThan(0);
    for (const { id, requestId } of results) {
      const shown = unwrap(await main.getContactActivity({ path: { contactId: id ?? 0 } }), 200);
      const wanted = shown.reverse().filter(({ activityStatus }) => activityStatus !== 'SENT');
      expect(posted().filter(({ iid }) => iid === requestId)).toEqual(wanted);
    }
  });

  test('G6: any status but 200 has a request sent again, after a minute at first, while later activity of its message waits', async () => {
    const answers = [200, 204, 410, 302];
    const { act, send, after, deliveries } = await open();
    const { url, statuses } = await listen((_, response) => response.writeHead(answers.shift() ?? 200).end());
    unwrap(await act('set-webhook', { url, kinds: ['SENT', 'DELIVERED'] }), 200);
    await after(0);
    await send('lena.hoffmann@example.com');
    for (const [wait, want] of [
      [3, 1],
      [56, 1],
      [1, 2],
      [299, 2],
      [1, 3],
      [900, 5],
    ] as const) {
      await after(wait * SECONDS);
      expect(statuses()).toHaveLength(want);
    }
    expect(statuses()).toEqual(['SENT', 'SENT', 'SENT', 'SENT', 'DELIVERED']);
    expect(await deliveries()).toMatchObject([
      { event: 'messageActivity', state: 'delivered', attempts: 1 },
      { event: 'messageActivity', state: 'delivered', attempts: 4 },
      { event: 'webhook.test', state: 'delivered', attempts: 1 },
    ]);
  });

  test('an address that does not answer is shown as such, is tried six times, and costs nothing else', async () => {
    const { act, send, after, show, deliveries, sandbox } = await open();
    const { url: open_ } = await listen();
    const closed = open_.replace(/:\d+/, ':9');
    unwrap(await act('set-webhook', { url: closed, kinds: ['SENT'] }), 200);
    await after(0);
    expect(await show()).toMatchObject({ state: 'failed', fault: 'The address did not answer GET.' });
    const [first] = await send('lena.hoffmann@example.com');
    await after(6 * 3_600 * SECONDS);
    expect((await deliveries())[0]).toMatchObject({ state: 'gave-up', reason: 'exhausted', attempts: 6 });
    expect(first?.status).toBe('OK');
    const { log } = unwrap(await sandbox.control.getDelivery({ path: { id: (await deliveries())[0]?.id ?? '' } }), 200);
    const waits = log.slice(1).map(({ at }, index) => (Date.parse(at) - Date.parse(log[index]?.at ?? '')) / SECONDS);
    expect(waits).toEqual([60, 300, 900, 3_600, 14_400]);
  });

  test('a webhook that hangs holds up neither its account nor another one', async () => {
    const { main, act, send, sandbox } = await open();
    const hanging = await listen(() => {});
    const other = await listen();
    const harbour = messagingOf(sandbox, users.harbour).main;
    unwrap(await act('set-webhook', { url: hanging.url }), 200);
    unwrap(await act('set-webhook', { url: other.url, user: users.harbour.username }), 200);
    const { id } = unwrap(await harbour.createTelegramMessage({ body: { name: 'Tea', text: 'Tea' } }), 200) as { id: number };
    const added = unwrap(await harbour.addOrUpdateContact({ body: { channels: [{ type: 'telegram', value: '4711' }] } as never }), 200);
    const begin = performance.now();
    for (let index = 0; index < 10; index++) await send(`reader-${index}@example.com`);
    unwrap(await harbour.sendPreparedMessage({ body: { id, recipients: [{ contactId: added.id }] } }), 200);
    await expect.poll(() => other.statuses()).toEqual(['SENT']);
    expect(performance.now() - begin).toBeLessThan(10_000);
    expect(other.posted()).toMatchObject([{ contactId: added.id, mediaType: 'telegram', messageName: 'Tea' }]);
    expect(unwrap(await main.getContactActivity({ path: { contactId: LENA } }), 200).length).toBeGreaterThan(0);
  });

  test('control shows deliveries and the webhook, and never a secret, whatever the receiver answers', async () => {
    const { act, send, after, sandbox, deliveries, show } = await open();
    const { url } = await listen(({ headers }, response) => {
      response.writeHead(401, { 'x-echo': headers.authorization }).end(`${headers['x-key']} ${headers.authorization}`);
    });
    const [username, password, value] = ['jonas', 'Schl-4711-geheim', 'Tr0ub4dor-3'];
    const set = unwrap(await act('set-webhook', { url, headers: JSON.stringify({ 'x-key': value }), username, password }), 200);
    await send('lena.hoffmann@example.com');
    await after(70 * SECONDS);
    const answers: unknown[] = [set, await show(), unwrap(await sandbox.control.listRequests({}), 200)];
    const all = await deliveries();
    expect(all).toHaveLength(3);
    for (const { id } of all) {
      const path = { id };
      const delivery = unwrap(await sandbox.control.getDelivery({ path }), 200);
      answers.push(
        delivery,
        unwrap(await sandbox.control.checkSignature({ path }), 200),
        unwrap(await sandbox.control.revealSecret({ path }), 200),
      );
      if (delivery.log.length > 0)
        expect(delivery.log[0]).toMatchObject({ headers: { 'x-key': '(hidden)', authorization: '(hidden)' }, status: 401 });
    }
    expect(await show()).toMatchObject({ state: 'failed', fault: 'The address answered GET with the status 401, not 200.' });
    const text = JSON.stringify(answers);
    for (const secret of [password, value, Buffer.from(`${username}:${password}`).toString('base64')]) expect(text).not.toContain(secret);
  });

  test('a webhook is replaced and removed: what waits for the old address is dropped, without the new credentials', async () => {
    const { act, send, after, show, deliveries } = await open();
    const old = await listen((_, response) => response.writeHead(500).end());
    const next = await listen();
    unwrap(await act('set-webhook', { url: old.url, kinds: ['SENT'] }), 200);
    await send('lena.hoffmann@example.com');
    await after(0);
    unwrap(await act('set-webhook', { url: next.url, kinds: ['SENT'], username: 'a', password: 'b' }), 200);
    await send('lena.hoffmann@example.com');
    await after(60 * SECONDS);
    expect([old.statuses(), next.statuses()]).toEqual([['SENT'], ['SENT']]);
    expect(await deliveries()).toMatchObject([
      { url: next.url, state: 'delivered' },
      { url: next.url, state: 'delivered' },
      { url: old.url, state: 'gave-up', reason: 'unsendable' },
      { url: old.url, state: 'gave-up' },
    ]);
    expect(unwrap(await act('set-webhook', { url: '' }), 200).result).toEqual({ webhook: null });
    expect(await show()).toBeNull();
    await send('lena.hoffmann@example.com');
    await after(3 * SECONDS);
    expect(next.statuses()).toEqual(['SENT']);
  });

  test('what waits to be told of a contact that is erased loses its address', async () => {
    const { main, act, send, after, deliveries } = await open();
    const { url } = await listen((_, response) => response.writeHead(500).end());
    unwrap(await act('set-webhook', { url, kinds: ['SENT'] }), 200);
    await send('lena.hoffmann@example.com', 'pavel.novak@example.com');
    await after(0);
    unwrap(await main.deleteContact({ path: { contactId: LENA }, query: { erase: true } }), 200);
    const payloads = (await deliveries()).flatMap(({ event, payload }) =>
      event === 'messageActivity' ? [(payload as { body: Activity }).body] : [],
    );
    expect(payloads.map(({ contactId, email }) => [contactId === LENA, email])).toEqual([
      [false, 'pavel.novak@example.com'],
      [true, undefined],
    ]);
  });

  test('wrong settings are refused by name, and the webhook stays as it was', async () => {
    const { act, show } = await open();
    const { url } = await listen();
    unwrap(await act('set-webhook', { url }), 200);
    const six = JSON.stringify(Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`x-${index}`, 'a'])));
    for (const [input, detail] of [
      [{ url: 'hooks.example' }, 'The url must be an http or https URL without a user name or password.'],
      [{ url: 'https://jonas:secret@hooks.example/' }, 'The url must be an http or https URL without a user name or password.'],
      [{ url: 'http://10.0.0.1/' }, /^Nothing can be sent to this url\. /],
      [{ url, headers: six }, 'There can be at most 5 headers, not 6.'],
      [{ url, headers: '{"x y":"a"}' }, '"x y" is no name of a header.'],
      [
        { url, headers: '{"x-a":"a\\r\\nx-b: b"}' },
        'The value of the header x-a must be visible ASCII characters, with spaces only between them.',
      ],
      [{ url, kinds: ['OPENED'] }, 'There is no kind of activity OPENED.'],
      [{ url, username: 'jonas' }, 'Give username and password, or neither.'],
    ] as const)
      expect(await act('set-webhook', input as never)).toMatchObject({
        status: 400,
        body: { detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) },
      });
    expect(await act('set-webhook', { url, user: 'nobody@example.com' })).toMatchObject({ status: 404 });
    expect(await show()).toMatchObject({ url, headers: [] });
  });

  test('an address of this machine is refused unless the sandbox allows loopback', async () => {
    const { act } = await openMessaging(engine);
    expect(await act('set-webhook', { url: 'http://127.0.0.1:9/' })).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^Nothing can be sent to this url\. /) },
    });
  });

  test('while much waits for a webhook, nothing more happens to messages of its account; then it happens as of its own time', async () => {
    const store = await openStore<MessagingTables>((await engine.place()).store);
    onTestFinished(() => store.close());
    await store.migrate({ name: 'g-messaging', migrations, tables: declared });
    const hook = {
      account: 1,
      url: 'https://hooks.example/a',
      kinds: null,
      header_names: [],
      headers: '',
      state: 'untested',
      fault: null,
    } as const;
    const send: SendRow = {
      id: 'rq-1',
      request: 'rq-1',
      account: 1,
      contact: 7,
      channel: 'sms',
      locator: '4917139',
      message: null,
      name: null,
      broadcast: null,
      event: null,
      content: { text: 'Hello' },
      status: 'SENT',
      position: 1,
      sent_at: 0,
    };
    await store.write(async (tables) => {
      await tables.insertInto('g_hooks').values(hook).execute();
      await tables.insertInto('g_sends').values(send).execute();
    });
    let now = 0;
    let waiting = 5_000;
    const asked: unknown[] = [];
    const told: { at?: number }[] = [];
    const jobs: { name: string; at: number; payload: unknown }[] = [];
    const handlers = new Map<string, (job: object, tables: Tables) => Promise<void>>();
    const deps = {
      clock: { now: () => now },
      outbox: {
        waiting: async (receiver: unknown) => {
          asked.push(receiver);
          return waiting;
        },
        addAll: async (_tables: unknown, _kind: unknown, added: readonly { at?: number }[]) => void told.push(...added),
      },
      due: {
        handle: (kind: { name: string }, handler: never) => void handlers.set(kind.name, handler),
        schedule: async (_tables: unknown, { name }: { name: string }, job: { at: number; payload: unknown }) =>
          void jobs.push({ name, ...job }),
      },
    } as unknown as MessagingPlatform;
    handlePassage(deps);
    const run = async () => {
      const job = jobs.shift();
      if (job === undefined) throw new Error('There is no job.');
      now = Math.max(now, job.at);
      await store.write(async (tables) => handlers.get(job.name)?.(job, tables));
      return job.name;
    };
    const happened = () => store.read.selectFrom('g_activity').select(['status', 'at']).orderBy('position').execute();

    await store.write((tables) => schedulePassage({ deps, tables, at: 0 }, 1, [send]));
    now = 86_400_000;
    await run();
    expect([await happened(), jobs.map(({ at }) => at - now)]).toEqual([[], [10_000]]);
    expect(asked).toEqual([{ service: 'g-messaging', url: hook.url, most: 5_000 }]);
    waiting = 4_999;
    expect([await run(), await run()]).toEqual(['deliver-messages', 'read-messages']);
    expect((await happened())[0]).toEqual({ status: 'DELIVERED', at: 3_000 });
    expect(told[0]).toMatchObject({ at: 3_000, url: hook.url, sequence: 'activity rq-1' });
    // An account without a webhook waits for nothing.
    waiting = 5_000;
    expect([await isHookBusy(deps, store.read, 1), await isHookBusy(deps, store.read, 2)]).toEqual([true, false]);
  });
});

// Where they are not installed, the helpers print a line that says so.
describe.skipIf(!POSTGRES || !REDIS || !IS_DEEP)('the webhook of two processes', () => {
  test('gets each activity at least once, and repeated ones as they were, when one of them is killed', async () => {
    const MESSAGES = 1_200;
    const login = { username: 'jonas', password: 'sesame' };
    const authorization = `Basic ${Buffer.from('jonas:sesame').toString('base64')}`;
    const { url, received, posted } = await listen((_, response) => setTimeout(() => response.writeHead(200).end(), 5));
    const { processes, end } = await startTwoProcesses(['g-messaging'], ['--allow-loopback']);
    try {
      const [victim, survivor] = processes;
      const kinds = ['SENT', 'DELIVERED'];
      await victim.control.runAction({ path: { service: 'g-messaging', action: 'set-webhook' }, body: { url, kinds, ...login } });
      const main = createMessagingClient({ baseUrl: victim.url('g-messaging'), credentials: { basic: users.papaver } });
      const emails = Array.from({ length: MESSAGES }, (_, index) => `reader-${index}@example.com`);
      unwrap(await main.sendEmail({ body: { from: ORDERS, subject: 'Hello', htmlText: 'Hello', emails } as never }), 200);
      await expect.poll(() => posted().length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(100);
      victim.program.child.kill('SIGKILL');
      expect(posted().length).toBeLessThan(2 * MESSAGES);
      const told = () => Map.groupBy(posted(), ({ iid, activityStatus }) => `${iid} ${activityStatus}`);
      await expect.poll(() => told().size, { timeout: 120_000, interval: 250 }).toBe(2 * MESSAGES);
      for (const [first, ...others] of told().values()) for (const other of others) expect(other).toEqual(first);
      expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(new Set([authorization]));
      // Nothing arrived before it was sent.
      const begun = new Set<string | undefined>();
      for (const { iid, activityStatus } of posted()) {
        if (activityStatus === 'SENT') begun.add(iid);
        else expect(begun).toContain(iid);
      }
      const { deliveries } = unwrap(await survivor.control.listDeliveries({ query: { state: 'gave-up', limit: 10 } }), 200);
      expect(deliveries).toEqual([]);
    } finally {
      await end();
    }
  }, 240_000);
});

test('headers that were sealed with another key are named at the start', async () => {
  const store = await openStore<MessagingTables>({ memory: true });
  onTestFinished(() => store.close());
  await store.migrate({ name: 'g-messaging', migrations, tables: declared });
  const seal = createSeal();
  const hook = { account: 1, url: 'https://hooks.example/a', kinds: null, header_names: [], state: 'untested', fault: null } as const;
  await store.write((tables) =>
    tables
      .insertInto('g_hooks')
      .values({ ...hook, headers: seal.seal('{}') })
      .execute(),
  );
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  await checkHooks(store.read, { seal, warn });
  expect(warnings).toEqual([]);
  await checkHooks(store.read, { seal: createSeal(), warn });
  expect(warnings).toEqual([expect.stringMatching(/^Headers of webhooks of g-messaging were sealed with another key/)]);
});

test.each<[text: string | undefined, want: unknown]>([
  [undefined, {}],
  ['{"X-Shop":"a b","x.y~":"1"}', { 'x-shop': 'a b', 'x.y~': '1' }],
  ['[]', /must be a JSON object of texts/],
  ['null', /must be a JSON object of texts/],
  ['{"x":1}', /must be a JSON object of texts/],
  ['{', /must be a JSON object of texts/],
  ['{"":"a"}', /no name of a header/],
  ['{"x\\r\\ny":"a"}', /no name of a header/],
  [`{"${'x'.repeat(101)}":"a"}`, /no name of a header/],
  ['{"Connection":"close"}', /The header connection cannot be set/],
  ['{"transfer-encoding":"chunked"}', /cannot be set/],
  ['{"Content-Length":"0"}', /cannot be set/],
  ['{"content-type":"text/plain"}', /cannot be set/],
  ['{"host":"a"}', /cannot be set/],
  ['{"proxy-authorization":"a"}', /cannot be set/],
  ['{"Authorization":"Bearer a"}', /by username and password/],
  ['{"x-a":"1","X-A":"2"}', /is there twice/],
  ['{"x":""}', /visible ASCII/],
  ['{"x":" a"}', /visible ASCII/],
  ['{"x":"ä"}', /visible ASCII/],
  ['{"x":"a\\u0000"}', /visible ASCII/],
  [`{"x":"${'a'.repeat(1_001)}"}`, /more than 1000 characters/],
])('headers %# are read, or it is said why not', (text, want) => {
  const got = headersOf(text);
  if (want instanceof RegExp) expect(got).toMatch(want);
  else expect(got).toEqual(want);
});

test.each<[given: { username?: string; password?: string }, want: string | undefined]>([
  [{}, undefined],
  [{ username: 'a', password: 'b:c' }, undefined],
  [{ username: 'a', password: '' }, undefined],
  [{ password: 'b' }, 'Give username and password, or neither.'],
  [{ username: 'a:b', password: 'c' }, 'The username can have no colon.'],
  [{ username: 'a', password: 'b\n' }, 'The username and the password can have no control characters.'],
])('the login %j is right, or it is said why not', (given, want) => {
  expect(loginFault(given)).toBe(want);
});

test('no kind of activity is a fault', () => {
  expect([kindsFault([]), kindsFault(undefined), kindsFault(['SENT', 'SPAM'])]).toEqual([
    'Name a kind of activity, or leave out kinds for all of them.',
    undefined,
    undefined,
  ]);
});
