// hey-api's SDK with zod on requests and answers, as its plugin generates it.
import { createClient } from '../../../.octavo/bench/ends/hey-api/client/index.ts';
import { getOrder, placeOrder } from '../../../.octavo/bench/ends/hey-api/sdk.gen.ts';

const baseUrl = 'https://orders.example.com';

export function create(fetch: (request: Request) => Promise<Response>, validate: boolean) {
  const client = createClient({ baseUrl, fetch: fetch as typeof globalThis.fetch, auth: () => 'secret' });
  const off = validate ? {} : { requestValidator: undefined, responseValidator: undefined };
  return {
    get: async () => (await getOrder({ client, throwOnError: true, path: { customer: 'c-17', order: 'ORD-000123' }, ...off })).data,
    place: async (order: never) => (await placeOrder({ client, throwOnError: true, body: order, ...off })).data,
  };
}
