// The probes of the faults of values, rich values and responses.
import { header, isKept, location, of, times } from '../../probes.ts';
import {
  ADDRESS,
  answers,
  CART,
  CHECKOUT,
  DISCOUNT,
  GARDEN,
  KNIFE,
  KNIVES,
  LINE,
  NOOR,
  nodesOf,
  PAUL,
  PERSON,
  PRODUCT,
  SHIPPED,
  type ShopProbes,
  UNKNOWN,
  VARIANT,
} from './callers.ts';

/** A probe of a body that a path takes or refuses. */
const takes =
  (status: number, method: string, path: string, body: object): ShopProbes[string] =>
  ({ willow }) =>
    answers(willow, status, method, path, body);

const product = (status: number, fields: object): ShopProbes[string] => takes(status, 'POST', '/products', { ...PRODUCT, ...fields });
const variant = (status: number, fields: object): ShopProbes[string] => product(status, { variants: [{ ...VARIANT, ...fields }] });
const person = (status: number, fields: object): ShopProbes[string] => takes(status, 'POST', '/customers', { ...PERSON, ...fields });
const discount = (status: number, fields: object): ShopProbes[string] => takes(status, 'POST', '/discounts', { ...DISCOUNT, ...fields });
const line = (status: number, fields: object): ShopProbes[string] =>
  takes(status, 'POST', '/carts', { customerId: PAUL, lines: [{ ...LINE, ...fields }] });

const CHECKOUT_PATH = `/carts/${CART}/checkout`;
const REVIEWS = `/products/${KNIFE}/reviews`;

export const values: ShopProbes = {
  'product-title-too-long': product(400, { title: 't'.repeat(121) }),
  'longest-product-title-refused': product(201, { title: 't'.repeat(120) }),
  'variant-for-nothing': variant(400, { price: 0 }),
  'largest-price-refused': variant(201, { price: 9_999_999 }),
  'sku-in-any-case': variant(400, { sku: 'tray-1' }),
  'tags-may-repeat': product(400, { tags: ['new', 'new'] }),
  'image-address-unchecked': product(400, { images: [{ url: 'a picture' }] }),
  'image-with-more': product(400, { images: [{ url: 'https://img.example.net/1.png', width: 100 }] }),
  'attributes-of-any-type': product(400, { attributes: { Height: 12 } }),
  'barcode-within-text': takes(400, 'PATCH', `/products/${KNIFE}/variants/KNIFE-20`, { barcode: '40063813339310' }),
  'weight-of-nothing': variant(400, { weightGrams: 0 }),
  'product-without-variants': product(400, { variants: [] }),
  'twentieth-variant-refused': product(201, { variants: times(20, (index) => ({ ...VARIANT, sku: `TRAY-${index}` })) }),
  'percent-in-steps-of-one': discount(400, { percentOff: 12 }),
  'ninety-percent-refused': discount(201, { percentOff: 90 }),
  'hundred-of-one-line': line(400, { quantity: 100 }),
  'quantity-as-text': line(400, { quantity: '2' }),
  'terms-not-accepted': takes(400, 'POST', CHECKOUT_PATH, { ...CHECKOUT, termsAccepted: false }),
  'checkout-without-payment': takes(400, 'POST', CHECKOUT_PATH, { ...CHECKOUT, paymentMethod: undefined }),
  'birthday-of-any-digits': person(400, { birthday: '2001-02-30' }),
  'start-without-offset': discount(400, { startsAt: '2021-01-01T00:00:00' }),
  'headline-null-refused': takes(201, 'POST', REVIEWS, { customerId: PAUL, rating: 3, headline: null }),
  'page-of-nothing': ({ willow }) => answers(willow, 400, 'GET', '/products?first=0'),
  'channel-unchecked': async ({ willow }) =>
    (await willow('POST', CHECKOUT_PATH, { body: CHECKOUT, headers: { 'x-channel': 'fax' } })).status === 400,
  'empty-customer-change': takes(400, 'PATCH', `/customers/${PAUL}`, {}),
  'country-of-any-letters': person(400, { addresses: [{ ...ADDRESS, country: 'DEU' }] }),
  'any-media-type': async ({ willow }) =>
    (await willow('POST', '/categories', { raw: '{"name":"Bath","slug":"bath"}', type: 'text/plain' })).status === 415,
};

