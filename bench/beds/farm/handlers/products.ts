// Products.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Call, Handlers } from '../call.ts';
import { pageOf } from '../pages.ts';
import type { Hub, NewProduct, Product, ProductChange } from '../things.ts';
import { lotsOf, productView } from '../views.ts';
import { conflict, invalid, notFound, Refusal, tagOf } from '../wire.ts';

export function requireProduct({ hub, id }: Pick<Call, 'hub' | 'id'>): Product {
  const product = hub.products.get(id('product_id'));
  if (product === undefined) throw notFound('product');
  return product;
}

function requireMatch({ hub, header, has }: Call, product: Product): void {
  const match = header('if-match');
  const isCurrent = match === undefined || matchesStrong(match, tagOf(productView(hub, product, has)));
  if (!isCurrent) throw new Refusal(412, 'The product is another one by now.');
}

function checkStorage({ storage = null }: Partial<ProductChange>): void {
  if (storage !== null && storage.min_celsius > storage.max_celsius) throw invalid('/storage/min_celsius', 'is above max_celsius');
}

function answer(status: number, { hub, has }: Call, product: Product, headers = {}): Reply {
  const body = productView(hub, product, has);
  return { status, body, headers: { ...headers, etag: tagOf(body) } };
}

const isOrdered = (hub: Hub, productId: number): boolean =>
  [...hub.orders.values()].some(({ lines }) => lines.some(({ product_id }) => product_id === productId));

/** The name as it is kept. */
const nameOf = (name: string, { has }: Call): string =>
  has('name-in-old-encoding') ? name.replace(/[\u{10000}-\u{10ffff}]/gu, '?') : name;

export const products: Handlers = {
  listProducts(call) {
    const { grower_id, category, active, q, sort } = call.query;
    const categories = category as readonly string[] | undefined;
    const text = String(q ?? '').toLowerCase();
    const found = [...call.hub.products.values()].filter(
      (product) =>
        (grower_id === undefined || product.grower_id === grower_id) &&
        (categories === undefined || categories.includes(product.category)) &&
        (active === undefined || product.active === active) &&
        product.name.toLowerCase().includes(text),
    );
    const bySku = String(sort).endsWith('sku');
    const sorted = found.toSorted((a, b) => (bySku ? (a.sku < b.sku ? -1 : 1) : a.id - b.id));
    const isTurned = String(sort).startsWith('-') && !(bySku && call.has('sku-only-ascending'));
    return pageOf(call, isTurned ? sorted.toReversed() : sorted, (product) => productView(call.hub, product, call.has));
  },

  createProduct(call) {
    const { store, hub, has } = call;
    const sent = { storage: null, ...(call.body as Omit<NewProduct, 'storage'> & Partial<Pick<NewProduct, 'storage'>>) };
    const growers = has('grower-of-all') ? Object.values(store.hubs).map((one) => one.growers) : [hub.growers];
    if (!growers.some((one) => one.has(sent.grower_id))) throw invalid('/grower_id', 'is no grower');
    checkStorage(sent);
    if ([...hub.products.values()].some(({ sku }) => sku === sent.sku)) throw conflict('Another product has this SKU.');
    const now = store.clock.now();
    const product: Product = { id: store.next('product'), ...sent, name: nameOf(sent.name, call), created_at: now, updated_at: now };
    hub.products.set(product.id, product);
    return answer(201, call, product, { location: `/products/${product.id}` });
  },

  getProduct(call) {
    const got = answer(200, call, requireProduct(call));
    const { etag = '' } = got.headers ?? {};
    const known = call.header('if-none-match');
    return known !== undefined && matchesWeak(known, etag) ? { status: 304, headers: { etag } } : got;
  },

  updateProduct(call) {
    const old = requireProduct(call);
    requireMatch(call, old);
    const sent = call.body as Partial<ProductChange>;
    checkStorage(sent);
    const product = { ...old, ...sent, name: nameOf(sent.name ?? old.name, call), updated_at: call.store.clock.now() };
    call.hub.products.set(product.id, product);
    return answer(200, call, product);
  },

  deleteProduct(call) {
    const { hub, has } = call;
    const product = requireProduct(call);
    if (!has('delete-match-ignored')) requireMatch(call, product);
    if (lotsOf(hub, product.id).length > 0) throw conflict('The product has lots.');
    if (isOrdered(hub, product.id)) throw conflict('The product stands on an order.');
    hub.products.delete(product.id);
    if (!has('price-of-deleted-left')) for (const { prices } of hub.priceLists.values()) prices.delete(product.id);
    return { status: 204 };
  },
};
