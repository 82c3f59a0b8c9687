// The harbour: a service on `node:http` that does what its document says, and makes the mistakes that are turned on.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, listenerOf, type Reply } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { type Target, targetOf } from '../routes.ts';
import { type Contract, contractOf } from './contract.ts';
import { handlers } from './handlers/index.ts';
import { checkThere } from './handlers/things.ts';
import { limits } from './limits.ts';
import { seededStore } from './seeds.ts';
import { checkRights, credentials, portOf, sessionOf } from './sessions.ts';
import { notFound, Refusal } from './wire.ts';

export { credentials };

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));
const contractWith = contractsOf(documentPath, contractOf, limits);

const MOST_BYTES = 65_536;

const noMethod = (allow: string): Refusal => new Refusal(405, 'no_method', 'The path has no such method.', [], { allow });

function target({ routes }: Contract, { method = '' }: IncomingMessage, pathname: string, on: (fault: string) => boolean): Target {
  if (method === 'HEAD' && on('no-head-of-berths') && pathname.startsWith('/berths')) throw noMethod('GET, PUT');
  return targetOf(routes, method, pathname, { path: notFound, method: noMethod });
}

async function readBody(contract: Contract, { operation }: Target, request: IncomingMessage): Promise<unknown> {
  if (operation.requestBody === undefined) return undefined;
  const bytes = await bytesOf(request, MOST_BYTES);
  if (bytes === undefined) throw new Refusal(413, 'too_large', 'The body has more than 64 kB.');
  return contract.body(operation, request.headers['content-type'], bytes);
}

function refusal(error: unknown, on: (fault: string) => boolean): Reply {
  if (!(error instanceof Refusal)) {
    console.error(error);
    return { status: 500, body: { reason: 'bug', message: 'The service has a bug.' } };
  }
  const { status, reason, message, details, headers } = error;
  const about = details.length > 0 ? { details: on('details-as-texts') ? details.map((one) => one.message) : details } : {};
  if (status === 404 && on('not-found-as-text')) return { status, content: message, type: 'text/plain', headers };
  return { status, body: { reason, message, ...about }, headers };
}

/** The service with the faults of these ids, as a listener of `node:http`. */
export function createHarbour(faults: ReadonlySet<string>): RequestListener {
  const contract = contractWith(faults);
  const store = seededStore();
  const on = (fault: string): boolean => faults.has(fault);

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { pathname, search } = addressOf(request.url);
    const found = target(contract, request, pathname, on);
    const { operation, path } = found;
    const { operationId } = operation;
    const session = sessionOf(request.headers.cookie, on);
    checkRights(session, operationId, on);
    const port = portOf(store, session, operationId, path, on);
    checkThere({ port, path }, operationId);
    const query = contract.query(operation, search);
    const body = await readBody(contract, found, request);
    const headers = request.headers as Readonly<Record<string, string | undefined>>;
    const handler = handlers[operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operationId}.`);
    return handler({ port, store, pathname, path, query, search, body, headers, on });
  }

  return listenerOf({ answer, refusal: (error) => refusal(error, on) });
}

export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createHarbour(faults));

await serveByHand(import.meta.url, createHarbour, 4021);
