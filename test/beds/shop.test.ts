// The bed `shop`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import {
  ADDRESS,
  APRON,
  BOARD,
  CART,
  CHECKOUT,
  callers,
  DISCOUNT,
  GARDEN,
  idOf,
  KITCHEN,
  KNIFE,
  KNIVES,
  NOOR,
  nodesOf,
  PAUL,
  PERSON,
  PLACED,
  PRODUCT,
  pageInfoOf,
  SHIPPED,
  UNKNOWN,
  VARIANT,
} from '../../bench/beds/shop/probes/callers.ts';
import { probes } from '../../bench/beds/shop/probes/index.ts';
import { createShops, documentPath, listen } from '../../bench/beds/shop/server.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = { categoryId: KNIVES, productId: KNIFE, customerId: PAUL, cartId: CART, orderId: PLACED, sku: 'KNIFE-20', code: 'WELCOME10' };
const { change, readTwice } = taggedBy(judge, ids);

testLists('shop', probes);

test('keeps the catalogue as its document says', async () => {
  const { willow, support } = callers(service.url);
  expect(nodesOf(await call(support, 200, 'listCategories')).map(({ id }) => id)).toEqual([KITCHEN, KNIVES, GARDEN]);
  expect(of(await call(support, 200, 'listCategories', {}, { query: `?parentId=${KITCHEN}` })).totalCount).toBe(1);
  const category = { categoryId: idOf(await call(willow, 201, 'createCategory', {}, example('createCategory'))) };
  await call(willow, 409, 'createCategory', {}, example('createCategory'));
  await change(willow, 'getCategory', 'updateCategory');
  await call(willow, 422, 'updateCategory', { categoryId: KITCHEN }, { body: { parentId: KITCHEN } });
  await call(willow, 422, 'updateCategory', { categoryId: KITCHEN }, { body: { parentId: GARDEN } });
  await call(willow, 422, 'updateCategory', { categoryId: GARDEN }, { body: { parentId: UNKNOWN } });
  await call(willow, 409, 'deleteCategory', ids);
  await call(willow, 204, 'deleteCategory', category);
  await call(willow, 404, 'getCategory', category);

  const query = `?status=active&categoryId=${KNIVES}&tag=steel&q=KNIFE&maxPrice=9000&inStock=true&sort=priceLow&first=1`;
  const listed = await call(support, 200, 'listProducts', {}, { query });
  expect(of(listed)).toMatchObject({ totalCount: 1, nodes: [{ id: KNIFE, rating: { average: 5, count: 1 } }] });
  const oldest = nodesOf(await call(support, 200, 'listProducts', {}, { query: '?sort=oldest' }));
  expect(oldest.slice(0, 3).map(({ id }) => id)).toEqual([KNIFE, APRON, BOARD]);
  const byTitle = nodesOf(await call(support, 200, 'listProducts', {}, { query: '?sort=title' }));
  expect(byTitle.map(({ title }) => title)).toEqual(["Chef's knife", 'Enamel mug', 'Linen apron', 'Oak board']);
  const product = { productId: idOf(await call(willow, 201, 'createProduct', {}, example('createProduct'))), sku: 'PIN-40' };
  await call(willow, 409, 'createProduct', {}, example('createProduct'));
  await call(willow, 409, 'createProduct', {}, { body: { ...PRODUCT, variants: [VARIANT, VARIANT] } });
  await call(willow, 422, 'createProduct', {}, { body: { ...PRODUCT, variants: [{ ...VARIANT, compareAtPrice: 2500 }] } });
  expect(of(await call(willow, 201, 'createProduct', {}, { body: PRODUCT }))).toMatchObject({
    status: 'draft',
    taxClass: 'standard',
    tags: [],
  });
  await change(willow, 'getProduct', 'updateProduct');
  await call(willow, 409, 'updateProduct', ids, { body: { status: 'draft' } });
  await call(willow, 201, 'createVariant', ids, example('createVariant'));
  await call(willow, 409, 'createVariant', ids, example('createVariant'));
  expect(of(await call(willow, 200, 'updateVariant', ids, example('updateVariant')))).toMatchObject({ stock: 40, costPrice: 4100 });
  await call(willow, 422, 'updateVariant', ids, { body: { price: 8900 } });
  await call(willow, 204, 'deleteVariant', { ...ids, sku: 'KNIFE-28' });
  await call(willow, 409, 'deleteVariant', product);
  await call(willow, 409, 'deleteProduct', ids);
  await call(willow, 204, 'deleteProduct', product);
  await call(willow, 404, 'deleteProduct', product);
});

