// The service: the books of clubs, as its document describes them, on `node:http`.
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { listenerOf, type Reply } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { type OpenApi, resolve, type Schema } from '../schemas.ts';
import { type Contract, contractOf, read, routed, type Trouble, Unreadable } from '../small.ts';
import { type Call, type Caller, conflict, type Handlers, Refusal } from './call.ts';
import { accounts } from './handlers/accounts.ts';
import { budgets } from './handlers/budgets.ts';
import { entries } from './handlers/entries.ts';
import { periods } from './handlers/periods.ts';
import { reports } from './handlers/reports.ts';
import { templates } from './handlers/templates.ts';
import { limits } from './limits.ts';
import { createBooks } from './store.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The tokens of the treasurers of two clubs, and of the auditor of the first one. */
export const credentials = {
  petra: { token: 'lb_river_9c41d07ae2' },
  noor: { token: 'lb_north_53be18f604' },
  anton: { token: 'lb_audit_e7720a4c9b' },
} as const;

const CALLERS: ReadonlyMap<string, Caller> = new Map([
  [credentials.petra.token, { name: 'Petra', role: 'treasurer', club: 'rowing' }],
  [credentials.noor.token, { name: 'Noor', role: 'treasurer', club: 'chess' }],
  [credentials.anton.token, { name: 'Anton', role: 'auditor', club: 'rowing' }],
]);

const handlers: Handlers = { ...accounts, ...entries, ...periods, ...budgets, ...templates, ...reports };

/** A property with the schema that it refers to, where it has a default of its own beside the reference. */
const inlinedProperty = (document: OpenApi, property: Schema): Schema => {
  if (property.$ref === undefined || property.default === undefined) return property;
  return { ...(resolve(document, property as { $ref?: string }) as Schema), default: property.default };
};

function inlined(document: OpenApi): OpenApi {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => {
    const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>);
    if (properties.length === 0) return [name, schema];
    return [name, { ...schema, properties: Object.fromEntries(properties.map(([key, one]) => [key, inlinedProperty(document, one)])) }];
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) as Record<string, Schema> } };
}

const contracts = contractsOf(documentPath, (document) => contractOf(inlined(document)), limits);

interface Service {
  readonly contract: Contract;
  readonly books: ReturnType<typeof createBooks>;
  readonly has: (fault: string) => boolean;
}

function callerOf({ headers }: IncomingMessage): Caller {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const caller = CALLERS.get(token);
  if (caller !== undefined) return caller;
  throw new Refusal(401, 'not_authenticated', 'Please send the token of a club.', { headers: { 'www-authenticate': 'Bearer' } });
}

/** Runs an operation, or gives the answer that its key had the first time. */
function repeatable(operation: string, call: Call): Reply {
  const { books, body, has } = call;
  const run = (): Reply => handlers[operation]?.(call) ?? new Refusal(404, 'unknown_method', 'There is no such call.').reply();
  if (typeof body.idempotency_key !== 'string') return run();
  const key = `${operation} ${body.idempotency_key}`;
  const known = books.kept.get(key);
  if (known !== undefined && !isDeepStrictEqual(known.body, body) && !has('key-without-comparison'))
    throw conflict('idempotency_key_reused', 'The key came with other arguments before.', 'idempotency_key');
  if (known !== undefined) return { ...known.reply, headers: { ...known.reply.headers, 'idempotent-replay': 'true' } };
  const reply = structuredClone(run());
  books.kept.set(key, { body, reply });
  return reply;
}

async function answer({ contract, books, has }: Service, request: IncomingMessage): Promise<Reply> {
  const caller = callerOf(request);
  const target = routed(contract, request);
  if (target.operation.requestBody !== undefined && caller.role === 'auditor')
    throw new Refusal(403, 'read_only', 'Auditors may only read.');
  const { operation, query, body } = await read(contract, request, target);
  const header = (name: string): string | undefined => request.headers[name]?.toString();
  const isHead = request.method === 'HEAD';
  return repeatable(operation, { books: books[caller.club], caller, isHead, query, body: (body ?? {}) as Call['body'], header, has });
}

const TROUBLES: Readonly<Record<Trouble, readonly [status: number, error: string]>> = {
  path: [404, 'unknown_method'],
  method: [405, 'wrong_http_method'],
  'media type': [415, 'wrong_content_type'],
  size: [413, 'too_large'],
  json: [400, 'invalid_json'],
  parameter: [400, 'invalid_arguments'],
  body: [400, 'invalid_arguments'],
};

function unreadable({ trouble, place, message }: Unreadable): Refusal {
  const [status, error] = TROUBLES[trouble];
  if (trouble === 'method') return new Refusal(status, error, message, { headers: { allow: place } });
  if (trouble === 'parameter') return new Refusal(status, error, message, { field: place });
  return new Refusal(status, error, message, trouble === 'body' ? { field: place.slice(1).replaceAll('/', '.') } : {});
}

function refusal(error: unknown): Reply {
  if (error instanceof Refusal) return error.reply();
  if (error instanceof Unreadable) return unreadable(error).reply();
  return { status: 500, body: { ok: false, error: 'internal', message: String(error) } };
}

/** A service of its own, with the faults of these ids. */
export function createLedgerbook(faults: ReadonlySet<string>): RequestListener {
  const service: Service = { contract: contracts(faults), books: createBooks(), has: (fault) => faults.has(fault) };
  return listenerOf({ answer: (request) => answer(service, request), refusal });
}

/** Serves on loopback, on a free port. */
export const listen = (faults: ReadonlySet<string> = new Set()): Promise<Running> => serve(createLedgerbook(faults));

await serveByHand(import.meta.url, createLedgerbook, 4061);
