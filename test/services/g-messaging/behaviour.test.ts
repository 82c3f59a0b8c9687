// Tests what control makes recipients do with messages, one by one and by rules, on each engine.

import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { fits } from '../../../services/g-messaging/behaviour/rules.ts';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { openMessaging } from './support.ts';

const ORDERS = 'Orders <orders@papaver-books.example>';
const LINKS = ['https://papaver-books.example/a', 'https://papaver-books.example/b'] as const;
const HTML = LINKS.map((link) => `<a href="${link}">Look</a>`).join(' ');

describeOnEngines('the behaviour of recipients', (engine) => {
  async function open() {
    const messaging = await openMessaging(engine);
    const { main, sandbox, act } = messaging;
    const resultsOf = ({ results }: { results?: unknown }) => [results].flat() as { id: number; requestId: string }[];
    const email = async (emails: readonly string[], htmlText = HTML) =>
      resultsOf(unwrap(await main.sendEmail({ body: { from: ORDERS, subject: 'Hello', htmlText, emails } as never }), 200));
    const sms = async (phoneNumbers: readonly string[]) =>
      resultsOf(unwrap(await main.sendSms({ body: { from: 'PapaverBks', text: 'Poems', phoneNumbers } as never }), 200));
    const later = (seconds: number) => sandbox.moveClock(sandbox.clock.now() + seconds * 1_000);
    const activity = async (contactId: number) => unwrap(await main.getContactActivity({ path: { contactId } }), 200);
    /** What happened to the only message of each contact, in the order in which it happened. */
    const happened = async (results: readonly { id: number }[]) =>
      Promise.all(results.map(async ({ id }) => (await activity(id)).map(({ activityStatus }) => activityStatus).reverse()));
    const doing = (id: string, what: string, link?: string) => act('act-on-message', { id, what, ...(link !== undefined && { link }) });
    const set = (rules: unknown, user?: string) =>
      act('set-behaviour', { rules: typeof rules === 'string' ? rules : JSON.stringify(rules), ...(user !== undefined && { user }) });
    const unsubscribed = async () =>
      (unwrap(await act('list-unsubscribed'), 200).result as { unsubscribed: { email: string }[] }).unsubscribed.map((one) => one.email);
    return { ...messaging, email, sms, later, activity, happened, doing, set, unsubscribed };
  }

  test('a message is delivered, read, followed, unsubscribed from and reported, when control says so', async () => {
    const { email, later, activity, happened, doing, main, unsubscribed } = await open();
    const [sent, lost] = await email(['ada@example.com', 'ben@example.com']);
    const id = sent?.requestId ?? '';
    await later(1);
    expect(unwrap(await doing(id, 'deliver'), 200).result).toEqual({ happened: ['DELIVERED'] });
    expect(unwrap(await doing(id, 'click'), 200).result).toEqual({ happened: ['READ', 'CLICKED'] });
    expect(unwrap(await doing(id, 'click', LINKS[1]), 200).result).toEqual({ happened: ['CLICKED'] });
    expect(unwrap(await doing(id, 'unsubscribe'), 200).result).toEqual({ happened: ['UNSUBSCRIBED'] });
    expect(await unsubscribed()).toEqual(['ada@example.com']);
    expect(unwrap(await doing(id, 'spam'), 200).result).toEqual({ happened: ['SPAM'] });
    expect(unwrap(await doing(lost?.requestId ?? '', 'bounce'), 200).result).toEqual({ happened: ['UNDELIVERED'] });
    const all = ['SENT', 'DELIVERED', 'READ', 'CLICKED', 'CLICKED', 'UNSUBSCRIBED', 'SPAM'];
    expect(await happened([{ id: sent?.id ?? 0 }, { id: lost?.id ?? 0 }])).toEqual([all, ['SENT', 'UNDELIVERED']]);
    const clicks = (await activity(sent?.id ?? 0)).filter(({ activityStatus }) => activityStatus === 'CLICKED');
    expect(clicks).toMatchObject([
      { linkClicked: LINKS[1], activityDateTime: '2026-11-21T09:30:01Z' },
      { linkClicked: LINKS[0], iid: id },
    ]);
    expect(unwrap(await main.getMessageStatus({ path: { requestId: id } }), 200).results).toMatchObject({ status: 'SPAM' });
    // Time adds nothing to what control has done.
    await later(8_000);
    expect(await happened([{ id: sent?.id ?? 0 }, { id: lost?.id ?? 0 }])).toEqual([all, ['SENT', 'UNDELIVERED']]);
  });

  test('what cannot happen to a message is refused, and changes nothing', async () => {
    const { email, sms, doing, happened } = await open();
    const [sent, bare] = [...(await email(['ada@example.com'])), ...(await email(['ben@example.com'], 'No link'))];
    const [text] = await sms(['4917100011']);
    const refused = async (id: string | undefined, what: string, link?: string) => {
      const { status, body } = await doing(id ?? '', what, link);
      return [status, (body as { detail?: string }).detail];
    };
    const id = sent?.requestId;
    for (const what of ['read', 'click', 'unsubscribe', 'spam'])
      expect(await refused(id, what)).toEqual([400, `The message ${id} is not delivered yet.`]);
    expect(await refused(id, 'burn')).toEqual([400, '/what must be one of deliver, bounce, read, click, unsubscribe, spam.']);
    expect(await refused('rq-0', 'read')).toEqual([404, 'The message rq-0 does not exist.']);
    expect(await refused(id, 'deliver', LINKS[0])).toEqual([400, '/link belongs to a click.']);
    for (const one of [id, bare?.requestId, text?.requestId]) await doing(one ?? '', 'deliver');
    for (const what of ['deliver', 'bounce'])
      expect(await refused(id, what)).toEqual([400, `The message ${id} has been delivered already.`]);
    expect(await refused(id, 'click', 'https://other.example')).toEqual([400, `/link is not a link of the message ${id}.`]);
    expect(await refused(bare?.requestId, 'click')).toEqual([400, `The message ${bare?.requestId} has no link.`]);
    expect((await refused(text?.requestId, 'unsubscribe'))[1]).toMatch('is not an email, and addresses of emails alone are unsubscribed.');
    for (const what of ['read', 'spam']) await doing(id ?? '', what);
    expect(await refused(id, 'read')).toEqual([400, `The message ${id} has been read already.`]);
    expect(await refused(id, 'spam')).toEqual([400, `The message ${id} has been reported as spam already.`]);
    await doing(bare?.requestId ?? '', 'unsubscribe');
    expect((await refused(bare?.requestId, 'unsubscribe'))[1]).toMatch('has made its reader unsubscribe already.');
    expect(await happened([{ id: sent?.id ?? 0 }, { id: text?.id ?? 0 }])).toEqual([
      ['SENT', 'DELIVERED', 'READ', 'SPAM'],
      ['SENT', 'DELIVERED'],
    ]);
    const [lost] = await email(['cem@example.com']);
    await doing(lost?.requestId ?? '', 'bounce');
    for (const what of ['read', 'deliver'])
      expect(await refused(lost?.requestId, what)).toEqual([400, `The message ${lost?.requestId} could not be delivered.`]);
  });

  test('a report of spam unsubscribes the address too, in lower case', async () => {
    const { email, doing, unsubscribed } = await open();
    const [sent] = await email(['Ada@Example.com']);
    for (const what of ['deliver', 'spam']) unwrap(await doing(sent?.requestId ?? '', what), 200);
    expect(await unsubscribed()).toEqual(['ada@example.com']);
  });

  test('rules say how many messages bounce, are read, followed, unsubscribed from and reported, and when', async () => {
    const { email, sms, later, happened, set, unsubscribed } = await open();
    const rules = {
      bounces: ['*@closed.example'],
      read: 100,
      clicked: 100,
      unsubscribed: 100,
      spam: 100,
      deliveredAfter: 10,
      readAfter: 20,
    };
    unwrap(await set({ email: rules, sms: { read: 0, bounced: 100, deliveredAfter: 0 } }), 200);
    const emails = await email(['ada@example.com', 'ben+bounce@example.com', 'Cem@Closed.example']);
    const numbers = await sms(['4917100011', '4917120043']);
    await later(0);
    expect(await happened([...emails, ...numbers])).toEqual([
      ['SENT'],
      ['SENT'],
      ['SENT'],
      ['SENT', 'UNDELIVERED'],
      ['SENT', 'UNDELIVERED'],
    ]);
    await later(9.999);
    expect((await happened(emails)).flat()).toEqual(['SENT', 'SENT', 'SENT']);
    await later(0.001);
    expect(await happened(emails)).toEqual([
      ['SENT', 'DELIVERED'],
      ['SENT', 'DELIVERED'],
      ['SENT', 'UNDELIVERED'],
    ]);
    await later(10);
    expect((await unsubscribed()).toSorted()).toEqual(['ada@example.com', 'ben+bounce@example.com']);
    const all = ['SENT', 'DELIVERED', 'READ', 'CLICKED', 'UNSUBSCRIBED', 'SPAM'];
    expect(await happened([...emails, ...numbers])).toEqual([
      all,
      all,
      ['SENT', 'UNDELIVERED'],
      ['SENT', 'UNDELIVERED'],
      ['SENT', 'UNDELIVERED'],
    ]);
  });

  test('percentages hold about, and the rules of one account and of another differ', async () => {
    const { email, later, happened, set } = await open();
    const shown = unwrap(await set({ email: { bounced: 50, read: 50 } }), 200).result as { behaviour: Record<string, unknown> };
    expect(shown.behaviour).toMatchObject({
      email: { bounces: ['*+bounce@*'], bounced: 50, read: 50, clicked: 17, unsubscribed: 0, spam: 0, deliveredAfter: 3, readAfter: 7_200 },
      sms: { bounces: ['*0043'], bounced: 0, read: 30 },
    });
    unwrap(await set({ email: { bounced: 100 } }, users.harbour.username), 200);
    const results = await email(Array.from({ length: 200 }, (_, index) => `reader-${index}@example.com`));
    await later(7_200);
    const counts = new Map<string, number>();
    for (const status of (await happened(results)).flat()) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect(counts.get('DELIVERED')).toBeGreaterThan(65);
    expect(counts.get('DELIVERED')).toBeLessThan(135);
    expect((counts.get('DELIVERED') ?? 0) + (counts.get('UNDELIVERED') ?? 0)).toBe(200);
    expect(counts.get('READ')).toBeGreaterThan(20);
    expect(counts.get('READ')).toBeLessThan(85);
    expect(counts.has('UNSUBSCRIBED')).toBe(false);
    // An empty object is the default again.
    unwrap(await set({}), 200);
    const [again] = await email(['after@example.com']);
    await later(3);
    expect(await happened([{ id: again?.id ?? 0 }])).toEqual([['SENT', 'DELIVERED']]);
  });

  test.each([
    ['{', '/rules must be JSON.'],
    ['[]', '/rules must be an object.'],
    [' '.repeat(10_001), '/rules must have at most 10,000 characters.'],
    [{ fax: {} }, '/rules/fax is not a channel; these are email, sms, viber, mobilepush, webpush, telegram, appinbox.'],
    [{ email: 3 }, '/rules/email must be an object.'],
    [
      { email: { opened: 3 } },
      '/rules/email/opened is not a member of the rules of email; these are bounces, bounced, read, clicked, unsubscribed, spam, deliveredAfter, readAfter.',
    ],
    [
      { sms: { spam: 3 } },
      '/rules/sms/spam is not a member of the rules of sms; these are bounces, bounced, read, clicked, deliveredAfter, readAfter.',
    ],
    [{ email: { read: 101 } }, '/rules/email/read must be a whole number from 0 to 100.'],
    [{ email: { read: '30' } }, '/rules/email/read must be a whole number from 0 to 100.'],
    [{ email: { clicked: 0.5 } }, '/rules/email/clicked must be a whole number from 0 to 100.'],
    [{ viber: { deliveredAfter: -1 } }, '/rules/viber/deliveredAfter must be a whole number from 0 to 31,536,000.'],
    [{ viber: { readAfter: 2 } }, '/rules/viber/readAfter must be at least deliveredAfter, 3.'],
    [{ email: { bounces: '*' } }, '/rules/email/bounces must be a list of at most 100 patterns.'],
    [{ email: { bounces: ['*', ''] } }, '/rules/email/bounces/1 must be a text of 1 to 100 characters.'],
    [{ email: { bounces: ['a\0'] } }, '/rules/email/bounces/0 must be a text of 1 to 100 characters.'],
  ])('the rules %j are refused: %s', async (rules, detail) => {
    const { set } = await open();
    expect(await set(rules)).toMatchObject({ status: 400, body: { detail } });
  });

  test('the rules of a user who does not exist are refused', async () => {
    const { set } = await open();
    expect(await set({}, 'none@example.com')).toMatchObject({ status: 404, body: { detail: 'The user none@example.com does not exist.' } });
  });
});

test.each([
  ['ada@example.com', 'ada@example.com', true],
  ['ada@example.com', 'ADA@*', true],
  ['ada@example.com', '*@*.com', true],
  ['ada@example.com', '*@*.org', false],
  ['ada@example.com', 'ada', false],
  ['aba', 'ab*ba', false],
  ['abba', 'ab*ba', true],
  ['ab', '**', true],
  ['a'.repeat(10_000), `${'a*'.repeat(49)}b`, false],
])('whether %s fits the pattern %s', (recipient, pattern, isFit) => {
  expect(fits(recipient, pattern)).toBe(isFit);
});