test('keeps customers and reviews as its document says', async () => {
  await service.restart();
  const { willow, support } = callers(service.url);
  const query = '?email=NOOR@example.net&marketing=false&country=DE&sort=lastName';
  expect(nodesOf(await call(support, 200, 'listCustomers', {}, { query }))).toMatchObject([{ id: NOOR, orderCount: 1 }]);
  const customer = { customerId: idOf(await call(support, 201, 'createCustomer', {}, example('createCustomer'))) };
  await call(support, 409, 'createCustomer', {}, example('createCustomer'));
  await call(support, 422, 'createCustomer', {}, { body: { ...PERSON, birthday: '2999-01-01' } });
  await change(support, 'getCustomer', 'updateCustomer');
  await call(willow, 409, 'deleteCustomer', { customerId: NOOR });
  await call(willow, 412, 'deleteCustomer', customer, { headers: { 'if-match': '"old"' } });
  await call(willow, 204, 'deleteCustomer', customer);

  const review = await call(support, 201, 'createReview', ids, example('createReview'));
  expect(of(review)).toMatchObject({ rating: 4, verified: false });
  await call(support, 409, 'createReview', ids, example('createReview'));
  await call(support, 409, 'createReview', { productId: BOARD }, example('createReview'));
  await call(support, 422, 'createReview', ids, { body: { customerId: UNKNOWN, rating: 1 } });
  const best = await call(support, 200, 'listReviews', ids, { query: '?minRating=4&sort=best' });
  expect(nodesOf(best).map(({ rating }) => rating)).toEqual([5, 4]);
  const { rating } = of(await call(support, 200, 'getProduct', ids));
  expect(rating).toEqual({ average: 4.5, count: 2 });
  await call(willow, 204, 'deleteCustomer', ids);
  expect(of(await call(willow, 200, 'getOrder', { orderId: SHIPPED })).customerId).toBeNull();
  expect(nodesOf(await call(support, 200, 'listReviews', ids))[0]).toMatchObject({ customerId: null });
});

test('makes orders of carts as its document says', async () => {
  await service.restart();
  const { willow, support } = callers(service.url);
  const made = await call(support, 201, 'createCart', {}, example('createCart'));
  expect(of(made)).toMatchObject({ subtotal: 16_700, discountTotal: 1670, total: 15_030, status: 'open' });
  const cart = { cartId: idOf(made) };
  await change(support, 'getCart', 'replaceCart');
  expect(of(await call(support, 200, 'getCart', ids))).toMatchObject({ giftWrap: true, note: null, discountCode: null, total: 9900 });
  const lines = [1, 2].map((quantity) => ({ sku: 'APRON-M', quantity }));
  await call(support, 422, 'replaceCart', ids, { body: { customerId: NOOR, lines } });
  await call(support, 422, 'createCart', {}, { body: { customerId: NOOR, discountCode: 'AUTUMN20' } });
  const order = await call(support, 201, 'checkoutCart', cart, { ...example('checkoutCart'), headers: { 'x-channel': 'app' } });
  expect(of(order)).toMatchObject({ number: 1003, channel: 'app', status: 'placed', total: 15_030, refundedTotal: 0 });
  await call(support, 409, 'checkoutCart', cart, example('checkoutCart'));
  await call(support, 409, 'replaceCart', cart, example('replaceCart'));
  expect(of(await call(support, 200, 'getDiscount', ids)).timesUsed).toBe(1);
  const orderId = { orderId: idOf(order) };
  await call(support, 200, 'cancelOrder', orderId);
  await call(support, 409, 'cancelOrder', orderId);
  expect(of(await call(support, 200, 'getDiscount', ids)).timesUsed).toBe(0);
  expect(of(await call(support, 200, 'getProduct', ids)).variants).toMatchObject([{ stock: 40 }, { stock: 15 }]);
  const empty = { cartId: idOf(await call(support, 201, 'createCart', {}, { body: { customerId: PAUL } })) };
  await call(support, 409, 'checkoutCart', empty, { body: CHECKOUT });

  await call(willow, 201, 'createDiscount', {}, example('createDiscount'));
  await call(willow, 409, 'createDiscount', {}, example('createDiscount'));
  await call(willow, 422, 'createDiscount', {}, { body: { ...DISCOUNT, startsAt: '0000-01-01T00:00:00+02:00' } });
  await call(willow, 422, 'createDiscount', {}, { body: { ...DISCOUNT, endsAt: DISCOUNT.startsAt } });
});

