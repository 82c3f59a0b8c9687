// A restaurant's back office as other people write such a service, in memory, which does what its document says.
// Each planted fault is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import type { Call, Handlers } from './handlers/call.ts';
import { menu } from './handlers/menu.ts';
import { orders } from './handlers/orders.ts';
import { reservations } from './handlers/reservations.ts';
import { rooms } from './handlers/rooms.ts';
import { staff } from './handlers/staff.ts';
import { createStore } from './seeds.ts';
import type { HouseName } from './store.ts';
import type { Faults } from './things.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly key: string;
  readonly house: HouseName;
  readonly isManager: boolean;
}

/** Managers of two houses, and a waiter of the first one. */
export const credentials = {
  linden: { key: 'hk-Linden-5rTq9Zm2', house: 'linden', isManager: true },
  harbourside: { key: 'hk-Harbourside-8Wc4Jd7x', house: 'harbourside', isManager: true },
  waiter: { key: 'hk-Linden-waiter-3Bv6Ks1p', house: 'linden', isManager: false },
} as const satisfies Record<string, Caller>;

const OTHER: Readonly<Record<HouseName, HouseName>> = { linden: 'harbourside', harbourside: 'linden' };

/** Operations that need a manager. */
const MANAGED = new Set([
  'createRoom',
  'deleteRoom',
  'createTable',
  'updateTable',
  'deleteTable',
  'createDish',
  'replaceDish',
  'deleteDish',
  'setOpeningHours',
  'hireEmployee',
  'planShift',
  'putIngredient',
]);

/** The operation of which a fault forgets that it needs a manager. */
const FORGOTTEN: Readonly<Record<string, string>> = { planShift: 'waiter-plans-shifts' };

function callerOf(key: string, faults: Faults): Caller {
  const isKnown = (known: string): boolean => (faults.has('key-in-other-case') ? known.toLowerCase() === key.toLowerCase() : known === key);
  const caller = Object.values(credentials).find((one) => isKnown(one.key));
  if (caller !== undefined) return caller;
  const challenge: Readonly<Record<string, string>> = faults.has('challenge-missing') ? {} : { 'www-authenticate': 'HouseKey' };
  throw new Refusal(401, 'Send a key of a house in X-House-Key.', ['X-House-Key'], challenge);
}

/** Refuses what only a manager may do. */
function requireRight({ isManager }: Caller, operationId: string, faults: Faults): void {
  if (isManager || !MANAGED.has(operationId) || faults.has(FORGOTTEN[operationId] ?? '')) return;
  throw new Refusal(403, 'A manager has to do this.');
}

const MOST = 65_536;

async function bodyOf(request: IncomingMessage, { requestBody }: Operation, faults: Faults): Promise<Buffer> {
  const most = faults.has('body-of-any-size') ? 16 * MOST : MOST;
  const bytes = requestBody === undefined ? Buffer.alloc(0) : await bytesOf(request, most);
  if (bytes === undefined) throw new Refusal(413, `A body has at most ${MOST} bytes.`);
  return bytes;
}

/** Whether an operation takes a body of this type. */
function isTaken(operation: Operation, type: string | undefined, faults: Faults): boolean {
  if (faults.has('charset-refused') && type?.includes(';')) return false;
  return takes(operation, type) || (faults.has('patch-as-plain-json') && takes(operation, type?.replace('/json', '/merge-patch+json')));
}

function parse(operation: Operation, type: string | undefined, bytes: Buffer, faults: Faults): unknown {
  if (!isTaken(operation, type, faults)) throw new Refusal(415, 'The body has another media type or is not in UTF-8.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

const PARTS = [rooms, menu, reservations, orders, staff];

function replyOf(error: unknown, faults: Faults): Reply {
  if (!(error instanceof Refusal)) console.error(error);
  const known = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
  const { status, headers } = known;
  if (status === 409 && faults.has('conflict-as-problem')) {
    return { status, headers, content: JSON.stringify(known.body()), type: 'application/problem+json' };
  }
  if (status === 405 && faults.has('allow-missing')) return { status, body: known.body() };
  const as422 = status === 422 && faults.has('unprocessable-called-400') ? { status: 400 } : {};
  return { status, headers, body: { ...known.body(), ...as422 } };
}

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(faults)));

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const target = contract.find(request.method ?? 'GET', pathname);
    const { operation } = target;
    const { operationId } = operation;
    const caller = callerOf(String(request.headers['x-house-key'] ?? ''), faults);
    requireRight(caller, operationId, faults);
    const given = contract.parameters(target, search, request.headers);
    const bytes = await bodyOf(request, operation, faults);
    const call: Call = {
      house: store[caller.house],
      other: store[OTHER[caller.house]],
      isManager: caller.isManager,
      text: (name) => String(given[name]),
      given: <T>() => given as Partial<T>,
      input: <T>() => contract.body(operation, parse(operation, request.headers['content-type'], bytes, faults)) as T,
    };
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    const reply = await handler(call);
    const isTagLost = request.method === 'HEAD' && operationId === 'getReservation' && faults.has('head-without-tag');
    return isTagLost ? { ...reply, headers: {} } : reply;
  };

  return { answer, refusal: (error) => replyOf(error, faults) };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createRestaurant = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createRestaurant(faults));

await serveByHand(import.meta.url, createRestaurant, 4026);
