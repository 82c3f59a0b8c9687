// Tests that what cannot be sent is refused by name, whole, and before it costs anything: hostile templates, too many recipients, unknown senders.

import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillingWithin, render } from '../../../services/g-messaging/sends/render.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, openMessaging, PAVEL } from './support.ts';

type Some = [string, ...string[]];

const ORDERS = 'Orders <orders@papaver-books.example>';

test('templates of several recipients are filled until they have taken too long together', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const within = fillingWithin(100);
  const filled = () => within(() => render({ field: 'text', text: 'Hi {{ firstName }}' }, { firstName: 'Lena' }, 'text'));
  expect(Array.from({ length: 20 }, filled)).toEqual(Array(20).fill('Hi Lena'));
  const wait = () => within(() => vi.advanceTimersByTime(60));
  const waits = () => [wait(), wait()];
  expect(waits).toThrow('The texts for all recipients take more than 0.1 seconds: send them to fewer, or as a broadcast.');
  expect(filled).toThrow('The texts for all recipients');
});

test('more templates than are kept are filled, each with its own values', () => {
  const texts = Array.from({ length: 30 }, (_, index) => `${index}: {{ name }}`);
  const fill = (name: string) => texts.map((text) => render({ field: 'text', text }, { name }, 'text'));
  expect([fill('a'), fill('b')]).toEqual([texts.map((_, index) => `${index}: a`), texts.map((_, index) => `${index}: b`)]);
});

