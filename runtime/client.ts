// The client: turns an operation and its input into a request through openapi-fetch, and the answer into a result.
import createClient, { type Client, type Middleware, mergeHeaders } from 'openapi-fetch';
import { resolveBaseUrl } from './base-url.ts';
import { matchContent } from './body.ts';
import { checkHeader } from './encode.ts';
import { readResult } from './incoming.ts';
import type { Operation, ServiceInfo } from './operation.ts';
import { encodeRequest, type InputParts, type RequestParts } from './outgoing.ts';
import type { AnyResult } from './result.ts';
import type { Outgoing } from './security.ts';
import { type Fetch, redirectMode, send } from './send.ts';
import { getOwn } from './text.ts';

export interface ClientOptions {
  /** Where the service is: http or https, without credentials and query. Default: the first server of the document. */
  readonly baseUrl?: string;
  /** Values of the server's variables. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Sends a request. Default: the platform's. */
  readonly fetch?: Fetch;
  /** Headers of every request. */
  readonly headers?: HeaderOptions;
  /** Middleware of openapi-fetch, in its order. It sees requests before they are signed. */
  readonly middleware?: readonly Middleware[];
  /** By the name of the security scheme. */
  readonly credentials?: object;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Headers of this request; they win over the client's, and over those of credentials. */
  readonly headers?: HeaderOptions;
}

export type HeaderOptions = Readonly<Record<string, string>> | Headers;

/** What sends the operations of one service. Options and credentials are in a closure: printing a transport shows none. */
export interface Transport {
  readonly service: ServiceInfo;
  /** openapi-fetch beneath it all; the middleware is on it. */
  readonly client: LooseClient;
  /** What openapi-fetch is given for a request: everything is encoded already. */
  readonly prepare: (operation: Operation, parts: RequestParts, headers: Readonly<Record<string, string>> | undefined) => Promise<Prepared>;
}

interface Prepared {
  /** What must not show in an error. */
  readonly secrets: readonly string[];
  readonly init: object;
}

/** An openapi-fetch client on the document's `paths`, with the serialisers and the security of each operation added. */
export type RawClient<Paths extends object> = Client<Paths>;

