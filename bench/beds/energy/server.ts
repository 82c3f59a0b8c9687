// The service: it does what its document says, unless faults are turned on.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, takes } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { targetOf } from '../routes.ts';
import type { Operation } from '../schemas.ts';
import { type Contract, checkBody, checkHeaders, checkPath, contractOf, queryOf } from './contract.ts';
import { bills } from './handlers/bills.ts';
import { contracts } from './handlers/contracts.ts';
import { customers } from './handlers/customers.ts';
import { readings } from './handlers/readings.ts';
import { supply } from './handlers/supply.ts';
import { tariffs } from './handlers/tariffs.ts';
import { limits } from './limits.ts';
import { seeded } from './seeds.ts';
import type { Store } from './store.ts';
import { badRequest, type Call, type Handlers, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The keys of three callers: two offices of two suppliers, and a desk of the first one. */
export const credentials = {
  office: { key: 'nord-office-5d41402abc4b' },
  other: { key: 'syd-office-7d793037a076' },
  desk: { key: 'nord-desk-9a0364b9e99b' },
};

interface Caller {
  readonly supplier: 'nord' | 'syd';
  readonly isDesk: boolean;
}

const CALLERS: Readonly<Record<string, Caller>> = {
  [credentials.office.key]: { supplier: 'nord', isDesk: false },
  [credentials.other.key]: { supplier: 'syd', isDesk: false },
  [credentials.desk.key]: { supplier: 'nord', isDesk: true },
};

/** What a desk may do beside reading. */
const FOR_DESKS = ['createCustomer', 'updateCustomer', 'recordReading', 'recordPayment'];

const MOST_BYTES = 32 * 1024;

const HANDLERS: Handlers = { ...customers, ...supply, ...readings, ...tariffs, ...contracts, ...bills };

type Has = (fault: string) => boolean;

function callerOf(key: string | undefined, has: Has): Caller {
  const given = has('key-in-any-case') ? key?.toLowerCase() : key;
  const names = Object.keys(CALLERS);
  const found = names.find((name) => name === given || (has('key-by-its-start') && given?.startsWith(name)));
  const caller = found === undefined ? undefined : CALLERS[found];
  if (caller === undefined) throw new Refusal(401, 'Unauthorized', 'Send the key of a supplier.', { target: 'Energy-Key' });
  return caller;
}

function checkRights({ isDesk }: Caller, method: string, { operationId }: Operation, has: Has): void {
  const more = [...(has('desk-voids-bills') ? ['voidBill'] : []), ...(has('desk-deletes-customers') ? ['deleteCustomer'] : [])];
  const isFine = method === 'GET' || method === 'HEAD' || [...FOR_DESKS, ...more].includes(operationId);
  const isRefused = has('desk-records-no-payments') && operationId === 'recordPayment';
  if (isDesk && (!isFine || isRefused)) throw new Refusal(403, 'Forbidden', 'A desk key is not enough.');
}

async function bodyOf(request: IncomingMessage, operation: Operation, has: Has): Promise<unknown> {
  if (operation.requestBody === undefined) return undefined;
  if (!takes(operation, request.headers['content-type']) && !(has('any-media-type') && request.headers['content-type'] !== undefined))
    throw new Refusal(415, 'UnsupportedType', 'Send the media type of the operation.', { target: 'Content-Type' });
  const bytes = await bytesOf(request, has('bodies-of-any-size') ? 10 * MOST_BYTES : MOST_BYTES);
  if (bytes === undefined) throw new Refusal(413, 'TooLarge', 'The body is larger than 32 KiB.');
  try {
    return jsonOf(bytes);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

const REFUSALS = {
  path: () => new Refusal(404, 'NotFound', 'There is no such path.'),
  method: (allow: string) => new Refusal(405, 'MethodNotAllowed', `Use ${allow}.`, {}, { allow }),
};

async function answer(
  request: IncomingMessage,
  contract: Contract,
  stores: Readonly<Record<Caller['supplier'], Store>>,
  has: Has,
): Promise<Reply> {
  const { method = 'GET', headers } = request;
  const { pathname, search } = addressOf(request.url);
  const { operation, path } = targetOf(contract.routes, method, pathname, REFUSALS);
  const caller =
    method === 'HEAD' && has('head-without-key')
      ? { supplier: 'nord' as const, isDesk: true }
      : callerOf(headers['energy-key']?.toString(), has);
  checkRights(caller, method, operation, has);
  const header = (name: string): string | undefined => headers[name]?.toString();
  checkPath(contract, operation, path);
  checkHeaders(contract, operation, header);
  const query = queryOf(contract, operation, search);
  const body = await bodyOf(request, operation, has);
  if (operation.requestBody !== undefined) checkBody(contract, operation, body);
  const call: Call = {
    has,
    store: stores[caller.supplier],
    stores: Object.values(stores),
    path: (name) => path.get(name) ?? '',
    query,
    body,
    header,
  };
  const handler = HANDLERS[operation.operationId];
  if (handler === undefined) throw new Error(`There is no handler of ${operation.operationId}.`);
  const reply = await handler(call);
  if (method !== 'HEAD' || !has('head-without-tag')) return reply;
  const { etag: _, ...others } = reply.headers ?? {};
  return { ...reply, headers: others };
}

function refusalOf(error: unknown, has: Has): Reply {
  if (!(error instanceof Refusal)) {
    console.error(error);
    return { status: 500, body: { error: { code: 'Internal', message: 'Something went wrong here.' } } };
  }
  const { status, code, message, about, headers } = error;
  const { details, ...others } = about;
  const shown = {
    code,
    message,
    ...others,
    ...(details === undefined ? {} : { details: has('only-one-detail') ? details.slice(0, 1) : details }),
  };
  if (has('errors-as-plain-text') && status === 409) return { status, content: message, type: 'text/plain', headers };
  return { status, body: { error: shown }, headers };
}

const contractFor = contractsOf(documentPath, contractOf, limits);

export function createEnergy(faults: ReadonlySet<string> = new Set()): RequestListener {
  const contract = contractFor(faults);
  const stores = seeded();
  const has = (fault: string): boolean => faults.has(fault);
  return listenerOf({
    answer: (request) => answer(request, contract, stores, has),
    refusal: (error) => refusalOf(error, has),
  });
}

/** Serves on loopback. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createEnergy(faults));

await serveByHand(import.meta.url, createEnergy, 4021);
