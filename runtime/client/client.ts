// The client: turns an operation and its input into a request through openapi-fetch, and the answer into a result.
import createClient, { type Middleware } from 'openapi-fetch';
import type { Operation, ServiceInfo } from '../contract/operation.ts';
import type { Outgoing, Send } from '../contract/outgoing.ts';
import { getOwn } from '../contract/own.ts';
import type { AnyResult } from '../contract/result.ts';
import type { Validation } from '../validate/checks.ts';
import { resolveBaseUrl } from '../wire/base-url.ts';
import { checkHeader } from '../wire/encode.ts';
import type { CallState, Hooks, Retry } from './attempt.ts';
import { readResult } from './incoming.ts';
import { encodeRequest, type InputParts, type RequestParts } from './outgoing.ts';
import { tryFetch } from './send.ts';
import type { Timeout } from './timeout.ts';

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
  /** A limit of time: `timeout(5000)`. Default: none. */
  readonly timeout?: Timeout | undefined;
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

/** What sends the operations of one service. Options and credentials are in closures: printing a transport shows none. */
export interface Transport {
  readonly service: ServiceInfo;
  /** openapi-fetch beneath it all. */
  readonly client: LooseClient;
  /** The user's middleware. It may be changed. */
  readonly middleware: () => Middleware[];
  readonly choices: Choices;
  /** One attempt of a call: its result, or for the raw client what openapi-fetch gives. */
  readonly send: (exchange: Exchange, parts: RequestParts) => Promise<unknown>;
  /** Where the operation of a call is. */
  readonly baseUrlOf: (exchange: Exchange) => string;
}

