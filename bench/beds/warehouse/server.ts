// A warehouse service as other people write one, in memory, which does what its document says. Each fault that is planted is turned on by its name.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { essence } from '../http.ts';
import { contractsOf } from '../limits.ts';
import { type Running, serve, serveByHand } from '../listen.ts';
import { allowOf, match, type Route, routesOf } from '../routes.ts';
import { type OpenApi, type Operation, type Parameter, resolve, type Schema, schemaCompiler } from '../schemas.ts';
import { admin } from './handlers/admin.ts';
import type { Call, Handlers, Reply } from './handlers/call.ts';
import { products } from './handlers/products.ts';
import { purchasing } from './handlers/purchasing.ts';
import { stock } from './handlers/stock.ts';
import { warehouses } from './handlers/warehouses.ts';
import { accepts, fieldErrors, Problem, parameterValue, parseForm, parseJson, produced, readBody } from './http.ts';
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

interface Found {
  readonly operation: Operation;
  readonly path: ReadonlyMap<string, string>;
}

function createService(faults: ReadonlySet<string>): (request: IncomingMessage) => Promise<Reply> {
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

  function find(method: string, pathname: string): Found {
    const found = match(contract.routes, pathname);
    if (found === undefined) throw new Problem(404, 'not_found', 'There is no such path.');
    const { operations, path } = found;
    const operation = operations.get(method === 'HEAD' ? 'GET' : method);
    if (operation !== undefined) return { operation, path };
    const allow = allowOf(operations);
    throw new Problem(405, 'method_not_allowed', `Use one of ${allow}.`, [], faults.has('method-without-allow') ? {} : { allow });
  }

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

  function checkPath(parameters: readonly Parameter[], path: ReadonlyMap<string, string>): void {
    for (const parameter of parameters.filter((one) => one.in === 'path')) {
      const text = path.get(parameter.name) ?? '';
      const loose = faults.has('bin-id-with-letters') && parameter.name === 'bin_id';
      const value = loose ? Number.parseInt(text, 10) : parameterValue(parameter, [text]);
      if (!compile(parameter.schema)(value)) throw new Problem(404, 'not_found', `There is nothing with that ${parameter.name}.`);
    }
  }

  function readQuery(parameters: readonly Parameter[], url: URL): Record<string, unknown> {
    const query: Record<string, unknown> = {};
    for (const parameter of parameters.filter((one) => one.in === 'query')) {
      const texts = url.searchParams.getAll(parameter.name);
      if (texts.length === 0) {
        if ('default' in parameter.schema) query[parameter.name] = parameter.schema.default;
        continue;
      }
      const value = parameterValue(parameter, texts);
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

  function checkHeaders(parameters: readonly Parameter[], request: IncomingMessage): void {
    for (const { name, schema } of parameters.filter((one) => one.in === 'header')) {
      const value = request.headers[name.toLowerCase()];
      if (value !== undefined && !compile(schema)(value)) throw new Problem(400, 'bad_header', `The header ${name} is not as declared.`);
    }
  }

  function checkMediaType(operation: Operation, contentType: string | undefined): void {
    const types = Object.keys(operation.requestBody?.content ?? {});
    const any = faults.has('bin-patch-any-media-type') && operation.operationId === 'updateBin';
    const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
    if (any || (types.includes(essence(contentType)) && charset === 'utf-8')) return;
    throw new Problem(415, 'unsupported_media_type', `Send ${types.join(' or ')}.`);
  }

  function checked(operation: Operation, value: unknown): unknown {
    const media = Object.values(operation.requestBody?.content ?? {})[0];
    const validate = compile(media?.schema ?? {});
    if (validate(value)) return value;
    const errors = fieldErrors(validate);
    const nested = faults.has('error-of-nested-field-without-field') && errors.some(({ field }) => field.includes('.'));
    const shown = nested ? errors.map(({ code, message }) => ({ code, message }) as (typeof errors)[number]) : errors;
    throw new Problem(422, 'invalid_body', 'The body is not as declared.', shown);
  }

  async function call(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { operation, path } = find(request.method ?? 'GET', url.pathname);
    const account = authenticate(request, operation);
    const parameters = (operation.parameters ?? []).map((one) => resolve(document, one));
    const anyType = faults.has('accept-ignored-by-downloads') && operation.operationId.startsWith('download');
    if (!anyType && !accepts(request.headers.accept, produced(operation))) {
      throw new Problem(406, 'not_acceptable', `The answer is ${produced(operation).join(' or ')}.`);
    }
    checkPath(parameters, path);
    const query = readQuery(parameters, url);
    checkHeaders(parameters, request);
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
      isHead: request.method === 'HEAD',
    };
    const handler = handlers[operation.operationId];
    if (handler === undefined) throw new Error(`There is no handler for ${operation.operationId}.`);
    return handler(given);
  }

  return call;
}

function answer(request: IncomingMessage, response: ServerResponse, status: number, type: string | undefined, body: string | Buffer): void {
  if (type !== undefined) {
    response.setHeader('content-type', type);
    response.setHeader('content-length', Buffer.byteLength(body));
  }
  response.statusCode = status;
  response.end(request.method === 'HEAD' ? undefined : body);
}

function answerProblem(request: IncomingMessage, response: ServerResponse, problem: Problem, type: string): void {
  for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
  answer(request, response, problem.status, type, JSON.stringify(problem.body()));
}

function answerReply(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.content !== undefined) answer(request, response, reply.status, reply.type, reply.content);
  else if (reply.status === 204 || reply.status === 304) answer(request, response, reply.status, undefined, '');
  else {
    const body = JSON.stringify({ data: reply.data, meta: { request_id: randomUUID(), ...reply.meta } });
    answer(request, response, reply.status, 'application/json', body);
  }
}

/** The service as a listener of `node:http`, with its own things in memory. */
export function createWarehouse(faults: ReadonlySet<string> = new Set()): RequestListener {
  const service = createService(faults);
  return async (request, response) => {
    try {
      answerReply(request, response, await service(request));
    } catch (error) {
      request.resume();
      if (!(error instanceof Problem)) {
        console.error(error);
        return answerProblem(request, response, new Problem(500, 'failed', 'The service failed.'), 'application/problem+json');
      }
      const plain = faults.has('admin-problem-as-json') && error.status === 401 && request.headers['x-api-key'] === undefined;
      answerProblem(request, response, error, plain && request.url?.startsWith('/users') ? 'application/json' : 'application/problem+json');
    }
  };
}

/** Listens on loopback and gives the address. */
export const listen = (faults?: ReadonlySet<string>): Promise<Running> => serve(createWarehouse(faults));

await serveByHand(import.meta.url, createWarehouse, 4010);
