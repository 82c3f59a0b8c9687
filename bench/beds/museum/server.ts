// The register of museums as other people write such a service, in memory, which does what its document says. Its id turns each planted fault on.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { exhibitions } from './handlers/exhibitions.ts';
import { exhibits } from './handlers/exhibits.ts';
import { loanSteps } from './handlers/loan-steps.ts';
import { loans } from './handlers/loans.ts';
import { locations } from './handlers/locations.ts';
import { movements } from './handlers/movements.ts';
import { objects } from './handlers/objects.ts';
import { treatments } from './handlers/treatments.ts';
import { createStore } from './seeds.ts';
import type { Role } from './things.ts';
import { Refusal } from './wire.ts';

export { documentPath };

interface Caller {
  readonly key: string;
  readonly museum: 'linden' | 'quay';
  readonly role: Role;
}

/** The registrars of two museums, and an assistant of the first one. */
export const credentials = {
  linden: { key: 'lnd-7Kq2vX0sRt', museum: 'linden', role: 'registrar' },
  quay: { key: 'quy-4Zb9mW1eHc', museum: 'quay', role: 'registrar' },
  assistant: { key: 'lnd-1Uf8yP6gNd', museum: 'linden', role: 'assistant' },
} as const satisfies Record<string, Caller>;

const OF_ASSISTANTS = new Set([
  'listObjects',
  'getObject',
  'listMovements',
  'moveObject',
  'listConditions',
  'reportCondition',
  'getTreatment',
  'listLocations',
  'getLocation',
  'listExhibitions',
  'getExhibition',
]);

/** Operations whose role is not checked by a fault. */
const LOOSE: Readonly<Record<string, string>> = {
  setValuation: 'assistants-set-values',
  getLoan: 'assistants-read-loans',
  setTreatmentStatus: 'assistants-approve-treatments',
};

/** Who sends a request. */
function callerOf(search: URLSearchParams, faults: Faults): Caller {
  const [key = '', ...others] = search.getAll('apikey');
  const isSame = (known: string): boolean => known === key || (faults.has('keys-in-any-case') && known.toLowerCase() === key.toLowerCase());
  const found = Object.values(credentials).find((one) => isSame(one.key));
  if (found === undefined || others.length > 0) throw new Refusal(401, 'The key is missing or unknown.');
  return found;
}

function requireRole({ role }: Caller, operationId: string, faults: Faults): void {
  const isLoose = faults.has(LOOSE[operationId] ?? '');
  if (role === 'assistant' && !OF_ASSISTANTS.has(operationId) && !isLoose) throw new Refusal(403, 'An assistant may not do this.');
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
    throw new Refusal(faults.has('broken-json-as-invalid') ? 422 : 400, 'The body is not JSON.');
  }
}

const PARTS = [objects, movements, treatments, locations, exhibitions, exhibits, loans, loanSteps];

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  const answer: Service['answer'] = async (request) => {
    const { pathname, search } = addressOf(request.url);
    const method = request.method ?? 'GET';
    const target = contract.find(method, pathname);
    const { operation, path } = target;
    const { operationId } = operation;
    if (method === 'HEAD' && operationId === 'getLoan' && faults.has('loans-without-head')) {
      throw new Refusal(405, 'The path has no HEAD.', { allow: 'GET' });
    }
    const caller = callerOf(search, faults);
    requireRole(caller, operationId, faults);
    contract.requireIds(target);
    const query = contract.query(operation, search);
    const bytes = await bodyOf(request, operation);
    const call: Call = {
      museum: store[caller.museum],
      role: caller.role,
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

  const refusal = (error: unknown): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : new Refusal(500, 'The service failed.');
    const body = faults.has('errors-under-another-name') ? { error: known.message } : known.body();
    return { status: known.status, headers: known.headers, body };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createMuseum = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createMuseum(faults));

await serveByHand(import.meta.url, createMuseum, 4232);
