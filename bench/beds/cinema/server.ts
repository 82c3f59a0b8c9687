// The cinemas as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { bookings } from './handlers/bookings.ts';
import type { Call, Handlers } from './handlers/call.ts';
import { films } from './handlers/films.ts';
import { halls, prices } from './handlers/halls.ts';
import { members, vouchers } from './handlers/members.ts';
import { screenings } from './handlers/screenings.ts';
import { createStore } from './seeds.ts';
import type { GroupName } from './store.ts';
import type { Faults } from './things.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly token: string;
  readonly group: GroupName;
  readonly role: 'manager' | 'box office';
}

/** Managers of two groups, and a box office of the first one. */
export const credentials = {
  lumen: { token: 'cin_lumen_mgr_4Tq8sVb2', group: 'lumen', role: 'manager' },
  orion: { token: 'cin_orion_mgr_9Yd3kPz7', group: 'orion', role: 'manager' },
  desk: { token: 'cin_lumen_box_1Wf6hRn5', group: 'lumen', role: 'box office' },
} as const satisfies Record<string, Caller>;

/** Operations that need a manager, each with the fault that forgets it. */
const MANAGED: Readonly<Record<string, string>> = {
  createFilm: '',
  replaceFilm: '',
  deleteFilm: '',
  createHall: '',
  updateHall: '',
  deleteHall: '',
  putPrice: 'desk-sets-prices',
  createScreening: '',
  updateScreening: '',
  deleteScreening: '',
  cancelScreening: '',
  createVoucher: '',
  deleteMember: 'desk-deletes-members',
};

/** Who sends a request. */
function callerOf(header: string | undefined, faults: Faults): Caller {
  const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const isKnown = (known: string): boolean => (faults.has('token-by-its-beginning') ? token.startsWith(known) : token === known);
  const caller = Object.values(credentials).find((one) => isKnown(one.token));
  if (caller !== undefined) return caller;
  throw new Refusal(401, 'The token is missing or wrong.', [], { 'www-authenticate': 'Bearer realm="cinema"' });
}

const MOST = 65_536;

async function bodyOf(request: IncomingMessage, { requestBody }: Operation): Promise<Buffer> {
  const bytes = requestBody === undefined ? Buffer.alloc(0) : await bytesOf(request, MOST);
  if (bytes === undefined) throw new Refusal(413, `A body has at most ${MOST} bytes.`);
  return bytes;
}

function parse(operation: Operation, type: string | undefined, bytes: Buffer, faults: Faults): unknown {
  if (!takes(operation, type) && !faults.has('any-media-type')) throw new Refusal(415, 'The body is not JSON in UTF-8.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

/** Refuses what only a manager may do. */
function requireRole({ role }: Caller, operationId: string, faults: Faults): void {
  const loose = MANAGED[operationId];
  if (loose !== undefined && role !== 'manager' && !faults.has(loose)) throw new Refusal(403, 'This needs a manager.');
}

const PARTS = [films, halls, prices, screenings, bookings, members, vouchers];

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const target = contract.find(request.method ?? 'GET', pathname);
    const { operation, path } = target;
    const { operationId } = operation;
    if (request.method === 'HEAD' && operationId === 'getScreening' && faults.has('screening-without-head')) {
      throw new Refusal(405, 'The address has GET.', [], { allow: 'GET, PATCH, DELETE' });
    }
    const caller = callerOf(request.headers.authorization, faults);
    requireRole(caller, operationId, faults);
    contract.path(target);
    const headers = contract.headers(operation, request.headers);
    const query = contract.query(operation, search);
    const bytes = await bodyOf(request, operation);
    const call: Call = {
      group: store[caller.group],
      path: (name) => path.get(name) ?? '',
      query: <T>() => query as T,
      header: (name) => headers[name] as string | undefined,
      input: <T>() => contract.body(operation, parse(operation, request.headers['content-type'], bytes, faults)) as T,
    };
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler(call);
  };

  const refusal = (error: unknown): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
    const { status, headers } = known;
    if (status === 422 && faults.has('unprocessable-as-text')) return { status, headers, content: known.message, type: 'text/plain' };
    return { status, headers, body: known.body() };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createCinema = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createCinema(faults));

await serveByHand(import.meta.url, createCinema, 4022);
