// The server of the client suite on loopback: the generated server behind CORS, plus responses that no generated server gives.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchHandler } from '@octavo/runtime';
import { nodeListener } from '@octavo/runtime/node';

type Input = { readonly path?: Record<string, unknown>; readonly query?: Record<string, unknown>; readonly body?: unknown };
interface Context {
  readonly request: { header(name: string): string | undefined };
  readonly principal: unknown;
}

const ECHOED = ['x-client', 'x-both', 'x-middleware'];

function echo(input: Input, { request }: Context): object {
  const headers = ECHOED.map((name) => [name, request.header(name)] as const).filter(([, value]) => value !== undefined);
  return { status: 200, body: { input, headers: Object.fromEntries(headers) } };
}

async function describeFile(value: unknown): Promise<unknown> {
  if (!(value instanceof Blob)) return value;
  const name = value instanceof File ? value.name : '';
  return { name, type: value.type, bytes: [...new Uint8Array(await value.arrayBuffer())] };
}

const NEXT: Readonly<Record<string, object>> = {
  '': { data: [1, 2], next: 'b' },
  b: { data: [3], next: 'c' },
  c: { data: [4, 5], next: null },
};

/** Handlers of `service.yaml`, by operation. */
export const handlers = {
  echoParameters: echo,
  echoCookie: echo,
  echoJson: echo,
  echoForm: echo,
  async echoMultipart({ body }: Input): Promise<object> {
    const fields = await Promise.all(Object.entries(body as object).map(async ([name, value]) => [name, await describeFile(value)]));
    return { status: 200, body: { input: Object.fromEntries(fields), headers: {} } };
  },
  echoBytes: ({ body }: Input): object => ({ status: 200, body }),
  echoText: ({ body }: Input): object => ({ status: 200, body }),
  deleteNothing: (): object => ({ status: 204 }),
  answer({ path }: Input): object {
    const kind = String(path?.kind);
    if (kind === 'found') return { status: 200, body: { input: kind, headers: {} } };
    return kind === 'teapot' ? { status: 418, body: {} } : { status: 404, body: { title: kind } };
  },
  readHeaders: (): object => ({ status: 200, headers: { 'X-Count': 12, 'X-Names': ['a', 'b'] } }),
  readHidden: (): object => ({ status: 200, headers: { 'X-Hidden': 'here' } }),
  readSecured: (_: Input, { principal }: Context): object => ({ status: 200, body: { input: principal, headers: {} } }),
  async listTicks({ query }: Input): Promise<object> {
    async function* ticks(): AsyncGenerator<object> {
      for (let n = 1; n <= 3 || query?.endless === true; n++) {
        // Slow enough for a reader to get items one by one, with an end in any case.
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (n > 2000) return;
        yield { data: { n, text: 'ü 💌\n' } };
      }
    }
    return { status: 200, body: ticks() };
  },
  echoLines: ({ body }: Input): object => ({ status: 200, body }),
  listPages: ({ query }: Input): object => ({ status: 200, body: NEXT[String(query?.after ?? '')] }),
};

/** Security handlers: the principal is the scheme's name. */
export const security = {
  bearer: (token: string): unknown => (token === 't0ken' ? 'bearer' : undefined),
  key: (key: string): unknown => (key === 'k3y' ? 'key' : undefined),
  basic: ({ username, password }: { username: string; password: string }): unknown =>
    username === 'ann' && password === 'pässwörd:1' ? 'basic' : undefined,
};

type Answer = readonly [status: number, headers: Readonly<Record<string, string>>, body: string];

/** Extra responses by path, without the base path. */
const RAW: Readonly<Record<string, Answer>> = {
  '/answers/html': [200, { 'content-type': 'text/html' }, '<p>Hello</p>'],
  '/answers/broken': [200, { 'content-type': 'application/json' }, '{"input":'],
  '/answers/failure': [500, { 'content-type': 'text/plain' }, 'failed'],
  '/redirect': [302, { location: '/v1/answers/found' }, ''],
  '/redirect-secured': [302, { location: '/v1/answers/found' }, ''],
};

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the server on loopback. */
export function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Listening> {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const close = (): Promise<void> => {
        server.closeAllConnections();
        return new Promise((done) => server.close(() => done()));
      };
      resolve({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}

/** The service with restrictive CORS: `X-Hidden` is not exposed. */
export function listenAsService(handler: FetchHandler): Promise<Listening> {
  const listener = nodeListener(handler);
  return listen((request, response) => {
    const path = (request.url ?? '').replace(/^\/v1/, '').replace(/\?.*/, '');
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-expose-headers', 'X-Count, X-Names, X-Request-Id');
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
      response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
      response.writeHead(204).end();
      return;
    }
    // Never responds.
    if (path === '/slow') return;
    const raw = RAW[path];
    if (raw === undefined) listener(request, response);
    else response.writeHead(raw[0], raw[1]).end(raw[2]);
  });
}
