// Reviews of products by customers.
import { isKept, newId, ordersOf, reviewsOf, type Shop } from '../store.ts';
import type { NewReview, Product, Review } from '../things.ts';
import { conflict, made, unusable } from '../wire.ts';
import { found, newestFirst, type Part, pageOf } from './call.ts';

interface Query {
  readonly minRating?: number;
  readonly sort: 'newest' | 'best';
}

/** Whether a customer has ordered the product. */
const hasOrdered = (shop: Shop, customerId: string, { id }: Product): boolean =>
  ordersOf(shop, customerId).some((order) => isKept(order) && order.lines.some(({ productId }) => productId === id));

export const reviews: Part = (_, faults) => ({
  listReviews: (call) => {
    const { id } = found(call.shop.products, call.path('productId'));
    const { minRating = 1, sort } = call.parameters<Query>();
    const all = newestFirst(reviewsOf(call.shop, id).filter(({ rating }) => rating >= minRating));
    return pageOf(call, sort === 'best' ? all.toSorted((a, b) => b.rating - a.rating) : all, (one) => one, faults);
  },

  createReview: ({ shop, path, input }) => {
    const product = found(shop.products, path('productId'));
    const body = input<NewReview>();
    if (!shop.customers.has(body.customerId)) throw unusable('customerId', 'There is no such customer.');
    if (product.status !== 'active') throw conflict('The product is not active.');
    const isSecond = reviewsOf(shop, product.id).some(({ customerId }) => customerId === body.customerId);
    if (isSecond && !faults.has('second-review')) throw conflict('The customer has reviewed it.');
    const verified = hasOrdered(shop, body.customerId, product);
    const review: Review = { id: newId(), productId: product.id, ...body, verified, createdAt: shop.clock.now() };
    shop.reviews.set(review.id, review);
    return made(review);
  },
});
