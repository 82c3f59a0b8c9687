// For each fault of the warehouse service: a few requests that go as the document says without the fault, and otherwise with it.
import { setTimeout as wait } from 'node:timers/promises';
import { client, type Got, type Send, type Sent } from '../client.ts';
import { ANY, etag, joined, location, type Probe as ProbeWith, same, times } from '../probes.ts';
import { seededIds } from './seeds.ts';
import { credentials } from './server.ts';

/** The senders: two accounts, a clerk of the first, and somebody without a credential. */
export interface Callers {
  readonly north: Send;
  readonly south: Send;
  readonly clerk: Send;
  readonly nobody: Send;
  /** The first account with another API key. */
  readonly withKey: (key: string) => Send;
}

type Probe = ProbeWith<Callers>;

export function callers(url: string): Callers {
  const as = ({ apiKey, adminToken }: (typeof credentials)[keyof typeof credentials]): Send =>
    client(url, { 'x-api-key': apiKey, authorization: `Bearer ${adminToken}` });
  return {
    north: as(credentials.north),
    south: as(credentials.south),
    clerk: as(credentials.clerk),
    nobody: client(url, {}),
    withKey: (key) => client(url, { 'x-api-key': key }),
  };
}

const price = { amount: 9.5, currency: 'EUR' };
const product = (members: object = {}): object => ({ sku: 'NEW-1', name: 'New', price, ...members });
const address = { street: 'Kade 1', city: 'Utrecht', country: 'NL' };
const warehouse = (members: object = {}): object => ({ code: 'UTR03', name: 'Utrecht', address, capacity_m3: 10, ...members });
const supplier = (members: object = {}): object => ({ name: 'New', email: 'new@new.example', ...members });
const line = (members: object = {}): object => ({ sku: 'NUT-M8', quantity: 10, unit_price: 0.5, ...members });
const order = (members: object = {}): object => ({ supplier_id: 1, warehouse_code: 'AMS01', currency: 'EUR', lines: [line()], ...members });
const draft = { from_warehouse: 'AMS01', to_warehouse: 'RTM02', lines: [{ sku: 'BOLT-M8-40', quantity: 10 }] };
const movement = { sku: 'BOLT-M8-40', warehouse_code: 'AMS01' };
const list = (members: object = {}): object => ({
  name: 'New',
  currency: 'EUR',
  valid_from: '2026-01-01',
  prices: { A: { amount: 1 } },
  ...members,
});
const user = { email: 'mo@north.example', name: 'Mo', password: 'correct horse battery' };
const webhook = (members: object = {}): object => ({
  url: 'https://hooks.example/a',
  events: ['stock.low'],
  secret: 'sixteen-letters-or-more',
  ...members,
});
const merge = (body: unknown): Sent => ({ raw: JSON.stringify(body), type: 'application/merge-patch+json' });

/** One request of the first account, whose answer has this status. */
const gives =
  (status: number, method: string, path: string, sent?: Sent): Probe =>
  async ({ north }) =>
    (await north(method, path, sent)).status === status;

const post = (status: number, path: string, body: object): Probe => gives(status, 'POST', path, { body });

/** A new thing has this member both in the answer and when it is read again. */
const keeps =
  (path: string, body: object, name: string, value: unknown): Probe =>
  async ({ north }) => {
    const made = await north('POST', path, { body });
    const read = await north('GET', location(made));
    return made.status === 201 && same(made.data[name], value) && same(read.data[name], value);
  };

const id = ({ data }: Got): string => String(data.id);
const codes = ({ items }: Got, name: string): string => joined(items, name);

