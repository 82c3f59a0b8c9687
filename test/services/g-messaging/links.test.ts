// Tests the links of emails on each engine: what their readers do is noted once, they lead nowhere else, and reading them unsubscribes nobody.

import type { SendResult } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedMarkup, readMarkup } from '../../../services/g-messaging/sends/markup.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { LENA, openMessaging, PAVEL, POETRY_READERS } from './support.ts';

const ORDERS = 'Orders <orders@papaver-books.example>';
const LENA_EMAIL = 'lena.hoffmann@example.com';
const BOOKS = 'https://papaver-books.example/books';
const HTML = `<p>Two books: <a href="${BOOKS}/1">one</a>, <a class=x href='${BOOKS}/2?a=1&amp;b=2'>two</a>.</p>`;

interface Sent {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: { readonly subject: string; readonly html: string; readonly text: string };
}

/** The values of attributes, in their order. */
const valuesOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`${attribute}=["']?([^"'> ]+)`, 'g'))].map(([, value = '']) => value);

describeOnEngines('links of emails', (engine) => {
  const open = async () => {
    const messaging = await openMessaging(engine);
    const { main, sandbox, act } = messaging;
    const ask = (address: string, init: RequestInit = {}) => sandbox.fetch('g-messaging')(address, { redirect: 'manual', ...init });
    const sentTo = async (contact: number) => (unwrap(await act('list-sent', { contact }), 200).result as unknown as { sent: Sent[] }).sent;
    const last = async (contact = LENA) => {
      const [sent] = await sentTo(contact);
      if (sent === undefined) throw new Error('Nothing was sent.');
      return sent;
    };
    /** What the activity of a contact has for its last message, the newest first. */
    const activity = async (contactId = LENA) => {
      const { id } = await last(contactId);
      const all = unwrap(await main.getContactActivity({ path: { contactId } }), 200);
      return all
        .filter(({ iid }) => iid === id)
        .map(({ activityStatus, linkClicked }) => [activityStatus, ...(linkClicked === undefined ? [] : [linkClicked])]);
    };
    const send = async (content: object = { htmlText: HTML }, emails: [string, ...string[]] = [LENA_EMAIL]) => {
      const { results } = unwrap(await main.sendEmail({ body: { from: ORDERS, subject: 'Books', emails, ...content } }), 200);
      const all = [results].flat() as SendResult[];
      return { results: all, ...(await last(all[0]?.id ?? 0)) };
    };
    const sendPrepared = async (content: object, recipients: object[] = [{ contactId: LENA }, { contactId: PAVEL }]) => {
      const body = { name: 'Letter', from: ORDERS, subject: 'Letter', htmlText: HTML, ...content };
      const { id } = unwrap(await main.createEmailMessage({ body }), 200);
      unwrap(await main.sendPreparedMessage({ body: { id, recipients: recipients as never } }), 200);
    };
    const statuses = async (contact = LENA) => (await activity(contact)).map(([status]) => status);
    return { ...messaging, ask, last, activity, statuses, send, sendPrepared };
  };

  test('each link leads through the service, a picture stands at the end, and all else is as it was', async () => {
    const { send } = await open();
    const { content } = await send({ htmlText: `<body>${HTML}<a href="mailto:x@example.com">Write</a></body>` });
    const [one = '', two = '', mail] = valuesOf(content.html, 'href');
    const [pixel = ''] = valuesOf(content.html, 'src');
    for (const link of [one, two]) expect(link).toMatch(/^https:\/\/messaging\.example\.com\/c\/[\w-]{30,}$/);
    expect(pixel).toMatch(/^https:\/\/messaging\.example\.com\/p\/[\w-]{30,}\.gif$/);
    expect(mail).toBe('mailto:x@example.com');
    expect(content.html).toBe(
      `<body><p>Two books: <a href="${one}">one</a>, <a class=x href='${two}'>two</a>.</p><a href="mailto:x@example.com">Write</a><img src="${pixel}" width="1" height="1" alt=""></body>`,
    );
  });

  test('following a link leads to its address, and is noted once for each link, after the reading', async () => {
    const { send, ask, activity } = await open();
    const { content } = await send();
    const [one = '', two = ''] = valuesOf(content.html, 'href');
    const followed = await ask(`${two}?url=https://evil.example/&1`);
    expect([
      followed.status,
      followed.headers.get('location'),
      followed.headers.get('cache-control'),
      followed.headers.get('referrer-policy'),
    ]).toEqual([302, `${BOOKS}/2?a=1&b=2`, 'no-store', 'no-referrer']);
    expect(await activity()).toEqual([['CLICKED', `${BOOKS}/2?a=1&b=2`], ['READ'], ['SENT']]);
    for (const link of [two, one, one, two]) expect((await ask(link)).status).toBe(302);
    expect(await activity()).toEqual([['CLICKED', `${BOOKS}/1`], ['CLICKED', `${BOOKS}/2?a=1&b=2`], ['READ'], ['SENT']]);
  });

  test('the picture notes the reading once', async () => {
    const { send, ask, statuses } = await open();
    const { content } = await send();
    const [pixel = ''] = valuesOf(content.html, 'src');
    const picture = await ask(pixel);
    expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store',
    ]);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([bytes.subarray(0, 6).toString(), bytes.readUInt16LE(6), bytes.readUInt16LE(8), bytes.at(-1)]).toEqual(['GIF89a', 1, 1, 0x3b]);
    await ask(pixel);
    expect(await statuses()).toEqual(['READ', 'SENT']);
  });

  test('a program that asks for the head of a link reads nothing', async () => {
    const { send, ask, statuses } = await open();
    const { content } = await send();
    const [one = ''] = valuesOf(content.html, 'href');
    const [pixel = ''] = valuesOf(content.html, 'src');
    const head = await ask(one, { method: 'HEAD' });
    expect([head.status, head.headers.get('location')]).toEqual([302, `${BOOKS}/1`]);
    expect([(await ask(pixel, { method: 'HEAD' })).status, (await ask(one, { method: 'POST' })).status]).toEqual([200, 404]);
    expect(await statuses()).toEqual(['SENT']);
  });

  test('a link that the service has not made leads nowhere, and so does one of a message that is gone', async () => {
    const { main, send, ask } = await open();
    const { content, headers, id } = await send();
    const [one = ''] = valuesOf(content.html, 'href');
    const [pixel = ''] = valuesOf(content.html, 'src');
    const leave = headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    const origin = new URL(one).origin;
    const json = Buffer.from(JSON.stringify([id, 0])).toString('base64url');
    const other = one.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const wrong = [
      other,
      `${one}A`,
      one.replace('/c/', '/p/'),
      one.replace('/c/', '/u/'),
      one.replace('/c/', '/v/'),
      leave.replace('/u/', '/c/'),
      `${origin}/c/`,
      `${origin}/c/${json}`,
      `${origin}/c/${id}`,
      `${origin}/c/%ff`,
      `${origin}/c/https://evil.example`,
      `${origin}/p/${id}.gif`,
      `${origin}/u`,
    ];
    for (const address of wrong) {
      const answer = await ask(address);
      expect([address, answer.status, answer.headers.get('location')]).toEqual([address, 404, null]);
    }
    expect((await ask(leave.replace('/u/', '/v/'), { method: 'POST' })).status).toBe(404);
    await main.deleteContact({ path: { contactId: LENA }, query: { erase: true } });
    for (const address of [one, pixel, leave]) expect((await ask(address)).status).toBe(404);
    expect((await ask(leave, { method: 'POST' })).status).toBe(404);
  });

  test('whoever has read and followed already does not do so again by itself', async () => {
    const { send, ask, last, activity, later } = await open();
    const addresses = Array.from({ length: 60 }, (_, index) => `reader-${index}@example.com`) as [string, ...string[]];
    const { results } = await send({ htmlText: HTML }, addresses);
    for (const { id } of results) await ask(valuesOf((await last(id ?? 0)).content.html, 'href')[1] ?? '');
    await later(1);
    for (const { id } of results)
      expect((await activity(id ?? 0)).filter(([status]) => status !== 'DELIVERED')).toEqual([
        ['CLICKED', `${BOOKS}/2?a=1&b=2`],
        ['READ'],
        ['SENT'],
      ]);
  });

  test('reading the page to unsubscribe changes nothing, and its button unsubscribes', async () => {
    const { send, ask, activity, statuses, act, main } = await open();
    const unsubscribed = async () =>
      (unwrap(await act('list-unsubscribed'), 200).result as unknown as { unsubscribed: { email: string }[] }).unsubscribed.map(
        ({ email }) => email,
      );
    const before = await unsubscribed();
    const { headers } = await send();
    expect(headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<https:\/\/messaging\.example\.com\/u\/[\w-]{30,}>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const link = headers['List-Unsubscribe']?.slice(1, -1) ?? '';
    const shown = await ask(link);
    const text = await shown.text();
    expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("form-action 'self'")]);
    expect(text).toContain('<form method="post"><button>Unsubscribe</button></form>');
    expect(text).toContain(LENA_EMAIL);
    expect((await ask(link, { method: 'HEAD' })).status).toBe(200);
    expect([await statuses(), await unsubscribed()]).toEqual([['SENT'], before]);
    const post = (body: FormData | URLSearchParams) => ask(link, { method: 'POST', body });
    const oneClick = new FormData();
    oneClick.set('List-Unsubscribe', 'One-Click');
    // By a program for emails (RFC 8058 section 3.2), which may send either kind of form, and by the button of the page.
    for (const body of [oneClick, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), new URLSearchParams()]) {
      const done = await post(body);
      expect([done.status, await done.text()]).toEqual([200, expect.stringContaining(`${LENA_EMAIL} gets no more newsletters.`)]);
    }
    expect(await activity()).toEqual([['UNSUBSCRIBED'], ['SENT']]);
    expect(await unsubscribed()).toEqual([LENA_EMAIL, ...before]);
    // A person who subscribes again can unsubscribe again.
    await main.removeUnsubscribedEmails({ body: { emails: [LENA_EMAIL] } });
    await post(new URLSearchParams());
    expect(await unsubscribed()).toEqual([LENA_EMAIL, ...before]);
  });

  test('templates have links to unsubscribe and to view the message as its recipient got it', async () => {
    const { sendPrepared, last, ask, statuses } = await open();
    const htmlText = `<p>Dear {{ firstName }} ({{ email }})</p><a href="${BOOKS}">Books</a> <a href="{{ viewUrl }}">View</a> <a href="{{ unsubscribeUrl }}">Leave</a>`;
    await sendPrepared({ htmlText, subject: 'At {{ viewUrl }}', cssText: 'a[href="https://x.example"]{}</style>' });
    const [lena, pavel] = [await last(LENA), await last(PAVEL)];
    const [books = '', view = '', leave] = valuesOf(lena.content.html, 'href').slice(1);
    expect([books, view, leave]).toEqual([
      expect.stringContaining('/c/'),
      expect.stringMatching(/^https:\/\/messaging\.example\.com\/v\/[\w-]{30,}$/),
      lena.headers['List-Unsubscribe']?.slice(1, -1),
    ]);
    expect(lena.content).not.toHaveProperty('own');
    expect(lena.content.subject).toBe(`At ${view}`);
    expect(lena.content.html).toMatch(
      /^<style>a\[href="https:\/\/x\.example"\]\{\}<\\\/style><\/style><p>Dear Lena \(lena\.hoffmann@example\.com\)<\/p>/,
    );
    expect(valuesOf(pavel.content.html, 'href')).not.toContain(view);
    const page = await ask(view);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringMatching(/^sandbox; default-src 'none'; img-src 'self' /),
    ]);
    expect(await page.text()).toContain(lena.content.html);
    expect([await statuses(), (await ask(view, { method: 'POST' })).status]).toEqual([['SENT'], 404]);
    expect((await ask(books)).headers.get('location')).toBe(`${BOOKS}`);
  });

  test('a broadcast has the links too, and whoever leaves by one gets no other broadcast', async () => {
    const { main, sandbox, last, ask, activity } = await open();
    const shown = async () => {
      const { messages } = unwrap(await sandbox.control.listMessages({ query: { limit: 1 } }), 200);
      return unwrap(await sandbox.control.getMessage({ path: { id: messages[0]?.id ?? '' } }), 200).content;
    };
    const htmlText = `<a href="${BOOKS}">Books</a> <a href="{{ unsubscribeUrl }}">Leave</a>`;
    const message = { name: 'Letter', from: ORDERS, subject: 'Letter', htmlText };
    const { id: messageId } = unwrap(await main.createEmailMessage({ body: message }), 200);
    const broadcast = async () => {
      const { id } = unwrap(await main.createBroadcast({ body: { messageId, groupIds: [POETRY_READERS] } }), 200);
      await sandbox.moveClock(sandbox.clock.now() + 1);
      return `${id}-${LENA}`;
    };
    const first = await broadcast();
    const { id, content } = await last();
    const [books = '', leave = ''] = valuesOf(content.html, 'href');
    // Control shows where the links of the shop lead in the end.
    expect(await shown()).toMatchObject({ subject: 'Letter', html: expect.stringContaining(`<a href="${BOOKS}">`) });
    expect(await shown()).not.toHaveProperty('own');
    expect([id, (await ask(books)).headers.get('location')]).toEqual([first, BOOKS]);
    expect((await ask(leave, { method: 'POST' })).status).toBe(200);
    expect((await activity()).filter(([status]) => status !== 'DELIVERED')).toEqual([
      ['UNSUBSCRIBED'],
      ['CLICKED', BOOKS],
      ['READ'],
      ['SENT'],
    ]);
    await broadcast();
    expect((await last()).id).toBe(first);
  });

  test('a shop with links of its own keeps them, and other channels have none', async () => {
    const { sendPrepared, last, send, main, act } = await open();
    const htmlText = '<a href="{{ unsubscribeUrl }}">Leave</a>';
    await sendPrepared({ htmlText }, [{ contactId: LENA, jsonParam: JSON.stringify({ unsubscribeUrl: `${BOOKS}/leave` }) }]);
    expect(valuesOf((await last()).content.html, 'href')).toEqual([expect.stringContaining('/c/')]);
    const { content, headers } = await send({ plainText: `See ${BOOKS}` });
    expect([content.text, content.html, Object.keys(headers)]).toEqual([
      `See ${BOOKS}`,
      undefined,
      ['List-Unsubscribe', 'List-Unsubscribe-Post'],
    ]);
    await main.sendSms({ body: { from: 'PapaverBks', text: `See ${BOOKS}`, phoneNumbers: ['491713920042'] } });
    const [sms] = (unwrap(await act('list-sent', { contact: LENA }), 200).result as unknown as { sent: object[] }).sent;
    expect(sms).toMatchObject({ channel: 'sms', content: { text: `See ${BOOKS}` } });
    expect(sms).not.toHaveProperty('headers');
  });
});

