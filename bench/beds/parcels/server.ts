// A parcel service as other people write one, in memory, which does what its document says. Each fault that is planted is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { without } from '../members.ts';
import type { OpenApi, Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { addresses } from './handlers/addresses.ts';
import { buying } from './handlers/buying.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { parcels } from './handlers/parcels.ts';
import { pickups } from './handlers/pickups.ts';
import { shipments } from './handlers/shipments.ts';
import { tracking } from './handlers/tracking.ts';
import { webhooks } from './handlers/webhooks.ts';
import { createStore } from './seeds.ts';
import { type Account, newId, type Store } from './store.ts';
import { Refusal } from './wire.ts';

export { documentPath };

/** Two accounts that see nothing of each other, and a clerk of the first, whose token only reads. */
export const credentials = {
  north: { token: 'pct_north_5d1f0a77c2' },
  south: { token: 'pct_south_93be4c1805' },
  clerk: { token: 'pct_clerk_e06a2b9f41' },
} as const;

const READING: readonly string[] = ['addresses:read', 'shipments:read', 'pickups:read'];

/** Operations whose scope is not checked by a fault. */
const LOOSE: Readonly<Record<string, string>> = { 'clerk-cancels-shipments': 'cancelShipment', 'clerk-deletes-addresses': 'deleteAddress' };

function authenticate(store: Store, document: OpenApi, operation: Operation, header: string | undefined, faults: Faults): Account {
  const { security = document.security ?? [], operationId } = operation;
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  const name = Object.entries(credentials).find(([, one]) => one.token === token)?.[0];
  if (name === undefined) {
    throw new Refusal(
      401,
      'The token is missing or unknown.',
      [],
      faults.has('unauthorized-without-challenge') ? {} : { 'www-authenticate': 'Bearer' },
    );
  }
  const [scope = ''] = (security[0]?.Token ?? []) as readonly string[];
  const isLoose = Object.entries(LOOSE).some(([fault, id]) => faults.has(fault) && id === operationId);
  if (name === 'clerk' && !READING.includes(scope) && !isLoose) throw new Refusal(403, `The token has no scope ${scope}.`);
  return store.account(name === 'south' ? 'south' : 'north');
}

const MOST = 65_536;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const bytes = await bytesOf(request, MOST);
  if (bytes === undefined) throw new Refusal(413, `A body has at most ${MOST} bytes.`);
  return bytes;
}

function parse(operation: Operation, type: string | undefined, bytes: Buffer, faults: Faults): unknown {
  if (!takes(operation, type) && !faults.has('any-media-type')) throw new Refusal(415, 'The operation does not take this media type.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is no JSON.');
  }
}

function problemOf(refusal: Refusal, requestId: string, faults: Faults): Reply {
  const status = refusal.status === 422 && faults.has('unprocessable-as-400') ? 400 : refusal.status;
  const problem = { ...refusal.problem(), request_id: faults.has('problem-other-request-id') ? newId('req') : requestId };
  const body = faults.has('problem-status-missing') ? without(problem, 'status') : problem;
  const type = faults.has('problem-as-json') ? 'application/json' : 'application/problem+json';
  return { status, headers: refusal.headers, content: JSON.stringify(body), type };
}

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const parts = [addresses, shipments, parcels, buying, tracking, pickups, webhooks];
  const handlers: Handlers = Object.assign({}, ...parts.map((part) => part(store, faults)));
  const names = new WeakMap<IncomingMessage, string>();

  const nameOf = (request: IncomingMessage): string => {
    const name = names.get(request) ?? newId('req');
    names.set(request, name);
    return name;
  };

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const method = request.method ?? 'GET';
    const { operation, path } = contract.find(method, pathname);
    if (method === 'HEAD' && faults.has('head-refused')) throw new Refusal(405, 'The path has no HEAD.', [], { allow: 'GET' });
    const account = authenticate(store, contract.document, operation, request.headers.authorization, faults);
    const query = contract.query(operation, search, request.headers);
    const bytes = operation.requestBody === undefined ? Buffer.alloc(0) : await readBody(request);
    const call: Call = {
      account,
      pathname,
      search,
      id: (name) => path.get(name) ?? '',
      query: <T>() => query as T,
      header: (name) => request.headers[name] as string | undefined,
      input: <T>() => contract.body(operation, parse(operation, request.headers['content-type'], bytes, faults)) as T,
    };
    const handler = handlers[operation.operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operation.operationId}.`);
    return handler(call);
  };

  const refusal: Service['refusal'] = (error, request) => {
    if (!(error instanceof Refusal)) console.error(error);
    return problemOf(error instanceof Refusal ? error : new Refusal(500, 'The service failed.'), nameOf(request), faults);
  };

  const headers: Service['headers'] = (all, request) => ({ ...all, 'request-id': nameOf(request) });

  return { answer, refusal, headers };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createParcels = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createParcels(faults));

await serveByHand(import.meta.url, createParcels, 4014);