const values: Record<string, Probe> = {
  'product-name-one-too-long': post(422, '/products', product({ name: 'n'.repeat(121) })),
  'product-name-refuses-longest': gives(200, 'PUT', '/products/NUT-M8', { body: { name: 'n'.repeat(120), price }, headers: ANY }),
  'product-sku-lower-case': post(422, '/products', product({ sku: 'new-1' })),
  'price-third-decimal': post(422, '/products', product({ price: { ...price, amount: 9.505 } })),
  'price-refuses-highest': post(201, '/products', product({ price: { ...price, amount: 1_000_000 } })),
  'product-tax-rate-one': post(422, '/products', product({ tax_rate: 1 })),
  'product-barcodes-twice': post(422, '/products', product({ barcodes: ['87112233', '87112233'] })),
  'product-barcodes-six': post(422, '/products', product({ barcodes: times(6, (index) => `8711223${index}`) })),
  'product-dimension-zero': post(422, '/products', product({ dimensions: { length_mm: 1, width_mm: 0 } })),
  'product-attribute-any-length': post(422, '/products', product({ attributes: { colour: 'c'.repeat(51) } })),
  'product-attributes-eleven': post(
    422,
    '/products',
    product({ attributes: Object.fromEntries(times(11, (index) => [`a${index}`, 'a'])) }),
  ),
  'product-external-id-any-text': post(422, '/products', product({ external_id: 'seven' })),
  'product-patch-empty': gives(422, 'PATCH', '/products/NUT-M8', { body: {}, headers: ANY }),
  'product-component-extra-member': post(422, '/products', product({ components: [{ sku: 'NUT-M8', quantity: 1, unit: 'box' }] })),
  'bin-weight-any-step': post(422, '/warehouses/AMS01/bins', { label: 'C-01', kind: 'shelf', max_weight_kg: 10.25 }),
  'bin-weight-zero': gives(422, 'PATCH', '/warehouses/AMS01/bins/1', merge({ max_weight_kg: 0 })),
  'bin-patch-any-media-type': gives(415, 'PATCH', '/warehouses/AMS01/bins/1', { raw: '{"active":false}', type: 'text/plain' }),
  'bin-id-with-letters': gives(404, 'GET', '/warehouses/AMS01/bins/1abc'),
  'warehouse-code-open-end': post(422, '/warehouses', warehouse({ code: 'UTR034' })),
  'warehouse-address-extra-member': post(422, '/warehouses', warehouse({ address: { ...address, floor: 2 } })),
  'warehouse-timezone-any': post(422, '/warehouses', warehouse({ timezone: 'Mars/Olympus' })),
  'supplier-contact-email-any': post(422, '/suppliers', supplier({ contacts: [{ name: 'Ada', email: 'ada' }] })),
  'supplier-terms-refuses-longest': post(201, '/suppliers', supplier({ payment_terms_days: 120 })),
  'order-quantity-zero': post(422, '/purchase-orders', order({ lines: [line({ quantity: 0 })] })),
  'order-refuses-fifty-lines': post(201, '/purchase-orders', order({ lines: times(50, () => line()) })),
  'order-date-any-day': post(422, '/purchase-orders', order({ expected_on: '2026-02-30' })),
  'order-line-without-price': post(422, '/purchase-orders', order({ lines: [{ sku: 'NUT-M8', quantity: 1 }] })),
  'order-line-quantity-text': gives(422, 'PATCH', `/purchase-orders/${seededIds.order}/lines/1`, { body: { quantity: '5' } }),
  'transfer-note-null': post(422, '/transfers', { ...draft, note: null }),
  'movement-comment-two-letters': post(422, '/stock-movements', { ...movement, kind: 'adjustment', delta: 1, comment: 'ok' }),
  'movement-reason-any': post(422, '/stock-movements', { ...movement, kind: 'issue', quantity: 1, reason: 'theft' }),
  'price-list-without-prices': gives(422, 'PUT', '/price-lists/SALE', { body: list({ prices: {} }) }),
  'price-list-entry-negative': gives(422, 'PUT', '/price-lists/SALE', { body: list({ prices: { A: { amount: -1 } } }) }),
  'user-password-refuses-longest': post(201, '/users', { ...user, password: 'p'.repeat(72) }),
  'webhook-plain-address': post(422, '/webhooks', webhook({ url: 'http://hooks.example/a' })),
  'api-key-without-scopes': post(422, `/users/${seededIds.user}/api-keys`, { name: 'None', scopes: [] }),
  'per-page-hundred-and-one': gives(400, 'GET', '/suppliers?per_page=101'),
  'page-zero': gives(400, 'GET', '/products?page=0'),
  'idempotency-key-short': gives(400, 'POST', '/purchase-orders', { body: order(), headers: { 'idempotency-key': 'seven77' } }),
  'created-after-any-text': gives(400, 'GET', '/products?created_after=yesterday'),
};

const lineOf = (number: number): string => `/purchase-orders/${seededIds.order}/lines/${number}`;
const ORDER = `/purchase-orders/${seededIds.order}`;

async function transfer(north: Send, ...actions: string[]): Promise<Got> {
  const made = await north('POST', '/transfers', { body: draft });
  let last = made;
  for (const action of actions) last = await north('POST', `/transfers/${id(made)}/${action}`);
  return last;
}

