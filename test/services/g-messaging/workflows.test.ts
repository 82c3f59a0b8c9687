// Tests workflows: what starts them, their steps as time goes by, what cannot be sent, and that they go on when their process ends.

import { createMessagingClient } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { MessagingPlatform, Tables } from '../../../services/g-messaging/deps.ts';
import type { ContentOf } from '../../../services/g-messaging/messages/tables.ts';
import { migrations } from '../../../services/g-messaging/migrations/index.ts';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { insert } from '../../../services/g-messaging/store.ts';
import { tables as declared, type MessagingTables } from '../../../services/g-messaging/tables.ts';
import { recipientsOf } from '../../../services/g-messaging/workflows/recipients.ts';
import { handleWorkflows } from '../../../services/g-messaging/workflows/run.ts';
import { startWorkflows } from '../../../services/g-messaging/workflows/start.ts';
import { createSandbox } from '../../../services/index.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { IS_DEEP } from '../../support/effort.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { REDIS } from '../../support/redis.ts';
import { type SandboxProcess, startTwoProcesses } from '../../support/sandbox-process.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { DAY, LENA, messagingOf, openMessaging, PAVEL } from './support.ts';

const WELCOME = 610;
const CART = 611;
const LENA_EMAIL = 'lena.hoffmann@example.com';
const SENDER = '"Papaver Books" <letters@papaver-books.example>';

interface Run {
  readonly event: number;
  readonly contact: number | null;
  readonly steps: number;
  readonly done: number;
  readonly due: string | null;
  readonly ended: string | null;
  readonly faults: readonly { readonly step: number; readonly reason: string }[];
}

function workflowsOf(messaging: ReturnType<typeof messagingOf>) {
  const { main, sandbox, act } = messaging;
  return {
    ...messaging,
    /** Lets jobs end, and time pass. */
    after: (milliseconds: number) => sandbox.moveClock(sandbox.clock.now() + milliseconds),
    trigger: (eventTypeKey: string, keyValue: string, values: Readonly<Record<string, unknown>> = {}) =>
      main.triggerEvent({
        body: { eventTypeKey, keyValue, params: Object.entries(values).map(([name, value]) => ({ name, value })) } as never,
      }),
    /** The messages of a contact since the story, the newest first, with what has happened to each. */
    sentTo: async (contactId: number) => {
      const activity = unwrap(
        await main.getContactActivity({ path: { contactId }, query: { dateFrom: '2026-11-21', status: 'SENT' } }),
        200,
      );
      return activity.filter(({ eventInstanceId }) => eventInstanceId !== undefined);
    },
    runs: async (workflow: number) =>
      (unwrap(await act('list-workflow-runs', { workflow }), 200).result as unknown as { runs: Run[] }).runs,
    add: async (event: string, steps: readonly object[]) => {
      const added = unwrap(await act('add-workflow', { name: `On ${event}`, event, steps: JSON.stringify(steps) }), 200).result;
      return (added as unknown as { workflow: { id: number } }).workflow.id;
    },
  };
}

