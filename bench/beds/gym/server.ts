// The studios as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { bookings } from './handlers/bookings.ts';
import type { Call, Handlers } from './handlers/call.ts';
import { courses } from './handlers/courses.ts';
import { lockers, members } from './handlers/members.ts';
import { sessions } from './handlers/sessions.ts';
import { rooms, studios } from './handlers/studios.ts';
import { trainers } from './handlers/trainers.ts';
import { createStore } from './seeds.ts';
import type { ChainName } from './store.ts';
import type { Faults } from './things.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly key: string;
  readonly chain: ChainName;
  readonly isOwner: boolean;
}

/** Owners of two chains, and a reception desk of the first one. */
export const credentials = {
  north: { key: 'north-owner-6f1c9e47a2', chain: 'north', isOwner: true },
  south: { key: 'south-owner-b83d05e6c1', chain: 'south', isOwner: true },
  reception: { key: 'north-desk-29a7d4f80b', chain: 'north', isOwner: false },
} as const satisfies Record<string, Caller>;

/** Operations for owners only, each with the fault that forgets it. */
const OWNERS_ONLY: Readonly<Record<string, string>> = {
  createStudio: '',
  updateStudio: '',
  deleteStudio: '',
  createRoom: '',
  putTrainer: 'reception-adds-trainers',
  deleteTrainer: '',
  createCourse: '',
  updateCourse: '',
  deleteCourse: '',
  createSession: '',
  cancelSession: 'reception-cancels-sessions',
  deleteMember: '',
};

/** Who sends a request. */
function callerOf(key: string, faults: Faults): Caller {
  const isKnown = (known: string): boolean => (faults.has('key-by-its-beginning') ? key.startsWith(known) : key === known);
  const caller = Object.values(credentials).find((one) => isKnown(one.key));
  if (caller === undefined) throw new Refusal(401, 'The access key is missing or unknown.');
  return caller;
}

/** The most bytes that are read of a body. */
const MOST = 1_000_000;

async function bytesFor({ requestBody }: Operation, request: IncomingMessage): Promise<Buffer> {
  const bytes = requestBody === undefined ? Buffer.alloc(0) : await bytesOf(request, MOST);
  if (bytes === undefined) throw new Refusal(400, 'The body is too large.');
  return bytes;
}

function parsedBody(operation: Operation, type: string | undefined, bytes: Buffer, faults: Faults): unknown {
  const isLoose = faults.has('patch-as-plain-json') && essence(type) === 'application/json';
  if (!takes(operation, type) && !isLoose) throw new Refusal(415, 'The operation does not take this media type.');
  try {
    return jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is no JSON.');
  }
}

function requireOwner({ isOwner }: Caller, operationId: string, faults: Faults): void {
  const loose = OWNERS_ONLY[operationId];
  if (loose !== undefined && !isOwner && !faults.has(loose)) throw new Refusal(403, 'This is for owners.');
}

/** Refuses HEAD, where a programmer has forgotten it. */
function requireMethod(method: string | undefined, operationId: string, faults: Faults): void {
  if (method !== 'HEAD' || operationId !== 'getCourse' || !faults.has('course-without-head')) return;
  throw new Refusal(405, 'This path has GET, PATCH, DELETE.', [], { allow: 'GET, PATCH, DELETE' });
}

const PARTS = [studios, rooms, trainers, courses, sessions, members, lockers, bookings];

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(faults)));

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const target = contract.find(request.method ?? 'GET', pathname);
    const { operation } = target;
    const caller = callerOf(String(request.headers['x-access-key'] ?? ''), faults);
    requireMethod(request.method, operation.operationId, faults);
    requireOwner(caller, operation.operationId, faults);
    const given = contract.parameters(target, search, request.headers);
    const bytes = await bytesFor(operation, request);
    const chain = store[caller.chain];
    const call: Call = {
      chain,
      others: Object.values(store).filter((one) => one !== chain),
      given: <T>() => given as T,
      path: (name) => String(given[name]),
      header: (name) => given[name] as string | undefined,
      input: <T>() => contract.body(operation, parsedBody(operation, request.headers['content-type'], bytes, faults)) as T,
    };
    const handler = handlers[operation.operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operation.operationId}.`);
    return handler(call);
  };

  const refusal = (error: unknown): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const { status, message, issues, headers } = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
    if (status === 404 && faults.has('not-found-as-text')) return { status, headers, content: message, type: 'text/plain' };
    const statusCode = status === 409 && faults.has('conflict-with-another-code') ? 400 : status;
    return { status, headers, body: { statusCode, message, issues } };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createGym = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createGym(faults));

await serveByHand(import.meta.url, createGym, 4023);