/** openapi-fetch without its types, which need a document's `paths`. */
interface LooseClient {
  request(method: string, path: string, init?: object): Promise<unknown>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/** One call under way. */
interface Exchange extends CallState, Choices {
  readonly hooks?: Hooks | undefined;
  /** What must not show in an error. */
  readonly secrets: string[];
  /** For the user's middleware. */
  readonly input: InputParts | undefined;
  readonly raw: RawCall | undefined;
}

/** Sends a call of the raw client, whose answer openapi-fetch parses. `init` is what openapi-fetch is to be given beside the user's own. */
type RawCall = (init: object, validate: Validation | undefined, secrets: readonly string[]) => Promise<unknown>;

/** Bytes of an answer that is read whole. */
const MAX_BODY = 104_857_600;

/** Without a `path`, openapi-fetch does not ask for one. */
const PARAMS = { path: {} };

function asItIs(body: unknown): unknown {
  return body;
}

/** @throws {ConfigurationError} for a base URL, server variable or header that cannot be used. */
export function createTransport(service: ServiceInfo, options: ClientOptions = {}): Transport {
  const { variables, fetch = (request: Request) => globalThis.fetch(request), headers, middleware, credentials, ...choices } = options;
  const layers = [...(middleware ?? [])];
  const baseUrl = resolveBaseUrl(service, choices.baseUrl, variables);
  const baseHeaders = plainHeaders(headers);
  const client = createClient({ baseUrl }) as LooseClient;
  let taken: Response | undefined;

  function baseUrlOf({ operation, baseUrl: chosen }: Exchange): string {
    return operation.servers === undefined && chosen === choices.baseUrl
      ? baseUrl
      : resolveBaseUrl({ ...service, ...operation }, chosen, variables);
  }

  async function send(exchange: Exchange, parts: RequestParts): Promise<unknown> {
    const { operation, secrets, input, raw, signal, validate } = exchange;
    const { body } = parts;
    const query = [...parts.query];
    const cookies = [...parts.cookies];
    const outgoing: Outgoing = { operation, query, headers: {}, cookies, secrets, body, signal };
    // The first alternative for which there are credentials is used; with none of them, the request goes without, and the service answers.
    next: for (const requirements of operation.security ?? []) {
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
      break;
    }
    const headers: Record<string, string> = { ...parts.headers, ...baseHeaders, ...outgoing.headers, ...exchange.headers };
    if (cookies.length > 0) headers.cookie = [headers.cookie ?? [], cookies].flat().join('; ');
    let once: Send = (request) => tryFetch(request, fetch, operation, secrets);
    once = outgoing.renew?.(once) ?? once;
    const guarded = outgoing.guard?.(once, outgoing) ?? once;

    let result: AnyResult | undefined;
    /** Takes the final answer, and leaves openapi-fetch an empty one, so that it parses nothing. */
    async function onResponse({ request, response }: { readonly request: Request; readonly response: Response }): Promise<Response> {
      result = await readResult(operation, request, response, secrets, signal, exchange.maxResponseBytes ?? MAX_BODY, validate);
      validate?.response?.(operation, result);
      taken ??= new Response(null, { status: 204 });
      return taken;
    }
    const isLayered = layers.length > 0;
    const isStream = body instanceof ReadableStream;
    const init = {
      body,
      bodySerializer: asItIs,
      headers,
      signal,
      // A redirect that the document declares is an answer. A stream cannot be sent again; and for a redirect to come, fetch would keep all of it.
      redirect: operation.redirects ? 'manual' : isStream ? 'error' : guarded === once ? 'follow' : 'manual',
      querySerializer: () => query.join('&'),
      pathSerializer: () => parts.url ?? baseUrlOf(exchange) + parts.path,
      params: isLayered ? { ...PARAMS, ...input, header: undefined } : PARAMS,
      // Before those of the user, and so the last to see the answer.
      middleware: isLayered ? [{ onResponse }, ...layers] : layers,
      async fetch(request: Request): Promise<Response> {
        const response = await guarded(request);
        exchange.response = response;
        return isLayered || raw !== undefined ? response : await onResponse({ request, response });
      },
      // Sent while it is made.
      duplex: isStream ? 'half' : undefined,
    };
    if (raw !== undefined) return raw(init, validate, secrets);
    await client.request(operation.method, operation.path, init);
    if (result === undefined) throw new Error(`${operation.id}: middleware took the answer away.`);
    return result;
  }

  return { service, client, middleware: () => layers, choices, send, baseUrlOf };
}

/** Calls one operation. What generated clients are made of, and enough for a bundle that needs one operation. */
export function call<Input, Result>(
  transport: Transport,
  operation: Operation<Input, Result>,
  input: undefined extends Input ? Input : Record<never, never> extends Input ? Input | undefined : Input,
  options?: CallOptions,
): Promise<Result> {
  const act = (wire: unknown) => run(transport, operation, wire as InputParts | undefined, options) as Promise<AnyResult>;
  return (operation.conversion?.around(operation, input, act) ?? act(input)) as Promise<Result>;
}

/** All of a call that typed and raw clients share. */
export async function run(
  transport: Transport,
  operation: Operation,
  input: InputParts | undefined,
  options: CallOptions | undefined,
  raw?: RawCall,
): Promise<unknown> {
  const chosen: CallOptions = { ...transport.choices, ...options };
  const { hooks, retry, timeout, validate } = chosen;
  validate?.request?.(operation, input);

  function start(signal: AbortSignal | undefined): Promise<unknown> {
    const parts = encodeRequest(operation, input, signal);
    const headers = plainHeaders(options?.headers);
    const exchange: Exchange = { ...chosen, operation, input, parts, headers, signal, secrets: [], raw };
    const once = () => transport.send(exchange, parts);
    const attempt = hooks === undefined ? once : () => hooks.attempt(exchange, once);
    return retry === undefined ? attempt() : retry(exchange, attempt);
  }

  // Awaited: it is done sooner so than a promise that is returned.
  return await (timeout === undefined ? start(chosen.signal) : timeout(operation, chosen.signal, start));
}

function plainHeaders(headers: HeaderOptions = {}): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers))
    plain[name.toLowerCase()] = checkHeader(name, value);
  return plain;
}
