// A small service with one operation for each feature that an adapter can break.
import {
  apiKeyScheme,
  bearerScheme,
  bytes,
  createServer,
  encodeBody,
  type FetchHandler,
  form,
  header,
  type Issue,
  json,
  multipart,
  ndjson,
  type Operation,
  operationChecks,
  report,
  type ServerContext,
  type ServerOptions,
  simple,
  text,
  urlencoded,
} from '@octavo/runtime';

const accept = (_value: unknown, _issues: Issue[]): _value is unknown => true;
const anyJson = { 200: { contents: { 'application/json': json } } };
const id = { in: 'path', name: 'id', required: true, codec: simple, shape: 'string' } as const;
const secured = [[{ scheme: bearerScheme('token') }], [{ scheme: apiKeyScheme('key', { in: 'header', parameter: 'X-Key' }) }]];

const operations: Record<string, Operation> = {
  list: {
    id: 'list',
    method: 'GET',
    path: '/things',
    parameters: [
      { in: 'query', name: 'limit', codec: form, shape: 'integer' },
      // A member name of Object.prototype.
      { in: 'header', name: 'constructor', codec: header, shape: 'string' },
    ],
    responses: anyJson,
  },
  read: { id: 'read', method: 'GET', path: '/things/{id}', parameters: [id], responses: anyJson },
  remove: { id: 'remove', method: 'DELETE', path: '/things/{id}', parameters: [id], responses: { 204: {} } },
  create: {
    id: 'create',
    method: 'POST',
    path: '/things',
    body: { required: true, encode: encodeBody, contents: { 'application/json': json } },
    responses: anyJson,
  },
  upload: {
    id: 'upload',
    method: 'PUT',
    path: '/files',
    body: {
      encode: encodeBody,
      contents: {
        'application/x-www-form-urlencoded': urlencoded({ n: 'integer' }),
        'multipart/form-data': multipart({ n: 'integer' }),
        'application/octet-stream': bytes,
        'text/plain': text,
      },
    },
    responses: anyJson,
  },
  download: { id: 'download', method: 'GET', path: '/download', responses: { 200: { contents: { 'application/octet-stream': bytes } } } },
  secret: { id: 'secret', method: 'GET', path: '/secret', security: secured, responses: anyJson },
  send: {
    id: 'send',
    method: 'POST',
    path: '/secret',
    security: secured,
    body: { required: true, encode: encodeBody, contents: { 'application/json': json } },
    responses: anyJson,
  },
  unbuilt: { id: 'unbuilt', method: 'GET', path: '/unbuilt', security: secured, responses: anyJson },
  hang: { id: 'hang', method: 'GET', path: '/hang', responses: anyJson },
  fail: { id: 'fail', method: 'GET', path: '/fail', responses: anyJson },
  wrong: { id: 'wrong', method: 'GET', path: '/wrong', responses: anyJson },
  cookies: { id: 'cookies', method: 'GET', path: '/cookies', responses: anyJson },
  ticks: { id: 'ticks', method: 'GET', path: '/ticks', responses: { 200: { contents: { 'application/x-ndjson': ndjson(json) } } } },
  sum: {
    id: 'sum',
    method: 'POST',
    path: '/sum',
    body: { required: true, encode: encodeBody, contents: { 'application/x-ndjson': ndjson(json) } },
    responses: anyJson,
  },
};

function checkLimit(value: unknown, issues: Issue[]): value is unknown {
  const limit = (value as { query?: { limit?: unknown } }).query?.limit;
  return limit === undefined || typeof limit === 'number' || report(issues, '/query/limit', 'type', 'integer', limit);
}

function checkBody(value: unknown, issues: Issue[]): value is unknown {
  return 'body' in (value as object) || report(issues, '/body', 'type', 'object', undefined);
}

export interface Observed {
  readonly errors: unknown[];
  /** Number of calls of `hang` that started; `aborted` counts those that were aborted. */
  hanging: number;
  aborted: number;
  /** Number of items requested from `ticks`. */
  ticks: number;
  ended: number;
}

/** Creates the service, and counters of its calls. */
export function service(options: ServerOptions = {}): { handler: FetchHandler; observed: Observed } {
  const observed: Observed = { errors: [], hanging: 0, aborted: 0, ticks: 0, ended: 0 };
  const echo = (input: unknown) => ({ status: 200, body: input });
  const handlers = {
    list: echo,
    read: echo,
    create: echo,
    remove: () => ({ status: 204 }),
    upload: async ({ body, contentType }: { body?: unknown; contentType?: string }) => {
      if (body instanceof Blob) return { status: 200, body: { contentType, size: body.size } };
      const { file, ...fields } = typeof body === 'object' ? (body as { file?: File }) : { text: body };
      return {
        status: 200,
        body: file === undefined ? { contentType, ...fields } : { ...fields, name: file.name, text: await file.text() },
      };
    },
    download: () => ({ status: 200, body: new Blob([new Uint8Array(300_000).fill(7)]) }),
    secret: (_: unknown, { principal }: ServerContext) => ({ status: 200, body: { principal } }),
    send: echo,
    hang: async (_: unknown, { signal }: ServerContext) => {
      observed.hanging++;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      observed.aborted++;
      return { status: 200, body: null };
    },
    fail: () => {
      throw new Error('password=hunter2');
    },
    wrong: () => ({ status: 418, body: 'hunter2' }),
    cookies: () => ({ status: 200, body: 1, headers: { 'Set-Cookie': ['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 2099 00:00:00 GMT'] } }),
    ticks: () => ({
      status: 200,
      body: (async function* () {
        try {
          for (let n = 0; n < 10_000; n++) {
            observed.ticks++;
            yield { n };
            if (n > 0) await new Promise((resolve) => setTimeout(resolve, 5));
          }
        } finally {
          observed.ended++;
        }
      })(),
    }),
    sum: async ({ body }: { body: AsyncIterable<number> }) => {
      let sum = 0;
      for await (const n of body) sum += n;
      return { status: 200, body: { sum } };
    },
  };
  const inputs: Record<string, typeof checkLimit> = { list: checkLimit, create: checkBody, send: checkBody };
  const routes = Object.entries(operations).map(([name, operation]) => ({
    name,
    operation,
    checks: operationChecks(inputs[name] ?? accept, {}),
  }));
  const handler = createServer({ id: 'demo', servers: [{ url: 'https://example.com/v2' }] }, routes, handlers, {
    maxBodyBytes: 100_000,
    onError: (error) => void observed.errors.push(error),
    security: {
      token: (token: string) => (token === 'good' ? 'ann' : null),
      key: (key: string) => (key === 'good' ? 'bob' : null),
    },
    ...options,
  });
  return { handler, observed };
}
