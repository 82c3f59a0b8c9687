// The probes of the faults of conditions and lists.
import { etag, header, joined, of } from '../../probes.ts';
import {
  APRON,
  BOARD,
  CART,
  KITCHEN,
  KNIFE,
  nodesOf,
  PAUL,
  PERSON,
  PLACED,
  PRODUCT,
  pageInfoOf,
  SHIPPED,
  type ShopProbes,
  VARIANT,
} from './callers.ts';

const OLD = { 'if-match': '"old"' };
const PATH = `/products/${KNIFE}`;

export const conditions: ShopProbes = {
  'carts-replaced-blindly': async ({ willow }) =>
    (await willow('PUT', `/carts/${CART}`, { body: { customerId: PAUL }, headers: OLD })).status === 412,
  'deletion-of-any-tag': async ({ willow }) => {
    const made = await willow('POST', '/customers', { body: PERSON });
    return (await willow('DELETE', `/customers/${of(made).id}`, { headers: OLD })).status === 412;
  },
  'first-known-tag-alone': async ({ willow }) => {
    const tag = etag(await willow('GET', PATH));
    return (await willow('GET', PATH, { headers: { 'if-none-match': `"old", ${tag}` } })).status === 304;
  },
  'star-known-by-nobody': async ({ willow }) => (await willow('GET', PATH, { headers: { 'if-none-match': '*' } })).status === 304,
  'head-without-tag': async ({ willow }) => {
    const got = await willow('HEAD', PATH);
    return got.status === 200 && header(got, 'etag') === etag(await willow('GET', PATH));
  },
  'tag-without-variants': async ({ willow }) => {
    const before = etag(await willow('GET', PATH));
    await willow('PATCH', `${PATH}/variants/KNIFE-20`, { body: { stock: 7 } });
    return etag(await willow('GET', PATH)) !== before;
  },
  'unchanged-without-tag': async ({ willow }) => {
    const tag = etag(await willow('GET', PATH));
    return etag(await willow('GET', PATH, { headers: { 'if-none-match': tag } })) === tag;
  },
};

/** A probe of the ids that a list has with a query. */
const lists =
  (path: string, ...ids: readonly string[]): ShopProbes[string] =>
  async ({ willow }) =>
    joined(nodesOf(await willow('GET', path)), 'id') === ids.join();

export const filters: ShopProbes = {
  'total-of-page': async ({ willow }) => of(await willow('GET', '/products?first=1')).totalCount === 4,
  'pages-overlap': async ({ willow }) => {
    const first = await willow('GET', '/products?first=2');
    const second = await willow('GET', `/products?first=2&after=${String(pageInfoOf(first).endCursor)}`);
    return joined(nodesOf(second), 'id') === [APRON, KNIFE].join();
  },
  'full-page-has-next': async ({ willow }) => pageInfoOf(await willow('GET', '/products?first=4')).hasNextPage === false,
  'unknown-cursor-from-start': async ({ willow }) => (await willow('GET', '/orders?after=nowhere')).status === 400,
  'tags-by-part': lists('/products?tag=stee'),
  'search-by-case': lists('/products?q=LINEN', APRON),
  'out-of-stock-unfiltered': async ({ willow }) => of(await willow('GET', '/products?inStock=false')).totalCount === 1,
  'last-filter-alone': lists(`/products?status=draft&categoryId=${KITCHEN}`, BOARD),
  'sorted-by-dearest': async ({ willow }) => {
    const variants = [VARIANT, { ...VARIANT, sku: 'TRAY-2', price: 90_000 }];
    await willow('POST', '/products', { body: { ...PRODUCT, variants } });
    return nodesOf(await willow('GET', '/products?sort=priceHigh'))[0]?.id === KNIFE;
  },
  'first-status-alone': lists('/orders?status=shipped,placed', SHIPPED, PLACED),
  'placed-after-not-from': async ({ willow }) => {
    const { placedAt } = of(await willow('GET', `/orders/${SHIPPED}`));
    return joined(nodesOf(await willow('GET', `/orders?placedFrom=${String(placedAt)}`)), 'id') === SHIPPED;
  },
};
