// Test cases of a generated client on every platform: they run in Node, in a page and in a worker, against the server of `server.ts`.
import {
  type ApiError,
  type CallOptions,
  type ClientOptions,
  type DownloadEvent,
  hooks,
  middleware,
  type PageOptions,
  progress,
  retry,
  timeout,
  type UploadEvent,
  unwrap,
} from '@octavo/runtime';
import { equal, rejects } from './assert.ts';

/** `node` stands for all platforms on which a program is not bound by a browser's rules: Bun, Deno and workerd too. */
export type Place = 'node' | 'page' | 'worker';

interface Result {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: object;
}

/** A method of the generated client, untyped. */
interface Method {
  (input?: object, options?: CallOptions): Promise<Result>;
  readonly items?: (input?: object, options?: PageOptions) => AsyncIterable<unknown>;
}

export interface Context {
  readonly place: Place;
  /** What arrives of `é` in a header where client or server does not read and write headers as Latin-1. */
  readonly accented?: string;
  /** Base URL of the server, on another origin than the page. */
  readonly baseUrl: string;
  /** A client of the generated service. */
  readonly client: (options?: ClientOptions) => Readonly<Record<string, Method>>;
}

export interface Case {
  readonly name: string;
  readonly run: (context: Context) => Promise<void>;
}