describeOnEngines('workflows', (engine) => {
  const open = async () => workflowsOf(await openMessaging(engine));
  const openEmpty = async () => {
    const store = await openStore<MessagingTables>((await engine.place()).store);
    onTestFinished(() => store.close());
    await store.migrate({ name: 'g-messaging', migrations, tables: declared });
    return store;
  };

  test('workflows are listed in pages', async () => {
    const { main, sandbox } = await open();
    const list = (query: object) => main.listWorkflows({ query });
    const [welcome, cart] = [
      { id: 610, name: 'Welcome to Papaver Books', active: true, eventTypeKey: 'customerWelcomed' },
      { id: 611, name: 'Books left in the cart', active: false, eventTypeKey: 'cartUpdated' },
    ];
    expect(await list({})).toMatchObject({ status: 200, body: [welcome, cart], headers: { TotalCount: 2 } });
    expect(await list({ startindex: 2, maxrows: 1 })).toMatchObject({ body: [cart], headers: { TotalCount: 2 } });
    expect(await list({ startindex: 3 })).toMatchObject({ body: [], headers: { TotalCount: 2 } });
    expect(await messagingOf(sandbox, users.harbour).main.listWorkflows()).toMatchObject({ body: [], headers: { TotalCount: 0 } });
  });

  test('G8: an event of now starts the active workflow of its type, whose steps wait on the clock of the sandbox', async () => {
    const { trigger, after, sentTo, runs, marketing } = await open();
    await trigger('customerWelcomed', 'PB-C-1001');
    await after(0);
    const [first] = await sentTo(LENA);
    expect(await sentTo(LENA)).toHaveLength(1);
    expect(first).toMatchObject({ mediaType: 'email', messageId: 2417, messageName: 'Autumn poetry letter', email: LENA_EMAIL });
    const [waiting] = await runs(WELCOME);
    expect(waiting).toMatchObject({
      contact: LENA,
      event: first?.eventInstanceId,
      steps: 3,
      done: 2,
      due: '2026-11-24T09:30:00Z',
      ended: null,
    });
    await after(3 * DAY - 1);
    expect(await sentTo(LENA)).toHaveLength(1);
    await after(1);
    expect(await sentTo(LENA)).toMatchObject([
      { mediaType: 'mobilepush', messageId: 2420, eventInstanceId: first?.eventInstanceId, activityDateTime: '2026-11-24T09:30:00Z' },
      { mediaType: 'email' },
    ]);
    expect(await runs(WELCOME)).toMatchObject([{ done: 3, due: null, ended: '2026-11-24T09:30:00Z', faults: [] }]);
    const shown = unwrap(await marketing.getContactActivity({ path: { contactId: LENA } }), 200).activities;
    expect(shown.find(({ messageId }) => messageId === 2420)).toMatchObject({ eventInstanceId: first?.eventInstanceId });
  });

  test('each event starts a workflow once, and events of either document, of a page, and for new contacts do', async () => {
    const { main, marketing, sandbox, trigger, after, runs } = await open();
    await trigger('customerWelcomed', 'PB-C-1001');
    await trigger('customerWelcomed', 'PB-C-1001');
    await marketing.triggerEvent({ body: { eventTypeKey: 'customerWelcomed', keyValue: 'pavel.novak@example.com' } });
    const { token } = unwrap(await main.createEventToken({ body: { externalCustomerId: 'PB-C-1002' } }), 200);
    const page = createMessagingClient({
      fetch: sandbox.fetch('g-messaging'),
      credentials: { basic: { username: 'page', password: token } },
    });
    expect((await page.triggerEvent({ body: { eventTypeKey: 'customerWelcomed', keyValue: 'page' } })).status).toBe(200);
    const channels = (value: string) => ({ channels: { type: 'email' as const, value } });
    const rules = { dedupeOn: 'email' as const, eventKeyForNewContacts: 'customerWelcomed' };
    await main.importContacts({ body: { contacts: [channels('new-1@example.com')], ...rules } });
    await main.importContacts({
      body: { contacts: [channels('new-2@example.com'), channels('new-3@example.com'), channels(LENA_EMAIL)], ...rules },
    });
    await marketing.importContacts({ body: { contacts: [{ ...channels('new-4@example.com') }], ...rules } as never });
    await after(0);
    const started = (await runs(WELCOME)).map(({ contact, done, faults }) => [contact, done, faults]);
    expect(started.map(([contact]) => contact).reverse()).toEqual([
      LENA,
      LENA,
      PAVEL,
      PAVEL,
      ...[1, 2, 3, 4].map(() => expect.any(Number)),
    ]);
    for (const run of started) expect(run).toEqual([expect.any(Number), 2, []]);
    expect(new Set((await runs(WELCOME)).map(({ event }) => event)).size).toBe(8);
    expect(unwrap(await main.getAccountBalance(), 200).bonusEmails).toBe(992);
  });

  test('events of the past start nothing, and orders and contacts without an event do not either', async () => {
    const { main, after, runs, sentTo } = await open();
    const past = { eventTypeKey: 'customerWelcomed', keyValue: 'PB-C-1001', occurred: '2026-11-20' };
    await main.addPastEvents({ body: { events: [past] } });
    await main.importContacts({ body: { contacts: [{ channels: { type: 'email', value: 'new@example.com' } }], dedupeOn: 'email' } });
    await main.addOrders({
      body: { orders: [{ externalOrderId: 'A1', email: LENA_EMAIL, totalCost: 1, status: 'DELIVERED', date: '2026-11-21' }] } as never,
    });
    await after(4 * DAY);
    expect(await runs(WELCOME)).toEqual([]);
    expect(await sentTo(LENA)).toEqual([]);
  });

  test('a paused workflow does not start; what has started goes on as it was', async () => {
    const { trigger, after, runs, act, sentTo, main } = await open();
    const set = (change: object) => act('set-workflow', { workflow: CART, ...change });
    await trigger('cartUpdated', LENA_EMAIL);
    await after(DAY);
    expect(await runs(CART)).toEqual([]);
    expect(unwrap(await set({ active: true }), 200).result).toEqual({
      workflow: {
        id: CART,
        name: 'Books left in the cart',
        active: true,
        eventTypeKey: 'cartUpdated',
        steps: [{ wait: 3_600_000 }, { send: 2422 }],
      },
    });
    expect(unwrap(await main.listWorkflows(), 200)[1]).toMatchObject({ id: CART, active: true });
    await trigger('cartUpdated', LENA_EMAIL);
    await set({ active: false, steps: '[{"send":2420}]' });
    await trigger('cartUpdated', LENA_EMAIL);
    await after(3_600_000);
    expect(await runs(CART)).toMatchObject([{ steps: 2, done: 2 }]);
    // Messages to the inbox of the app stay such, though they go to the token of the app.
    expect(await sentTo(LENA)).toMatchObject([{ messageId: 2422, mediaType: 'appinbox' }]);
    await set({ active: true });
    await trigger('cartUpdated', LENA_EMAIL);
    await after(0);
    expect(await runs(CART)).toMatchObject([{ steps: 1, done: 1 }, { steps: 2 }]);
    expect((await sentTo(LENA)).map(({ messageId }) => messageId)).toEqual([2420, 2422]);
  });

  test('templates have the values of the contact and the parameters of the event', async () => {
    const { main, add, trigger, after, act } = await open();
    const { id } = unwrap(
      await main.createEmailMessage({
        body: {
          name: 'Cart',
          from: SENDER,
          subject: '{{ firstName }}, {{ event.total }} {{ data.gift }}',
          htmlText:
            '<p>{{ fields.favouriteGenre }}: {% for product in event.products %}{{ product.name }}{% endfor %}{{ event.nothing }}</p>',
        },
      }),
      200,
    );
    await add('checkedOut', [{ send: id }]);
    await trigger('checkedOut', LENA_EMAIL, { total: 24, gift: true, products: [{ name: 'Sea <Glass>' }], nothing: null });
    await after(0);
    expect(unwrap(await act('list-sent', { contact: LENA }), 200).result).toMatchObject({
      sent: [{ content: { subject: 'Lena, 24 true', html: expect.stringContaining('<p>Poetry: Sea &lt;Glass&gt;</p>') } }, {}, {}, {}],
    });
  });

  test('what cannot be sent is recorded with its reason, and the next step is taken', async () => {
    const { main, add, trigger, after, runs, contact } = await open();
    const { id: broken } = unwrap(
      await main.createEmailMessage({ body: { name: 'Trap', from: SENDER, subject: '{{ x | unknown }}', htmlText: 'x' } }),
      200,
    );
    const { id: gone } = unwrap(await main.createSmsMessage({ body: { name: 'Gone', from: 'PapaverBks', text: 'x' } }), 200);
    const workflow = await add('tried', [{ send: 2418 }, { send: broken }, { send: gone }, { wait: DAY }, { send: 2420 }, { send: 2417 }]);
    await main.deleteSmsMessage({ path: { messageId: gone } });
    await trigger('tried', 'PB-C-1002');
    await trigger('tried', 'nobody');
    await after(0);
    const [, pavel] = await runs(workflow);
    const { id: mira } = unwrap(await main.addOrUpdateContact({ body: { channels: { type: 'email', value: 'mira@example.com' } } }), 200);
    await trigger('tried', 'mira@example.com');
    await after(0);
    await main.deleteContact({ path: { contactId: mira } });
    await after(DAY);
    const reasons = (await runs(workflow)).map(({ faults, done, ended }) => [
      done,
      ended !== null,
      faults.map(({ step, reason }) => `${step} ${reason}`),
    ]);
    const missing = `3 The message ${gone} does not exist.`;
    const trap = '2 The template of subject cannot be filled at 1:1: undefined filter: unknown.';
    expect(reasons).toEqual([
      [6, true, ['1 The contact has no telephone number.', trap, missing, '5 The contact is deleted.', '6 The contact is deleted.']],
      [
        6,
        true,
        [
          '1 The event names no contact.',
          '2 The event names no contact.',
          missing,
          '5 The event names no contact.',
          '6 The event names no contact.',
        ],
      ],
      [6, true, ['1 The contact has no telephone number.', trap, missing, '5 The contact does not have the app.']],
    ]);
    expect(pavel?.contact).toBe(PAVEL);
    expect(await contact(PAVEL)).toBeDefined();
  });

  test('a balance that cannot pay for all pays for as many as it can', async () => {
    const { main, add, after, runs } = await open();
    const drain = { from: 'PapaverBks', text: 'x'.repeat(153 * 719), phoneNumbers: ['491710000001', '491710000002', '491710000003'] };
    expect((await main.sendSms({ body: drain as never })).status).toBe(200);
    // 86.40 - 3 × 719 × 0.04 pays three more.
    expect(unwrap(await main.getAccountBalance(), 200).currentBalance).toBe(0.12);
    const workflow = await add('joined', [{ send: 2418 }, { send: 2417 }]);
    const contacts = [1, 2, 3, 4, 5, 6].map((digit) => ({
      channels: [
        { type: 'sms' as const, value: `49172000000${digit}` },
        { type: 'email' as const, value: `joined-${digit}@example.com` },
      ],
    }));
    await main.importContacts({ body: { contacts: contacts as never, dedupeOn: 'sms', eventKeyForNewContacts: 'joined' } });
    await after(0);
    const reason = 'The balance cannot pay the message.';
    expect((await runs(workflow)).reverse().map(({ done, faults }) => [done, faults.map(({ reason: own }) => own)])).toEqual([
      [2, []],
      [2, []],
      [2, []],
      [2, [reason]],
      [2, [reason]],
      [2, [reason]],
    ]);
    expect(unwrap(await main.getAccountBalance(), 200)).toMatchObject({ currentBalance: 0, bonusEmails: 994 });
  });

  test('an event that was deleted sends nothing more, and a contact that was erased leaves no run', async () => {
    const { main, trigger, after, runs } = await open();
    await trigger('customerWelcomed', 'PB-C-1001');
    await trigger('customerWelcomed', 'PB-C-1002');
    await after(0);
    await main.deleteEvents({ query: { eventTypeKey: 'customerWelcomed' } });
    await main.deleteContact({ path: { contactId: PAVEL }, query: { erase: true } });
    await after(3 * DAY);
    expect(await runs(WELCOME)).toMatchObject([{ contact: LENA, done: 3, faults: [{ step: 3, reason: 'The event is deleted.' }] }]);
  });

  test('what a slow template leaves to another job is sent too', async () => {
    const { main, add, after, runs } = await open();
    const slow = '{% for i in (1..400000) %}{% endfor %}x';
    const { id } = unwrap(await main.createSmsMessage({ body: { name: 'Slow', from: 'PapaverBks', text: slow } }), 200);
    const workflow = await add('slow', [{ send: id }]);
    const contacts = Array.from({ length: 5 }, (_, index) => ({ channels: { type: 'sms', value: `4917300000${10 + index}` } }));
    await main.importContacts({ body: { contacts: contacts as never, dedupeOn: 'sms', eventKeyForNewContacts: 'slow' } });
    await after(0);
    const all = await runs(workflow);
    expect(all.map(({ done, ended }) => [done, ended !== null])).toEqual(contacts.map(() => [1, true]));
  });

  test.each([
    ['[', '/steps must be JSON.'],
    ['{}', '/steps must be a list of 1 to 20 steps.'],
    ['[]', '/steps must be a list of 1 to 20 steps.'],
    [JSON.stringify(Array.from({ length: 21 }, () => ({ send: 2417 }))), '/steps must be a list of 1 to 20 steps.'],
    ['[{"send":2417},null]', '/steps/1 must be {"send": the identifier of a message} or {"wait": milliseconds}.'],
    ['[{"send":2417,"wait":1}]', '/steps/0 must be {"send": the identifier of a message} or {"wait": milliseconds}.'],
    ['[{"stop":1}]', '/steps/0 must be {"send": the identifier of a message} or {"wait": milliseconds}.'],
    ['[{"wait":-1},{"send":2417}]', '/steps/0/wait must be a whole number from 1 to 31,536,000,000.'],
    ['[{"wait":31536000001},{"send":2417}]', '/steps/0/wait must be a whole number from 1 to 31,536,000,000.'],
    ['[{"send":"2417"}]', '/steps/0/send must be a whole number from 1.'],
    ['[{"wait":1}]', '/steps must send a message.'],
    ['[{"send":2417},{"send":9}]', '/steps/1/send: the message 9 does not exist.'],
  ])('the steps %s are refused', async (steps, detail) => {
    const { act, trigger, after, runs } = await open();
    expect(await act('set-workflow', { workflow: WELCOME, active: false, steps })).toMatchObject({ status: 400, body: { detail } });
    // Nothing of it is changed.
    await trigger('customerWelcomed', 'PB-C-1001');
    await after(0);
    expect(await runs(WELCOME)).toMatchObject([{ steps: 3, done: 2 }]);
  });

  test('a workflow that does not exist is not changed, and a new one has a name, a type and messages of its account', async () => {
    const { act } = await open();
    expect(await act('set-workflow', { workflow: 9, active: true })).toMatchObject({
      status: 404,
      body: { detail: 'The workflow 9 does not exist.' },
    });
    const added = (given: Record<string, string>) => act('add-workflow', { name: 'New', event: 'x', steps: '[{"send":2417}]', ...given });
    expect(await added({ name: ' ' })).toMatchObject({ status: 400, body: { detail: '/name must be a text.' } });
    expect(await added({ event: '' })).toMatchObject({ status: 400, body: { detail: '/event must be a text.' } });
    expect(await added({ user: users.harbour.username })).toMatchObject({
      status: 400,
      body: { detail: '/steps/0/send: the message 2417 does not exist.' },
    });
    expect(unwrap(await added({}), 200).result).toMatchObject({ workflow: { id: 612, active: true } });
  });

  test('a job fills templates for a quarter of a second, and at least one', async () => {
    const store = await openEmpty();
    const ids = [1, 2, 3, 4, 5, 6, 7, 8];
    await store.write(async (tables) => {
      for (const id of ids) {
        await insert(tables, 'g_contacts', { id, account: 1, created_at: 0, updated_at: 0 });
        const channel = { contact: id, account: 1, type: 'telegram', value: `t${id}`, value_key: `t${id}`, position: 0 } as const;
        await insert(tables, 'g_channels', { ...channel, is_confirmed: true, is_muted: false });
        await insert(tables, 'g_events', { position: id, account: 1, type: 'x', key: 'k', contact: id, at: 0, params: [] });
      }
    });
    const run = { workflow: 5, steps: [], next_step: 0, due_at: 0, started_at: 0, ended_at: null, faults: [] };
    const runs = ids.map((id) => ({ ...run, event: id, contact: id }));
    const fill = (text: string) => {
      const content: ContentOf<'telegram'> = { name: 'Slow', text };
      return recipientsOf(store.read, 1, { channel: 'telegram', content }, runs);
    };
    expect(await fill('quick')).toMatchObject(ids.map((contact) => ({ contact, content: { text: 'quick' } })));
    // Each takes as long as a template may, or nearly.
    const some = await fill('{% for i in (1..2000000) %}{% assign x = i %}{% endfor %}');
    expect(some.length).toBeGreaterThanOrEqual(1);
    expect(some.length).toBeLessThan(ids.length);
  });

  test('while much waits for the webhook of an account, its workflows send nothing', async () => {
    const store = await openEmpty();
    const hook = {
      account: 1,
      url: 'https://hooks.example/a',
      kinds: null,
      header_names: [],
      headers: '',
      state: 'untested',
      fault: null,
    } as const;
    const workflow = { id: 5, account: 1, name: 'Busy', is_active: true, event_type: 'x', steps: [{ wait: 1_000 }, { send: 9 }] };
    await store.write(async (tables) => {
      await tables.insertInto('g_hooks').values(hook).execute();
      await tables.insertInto('g_workflows').values(workflow).execute();
    });
    let waiting = 5_000;
    const now = 86_400_000;
    const jobs: { at: number; payload: unknown }[] = [];
    let take: ((job: object, tables: Tables) => Promise<void>) | undefined;
    const deps = {
      clock: { now: () => now },
      outbox: { waiting: async () => waiting },
      due: {
        handle: (_kind: unknown, handler: never) => {
          take = handler;
        },
        schedule: async (_tables: unknown, _kind: unknown, job: { at: number; payload: unknown }) => void jobs.push(job),
      },
    } as unknown as MessagingPlatform;
    handleWorkflows(deps);
    const run = async () => {
      const job = jobs.shift() ?? {};
      await store.write(async (tables) => take?.(job, tables));
      return store.read.selectFrom('g_workflow_runs').select(['next_step', 'due_at', 'ended_at', 'faults']).executeTakeFirstOrThrow();
    };
    const event = { position: 3, account: 1, type: 'x', key: 'k', contact: null, at: 0, params: [] };
    await store.write((tables) => startWorkflows({ deps, tables, at: 0 }, 1, [event]));
    // A wait goes on meanwhile.
    expect(await run()).toMatchObject({ next_step: 1, due_at: 1_000 });
    expect(await run()).toEqual({ next_step: 1, due_at: now + 10_000, ended_at: null, faults: [] });
    expect(jobs).toMatchObject([{ at: now + 10_000 }]);
    waiting = 4_999;
    expect(await run()).toMatchObject({ next_step: 2, faults: [{ reason: 'The message 9 does not exist.' }] });
    expect(await run()).toMatchObject({ due_at: null, ended_at: now + 10_000 });
    expect(jobs).toEqual([]);
  });

  test.skipIf(engine.name === 'memory')('what waits goes on in another process', async () => {
    const place = await engine.place();
    const first = await createSandbox({ services: ['g-messaging'], at: 'story', ...place });
    const before = workflowsOf(messagingOf(first));
    await before.trigger('customerWelcomed', 'PB-C-1001');
    await before.after(0);
    await first.close();
    const second = await createSandbox({ services: ['g-messaging'], ...place });
    try {
      const { sentTo, after, runs } = workflowsOf(messagingOf(second));
      expect(await sentTo(LENA)).toHaveLength(1);
      await after(3 * DAY);
      expect((await sentTo(LENA)).map(({ messageId }) => messageId)).toEqual([2420, 2417]);
      expect(await runs(WELCOME)).toMatchObject([{ done: 3, ended: expect.any(String), faults: [] }]);
    } finally {
      await second.close();
    }
  });
});

