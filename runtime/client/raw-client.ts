// `client.raw`: openapi-fetch on the document's `paths`, with the serialisers and the security of each operation added.
import { type Client, type Middleware, mergeHeaders } from 'openapi-fetch';
import type { Operation } from '../contract/operation.ts';
import { declaredFor } from '../contract/responses.ts';
import type { Validation } from '../validate/checks.ts';
import { matchContent } from '../wire/media-type.ts';
import { run, type Transport } from './client.ts';
import type { InputParts } from './outgoing.ts';
import { masked } from './send.ts';

/** An openapi-fetch client on the document's `paths`, with the serialisers and the security of each operation added. */
export type RawClient<Paths extends object> = Client<Paths>;

/**
 * openapi-fetch on the document's `paths`; right on the wire for the operations given, by method and path. The client's `retry`, `hooks`,
 * `timeout`, `validate` (of requests, and of answers that are read as JSON) and `baseUrl` hold for it too. `maxResponseBytes` does
 * not: openapi-fetch reads the answer. Operations are arguments, not a list: TypeScript would compare each member of a list with all others.
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
      const answer = await client.request(method, path, { ...init, ...own, params: { path: {}, ...input, header: undefined }, middleware });
      hideSecrets(answer as RawAnswer, secrets);
      if (validate !== undefined && (init.parseAs ?? 'json') === 'json') judge(validate, operation, answer as RawAnswer);
      return answer;
    });
  };
  const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;
  const calls = methods.map((method) => [method, (path: string, init?: RawInit) => request(method, path, init)] as const);
  const eject = (...middleware: Middleware[]): void => {
    for (const one of middleware) if (layers.includes(one)) layers.splice(layers.indexOf(one), 1);
  };
  const use = (...middleware: Middleware[]): void => {
    // For its checks only: layers are handed in with each request.
    client.use(...middleware);
    client.eject(...middleware);
    layers.push(...middleware.filter(Boolean));
  };
  return { use, eject, request, ...Object.fromEntries(calls) } as unknown as RawClient<Paths>;
}

interface RawAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** A key in the query is in the answer's URL too, and so in whatever prints the answer. */
function hideSecrets({ response }: RawAnswer, secrets: readonly string[]): void {
  const shown = masked(response.url, secrets);
  if (shown !== response.url) Object.defineProperty(response, 'url', { value: shown });
}

/** Of what openapi-fetch has parsed, that is of JSON. Other bodies are as they came. */
function judge({ response: check }: Validation, operation: Operation, { data, error, response }: RawAnswer): void {
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
