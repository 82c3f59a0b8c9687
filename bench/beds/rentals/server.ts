// The rentals as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { customers } from './handlers/customers.ts';
import { depots } from './handlers/depots.ts';
import { handover } from './handlers/handover.ts';
import { invoices } from './handlers/invoices.ts';
import { machines } from './handlers/machines.ts';
import { maintenance } from './handlers/maintenance.ts';
import { models } from './handlers/models.ts';
import { priceLists } from './handlers/price-lists.ts';
import { reservations } from './handlers/reservations.ts';
import { createStore } from './seeds.ts';
import { Refusal } from './wire.ts';

export { documentPath };

/** The offices of two companies, and the yard of the first one. */
export const credentials = {
  north: { username: 'north-office', password: 'hoist-4417-amber' },
  south: { username: 'south-office', password: 'crane-9032-cobalt' },
  yard: { username: 'north-yard', password: 'winch-2085-maple' },
} as const;

type Caller = keyof typeof credentials;

const isCaller = (name: string | undefined): name is Caller => name !== undefined && Object.hasOwn(credentials, name);

/** Operations whose role is not checked by a fault. */
const LOOSE: Readonly<Record<string, string>> = { 'yard-records-payments': 'recordPayment' };

/** Who sends a request by HTTP Basic. */
function callerOf(header: string | undefined, faults: Faults): Caller {
  const encoded = /^Basic +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const [, username = '', password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const name = Object.keys(credentials)
    .filter(isCaller)
    .find((one) => credentials[one].username === username);
  if (name !== undefined && (credentials[name].password === password || faults.has('password-not-compared'))) return name;
  const headers = faults.has('unauthorized-without-challenge') ? undefined : { 'www-authenticate': 'Basic realm="rentals"' };
  throw new Refusal(401, 'The login is missing or wrong.', [], headers);
}

const MOST = 65_536;

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
    throw new Refusal(400, 'The body is no JSON.');
  }
}

function replyTo(refusal: Refusal, faults: Faults): Reply {
  const { status, headers } = refusal;
  const failure = refusal.failure();
  if (faults.has('mistakes-missing')) delete failure.mistakes;
  return status === 422 && faults.has('invalid-as-500')
    ? { status: 500, headers, body: { ...failure, status: 500, code: 'broken' } }
    : { status, headers, body: failure };
}

const PARTS = [depots, models, machines, maintenance, priceLists, customers, reservations, handover, invoices];

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const method = request.method ?? 'GET';
    const { operation, path } = contract.find(method, pathname);
    const { operationId } = operation;
    if (method === 'HEAD' && operationId === 'getReservation' && faults.has('reservation-without-head')) {
      throw new Refusal(405, 'The path has no HEAD.', [], { allow: 'GET, PATCH' });
    }
    const caller = callerOf(request.headers.authorization, faults);
    const role = contract.role(operation);
    const isLoose = Object.entries(LOOSE).some(([fault, id]) => faults.has(fault) && id === operationId);
    if (caller === 'yard' && role !== undefined && !isLoose) throw new Refusal(403, `The operation needs the role ${String(role)}.`);
    contract.requestId(request.headers);
    const query = contract.query(operation, search);
    const bytes = await bodyOf(request, operation);
    const call: Call = {
      company: caller === 'south' ? store.south : store.north,
      pathname,
      search,
      id: (name) => path.get(name) ?? '',
      query: <T>() => query as T,
      header: (name) => request.headers[name] as string | undefined,
      input: <T>() => contract.body(operation, parse(operation, request.headers['content-type'], bytes, faults)) as T,
    };
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler(call);
  };

  const refusal: Service['refusal'] = (error) => {
    if (!(error instanceof Refusal)) console.error(error);
    return replyTo(error instanceof Refusal ? error : new Refusal(500, 'The service failed.'), faults);
  };

  const headers: Service['headers'] = (all, { headers: given }) => ({ ...all, 'request-id': requestIdOf(given['request-id'], faults) });

  return { answer, refusal, headers };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The name of a request as its answer repeats it. */
function requestIdOf(given: string | string[] | undefined, faults: Faults): string {
  return typeof given === 'string' && UUID.test(given) && !faults.has('request-id-not-repeated') ? given : randomUUID();
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createRentals = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createRentals(faults));

await serveByHand(import.meta.url, createRentals, 4015);