const sequences: Record<string, Probe> = {
  'product-patch-resets-discontinued': async ({ north }) => {
    await north('PATCH', '/products/NUT-M8', { body: { discontinued: true }, headers: ANY });
    await north('PATCH', '/products/NUT-M8', { body: { name: 'Nut' }, headers: ANY });
    return (await north('GET', '/products/NUT-M8')).data.discontinued === true;
  },
  'product-put-keeps-description': async ({ north }) => {
    await north('PUT', '/products/NUT-M8', { body: { name: 'Nut', price, description: 'Six sides' }, headers: ANY });
    await north('PUT', '/products/NUT-M8', { body: { name: 'Nut', price }, headers: ANY });
    return !('description' in (await north('GET', '/products/NUT-M8')).data);
  },
  'product-updated-at-stale': async ({ north }) => {
    const before = await north('GET', '/products/NUT-M8');
    await north('PATCH', '/products/NUT-M8', { body: { name: 'Nut' }, headers: ANY });
    return String((await north('GET', '/products/NUT-M8')).data.updated_at) > String(before.data.updated_at);
  },
  'product-delete-leaves-attachments': async ({ north }) => {
    await north('POST', '/products', { body: product() });
    const form = new FormData();
    form.set('file', new Blob(['a']), 'a.txt');
    form.set('title', 'A');
    const made = await north('POST', '/products/NEW-1/attachments', { form });
    await north('DELETE', '/products/NEW-1');
    return made.status === 201 && (await north('GET', `/attachments/${id(made)}`)).status === 404;
  },
  'warehouse-delete-leaves-bins': async ({ north }) => {
    await north('POST', '/warehouses', { body: warehouse() });
    const bin = await north('POST', '/warehouses/UTR03/bins', { body: { label: 'A-01', kind: 'floor', max_weight_kg: 10 } });
    await north('DELETE', '/warehouses/UTR03');
    return bin.status === 201 && (await north('GET', `/warehouses/UTR03/bins/${id(bin)}`)).status === 404;
  },
  'warehouse-bin-count-after-delete': async ({ north }) => {
    await north('DELETE', '/warehouses/AMS01/bins/3');
    return (await north('GET', '/warehouses/AMS01')).data.bin_count === 2;
  },
  'bin-under-other-warehouse': gives(404, 'GET', '/warehouses/RTM02/bins/1'),
  'bin-patch-keeps-null': async ({ north }) => {
    await north('PATCH', '/warehouses/AMS01/bins/3', merge({ temperature: { min_c: -20, max_c: 0 } }));
    await north('PATCH', '/warehouses/AMS01/bins/3', merge({ temperature: null }));
    return !('temperature' in (await north('GET', '/warehouses/AMS01/bins/3')).data);
  },
  'bin-rename-to-taken-label': gives(409, 'PATCH', '/warehouses/AMS01/bins/2', merge({ label: 'A-01' })),
  'transfer-receives-draft': async ({ north }) => (await transfer(north, 'receive')).status === 409,
  'transfer-cancels-received': async ({ north }) => (await transfer(north, 'send', 'receive', 'cancel')).status === 409,
  'transfer-refuses-cancel-of-sent': async ({ north }) => (await transfer(north, 'send', 'cancel')).data.status === 'cancelled',
  'transfer-receive-adds-nothing': async ({ north }) => {
    await transfer(north, 'send', 'receive');
    const { by_warehouse } = (await north('GET', '/products/BOLT-M8-40/stock')).data;
    return same(by_warehouse, { AMS01: 49_990, RTM02: 10 });
  },
  'movement-issue-below-zero': post(409, '/stock-movements', {
    kind: 'issue',
    sku: 'GLUE-500',
    warehouse_code: 'AMS01',
    quantity: 1,
    reason: 'sale',
  }),
  'order-total-stale': async ({ north }) => {
    await north('PATCH', lineOf(1), { body: { quantity: 100 } });
    return (await north('GET', ORDER)).data.total === 29;
  },
  'order-line-count-stale': async ({ north }) => {
    await north('POST', `${ORDER}/lines`, { body: line() });
    return (await north('GET', ORDER)).data.line_count === 2;
  },
  'order-lines-renumbered': async ({ north }) => {
    await north('POST', `${ORDER}/lines`, { body: line() });
    await north('DELETE', lineOf(1));
    const [left] = (await north('GET', ORDER)).data.lines as { line_no: number }[];
    return left?.line_no === 2;
  },
  'price-list-put-merges': async ({ north }) => {
    await north('PUT', '/price-lists/RETAIL', { body: list() });
    return same((await north('GET', '/price-lists/RETAIL')).data.prices, { A: { amount: 1, min_quantity: 1 } });
  },
  'supplier-put-resets-created-at': async ({ north }) => {
    const before = await north('GET', '/suppliers/2');
    const after = await north('PUT', '/suppliers/2', { body: supplier() });
    return after.status === 200 && after.data.created_at === before.data.created_at;
  },
  'supplier-delete-in-use': gives(409, 'DELETE', '/suppliers/1'),
  'api-key-works-after-delete': async ({ north, withKey }) => {
    const keys = `/users/${seededIds.user}/api-keys`;
    const made = await north('POST', keys, { body: { name: 'Short', scopes: ['read'] } });
    const key = withKey(String(made.data.secret));
    const before = await key('GET', '/warehouses');
    await north('DELETE', `${keys}/${id(made)}`);
    return before.status === 200 && (await key('GET', '/warehouses')).status === 401;
  },
};

