// Probes of the faults of the farm shop wholesale.
import type { Got, Send } from '../client.ts';
import { header, joined, location, of, type Probes, same } from '../probes.ts';

export type FarmProbes = Probes<{ readonly birch: Send; readonly quarry: Send }>;

const ADDRESS = { street: 'Am Bach 2', postal_code: '71034', city: 'Ulm', country: 'DE' };
const GROWER = { name: 'Neuhof', code: 'NEU-01', email: 'hof@neuhof.example', address: ADDRESS };
const PRODUCT = { grower_id: 1, name: 'Leeks', sku: 'leeks', unit: 'kg', category: 'vegetable', vat_percent: 7 };
const LOT = { code: 'L260501', quantity: 10, harvested_on: '2026-05-01', best_before: '2026-05-09' };
const CUSTOMER = { name: 'Kiosk', email: 'kiosk@kiosk.example', price_list_id: 1, delivery_days: ['mon'] };

const list = (got: Got) => got.json as readonly Readonly<Record<string, unknown>>[];
const growers = (send: Send, more: object = {}) => send('POST', '/growers', { body: { ...GROWER, ...more } });
const products = (send: Send, more: object = {}) => send('POST', '/products', { body: { ...PRODUCT, ...more } });
const lots = (send: Send, product: unknown, more: object = {}) => send('POST', `/products/${product}/lots`, { body: { ...LOT, ...more } });
const customers = (send: Send, more: object = {}) => send('POST', '/customers', { body: { ...CUSTOMER, ...more } });
const price = (send: Send, product: unknown, unit_price_cents: number) =>
  send('PUT', `/price_lists/1/prices/${product}`, { body: { unit_price_cents } });
const order = (send: Send, lines: readonly (readonly [unknown, number])[], more: object = {}, headers = {}) => {
  const sent = lines.map(([product_id, quantity]) => ({ product_id, quantity }));
  return send('POST', '/orders', { body: { customer_id: 1, delivery_on: '2026-05-04', lines: sent, ...more }, headers });
};
const confirm = (send: Send, id: unknown) => send('POST', `/orders/${id}/confirm`);
const deliver = (send: Send, id: unknown, lot_id: number, quantity: number) =>
  send('POST', `/orders/${id}/deliveries`, { body: { delivered_at: '2026-05-04T06:00:00Z', lines: [{ lot_id, quantity }] } });

/** Whether a value is taken, and another one is not. */
const only = async (taken: Promise<Got>, refused: () => Promise<Got>, status = 422) =>
  (await taken).status === 201 && (await refused()).status === status;

const values: FarmProbes = {
  'discount-of-40': ({ birch }) => only(customers(birch, { discount_percent: 40 }), () => customers(birch, { discount_percent: 41 })),
  'city-in-bytes': ({ birch }) => {
    const of = (count: number, code: string) => growers(birch, { code, address: { ...ADDRESS, city: 'ö'.repeat(count) } });
    return only(of(60, 'NEU-01'), () => of(61, 'NEU-02'));
  },
  'grower-code-longer': ({ birch }) => only(growers(birch), () => growers(birch, { code: 'NEU-012' })),
  'best-before-any-day': ({ birch }) =>
    only(lots(birch, 1, { best_before: '2028-02-29', code: 'L280229' }), () => lots(birch, 1, { best_before: '2027-02-29' })),
  'honey-refused': async ({ birch }) => (await products(birch, { category: 'honey' })).status === 201,
  'reference-null': async ({ birch }) => of(await order(birch, [[1, 2]], { reference: null })).reference === null,
  'brix-of-zero': ({ birch }) =>
    only(lots(birch, 1, { samples: [{ brix: 0.1 }] }), () => lots(birch, 1, { code: 'L260502', samples: [{ brix: 8 }, { brix: 0 }] })),
  'per-page-of-51': async ({ birch }) =>
    (await birch('GET', '/products?per_page=50')).status === 200 && (await birch('GET', '/products?per_page=51')).status === 400,
  'request-id-any': async ({ birch }) => {
    const id = '0b1f3c52-94a1-4c59-8f0e-2d6a1b3c4d01';
    const made = await order(birch, [[1, 2]], {}, { 'x-request-id': id });
    return header(made, 'x-request-id') === id && (await order(birch, [[1, 2]], {}, { 'x-request-id': 'A-17' })).status === 400;
  },
  'price-as-text': async ({ birch }) =>
    (await birch('PUT', '/price_lists/1/prices/1', { raw: '{"unit_price_cents":150}', type: 'text/plain' })).status === 415,
};

