// The insurer as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { assessments } from './handlers/assessments.ts';
import type { Call, Handlers } from './handlers/call.ts';
import { claims } from './handlers/claims.ts';
import { covers } from './handlers/covers.ts';
import { documents } from './handlers/documents.ts';
import { payees } from './handlers/payees.ts';
import { payments } from './handlers/payments.ts';
import { policies } from './handlers/policies.ts';
import { terms } from './handlers/terms.ts';
import { createStore } from './seeds.ts';
import { type Faults, Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly session: string;
  readonly agency: 'linden' | 'aspen';
  readonly role: 'agent' | 'assistant';
}

/** Agents of two agencies, and an assistant of the first one. */
export const credentials = {
  linden: { session: 'ses-linden-4kT9wQzX2m', agency: 'linden', role: 'agent' },
  aspen: { session: 'ses-aspen-Jd73vRb8Lc', agency: 'aspen', role: 'agent' },
  assistant: { session: 'ses-linden-a0Hy5NfPs6', agency: 'linden', role: 'assistant' },
} as const satisfies Record<string, Caller>;

/** Operations whose role is not checked by a fault. */
const LOOSE: Readonly<Record<string, string>> = {
  payClaim: 'assistant-pays',
  closeClaim: 'assistant-closes',
  cancelPolicy: 'assistant-cancels',
};

function sessionOf(header = ''): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith('agency_session='))?.slice('agency_session='.length);
}

/** Who sends a request. */
function callerOf(header: string | undefined): Caller {
  const session = sessionOf(header);
  const found = Object.values(credentials).find((one) => one.session === session);
  if (found === undefined) throw new Refusal(401, 'The session is missing or unknown.');
  return found;
}

/** Refuses assistants where the document declares that it does. */
function requireRole({ role }: Caller, { operationId, responses }: Operation, faults: Faults): void {
  const isForAgents = responses['403'] !== undefined && !faults.has(LOOSE[operationId] ?? '');
  if (isForAgents && role !== 'agent') throw new Refusal(403, 'The operation is for agents.');
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
    throw new Refusal(400, 'The body is not JSON.');
  }
}

const PARTS = [policies, covers, terms, payees, claims, assessments, payments, documents];

function requireHead(method: string, operationId: string, faults: Faults): void {
  const isMissing = method === 'HEAD' && operationId === 'getClaim' && faults.has('claim-without-head');
  if (isMissing) throw new Refusal(405, 'The path has no HEAD.', { allow: 'GET, PATCH' });
}

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  const answer: Service['answer'] = async (request) => {
    const caller = callerOf(request.headers.cookie);
    const { pathname, search } = addressOf(request.url);
    const method = request.method ?? 'GET';
    const { operation, path } = contract.find(method, pathname);
    const { operationId } = operation;
    requireHead(method, operationId, faults);
    requireRole(caller, operation, faults);
    contract.headers(operation, request.headers);
    const query = contract.query(operation, search);
    const bytes = await bodyOf(request, operation);
    const call: Call = {
      agency: store[caller.agency],
      pathname,
      search,
      part: (name) => path.get(name) ?? '',
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
    const isBare = known.status === 409 && faults.has('conflict-without-messages');
    return { status: known.status, headers: known.headers, body: isBare ? { message: known.message } : { messages: known.messages() } };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createClaims = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createClaims(faults));

await serveByHand(import.meta.url, createClaims, 4020);