test('sends and refunds orders as its document says', async () => {
  await service.restart();
  const { willow, support } = callers(service.url);
  await call(willow, 409, 'createRefund', ids, example('createRefund'));
  await call(support, 201, 'createShipment', ids, example('createShipment'));
  expect(of(await call(support, 200, 'getOrder', ids)).status).toBe('partlyShipped');
  await call(support, 422, 'createShipment', ids, { body: { carrier: 'courier', lines: [{ sku: 'KNIFE-20', quantity: 2 }] } });
  await call(support, 422, 'createShipment', ids, { body: { carrier: 'courier', lines: [{ sku: 'MUG-RED', quantity: 1 }] } });
  await call(support, 201, 'createShipment', ids, example('createShipment'));
  await call(support, 409, 'createShipment', ids, example('createShipment'));
  await call(willow, 201, 'createRefund', ids, example('createRefund'));
  await call(willow, 422, 'createRefund', ids, { body: { amount: 16_301, reason: 'late' } });
  await call(willow, 201, 'createRefund', ids, { body: { amount: 16_300, reason: 'late' } });
  expect(of(await call(support, 200, 'getOrder', ids))).toMatchObject({ status: 'shipped', refundedTotal: 17_800 });
  const query = `?status=shipped,placed&customerId=${NOOR}&placedFrom=2020-01-01T00:00:00Z&placedBefore=2999-01-01T00:00:00%2B02:00&sort=total`;
  expect(of(await call(support, 200, 'listOrders', {}, { query })).totalCount).toBe(1);
  const first = await call(support, 200, 'listOrders', {}, { query: '?first=1&sort=oldest' });
  const { endCursor, hasNextPage } = pageInfoOf(first);
  expect(hasNextPage).toBe(true);
  const second = await call(support, 200, 'listOrders', {}, { query: `?first=1&sort=oldest&after=${String(endCursor)}` });
  expect(of(second)).toMatchObject({ totalCount: 2, nodes: [{ id: SHIPPED }], pageInfo: { hasNextPage: false } });
  expect(rest()).toEqual([]);
});

test('refuses as its document says', async () => {
  const { willow, maple, support, stranger } = callers(service.url);
  await call(stranger, 401, 'listProducts');
  await call(support, 403, 'createProduct', {}, example('createProduct'));
  await call(support, 403, 'createRefund', ids, example('createRefund'));
  await call(support, 403, 'deleteCustomer', ids);
  await call(willow, 400, 'listProducts', {}, { query: '?first=1&first=2' });
  await call(willow, 400, 'listOrders', {}, { query: '?status=placed,placed' });
  await call(willow, 400, 'getProduct', { productId: '12' });
  await call(willow, 400, 'createCategory', {}, { raw: '{', type: 'application/json' });
  await call(willow, 400, 'createCategory', {}, { body: {} });
  const wrong = await call(willow, 400, 'createCustomer', {}, { body: { ...PERSON, addresses: [{ ...ADDRESS, country: 'de' }] } });
  expect(of(wrong).details).toMatchObject([{ at: 'body.addresses.0.country' }]);
  await call(willow, 413, 'createCategory', {}, { raw: ' '.repeat(100_001), type: 'application/json' });
  await call(willow, 415, 'createCategory', {}, { raw: '{}', type: 'text/plain' });
  await call(maple, 404, 'getProduct', ids);
  await call(maple, 404, 'getOrder', ids);
  await call(maple, 422, 'createCart', {}, { body: { customerId: NOOR } });
  expect(JSON.stringify((await call(support, 200, 'getProduct', ids)).json)).not.toContain('costPrice');
  expect(await readTwice(support, 'getProduct')).not.toBe(await readTwice(willow, 'getProduct'));
  const head = await willow('HEAD', `/products/${KNIFE}`);
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createShops, callers)).toEqual([]);
});
