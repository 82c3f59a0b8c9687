// The handlers of the client suite's service, and the responses that no generated server gives. They run on every platform of the server.
import type { FetchHandler } from '@octavo/runtime';

type Input = { readonly path?: Record<string, unknown>; readonly query?: Record<string, unknown>; readonly body?: unknown };
interface Context {
  readonly request: { header(name: string): string | undefined };
  readonly principal: unknown;
  readonly signal: AbortSignal;
}

/** The names of the watched requests whose caller went away, and of the streams that were not read to their end. */
const departures: string[] = [];

function watch({ path }: Input, { signal }: Context): string {
  const name = String(path?.name);
  signal.addEventListener('abort', () => departures.push(name));
  return name;
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
  async watchCaller(input: Input, context: Context): Promise<object> {
    const name = watch(input, context);
    await new Promise((resolve) => setTimeout(resolve, Number(input.query?.milliseconds)));
    return { status: 200, body: { input: name } };
  },
  watchReader(input: Input, context: Context): object {
    const name = watch(input, context);
    async function* ticks(): AsyncGenerator<object> {
      let isRead = false;
      try {
        for (let n = 1; n <= Number(input.query?.items); n++) {
          await new Promise((resolve) => setTimeout(resolve, 5));
          yield { data: { n } };
        }
        isRead = true;
      } finally {
        if (!isRead) departures.push(`${name} unread`);
      }
    }
    return { status: 200, body: ticks() };
  },
  listDepartures: (): object => ({ status: 200, body: { input: departures } }),
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
export const RAW: Readonly<Record<string, Answer>> = {
  '/answers/html': [200, { 'content-type': 'text/html' }, '<p>Hello</p>'],
  '/answers/broken': [200, { 'content-type': 'application/json' }, '{"input":'],
  '/answers/failure': [500, { 'content-type': 'text/plain' }, 'failed'],
  '/redirect': [302, { location: '/v1/answers/found' }, ''],
  '/redirect-secured': [302, { location: '/v1/answers/found' }, ''],
};

/** Longer than any case waits, and shorter than the time after which a platform takes a request for hung. */
const SLOW_MILLISECONDS = 5000;

/** The service with the extra responses. */
export function withRawAnswers(handler: FetchHandler): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = new URL(request.url).pathname.replace(/^\/v1/, '');
    if (path === '/slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MILLISECONDS));
    const raw = RAW[path];
    return raw === undefined ? handler(request) : new Response(raw[2], { status: raw[0], headers: raw[1] });
  };
}