const rich: Record<string, Probe> = {
  'product-legacy-code-lost': keeps('/products', product({ legacy_code: 'L-7' }), 'legacy_code', 'L-7'),
  'product-name-astral': keeps('/products', product({ name: 'Nut 🔩' }), 'name', 'Nut 🔩'),
  'product-description-cut': keeps('/products', product({ description: 'd'.repeat(2000) }), 'description', 'd'.repeat(2000)),
  'product-weight-rounded': keeps('/products', product({ weight_mg: 9007199254740991 }), 'weight_mg', 9007199254740991),
  'product-date-shifted': keeps('/products', product({ available_from: '2024-02-29' }), 'available_from', '2024-02-29'),
  'attachment-bytes-as-text': async ({ north }) => {
    const form = new FormData();
    form.set('file', new Blob([Buffer.from([0, 255, 13, 10, 128])]), 'a.bin');
    form.set('title', 'A');
    const made = await north('POST', '/products/NUT-M8/attachments', { form });
    const read = await north('GET', `/attachments/${id(made)}/content`);
    return same([...read.bytes], [0, 255, 13, 10, 128]);
  },
  'supplier-contacts-sorted': async ({ north }) => {
    const contacts = ['Zoe', 'Ada'].map((name) => ({ name, email: 'a@new.example' }));
    return same((await north('POST', '/suppliers', { body: supplier({ contacts }) })).data.contacts, contacts);
  },
  'supplier-terms-zero': keeps('/suppliers', supplier({ payment_terms_days: 0 }), 'payment_terms_days', 0),
  'warehouse-tags-empty-lost': keeps('/warehouses', warehouse({ tags: [] }), 'tags', []),
  'warehouse-notes-composed': keeps('/warehouses', warehouse({ notes: 'Cafe\u0301' }), 'notes', 'Cafe\u0301'),
  'order-price-floored': async ({ north }) => {
    const made = await north('POST', '/purchase-orders', { body: order({ lines: [line({ unit_price: 0.29 })] }) });
    return (made.data.lines as { unit_price: number }[])[0]?.unit_price === 0.29;
  },
  'order-note-empty-lost': keeps('/purchase-orders', order({ note: '' }), 'note', ''),
  'webhook-inactive-lost': async ({ north }) => {
    const made = await north('POST', '/webhooks', { body: webhook({ active: false }) });
    return (await north('GET', `/webhooks/${id(made)}`)).data.active === false;
  },
};

const isProblem = ({ headers }: Got): boolean => headers.get('content-type') === 'application/problem+json';

