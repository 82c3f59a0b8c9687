// The auctions as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { bidders } from './handlers/bidders.ts';
import { bids } from './handlers/bids.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { consignors } from './handlers/consignors.ts';
import { invoices } from './handlers/invoices.ts';
import { lots } from './handlers/lots.ts';
import { reofferings } from './handlers/reofferings.ts';
import { sales } from './handlers/sales.ts';
import { createStore } from './seeds.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly token: string;
  readonly house: 'alder' | 'birch';
  readonly scopes: readonly string[];
}

const ALL = ['catalogue', 'bidding', 'finance'];

/** Two houses, and a clerk of the first one who takes bids. */
export const credentials = {
  alder: { token: 'hse_alder_6fW2kq9TzR', house: 'alder', scopes: ALL },
  birch: { token: 'hse_birch_0dYv7LmXn3', house: 'birch', scopes: ALL },
  clerk: { token: 'hse_clerk_Qp51uHs8Ga', house: 'alder', scopes: ['bidding'] },
} as const satisfies Record<string, Caller>;

/** Operations whose scope is not checked by a fault. */
const LOOSE: Readonly<Record<string, string>> = { closeSale: 'clerk-closes-sales' };

/** Who sends a request. */
function callerOf(header: string | undefined, faults: Faults): Caller {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  const found = Object.values(credentials).find((one) => one.token === token);
  if (found !== undefined) return found;
  const headers = faults.has('unauthorized-without-challenge') ? {} : { 'www-authenticate': 'Bearer realm="auctions"' };
  throw new Refusal(401, 'The token is missing or wrong.', headers);
}

const MOST = 32_768;

async function bodyOf(request: IncomingMessage, { requestBody }: Operation): Promise<Buffer> {
  const bytes = requestBody === undefined ? Buffer.alloc(0) : await bytesOf(request, MOST);
  if (bytes === undefined) throw new Refusal(413, `A body has at most ${MOST} bytes.`);
  return bytes;
}

function parse(operation: Operation, type: string | undefined, bytes: Buffer, faults: Faults): unknown {
  if (!takes(operation, type) && !faults.has('any-media-type')) throw new Refusal(415, 'The operation does not take this media type.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

function requireScope(caller: Caller, operationId: string, scope: string | undefined, faults: Faults): void {
  const isLoose = faults.has(LOOSE[operationId] ?? '');
  if (scope !== undefined && !caller.scopes.includes(scope) && !isLoose) throw new Refusal(403, `The operation needs the scope ${scope}.`);
}

const PARTS = [sales, reofferings, lots, bids, consignors, bidders, invoices];

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const method = request.method ?? 'GET';
    const { operation, path } = contract.find(method, pathname);
    const { operationId } = operation;
    if (method === 'HEAD' && operationId === 'getInvoice' && faults.has('invoice-without-head')) {
      throw new Refusal(405, 'The path has no HEAD.', { allow: 'GET' });
    }
    const caller = callerOf(request.headers.authorization, faults);
    requireScope(caller, operationId, contract.scope(operation), faults);
    contract.headers(operation, request.headers);
    const query = contract.query(operation, search);
    const bytes = await bodyOf(request, operation);
    const call: Call = {
      house: store[caller.house],
      pathname,
      search,
      id: (name) => Number(path.get(name)),
      query: <T>() => query as T,
      header: (name) => request.headers[name] as string | undefined,
      input: <T>() => contract.body(operation, parse(operation, request.headers['content-type'], bytes, faults)) as T,
    };
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler(call);
  };

  const refusal = (error: unknown): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
    const type = faults.has('problem-as-plain-json') ? 'application/json' : 'application/problem+json';
    return { status: known.status, headers: known.headers, content: JSON.stringify(known.problem()), type };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createAuctions = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createAuctions(faults));

await serveByHand(import.meta.url, createAuctions, 4017);
