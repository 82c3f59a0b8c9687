// Things as answers show them.
import { without } from '../members.ts';
import { isKept, ordersOf, refundedOf, reviewsOf, type Shop, usesOf, variantOf } from './store.ts';
import type { Bill, Cart, Category, Customer, Discount, Line, NewLine, Order, Product, Shown, Variant } from './things.ts';

export type Role = 'owner' | 'support';

export const categoryView = ({ products }: Shop, category: Category): Shown => ({
  ...category,
  productCount: [...products.values()].filter(({ categoryId }) => categoryId === category.id).length,
});

export const variantView = (variant: Variant, role: Role): Shown => ({ ...(role === 'owner' ? variant : without(variant, 'costPrice')) });

/** The mean with one decimal, or null without reviews. */
function ratingOf(shop: Shop, productId: string): Shown {
  const ratings = reviewsOf(shop, productId).map(({ rating }) => rating);
  const sum = ratings.reduce((before, rating) => before + rating, 0);
  return { average: ratings.length === 0 ? null : Math.round((sum / ratings.length) * 10) / 10, count: ratings.length };
}

export const productView = (shop: Shop, product: Product, role: Role): Shown => ({
  ...product,
  variants: product.variants.map((one) => variantView(one, role)),
  rating: ratingOf(shop, product.id),
});

export const customerView = (shop: Shop, customer: Customer): Shown => ({
  ...customer,
  orderCount: ordersOf(shop, customer.id).filter(isKept).length,
});

export const discountView = (shop: Shop, discount: Discount): Shown => ({ ...discount, timesUsed: usesOf(shop, discount.code) });

function lineOf(shop: Shop, { sku, quantity }: NewLine): Line[] {
  const found = variantOf(shop, sku) ?? shop.removed.get(sku);
  if (found === undefined) return [];
  const { price } = found.variant;
  return [{ productId: found.product.id, sku, title: found.product.title, quantity, unitPrice: price, lineTotal: price * quantity }];
}

/** What the lines of a cart come to with the prices of now. */
export function billOf(shop: Shop, cart: Pick<Cart, 'lines' | 'discountCode'>): Bill {
  const lines = cart.lines.flatMap((line) => lineOf(shop, line));
  const subtotal = lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0);
  const discount = cart.discountCode === null ? undefined : shop.discounts.get(cart.discountCode);
  const percent = discount !== undefined && subtotal >= discount.minimumSubtotal ? discount.percentOff : 0;
  const discountTotal = Math.floor((subtotal * percent) / 100);
  return { lines, subtotal, discountTotal, total: subtotal - discountTotal };
}

export const cartView = (shop: Shop, cart: Cart): Shown => ({ ...without(cart, 'frozen'), ...(cart.frozen ?? billOf(shop, cart)) });

export const orderView = (order: Order): Shown => ({ ...order, refundedTotal: refundedOf(order) });
