// Tests what control shows of messages to people: those of all services as one list, its pages and filters, and one message, on each engine.

import { createInstalmentsClient } from '@octavo/interfaces/f-instalments';
import { createMessagingClient, type ViberToSend } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { users } from '../../../services/g-messaging/seeds/credentials.ts';
import type { SendRow } from '../../../services/g-messaging/sends/tables.ts';
import type { ListMessagesInput } from '../../../services/generated/control/index.ts';
import { type ControlledSandbox, createSandbox } from '../../../services/index.ts';
import type { Store } from '../../../services/platform/store/store.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

type AnyTables = Record<string, Record<string, unknown>>;

const LENA = 104_729;
const LETTER = '2.g_sends.9021-104729';
/** The position of messages that are there twice in each table. */
const SAME = 5_000_000_000_000_000;

describeOnEngines('messages to people', (engine) => {
  let sandbox: ControlledSandbox;
  const tablesOf = (service: string): Store<AnyTables> => (sandbox.platformOf(service) as unknown as { store: Store<AnyTables> }).store;
  const list = async (query: ListMessagesInput['query'] = {}) => unwrap(await sandbox.control.listMessages({ query }), 200);
  const ids = async (query: Parameters<typeof list>[0]) => (await list(query)).messages.map(({ id }) => id);
  const add = (tables: Kysely<AnyTables>, id: string, more: Partial<SendRow> = {}) =>
    tables
      .insertInto('g_sends')
      .values({
        ...{
          id,
          request: id,
          account: 1,
          contact: 7,
          channel: 'email',
          locator: 'mo@example.com',
          message: null,
          name: null,
          broadcast: null,
        },
        ...{ content: {}, status: 'SENT', position: SAME, sent_at: 1_795_000_000_000, ...more },
      })
      .execute();

  beforeAll(async () => {
    sandbox = await createSandbox({ services: ['g-messaging', 'e-scheduling', 'f-instalments'], at: 'story', ...(await engine.place()) });
    const shop = createInstalmentsClient({ fetch: sandbox.fetch('f-instalments'), credentials: { InstalmentsAuth: keys.fernAndOak } });
    const path = { id: 'payment_11wTq8RkZ2bVnD' };
    unwrap(await shop.sendPaymentEmail({ path, body: { email: 'noe.petit@example.com' } }), 200);
    const book = { event_type: 'LFEHBADGCHFBEGDA', start_time: '2026-12-03T15:00:00Z', name: 'Mo Ito', email: 'mo.ito@example.com' };
    unwrap(await sandbox.control.runAction({ path: { service: 'e-scheduling', action: 'book-meeting' }, body: book }), 200);
    await tablesOf('g-messaging').write(async (tables) => {
      await add(tables, 'one', { content: { subject: 'A "quoted" 50% off_er', html: '<b>Ünder</b>' } });
      await add(tables, 'two', { channel: 'mobilepush', locator: 'pt-7', content: { text: 'x'.repeat(300) } });
      const link = {
        contact: 7,
        channel: 'sms',
        address: '4917012',
        text: 'Confirm: https://messaging.example.com/confirm/7',
        created_at: 1,
      };
      await tables
        .insertInto('g_messages')
        .values({ ...link, position: SAME })
        .execute();
    });
    const same = { shop: 's', position: SAME, created_at: 1, payment: 'p', channel: 'sms', address: '33', text: 'Pay' };
    await tablesOf('f-instalments').write((tables) =>
      tables
        .insertInto('f_messages')
        .values([
          { ...same, id: 'message_1' },
          { ...same, id: 'message_2' },
        ])
        .execute(),
    );
  });
  afterAll(() => sandbox?.close());

  test('those of all services are one list, the newest first', async () => {
    const { messages, next } = await list();
    expect(next).toBeUndefined();
    const shown = messages.map(({ service, channel, address, about: { kind }, status }) => [service, channel, address, kind, status]);
    expect(shown.slice(0, 5).map(([service]) => service)).toEqual([
      'f-instalments',
      'f-instalments',
      'g-messaging',
      'g-messaging',
      'g-messaging',
    ]);
    expect(shown.slice(5)).toEqual([
      ['e-scheduling', 'email', 'mo.ito@example.com', 'event', 'sent'],
      ['f-instalments', 'email', 'noe.petit@example.com', 'payment', 'sent'],
      ['g-messaging', 'mobilepush', 'pt-lena-phone-6Xk2Vq', 'contact', 'delivered'],
      ['g-messaging', 'email', 'lena.hoffmann@example.com', 'contact', 'clicked'],
      ['g-messaging', 'sms', '491713920042', 'contact', 'delivered'],
    ]);
    expect(messages.at(-2)).toEqual({
      id: LETTER,
      service: 'g-messaging',
      channel: 'email',
      address: 'lena.hoffmann@example.com',
      from: '"Papaver Books" <letters@papaver-books.example>',
      about: { kind: 'contact', id: String(LENA) },
      title: 'Four new books of poems',
      status: 'clicked',
      sent_at: '2026-11-20T09:00:01.000Z',
    });
    expect(messages.find(({ address }) => address === 'pt-7')?.title).toBe('x'.repeat(200));
  });

  test.each([1, 2, 3, 4])('pages of %i have each of them once, also those of one position', async (limit) => {
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await list({ limit, ...(before === undefined ? {} : { before }) });
      seen.push(...page.messages.map(({ id }) => id));
      before = page.next;
    } while (before !== undefined);
    expect(seen).toEqual(await ids({}));
    expect(new Set(seen).size).toBe(10);
  });

  test('one has its content, and what happened to it', async () => {
    const message = unwrap(await sandbox.control.getMessage({ path: { id: LETTER } }), 200);
    expect(message).toMatchObject({
      id: LETTER,
      content: {
        subject: 'Four new books of poems',
        html: '<p>Dear reader, the leaves are falling, and four new books have come.</p>',
      },
      history: [
        { status: 'sent', at: '2026-11-20T09:00:01.000Z' },
        { status: 'delivered', at: '2026-11-20T09:00:04.000Z' },
        { status: 'read', at: '2026-11-20T18:31:44.000Z' },
        { status: 'clicked', at: '2026-11-20T18:32:10.000Z', link: 'https://papaver-books.example/books/sea-glass' },
      ],
    });
  });

  test('each one that is listed can be read', async () => {
    for (const message of (await list()).messages) {
      const { content: _content, history: _history, ...read } = unwrap(await sandbox.control.getMessage({ path: { id: message.id } }), 200);
      expect(read).toEqual(message);
    }
  });

  test.each([
    [{ service: 'e-scheduling' }, ['mo.ito@example.com']],
    [{ channel: 'mobilepush' }, ['pt-7', 'pt-lena-phone-6Xk2Vq']],
    [{ about: String(LENA) }, ['pt-lena-phone-6Xk2Vq', 'lena.hoffmann@example.com', '491713920042']],
    [{ about: 'payment_11wTq8RkZ2bVnD' }, ['noe.petit@example.com']],
    [{ about: "7' or 1=1" }, []],
    [{ text: 'LENA.HOFFMANN@' }, ['lena.hoffmann@example.com']],
    [{ text: 'four new BOOKS', channel: 'email' }, ['lena.hoffmann@example.com']],
    [{ text: '"quoted"' }, ['mo@example.com']],
    [{ text: 'Ünder' }, ['mo@example.com']],
    [{ text: '50%' }, ['mo@example.com']],
    [{ text: 'off_er' }, ['mo@example.com']],
    [{ text: '5_%' }, []],
    [{ text: 'subject' }, []],
    [{ text: 'html' }, []],
    [{ text: '/confirm/', service: 'g-messaging' }, ['4917012']],
    [{ service: 'nothing' }, []],
  ] as const)('the filters %j', async (query, addresses) => {
    expect((await list(query)).messages.map(({ address }) => address)).toEqual(addresses);
  });

  test.each(['1.g_sends.nothing', '1.g_contacts.x', '1', 'x', '99999999999999999.g_sends.x', "1.g_sends.' or 1=1 --"])(
    'there is no message %s',
    async (id) => {
      expect(await sandbox.control.getMessage({ path: { id } })).toMatchObject({
        status: 404,
        body: { detail: `There is no message ${id}.` },
      });
    },
  );

  test('what is no message has no list after it, and the character U+0000 is in no message', async () => {
    expect(await sandbox.control.listMessages({ query: { before: 'x' } })).toMatchObject({
      status: 400,
      body: { detail: 'There is no message x.' },
    });
    expect((await sandbox.control.listMessages({ query: { text: 'a\0b' } })).status).toBe(400);
    expect(await ids({ before: '1.g_sends.zz' })).toEqual(['1.g_sends.rq-7b1f0d52']);
  });

  test('pictures, links and buttons are kept with what was sent', async () => {
    const main = createMessagingClient({ fetch: sandbox.fetch('g-messaging'), credentials: { basic: users.papaver } });
    const image = 'https://papaver-books.example/readings/candles.jpg';
    const viber: ViberToSend = { from: 'Papaver Books', text: 'On Friday', phoneNumbers: ['4915112345678'], imageUrl: image };
    const button = { buttonName: 'Keep a seat', buttonUrl: 'https://papaver-books.example/readings' };
    unwrap(await main.sendViber({ body: { ...viber, ...button } }), 200);
    unwrap(await main.sendPreparedMessage({ body: { id: 2420, recipients: [{ contactId: LENA }] } }), 200);
    unwrap(await main.sendPreparedMessage({ body: { id: 2422, recipients: [{ contactId: LENA }] } }), 200);
    const contentOf = async (query: ListMessagesInput['query']) => {
      const [{ id = '' } = {}] = (await list({ ...query, text: 'papaver-books' })).messages;
      return unwrap(await sandbox.control.getMessage({ path: { id } }), 200).content;
    };
    expect(await contentOf({ channel: 'viber' })).toEqual({
      ...{ from: 'Papaver Books', text: 'On Friday', image },
      ...{ link: button.buttonUrl, button: 'Keep a seat' },
    });
    expect(await contentOf({ channel: 'mobilepush' })).toEqual({
      subject: 'Vier neue Gedichtbände',
      text: 'In der App zum Blättern.',
      image: 'https://papaver-books.example/covers/autumn.jpg',
      link: 'papaverbooks://shelf/poetry',
    });
    // It goes to the app, and is no push message.
    expect((await list({ channel: 'appinbox' })).messages).toMatchObject([{ address: 'pt-lena-phone-6Xk2Vq', title: 'Ten per cent off' }]);
  });
});