const sequences: FarmProbes = {
  'amount-rounded-down': async ({ birch }) => {
    const made = of(await order(birch, [[1, 2.5]]));
    return made.subtotal_cents === 363 && made.discount_cents === 18 && made.total_cents === 345;
  },
  'order-price-follows-list': async ({ birch }) => {
    await price(birch, 1, 999);
    return of(await birch('GET', '/orders/1')).subtotal_cents === 1450;
  },
  'stock-keeps-delivered': async ({ birch }) => {
    const made = await deliver(birch, 2, 3, 2.5);
    return made.status === 201 && of(await birch('GET', '/products/2')).stock === 57.5;
  },
  'delivered-by-one-line': async ({ birch }) => {
    const { id } = of(
      await order(birch, [
        [1, 4],
        [2, 5],
      ]),
    );
    await confirm(birch, id);
    await deliver(birch, id, 1, 4);
    const isPart = of(await birch('GET', `/orders/${id}`)).state === 'part_delivered';
    await deliver(birch, id, 3, 5);
    return isPart && of(await birch('GET', `/orders/${id}`)).state === 'delivered';
  },
  'credit-of-one-order': async ({ birch }) => {
    const { id } = of(await customers(birch, { credit_limit_cents: 2900 }));
    const made = await Promise.all([10, 10, 1].map((quantity) => order(birch, [[1, quantity]], { customer_id: id })));
    const statuses = [];
    for (const one of made) statuses.push((await confirm(birch, of(one).id)).status);
    return statuses.join() === '200,200,409' && of(await birch('GET', `/customers/${id}`)).open_cents === 2900;
  },
  'price-of-deleted-left': async ({ birch }) => {
    const { id } = of(await products(birch));
    await price(birch, id, 200);
    const gone = await birch('DELETE', `/products/${id}`);
    return gone.status === 204 && (of(await birch('GET', '/price_lists/1')).prices as unknown[]).length === 2;
  },
  'draft-delivered': async ({ birch }) => (await deliver(birch, 1, 1, 1)).status === 409,
  'grower-code-at-once': async ({ birch }) => {
    const made = await Promise.all([growers(birch), growers(birch)]);
    return (
      made
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
        .join() === '201,409'
    );
  },
};

const answers: FarmProbes = {
  'name-in-old-encoding': async ({ birch }) => {
    const made = await products(birch, { name: 'Tomatoes 🍅' });
    return of(await birch('GET', location(made))).name === 'Tomatoes 🍅';
  },
  'no-practices-replaced': async ({ birch }) => {
    const made = await growers(birch, { practices: [] });
    const usual = of(await growers(birch, { code: 'NEU-02' })).practices;
    return same(of(await birch('GET', location(made))).practices, []) && same(usual, ['conventional']);
  },
  'credit-in-32-bits': async ({ birch }) => {
    const largest = Number.MAX_SAFE_INTEGER;
    const made = await customers(birch, { credit_limit_cents: largest });
    return of(made).credit_limit_cents === largest && of(await birch('GET', location(made))).credit_limit_cents === largest;
  },
  'draft-without-confirmed-at': async ({ birch }) => list(await birch('GET', '/orders?state=draft'))[0]?.confirmed_at === null,
  'conflict-as-json': async ({ birch }) => {
    const got = await growers(birch, { code: 'LHF-01' });
    return got.status === 409 && header(got, 'content-type') === 'application/problem+json';
  },
  'location-by-number': async ({ birch }) => {
    const made = await order(birch, [[1, 2]]);
    return of(await birch('GET', location(made))).id === of(made).id;
  },
  'delete-match-ignored': async ({ birch }) => {
    const path = location(await products(birch));
    const stale = header(await birch('GET', path), 'etag') ?? '';
    const now = header(await birch('PATCH', path, { body: { active: false }, headers: { 'if-match': stale } }), 'etag') ?? '';
    const refused = await birch('DELETE', path, { headers: { 'if-match': stale } });
    return refused.status === 412 && (await birch('DELETE', path, { headers: { 'if-match': now } })).status === 204;
  },
  'list-tag-without-prices': async ({ birch }) => {
    const headers = { 'if-none-match': header(await birch('GET', '/price_lists/1'), 'etag') ?? '' };
    const same = await birch('GET', '/price_lists/1', { headers });
    await price(birch, 1, 150);
    return same.status === 304 && (await birch('GET', '/price_lists/1', { headers })).status === 200;
  },
  'head-without-total': async ({ birch }) => {
    const got = await birch('HEAD', '/products');
    return got.status === 200 && header(got, 'x-total-count') === '3' && header(got, 'link') !== null && got.bytes.length === 0;
  },
};

const lists: FarmProbes = {
  'until-without-day': async ({ birch }) =>
    joined(list(await birch('GET', '/products/1/lots?best_before_until=2026-05-20')), 'id') === '2,1',
  'sku-only-ascending': async ({ birch }) => joined(list(await birch('GET', '/products?sort=-sku')), 'id') === '2,3,1',
  'next-without-filters': async ({ birch }) => {
    for (const index of [1, 2, 3]) await products(birch, { sku: `leeks-${index}` });
    const first = await birch('GET', '/products?category=vegetable&category=honey&sort=-id&per_page=2');
    const [, next = ''] = /<([^>]*)>; rel="next"/.exec(header(first, 'link') ?? '') ?? [];
    return joined(list(await birch('GET', next)), 'id') !== '' && /category=vegetable&category=honey&sort=-id/.test(next);
  },
  'total-of-all-orders': async ({ birch }) => header(await birch('GET', '/orders?state=draft'), 'x-total-count') === '1',
};

export const probes: FarmProbes = {
  ...values,
  ...sequences,
  ...answers,
  ...lists,
  'grower-of-all': async ({ birch, quarry }) =>
    (await products(birch, { grower_id: 3 })).status === 422 && (await products(quarry, { grower_id: 3 })).status === 201,
};
