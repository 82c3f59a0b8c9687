// openapi-fetch as its documentation has it, with the headers that ours sends.
import createClient from 'openapi-fetch';
import type { paths } from '../../../.octavo/bench/ends/orders/schema.ts';

const baseUrl = 'https://orders.example.com';
type Order = paths['/orders']['post']['requestBody']['content']['application/json'];

export function create(fetch: (request: Request) => Promise<Response>) {
  const client = createClient<paths>({ baseUrl, fetch, headers: { accept: 'application/json' } });
  const headers = { authorization: 'Bearer secret' };
  return {
    get: async () => {
      const params = { path: { customer: 'c-17', order: 'ORD-000123' } };
      return (await client.GET('/customers/{customer}/orders/{order}', { params, headers })).data;
    },
    place: async (order: unknown) => (await client.POST('/orders', { body: order as Order })).data,
  };
}
