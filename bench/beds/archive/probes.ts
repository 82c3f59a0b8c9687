// The probes of all faults of the archive.
import type { Got, Send } from '../client.ts';
import { etag, header, type Item, joined, location, of, type Probes } from '../probes.ts';

interface Callers {
  readonly north: Send;
  readonly south: Send;
}
type ArchiveProbes = Probes<Callers>;

const DAY = '2026-05-04';
const entriesOf = ({ json }: Got): readonly Item[] => (Array.isArray(json) ? (json as Item[]) : []);

const collection = (north: Send, more: object = {}): Promise<Got> =>
  north('POST', '/collections', { body: { code: 'NEW/1', title: 'New', level: 'papers', year_from: 1900, ...more } });
const box = (north: Send, more: object = {}): Promise<Got> =>
  north('POST', '/collections/1/boxes', {
    body: { label: 'C1', shelf: { room: 'tower', bay: 1, level: 1 }, capacity: 5, ...more },
  });
const item = (north: Send, more: object = {}): Promise<Got> =>
  north('POST', '/boxes/1/items', { body: { title: 'A', kind: 'letter', pages: 9, ...more } });
const reader = (north: Send, more: object = {}): Promise<Got> =>
  north('POST', '/readers', { body: { card_number: 'R-000900', name: 'New', email: 'new@example.org', ...more } });
const request = (north: Send, itemId = 1): Promise<Got> =>
  north('POST', '/requests', { body: { item_id: itemId, reader_id: 1, reading_day: DAY } });
const seat = (north: Send, readerId = 1, period = 'whole_day'): Promise<Got> =>
  north('POST', `/reading_days/${DAY}/seats`, { body: { reader_id: readerId, seat_number: 4, period } });
const moved = (north: Send, path: string, status: string): Promise<Got> => north('PATCH', path, { body: { status } });

/** A request whose item is being read. */
async function read(north: Send): Promise<string> {
  const path = location(await request(north));
  await seat(north);
  await moved(north, path, 'fetched');
  await moved(north, path, 'reading');
  return path;
}

const copies = (north: Send, path: string, more: object = {}): Promise<Got> =>
  north('POST', `${path}/copies`, { body: { format: 'pdf', pages: [1, 2], delivery: { method: 'pickup' }, ...more } });

const values: ArchiveProbes = {
  'title-in-bytes': async ({ north }) => (await collection(north, { title: 'é'.repeat(120) })).status === 201,
  'code-not-anchored': async ({ north }) => (await collection(north, { code: 'NEW/12345' })).status === 422,
  'bay-sixty': async ({ north }) => (await box(north, { shelf: { room: 'tower', bay: 60, level: 9 } })).status === 201,
  'dated-no-such-day': async ({ north }) => (await item(north, { dated: '1900-02-29' })).status === 422,
  'kind-film-refused': async ({ north }) => (await item(north, { kind: 'film' })).status === 201,
  'tags-repeated': async ({ north }) => (await item(north, { tags: ['a', 'a'] })).status === 422,
  'until-null-refused': async ({ north }) =>
    (await north('PUT', '/items/1/restriction', { body: { reason: 'donor', until: null } })).status === 200,
  'per-page-51': async ({ north }) => (await north('GET', '/items?per_page=51')).status === 400,
  'desk-nine': async ({ north }) =>
    (await north('PATCH', '/requests/1', { body: { status: 'fetched' }, headers: { 'x-desk': '9' } })).status === 400,
  'reader-any-media-type': async ({ north }) => {
    const raw = JSON.stringify({ card_number: 'R-000900', name: 'New', email: 'new@example.org' });
    return (await north('POST', '/readers', { raw, type: 'text/plain' })).status === 415;
  },
  'dpi-in-steps': async ({ north }) => (await copies(north, await read(north), { dpi: 301 })).status === 422,
};

const sequences: ArchiveProbes = {
  'copies-total-last': async ({ north }) => {
    const path = await read(north);
    await copies(north, path);
    await copies(north, path, { format: 'tiff', color: true });
    return of(await north('GET', path)).copies_total_cents === 80 + 360;
  },
  'item-not-put-back': async ({ north }) => {
    await moved(north, await read(north), 'returned');
    return of(await north('GET', '/items/1')).place === 'in_box';
  },
  'cancelled-counts-as-open': async ({ north }) => {
    await moved(north, '/requests/1', 'cancelled');
    return of(await north('GET', '/readers/1')).open_requests === 0;
  },
  'seats-free-by-reservation': async ({ north }) => {
    const before = of(await north('GET', `/reading_days/${DAY}`)).seats_free;
    await seat(north, 1, 'morning');
    await seat(north, 2, 'afternoon');
    return before === 12 && of(await north('GET', `/reading_days/${DAY}`)).seats_free === 11;
  },
  'read-without-seat': async ({ north }) => {
    await moved(north, '/requests/1', 'fetched');
    return (await moved(north, '/requests/1', 'reading')).status === 409;
  },
  'seat-at-once': async ({ north }) => {
    const got = await Promise.all([1, 2].map((id) => seat(north, id)));
    return got.filter(({ status }) => status === 409).length === 1;
  },
};

const rich: ArchiveProbes = {
  'name-in-code-units': async ({ north }) => (await reader(north, { name: '𝄞'.repeat(80) })).status === 201,
  'reader-without-groups': async ({ north }) => (await reader(north)).status === 201,
  'barcode-32-bits': async ({ north }) => of(await item(north, { barcode: Number.MAX_SAFE_INTEGER })).barcode === Number.MAX_SAFE_INTEGER,
};

const answers: ArchiveProbes = {
  'box-location-nested': async ({ north }) => (await north('GET', location(await box(north)))).status === 200,
  'fragile-left-out': async ({ north }) => of(await north('GET', '/items/1')).fragile === false,
  'day-as-text': async ({ north }) => header(await north('GET', `/reading_days/${DAY}`), 'content-type') === 'application/json',
  'seat-reserved-200': async ({ north }) => (await seat(north)).status === 201,
  'item-match-ignored': async ({ north }) => {
    const body = { title: 'A', kind: 'map', pages: 1 };
    return (await north('PUT', '/items/1', { body, headers: { 'if-match': '"0"' } })).status === 412;
  },
  'none-match-one-tag': async ({ north }) => {
    const tag = etag(await north('GET', '/items/1'));
    return (await north('GET', '/items/1', { headers: { 'if-none-match': `"0", ${tag}` } })).status === 304;
  },
  'day-without-head': async ({ north }) => (await north('HEAD', `/reading_days/${DAY}`)).status === 200,
  'reader-of-all': async ({ south }) => (await south('GET', '/readers/1')).status === 404,
};

const lists: ArchiveProbes = {
  'dated-to-without-day': async ({ north }) => joined(entriesOf(await north('GET', '/items?dated_to=1871-03-02')), 'id') === '1',
  'undated-turned-round': async ({ north }) => joined(entriesOf(await north('GET', '/items?sort=-dated')), 'id') === '2,1,3',
  'requests-total-of-page': async ({ north }) => {
    await request(north);
    return header(await north('GET', '/requests?per_page=1'), 'x-total-count') === '2';
  },
  'next-after-full-page': async ({ north }) => {
    const link = header(await north('GET', '/collections?per_page=1&page=2'), 'link') ?? '';
    return link.includes('rel="last"') && !link.includes('rel="next"');
  },
};

export const probes: ArchiveProbes = { ...values, ...sequences, ...rich, ...answers, ...lists };