// Where they are not installed, the helpers print a line that says so. The other process takes the jobs after ten seconds.
describe.skipIf(!POSTGRES || !REDIS || !IS_DEEP)('workflows of two processes', () => {
  const NEW = 1_200;
  const STEPS = [{ send: 2417 }, { send: 2417 }, { wait: DAY }, { send: 2417 }];

  const act = async ({ control }: SandboxProcess, action: string, body: Record<string, string | number>) =>
    unwrap(await control.runAction({ path: { service: 'g-messaging', action }, body }), 200).result;

  test('a process that is killed leaves no step undone, and none is done twice', async () => {
    const { processes, end } = await startTwoProcesses(['g-messaging']);
    try {
      const [victim, survivor] = processes;
      const mainOf = (one: SandboxProcess) =>
        createMessagingClient({ baseUrl: one.url('g-messaging'), credentials: { basic: users.papaver } });
      await act(victim, 'add-workflow', { name: 'Joined', event: 'joined', steps: JSON.stringify(STEPS) });
      const contacts = Array.from({ length: NEW }, (_, index) => ({ channels: { type: 'email', value: `joined-${index}@example.com` } }));
      await mainOf(victim).importContacts({ body: { contacts: contacts as never, dedupeOn: 'email', eventKeyForNewContacts: 'joined' } });
      const main = mainOf(survivor);
      const balance = async () => {
        const { bonusEmails, currentBalance } = unwrap(await main.getAccountBalance(), 200);
        return { bonusEmails, currentBalance };
      };
      // Some are sent, and not all.
      await expect.poll(async () => (await balance()).bonusEmails, { interval: 5 }).toBeLessThan(1_000);
      victim.program.child.kill('SIGKILL');
      expect((await balance()).currentBalance).toBeGreaterThan(86.4 - (2 * NEW - 1_000) / 1_000);
      // Two emails to each, of which a thousand are free of charge.
      const paid = (emails: number) => ({ bonusEmails: 0, currentBalance: (86_400 - (emails - 1_000)) / 1_000 });
      await expect.poll(balance, { timeout: 60_000, interval: 250 }).toEqual(paid(2 * NEW));
      await survivor.control.moveClock({ body: { by_seconds: 86_400 } });
      await expect.poll(balance, { timeout: 60_000, interval: 250 }).toEqual(paid(3 * NEW));
      const found = unwrap(await main.searchContacts({ query: { maxrows: 500 } }), 200).filter(({ id }) => (id ?? 0) > PAVEL);
      expect(found.length).toBeGreaterThan(400);
      for (const { id = 0 } of found.slice(0, 100)) {
        const sent = unwrap(await main.getContactActivity({ path: { contactId: id }, query: { status: 'SENT' } }), 200);
        expect(sent.map(({ messageId }) => messageId)).toEqual([2417, 2417, 2417]);
        expect(new Set(sent.map(({ eventInstanceId }) => eventInstanceId)).size).toBe(1);
      }
    } finally {
      await end();
    }
  }, 180_000);
});