test.each([
  ['an address in double quotes', '<a href="https://x.example/">', ['https://x.example/']],
  [
    'one in single quotes, with characters written as references',
    "<A HREF='http://x.example/?a=1&amp;b=2&copy=3&#38;&lt'>",
    ['http://x.example/?a=1&b=2&copy=3&<'],
  ],
  ['one without quotes', '<a class=x href=https://x.example/p?q=1 id=y>', ['https://x.example/p?q=1']],
  ['one with spaces around it', '<a\nhref = "\n https://x.example/ ">', ['https://x.example/']],
  ['one that begins with a reference', '<a href="&#104;ttps://x.example/">', ['https://x.example/']],
  ['one in upper case', '<a href="HTTPS://X.example">', ['HTTPS://X.example']],
  ['the first of two', '<a href="https://one.example" href="https://two.example">', ['https://one.example']],
  ['a tag that closes itself, and a slash in the place of a space', '<a/href="https://x.example"/>', ['https://x.example']],
  ['a bracket in an attribute before', '<a title=">" href="https://x.example">', ['https://x.example']],
  [
    'no address of the web',
    '<a href="javascript:alert(1)"><a href="mailto:x@y"><a href="/x"><a href="//x.example"><a href="#x"><a href><a>',
    [],
  ],
  ['no address at all', '<a href="http://["><a href="https://">', []],
  [
    'other elements',
    '<area href="https://x.example"><link href="https://x.example"><abbr href="https://x.example"><form action="https://x.example">',
    [],
  ],
  ['other attributes', '<a data-href="https://x.example" xhref=https://x.example>', []],
  ['comments', '<!-- <a href="https://x.example"> --><!--><a href="https://y.example"><!-- -->', ['https://y.example']],
  [
    'style sheets, scripts and texts',
    '<style><a href="https://x.example"></style><script>"<a href=https://x.example>"</script><textarea><a href="https://x.example"></textarea><title><a href="https://x.example"></title>',
    [],
  ],
  ['the values of attributes', `<p title='<a href="https://x.example">'>`, []],
  ['a tag that does not end', '<a href="https://x.example"', []],
  ['a value that does not end', "<a href=\"https://x.example><a href='https://y.example'>", []],
])('the links of HTML are found: %s', (_case, html, addresses) => {
  expect(readMarkup(html).anchors.map(({ address }) => address)).toEqual(addresses);
  const made = changedMarkup(html, (_address, index) => `L${index}`, '');
  expect(readMarkup(made).anchors).toEqual([]);
  expect(changedMarkup(html, () => undefined, '')).toBe(html);
});

