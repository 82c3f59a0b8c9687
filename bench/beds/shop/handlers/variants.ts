// Variants of products, which have the prices and the stock.
import { dropLines, type Shop, setVariant, variantOf } from '../store.ts';
import type { Faults, NewVariant, Product, Variant } from '../things.ts';
import { variantView } from '../views.ts';
import { conflict, gone, made, notFound, ok, unusable } from '../wire.ts';
import { found, type Part } from './call.ts';

const MOST = 20;

/** Refuses a former price that is not more than the price. */
export function requirePrices({ price, compareAtPrice }: NewVariant, place: string): void {
  if (compareAtPrice !== null && compareAtPrice <= price) throw unusable(`${place}compareAtPrice`, 'It is not more than the price.');
}

/** A variant as it is kept. */
export const withCost = (variant: Variant, faults: Faults): Variant =>
  faults.has('cost-of-zero-lost') ? { ...variant, costPrice: variant.costPrice || null } : variant;

function variantIn({ variants }: Product, sku: string): Variant {
  const variant = variants.find((one) => one.sku === sku);
  if (variant === undefined) throw notFound();
  return variant;
}

function isTaken(shop: Shop, product: Product, sku: string, faults: Faults): boolean {
  if (faults.has('sku-free-in-other-products')) return product.variants.some((one) => one.sku === sku);
  return variantOf(shop, sku) !== undefined;
}

export const variants: Part = (_, faults) => ({
  createVariant: ({ shop, role, path, input }) => {
    const product = found(shop.products, path('productId'));
    const variant = withCost(input<NewVariant>(), faults);
    if (isTaken(shop, product, variant.sku, faults)) throw conflict('The SKU is taken.');
    if (product.variants.length >= MOST) throw conflict(`A product has at most ${MOST} variants.`);
    requirePrices(variant, '');
    shop.products.set(product.id, { ...product, variants: [...product.variants, variant] });
    return made(variantView(variant, role));
  },

  updateVariant: ({ shop, role, path, input }) => {
    const product = found(shop.products, path('productId'));
    const variant = variantIn(product, path('sku'));
    const changed = withCost({ ...variant, ...input<Partial<Variant>>() }, faults);
    requirePrices(changed, '');
    setVariant(shop, { product, variant }, changed);
    return ok(variantView(changed, role));
  },

  deleteVariant: ({ shop, path }) => {
    const product = found(shop.products, path('productId'));
    const variant = variantIn(product, path('sku'));
    const { sku } = variant;
    if (product.variants.length === 1) throw conflict('It is the only variant.');
    shop.products.set(product.id, { ...product, variants: product.variants.filter((one) => one.sku !== sku) });
    if (faults.has('carts-keep-variants')) shop.removed.set(sku, { product, variant });
    else dropLines(shop, [sku]);
    return gone;
  },
});
