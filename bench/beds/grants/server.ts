// The grants as other people write such a service, in memory, which does what its document says. Each planted fault is turned on by its name.
import type { IncomingMessage, RequestListener } from 'node:http';
import { addressOf, bytesOf, jsonOf, listenerOf, type Reply, type Service, takes } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Operation } from '../schemas.ts';
import { contractWith, documentPath } from './contract.ts';
import { applications } from './handlers/applications.ts';
import type { Call, Faults, Handlers } from './handlers/call.ts';
import { decisions } from './handlers/decisions.ts';
import { grants } from './handlers/grants.ts';
import { money } from './handlers/money.ts';
import { organisations } from './handlers/organisations.ts';
import { programmes } from './handlers/programmes.ts';
import { reviews } from './handlers/reviews.ts';
import { submissions } from './handlers/submissions.ts';
import { createStore } from './seeds.ts';
import { badRequest, Refusal } from './wire.ts';

export { documentPath };

/** Officers of two foundations, and an assistant of the first one. */
export const credentials = {
  willow: { foundation: 'willow', role: 'officer', holder: 'Ines Duarte', token: 'wlw-officer-7f3a91c2' },
  heron: { foundation: 'heron', role: 'officer', holder: 'Jakob Lind', token: 'hrn-officer-b84e06d5' },
  assistant: { foundation: 'willow', role: 'assistant', holder: 'Mila Novak', token: 'wlw-assistant-25c9e7f8' },
} as const;

type Caller = (typeof credentials)[keyof typeof credentials];

function callerOf({ headers }: IncomingMessage, faults: Faults): Caller {
  const token = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const caller = Object.values(credentials).find((one) => one.token === token);
  const challenge = faults.has('no-challenge') ? {} : { 'www-authenticate': 'Bearer' };
  if (caller === undefined) throw new Refusal(401, 'unauthorized', 'The token is missing or wrong.', undefined, challenge);
  return caller;
}

const MOST = 65_536;

/** The JSON of a body, or a refusal of its size, its media type or its form. */
async function bodyOf(request: IncomingMessage, operation: Operation, faults: Faults): Promise<unknown> {
  if (operation.requestBody === undefined) return undefined;
  const bytes = await bytesOf(request, MOST);
  if (bytes === undefined) throw new Refusal(413, 'too_large', `A body has at most ${MOST} bytes.`);
  const isLoose = request.method === 'PATCH' && faults.has('patch-of-any-media-type');
  if (!takes(operation, request.headers['content-type']) && !isLoose)
    throw new Refusal(415, 'unsupported_media_type', 'The operation does not take this media type.');
  try {
    return jsonOf(bytes);
  } catch {
    throw badRequest('The body is no JSON.');
  }
}

/** The operations for officers that a service with a fault leaves to assistants. */
const LEFT_TO_ASSISTANTS: Readonly<Record<string, string>> = {
  decideApplication: 'decided-by-assistant',
  deleteOrganisation: 'deleted-by-assistant',
};

const PARTS = [programmes, organisations, applications, submissions, reviews, decisions, grants, money];

function createService(faults: Faults): Service {
  const contract = contractWith(faults);
  const store = createStore();
  const handlers: Handlers = Object.assign({}, ...PARTS.map((part) => part(store, faults)));

  function checkRole(operation: Operation, { role }: Caller): void {
    const isLoose = faults.has(LEFT_TO_ASSISTANTS[operation.operationId] ?? '');
    if (role === 'assistant' && contract.isForOfficers(operation) && !isLoose)
      throw new Refusal(403, 'forbidden', 'The role of the token may not do this.');
  }

  const answer: Service['answer'] = async (request, keep) => {
    const { pathname, search } = addressOf(request.url);
    const caller = callerOf(request, faults);
    const { operation, path } = contract.find(request.method ?? 'GET', pathname);
    const { operationId } = operation;
    if (request.method === 'HEAD' && operationId === 'getGrant' && faults.has('grant-without-head'))
      throw new Refusal(405, 'method_not_allowed', 'The path has GET.', undefined, { allow: 'GET' });
    checkRole(operation, caller);
    const header = (name: string): string | undefined => request.headers[name]?.toString();
    contract.headers(operation, header);
    const query = contract.query(operation, search);
    const given = await bodyOf(request, operation, faults);
    keep(given);
    const body = operation.requestBody === undefined ? undefined : contract.body(operation, given);
    const call: Call = {
      foundation: store[caller.foundation],
      by: header('acting-person') ?? caller.holder,
      pathname,
      search,
      header,
      id: (name) => path.get(name) ?? '',
      query: <T>(name: string) => query[name] as T | undefined,
      input: <T>() => body as T,
    };
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler(call);
  };

  /** The message of a refusal. A careless one repeats the body. */
  const messageOf = ({ message, status }: Refusal, body: unknown): string =>
    status === 422 && faults.has('iban-in-error') ? `${message} It was ${JSON.stringify(body)}.` : message;

  const refusal: Service['refusal'] = (error, _, body): Reply => {
    if (!(error instanceof Refusal)) console.error(error);
    const known = error instanceof Refusal ? error : new Refusal(500, 'failed', 'The service failed.');
    const { status, code, headers } = known;
    const hasNoCode = status === 409 && faults.has('conflict-without-code');
    const fields = faults.has('invalid-without-fields') ? undefined : known.fields;
    const about = { ...(hasNoCode ? {} : { code }), message: messageOf(known, body), ...(fields === undefined ? {} : { fields }) };
    return { status, headers, body: { error: about } };
  };

  return { answer, refusal };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createGrants = (faults: Faults = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: Faults): Promise<Running> => serve(createGrants(faults));

await serveByHand(import.meta.url, createGrants, 4017);
