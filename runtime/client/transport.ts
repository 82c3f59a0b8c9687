// The transport: sends encoded requests of one service through openapi-fetch, with credentials, and reads the responses.
import createClient, { type Middleware } from 'openapi-fetch';
import type { Operation, ServiceInfo } from '../contract/operation.ts';
import type { Outgoing, Send } from '../contract/outgoing.ts';
import { getOwn } from '../contract/own.ts';
import type { AnyResult } from '../contract/result.ts';
import type { Validation } from '../validate/checks.ts';
import { resolveBaseUrl } from '../wire/base-url.ts';
import { checkHeader } from '../wire/encode.ts';
import type { CallState, Hooks } from './attempt.ts';
import { readResult } from './incoming.ts';
import type { ClientOptions, CommonOptions, HeaderOptions } from './options.ts';
import type { InputParts, RequestParts } from './outgoing.ts';
import { tryFetch } from './send.ts';

/** Sends the operations of one service. Options and credentials are in closures, so that printing a transport shows none. */
export interface Transport {
  readonly service: ServiceInfo;
  /** The openapi-fetch client that sends the requests. */
  readonly client: LooseClient;
  /** The user's middleware. The array may be changed. */
  readonly middleware: () => Middleware[];
  readonly options: CommonOptions;
  /** Makes one attempt of a call, and returns its result; for the raw client, what openapi-fetch returns. */
  readonly send: (exchange: Exchange, parts: RequestParts) => Promise<unknown>;
  /** The base URL of the operation that is called. */
  readonly baseUrlOf: (exchange: Exchange) => string;
}

/** openapi-fetch without its types, which need a document's `paths`. */
interface LooseClient {
  request(method: string, path: string, init?: object): Promise<unknown>;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/** One call in progress. */
export interface Exchange extends CallState, CommonOptions {
  readonly hooks?: Hooks | undefined;
  /** Text that no error may show. */
  readonly secrets: string[];
  /** For the user's middleware. */
  readonly input: InputParts | undefined;
  readonly raw: RawCall | undefined;
}

/** Sends a call of the raw client, whose response openapi-fetch parses. `init` is added to the user's own init for openapi-fetch. */
export type RawCall = (init: object, validate: Validation | undefined, secrets: readonly string[]) => Promise<unknown>;

const MAX_RESPONSE_BYTES = 104_857_600;

/** openapi-fetch calls `pathSerializer` only where there is a `path`. */
const PARAMS = { path: {} };

function identity(body: unknown): unknown {
  return body;
}

/** @throws {ConfigurationError} for a base URL, server variable or header that cannot be used. */
export function createTransport(service: ServiceInfo, options: ClientOptions = {}): Transport {
  const { variables, fetch = (request: Request) => globalThis.fetch(request), headers, middleware, credentials, ...common } = options;
  const layers = [...(middleware ?? [])];
  const baseUrl = resolveBaseUrl(service, common.baseUrl, variables);
  const baseHeaders = plainHeaders(headers);
  const client = createClient({ baseUrl }) as LooseClient;
  let emptyResponse: Response | undefined;

  function baseUrlOf({ operation, baseUrl: chosen }: Exchange): string {
    return operation.servers === undefined && chosen === common.baseUrl
      ? baseUrl
      : resolveBaseUrl({ ...service, ...operation }, chosen, variables);
  }

  async function send(exchange: Exchange, parts: RequestParts): Promise<unknown> {
    const { operation, secrets, input, raw, signal, validate } = exchange;
    const { body } = parts;
    const query = [...parts.query];
    const cookies = [...parts.cookies];
    const outgoing: Outgoing = { operation, query, headers: {}, cookies, secrets, body, signal };
    await addCredentials(operation, credentials, outgoing);
    const headers: Record<string, string> = { ...parts.headers, ...baseHeaders, ...outgoing.headers, ...exchange.headers };
    if (cookies.length > 0) headers.cookie = [headers.cookie ?? [], cookies].flat().join('; ');
    let once: Send = (request) => tryFetch(request, fetch, operation, secrets);
    once = outgoing.renew?.(once) ?? once;
    const guarded = outgoing.guard?.(once, outgoing) ?? once;

    let result: AnyResult | undefined;
    /** Reads the final response, and returns an empty one, so that openapi-fetch has nothing to parse. */
    async function onResponse({ request, response }: { readonly request: Request; readonly response: Response }): Promise<Response> {
      result = await readResult(operation, request, response, secrets, signal, exchange.maxResponseBytes ?? MAX_RESPONSE_BYTES, validate);
      validate?.response?.(operation, result);
      emptyResponse ??= new Response(null, { status: 204 });
      return emptyResponse;
    }
    const hasLayers = layers.length > 0;
    const isStream = body instanceof ReadableStream;
    const init = {
      body,
      bodySerializer: identity,
      headers,
      signal,
      // A redirect that the document declares is a result. A stream cannot be sent twice, and to follow a redirect, fetch would buffer all of it.
      redirect: operation.redirects ? 'manual' : isStream ? 'error' : guarded === once ? 'follow' : 'manual',
      querySerializer: () => query.join('&'),
      pathSerializer: () => parts.url ?? baseUrlOf(exchange) + parts.path,
      params: hasLayers ? { ...PARAMS, ...input, header: undefined } : PARAMS,
      // openapi-fetch calls `onResponse` in reverse order, so that the first one sees the response last.
      middleware: hasLayers ? [{ onResponse }, ...layers] : layers,
      async fetch(request: Request): Promise<Response> {
        const response = await guarded(request);
        exchange.response = response;
        return hasLayers || raw !== undefined ? response : await onResponse({ request, response });
      },
      // Required by `fetch` for a stream: the response comes only after the whole request was sent.
      duplex: isStream ? 'half' : undefined,
    };
    if (raw !== undefined) return raw(init, validate, secrets);
    await client.request(operation.method, operation.path, init);
    // openapi-fetch skips `onResponse` after a middleware's `onRequest` has returned a response.
    if (result === undefined) throw new Error(`${operation.id}: onRequest must not return a Response.`);
    return result;
  }

  return { service, client, middleware: () => layers, options: common, send, baseUrlOf };
}

/**
 * Applies the first alternative for which there are credentials, wherever `{}` stands among them. Without any, the request goes without, and the
 * service decides.
 */
async function addCredentials(operation: Operation, credentials: object | undefined, outgoing: Outgoing): Promise<void> {
  alternatives: for (const requirements of operation.security ?? []) {
    if (requirements.length === 0) continue;
    const values: unknown[] = [];
    for (const { scheme, scopes = [] } of requirements) {
      let value = getOwn(credentials, scheme.name);
      if (typeof value === 'function') value = await value({ operation, scopes, outgoing });
      if (value === undefined && scheme.apply !== undefined) continue alternatives;
      values.push(value);
    }
    requirements.forEach(({ scheme }, index) => {
      scheme.apply?.(values[index], outgoing);
    });
    return;
  }
}

export function plainHeaders(headers: HeaderOptions = {}): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers))
    plain[name.toLowerCase()] = checkHeader(name, value);
  return plain;
}