const responses: Record<string, Probe> = {
  'supplier-missing-as-html': async ({ north }) => isProblem(await north('GET', '/suppliers/999')),
  'transfer-empty-list-null': async ({ north }) =>
    same(((await north('GET', '/transfers?status=received')).json as { data: unknown }).data, []),
  'product-page-two-meta-text': async ({ north }) => (await north('GET', '/products?per_page=2&page=2')).meta.page === 2,
  'error-of-nested-field-without-field': async ({ north }) => {
    const got = await north('POST', '/purchase-orders', { body: order({ lines: [line({ quantity: -1 })] }) });
    return (got.json as { errors: { field: string }[] }).errors[0]?.field === 'lines.0.quantity';
  },
  'method-without-allow': async ({ north }) => (await north('DELETE', '/health')).headers.get('allow') === 'GET, HEAD',
  'admin-problem-as-json': async ({ nobody }) => isProblem(await nobody('GET', '/users')),
  'product-head-without-etag': async ({ north }) => (await north('HEAD', '/products/NUT-M8')).headers.has('etag'),
  'price-list-new-without-location': async ({ north }) =>
    (await north('PUT', '/price-lists/SALE', { body: list() })).headers.get('location') === '/price-lists/SALE',
  'bin-delete-with-body': gives(204, 'DELETE', '/warehouses/AMS01/bins/3'),
  'report-empty-as-plain-text': async ({ north }) => {
    const made = await north('POST', '/reports', { body: { kind: 'orders', format: 'csv', from: '1999-01-01', to: '1999-01-02' } });
    const isDone = async (): Promise<boolean> => (await north('GET', `/reports/${id(made)}`)).data.status === 'done';
    while (!(await isDone())) await wait(20);
    const read = await north('GET', `/reports/${id(made)}/file`);
    return read.status === 200 && read.headers.get('content-type')?.startsWith('text/csv') === true;
  },
  'report-limit-without-retry-after': async ({ north }) => {
    const all = await Promise.all(times(101, () => north('POST', '/reports', { body: { kind: 'stock', format: 'csv' } })));
    const limited = all.filter(({ status }) => status === 429);
    return limited.length === 1 && limited[0]?.headers.has('retry-after') === true;
  },
  'transfer-cancelled-draft-empty-time': async ({ north }) => {
    const made = await transfer(north, 'cancel');
    return (await north('GET', `/transfers/${id(made)}`)).data.sent_at === null;
  },
  'order-last-page-empty-cursor': async ({ north }) => (await north('GET', '/purchase-orders')).meta.next_cursor === null,
  'accept-ignored-by-downloads': gives(406, 'GET', `/attachments/${seededIds.attachment}/content`, { headers: { accept: 'image/png' } }),
};

const conditions: Record<string, Probe> = {
  'product-patch-any-if-match': gives(412, 'PATCH', '/products/NUT-M8', { body: { name: 'Nut' }, headers: { 'if-match': '"old"' } }),
  'product-put-without-if-match': gives(428, 'PUT', '/products/NUT-M8', { body: { name: 'Nut', price } }),
  'product-if-match-star-refused': gives(200, 'PATCH', '/products/NUT-M8', { body: { name: 'Nut' }, headers: ANY }),
  'product-etag-of-name': async ({ north }) => {
    const before = await north('GET', '/products/NUT-M8');
    return etag(await north('PUT', '/products/NUT-M8', { body: { name: before.data.name, price }, headers: ANY })) !== etag(before);
  },
  'order-etag-unchanged': async ({ north }) => {
    const before = await north('GET', ORDER);
    await north('PATCH', ORDER, { body: { priority: 1 }, headers: ANY });
    return etag(await north('GET', ORDER)) !== etag(before);
  },
  'warehouse-never-304': async ({ north }) => {
    const seen = etag(await north('GET', '/warehouses/AMS01'));
    return (await north('GET', '/warehouses/AMS01', { headers: { 'if-none-match': seen } })).status === 304;
  },
  'product-head-of-missing': gives(404, 'HEAD', '/products/NONE'),
  'order-key-without-effect': async ({ north }) => {
    const headers = { 'idempotency-key': 'key-00001' };
    const [first, second] = [
      await north('POST', '/purchase-orders', { body: order(), headers }),
      await north('POST', '/purchase-orders', { body: order(), headers }),
    ];
    return first.status === 201 && id(first) === id(second);
  },
  'order-key-with-any-body': async ({ north }) => {
    const headers = { 'idempotency-key': 'key-00001' };
    await north('POST', '/purchase-orders', { body: order(), headers });
    return (await north('POST', '/purchase-orders', { body: order({ priority: 1 }), headers })).status === 409;
  },
};

