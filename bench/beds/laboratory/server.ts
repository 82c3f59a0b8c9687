// A laboratory as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { routesOf, targetOf } from '../routes.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import type { Faults, Handlers } from './handlers/call.ts';
import { catalogue } from './handlers/catalogue.ts';
import { clients } from './handlers/clients.ts';
import { instruments } from './handlers/instruments.ts';
import { invoices } from './handlers/invoices.ts';
import { orders } from './handlers/orders.ts';
import { reports } from './handlers/reports.ts';
import { results } from './handlers/results.ts';
import { createStore } from './seeds.ts';
import type { LabName } from './store.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly key: string;
  readonly lab: LabName;
  readonly isSupervisor: boolean;
}

/** Two laboratories, and a technician of the first one. */
export const credentials = {
  north: { key: 'nrt-S7vqK2mXw94e', lab: 'north', isSupervisor: true },
  south: { key: 'sth-Lp08ZyTc3dRb', lab: 'south', isSupervisor: true },
  bench: { key: 'nrt-b6HfUa51QjNo', lab: 'north', isSupervisor: false },
} as const satisfies Record<string, Caller>;

const MOST_BYTES = 65_536;

const SUPERVISED = new Set([
  ...['deleteClient', 'putTest', 'deleteTest', 'createInstrument', 'approveResult', 'releaseReport'],
  ...['listInvoices', 'createInvoice', 'getInvoice', 'creditInvoice'],
]);

/** Operations whose caller is not checked by a fault. */
const LOOSE: Readonly<Record<string, string>> = {
  approveResult: 'technicians-approve',
  getInvoice: 'technicians-read-invoices',
  deleteTest: 'technicians-delete-tests',
};

const handlers: Handlers = { ...clients, ...catalogue, ...instruments, ...orders, ...results, ...reports, ...invoices };

function callerOf(given: string | undefined, faults: Faults): Caller {
  const all: Caller[] = Object.values(credentials);
  const found = all.find(({ key }) => {
    if (faults.has('keys-in-any-case')) return key.toLowerCase() === given?.toLowerCase();
    return faults.has('beginning-of-keys') ? key.slice(0, 8) === given?.slice(0, 8) : key === given;
  });
  if (found === undefined) throw new Refusal(401, 'unauthorized', 'The key is missing or unknown.');
  return found;
}

/** The JSON of a body. */
function parse(operation: Operation, type: string | undefined, bytes: Buffer | undefined): unknown {
  if (bytes === undefined) throw new Refusal(413, 'too_large', `A body has at most ${MOST_BYTES} bytes.`);
  if (!takes(operation, type)) throw new Refusal(415, 'media_type', 'The body has another media type than the operation takes.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'bad_json', 'The body is not JSON in UTF-8.');
  }
}

const refusals = {
  path: () => new Refusal(404, 'not_found', 'There is no such path.'),
  method: (allow: string) => new Refusal(405, 'method', 'The path does not have this method.', undefined, { allow }),
};

const header = ({ headers }: IncomingMessage, name: string): string | undefined => headers[name] as string | undefined;

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const routes = routesOf(contract.document);
  const store = createStore();

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const { pathname, search } = addressOf(request.url);
    const { operation, path } = targetOf(routes, request.method ?? 'GET', pathname, refusals);
    const { operationId } = operation;
    const { lab, isSupervisor } = callerOf(header(request, 'lab-key'), faults);
    const isFree = !SUPERVISED.has(operationId) || faults.has(LOOSE[operationId] ?? '');
    if (!isSupervisor && !isFree) throw new Refusal(403, 'forbidden', 'Supervisors only.');
    const query = contract.query(operation, search);
    const bytes = await bytesOf(request, MOST_BYTES);
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    const reply = await handler({
      ...{ store, lab: store.labs[lab], other: store.labs[lab === 'north' ? 'south' : 'north'], faults, query },
      path: (name) => path.get(name) ?? '',
      header: (name) => header(request, name),
      input: <T>() => contract.body(operation, parse(operation, header(request, 'content-type'), bytes)) as T,
    });
    const isBare = request.method === 'HEAD' && faults.has('head-without-tag');
    return isBare ? { ...reply, headers: {} } : reply;
  };

  const refusal = (error: unknown): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : new Refusal(500, 'failed', 'The service failed.');
    const { status, code, message, headers } = known;
    const shown = faults.has('errors-without-fields') ? new Refusal(status, code, message) : known;
    return { status, headers, body: shown.body() };
  };

  const headers: Service['headers'] = (given, request) => {
    const own = faults.has('own-request-id') ? undefined : header(request, 'x-request-id');
    return { ...given, 'x-request-id': own || randomUUID() };
  };

  return { answer, refusal, headers };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createLaboratory = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createLaboratory(faults));

await serveByHand(import.meta.url, createLaboratory, 4018);
