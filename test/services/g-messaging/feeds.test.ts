// Tests product feeds alive, on each engine: how their files are read, what is refused, and which products count meanwhile.

import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ProductFeedsConfig } from '@octavo/interfaces/g-messaging';
import { unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { setFeeds } from '../../../services/g-messaging/catalogue/feeds.ts';
import { csvRecords, xmlRecords } from '../../../services/g-messaging/catalogue/files.ts';
import { recommended } from '../../../services/g-messaging/catalogue/recommend.ts';
import { feedsFault, formatOf, productOf } from '../../../services/g-messaging/catalogue/rules.ts';
import type { Deps } from '../../../services/g-messaging/deps.ts';
import { migrations } from '../../../services/g-messaging/migrations/index.ts';
import { write } from '../../../services/g-messaging/store.ts';
import { type MessagingTables, tables } from '../../../services/g-messaging/tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { listenFor } from '../../support/receiver.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { messagingOf, openMessaging } from './support.ts';

const LONG = 20_000;

/** Serves files by their paths, as they are when they are asked for. */
async function shop() {
  const files = new Map<string, string | RequestListener>();
  const origin = await listenFor((request, response) => {
    const file = files.get(request.url ?? '');
    if (typeof file === 'function') file(request, response);
    else response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  return { files, origin };
}

async function* pieces(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const book = (id: string, more: object = {}) => ({ externalItemId: id, name: `Book ${id}`, cost: 12.5, ...more });

describeOnEngines('product feeds', (engine) => {
  async function open() {
    const sandbox = await engine.open('g-messaging', { allowPrivate: 'loopback' });
    const messaging = messagingOf(sandbox);
    const report = async () => (unwrap(await messaging.act('list-product-feeds'), 200).result as { feeds: { fault: string }[] }).feeds;
    const read = () => sandbox.moveClock(sandbox.clock.now());
    const set = async (...feeds: { name: string; url: string; format?: string; active?: boolean }[]) =>
      unwrap(await messaging.main.setProductFeedsConfig({ body: { feeds } }), 200).feeds;
    return { ...messaging, report, read, set };
  }

  test('the files of active feeds are read, and those that left the list are deleted', async () => {
    const { files, origin } = await shop();
    const { main, set, read, report } = await open();
    files.set('/books.csv', 'externalItemId;name;cost\n1;One;9,90\n2;;1\n3;"Three";3\n4;Fo"ur;4\n1;Once more;10\n');
    files.set('/gifts.xml', '<feed><product id="g1"><name>Candle</name><price>5 EUR</price></product></feed>');
    const feeds = [
      { name: 'Texts', url: `${origin}/books.csv`, format: 'csv', active: true },
      { name: 'Gifts', url: `${origin}/gifts.xml`, active: true },
      { name: 'Later', url: `${origin}/later.csv`, format: 'CSV', active: false },
    ];
    expect(await set(...feeds)).toEqual(feeds);
    expect((await main.getProductFeedsConfig()).body).toEqual({ feeds });
    await read();
    const done = { read: '2026-11-21T09:30:00Z', fault: null };
    expect(await report()).toMatchObject([
      { name: 'Texts', products: 2, refused: 2, ...done },
      { name: 'Gifts', products: 1, refused: 0, ...done },
      { name: 'Later', products: 0, read: null, fault: null },
    ]);
    await set({ name: 'Gifts', url: `${origin}/gifts.xml` });
    expect(await report()).toMatchObject([{ name: 'Gifts', products: 1, active: true }]);
    expect(await set()).toEqual([]);
    expect(await report()).toEqual([]);
  });

  test('the products of a file take the place of the old ones as a whole, or not at all', async () => {
    const { files, origin } = await shop();
    const { set, read, report, later } = await open();
    const feed = { name: 'Books', url: `${origin}/books.csv` };
    const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => `${from + index},Book,1`).join('\n');
    files.set('/books.csv', `id,title,price\n${rows(0, 1_200)}`);
    await set(feed);
    await read();
    expect(await report()).toMatchObject([{ products: 1_200, fault: null }]);
    // The connection breaks after more than one batch.
    let isBroken = true;
    files.set('/books.csv', (_, response) => {
      const whole = `id,title,price\n${rows(5_000, 1_700)}`;
      if (!isBroken) return response.end(whole);
      isBroken = false;
      response.writeHead(200, { 'content-length': String(whole.length) });
      return response.write(whole.slice(0, LONG), () => response.destroy());
    });
    await set(feed);
    await read();
    expect(await report()).toMatchObject([{ products: 1_200, fault: 'readFile: no response.' }]);
    await later(1 / 1_440);
    expect(await report()).toMatchObject([{ products: 1_700, fault: null, read: '2026-11-21T09:31:00Z' }]);
    files.set('/books.csv', 'wrong,header\n1,2\n');
    await set(feed);
    await read();
    expect(await report()).toMatchObject([{ products: 1_700, fault: 'The file has no column externalItemId in its first row.' }]);
  });

  test('a feed at a private address is refused, and nothing is changed', async () => {
    const { main } = await openMessaging(engine);
    const before = (await main.getProductFeedsConfig()).body;
    const refused = async (feed: { name: string; url: string; format?: string }, ...more: { name: string; url: string }[]) => {
      const { status, body } = await main.setProductFeedsConfig({ body: { feeds: [feed, ...more] } });
      expect(status).toBe(400);
      expect((await main.getProductFeedsConfig()).body).toEqual(before);
      return (body as { message: string }).message;
    };
    const url = 'https://papaver-books.example/x.csv';
    for (const address of [
      'http://127.0.0.1/x.csv',
      'http://[::1]/x.csv',
      'http://169.254.169.254/x',
      'http://10.1.2.3/x',
      'http://2130706433/x',
    ])
      expect(await refused({ name: 'X', url: address })).toBe("The feed X cannot be read. The receiver's address is in a private network.");
    expect(await refused({ name: 'X', url: 'ftp://papaver-books.example/x.csv' })).toContain('must begin with http:// or https://');
    expect(await refused({ name: 'X', url, format: 'json' })).toBe('The format of the feed X must be csv or xml, not json.');
    expect(await refused({ name: 'X', url }, { name: 'X', url })).toBe('Two feeds have the name X.');
    expect(await refused({ name: ' ', url })).toBe('The name of a feed must not be empty.');
  });

  test('a file that redirects, is too long or is no text of its format leaves a reason', async () => {
    const { files, origin } = await shop();
    const { set, read, report } = await open();
    const cases: Record<string, [string | RequestListener, string]> = {
      '/moved': [(_, response) => response.writeHead(301, { location: 'http://10.0.0.1/' }).end(), 'The answer had the status 301.'],
      '/none': [(_, response) => response.writeHead(404).end(), 'The answer had the status 404.'],
      '/empty': ['', 'The file is empty.'],
      '/zip': [(_, response) => response.end(gzipSync('id,name,price\n')), 'The file has no column externalItemId in its first row.'],
      '/bomb.xml': ['<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'The file has a document type declaration, which is not allowed.'],
      '/torn.xml': ['<feed><item><id>1</id>', 'The file is not well-formed XML.'],
      '/large': [
        (_, response) => response.writeHead(200, { 'content-length': String(2 ** 26 + 1) }).end('id'),
        'The file has more than 67108864 bytes.',
      ],
    };
    for (const [path, [file]] of Object.entries(cases)) files.set(path, file);
    await set(...Object.keys(cases).map((path) => ({ name: path, url: `${origin}${path}` })));
    await read();
    expect((await report()).map(({ fault }) => fault)).toEqual(Object.values(cases).map(([, fault]) => fault));
  });
});

test('products of a file that is being read do not count, and those of a feed that leaves the list are gone', async () => {
  const store = await openStore<MessagingTables>({ memory: true });
  onTestFinished(() => store.close());
  await store.migrate({ name: 'g-messaging', tables, migrations });
  const outbox = { refusalOf: () => undefined, add: async () => 'delivery' };
  const deps = { store, clock: { now: () => 0 }, outbox } as unknown as Deps;
  const feed = { name: 'Books', url: 'https://papaver-books.example/books.csv' };
  const setTo = (...feeds: ProductFeedsConfig['feeds']) => write(deps, (unit) => setFeeds(unit, 1, { feeds }));
  await setTo(feed);
  await store.write(async (rows) => {
    const view = { account: 1, type: 'productViewed', key: 'x', contact: 7, params: [{ name: 'productKey', value: '1' }] };
    await rows
      .insertInto('g_events')
      .values({ ...view, position: 1, at: 0 })
      .execute();
    await rows.updateTable('g_feeds').set({ version: 'b' }).execute();
    const versions = ['a', 'b', 'c'].map((version) => ({ feed: 1, version, item: '1', product: book(`1${version}`) }));
    await rows.insertInto('g_products').values(versions).execute();
  });
  expect(await recommended(store.read, 1, 7)).toEqual([book('1b')]);
  await setTo(feed, { ...feed, name: 'Gifts' });
  expect(await recommended(store.read, 1, 7)).toEqual([book('1b')]);
  await setTo({ ...feed, name: 'Gifts' });
  expect(await store.read.selectFrom('g_products').selectAll().execute()).toEqual([]);
});

test('the products of a CSV file have the columns of either naming', async () => {
  const file =
    '\ufeff"ID",Title,product_type,Price,Link,image_link,Description\n7,"Sea, glass",Poetry,EUR 24.00,https://a.example/7,,Poems\n8,X,,free,,,\n';
  const [first, second] = (await all(csvRecords(pieces(file, 5)))).map((record) => record && productOf(record));
  expect(first).toEqual({
    externalItemId: '7',
    name: 'Sea, glass',
    category: 'Poetry',
    cost: 24,
    url: 'https://a.example/7',
    description: 'Poems',
  });
  expect(second).toBeUndefined();
});

test.each([1, 4, 1_000])('the products of an XML file are read in pieces of %d bytes, in the common formats', async (size) => {
  const rss = `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
    <item><g:id>1</g:id><title><![CDATA[Tea & Books]]></title><g:price>12.50 EUR</g:price><g:image_link>https://a.example/1.jpg</g:image_link>
    <g:shipping><g:price>3 EUR</g:price></g:shipping></item>
    <offer id="2"><name>Grüße</name><price>7</price><picture>https://a.example/2.jpg</picture><picture>https://a.example/3.jpg</picture></offer>
    </channel></rss>`;
  const products = (await all(xmlRecords(pieces(rss, size)))).map((record) => productOf(record));
  expect(products).toEqual([
    { externalItemId: '1', name: 'Tea & Books', cost: 12.5, imageUrl: 'https://a.example/1.jpg' },
    { externalItemId: '2', name: 'Grüße', cost: 7, imageUrl: 'https://a.example/2.jpg' },
  ]);
});

test('an XML file is read in the encoding that it names, and one that does not exist is refused', async () => {
  const head = '<?xml version="1.0" encoding="windows-1251"?><a><product><id>1</id><name>';
  const bytes = Buffer.concat([
    Buffer.from(head),
    Buffer.of(0xd1, 0xf2, 0xe8, 0xf5, 0xe8),
    Buffer.from('</name><cost>1</cost></product></a>'),
  ]);
  async function* whole(text: Uint8Array) {
    yield text;
  }
  expect((await all(xmlRecords(whole(bytes)))).map(productOf)).toEqual([{ externalItemId: '1', name: 'Стихи', cost: 1 }]);
  await expect(all(xmlRecords(whole(Buffer.from('<?xml version="1.0" encoding="utf-9"?><a/>'))))).rejects.toThrow(
    'utf-9, which does not exist',
  );
  await expect(all(xmlRecords(whole(Buffer.from('<a>'.repeat(300)))))).rejects.toThrow('nested more than 200 levels deep');
});

test.each([
  [{}, book('1')],
  [{ price: '1.234,50' }, undefined],
  [{ price: '-5' }, undefined],
  [{ price: '€ 7,5' }, book('1', { cost: 7.5 })],
  [{ id: ' ' }, undefined],
  [{ name: '' }, undefined],
  [{ url: 'no address' }, undefined],
  [{ description: 'a\0b' }, undefined],
])('a record with %o is a product only where all of it is right', (change, expected) => {
  const record = new Map(Object.entries({ id: '1', name: 'Book 1', price: '12.5', ...change }));
  expect(productOf(record)).toEqual(expected);
});

test('the format of a feed is the given one, or that of its address', () => {
  expect(formatOf({ url: 'https://a.example/f.csv', format: 'XML' })).toBe('xml');
  expect(formatOf({ url: 'https://a.example/F.XML?x=1', format: null })).toBe('xml');
  expect(formatOf({ url: 'https://a.example/feed', format: null })).toBe('csv');
  expect(feedsFault([{ name: 'A', url: 'https://a.example/', format: 'Csv' }])).toBeUndefined();
});
