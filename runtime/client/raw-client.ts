// The raw client: openapi-fetch on the document's `paths`, with the serializers and the security of each operation added.
import { type Client, type Middleware, mergeHeaders } from 'openapi-fetch';
import type { Operation } from '../contract/operation.ts';
import { declaredFor } from '../contract/responses.ts';
import type { Validation } from '../validate/checks.ts';
import { matchContent } from '../wire/media-type.ts';
import { run } from './call.ts';
import type { InputParts } from './outgoing.ts';
import { masked } from './send.ts';
import type { Transport } from './transport.ts';

/** An openapi-fetch client on the document's `paths`, with the serializers and the security of each operation added. */
export type RawClient<Paths extends object> = Client<Paths>;

/**
 * An openapi-fetch client that encodes the given operations, by method and path, as their document says. The client's options `retry`, `hooks`,
 * `timeout`, `validate` (for requests, and for responses that are read as JSON) and `baseUrl` apply to it too. `maxResponseBytes` does not:
 * openapi-fetch reads the response. Operations are arguments, not an array, whose members TypeScript would compare with each other.
 */
export function createRawClient<Paths extends object>(transport: Transport, ...operations: readonly Operation[]): RawClient<Paths> {
  const { client } = transport;
  const layers = transport.middleware();
  const byPath = new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const request = async (method: string, path: string, init: RawInit = {}): Promise<unknown> => {
    const operation = byPath.get(`${method.toUpperCase()} ${path}`);
    if (operation === undefined) return client.request(method, path, { ...init, middleware: [...layers, ...(init.middleware ?? [])] });
    const input = rawInput(operation, init);
    const { signal } = init;
    const headers = mergeHeaders(init.headers) as Headers;
    const options = signal === undefined ? { headers } : { headers, signal };
    return run(transport, operation, input, options, async (own, validate, secrets) => {
      const middleware = [...layers, ...(init.middleware ?? [])];
      const result = await client.request(method, path, { ...init, ...own, params: { path: {}, ...input, header: undefined }, middleware });
      hideSecrets(result as RawResult, secrets);
      if (validate !== undefined && (init.parseAs ?? 'json') === 'json') validateResponse(validate, operation, result as RawResult);
      return result;
    });
  };
  const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;
  const calls = methods.map((method) => [method, (path: string, init?: RawInit) => request(method, path, init)] as const);
  const eject = (...middleware: Middleware[]): void => {
    for (const one of middleware) if (layers.includes(one)) layers.splice(layers.indexOf(one), 1);
  };
  const use = (...middleware: Middleware[]): void => {
    // Only so that openapi-fetch checks them; each request passes the layers itself.
    client.use(...middleware);
    client.eject(...middleware);
    layers.push(...middleware.filter(Boolean));
  };
  return { use, eject, request, ...Object.fromEntries(calls) } as unknown as RawClient<Paths>;
}

interface RawResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** Masks secrets in the response's URL, which has the API keys of the query. */
function hideSecrets({ response }: RawResult, secrets: readonly string[]): void {
  const shown = masked(response.url, secrets);
  if (shown !== response.url) Object.defineProperty(response, 'url', { value: shown });
}

/** Validates a response that openapi-fetch has parsed as JSON. */
function validateResponse({ response: check }: Validation, operation: Operation, { data, error, response }: RawResult): void {
  const { status, headers } = response;
  const contents = declaredFor(operation, status)?.contents ?? {};
  const type = headers.get('content-type');
  const [contentType, codec] = (type === null ? Object.entries(contents)[0] : matchContent(contents, type)) ?? [];
  if (contentType !== undefined && codec?.kind === 'json')
    check?.(operation, { status, contentType, body: data === undefined ? error : data });
}

interface RawInit {
  readonly middleware?: readonly Middleware[];
  readonly parseAs?: string;
  readonly params?: { readonly path?: unknown; readonly query?: unknown; readonly header?: unknown; readonly cookie?: unknown };
  readonly body?: unknown;
  readonly headers?: HeadersInit;
  readonly signal?: AbortSignal;
}

function rawInput(operation: Operation, init: RawInit): InputParts {
  const contentType = init.headers === undefined ? null : mergeHeaders(init.headers).get('content-type');
  const known = contentType !== null && operation.body !== undefined && matchContent(operation.body.contents, contentType) !== undefined;
  return { ...init.params, body: init.body, ...(known ? { contentType } : {}) };
}
