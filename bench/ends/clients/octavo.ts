// Our typed client: two operations, the bearer credential of the document; once plain, once with requests and answers validated.

// Written by `prepare`.
import { createOrdersClient, ordersValidators } from '../../../.octavo/bench/ends/orders/index.ts';
import { type Send, validation } from '../../../runtime/index.ts';

const baseUrl = 'https://orders.example.com';
type Order = Parameters<ReturnType<typeof createOrdersClient>['placeOrder']>[0]['body'];

export function create(fetch: Send, validate: boolean) {
  const credentials = { token: 'secret' };
  const client = createOrdersClient({
    baseUrl,
    fetch,
    credentials,
    ...(validate ? { validate: validation(ordersValidators, { requests: 'throw' }) } : {}),
  });
  return {
    get: async () => (await client.getOrder({ path: { customer: 'c-17', order: 'ORD-000123' } })).body,
    place: async (order: unknown) => (await client.placeOrder({ body: order as Order })).body,
  };
}
