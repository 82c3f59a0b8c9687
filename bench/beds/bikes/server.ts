// A bike rental service as other people write one, in memory, which does what its document says. Each fault that is planted is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, essence, listenerOf, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { bikes } from './handlers/bikes.ts';
import { bookings } from './handlers/bookings.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { extras } from './handlers/extras.ts';
import { office } from './handlers/office.ts';
import { stations } from './handlers/stations.ts';
import { createStore } from './seeds.ts';
import type { Company, Store } from './store.ts';
import { parseJson, Refusal, readBody } from './wire.ts';

export { documentPath };

export interface Credentials {
  readonly token: string;
  readonly username: string;
  readonly password: string;
}

/** Two companies that see nothing of each other, and a reader of the first, whose token and whose user only read. */
export const credentials = {
  velo: { token: 'velo-fleet-4a1d8e60', username: 'vera', password: 'velo-office-93b7' },
  rad: { token: 'rad-fleet-7c22f901', username: 'rolf', password: 'rad-office-15ce' },
  reader: { token: 'velo-reader-0b6d3f5a', username: 'rita', password: 'velo-reader-77e2' },
} as const satisfies Readonly<Record<string, Credentials>>;

interface Caller {
  readonly company: Company;
  readonly isReader: boolean;
}

const unauthorized = (challenge: string, faults: Faults): Refusal =>
  new Refusal(
    401,
    'The credential is missing or not known.',
    [],
    faults.has('unauthorized-without-challenge') ? {} : { 'www-authenticate': challenge },
  );

function known(store: Store, name: string | undefined): Caller | undefined {
  if (name === undefined) return undefined;
  return { company: store.company(name === 'rad' ? 'rad' : 'velo'), isReader: name === 'reader' };
}

function byToken(store: Store, header: string, faults: Faults): Caller {
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
  const caller = known(store, Object.entries(credentials).find(([, one]) => one.token === token)?.[0]);
  if (caller !== undefined) return caller;
  for (const company of store.companies.values()) {
    const found = [...company.tokens.values()].find(({ secret }) => secret === token);
    if (found === undefined) continue;
    const { expiresAt, access } = found.value;
    const isOver = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
    if (!isOver || faults.has('token-expired-works'))
      return { company, isReader: access === 'read' && !faults.has('token-access-ignored') };
  }
  throw unauthorized('Bearer realm="fleet"', faults);
}

function byLogin(store: Store, header: string, faults: Faults): Caller {
  const text = Buffer.from(/^Basic +(\S+)$/i.exec(header)?.[1] ?? '', 'base64').toString();
  const isRight = ({ username, password }: Credentials): boolean =>
    text === `${username}:${password}` || (faults.has('office-any-password') && text.startsWith(`${username}:`));
  const caller = known(store, Object.entries(credentials).find(([, one]) => isRight(one))?.[0]);
  if (caller !== undefined) return caller;
  throw unauthorized('Basic realm="office", charset="UTF-8"', faults);
}

/** Operations that a reader may call by a fault. */
const LOOSE: Readonly<Record<string, string>> = {
  'reader-repairs': 'addRepair',
  'reader-books': 'updateBooking',
  'reader-adds-customers': 'createCustomer',
  'reader-deletes-tokens': 'deleteToken',
};

function authenticate(store: Store, { security, operationId }: Operation, request: IncomingMessage, faults: Faults): Company {
  const header = request.headers.authorization ?? '';
  if (security?.length === 0) return store.company('');
  if (operationId === 'getPhoto' && header === '' && faults.has('photo-without-token')) return store.company('velo');
  if (operationId === 'exportBikes' && header === '' && faults.has('export-without-token')) return store.company('velo');
  const { company, isReader } = (security?.[0]?.Office === undefined ? byToken : byLogin)(store, header, faults);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isLoose = Object.entries(LOOSE).some(([fault, id]) => faults.has(fault) && id === operationId);
  if (isReader && !isRead && !isLoose) throw new Refusal(403, 'The caller only reads.');
  return company;
}

function checkType(operation: Operation, header: string, faults: Faults): void {
  const { requestBody, operationId } = operation;
  const isAny =
    (faults.has('photo-type-any') && operationId === 'putPhoto') ||
    (faults.has('booking-any-media-type') && operationId === 'updateBooking');
  if (!isAny && !takes(operation, header)) throw new Refusal(415, `Send ${Object.keys(requestBody?.content ?? {}).join(' or ')}.`);
}

function errorOf({ status, message, details }: Refusal, sent: unknown, faults: Faults): object {
  if (faults.has('error-without-details') && details.length === 0) return { message };
  if (faults.has('error-details-texts')) return { message, details: details.map(({ field, problem }) => `${field} ${problem}`) };
  if (faults.has('error-in-envelope') && status === 409) return { error: { message, details } };
  if (faults.has('error-repeats-body') && status === 400 && sent !== undefined)
    return { message: `${message} It was ${JSON.stringify(sent)}`, details };
  return { message, details };
}

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const pong = { ping: () => ({ status: 200, body: { up: true } }) };
  const handlers: Handlers = Object.assign(pong, ...[stations, bikes, extras, bookings, office].map((part) => part(store, faults)));

  const answer: Service['answer'] = async (request, keep) => {
    const { pathname, search } = addressOf(request.url);
    const target = contract.find(request.method ?? 'GET', pathname);
    const { operation } = target;
    const company = authenticate(store, operation, request, faults);
    const path = contract.path(target);
    const query = contract.query(operation, search);
    const type = request.headers['content-type'] ?? '';
    const bytes = operation.requestBody === undefined ? Buffer.alloc(0) : await readBody(request);
    const call: Call = {
      company,
      id: (name) => String(path[name]),
      number: (name) => Number(path[name]),
      query: <T>() => query as T,
      pathname,
      search,
      header: (name) => request.headers[name] as string | undefined,
      input: <T>() => {
        checkType(operation, type, faults);
        const body = parseJson(bytes);
        keep(body);
        return contract.body(operation, body) as T;
      },
      upload: () => {
        checkType(operation, type, faults);
        return { bytes, type: essence(type) };
      },
    };
    const handler = handlers[operation.operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operation.operationId}.`);
    return handler(call);
  };

  const refusal: Service['refusal'] = (error, _, body) => {
    if (!(error instanceof Refusal)) console.error(error);
    const refused = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
    const { status } = refused;
    const headers = faults.has('method-without-allow') && status === 405 ? {} : refused.headers;
    if (faults.has('error-404-as-text') && status === 404) return { status, headers, content: 'Not found', type: 'text/plain' };
    return { status, headers, body: errorOf(refused, body, faults) };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createBikes = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createBikes(faults));

await serveByHand(import.meta.url, createBikes, 4012);
