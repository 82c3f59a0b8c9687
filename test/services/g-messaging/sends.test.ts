// Tests what is sent, what happens to it, and what it costs, on each engine.

import type { SendResult } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, messagingOf, openMessaging, PAVEL, POETRY_READERS } from './support.ts';

const ORDERS = 'Orders <orders@papaver-books.example>';

describeOnEngines('sends', (engine) => {
  const open = async () => {
    const messaging = await openMessaging(engine);
    const { main, sandbox } = messaging;
    const email = (emails: string[], details: object = {}) =>
      main.sendEmail({
        body: { from: ORDERS, subject: 'Hello', htmlText: '<a href="https://papaver-books.example/a">A</a>', emails, ...details } as never,
      });
    const after = (milliseconds: number) => sandbox.moveClock(sandbox.clock.now() + milliseconds);
    const balance = async () => unwrap(await main.getAccountBalance(), 200);
    const statuses = async (contactId: number) =>
      unwrap(await main.getContactActivity({ path: { contactId } }), 200).map(({ activityStatus }) => activityStatus);
    /** The sum of all payments and expenses, which is the balance. */
    const ledger = async () => {
      const all = unwrap(await main.getAccountBalanceHistory({ query: { from: '2020-01-01', to: '2030-01-01' } }), 200);
      return all.reduce((sum, { amount }) => sum + Math.round(amount * 10_000), 0) / 10_000;
    };
    return { ...messaging, email, after, balance, statuses, ledger };
  };

  test('G7: an email goes to a known contact and to a new one, and is delivered', async () => {
    const { main, email, after, statuses, contact } = await open();
    const { results } = unwrap(await email(['lena.hoffmann@example.com', 'Nora@example.com', 'nora@example.com']), 200) as {
      results: SendResult[];
    };
    expect(results).toMatchObject([
      { id: LENA, locator: 'lena.hoffmann@example.com', status: 'OK', message: null },
      { locator: 'nora@example.com', status: 'OK' },
    ]);
    expect(await contact(results[1]?.id ?? 0)).toMatchObject({ email: 'nora@example.com' });
    const path = { requestId: results[0]?.requestId ?? '' };
    const status = async () => unwrap(await main.getMessageStatus({ path }), 200).results;
    expect(await status()).toEqual({ id: path.requestId, requestId: path.requestId, status: 'SENT', delivered: false, failed: false });
    await after(3_000);
    expect(await status()).toMatchObject({ status: 'DELIVERED', delivered: true, failed: false });
    expect((await statuses(LENA)).slice(0, 2)).toEqual(['DELIVERED', 'SENT']);
    expect(await main.getMessageStatus({ path: { requestId: 'rq-0' } })).toMatchObject({ status: 404 });
  });

  test('G5: the marketing document reads what happened to a contact', async () => {
    const { marketing, email, after } = await open();
    const path = { contactId: LENA };
    const before = unwrap(await marketing.getContactActivity({ path }), 200).activities;
    expect(before.map(({ activityStatus }) => activityStatus)).toEqual(['DELIVERED', 'SENT', 'CLICKED', 'READ', 'DELIVERED', 'SENT']);
    await email(['lena.hoffmann@example.com']);
    await after(3_000);
    expect(unwrap(await marketing.getContactActivity({ path }), 200).activities.slice(0, 2)).toMatchObject([
      { mediaType: 'email', activityStatus: 'DELIVERED', activityDateTime: '2026-11-21T09:30:03Z' },
      { mediaType: 'email', activityStatus: 'SENT', activityDateTime: '2026-11-21T09:30:00Z' },
    ]);
    expect(await marketing.getContactActivity({ path: { contactId: 1 } })).toMatchObject({ status: 400, body: { error: 'not-found' } });
  });

  test('some messages are read, some of their links are followed, and some do not arrive', async () => {
    const { email, after, main, ledger, balance } = await open();
    const addresses = Array.from({ length: 200 }, (_, index) => `reader-${index}${index % 20 === 0 ? '+bounce' : ''}@example.com`);
    const { results } = unwrap(await email(addresses), 200) as { results: SendResult[] };
    await after(2 * 3_600_000);
    const count = new Map<string, number>();
    for (const { id } of results)
      for (const { activityStatus } of unwrap(await main.getContactActivity({ path: { contactId: id ?? 0 } }), 200))
        count.set(activityStatus, (count.get(activityStatus) ?? 0) + 1);
    expect([count.get('SENT'), count.get('DELIVERED'), count.get('UNDELIVERED')]).toEqual([200, 190, 10]);
    expect(count.get('READ')).toBeGreaterThan(30);
    expect(count.get('READ')).toBeLessThan(90);
    expect(count.get('CLICKED')).toBeGreaterThan(1);
    expect(count.get('CLICKED')).toBeLessThan(30);
    expect(await balance()).toMatchObject({ currentBalance: 86.4, bonusEmails: 800 });
    expect(await ledger()).toBe(86.4);
  });

  test('an SMS goes to numbers and to a group, and is paid by its parts', async () => {
    const { main, balance, ledger } = await open();
    const sms = (body: object) => main.sendSms({ body: { from: 'PapaverBks', text: 'Poems', ...body } as never });
    const { results } = unwrap(
      await sms({ phoneNumbers: ['+49 171 392-0043', 'none'], groupId: POETRY_READERS, text: 'x'.repeat(161) }),
      200,
    ) as { results: SendResult[] };
    expect(results.map(({ locator, status }) => [locator, status])).toEqual([
      ['491713920043', 'OK'],
      ['none', 'ERROR'],
      ['491713920042', 'OK'],
    ]);
    expect((await balance()).currentBalance).toBe(86.24);
    expect(await ledger()).toBe((await balance()).currentBalance);
    const readings = unwrap(await sms({ groupId: POETRY_READERS, subscriptionsKeys: ['readings'] }), 200).results;
    expect(readings).toEqual([]);
    expect(unwrap(await sms({ groupId: POETRY_READERS, subscriptionsKeys: ['newBooks', 'readings'] }), 200).results).toMatchObject({
      id: LENA,
    });
    expect(await sms({})).toMatchObject({ status: 400 });
    expect(await sms({ groupId: 381 })).toMatchObject({ status: 400, body: { message: 'The group 381 does not exist.' } });
    expect(await sms({ phoneNumbers: ['491713920043'], from: 'Nobody' })).toMatchObject({ status: 400 });
  });

  test('a second request with the same identifier sends nothing, and one that cannot be paid is refused whole', async () => {
    const { sandbox, email, main, statuses, after } = await open();
    const first = await email(['lena.hoffmann@example.com'], { externalRequestId: 'once' });
    expect(await email(['pavel.novak@example.com'], { externalRequestId: 'once' })).toEqual(first);
    expect((await statuses(LENA)).length).toBe(7);
    await after(24 * 3_600_000 + 1);
    expect(await email(['lena.hoffmann@example.com'], { externalRequestId: 'once' })).not.toEqual(first);
    const many = Array.from({ length: 2_200 }, (_, index) => `4917100${String(index).padStart(5, '0')}`);
    const refused = await main.sendSms({ body: { from: 'PapaverBks', text: 'Poems', phoneNumbers: many } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'not-enough-money' } });
    expect(unwrap(await main.searchContacts({ query: { sms: '491710000000' } }), 200)).toEqual([]);
    const poor = messagingOf(sandbox, users.harbour);
    expect(unwrap(await poor.main.getAccountBalance(), 200)).toMatchObject({ currentBalance: 0, bonusEmails: 0 });
  });

  test('a message goes to thousands at once, who are found or added together', async () => {
    const { main, email, balance } = await open();
    const addresses = Array.from({ length: 4_700 }, (_, index) => `reader-${index}@example.com`);
    const { results } = unwrap(await email(addresses), 200) as { results: SendResult[] };
    expect(new Set(results.map(({ id }) => id)).size).toBe(4_700);
    expect(await balance()).toMatchObject({ currentBalance: 86.4 - 3.7, bonusEmails: 0 });
    const recipients = Array.from({ length: 1_002 }, (_, index) => ({
      locator: `${index % 1_001 < 600 ? 'Reader' : 'new'}-${index % 1_001}@example.com`,
    }));
    const prepared = await main.sendPreparedMessage({ body: { id: 2417, recipients: recipients as never, email: true } });
    const { results: second } = unwrap(prepared, 200) as { results: SendResult[] };
    expect(second.map(({ id }) => id).slice(0, 600)).toEqual(results.map(({ id }) => id).slice(0, 600));
    expect([new Set(second.map(({ id }) => id)).size, second.every(({ status }) => status === 'OK')]).toEqual([1_001, true]);
    expect(second[1_001]?.id).toBe(results[0]?.id);
  });

  test('an erased contact leaves no messages, and no answers that name it', async () => {
    const { main, email } = await open();
    await email(['lena.hoffmann@example.com'], { externalRequestId: 'erased' });
    const [sent] = unwrap(await main.listContactMessages({ path: { contactId: LENA } }), 200);
    expect(sent?.locator).toBe('lena.hoffmann@example.com');
    await main.deleteContact({ path: { contactId: LENA }, query: { erase: true } });
    expect(await main.getMessageStatus({ path: { requestId: 'rq-7b1f0d52' } })).toMatchObject({ status: 404 });
    const { results } = unwrap(await email(['pavel.novak@example.com'], { externalRequestId: 'erased' }), 200);
    expect(results).toMatchObject({ id: PAVEL });
  });

  test('fifty sends at once pay each message once', async () => {
    const { main, balance, ledger } = await open();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        main.sendSms({ body: { from: 'PapaverBks', text: 'Poems', phoneNumbers: [`49171000${1000 + index}`] } }),
      ),
    );
    expect((await balance()).currentBalance).toBe(84.4);
    expect(await ledger()).toBe(84.4);
  });

  test('a prepared message is filled for each recipient, who may be missing, unconfirmed or muted', async () => {
    const { main, contact, act } = await open();
    const { id } = unwrap(
      await main.createEmailMessage({
        body: {
          name: 'Greeting',
          from: ORDERS,
          subject: '{{ greeting }}, {{ firstName }}',
          htmlText: '<p>{{ data.greeting }} {{ fields.favouriteGenre }}</p>',
        },
      }),
      200,
    );
    await main.subscribeContact({ body: { contact: { channels: { type: 'email', value: 'mira@example.com' } } } });
    const recipients = [
      { contactId: LENA, jsonParam: '{"greeting":"<Dear>"}' },
      { externalCustomerId: 'PB-C-9' },
      { locator: 'mira@example.com' },
      { contactId: PAVEL, jsonParam: '[1]' },
      { locator: 'new.reader@example.com', email: true },
    ];
    const send = (more: object = {}) => main.sendPreparedMessage({ body: { id, recipients, fromName: 'Papaver', ...more } as never });
    const { results } = unwrap(await send(), 200) as { results: SendResult[] };
    expect(results.map(({ status, message }) => [status, message])).toEqual([
      ['OK', null],
      ['ERROR', 'The contact PB-C-9 does not exist.'],
      ['ERROR', 'The address is unconfirmed.'],
      ['ERROR', 'jsonParam is not an object in JSON.'],
      ['OK', null],
    ]);
    const [sent] = unwrap(await main.listContactMessages({ path: { contactId: LENA } }), 200);
    expect(sent).toMatchObject({ messageId: id, subject: '<Dear>, Lena', locator: 'lena.hoffmann@example.com' });
    const listed = unwrap(await act('list-sent', { contact: LENA }), 200).result;
    expect(listed).toMatchObject({
      sent: [
        { content: { from: '"Papaver" <orders@papaver-books.example>', html: expect.stringMatching(/^<p>&lt;Dear&gt; Poetry<\/p><img /) } },
        {},
        {},
        {},
      ],
    });
    const loose = unwrap(await send({ allowUnconfirmed: true }), 200) as { results: SendResult[] };
    expect(loose.results[2]?.status).toBe('OK');
    expect(await contact(results[4]?.id ?? 0)).toMatchObject({ email: 'new.reader@example.com' });
    const push = () => main.sendPreparedMessage({ body: { id: 2420, recipients: [{ contactId: LENA }] } });
    expect(unwrap(await push(), 200).results).toMatchObject({ status: 'OK', locator: 'pt-lena-phone-6Xk2Vq' });
    expect(unwrap(await main.listContactMessages({ path: { contactId: LENA }, query: { limit: 1 } }), 200)).toMatchObject([
      { subject: 'Vier neue Gedichtbände' },
    ]);
    const token = { token: 'pt-lena-phone-6Xk2Vq' };
    expect(await main.updateTokenActivity({ path: token, body: { active: false } })).toMatchObject({
      status: 200,
      body: { active: false, contactId: LENA },
    });
    expect(unwrap(await push(), 200).results).toMatchObject({ status: 'ERROR', message: 'The token is muted.' });
    // The app is back on the device, and the shop mutes it.
    await main.updateTokenActivity({ path: token, body: { active: true } });
    await main.muteAppTokens({ body: { applicationId: 'com.papaverbooks.reader', tokens: [token.token] } });
    expect(unwrap(await main.getTokenActivity({ path: token }), 200).active).toBe(false);
    expect(unwrap(await push(), 200).results).toMatchObject({ status: 'ERROR', message: 'The token is muted.' });
    expect(await main.sendPreparedMessage({ body: { id: 9, recipients: [{ contactId: LENA }] } })).toMatchObject({ status: 400 });
  });

  test('the app reports what only it knows, once', async () => {
    const { main, statuses } = await open();
    const { results } = unwrap(await main.sendPreparedMessage({ body: { id: 2420, recipients: [{ contactId: LENA }] } }), 200) as {
      results: SendResult;
    };
    const report = (status: 'DELIVERED' | 'OPENED' | 'CLICKED') =>
      main.updateInteractionStatus({ body: { interactionId: results.requestId ?? '', status } });
    for (const status of ['OPENED', 'OPENED', 'CLICKED'] as const) expect((await report(status)).status).toBe(200);
    expect((await statuses(LENA)).slice(0, 3)).toEqual(['CLICKED', 'READ', 'SENT']);
    expect((await main.updateInteractionStatus({ body: { interactionId: 'none', status: 'OPENED' } })).status).toBe(400);
  });

  test('the marketing document fills placeholders and sends to all or to nobody', async () => {
    const { main, marketing } = await open();
    const body = {
      subject: 'Order $order',
      plainContent: 'Your order $order, $unknown',
      recipients: ['lena.hoffmann@example.com'],
      params: { order: 'PB-7781' },
    };
    const sent = unwrap(await marketing.sendEmail({ body }), 200);
    expect(sent).toMatchObject({ id: expect.stringMatching(/^rq-/), status: 'OK' });
    expect(unwrap(await main.listContactMessages({ path: { contactId: LENA }, query: { limit: 1 } }), 200)).toMatchObject([
      { subject: 'Order PB-7781' },
    ]);
    expect((await main.getMessageStatus({ path: { requestId: sent.id } })).status).toBe(200);
    expect(await marketing.sendEmail({ body: { recipients: [], plainContent: 'x' } })).toMatchObject({
      status: 400,
      body: { message: 'There are no recipients.' },
    });
    expect((await marketing.sendEmail({ body: { recipients: ['lena.hoffmann@example.com'] } })).status).toBe(400);
    expect((await marketing.sendSms({ body: { text: 'Hi', recipients: ['491713920042', 'none'] } })).status).toBe(400);
    expect((await marketing.sendSms({ body: { text: 'Hi', recipients: ['491713920042'] } })).status).toBe(200);
  });

  test('activity is read by days, and messages by minutes and channels', async () => {
    const { main } = await open();
    const path = { contactId: LENA };
    const activity = (query: object) => main.getContactActivity({ path, query });
    expect(unwrap(await activity({ dateFrom: '2026-11-20', dateTo: '2026-11-20', status: 'READ' }), 200)).toHaveLength(1);
    expect(unwrap(await activity({ dateFrom: '2026-11-21', dateTo: '2026-11-22' }), 200)).toHaveLength(2);
    expect(await activity({ dateFrom: '2025-11-20', dateTo: '2026-11-20' })).toMatchObject({
      status: 400,
      body: { message: 'The dates must be at most three months apart.' },
    });
    expect((await activity({ dateFrom: '2026-11-21', dateTo: '2026-11-20' })).status).toBe(400);
    const messages = async (query: object) =>
      unwrap(await main.listContactMessages({ path, query }), 200).map(({ mediaType }) => mediaType);
    expect(await messages({})).toEqual(['mobilepush', 'email', 'sms']);
    expect(await messages({ mediaType: ['sms'] })).toEqual(['sms']);
    expect(await messages({ from: '2026-11-13T10:16' })).toEqual(['mobilepush', 'email']);
    expect(await messages({ to: '2026-11-13T10:15' })).toEqual(['sms']);
    expect(await messages({ offset: 2, limit: 1 })).toEqual(['sms']);
  });
});
