// Tests broadcasts on each engine: who gets them, when, what they cost, and that each contact gets one message.

import type { ContactImport, NewBroadcast } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { DAY, LENA, openMessaging, PAVEL, POETRY_READERS } from './support.ts';

/** A group without contacts at the beginning, and the prepared messages of the seeds. */
const NEW_GROUP = 'Guests';
const [LETTER, SMS, PUSH] = [2417, 2418, 2420];
const HOUR = DAY / 24;

describeOnEngines('broadcasts', (engine) => {
  const open = async () => {
    const messaging = await openMessaging(engine);
    const { main, sandbox } = messaging;
    const create = (body: Partial<NewBroadcast> = {}) =>
      main.createBroadcast({ body: { messageId: LETTER, groupIds: [POETRY_READERS], ...body } });
    const read = async (broadcastId: number) => unwrap(await main.getBroadcast({ path: { broadcastId } }), 200);
    const created = async (body: Partial<NewBroadcast> = {}) => unwrap(await create(body), 200).id;
    const after = (milliseconds: number) => sandbox.moveClock(sandbox.clock.now() + milliseconds);
    /** Adds contacts to a new group. */
    const guests = async (people: readonly { readonly type: 'email' | 'sms'; readonly value: string; readonly firstName?: string }[]) => {
      const body = {
        contacts: people.map(({ firstName, ...channel }) => ({
          channels: channel,
          ...(firstName && { firstName }),
        })) as ContactImport['contacts'],
        dedupeOn: 'email_or_sms' as const,
        groupNames: [NEW_GROUP],
      };
      unwrap(await main.importContacts({ body }), 200);
      await after(1);
      const [group] = unwrap(await main.listGroups({ query: { name: NEW_GROUP } }), 200);
      return [group?.id ?? 0] as [number];
    };
    const ledger = async () => {
      const all = unwrap(await main.getAccountBalanceHistory({ query: { from: '2020-01-01', to: '2030-01-01' } }), 200);
      return all.reduce((sum, { amount }) => sum + Math.round(amount * 10_000), 0);
    };
    const balance = async () => {
      const { currentBalance = 0, bonusEmails } = unwrap(await main.getAccountBalance(), 200);
      expect(Math.round(currentBalance * 10_000)).toBe(await ledger());
      return { currentBalance, bonusEmails };
    };
    const sentTo = async (contact: number, broadcast: number) =>
      unwrap(await main.getContactActivity({ path: { contactId: contact } }), 200).filter(({ broadcastId }) => broadcastId === broadcast);
    const report = async (id: number) => {
      const { broadcasts } = unwrap(await messaging.act('list-broadcasts'), 200).result as {
        broadcasts: { id: number; reason: string | null }[];
      };
      return broadcasts.find((one) => one.id === id);
    };
    return { ...messaging, create, created, read, after, guests, balance, sentTo, report };
  };

  test('G7: a broadcast waits for its start, and is sent once to each contact of its groups', async () => {
    const { created, read, after, balance, sentTo } = await open();
    const id = await created({ startDate: '2026-11-21T10:00:00Z', groupIds: [POETRY_READERS, POETRY_READERS], name: ' ' });
    expect(await read(id)).toEqual({
      ...{ id, name: 'Autumn poetry letter', status: 'SCHEDULED', startDate: '2026-11-21T10:00:00Z', messageId: LETTER },
      ...{ mediaType: 'email', groupIds: [POETRY_READERS], sent: 0, delivered: 0, errors: 0 },
    });
    await after(HOUR / 2);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', sent: 2, delivered: 0, errors: 0 });
    await after(3_000);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', sent: 2, delivered: 2, errors: 0 });
    expect(await balance()).toEqual({ currentBalance: 86.4, bonusEmails: 998 });
    const activity = await sentTo(LENA, id);
    expect(activity.map(({ activityStatus }) => activityStatus)).toEqual(['DELIVERED', 'SENT']);
    expect(activity[0]).toMatchObject({
      iid: `${id}-${LENA}`,
      messageId: LETTER,
      messageName: 'Autumn poetry letter',
      email: 'lena.hoffmann@example.com',
    });
  });

  test('the newest version of the message goes to those who are in the groups when it starts, and to nobody who is unsubscribed', async () => {
    const { main, created, after, guests, sentTo, read, act } = await open();
    const id = await created({ startDate: '2026-11-22T09:00:00Z', excludeGroupIds: [320] });
    const { name, from, subject } = unwrap(await main.getEmailMessage({ path: { messageId: LETTER } }), 200);
    await main.updateEmailMessage({ path: { messageId: LETTER }, body: { name, from, subject, htmlText: '<p>Dear {{ firstName }}</p>' } });
    const [groupId] = await guests([
      { type: 'email', value: 'ada@example.com', firstName: 'A & B' },
      { type: 'email', value: 'ben@example.com' },
      { type: 'sms', value: '4917100001' },
    ]);
    const contacts = unwrap(await main.listGroupContacts({ path: { groupId } }), 200).map((contact) => contact.id ?? 0);
    await main.addContactsToGroup({ path: { groupId: POETRY_READERS }, body: { contactIds: contacts as [number, ...number[]] } });
    await main.removeContactsFromGroup({ path: { groupId: POETRY_READERS }, body: { contactIds: [PAVEL] } });
    await main.addUnsubscribedEmails({ body: { emails: ['BEN@example.com'] } });
    await after(DAY);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', sent: 2, errors: 0 });
    expect(await sentTo(PAVEL, id)).toEqual([]);
    const { sent } = unwrap(await act('list-sent', { contact: contacts[0] ?? 0 }), 200).result as { sent: { content: { html: string } }[] };
    expect(sent[0]?.content.html).toContain('<p>Dear A &amp; B</p>');
  });

  test('a broadcast is cancelled until it starts, and others are named', async () => {
    const { main, create, created, read, after } = await open();
    const cancel = (broadcastId: number) => main.cancelBroadcast({ path: { broadcastId } });
    const id = await created({ startDate: '2026-11-21T10:00:00Z' });
    expect(await cancel(id)).toMatchObject({ status: 200 });
    await after(HOUR);
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', sent: 0 });
    expect(await cancel(id)).toMatchObject({ status: 200 });
    expect(await cancel(9021)).toMatchObject({
      status: 400,
      body: { code: 'invalid-value', message: 'Broadcast 9021 has started and cannot be cancelled.' },
    });
    expect(await cancel(9201)).toMatchObject({ status: 404, body: { message: 'The broadcast 9201 does not exist.' } });
    const refusal = async (body: Partial<NewBroadcast>) => ((await create(body)).body as { message?: string }).message;
    expect(await refusal({ messageId: 1 })).toBe('The message 1 does not exist.');
    expect(await refusal({ groupIds: [POETRY_READERS, 381] })).toBe('The group 381 does not exist.');
    expect(await refusal({ excludeGroupIds: [382] })).toBe('The group 382 does not exist.');
    expect(await refusal({ startDate: '2026-11-21T09:59:59Z' })).toBe(
      'The field startDate must not be in the past, and it is 2026-11-21T09:59:59Z.',
    );
    expect(unwrap(await main.listBroadcasts({ query: { maxrows: 2 } }), 200).map(({ id }) => id)).toEqual([9022, id]);
  });

  test('many contacts get it in batches, and what does not arrive is an error', async () => {
    const { created, guests, read, after, balance } = await open();
    const people = Array.from({ length: 1_201 }, (_, index) => ({
      type: 'email' as const,
      value: `p${index}${index % 100 === 0 ? '+bounce' : ''}@example.com`,
    }));
    const groupIds = await guests(people);
    const id = await created({ groupIds });
    await after(0);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', sent: 1_201 });
    await after(3_000);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', sent: 1_201, delivered: 1_188, errors: 13 });
    expect(await balance()).toEqual({ currentBalance: 86.199, bonusEmails: 0 });
  });

  test('the balance pays for all of it or waits, and is cancelled after three hours', async () => {
    const { main, created, guests, read, after, balance, report } = await open();
    const groupIds = await guests(Array.from({ length: 2_161 }, (_, index) => ({ type: 'sms' as const, value: `4917${100_000 + index}` })));
    const id = await created({ messageId: SMS, groupIds });
    for (const status of ['SCHEDULED', 'SCHEDULED', 'SCHEDULED', 'CANCELLED']) {
      await after(1);
      expect(await read(id)).toMatchObject({ status, sent: 0 });
      await after(HOUR - 1);
    }
    expect(await report(id)).toMatchObject({ reason: 'The balance of 86.4 EUR cannot pay 86.44.' });
    expect(await balance()).toMatchObject({ currentBalance: 86.4 });
    await main.removeContactsFromGroup({
      path: { groupId: groupIds[0] },
      body: { contactIds: [unwrap(await main.searchContacts({ query: { sms: '4917100000' } }), 200)[0]?.id ?? 0] },
    });
    const other = await created({ messageId: SMS, groupIds });
    await after(0);
    expect(await read(other)).toMatchObject({ status: 'FINISHED', sent: 2_160 });
    expect(await balance()).toMatchObject({ currentBalance: 0 });
  });

  test('a text that grows with its values is paid by what was sent', async () => {
    const { main, created, guests, read, after, balance } = await open();
    const text = 'Hello {{ firstName }}';
    const { id: messageId = 0 } = unwrap(
      await main.createSmsMessage({ body: { name: 'Greeting', from: 'PapaverBks', text: text.padEnd(150, '.') } }),
      200,
    );
    const groupIds = await guests([
      { type: 'sms', value: '4917100001', firstName: 'A' },
      { type: 'sms', value: '4917100002', firstName: 'B'.repeat(40) },
      { type: 'sms', value: '4917100003', firstName: 'Ω'.repeat(40) },
      { type: 'sms', value: '4917100004', firstName: 'Д' },
    ]);
    const id = await created({ messageId, groupIds });
    await after(0);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', sent: 4, errors: 0 });
    // One part, two, two, and three of 67 characters.
    expect(await balance()).toMatchObject({ currentBalance: 86.08 });
  });

  test('a template that cannot be filled is an error of each contact, and costs nothing', async () => {
    const { main, created, read, after, balance } = await open();
    const body = { name: 'Broken', from: '"Papaver Books" <letters@papaver-books.example>', subject: 'Hello', htmlText: '{% if %}' };
    const { id: messageId = 0 } = unwrap(await main.createEmailMessage({ body }), 200);
    const id = await created({ messageId });
    await after(0);
    expect(await read(id)).toMatchObject({ status: 'FINISHED', sent: 0, delivered: 0, errors: 2 });
    expect(await balance()).toEqual({ currentBalance: 86.4, bonusEmails: 1_000 });
  });

  test('a push goes to those who have the app, and a message that is deleted cancels its broadcast', async () => {
    const { main, created, read, after, balance, report } = await open();
    const push = await created({ messageId: PUSH });
    const late = await created({ messageId: SMS, startDate: '2026-11-30T09:00:00Z' });
    await main.deleteSmsMessage({ path: { messageId: SMS } });
    await after(3_000);
    expect(await read(push)).toMatchObject({ status: 'FINISHED', mediaType: 'mobilepush', sent: 1, delivered: 1 });
    expect(await balance()).toMatchObject({ currentBalance: 86.4 });
    await after(10 * DAY);
    expect(await report(late)).toMatchObject({ status: 'CANCELLED', reason: `The message ${SMS} does not exist.` });
  });
});
