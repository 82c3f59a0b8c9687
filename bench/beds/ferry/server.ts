// The service: bookings of ferry lines, as its document describes it, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { addressOf, bytesOf, essence, jsonOf, listenerOf, type Reply } from '../http.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import type { Call, Operation, Value } from './call.ts';
import { type Check, type Issue, issuesOf } from './fields.ts';
import { bookings } from './handlers/bookings.ts';
import { notices } from './handlers/notices.ts';
import { routes } from './handlers/routes.ts';
import { sailings } from './handlers/sailings.ts';
import { ships } from './handlers/ships.ts';
import { type Input, inputsOf } from './inputs.ts';
import { limitUpTo } from './pages.ts';
import { seed } from './seeds.ts';
import { Store } from './store.ts';
import { notFound, problemOf, Refusal } from './wire.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The tokens of the service: the offices of two lines, and the quay staff of the first one. */
export const tokens = {
  nordsund: 'skl_office_nordsund_4d7e12',
  westfjord: 'skl_office_westfjord_b80c3a',
  quay: 'skl_quay_nordsund_69f5d1',
} as const;

interface Caller {
  readonly line: 'nordsund' | 'westfjord';
  readonly isStaff: boolean;
}

const CALLERS: ReadonlyMap<string, Caller> = new Map([
  [tokens.nordsund, { line: 'nordsund', isStaff: false }],
  [tokens.westfjord, { line: 'westfjord', isStaff: false }],
  [tokens.quay, { line: 'nordsund', isStaff: true }],
]);

const LARGEST = 262_144;

const operations: readonly Operation[] = [...routes, ...ships, ...sailings, ...bookings, ...notices];

type Has = Call['has'];

function callerOf({ headers }: IncomingMessage): Caller {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const found = CALLERS.get(token);
  if (found === undefined) throw new Refusal(401, 'The token is missing or unknown.', [], { 'www-authenticate': 'Bearer realm="ferry"' });
  return found;
}

function fits(template: string, pathname: string): boolean {
  const segments = pathname.split('/');
  const parts = template.split('/');
  return parts.length === segments.length && parts.every((part, index) => part === '*' || part === segments[index]);
}

function operationOf(method: string, pathname: string, has: Has): Operation {
  const here = operations.filter(({ path }) => fits(path, pathname));
  if (here.length === 0) throw notFound('path');
  const sought = method === 'HEAD' ? 'GET' : method;
  const found = here.find((operation) => operation.method === sought);
  const isRefused = method === 'HEAD' && found?.id === 'getBooking' && has('head-of-booking-405');
  if (found !== undefined && !isRefused) return found;
  const allow = here.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method])).join(', ');
  throw new Refusal(405, 'The path has no such method.', [], { allow });
}

function requireFit(issues: readonly Issue[], what: string): void {
  if (issues.length > 0) throw new Refusal(400, `The ${what} does not fit its schema.`, issues);
}

function queryOf({ query = {} }: Operation, search: URLSearchParams, has: Has): Record<string, Value> {
  const found: Record<string, Value> = {};
  const issues: Issue[] = [];
  const known = query.limit !== undefined && has('limit-of-101') ? { ...query, limit: limitUpTo(101) } : query;
  for (const [name, { check, read, usual }] of Object.entries(known)) {
    const [text, ...more] = search.getAll(name);
    const pointer = `query/${name}`;
    if (more.length > 0) issues.push({ pointer, message: 'may be given once' });
    const value = text === undefined ? usual : (read?.(text) ?? text);
    if (text !== undefined) issues.push(...issuesOf(check, value, pointer));
    if (value !== undefined) found[name] = value;
  }
  requireFit(issues, 'query');
  return found;
}

function checkHeaders(checks: Readonly<Record<string, Check>>, { headers }: IncomingMessage): void {
  const sent = Object.entries(checks).filter(([name]) => headers[name] !== undefined);
  requireFit(
    sent.flatMap(([name, check]) => issuesOf(check, headers[name], `header/${name}`)),
    'header',
  );
}

function requireMedia({ id, media = '' }: Operation, header: string | undefined, has: Has): void {
  const type = essence(header);
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(header ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
  const isTaken = type === media || (id === 'updateSailing' && type === 'application/json' && has('sailing-as-plain-json'));
  if (!isTaken || charset !== 'utf-8') throw new Refusal(415, `The body must be ${media} in UTF-8.`);
}

async function bodyOf(check: Check, operation: Operation, request: IncomingMessage, has: Has): Promise<unknown> {
  requireMedia(operation, request.headers['content-type'], has);
  const bytes = await bytesOf(request, LARGEST);
  if (bytes === undefined) throw new Refusal(413, 'A body may have up to 256 KiB.');
  let body: unknown;
  try {
    body = jsonOf(bytes);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
  requireFit(issuesOf(check, body), 'body');
  return body;
}

async function answer(store: Store, inputs: Readonly<Record<Input, Check>>, has: Has, request: IncomingMessage): Promise<Reply> {
  const caller = callerOf(request);
  const { pathname, search } = addressOf(request.url);
  const operation = operationOf(request.method ?? 'GET', pathname, has);
  const { line, isStaff } = caller;
  if (isStaff && operation.method !== 'GET' && operation.isOfStaff !== true) throw new Refusal(403, 'Quay staff may not do this.');
  const query = queryOf(operation, search, has);
  checkHeaders(operation.headers?.(has) ?? {}, request);
  const own = store.lines[line];
  if (own === undefined) throw notFound('line');
  return operation.run({
    store,
    line: own,
    isStaff,
    id: pathname.split('/')[2] ?? '',
    pathname,
    query,
    header: (name) => request.headers[name]?.toString(),
    body: async <Body>(input: Input) => (await bodyOf(inputs[input], operation, request, has)) as Body,
    has,
  });
}

/** A service of its own, with the faults of these ids. */
function createFerry(faults: ReadonlySet<string>): RequestListener {
  const has: Has = (fault) => faults.has(fault);
  const store = new Store();
  seed(store);
  const inputs = inputsOf(has);
  return listenerOf({ answer: (request) => answer(store, inputs, has, request), refusal: problemOf });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createFerry(faults));

await serveByHand(import.meta.url, createFerry, 4043);
