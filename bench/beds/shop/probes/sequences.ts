// The probes of the faults of sequences and accounts.
import { joined, of, statusesOfTwo } from '../../probes.ts';
import { credentials } from '../server.ts';
import {
  APRON,
  answers,
  CART,
  CHECKOUT,
  DISCOUNT,
  idOf,
  KITCHEN,
  KNIFE,
  KNIVES,
  LEA,
  NOOR,
  NOTEBOOK,
  nodesOf,
  order,
  PAUL,
  PERSON,
  PLACED,
  PRODUCT,
  SHIPPED,
  type ShopProbes,
  send,
  UNKNOWN,
  VARIANT,
} from './callers.ts';

const ONE_KNIFE = { sku: 'KNIFE-20', quantity: 1 };

const catalogue: ShopProbes = {
  'changed-slug-unchecked': ({ willow }) => answers(willow, 409, 'PATCH', `/categories/${KNIVES}`, { slug: 'garden' }),
  'three-levels-of-categories': ({ willow }) =>
    answers(willow, 422, 'POST', '/categories', { name: 'Bread knives', slug: 'bread-knives', parentId: KNIVES }),
  'parent-category-deleted': async ({ willow }) => {
    const parent = idOf(await willow('POST', '/categories', { body: { name: 'Bath', slug: 'bath' } }));
    await willow('POST', '/categories', { body: { name: 'Towels', slug: 'towels', parentId: parent } });
    return answers(willow, 409, 'DELETE', `/categories/${parent}`);
  },
  'category-not-looked-up': ({ willow }) => answers(willow, 422, 'POST', '/products', { ...PRODUCT, categoryId: UNKNOWN }),
  'sku-free-in-other-products': ({ willow }) =>
    answers(willow, 409, 'POST', `/products/${APRON}/variants`, { ...VARIANT, sku: 'KNIFE-20' }),
  'ordered-product-deleted': ({ willow }) => answers(willow, 409, 'DELETE', `/products/${KNIFE}`),
  'carts-keep-variants': async ({ willow }) => {
    await willow('DELETE', `/products/${APRON}/variants/APRON-M`);
    return (of(await willow('GET', `/carts/${CART}`)).lines as unknown[]).length === 0;
  },
  'draft-again': ({ willow }) => answers(willow, 409, 'PATCH', `/products/${KNIFE}`, { status: 'draft' }),
  'drafts-in-carts': ({ willow }) => answers(willow, 422, 'POST', '/carts', { customerId: PAUL, lines: [{ sku: 'BOARD', quantity: 1 }] }),
  'second-review': ({ willow }) => answers(willow, 409, 'POST', `/products/${KNIFE}/reviews`, { customerId: NOOR, rating: 2 }),
};

const selling: ShopProbes = {
  'email-unique-by-case': ({ willow }) => answers(willow, 409, 'POST', '/customers', { ...PERSON, email: 'Noor@Example.net' }),
  'customer-gone-half-way': async ({ willow }) => {
    await willow('POST', `/orders/${PLACED}/shipments`, { body: send([ONE_KNIFE]) });
    return answers(willow, 409, 'DELETE', `/customers/${NOOR}`);
  },
  'ordered-cart-replaced': async ({ willow }) => {
    await willow('POST', `/carts/${CART}/checkout`, { body: CHECKOUT });
    return answers(willow, 409, 'PUT', `/carts/${CART}`, { customerId: PAUL });
  },
  'first-stock-alone': async ({ willow }) => (await order(willow, [ONE_KNIFE, { sku: 'APRON-S', quantity: 1 }])).status === 409,
  'uses-not-limited': async ({ willow }) => {
    await willow('POST', '/discounts', { body: { ...DISCOUNT, usageLimit: 1 } });
    const code = { discountCode: DISCOUNT.code };
    const first = await order(willow, [ONE_KNIFE], PAUL, code);
    const second = await order(willow, [ONE_KNIFE], PAUL, code);
    return first.status === 201 && second.status === 409;
  },
  'orders-follow-prices': async ({ willow }) => {
    await willow('PATCH', `/products/${KNIFE}/variants/KNIFE-20`, { body: { price: 9500 } });
    return of(await willow('GET', `/orders/${PLACED}`)).total === 17_800;
  },
  'cancelled-without-stock': async ({ willow }) => {
    await willow('POST', `/orders/${PLACED}/cancel`);
    const { variants } = of(await willow('GET', `/products/${KNIFE}`));
    return (variants as { stock: number }[])[0]?.stock === 42;
  },
  'cancelled-half-way': async ({ willow }) => {
    await willow('POST', `/orders/${PLACED}/shipments`, { body: send([ONE_KNIFE]) });
    return answers(willow, 409, 'POST', `/orders/${PLACED}/cancel`);
  },
  'sent-twice': async ({ willow }) => {
    await willow('POST', `/orders/${PLACED}/shipments`, { body: send([ONE_KNIFE]) });
    return answers(willow, 422, 'POST', `/orders/${PLACED}/shipments`, send([{ ...ONE_KNIFE, quantity: 2 }]));
  },
  'refunds-not-added': async ({ willow }) => {
    await willow('POST', `/orders/${SHIPPED}/refunds`, { body: { amount: 3000, reason: 'returned' } });
    return answers(willow, 422, 'POST', `/orders/${SHIPPED}/refunds`, { amount: 1000, reason: 'returned' });
  },
  'two-checkouts-at-once': async ({ willow }) => (await statusesOfTwo(willow, 'POST', `/carts/${CART}/checkout`, CHECKOUT)) === '201,409',
  'two-refunds-at-once': async ({ willow }) => {
    const body = { amount: 3900, reason: 'returned' };
    return (await statusesOfTwo(willow, 'POST', `/orders/${SHIPPED}/refunds`, body)) === '201,422';
  },
};

export const sequences: ShopProbes = { ...catalogue, ...selling };

export const accounts: ShopProbes = {
  'products-of-all-shops': ({ willow }) => answers(willow, 404, 'GET', `/products/${NOTEBOOK}`),
  'customers-of-all-shops': ({ willow }) => answers(willow, 422, 'POST', '/carts', { customerId: LEA }),
  'support-deletes-customers': async ({ willow, support }) => {
    const { id } = of(await willow('POST', '/customers', { body: PERSON }));
    return answers(support, 403, 'DELETE', `/customers/${String(id)}`);
  },
  'support-refunds': ({ support }) => answers(support, 403, 'POST', `/orders/${SHIPPED}/refunds`, { amount: 100, reason: 'goodwill' }),
  'support-changes-variants': ({ support }) => answers(support, 403, 'PATCH', `/products/${KNIFE}/variants/KNIFE-20`, { stock: 1 }),
  'costs-in-lists': async ({ support }) => {
    const nodes = nodesOf(await support('GET', `/products?categoryId=${KNIVES}`));
    return joined(nodes, 'id') === KNIFE && !JSON.stringify(nodes).includes('costPrice');
  },
  'keys-in-any-case': ({ withKey }) => answers(withKey(credentials.willow.key.toUpperCase()), 401, 'GET', `/categories/${KITCHEN}`),
};
