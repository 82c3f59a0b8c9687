// A warehouse service as other people write one, in memory, which does what its document says. Each fault that is planted is turned on by its name.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { essence, listenerOf, type Reply as Sent, type Service, takes } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { isList, parametersOf, parameterValue } from '../parameters.ts';
import { type Route, routesOf, type Target, targetOf } from '../routes.ts';
import { bodySchemaOf, type OpenApi, type Operation, type Schema, schemaCompiler } from '../schemas.ts';
import { admin } from './handlers/admin.ts';
import type { Call, Handlers, Reply } from './handlers/call.ts';
import { products } from './handlers/products.ts';
import { purchasing } from './handlers/purchasing.ts';
import { stock } from './handlers/stock.ts';
import { warehouses } from './handlers/warehouses.ts';
import { accepts, fieldErrors, Problem, parseForm, parseJson, produced, readBody } from './http.ts';
import { limits } from './limits.ts';
import { createStore } from './seeds.ts';
import type { Account, Store } from './store.ts';

export const documentPath = fileURLToPath(new URL('openapi.yaml', import.meta.url));

export interface Credentials {
  readonly apiKey: string;
  readonly adminToken: string;
}

/** Two accounts that see nothing of each other, and a clerk of the first, whose key only reads and whose token is no administrator's. */
export const credentials = {
  north: { apiKey: `wk_${'1'.repeat(32)}`, adminToken: 'north-admin-7d1f' },
  south: { apiKey: `wk_${'2'.repeat(32)}`, adminToken: 'south-admin-9a3c' },
  clerk: { apiKey: `wk_${'3'.repeat(32)}`, adminToken: 'north-clerk-4b2e' },
} as const satisfies Readonly<Record<string, Credentials>>;

interface Contract {
  readonly document: OpenApi;
  readonly routes: readonly Route[];
  readonly compile: (schema: Schema) => ValidateFunction;
}

const contractOf = (document: OpenApi): Contract => ({
  document,
  routes: routesOf(document),
  compile: schemaCompiler(document, 'request'),
});

const contractWith = contractsOf(documentPath, contractOf, limits);

/** A reply as it is sent: data are in an envelope. */
function shown({ data, meta, ...reply }: Reply): Sent {
  if (reply.content !== undefined || reply.status === 204 || reply.status === 304) return reply;
  return { ...reply, body: { data, meta: { request_id: randomUUID(), ...meta } } };
}