const lists: Record<string, Probe> = {
  'product-pages-overlap': async ({ north }) => codes(await north('GET', '/products?per_page=2&page=2'), 'sku') === 'NUT-M8',
  'product-total-unfiltered': async ({ north }) => (await north('GET', '/products?supplier=2')).meta.total === 1,
  'product-sort-minus-ignored': async ({ north }) =>
    codes(await north('GET', '/products?sort=-sku'), 'sku') === 'NUT-M8,GLUE-500,BOLT-M8-40',
  'product-search-by-case': async ({ north }) => codes(await north('GET', '/products?q=wOOD'), 'sku') === 'GLUE-500',
  'product-supplier-prefix': async ({ north }) => codes(await north('GET', '/products?supplier=1'), 'sku') === 'BOLT-M8-40',
  'supplier-total-of-page': async ({ north }) => (await north('GET', '/suppliers?per_page=2')).meta.total === 3,
  'warehouse-sort-within-page': async ({ north }) => codes(await north('GET', '/warehouses?sort=-code&per_page=1'), 'code') === 'RTM02',
  'bin-link-next-on-last-page': async ({ north }) => {
    const link = async (page: number): Promise<string> =>
      (await north('GET', `/warehouses/AMS01/bins?per_page=2&page=${page}`)).headers.get('link') ?? '';
    return (await link(1)).includes('rel="next"') && !(await link(2)).includes('rel="next"');
  },
  'bin-total-of-all-kinds': async ({ north }) =>
    (await north('GET', '/warehouses/AMS01/bins?kind=cold')).headers.get('x-total-count') === '1',
  'order-created-after-inclusive': async ({ north }) => {
    const { created_at } = (await north('GET', ORDER)).data;
    return codes(await north('GET', `/purchase-orders?created_after=${created_at}`), 'id') === seededIds.closedOrder;
  },
  'order-next-loses-filters': async ({ north }) => {
    await north('POST', '/purchase-orders', { body: order() });
    await north('POST', '/purchase-orders', { body: order({ supplier_id: 2 }) });
    const first = await north('GET', '/purchase-orders?supplier=1&limit=1');
    return codes(await north('GET', String(first.meta.next)), 'id') === seededIds.order;
  },
  'transfer-cursor-skips-one': async ({ north }) => {
    await north('POST', '/transfers', { body: draft });
    const first = await north('GET', '/transfers?limit=1');
    return codes(await north('GET', String(first.meta.next)), 'id') === seededIds.transfer;
  },
  'transfer-status-first-only': async ({ north }) => (await north('GET', '/transfers?status=sent,draft')).items.length === 1,
  'default-page-size-ten': async ({ north }) => (await north('GET', '/users')).meta.per_page === 20,
};

const accounts: Record<string, Probe> = {
  'order-of-other-account': gives(404, 'GET', `/purchase-orders/${seededIds.southOrder}`),
  'product-search-all-accounts': async ({ north }) => (await north('GET', '/products?q=glass')).items.length === 0,
  'bin-patch-other-account': gives(404, 'PATCH', '/warehouses/BER01/bins/50', merge({ active: false })),
  'report-file-of-other-account': gives(404, 'GET', `/reports/${seededIds.southReport}/file`),
  'order-key-of-all-accounts': async ({ north, south }) => {
    const headers = { 'idempotency-key': 'key-00001' };
    await north('POST', '/purchase-orders', { body: order(), headers });
    const body = order({ supplier_id: 50, warehouse_code: 'BER01', lines: [line({ sku: 'GLASS-10' })] });
    return (await south('POST', '/purchase-orders', { body, headers })).status === 201;
  },
  'users-without-admin-scope': async ({ clerk }) => (await clerk('GET', '/users')).status === 403,
  'supplier-create-with-read-key': async ({ clerk }) => (await clerk('POST', '/suppliers', { body: supplier() })).status === 403,
  'attachment-content-without-key': async ({ nobody }) =>
    (await nobody('GET', `/attachments/${seededIds.attachment}/content`)).status === 401,
  'product-created-twice-at-once': async ({ north }) => {
    const all = await Promise.all(times(4, () => north('POST', '/products', { body: product() })));
    return same(all.map(({ status }) => status).sort(), [201, 409, 409, 409]);
  },
};

const secrets: Record<string, Probe> = {
  'api-key-secret-listed': async ({ north }) => {
    const { items } = await north('GET', `/users/${seededIds.user}/api-keys`);
    return items.length === 1 && !items.some((key) => 'secret' in key);
  },
  'webhook-secret-shown': async ({ north }) => !('secret' in (await north('GET', `/webhooks/${seededIds.webhook}`)).data),
  'user-password-echoed': async ({ north }) => {
    const made = await north('POST', '/users', { body: user });
    return made.status === 201 && !('password' in made.data);
  },
};

export const probes: Readonly<Record<string, Probe>> = {
  ...values,
  ...sequences,
  ...rich,
  ...responses,
  ...conditions,
  ...lists,
  ...accounts,
  ...secrets,
};
