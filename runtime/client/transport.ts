// The transport: sends encoded requests of one service by `fetch`, with credentials, and reads the responses.
import type { Operation, ServiceInfo } from '../contract/operation.ts';
import type { Outgoing, Send, SendInit } from '../contract/outgoing.ts';
import { getOwn } from '../contract/own.ts';
import { checkHeader } from '../wire/encode.ts';
import { resolveBaseUrl } from '../wire/url/base-url.ts';
import type { CallState } from './attempt.ts';
import { readResult } from './incoming.ts';
import type { ClientOptions, CommonOptions, HeaderOptions } from './options.ts';
import type { InputParts, RequestParts } from './outgoing.ts';
import { tryFetch } from './send.ts';

/** Sends the operations of one service. Options and credentials are in closures, so that printing a transport shows none. */
export interface Transport {
  readonly service: ServiceInfo;
  readonly options: CommonOptions;
  /** Makes one attempt of a call, and returns its result, or what `act` returns. */
  readonly send: (exchange: Exchange, parts: RequestParts, act?: Act) => Promise<unknown>;
  /** The base URL of the operation that is called. */
  readonly baseUrlOf: (exchange: Pick<Exchange, 'operation' | 'baseUrl'>) => string;
}

/** One call in progress. */
export interface Exchange extends CallState, CommonOptions {
  readonly hooks?: CallState['hooks'];
  /** Text that no error may show. */
  readonly secrets: string[];
  /** For middleware. */
  readonly input: InputParts | undefined;
}

/** Sends a finished request by `send`, which follows redirects, signs and runs middleware, and reads the response in its own way. */
export type Act = (exchange: Exchange, url: string, init: SendInit, send: Send) => Promise<unknown>;

/** @throws {ConfigurationError} for a base URL, server variable or header that cannot be used. */
export function createTransport(service: ServiceInfo, options: ClientOptions = {}): Transport {
  const { variables, fetch = (url, init) => globalThis.fetch(url, init), headers, middleware, credentials, now, ...common } = options;
  const baseUrl = resolveBaseUrl(service, common.baseUrl, variables);
  const baseHeaders = plainHeaders(headers);

  const baseUrlOf: Transport['baseUrlOf'] = ({ operation, baseUrl: chosen }) =>
    operation.servers === undefined && chosen === common.baseUrl
      ? baseUrl
      : resolveBaseUrl({ ...service, ...operation }, chosen, variables);

  async function send(exchange: Exchange, parts: RequestParts, act?: Act): Promise<unknown> {
    const { operation, secrets, signal } = exchange;
    const { body } = parts;
    const query = [...parts.query];
    const cookies = [...parts.cookies];
    const outgoing: Outgoing = { operation, query, headers: {}, cookies, secrets, body, signal, now };
    if (operation.security) await addCredentials(operation, credentials, outgoing);
    const all: Record<string, string> = { ...parts.headers, ...baseHeaders, ...outgoing.headers, ...exchange.headers };
    if (cookies.length > 0) all.cookie = [all.cookie, ...cookies].filter(Boolean).join('; ');
    const base = baseUrlOf(exchange);
    const guard = outgoing.guard ?? parts.guard;
    let sendOn: Send = (url, init) => tryFetch(url, init, fetch, operation, secrets);
    sendOn = outgoing.renew?.(sendOn) ?? sendOn;
    sendOn = guard?.(sendOn, outgoing) ?? sendOn;
    sendOn = middleware?.(sendOn, exchange, base, outgoing) ?? sendOn;
    const url = `${parts.url ?? base + parts.path}${query.length === 0 ? '' : '?'}${query.join('&')}`;
    const init: SendInit = {
      method: parts.method ?? operation.method,
      headers: all,
      body: body ?? null,
      // A redirect that the document declares is a result. A stream cannot be sent twice, and unless a redirect is an error, Node buffers all of it.
      redirect: operation.redirects ? 'manual' : body instanceof ReadableStream ? 'error' : guard ? 'manual' : 'follow',
      signal: signal ?? null,
      duplex: 'half',
    };
    if (act !== undefined) return await act(exchange, url, init, sendOn);
    const response = await sendOn(url, init);
    exchange.response = response;
    const result = await readResult(exchange, response, outgoing.signal);
    exchange.validate?.response?.(operation, result);
    return result;
  }

  return { service, options: common, send, baseUrlOf };
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
