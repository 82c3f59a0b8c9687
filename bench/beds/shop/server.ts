// The shops as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { isSameText } from '../texts.ts';
import { contractWith, documentPath } from './contract.ts';
import type { Call, Handlers } from './handlers/call.ts';
import { carts, discounts } from './handlers/carts.ts';
import { categories } from './handlers/categories.ts';
import { customers } from './handlers/customers.ts';
import { orders } from './handlers/orders.ts';
import { products } from './handlers/products.ts';
import { reviews } from './handlers/reviews.ts';
import { variants } from './handlers/variants.ts';
import { createStore } from './seeds.ts';
import type { ShopName } from './store.ts';
import type { Faults } from './things.ts';
import type { Role } from './views.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly key: string;
  readonly shop: ShopName;
  readonly role: Role;
}

/** Owners of two shops, and the support of the first one. */
export const credentials = {
  willow: { key: 'own-willow-7Hd2kQxV9b', shop: 'willow', role: 'owner' },
  maple: { key: 'own-maple-3Rt8mLzC5w', shop: 'maple', role: 'owner' },
  support: { key: 'sup-willow-6Jn4pYsG1f', shop: 'willow', role: 'support' },
} as const satisfies Record<string, Caller>;

/** Operations for owners only, each with the fault that forgets it. */
const OWNED: Readonly<Record<string, string>> = {
  createCategory: '',
  updateCategory: '',
  deleteCategory: '',
  createProduct: '',
  updateProduct: '',
  deleteProduct: '',
  createVariant: '',
  updateVariant: 'support-changes-variants',
  deleteVariant: '',
  deleteCustomer: 'support-deletes-customers',
  createDiscount: '',
  createRefund: 'support-refunds',
};

function callerOf(header: string | string[] | undefined, faults: Faults): Caller {
  const isKnown = (key: string): boolean => (faults.has('keys-in-any-case') ? isSameText(key, String(header)) : key === header);
  const caller = Object.values(credentials).find(({ key }) => isKnown(key));
  if (caller === undefined) throw new Refusal(401, 'The key is missing or unknown.');
  return caller;
}

function requireRole({ role }: Caller, operationId: string, faults: Faults): void {
  const forgotten = OWNED[operationId];
  if (forgotten !== undefined && role !== 'owner' && !faults.has(forgotten)) throw new Refusal(403, 'This is for owners only.');
}

const MOST = 100_000;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const bytes = await bytesOf(request, MOST);
  if (bytes === undefined) throw new Refusal(413, `A body has at most ${MOST} bytes.`);
  return bytes;
}

function parse(bytes: Buffer): unknown {
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is not JSON.', [{ at: 'body', issue: 'is not JSON' }]);
  }
}

const PARTS = [categories, products, variants, reviews, customers, discounts, carts, orders];

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const target = contract.find(request.method ?? 'GET', pathname);
    const { operation, path } = target;
    const caller = callerOf(request.headers['x-access-token'], faults);
    requireRole(caller, operation.operationId, faults);
    const parameters = contract.parameters(target, search, request.headers);
    const bytes = operation.requestBody === undefined ? Buffer.alloc(0) : await bodyOf(request);
    const isTaken = faults.has('any-media-type') || takes(operation, request.headers['content-type']);
    const handler = handlers[operation.operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operation.operationId}.`);
    const call: Call = {
      shop: store[caller.shop],
      role: caller.role,
      path: (name) => path.get(name) ?? '',
      parameters: <T>() => parameters as T,
      input: <T>() => {
        if (!isTaken) throw new Refusal(415, 'The body is not JSON in UTF-8.');
        return contract.body(operation, parse(bytes)) as T;
      },
    };
    return handler(call);
  };

  const refusal = (error: unknown): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
    const { status, message } = known;
    const headers = status === 405 && faults.has('methods-not-told') ? {} : known.headers;
    if (status === 404 && faults.has('not-found-as-text')) return { status, headers, content: message, type: 'text/plain' };
    return { status, headers, body: known.body() };
  };

  const headers: Service['headers'] = ({ etag, ...others }, { method }) =>
    etag === undefined || (method === 'HEAD' && faults.has('head-without-tag')) ? others : { ...others, etag };

  return { answer, refusal, headers };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createShops = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createShops(faults));

await serveByHand(import.meta.url, createShops, 4024);
