// The client: turns an operation and its input into a request through openapi-fetch, and the answer into a result.
import createClient, { type Middleware } from 'openapi-fetch';
import { resolveBaseUrl } from './base-url.ts';
import { checkHeader } from './encode.ts';
import { readResult } from './incoming.ts';
import type { Operation, ServiceInfo } from './operation.ts';
import { encodeRequest, type InputParts, type RequestParts } from './outgoing.ts';
import type { AnyResult } from './result.ts';
import type { Outgoing } from './security.ts';
import { type Send, tryFetch } from './send.ts';
import { getOwn } from './text.ts';

export interface ClientOptions {
  /** Where the service is: http or https, without credentials and query. Default: the first server of the document. */
  readonly baseUrl?: string;
  /** Values of the server's variables. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Sends a request. Default: the platform's. */
  readonly fetch?: Send;
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
  /** What openapi-fetch is given for a request: everything is encoded already. The answer of a typed call goes into its exchange. */
  readonly prepare: (exchange: Exchange, parts: RequestParts, options: CallOptions | undefined) => Promise<Prepared>;
}

interface Prepared {
  /** The URL up to its query. */
  readonly pathSerializer: () => string;
  readonly [option: string]: unknown;
}

/** openapi-fetch without its types, which need a document's `paths`. */
interface LooseClient {
  request(method: string, path: string, init?: object): Promise<unknown>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/** One call under way. It travels in openapi-fetch's `params`, for the middleware that takes the answer. */
export interface Exchange {
  readonly operation: Operation;
  /** What must not show in an error. */
  readonly secrets: string[];
  /** For the user's middleware. */
  readonly input: InputParts | undefined;
  /** Of the raw client: openapi-fetch parses the answer. */
  readonly raw?: boolean;
  result?: AnyResult;
}

/** Bytes of an answer that is read whole. */
const MAX_BODY = 100 * 1024 * 1024;

const EXCHANGE = /* @__PURE__ */ Symbol();

let taken: Response | undefined;

/** Takes the final answer of a typed call, and leaves openapi-fetch an empty one, so that it parses nothing. */
async function takeResponse(exchange: Exchange, { signal }: Request, response: Response): Promise<Response> {
  exchange.result = await readResult(exchange.operation, response, exchange.secrets, signal, MAX_BODY);
  taken ??= new Response(null, { status: 204 });
  return taken;
}

/** @throws {ConfigurationError} for a base URL, server variable or header that cannot be used. */
export function createTransport(service: ServiceInfo, options: ClientOptions = {}): Transport {
  const { credentials, fetch = (request: Request) => globalThis.fetch(request), middleware = [] } = options;
  const baseUrl = resolveBaseUrl(service, options.baseUrl, options.variables);
  const baseHeaders = plainHeaders(options.headers);
  const client = createClient({ baseUrl }) as unknown as LooseClient;
  let hasMiddleware = false;
  function use(...added: Middleware[]): void {
    // Before the first of the user's, so that it sees the answer last, when all other middleware is done with it.
    if (!hasMiddleware) {
      client.use({
        onResponse({ params, request, response }) {
          const exchange = (params as { [EXCHANGE]?: Exchange })[EXCHANGE];
          return exchange && takeResponse(exchange, request, response);
        },
      });
    }
    hasMiddleware = true;
    client.use(...added);
  }
  if (middleware.length > 0) use(...middleware);

  async function prepare(exchange: Exchange, parts: RequestParts, options: CallOptions | undefined): Promise<Prepared> {
    const { operation, secrets } = exchange;
    const outgoing: Outgoing = { operation, query: parts.query, headers: {}, cookies: parts.cookies, secrets };
    if (operation.security !== undefined && credentials !== undefined) await applySecurity(outgoing, credentials);
    const headers = { ...parts.headers, ...baseHeaders, ...outgoing.headers, ...plainHeaders(options?.headers) };
    if (outgoing.cookies.length > 0) headers.cookie = [headers.cookie, ...outgoing.cookies].filter(Boolean).join('; ');
    const once: Send = (request) => tryFetch(request, fetch, operation, secrets);
    const send = outgoing.guard?.(once, outgoing) ?? once;
    return {
      body: parts.body,
      bodySerializer: (body: unknown) => body,
      // A stream is sent while it is made; to anything else it makes no difference.
      duplex: 'half',
      headers,
      signal: options?.signal,
      // A redirect that the document declares is an answer.
      redirect: send !== once || Object.keys(operation.responses).some((status) => /^3(?!04)/.test(status)) ? 'manual' : 'follow',
      querySerializer: () => outgoing.query.join('&'),
      pathSerializer: () => baseUrl + parts.path,
      // `path` must be there, or openapi-fetch does not ask for the path.
      params: { ...exchange.input, path: exchange.input?.path ?? {}, header: undefined, [EXCHANGE]: exchange.raw ? undefined : exchange },
      async fetch(request: Request) {
        const response = await send(request);
        return hasMiddleware || exchange.raw ? response : takeResponse(exchange, request, response);
      },
    };
  }

  return Object.freeze({ service, client: { ...client, use }, prepare });
}

/** Calls one operation. What generated clients are made of, and enough for a bundle that needs one operation. */
export async function call<Input, Result>(
  transport: Transport,
  operation: Operation<Input, Result>,
  input: undefined extends Input ? Input : Record<never, never> extends Input ? Input | undefined : Input,
  options?: CallOptions,
): Promise<Result> {
  const exchange: Exchange = { operation, secrets: [], input: input as InputParts | undefined };
  const init = await transport.prepare(exchange, encodeRequest(operation, exchange.input, options?.signal), options);
  await transport.client.request(operation.method, operation.path, init);
  if (exchange.result === undefined) throw new Error(`${operation.id}: middleware took the answer away.`);
  return exchange.result as Result;
}

/** The first alternative for which there are credentials is used; with none of them, the request goes without, and the service answers. */
async function applySecurity(outgoing: Outgoing, credentials: object): Promise<void> {
  const { operation } = outgoing;
  alternatives: for (const requirements of operation.security ?? []) {
    const values: unknown[] = [];
    for (const { scheme, scopes = [] } of requirements) {
      const credential = getOwn(credentials, scheme.name);
      const value = typeof credential === 'function' ? await credential({ operation, scopes }) : credential;
      if (value === undefined && scheme.apply !== undefined) continue alternatives;
      values.push(value);
    }
    for (const [index, { scheme }] of requirements.entries()) scheme.apply?.(values[index], outgoing);
    return;
  }
}

export function plainHeaders(headers: HeaderOptions | undefined): Record<string, string> {
  const plain: Record<string, string> = {};
  if (headers !== undefined) {
    for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers))
      plain[name.toLowerCase()] = checkHeader(name, value);
  }
  return plain;
}