/** A probe of a member that a new thing keeps. */
const keeps =
  (path: string, body: object, name: string, value: unknown): ShopProbes[string] =>
  ({ willow }) =>
    isKept(willow, 'POST', path, { ...body, [name]: value }, name, value);

const SPACED = ' Tray ';
const DECOMPOSED = 'Cafe\u0301 tray';
const ASTRAL = '\u{1F9FA}'.repeat(61);
const FAR_OFF = '2021-01-01T00:00:00+02:00';

/** A product that has fifteen variants, for as many lines. */
const FIFTEEN = times(15, (index) => ({ ...VARIANT, sku: `TRAY-${index}` }));

export const richValues: ShopProbes = {
  'title-trimmed': keeps('/products', PRODUCT, 'title', SPACED),
  'title-composed': keeps('/products', PRODUCT, 'title', DECOMPOSED),
  'title-in-utf-16': keeps('/products', PRODUCT, 'title', ASTRAL),
  'attribute-names-lower': keeps('/products', PRODUCT, 'attributes', { Wood: 'Ash', שם: 'מגש' }),
  'second-line-lost': keeps('/customers', PERSON, 'addresses', [{ ...ADDRESS, line2: 'Third floor' }]),
  'ten-lines-kept': async ({ willow }) => {
    await willow('POST', '/products', { body: { ...PRODUCT, status: 'active', variants: FIFTEEN } });
    const lines = FIFTEEN.map(({ sku }) => ({ sku, quantity: 1 }));
    const cart = await willow('POST', '/carts', { body: { customerId: PAUL, lines } });
    return cart.status === 201 && (of(cart).lines as unknown[]).length === 15;
  },
  'offset-dropped': async ({ willow }) => {
    const made = await willow('POST', '/discounts', { body: { ...DISCOUNT, startsAt: FAR_OFF } });
    return Date.parse(String(of(made).startsAt)) === Date.parse(FAR_OFF);
  },
  'cost-of-zero-lost': async ({ willow }) => {
    const made = await willow('POST', `/products/${KNIFE}/variants`, { body: { ...VARIANT, costPrice: 0 } });
    return of(made).costPrice === 0;
  },
  'no-addresses-ignored': async ({ willow }) => {
    const changed = await willow('PATCH', `/customers/${NOOR}`, { body: { addresses: [] } });
    return changed.status === 200 && (of(changed).addresses as unknown[]).length === 0;
  },
  'note-escaped': keeps('/carts', { customerId: PAUL }, 'note', 'Ring <twice> & wait'),
};

export const responses: ShopProbes = {
  'new-customer-answers-200': person(201, {}),
  'product-at-wrong-path': async ({ willow }) => {
    const made = await willow('POST', '/products', { body: PRODUCT });
    return answers(willow, 200, 'GET', location(made));
  },
  'deletion-answers-200': ({ willow }) => answers(willow, 204, 'DELETE', `/categories/${GARDEN}`),
  'not-found-as-text': async ({ willow }) => {
    const got = await willow('GET', `/orders/${UNKNOWN}`);
    return got.status === 404 && of(got).error === 'not_found';
  },
  'listed-without-addresses': async ({ willow }) => {
    const nodes = nodesOf(await willow('GET', '/customers'));
    return nodes.length === 2 && nodes.every(({ addresses }) => Array.isArray(addresses));
  },
  'listed-without-refunds': async ({ willow }) => {
    await willow('POST', `/orders/${SHIPPED}/refunds`, { body: { amount: 700, reason: 'late' } });
    const listed = nodesOf(await willow('GET', '/orders')).find(({ id }) => id === SHIPPED);
    return listed?.refundedTotal === 700;
  },
  'refund-time-with-offset': async ({ willow }) => {
    const made = await willow('POST', `/orders/${SHIPPED}/refunds`, { body: { amount: 1, reason: 'late' } });
    return String(of(made).createdAt).endsWith('Z');
  },
  'methods-not-told': async ({ willow }) => {
    const got = await willow('DELETE', '/products');
    return got.status === 405 && header(got, 'allow') === 'GET, HEAD, POST';
  },
  'category-before-its-change': async ({ willow }) =>
    of(await willow('PATCH', `/categories/${KNIVES}`, { body: { name: 'Blades' } })).name === 'Blades',
};
