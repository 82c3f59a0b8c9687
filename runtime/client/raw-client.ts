// The raw client: openapi-fetch on the document's `paths`, with the serializers and the security of each operation added, on the client's transport.
import createClient, { type Client, type Middleware, mergeHeaders } from 'openapi-fetch';
import type { Operation } from '../contract/operation.ts';
import { declaredFor } from '../contract/responses.ts';
import type { Validation } from '../validate/checks.ts';
import { matchContent } from '../wire/media-type.ts';
import { run } from './call.ts';
import type { AnyInput } from './encode-request.ts';
import type { Act } from './options.ts';
import { sendRequest } from './request.ts';
import { masked } from './send.ts';
import type { Transport } from './transport.ts';

/** An openapi-fetch client on the document's `paths`, with the serializers and the security of each operation added. */
export type RawClient<Paths extends object> = Client<Paths>;

/** Stands for an operation that the document does not have. */
const UNKNOWN: Operation = { id: '', method: '', path: '', responses: {} };

/**
 * An openapi-fetch client that encodes the given operations, by method and path, as their document says. The transport's options `retry`, `hooks`,
 * `timeout`, `middleware`, `validate` (for requests, and for responses that are read as JSON) and `baseUrl` apply to it too. `maxResponseBytes` does
 * not: openapi-fetch reads the response. Operations are arguments, not an array, whose members TypeScript would compare with each other.
 */
export function createRawClient<Paths extends object>(transport: Transport, ...operations: readonly Operation[]): RawClient<Paths> {
  const { baseUrl } = transport.options;
  const client = createClient<Paths>({ baseUrl: transport.baseUrlOf({ operation: UNKNOWN, baseUrl }) });
  const { request: send } = client as unknown as { request(method: string, path: string, init: object): Promise<unknown> };
  const byPath = new Map(operations.map((operation) => [`${operation.method} ${operation.writtenPath ?? operation.path}`, operation]));

  function request(method: string, path: string, init: RawInit = {}): Promise<unknown> {
    const key = `${method.toUpperCase()} ${path}`;
    const known = byPath.get(key);
    // openapi-fetch encodes the requests of other operations.
    const operation = known ?? { ...UNKNOWN, id: key, method: method.toUpperCase(), path };
    const input = known && rawInput(known, init);
    const headers = mergeHeaders(init.headers) as Headers;
    const options = init.signal === undefined ? { headers } : { headers, signal: init.signal };

    const act: Act = async ({ validate }, url, own, sendOwn, secrets, see) => {
      const encoded = {
        ...own,
        body: own.body ?? undefined,
        bodySerializer: identity,
        pathSerializer: () => url,
        querySerializer: () => '',
      };
      const result = (await send(method, path, {
        ...init,
        ...(known && { ...encoded, params: { path: {}, ...input, header: undefined } }),
        // openapi-fetch copies this property to the request that it builds. A request that a middleware puts in its place lacks it.
        isOwn: known !== undefined,
        async fetch(request: Request & { readonly isOwn?: boolean }): Promise<Response> {
          const response = await sendRequest(request, own, request.isOwn === true, sendOwn);
          see?.(response);
          return response;
        },
      })) as RawResult;
      hideSecrets(result, secrets);
      if (validate !== undefined && (init.parseAs ?? 'json') === 'json') validateResponse(validate, operation, result);
      return result;
    };
    return run(transport, operation, input, options, act);
  }

  const methods = ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'] as const;
  const calls = methods.map((method) => [method, (path: string, init?: RawInit) => request(method, path, init)] as const);
  return { ...client, request, ...Object.fromEntries(calls) } as unknown as RawClient<Paths>;
}

function identity(body: unknown): unknown {
  return body;
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
  const { contents = {}, match = matchContent } = declaredFor(operation, status) ?? {};
  const type = headers.get('content-type');
  const [contentType, codec] = (type === null ? Object.entries(contents)[0] : match(contents, type)) ?? [];
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

function rawInput(operation: Operation, init: RawInit): AnyInput {
  const contentType = init.headers === undefined ? null : mergeHeaders(init.headers).get('content-type');
  const { contents = {}, match = matchContent } = operation.body ?? {};
  const known = contentType !== null && match(contents, contentType) !== undefined;
  return { ...init.params, body: init.body, ...(known ? { contentType } : {}) };
}