/** openapi-fetch without its types, which need a document's `paths`. */
interface LooseClient {
  request(method: string, path: string, init?: object): Promise<unknown>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/** What the first middleware needs to know of a call; it travels in openapi-fetch's `params`. */
const EXCHANGE = /* @__PURE__ */ Symbol('exchange');

interface Exchange {
  readonly operation: Operation;
  readonly secrets: readonly string[];
  result?: AnyResult;
}

/** @throws {ConfigurationError} for a base URL, server variable or header that cannot be used. */
export function createTransport(service: ServiceInfo, options: ClientOptions = {}): Transport {
  const { credentials, fetch: given } = options;
  const fetch: Fetch = given ?? ((request) => globalThis.fetch(request));
  const baseUrl = resolveBaseUrl(service, options.baseUrl, options.variables);
  const baseHeaders = plainHeaders(options.headers);
  const client = createClient({ baseUrl, fetch }) as unknown as LooseClient;
  // First, so that it sees the answer last, when all other middleware is done with it.
  client.use({ onResponse: takeResponse });
  if (options.middleware !== undefined) client.use(...options.middleware);

  async function prepare(
    operation: Operation,
    parts: RequestParts,
    callHeaders: Readonly<Record<string, string>> | undefined,
  ): Promise<Prepared> {
    const outgoing: Outgoing = { operation: operation.id, query: parts.query, headers: {}, cookies: parts.cookies, secrets: [] };
    if (operation.security !== undefined && credentials !== undefined) await applySecurity(operation, credentials, outgoing);
    const headers: Record<string, string> = { ...parts.headers, ...baseHeaders };
    for (const name of Object.keys(outgoing.headers)) headers[name.toLowerCase()] = outgoing.headers[name] ?? '';
    if (callHeaders !== undefined) Object.assign(headers, callHeaders);
    const cookies = outgoing.cookies.join('; ');
    if (cookies !== '') headers.cookie = headers.cookie === undefined ? cookies : `${headers.cookie}; ${cookies}`;
    const query = outgoing.query.join('&');
    const { body } = parts;
    const init = {
      headers,
      redirect: redirectMode(operation, outgoing),
      querySerializer: () => query,
      pathSerializer: () => baseUrl + parts.path,
      fetch: (request: Request) => send(request, fetch, operation, outgoing),
    };
    return { secrets: outgoing.secrets, init: body === undefined ? init : Object.assign(init, { body, bodySerializer: () => body }) };
  }

  return Object.freeze({ service, client, prepare });
}

/** Calls one operation. What generated clients are made of, and enough for a bundle that needs one operation. */
export async function call<Input, Result>(
  transport: Transport,
  operation: Operation<Input, Result>,
  input: undefined extends Input ? Input : Record<never, never> extends Input ? Input | undefined : Input,
  options?: CallOptions,
): Promise<Result> {
  const parts = input as InputParts | undefined;
  const headers = options?.headers === undefined ? undefined : plainHeaders(options.headers);
  const { init, secrets } = await transport.prepare(operation, encodeRequest(operation, parts), headers);
  const exchange: Exchange = { operation, secrets };
  const params = {
    path: getOwn(parts, 'path') ?? {},
    query: getOwn(parts, 'query'),
    cookie: getOwn(parts, 'cookie'),
    [EXCHANGE]: exchange,
  };
  await transport.client.request(
    operation.method,
    operation.path,
    Object.assign(init, { params }, options?.signal && { signal: options.signal }),
  );
  if (exchange.result === undefined) throw new Error(`${operation.id}: middleware took the answer away.`);
  return exchange.result as Result;
}

/** openapi-fetch on the document's `paths`; right on the wire for the operations given, by method and path. */
export function createRawClient<Paths extends object>(transport: Transport, operations: readonly Operation[]): RawClient<Paths> {
  const { client, prepare } = transport;
  const byPath = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const request = async (method: string, path: string, init: RawInit = {}): Promise<unknown> => {
    const operation = byPath.get(`${method.toUpperCase()} ${path}`);
    if (operation === undefined) return client.request(method, path, init);
    const headers = init.headers === undefined ? undefined : plainHeaders(mergeHeaders(init.headers));
    const prepared = await prepare(operation, encodeRequest(operation, rawInput(operation, init)), headers);
    // Header parameters are in the headers already; openapi-fetch would add them once more, as they are.
    const { header: _, ...params } = init.params ?? {};
    return client.request(method, path, { ...init, ...prepared.init, params: { ...params, path: params.path ?? {} } });
  };
  const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;
  const calls = methods.map((method) => [method, (path: string, init?: RawInit) => request(method, path, init)] as const);
  return { use: client.use, eject: client.eject, request, ...Object.fromEntries(calls) } as unknown as RawClient<Paths>;
}

interface RawInit {
  readonly params?: { readonly path?: unknown; readonly query?: unknown; readonly header?: unknown; readonly cookie?: unknown };
  readonly body?: unknown;
  readonly headers?: HeadersInit;
}

function rawInput(operation: Operation, init: RawInit): InputParts {
  const contentType = init.headers === undefined ? null : mergeHeaders(init.headers).get('content-type');
  const known = contentType !== null && operation.body !== undefined && matchContent(operation.body.contents, contentType) !== undefined;
  return { ...init.params, body: init.body, ...(known ? { contentType } : {}) };
}

let taken: Response | undefined;

/** Takes the final answer of a typed call, and leaves openapi-fetch an empty one, so that it parses nothing. */
async function takeResponse({ params, response }: { readonly params: object; readonly response: Response }): Promise<Response | undefined> {
  const exchange = (params as { [EXCHANGE]?: Exchange })[EXCHANGE];
  if (exchange === undefined) return undefined;
  exchange.result = await readResult(exchange.operation, response, exchange.secrets);
  taken ??= new Response(null, { status: 204 });
  return taken;
}

/** The first alternative for which there are credentials is used; with none of them, the request goes without, and the service answers. */
async function applySecurity(operation: Operation, credentials: object, outgoing: Outgoing): Promise<void> {
  for (const requirements of operation.security ?? []) {
    const found: [(typeof requirements)[number], unknown][] = [];
    for (const requirement of requirements) {
      const credential = getOwn(credentials, requirement.scheme.name);
      const value = typeof credential === 'function' ? await credential() : credential;
      if (value !== undefined || requirement.scheme.kind === 'mutualTLS') found.push([requirement, value]);
    }
    if (found.length < requirements.length) continue;
    for (const [{ scheme }, value] of found) scheme.apply(value, outgoing);
    return;
  }
}

function plainHeaders(headers: HeaderOptions | undefined): Record<string, string> {
  const plain: Record<string, string> = {};
  if (headers === undefined) return plain;
  for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers))
    plain[name.toLowerCase()] = checkHeader(name, value);
  return plain;
}
