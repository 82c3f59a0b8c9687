// The property manager as other people write such a service, in memory. It does what its document says, and each planted fault is turned on by name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { without } from '../members.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { buildings } from './handlers/buildings.ts';
import type { Call, Handlers } from './handlers/call.ts';
import { charges } from './handlers/charges.ts';
import { flats } from './handlers/flats.ts';
import { leases } from './handlers/leases.ts';
import { repairs, tradespeople } from './handlers/repairs.ts';
import { tenants } from './handlers/tenants.ts';
import { createStore } from './seeds.ts';
import type { Faults } from './things.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly token: string;
  readonly agency: 'brook' | 'castle';
  readonly role: 'manager' | 'caretaker';
}

/** The managers of two agencies, and a caretaker of the first one. */
export const credentials = {
  brook: { token: 'tn-mgr-b2Kq81LdWz70', agency: 'brook', role: 'manager' },
  castle: { token: 'tn-mgr-c9Rf44XoPs26', agency: 'castle', role: 'manager' },
  caretaker: { token: 'tn-crt-b5Jy09MhTv31', agency: 'brook', role: 'caretaker' },
} as const satisfies Record<string, Caller>;

/** Operations that a fault opens to caretakers. */
const LOOSE: Readonly<Record<string, string>> = {
  createTenant: 'caretaker-registers-tenants',
  listCharges: 'caretaker-sees-charges',
};

/** Who sends a request. */
function callerOf(header: string | undefined, faults: Faults): Caller {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
  const found = Object.values(credentials).find((one) => one.token === token);
  if (found !== undefined) return found;
  const headers = faults.has('unauthorized-without-challenge') ? {} : { 'www-authenticate': 'Bearer realm="tenancy"' };
  throw new Refusal(401, 'The token is missing or unknown.', headers);
}

/** Operations that are closed to caretakers list a 403. */
function requireRole({ role }: Caller, { operationId, responses }: Operation, faults: Faults): void {
  const isClosed = responses['403'] !== undefined && !faults.has(LOOSE[operationId] ?? '');
  if (role === 'caretaker' && isClosed) throw new Refusal(403, 'Caretakers may not do this.');
}

const MOST = 65_536;

async function bodyOf(request: IncomingMessage, { requestBody }: Operation): Promise<Buffer> {
  const bytes = requestBody === undefined ? Buffer.alloc(0) : await bytesOf(request, MOST);
  if (bytes === undefined) throw new Refusal(413, `A body has at most ${MOST} bytes.`);
  return bytes;
}

function parse(operation: Operation, type: string | undefined, bytes: Buffer, faults: Faults): unknown {
  if (!takes(operation, type) && !faults.has('any-media-type')) throw new Refusal(415, 'The body is not application/json.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

const PARTS = [buildings, flats, tenants, leases, charges, tradespeople, repairs];

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const method = request.method ?? 'GET';
    const { operation, path } = contract.find(method, pathname);
    const { operationId } = operation;
    if (method === 'HEAD' && operationId === 'getTenant' && faults.has('tenants-without-head')) {
      throw new Refusal(405, 'The path has no HEAD.', { allow: 'GET, PATCH, DELETE' });
    }
    const caller = callerOf(request.headers.authorization, faults);
    requireRole(caller, operation, faults);
    contract.headers(operation, request.headers);
    const query = contract.query(operation, search);
    const bytes = await bodyOf(request, operation);
    const body = operation.requestBody === undefined ? undefined : parse(operation, request.headers['content-type'], bytes, faults);
    const call: Call = {
      agency: store[caller.agency],
      path: (name) => path.get(name) ?? '',
      query: <T>() => query as T,
      header: (name) => request.headers[name] as string | undefined,
      input: <T>() => contract.body(operation, body) as T,
    };
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler(call);
  };

  const refusal = (error: unknown): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
    const isLoose = known.status === 405 && faults.has('method-without-allow');
    const { error: shown } = known.body();
    const body = { error: faults.has('invalid-without-at') ? without(shown, 'at') : shown };
    return { status: known.status, headers: isLoose ? {} : known.headers, body };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createTenancy = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createTenancy(faults));

await serveByHand(import.meta.url, createTenancy, 4025);
