// The client: turns an operation and its input into a request through openapi-fetch, and the answer into a result.
import createClient, { type Middleware } from 'openapi-fetch';
import type { CallState, Hooks, Retry } from './attempt.ts';
import { resolveBaseUrl } from './base-url.ts';
import type { Validation } from './checks.ts';
import { checkHeader } from './encode.ts';
import { readResult } from './incoming.ts';
import type { Operation, ServiceInfo } from './operation.ts';
import { encodeRequest, type InputParts, type RequestParts } from './outgoing.ts';
import type { AnyResult } from './result.ts';
import type { Outgoing } from './security.ts';
import { type Send, tryFetch } from './send.ts';
import { getOwn } from './text.ts';
import { within } from './timeout.ts';

/** What may be chosen for a client, and otherwise for one call: there, `undefined` takes back what the client has. */
interface Choices {
  /**
   * Where the service is: http or https, without credentials and query. Default: the first server that the document gives for the operation, its
   * path, or the whole. One that is given here stands for all of them.
   */
  readonly baseUrl?: string | undefined;
  /** Checks answers, or requests too: generated checks, or `validation(…)`. Default: nothing is checked but that an answer can be read. */
  readonly validate?: Validation | undefined;
  /** Repeats what failed for a passing reason: `retry()`. Default: nothing is repeated. */
  readonly retry?: Retry | undefined;
  /** Is told of requests and answers: `hooks({ … })`. */
  readonly hooks?: Hooks | undefined;
  /** For a call as a whole, with credentials, retries, and the reading of a body that is read whole. Default: no limit. */
  readonly timeoutMilliseconds?: number | undefined;
  /** Of a body that is read whole. Default: 100 MiB. */
  readonly maxResponseBytes?: number | undefined;
}

