// The service: an issue tracker, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply, takes } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { type Target, targetOf } from '../routes.ts';
import type { Call, Handlers, Login } from './call.ts';
import { type Contract, checkBody, checkHeaders, checkPath, contractOf, readQuery } from './contract.ts';
import { comments } from './handlers/comments.ts';
import { issues } from './handlers/issues.ts';
import { members } from './handlers/members.ts';
import { moves } from './handlers/moves.ts';
import { plans } from './handlers/plans.ts';
import { projects } from './handlers/projects.ts';
import { search } from './handlers/search.ts';
import { work } from './handlers/work.ts';
import { limits } from './limits.ts';
import { createStore, type Store } from './store.ts';
import { badRequest, notFound, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The logins of the service: a user name and a token. */
export const credentials = {
  mira: { username: 'mira', password: 'trk-north-7f3a91c2' },
  olaf: { username: 'olaf', password: 'trk-south-5be20d48' },
  gus: { username: 'gus', password: 'trk-north-c86d1e07' },
} as const;

const LOGINS: Readonly<Record<keyof typeof credentials, Login>> = {
  mira: { handle: 'mira', workspace: 'north', isGuest: false },
  olaf: { handle: 'olaf', workspace: 'south', isGuest: false },
  gus: { handle: 'gus', workspace: 'north', isGuest: true },
};

const LARGEST = 65_536;

const handlers: Handlers = { ...projects, ...members, ...plans, ...issues, ...moves, ...comments, ...work, ...search };

/** What guests may do apart from reading. */
const OF_GUESTS = new Set(['createComment', 'updateComment', 'createFilter']);

const contracts = contractsOf(documentPath, contractOf, limits);

type Has = Call['has'];

function loginOf({ headers }: IncomingMessage, has: Has): Login {
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const [, username = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const found = Object.values(credentials).find((login) => login.username === username && login.password === password);
  if (found !== undefined) return LOGINS[found.username];
  const challenge = has('no-challenge') ? {} : { 'www-authenticate': 'Basic realm="tracker"' };
  throw new Refusal(401, 'The user name or the token is missing or wrong.', [], challenge);
}

function routed({ routes }: Contract, method: string, pathname: string, has: Has): Target {
  const target = targetOf(routes, method, pathname, {
    path: () => notFound('path'),
    method: (allow) => new Refusal(405, 'The path has no such method.', [], { allow }),
  });
  if (method === 'HEAD' && target.operation.operationId === 'getProject' && has('head-refused'))
    throw new Refusal(405, 'The path has no such method.', [], { allow: 'GET, PATCH, DELETE' });
  return target;
}

function requireRight({ isGuest }: Login, method: string, operation: string, has: Has): void {
  const isRead = (method === 'GET' || method === 'HEAD') && operation !== 'listWorkLogs';
  const isAllowed = isRead || OF_GUESTS.has(operation) || (operation === 'transitionIssue' && has('guest-moves-issues'));
  if (isGuest && !isAllowed) throw new Refusal(403, 'Guests may not do this.');
}

/** The JSON of the body of a request, for an operation that takes one. */
async function readBody(contract: Contract, request: IncomingMessage, { operation }: Target, has: Has): Promise<unknown> {
  if (operation.requestBody === undefined) return undefined;
  const type = request.headers['content-type'];
  const isTaken = takes(operation, type) || (has('comment-as-text') && essence(type) === 'text/plain');
  if (!isTaken) throw new Refusal(415, 'The body must be application/json in UTF-8.');
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw new Refusal(413, `A body may have up to ${LARGEST} bytes.`);
  let body: unknown;
  try {
    body = jsonOf(bytes);
  } catch {
    throw badRequest('The body is not JSON.');
  }
  checkBody(contract, operation, body);
  return body;
}

async function answer(contract: Contract, store: Store, has: Has, request: IncomingMessage): Promise<Reply> {
  const { method = 'GET', url } = request;
  const login = loginOf(request, has);
  const { pathname, search: query } = addressOf(url);
  const target = routed(contract, method, pathname, has);
  const { operation, path } = target;
  requireRight(login, method, operation.operationId, has);
  checkPath(contract, operation, path);
  const header = (name: string): string | undefined => request.headers[name]?.toString();
  checkHeaders(contract, operation, header);
  const workspace = store.workspaces.get(login.workspace);
  const handler = handlers[operation.operationId];
  if (workspace === undefined || handler === undefined) throw notFound('operation');
  const call = { store, clock: store.clock, login, workspace, path: (name: string) => path.get(name) ?? '', header, has };
  return handler({ ...call, query: readQuery(contract, operation, query), body: await readBody(contract, request, target, has) });
}

function refusal(error: unknown, has: Has): Reply {
  const known = error instanceof Refusal ? error : undefined;
  if (known === undefined) return { status: 500, body: { error: 'internal', detail: String(error) } };
  if (known.status === 404 && has('not-found-page'))
    return { status: 404, content: '<!doctype html><title>Not found</title>', type: 'text/html' };
  return known.reply();
}

/** A service of its own, with the faults of these ids. */
export function createTracker(faults: ReadonlySet<string>): RequestListener {
  const contract = contracts(faults);
  const store = createStore();
  const has: Has = (fault) => faults.has(fault);
  return listenerOf({
    answer: (request) => answer(contract, store, has, request),
    refusal: (error) => refusal(error, has),
  });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createTracker(faults));

await serveByHand(import.meta.url, createTracker, 4027);
