// Faults in the checks of requests.
import { type Change, member, parameter, set, shared } from '../limits.ts';

export const limits: Readonly<Record<string, Change>> = {
  'discount-of-40': member('NewCustomer', 'discount_percent', { maximum: 39 }),
  'city-in-bytes': set('schemas.Address.properties.city', { 'x-length': 'bytes' }),
  'grower-code-longer': member('NewGrower', 'code', { pattern: '^[A-Z]{3}-[0-9]{2}' }),
  'best-before-any-day': member('NewLot', 'best_before', { format: undefined, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  'honey-refused': member('NewProduct', 'category', { enum: ['vegetable', 'fruit', 'dairy', 'eggs', 'meat'] }),
  'reference-null': member('NewOrder', 'reference', { nullable: false }),
  'brix-of-zero': member('Sample', 'brix', { exclusiveMinimum: false }),
  'per-page-of-51': shared('per_page', { maximum: 51 }),
  'request-id-any': parameter('/orders', 'post', 'X-Request-Id', { format: undefined }),
};
