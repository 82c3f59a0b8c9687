// The transport: sends encoded requests of one service by `fetch`, with credentials, and reads the responses.
import type { ServiceInfo } from '../contract/operation.ts';
import type { SecuredRequest, Send, SendInit } from '../contract/request.ts';
import { checkHeader } from '../wire/encode.ts';
import { resolveBaseUrl } from '../wire/url/base-url.ts';
import { withCredentials } from './credentials.ts';
import { readResult } from './incoming.ts';
import type { Attempt, Call, ClientOptions, CommonOptions, HeaderOptions } from './options.ts';
import { tryFetch } from './send.ts';

/** Sends the operations of one service. Options and credentials are in closures, so that printing a transport shows none. */
export interface Transport {
  readonly service: ServiceInfo;
  readonly options: CommonOptions;
  /** Makes one attempt of a call, and returns its result, or what its `act` returns. */
  readonly send: Attempt<unknown>;
  /** The base URL of the operation that is called. */
  readonly baseUrlOf: (call: Pick<Call, 'operation' | 'baseUrl'>) => string;
}

/** @throws {ConfigurationError} for a base URL, server variable or header that cannot be used. */
export function createTransport(service: ServiceInfo, options: ClientOptions = {}): Transport {
  const { variables, fetch = (url, init) => globalThis.fetch(url, init), headers, middleware, credentials, now, ...common } = options;
  const baseUrl = resolveBaseUrl(service, common.baseUrl, variables);
  const baseHeaders = plainHeaders(headers);

  const baseUrlOf: Transport['baseUrlOf'] = ({ operation, baseUrl: chosen }) =>
    operation.servers === undefined && chosen === common.baseUrl
      ? baseUrl
      : resolveBaseUrl({ ...service, ...operation }, chosen, variables);

  const send: Transport['send'] = async (call, see) => {
    let { operation, request, act, signal } = call;
    let secured: SecuredRequest = { ...request, operation, headers: {}, secrets: [], now };
    if (operation.security) secured = await withCredentials(secured, operation.security, credentials, signal);
    const { query, cookies, body, guard, ofStream } = secured;
    const secrets = [...secured.secrets];
    const all: Record<string, string> = { ...request.headers, ...baseHeaders, ...secured.headers, ...call.headers };
    if (cookies.length > 0) all.cookie = [all.cookie, ...cookies].filter(Boolean).join('; ');
    const base = baseUrlOf(call);
    let sendOn: Send = (url, init) => tryFetch(url, init, call.progress?.(fetch, call) ?? fetch, operation, secrets);
    sendOn = secured.renew?.(sendOn, (secret) => secrets.push(secret)) ?? sendOn;
    sendOn = guard?.(sendOn, secured) ?? sendOn;
    sendOn =
      middleware?.(sendOn, call, base, (until) => {
        signal = until;
      }) ?? sendOn;
    const url = `${request.url ?? base + request.path}${query.length > 0 ? '?' : ''}${query.join('&')}`;
    const init: SendInit = {
      method: request.method,
      headers: all,
      body: body ?? null,
      // A redirect that the document declares is a result.
      redirect: operation.redirects || guard ? 'manual' : 'follow',
      signal: signal ?? null,
      ...ofStream,
    };
    if (act) return await act(call, url, init, sendOn, secrets, see);
    const response = await sendOn(url, init);
    see?.(response);
    const result = await readResult(call, secrets, response, signal);
    call.validate?.response?.(operation, result);
    return result;
  };

  return { service, options: common, send, baseUrlOf };
}

export function plainHeaders(headers: HeaderOptions = {}): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of headers instanceof Headers ? headers : Object.entries(headers))
    plain[name.toLowerCase()] = checkHeader(name, value);
  return plain;
}