describeOnEngines('bad input of messages', (engine) => {
  const open = async () => {
    const messaging = await openMessaging(engine);
    const { main } = messaging;
    const prepare = async (content: object) => {
      const body = { name: 'Trap', from: ORDERS, subject: 'Trap', htmlText: '<p>Trap</p>', ...content };
      return unwrap(await main.createEmailMessage({ body }), 200).id;
    };
    const send = (id: number, recipients: object[] = [{ contactId: LENA }]) =>
      main.sendPreparedMessage({ body: { id, recipients: recipients as never } });
    /** How much there is of what a send leaves behind. */
    const traces = async () => ({
      activity: unwrap(await main.getContactActivity({ path: { contactId: LENA } }), 200).length,
      ...unwrap(await main.getAccountBalance(), 200),
      contacts: (await main.searchContacts({ query: { maxrows: 1 } })).headers,
    });
    return { ...messaging, prepare, send, traces };
  };

  const thousand = 'x'.repeat(1_000);
  test.each([
    [
      'loops for ever',
      'Hi\n {% for i in (1..100000) %}{% for j in (1..40) %}{% endfor %}{% endfor %}',
      '2:28: it takes more than 200 milliseconds',
    ],
    ['counts to a hundred million', '{% for i in (1..100000000) %}x{% endfor %}', '1:1: it takes too much memory'],
    ['includes a file', 'Hi\n\n  {% include "seed.ts" %}', '3:3: it includes a file, and there are none'],
    ['renders a file', '{% render "/etc/passwd" %}', '1:1: it includes a file, and there are none'],
    ['has the layout of a file', 'Hi\n{% layout "../seed" %}', '2:1: it includes a file, and there are none'],
    ['prints 100 MB', `Hi\n{% for i in (1..100000) %}${thousand}{% endfor %}`, '2:27: it prints more than 500,000 characters'],
    [
      'prints what it has captured, twice as much each time',
      `{% capture a %}${thousand}{% endcapture %}\n{% for i in (1..40) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}`,
      '2:45: it prints more than 500,000 characters',
    ],
    [
      'makes 100 MB by replacing',
      `{% assign a = "${thousand.repeat(10)}" %}{{ a | replace: "x", a }}`,
      '1:10020: it takes too much memory',
    ],
    ['is nested too deeply', '{% if a %}'.repeat(20_000), 'its parts are nested too deeply'],
    ['has an unknown filter', '<p>\n{{ firstName | unknown }}', '2:1: undefined filter: unknown'],
    ['does not end', 'Hi {{ firstName', '1:4: output "{{ firstName" not closed'],
  ])('a template that %s is refused with its line and column', async (_what, htmlText, reason) => {
    const { prepare, send, traces } = await open();
    const id = await prepare({ htmlText });
    const before = await traces();
    const started = performance.now();
    const refused = await send(id);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid-value', message: expect.stringMatching(/^The template of htmlText cannot be filled at \d+:\d+: /) },
    });
    const { message } = refused.body as { message: string };
    // On a busy machine, whatever takes long can be stopped by its time.
    if (!message.endsWith('it takes more than 200 milliseconds.')) expect(message).toContain(`${reason}.`);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await traces()).toEqual(before);
  });

  test('a template of more than 500,000 characters, and one of a subject, are named', async () => {
    const { prepare, send } = await open();
    const long = await prepare({ htmlText: 'x'.repeat(500_001) });
    expect(await send(long)).toMatchObject({
      status: 400,
      body: { message: 'The template of htmlText cannot be filled: it has more than 500,000 characters.' },
    });
    expect((await send(await prepare({ htmlText: 'x'.repeat(500_000) }))).status).toBe(200);
    expect(await send(await prepare({ subject: '{% for %}' }))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^The template of subject cannot be filled at 1:1: /) },
    });
  });

  test('10,001 recipients are refused, and nobody becomes a contact', async () => {
    const { main, marketing, prepare, send, traces } = await open();
    const tooMany = (locatorOf: (index: number) => string) => Array.from({ length: 10_001 }, (_, index) => locatorOf(index)) as Some;
    const addresses = tooMany((index) => `reader-${index}@example.com`);
    const numbers = tooMany((index) => `4917100${String(index).padStart(5, '0')}`);
    const id = await prepare({});
    const before = await traces();
    const refused = { status: 400, body: { message: 'A message has at most 10,000 recipients, not 10,001.' } };
    expect(await main.sendEmail({ body: { from: ORDERS, subject: 'x', plainText: 'x', emails: addresses } })).toMatchObject(refused);
    expect(await main.sendSms({ body: { from: 'PapaverBks', text: 'x', phoneNumbers: numbers } })).toMatchObject(refused);
    expect(await main.sendViber({ body: { from: 'Papaver Books', text: 'x', phoneNumbers: numbers } })).toMatchObject(refused);
    expect(await marketing.sendEmail({ body: { plainContent: 'x', recipients: addresses } })).toMatchObject(refused);
    expect(await marketing.sendSms({ body: { text: 'x', recipients: numbers } })).toMatchObject(refused);
    expect(
      await send(
        id,
        addresses.map((locator) => ({ locator })),
      ),
    ).toMatchObject(refused);
    expect(await traces()).toEqual(before);
  });

  test('an unknown sender is named, and nothing is sent', async () => {
    const { main, marketing, traces } = await open();
    const before = await traces();
    const emails: Some = ['lena.hoffmann@example.com'];
    const phoneNumbers: Some = ['491713920042'];
    const other = 'Other <orders@harbour-tea.example>';
    const refused = (from: string) => ({ status: 400, body: { message: `${from} is not a sender of the account.` } });
    expect(await main.sendEmail({ body: { from: other, subject: 'x', plainText: 'x', emails } })).toMatchObject(refused(other));
    expect(await main.sendSms({ body: { from: 'HarbourTea', text: 'x', phoneNumbers } })).toMatchObject(refused('HarbourTea'));
    expect(await main.sendViber({ body: { from: 'HarbourTea', text: 'x', phoneNumbers } })).toMatchObject(refused('HarbourTea'));
    expect(await marketing.sendEmail({ body: { from: other, plainContent: 'x', recipients: emails } })).toMatchObject(refused(other));
    expect(await marketing.sendSms({ body: { from: 'HarbourTea', text: 'x', recipients: phoneNumbers } })).toMatchObject(
      refused('HarbourTea'),
    );
    expect(await traces()).toEqual(before);
  });

  test.each(['{', '', 'greeting', '[1]', '"text"', 'null', '7'])(
    'a recipient whose jsonParam is %j gets nothing, and the others do',
    async (jsonParam) => {
      const { prepare, send } = await open();
      const { results } = unwrap(
        await send(await prepare({}), [
          { contactId: LENA, jsonParam },
          { contactId: PAVEL, jsonParam: '{}' },
        ]),
        200,
      );
      expect(results).toMatchObject([
        { id: LENA, status: 'ERROR', message: 'jsonParam is not an object in JSON.' },
        { id: PAVEL, status: 'OK' },
      ]);
    },
  );
});