test.each([
  ['<p>x</p>', '<p>x</p>+'],
  ['<body><p>x</p></body></html>\n', '<body><p>x</p>+</body></html>\n'],
  ['<BODY>x</BODY >', '<BODY>x+</BODY >'],
  ['<body>a</body>b</body>', '<body>a</body>b+</body>'],
  ['<body><!-- </body> --></body>', '<body><!-- </body> -->+</body>'],
  ['', '+'],
])('what is added to %j stands at the end of the body', (html, made) => {
  expect(changedMarkup(html, () => undefined, '+')).toBe(made);
});

test('but for the addresses of its links, each character of HTML stays', () => {
  const piece = fc.constantFrom(
    '<a href="',
    "<a href='",
    '<a href=',
    'https://x.example/?a=1&amp;b=',
    '"',
    "'",
    '>',
    '</a>',
    ' ',
    '\r\n',
    '<!--',
    '-->',
    '<style>',
    '</style>',
    '<script>',
    '</script>',
    '</body>',
    '&lt',
    '🐙',
    '<p title=',
    '<',
    '=',
    '/',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const html = pieces.join('');
      const { anchors, bodyEnd } = readMarkup(html);
      const made = changedMarkup(html, (_address, index) => `<${index}>`, '<+>');
      const given = made.replace(/<(\d+)>/g, (_, index: string) => html.slice(anchors[Number(index)]?.start, anchors[Number(index)]?.end));
      expect(given.replace('<+>', '')).toBe(html);
      expect(given.indexOf('<+>')).toBe(bodyEnd);
      for (const { start, end } of anchors) expect(html.slice(start, end).trim()).toMatch(/^https:\/\/x\.example/);
    }),
  );
});

test('hostile HTML takes a time that grows with its length alone', () => {
  for (const unit of ['<i>', '<a href="https://x.example/">', '</b>', '&amp;', '<a href="&amp;', '<!--', '<a b=c ', '<', '"', '<a href=']) {
    const started = performance.now();
    changedMarkup(unit.repeat(Math.ceil(500_000 / unit.length)), () => 'x', '');
    expect(performance.now() - started).toBeLessThan(3_000);
  }
});