function createService(faults: ReadonlySet<string>): Service {
  const contract = contractWith(faults);
  const { document, compile } = contract;
  const store: Store = createStore();
  const handlers: Handlers = {
    getHealth: () => ({ status: 200, data: { status: 'ok', time: new Date().toISOString() } }),
    ...warehouses(store, faults),
    ...products(store, faults),
    ...purchasing(store, faults),
    ...stock(store, faults),
    ...admin(store, faults),
  };

  const refusals = {
    path: () => new Problem(404, 'not_found', 'There is no such path.'),
    method: (allow: string) =>
      new Problem(405, 'method_not_allowed', `Use one of ${allow}.`, [], faults.has('method-without-allow') ? {} : { allow }),
  };

  function byKey(request: IncomingMessage, operation: Operation): Account {
    const secret = request.headers['x-api-key'];
    const challenge = { 'www-authenticate': 'ApiKey realm="warehouse"' };
    const refusal = new Problem(401, 'unauthorized', 'Send a valid `X-Api-Key`.', [], challenge);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const unscoped = faults.has('supplier-create-with-read-key') && operation.operationId === 'createSupplier';
    const forbidden = new Problem(403, 'forbidden', 'The key has no scope `write`.');
    if (secret === credentials.north.apiKey) return store.account('north');
    if (secret === credentials.south.apiKey) return store.account('south');
    if (secret === credentials.clerk.apiKey) {
      if (!reads && !unscoped) throw forbidden;
      return store.account('north');
    }
    for (const account of store.accounts.values()) {
      const key = [...account.keys.values()].find((one) => one.secret === secret);
      if (key === undefined) continue;
      const { expires_at, scopes } = key.value;
      if (expires_at && Date.parse(expires_at) <= Date.now()) throw refusal;
      if (!reads && !unscoped && !scopes.includes('write')) throw forbidden;
      return account;
    }
    throw refusal;
  }

  function byToken(request: IncomingMessage, operation: Operation): Account {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === credentials.north.adminToken) return store.account('north');
    if (token === credentials.south.adminToken) return store.account('south');
    if (token !== credentials.clerk.adminToken) {
      throw new Problem(401, 'unauthorized', 'Send a valid bearer token.', [], { 'www-authenticate': 'Bearer realm="warehouse"' });
    }
    if (faults.has('users-without-admin-scope') && operation.operationId === 'listUsers') return store.account('north');
    throw new Problem(403, 'forbidden', 'The token is no administrator’s.');
  }

  function authenticate(request: IncomingMessage, operation: Operation): Account {
    if (operation.security === undefined) {
      const open = faults.has('attachment-content-without-key') && operation.operationId === 'downloadAttachment';
      return open && request.headers['x-api-key'] === undefined ? store.account('north') : byKey(request, operation);
    }
    return operation.security.length === 0 ? store.account('') : byToken(request, operation);
  }

  function checkPath({ operation, path }: Target): void {
    for (const parameter of parametersOf(document, operation, 'path')) {
      const text = path.get(parameter.name) ?? '';
      const loose = faults.has('bin-id-with-letters') && parameter.name === 'bin_id';
      const value = loose ? Number.parseInt(text, 10) : parameterValue(document, parameter, [text]);
      if (!compile(parameter.schema)(value)) throw new Problem(404, 'not_found', `There is nothing with that ${parameter.name}.`);
    }
  }

  function readQuery(operation: Operation, url: URL): Record<string, unknown> {
    const query: Record<string, unknown> = {};
    for (const parameter of parametersOf(document, operation, 'query')) {
      const texts = url.searchParams.getAll(parameter.name);
      if (texts.length === 0) {
        if ('default' in parameter.schema) query[parameter.name] = parameter.schema.default;
        continue;
      }
      if (texts.length > 1 && !isList(document, parameter)) {
        throw new Problem(400, 'bad_parameter', `The parameter ${parameter.name} is there twice.`);
      }
      const value = parameterValue(document, parameter, texts);
      const validate = compile(parameter.schema);
      if (!validate(value)) {
        const errors = fieldErrors(validate).map((error) => ({ ...error, field: parameter.name }));
        throw new Problem(400, 'bad_parameter', `The parameter ${parameter.name} is not as declared.`, errors);
      }
      query[parameter.name] = value;
    }
    if (faults.has('default-page-size-ten') && !url.searchParams.has('per_page') && 'per_page' in query) query.per_page = 10;
    return query;
  }

  function checkHeaders(operation: Operation, request: IncomingMessage): void {
    for (const { name, schema } of parametersOf(document, operation, 'header')) {
      const value = request.headers[name.toLowerCase()];
      if (value !== undefined && !compile(schema)(value)) throw new Problem(400, 'bad_header', `The header ${name} is not as declared.`);
    }
  }

  function checkMediaType(operation: Operation, contentType: string | undefined): void {
    const isAny = faults.has('bin-patch-any-media-type') && operation.operationId === 'updateBin';
    if (isAny || takes(operation, contentType)) return;
    throw new Problem(415, 'unsupported_media_type', `Send ${Object.keys(operation.requestBody?.content ?? {}).join(' or ')}.`);
  }

  function checked(operation: Operation, value: unknown): unknown {
    const validate = compile(bodySchemaOf(operation));
    if (validate(value)) return value;
    const errors = fieldErrors(validate);
    const nested = faults.has('error-of-nested-field-without-field') && errors.some(({ field }) => field.includes('.'));
    const shown = nested ? errors.map(({ code, message }) => ({ code, message }) as (typeof errors)[number]) : errors;
    throw new Problem(422, 'invalid_body', 'The body is not as declared.', shown);
  }

  async function call(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const isHead = request.method === 'HEAD';
    const target = targetOf(contract.routes, isHead ? 'GET' : (request.method ?? 'GET'), url.pathname, refusals);
    const { operation, path } = target;
    const account = authenticate(request, operation);
    const anyType = faults.has('accept-ignored-by-downloads') && operation.operationId.startsWith('download');
    if (!anyType && !accepts(request.headers.accept, produced(operation))) {
      throw new Problem(406, 'not_acceptable', `The answer is ${produced(operation).join(' or ')}.`);
    }
    checkPath(target);
    const query = readQuery(operation, url);
    checkHeaders(operation, request);
    const contentType = request.headers['content-type'];
    const isForm = essence(contentType) === 'multipart/form-data';
    if (operation.requestBody !== undefined) checkMediaType(operation, contentType);
    const bytes = operation.requestBody === undefined ? Buffer.alloc(0) : await readBody(request, isForm ? 2 ** 17 : 2 ** 16);
    const form = operation.requestBody !== undefined && isForm ? parseForm(bytes, contentType ?? '') : undefined;
    const body = operation.requestBody === undefined || isForm ? undefined : parseJson(bytes);
    const given: Call = {
      account,
      text: (name) => path.get(name) ?? '',
      number: (name) => Number.parseInt(path.get(name) ?? '', 10),
      query,
      url,
      header: (name) => request.headers[name] as string | undefined,
      input: <T>() => checked(operation, structuredClone(body)) as T,
      sent: JSON.stringify(body) ?? '',
      form: () => {
        const { title, kind } = checked(operation, form?.fields) as { title: string; kind?: string };
        return { title, ...(kind === undefined ? {} : { kind }), file: form?.file ?? Buffer.alloc(0) };
      },
      isHead,
    };
    const handler = handlers[operation.operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operation.operationId}.`);
    return handler(given);
  }

  return {
    answer: async (request) => shown(await call(request)),
    refusal: (error, request) => {
      if (!(error instanceof Problem)) console.error(error);
      const problem = error instanceof Problem ? error : new Problem(500, 'failed', 'The service failed.');
      const { status, headers } = problem;
      const isPlain = faults.has('admin-problem-as-json') && status === 401 && request.headers['x-api-key'] === undefined;
      const type = isPlain && request.url?.startsWith('/users') ? 'application/json' : 'application/problem+json';
      return { status, headers, content: JSON.stringify(problem.body()), type };
    },
  };
}

/** The service as a listener of `node:http`, with its own things in memory. */
export const createWarehouse = (faults: ReadonlySet<string> = new Set()): RequestListener => listenerOf(createService(faults));

/** Listens on loopback and gives the address. */
export const listen = (faults?: ReadonlySet<string>): Promise<Running> => serve(createWarehouse(faults));

await serveByHand(import.meta.url, createWarehouse, 4010);