/** The request as the server's handlers echo it. */
interface Echo {
  readonly input: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

function method({ client }: Context, name: string, options: ClientOptions = {}): Method {
  const found = client(options)[name];
  if (found === undefined) throw new Error(`the client has no ${name}`);
  return found;
}

async function echo(context: Context, name: string, input?: object, options?: ClientOptions): Promise<Echo> {
  return unwrap(await method(context, name, options)(input)) as Echo;
}

const parameters: readonly [what: string, input: object][] = [
  ['plain', { path: { id: 'a', list: [1] } }],
  ['reserved in the path', { path: { id: "a/b?c#d%2F..;=,@&+ '()*!", list: [1, 2, 3] } }],
  ['beyond ASCII', { path: { id: 'ü 💌', list: [0] }, query: { text: '日本 & co' } }],
  ['in the query', { path: { id: 'a', list: [1] }, query: { text: 'a+b %20', count: -3, flag: false } }],
  ['lists in the query', { path: { id: 'a', list: [1] }, query: { many: ['a&b', 'c,d'], joined: ['x', 'y'], piped: ['p', 'q'] } }],
  ['an object in the query', { path: { id: 'a', list: [1] }, query: { deep: { a: 1, b: '[x]' } } }],
  ['in headers', { path: { id: 'a', list: [1] }, header: { 'X-Trace': 'abc', 'X-Numbers': [3, 1, 2] } }],
];

const bodies: readonly [operation: string, body: unknown][] = [
  ['echoJson', { text: '\u2028 "ü" 💌', nested: [null, { a: [1.5, -2e-7, true] }], ['__proto__']: 1 }],
  ['echoForm', { name: 'a=b&c +%', age: 4, tags: ['x', 'y y'] }],
  ['echoText', 'line\r\nü'],
];

const credentials: readonly [what: string, credentials: object, by: string][] = [
  ['a bearer token', { bearer: 't0ken' }, 'bearer'],
  ['a key in a header', { key: 'k3y' }, 'key'],
  ['a name and a password beyond ASCII', { basic: { username: 'ann', password: 'pässwörd:1' } }, 'basic'],
  ['an asynchronous function', { bearer: async () => 't0ken' }, 'bearer'],
];

export const cases: readonly Case[] = [
  ...parameters.map(([what, input]) => ({
    name: `parameters: ${what}`,
    run: async (context: Context) => equal((await echo(context, 'echoParameters', input)).input, input),
  })),
  {
    name: 'parameters: in headers, beyond ASCII',
    async run(context) {
      const { input } = await echo(context, 'echoParameters', { path: { id: 'a', list: [1] }, header: { 'X-Trace': 'abc é' } });
      equal(input, { path: { id: 'a', list: [1] }, header: { 'X-Trace': `abc ${context.accented ?? 'é'}` } });
    },
  },
  {
    name: 'parameters: cookies, which only Node lets a client write',
    async run(context) {
      const { input } = await echo(context, 'echoCookie', { cookie: { session: 'abc' } });
      equal(input, context.place === 'node' ? { cookie: { session: 'abc' } } : {});
    },
  },
  ...bodies.map(([operation, body]) => ({
    name: `body: ${operation}`,
    run: async (context: Context) => {
      const answer = unwrap(await method(context, operation)({ body }));
      equal(operation === 'echoText' ? answer : (answer as Echo).input, operation === 'echoText' ? body : { body });
    },
  })),
  {
    name: 'body: multipart with a file',
    async run(context) {
      const file = new File([new Uint8Array([0, 200, 13, 10, 45, 45])], 'ü "x".bin', { type: 'application/x-thing' });
      const { input } = await echo(context, 'echoMultipart', { body: { note: 'ü & "b"', file } });
      equal(input, { note: 'ü & "b"', file: { name: 'ü "x".bin', type: 'application/x-thing', bytes: [0, 200, 13, 10, 45, 45] } });
    },
  },
  {
    name: 'body: bytes there and back',
    async run(context) {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
      const { body } = await method(context, 'echoBytes')({ body: new Blob([bytes]) });
      if (!(body instanceof Blob)) throw new Error('wanted a Blob');
      equal([...new Uint8Array(await body.arrayBuffer())], [...bytes]);
    },
  },
  {
    name: 'progress: counted to its end, or the platform is said to send in another way; the body arrives either way',
    async run(context) {
      const ups: UploadEvent[] = [];
      const downs: DownloadEvent[] = [];
      const watched = progress({ onUpload: (event) => void ups.push(event), onDownload: (event) => void downs.push(event) });
      const echoed = await method(context, 'echoBytes')({ body: new Blob([new Uint8Array(200_000).fill(7)]) }, { progress: watched });
      equal([...new Uint8Array(await (unwrap(echoed) as Blob).arrayBuffer())].filter((byte) => byte === 7).length, 200_000);
      const { state, bytes, total } = ups.at(-1) ?? {};
      // Browsers, Bun and workerd have a way of their own to read a Blob. Node 20 has no `navigator`.
      const isCounted = /^(?:Node|Deno)/.test(globalThis.navigator?.userAgent ?? 'Node');
      equal({ state, bytes, total }, { state: isCounted ? 'complete' : 'unmeasured', bytes: isCounted ? 200_000 : 0, total: 200_000 });
      equal({ state: downs.at(-1)?.state, bytes: downs.at(-1)?.bytes }, { state: 'complete', bytes: 200_000 });
      const form = new FormData();
      form.append('note', 'a');
      form.append('file', new File([new Uint8Array([0, 200])], 'x.bin', { type: 'application/x-thing' }));
      const { input } = unwrap(await method(context, 'echoMultipart')({ body: form }, { progress: watched })) as Echo;
      equal(input, { note: 'a', file: { name: 'x.bin', type: 'application/x-thing', bytes: [0, 200] } });
    },
  },
  {
    name: 'no body',
    async run(context) {
      const { status, body } = await method(context, 'deleteNothing')();
      equal([status, body], [204, undefined]);
    },
  },
  {
    name: 'errors: a declared one is a result, and thrown by unwrap',
    async run(context) {
      const result = await method(context, 'answer')({ path: { kind: 'missing' } });
      equal([result.status, result.body], [404, { title: 'missing' }]);
      const error = await rejects((async () => unwrap(result, 200))(), 'ApiError', /answer answered 404/);
      equal((error as ApiError).body, { title: 'missing' });
    },
  },
  {
    name: 'errors: a range',
    run: async (context) => equal((await method(context, 'answer')({ path: { kind: 'teapot' } })).status, 418),
  },
  {
    name: 'errors: what the document does not declare',
    async run(context) {
      await rejects(method(context, 'answer')({ path: { kind: 'failure' } }), 'UnexpectedResponseError', /status 500 is not declared/);
      await rejects(method(context, 'answer')({ path: { kind: 'html' } }), 'UnreadableResponseError', /text\/html/);
      await rejects(method(context, 'answer')({ path: { kind: 'broken' } }), 'UnreadableResponseError', /JSON/);
    },
  },
  {
    name: 'errors: no server at the address',
    async run(context) {
      // Browsers block port 9, and no server listens there.
      const closed = method(context, 'readSlow', { baseUrl: 'http://127.0.0.1:9' });
      await rejects(closed(), 'TransportError', /readSlow: no response/);
    },
  },
  {
    name: 'headers: typed',
    async run(context) {
      const { headers } = await method(context, 'readHeaders')();
      const fields = headers as Readonly<Record<string, unknown>>;
      equal([fields['X-Count'], fields['X-Names']], [12, ['a', 'b']]);
    },
  },
  {
    name: 'headers: a required one that CORS hides is an error that says so',
    async run(context) {
      if (context.place === 'node') equal((await method(context, 'readHidden')()).status, 200);
      else
        await rejects(
          method(context, 'readHidden')(),
          'UnreadableResponseError',
          /X-Hidden is missing, or not exposed \(Access-Control-Expose-Headers\)/,
        );
    },
  },
  {
    name: 'headers: of the client, of the call, and of middleware',
    async run(context) {
      const marks = middleware({
        onRequest({ request }) {
          request.headers.set('x-middleware', 'm');
          return request;
        },
      });
      const call = method(context, 'echoJson', { headers: { 'x-client': 'c', 'x-both': 'client' }, middleware: marks });
      const { headers } = unwrap(await call({ body: {} }, { headers: { 'x-both': 'call' } })) as Echo;
      equal([headers['x-client'], headers['x-both'], headers['x-middleware']], ['c', 'call', 'm']);
    },
  },
  {
    name: 'abort: before and during',
    async run(context) {
      await rejects(method(context, 'readSlow')({}, { signal: AbortSignal.abort() }), 'AbortError');
      const controller = new AbortController();
      const waiting = rejects(method(context, 'readSlow')({}, { signal: controller.signal }), 'AbortError');
      setTimeout(() => controller.abort(), 50);
      await waiting;
      await rejects(method(context, 'readSlow')({}, { signal: AbortSignal.timeout(50) }), 'TimeoutError');
    },
  },
  {
    name: 'redirects: followed without a credential',
    run: async (context) => equal((await method(context, 'redirectOpen')()).status, 200),
  },
  {
    name: 'redirects: with a credential, followed where the platform shows where to, else an error',
    async run(context) {
      const call = method(context, 'redirectSecured', { credentials: { key: 'k3y' } });
      if (context.place === 'node') equal((await call()).status, 200);
      else await rejects(call(), 'RedirectError', /this platform hides its Location/);
    },
  },
  ...credentials.map(([what, given, by]) => ({
    name: `credentials: ${what}`,
    run: async (context: Context) => {
      const result = await method(context, 'readSecured', { credentials: given })({ path: { by } });
      equal([result.status, (result.body as Echo).input], [200, by]);
    },
  })),
  {
    name: 'credentials: none is a 401, and a wrong one is in no error',
    async run(context) {
      equal((await method(context, 'readSecured')({ path: { by: 'bearer' } })).status, 401);
      const call = method(context, 'redirectSecured', { credentials: { key: 'S3CRET' }, baseUrl: 'http://127.0.0.1:9' });
      const error = await rejects(call(), 'TransportError');
      equal(`${error.stack}${JSON.stringify(error)}`.includes('S3CRET'), false);
    },
  },
  {
    name: 'pages: item by item',
    async run(context) {
      const found: unknown[] = [];
      for await (const item of method(context, 'listPages').items?.() ?? []) found.push(item);
      equal(found, [1, 2, 3, 4, 5]);
    },
  },
  {
    name: 'streams: events as they come, to their end',
    async run(context) {
      const { body } = await method(context, 'listTicks')();
      const found: unknown[] = [];
      for await (const item of body as AsyncIterable<{ readonly data: unknown }>) found.push(item.data);
      equal(
        found,
        [1, 2, 3].map((n) => ({ n, text: 'ü 💌\n' })),
      );
    },
  },
  {
    name: 'streams: left early, and aborted',
    async run(context) {
      const call = method(context, 'listTicks');
      for await (const _ of (await call({ query: { endless: true } })).body as AsyncIterable<unknown>) break;
      const controller = new AbortController();
      const { body } = await call({ query: { endless: true } }, { signal: controller.signal });
      const reading = async (): Promise<void> => {
        for await (const _ of body as AsyncIterable<unknown>) controller.abort();
      };
      await rejects(reading(), 'AbortError');
    },
  },
  {
    name: 'streams: a list of items there and back',
    async run(context) {
      const items = [{ n: 1 }, { n: 2, text: 'ü' }];
      const { body } = await method(context, 'echoLines')({ body: items });
      const found: unknown[] = [];
      for await (const item of body as AsyncIterable<unknown>) found.push(item);
      equal(found, items);
    },
  },
  {
    name: 'retries, and hooks that are told of them',
    async run(context) {
      const told: unknown[] = [];
      const note =
        (what: string) =>
        ({ attempt, status }: { attempt: number; status?: number | undefined }) =>
          void told.push([what, attempt, status]);
      const options = {
        retry: retry({ baseMilliseconds: 1 }),
        hooks: hooks({ onRequest: note('request'), onError: note('error'), onRetry: note('retry') }),
      };
      await rejects(method(context, 'answer', options)({ path: { kind: 'failure' } }), 'UnexpectedResponseError');
      equal(told, [
        ['request', 1, undefined],
        ['error', 1, 500],
        ['retry', 1, 500],
        ['request', 2, undefined],
        ['error', 2, 500],
        ['retry', 2, 500],
        ['request', 3, undefined],
        ['error', 3, 500],
      ]);
    },
  },
  {
    name: 'retries: abort while they wait',
    async run(context) {
      const controller = new AbortController();
      const options = {
        retry: retry({ baseMilliseconds: 60_000, random: () => 0.9 }),
        hooks: hooks({ onRetry: () => controller.abort() }),
      };
      const call = method(context, 'answer', options);
      await rejects(call({ path: { kind: 'failure' } }, { signal: controller.signal }), 'AbortError');
    },
  },
  {
    name: 'a time limit, which is no abort of the caller',
    async run(context) {
      const call = method(context, 'readSlow', { timeout: timeout(30) });
      await rejects(call({}, { signal: new AbortController().signal }), 'TimeoutError', /timed out after 30 ms/);
    },
  },
  {
    name: 'a limit of an answer’s size',
    async run(context) {
      const call = method(context, 'echoText');
      await rejects(call({ body: 'more than four' }, { maxResponseBytes: 4 }), 'UnreadableResponseError', /more than 4 bytes/);
      equal((await call({ body: 'four' }, { maxResponseBytes: 4 })).body, 'four');
    },
  },
  {
    name: 'many calls at once, each with its own answer',
    async run(context) {
      const call = method(context, 'echoJson');
      const bodies = Array.from({ length: 20 }, (_, number) => ({ number }));
      const answers = await Promise.all(bodies.map(async (body) => (unwrap(await call({ body })) as Echo).input));
      equal(
        answers,
        bodies.map((body) => ({ body })),
      );
    },
  },
];

export interface Outcome {
  readonly name: string;
  /** Absent when the case passed. */
  readonly error?: string;
}

/** Runs the cases in sequence, since parallel cases would slow a slow platform further. */
export async function runAll(context: Context): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of cases) {
    try {
      await run(context);
      outcomes.push({ name });
    } catch (error) {
      outcomes.push({ name, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
    }
  }
  return outcomes;
}
