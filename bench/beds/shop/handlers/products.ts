// Products: how they are listed, made, changed and deleted.
import { contains } from '../../texts.ts';
import { dropLines, newId, reviewsOf, type Shop, variantOf } from '../store.ts';
import type { Faults, NewProduct, NewVariant, Product, ProductChange, Shown } from '../things.ts';
import { productView } from '../views.ts';
import { conflict, gone, Refusal, tagOf, unusable } from '../wire.ts';
import { answerRead, answerWith, found, newestFirst, type Part, pageOf, requireMatch } from './call.ts';
import { byTitle, cheapest, dearest } from './orders-of-lists.ts';
import { requirePrices, withCost } from './variants.ts';

interface Query {
  readonly status?: string;
  readonly categoryId?: string;
  readonly tag?: string;
  readonly q?: string;
  readonly maxPrice?: number;
  readonly inStock?: boolean;
  readonly sort: 'newest' | 'oldest' | 'title' | 'priceLow' | 'priceHigh';
}

type Test = (product: Product) => boolean;

function testsOf({ status, categoryId, tag, q, maxPrice, inStock }: Query, faults: Faults): Test[] {
  const tests: Test[] = [];
  if (status !== undefined) tests.push((one) => one.status === status);
  if (categoryId !== undefined) tests.push((one) => one.categoryId === categoryId);
  if (tag !== undefined)
    tests.push(({ tags }) => (faults.has('tags-by-part') ? tags.some((one) => one.includes(tag)) : tags.includes(tag)));
  if (q !== undefined) tests.push(({ title }) => (faults.has('search-by-case') ? title.includes(q) : contains(title, q)));
  if (maxPrice !== undefined) tests.push((one) => cheapest(one) <= maxPrice);
  const isAsked = faults.has('out-of-stock-unfiltered') ? inStock === true : inStock !== undefined;
  if (isAsked) tests.push(({ variants }) => variants.some(({ stock }) => stock > 0) === inStock);
  return faults.has('last-filter-alone') ? tests.slice(-1) : tests;
}

function sorted(products: readonly Product[], sort: Query['sort'], faults: Faults): Product[] {
  const newest = newestFirst(products);
  if (sort === 'oldest') return [...products];
  if (sort === 'title') return newest.toSorted(byTitle);
  if (sort === 'priceLow') return newest.toSorted((a, b) => cheapest(a) - cheapest(b));
  const priceOf = faults.has('sorted-by-dearest') ? dearest : cheapest;
  return sort === 'priceHigh' ? newest.toSorted((a, b) => priceOf(b) - priceOf(a)) : newest;
}

function requireCategory({ categories }: Shop, categoryId: string | null | undefined, faults: Faults): void {
  if (typeof categoryId === 'string' && !categories.has(categoryId) && !faults.has('category-not-looked-up')) {
    throw unusable('categoryId', 'There is no such category.');
  }
}

function requireFreeSkus(shop: Shop, variants: readonly NewVariant[]): void {
  const skus = variants.map(({ sku }) => sku);
  if (new Set(skus).size < skus.length || skus.some((sku) => variantOf(shop, sku) !== undefined)) throw conflict('A SKU is taken.');
}

const composed = (title: string): string => title.normalize('NFC');

/** The members that a caller sets, as they are kept. */
function kept<B extends ProductChange>(body: B, faults: Faults): B {
  const { title, attributes } = body;
  if (title !== undefined && faults.has('title-in-utf-16') && title.length > 120) {
    throw new Refusal(400, 'The request is not as described.', [{ at: 'body.title', issue: 'is too long' }]);
  }
  const changed = {
    ...(title !== undefined && faults.has('title-composed') ? { title: composed(title) } : {}),
    ...(title !== undefined && faults.has('title-trimmed') ? { title: title.trim() } : {}),
    ...(attributes !== undefined && faults.has('attribute-names-lower')
      ? { attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value])) }
      : {}),
  };
  return { ...body, ...changed };
}

const DEFAULTS = {
  description: null,
  status: 'draft',
  categoryId: null,
  tags: [],
  images: [],
  taxClass: 'standard',
  releaseDate: null,
  attributes: {},
} as const;

function create(shop: Shop, body: NewProduct, faults: Faults): Product {
  requireFreeSkus(shop, body.variants);
  requireCategory(shop, body.categoryId, faults);
  for (const [index, variant] of body.variants.entries()) requirePrices(variant, `variants.${index}.`);
  const createdAt = shop.clock.now();
  const variants = body.variants.map((one) => withCost(one, faults));
  const product: Product = { id: newId(), ...DEFAULTS, ...kept(body, faults), variants, createdAt, updatedAt: createdAt };
  shop.products.set(product.id, product);
  return product;
}

/** Whether any order has a variant of the product. */
const isOrdered = ({ orders }: Shop, { id }: Product): boolean =>
  [...orders.values()].some(({ lines }) => lines.some(({ productId }) => productId === id));

/** The tag of a product, which a fault makes of the product without what its variants are. */
const tagWith = (shown: Shown, faults: Faults): string =>
  tagOf(faults.has('tag-without-variants') ? { ...shown, variants: undefined } : shown);

export const products: Part = (store, faults) => ({
  listProducts: (call) => {
    const query = call.parameters<Query>();
    const tests = testsOf(query, faults);
    const all = [...call.shop.products.values()].filter((one) => tests.every((test) => test(one)));
    const role = faults.has('costs-in-lists') ? 'owner' : call.role;
    return pageOf(call, sorted(all, query.sort, faults), (one) => productView(call.shop, one, role), faults);
  },

  createProduct: ({ shop, role, input }) => {
    const product = create(shop, input<NewProduct>(), faults);
    const path = faults.has('product-at-wrong-path') ? `/product/${product.id}` : `/products/${product.id}`;
    const shown = productView(shop, product, role);
    return answerWith(shown, path, tagWith(shown, faults));
  },

  getProduct: (call) => {
    const id = call.path('productId');
    const other = faults.has('products-of-all-shops') ? Object.values(store).find(({ products: all }) => all.has(id)) : undefined;
    const shop = other ?? call.shop;
    const shown = productView(shop, found(shop.products, id), call.role);
    return answerRead(call, shown, faults, tagWith(shown, faults));
  },

  updateProduct: (call) => {
    const { shop, role, path, input } = call;
    const product = found(shop.products, path('productId'));
    const before = productView(shop, product, role);
    requireMatch(call, before, tagWith(before, faults));
    const change = input<ProductChange>();
    requireCategory(shop, change.categoryId, faults);
    if (change.status === 'draft' && product.status !== 'draft' && !faults.has('draft-again'))
      throw conflict('It cannot be a draft again.');
    const changed = { ...product, ...kept(change, faults), updatedAt: shop.clock.now() };
    shop.products.set(product.id, changed);
    const shown = productView(shop, changed, role);
    return answerWith(shown, undefined, tagWith(shown, faults));
  },

  deleteProduct: (call) => {
    const { shop, role, path } = call;
    const product = found(shop.products, path('productId'));
    const shown = productView(shop, product, role);
    requireMatch(call, shown, tagWith(shown, faults));
    if (isOrdered(shop, product) && !faults.has('ordered-product-deleted')) throw conflict('An order has it.');
    shop.products.delete(product.id);
    for (const { id } of reviewsOf(shop, product.id)) shop.reviews.delete(id);
    dropLines(
      shop,
      product.variants.map(({ sku }) => sku),
    );
    return gone;
  },
});