export interface ClientOptions extends Choices {
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

export interface CallOptions extends Choices {
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
  readonly choices: Choices;
  /** What openapi-fetch is given for one attempt: everything is encoded already. The answer of a typed call goes into its exchange. */
  readonly prepare: (exchange: Exchange, parts: RequestParts) => Promise<Prepared>;
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
interface Exchange extends CallState, Choices {
  readonly hooks?: Hooks | undefined;
  /** What must not show in an error. */
  readonly secrets: string[];
  /** For the user's middleware. */
  readonly input: InputParts | undefined;
  /** Of the raw client: openapi-fetch parses the answer. */
  readonly raw: boolean;
  result?: AnyResult | undefined;
}

/** Bytes of an answer that is read whole. */
const MAX_BODY = 100 * 1024 * 1024;

const EXCHANGE = /* @__PURE__ */ Symbol();

const PARAMS = { path: {} };

function asItIs(body: unknown): unknown {
  return body;
}

let taken: Response | undefined;

/** Takes the final answer of a typed call, and leaves openapi-fetch an empty one, so that it parses nothing. */
async function takeResponse(exchange: Exchange, { signal }: Request, response: Response): Promise<Response> {
  const { operation, secrets, maxResponseBytes = MAX_BODY, validate } = exchange;
  exchange.result = await readResult(operation, response, secrets, signal, maxResponseBytes, validate);
  validate?.response?.(operation, exchange.result);
  taken ??= new Response(null, { status: 204 });
  return taken;
}

/** @throws {ConfigurationError} for a base URL, server variable or header that cannot be used. */
export function createTransport(service: ServiceInfo, options: ClientOptions = {}): Transport {
  const { variables, fetch = (request: Request) => globalThis.fetch(request), headers, middleware = [], credentials, ...choices } = options;
  const baseUrl = resolveBaseUrl(service, choices.baseUrl, variables);
  const baseHeaders = plainHeaders(headers);
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

  function baseUrlOf({ operation, baseUrl: chosen }: Exchange): string {
    if (operation.servers === undefined && chosen === choices.baseUrl) return baseUrl;
    return resolveBaseUrl(operation.servers === undefined ? service : operation, chosen, variables);
  }

  async function prepare(exchange: Exchange, parts: RequestParts): Promise<Prepared> {
    const { operation, secrets, input, raw, signal } = exchange;
    const { body } = parts;
    const outgoing: Outgoing = { operation, query: [...parts.query], headers: {}, cookies: [...parts.cookies], secrets, body, signal };
    if (operation.security !== undefined && credentials !== undefined) await applySecurity(outgoing, operation.security, credentials);
    const headers: Record<string, string> = Object.assign({}, parts.headers, baseHeaders, outgoing.headers, exchange.headers);
    if (outgoing.cookies.length > 0) headers.cookie = [headers.cookie, ...outgoing.cookies].filter(Boolean).join('; ');
    let once: Send = (request) => tryFetch(request, fetch, operation, secrets);
    once = outgoing.renew?.(once) ?? once;
    const send = outgoing.guard?.(once, outgoing) ?? once;
    return {
      body,
      bodySerializer: asItIs,
      // A stream is sent while it is made; to anything else it makes no difference.
      duplex: 'half',
      headers,
      signal,
      // A redirect that the document declares is an answer.
      redirect: send !== once || parts.redirects ? 'manual' : 'follow',
      querySerializer: () => outgoing.query.join('&'),
      pathSerializer: () => baseUrlOf(exchange) + parts.path,
      // Without a `path`, openapi-fetch does not ask for one. The rest is for middleware.
      params:
        hasMiddleware || raw ? { ...input, path: input?.path ?? {}, header: undefined, [EXCHANGE]: raw ? undefined : exchange } : PARAMS,
      async fetch(request: Request) {
        const response = await send(request);
        exchange.response = response;
        return hasMiddleware || raw ? response : takeResponse(exchange, request, response);
      },
    };
  }

  return Object.freeze({ service, client: { ...client, use }, choices, prepare });
}

/** Calls one operation. What generated clients are made of, and enough for a bundle that needs one operation. */
export async function call<Input, Result>(
  transport: Transport,
  operation: Operation<Input, Result>,
  input: undefined extends Input ? Input : Record<never, never> extends Input ? Input | undefined : Input,
  options?: CallOptions,
): Promise<Result> {
  const { conversion } = operation;
  const wire = conversion === undefined ? input : conversion.sendInput(operation, input);
  return run(transport, operation, wire as InputParts | undefined, options, ({ result }) => {
    if (result === undefined) throw new Error(`${operation.id}: middleware took the answer away.`);
    return (conversion === undefined ? result : conversion.receiveResult(operation, result)) as Result;
  });
}

/** All of a call that typed and raw clients share. `raw` is what the raw client hands to openapi-fetch beside. */
export async function run<T>(
  transport: Transport,
  operation: Operation,
  input: InputParts | undefined,
  options: CallOptions | undefined,
  take: (exchange: Exchange, answer: unknown) => T,
  raw?: object,
): Promise<T> {
  const chosen: Choices & { readonly signal?: AbortSignal } = { ...transport.choices, ...options };
  const { hooks, retry, timeoutMilliseconds: limit } = chosen;

  function start(signal: AbortSignal | undefined): Promise<T> {
    chosen.validate?.request?.(operation, input);
    const parts = encodeRequest(operation, input, signal);
    const headers = plainHeaders(options?.headers);
    const exchange: Exchange = { ...chosen, operation, input, parts, headers, signal, secrets: [], raw: raw !== undefined };
    const once = async () => {
      exchange.result = undefined;
      const init = await transport.prepare(exchange, parts);
      return take(
        exchange,
        await transport.client.request(operation.method, operation.path, raw === undefined ? init : { ...raw, ...init }),
      );
    };
    const attempt = hooks === undefined ? once : () => hooks.attempt(exchange, once);
    return retry === undefined ? attempt() : retry(exchange, attempt);
  }

  return limit === undefined ? start(chosen.signal) : within(limit, operation, chosen.signal, start);
}

/** The first alternative for which there are credentials is used; with none of them, the request goes without, and the service answers. */
async function applySecurity(outgoing: Outgoing, alternatives: NonNullable<Operation['security']>, credentials: object): Promise<void> {
  const { operation } = outgoing;
  next: for (const requirements of alternatives) {
    const values: unknown[] = [];
    for (const { scheme, scopes = [] } of requirements) {
      let value = getOwn(credentials, scheme.name);
      if (typeof value === 'function') value = await value({ operation, scopes, outgoing });
      if (value === undefined && scheme.apply !== undefined) continue next;
      values.push(value);
    }
    requirements.forEach(({ scheme }, index) => {
      scheme.apply?.(values[index], outgoing);
    });
    return;
  }
}

function plainHeaders(headers: HeaderOptions | undefined): Record<string, string> {
  const plain: Record<string, string> = {};
  if (headers !== undefined) {
    for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers))
      plain[name.toLowerCase()] = checkHeader(name, value);
  }
  return plain;
}
