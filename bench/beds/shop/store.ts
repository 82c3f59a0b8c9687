// What each shop has, and what follows from it.
import { Clock } from '../clock.ts';
import type { Cart, Category, Customer, Discount, Line, Order, Product, Review, Variant } from './things.ts';

export interface Shop {
  readonly clock: Clock;
  readonly categories: Map<string, Category>;
  readonly products: Map<string, Product>;
  readonly customers: Map<string, Customer>;
  readonly discounts: Map<string, Discount>;
  readonly carts: Map<string, Cart>;
  readonly orders: Map<string, Order>;
  readonly reviews: Map<string, Review>;
  /** Variants that are gone, which carts still show with a fault. */
  readonly removed: Map<string, Found>;
}

export type ShopName = 'willow' | 'maple';
export type Store = Readonly<Record<ShopName, Shop>>;

export const emptyShop = (): Shop => ({
  clock: new Clock(),
  categories: new Map(),
  products: new Map(),
  customers: new Map(),
  discounts: new Map(),
  carts: new Map(),
  orders: new Map(),
  reviews: new Map(),
  removed: new Map(),
});

let last = 0;

/** Thirteen digits of the time, and five that count on. */
export function newId(): string {
  last = (last + 1) % 100_000;
  return `${Date.now()}${String(last).padStart(5, '0')}`;
}

/** A variant and the product that has it. */
export interface Found {
  readonly product: Product;
  readonly variant: Variant;
}

export function variantOf({ products }: Shop, sku: string): Found | undefined {
  for (const product of products.values()) {
    const variant = product.variants.find((one) => one.sku === sku);
    if (variant !== undefined) return { product, variant };
  }
  return undefined;
}

/** Changes the members of a variant. */
export function setVariant({ products }: Shop, { product }: Found, changed: Variant): void {
  const now = products.get(product.id) ?? product;
  products.set(now.id, { ...now, variants: now.variants.map((one) => (one.sku === changed.sku ? changed : one)) });
}

/** Adds to the stock of the variant of a line, if there still is one. */
export function addStock(shop: Shop, { productId, sku }: Line, count: number): void {
  const found = variantOf(shop, sku);
  if (found?.product.id === productId) setVariant(shop, found, { ...found.variant, stock: found.variant.stock + count });
}

/** Takes lines with these variants out of open carts. */
export function dropLines({ carts }: Shop, skus: readonly string[]): void {
  for (const cart of carts.values()) {
    if (cart.status === 'open') carts.set(cart.id, { ...cart, lines: cart.lines.filter(({ sku }) => !skus.includes(sku)) });
  }
}

export const isOpen = ({ status }: Order): boolean => status === 'placed' || status === 'partlyShipped';
export const isKept = ({ status }: Order): boolean => status !== 'cancelled';

export const ordersOf = ({ orders }: Shop, customerId: string): Order[] =>
  [...orders.values()].filter((one) => one.customerId === customerId);

export const usesOf = ({ orders }: Shop, code: string): number =>
  [...orders.values()].filter((one) => one.discountCode === code && isKept(one)).length;

export const reviewsOf = ({ reviews }: Shop, productId: string): Review[] =>
  [...reviews.values()].filter((one) => one.productId === productId);

/** How much of a SKU has been sent. */
export const sentOf = ({ shipments }: Order, sku: string): number =>
  shipments.flatMap(({ lines }) => lines).reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0);

export const refundedOf = ({ refunds }: Order): number => refunds.reduce((sum, { amount }) => sum + amount, 0);
