// Streams between client and server, in memory and over sockets: items on arrival, back-pressure, aborts from either side.
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import {
  ApiError,
  BrokenStreamError,
  createServer,
  type FetchHandler,
  InvalidItemError,
  inMemoryFetch,
  json,
  ndjson,
  type Operation,
  preferredType,
  reconnect,
  type ServerContext,
  UnexpectedResponseError,
  validation,
} from '@octavo/runtime';
import { serve } from '@octavo/runtime/node';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { adapters } from '../adapters/hosts.ts';
import { byEffort } from '../support/effort.ts';
import { heldBytes } from '../support/garbage.ts';
import { type Feeds, type FeedsClient, generateFeeds, type Result } from './feeds.ts';
import { collect, until } from './support.ts';

let feeds: Feeds;
beforeAll(async () => {
  feeds = await generateFeeds();
});

const rejections: unknown[] = [];
process.on('unhandledRejection', (reason) => rejections.push(reason));
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(rejections).toEqual([]);
});

function itemsOf<T = unknown>({ body }: Result): AsyncIterable<T> {
  return body as AsyncIterable<T>;
}

test('the types of both ends compile as a user writes them', () => {
  expect(feeds.complaints).toBe('');
});

const over: Record<string, (server: FetchHandler) => Promise<object>> = {
  'in memory': async (server) => ({ fetch: inMemoryFetch(server) }),
  ...Object.fromEntries(
    adapters.map(([name, start]) => [
      `over ${name}`,
      async (server: FetchHandler) => {
        const { url, close } = await start(server);
        closing.push(close);
        return { baseUrl: `${url}/v1` };
      },
    ]),
  ),
  'over node, by Request and Response': async (server) => {
    const { url, close, server: node } = await serve((request) => server(request));
    closing.push(async () => {
      node.closeAllConnections();
      await close();
    });
    return { baseUrl: `${url}/v1` };
  },
};

// The adapters share the code of node; in a quick run it stands for them.
const ways = Object.entries(over).filter(([name]) =>
  byEffort({ quick: ['in memory', 'over node'], deep: Object.keys(over) }).includes(name),
);

describe.each(ways)('%s', (_name, join) => {
  const errors: unknown[] = [];
  const open = async (handlers: object, options: object = {}): Promise<FeedsClient> => {
    errors.length = 0;
    const server = feeds.createFeedsServer(handlers, { onError: (error: unknown) => errors.push(error), ...options });
    return feeds.createFeedsClient(await join(server));
  };

  test('events arrive one by one, while the server still produces them', async () => {
    let waiting = false;
    let go = (): void => {};
    const client = await open({
      watchTicks: () => ({
        status: 200,
        body: (async function* () {
          yield { id: 'a', data: { n: 1 }, retry: 5 };
          await new Promise<void>((resolve) => {
            go = resolve;
            waiting = true;
          });
          yield { event: 'tock', data: { n: 2, at: 'a\nb' } };
        })(),
      }),
    });
    const result = await client.watchTicks({});
    expect([result.status, result.contentType]).toEqual([200, 'text/event-stream']);
    const iterator = itemsOf(result)[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: { id: 'a', data: { n: 1 }, retry: 5 } });
    // Longer than the keep-alive interval.
    const second = iterator.next();
    await until(() => waiting);
    await new Promise((resolve) => setTimeout(resolve, 120));
    go();
    expect(await second).toEqual({ done: false, value: { event: 'tock', data: { n: 2, at: 'a\nb' } } });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  test('the headers of a response do not wait for its first item', async () => {
    const client = await open({
      readLog: () => ({
        status: 200,
        body: (async function* () {
          await new Promise(() => {});
          yield 1;
        })(),
      }),
    });
    const result = await client.readLog({});
    expect(result.status).toBe(200);
    await itemsOf(result)[Symbol.asyncIterator]().return?.();
  });

  test("the standard's example, text and JSON by event", async () => {
    const sent = [
      { event: 'addString', data: 'This data is formatted\nas two lines' },
      { event: 'addInt64', data: '1234567890123456789' },
      { event: 'addJson', data: { foo: 42 } },
    ];
    const client = await open({
      watchStandard: () => ({
        status: 200,
        body: (async function* () {
          yield* sent;
        })(),
      }),
    });
    expect(await collect(itemsOf(await client.watchStandard()))).toEqual(sent);
  });

  test('the caller chooses between a JSON body and a stream', async () => {
    const client = await open({
      watchTicks(_input: unknown, { request }: ServerContext) {
        const contentType = preferredType(request.header('accept'), ['application/json', 'text/event-stream']);
        return contentType === 'application/json'
          ? { status: 200, contentType, body: [{ n: 1 }] }
          : { status: 200, contentType: 'text/event-stream', body: [{ data: { n: 1 } }] };
      },
    });
    const asked = async (accept: string) => client.watchTicks({}, { headers: { accept } });
    expect(await asked('application/json')).toMatchObject({ contentType: 'application/json', body: [{ n: 1 }] });
    expect(await collect(itemsOf(await asked('application/json;q=0.5, text/event-stream')))).toEqual([{ data: { n: 1 } }]);
  });

  test('a sequence, and lines under application/json', async () => {
    const client = await open({
      listSequence: () => ({ status: 200, body: [1, 2, 3] }),
      readLog: () => ({ status: 200, body: [null, 'a', { b: [] }] }),
    });
    expect(await collect(itemsOf(await client.listSequence()))).toEqual([1, 2, 3]);
    expect(await collect(itemsOf(await client.readLog()))).toEqual([null, 'a', { b: [] }]);
  });

  test('streams in both directions at once: each response item arrives before the next request item is sent', async () => {
    const client = await open({
      importLines: ({ body }: { body: AsyncIterable<{ n: number }> }) => ({
        status: 200,
        body: (async function* () {
          for await (const { n } of body) yield { ok: n };
        })(),
      }),
    });
    const log: string[] = [];
    async function* ticks() {
      for (let n = 0; n < 3; n++) {
        log.push(`sent ${n}`);
        yield { n };
      }
    }
    // Over a socket, `fetch` resolves when the response headers arrive, even while the request is still being sent.
    for await (const { ok } of itemsOf<{ ok: number }>(await client.importLines({ body: ticks() }))) log.push(`answered ${ok}`);
    expect(log.filter((line) => line.startsWith('answered'))).toEqual(['answered 0', 'answered 1', 'answered 2']);
  });

  test('an array or a set can be sent as a stream', async () => {
    const client = await open({
      importLines: async ({ body }: { body: AsyncIterable<{ n: number }> }) => ({ status: 201, body: (await collect(body)).length }),
    });
    expect(await client.importLines({ body: [{ n: 1 }, { n: 2 }] })).toMatchObject({ status: 201, body: 2 });
    expect(await client.importLines({ body: new Set() })).toMatchObject({ status: 201, body: 0 });
    await expect(client.importLines({ body: 'text' })).rejects.toThrow('body cannot be written in its media type');
  });

  test.each<[string, unknown, string]>([
    ['breaks its schema', [{ n: 1 }, { n: 'x' }], '/body/1/n'],
    ['is null', [null], '/body/0'],
  ])('an item that %s is a 400, where the handler let it through', async (_title, body, place) => {
    const seen: unknown[] = [];
    const client = await open({
      importLines: async ({ body }: { body: AsyncIterable<unknown> }) => {
        for await (const item of body) seen.push(item);
        return { status: 201, body: 0 };
      },
    });
    const answer = await client.importLines({ body }).catch((error: unknown) => error);
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining(place) });
    expect(errors).toEqual([]);
  });

  test('a handler may catch the error of an invalid item', async () => {
    let caught: unknown;
    const client = await open({
      importLines: async ({ body }: { body: AsyncIterable<unknown> }) => {
        try {
          for await (const _ of body);
        } catch (error) {
          caught = error;
        }
        return { status: 201, body: 7 };
      },
    });
    expect(await client.importLines({ body: [{}] })).toMatchObject({ status: 201, body: 7 });
    expect(caught).toBeInstanceOf(InvalidItemError);
    expect(caught).toMatchObject({ operation: 'importLines', index: 0, stream: 'request', issues: [{ path: '/n' }] });
  });

  test('an invalid item from a handler ends the stream, and the server reports it', async () => {
    const seen: unknown[] = [];
    const items = async function* () {
      yield 1;
      // An error discards the items that the stream still buffers, so wait until they are read.
      await until(() => seen.length === 1);
      yield 'two';
    };
    const client = await open({ listSequence: () => ({ status: 200, body: items() }) }, { validateResponses: true });
    const reading = (async () => {
      for await (const item of itemsOf(await client.listSequence())) seen.push(item);
    })();
    await expect(reading).rejects.toBeInstanceOf(BrokenStreamError);
    expect(seen).toEqual([1]);
    expect(errors).toMatchObject([{ name: 'InvalidItemError', index: 1, stream: 'source', operation: 'listSequence' }]);
  });

  test('an error thrown by a generator reaches the client as an interrupted stream', async () => {
    let taken = false;
    const client = await open({
      readLog: () => ({
        status: 200,
        body: (async function* () {
          yield 1;
          await until(() => taken);
          throw new Error('secret');
        })(),
      }),
    });
    const iterator = itemsOf(await client.readLog())[Symbol.asyncIterator]();
    await iterator.next();
    taken = true;
    await expect(iterator.next()).rejects.toThrow('readLog: item 1 of the stream (200) is missing: the stream broke off.');
    expect(errors).toMatchObject([{ message: 'secret' }]);
  });

  test('a body that is not iterable is a 500', async () => {
    const client = await open({ readLog: () => ({ status: 200, body: 'text' }) });
    await expect(client.readLog()).rejects.toMatchObject({ status: 500 });
    expect(errors).toHaveLength(1);
  });

  test('leaving the loop ends the generator and aborts the signal of the context', async () => {
    let context: ServerContext | undefined;
    let ended = false;
    const client = await open({
      readLog(_input: unknown, given: ServerContext) {
        context = given;
        return {
          status: 200,
          body: (async function* () {
            try {
              for (let n = 0; n < 1e6; n++) {
                yield n;
                await new Promise((resolve) => setTimeout(resolve, 1));
              }
            } finally {
              ended = true;
            }
          })(),
        };
      },
    });
    for await (const n of itemsOf(await client.readLog())) if (n === 3) break;
    await until(() => ended);
    if (_name !== 'in memory') await until(() => context?.signal.aborted === true);
    expect(errors).toEqual([]);
  });

  test('an abort by the client ends the generator, and the client’s loop throws its reason', async () => {
    let ended = false;
    const client = await open({
      readLog: (_input: unknown, { signal }: ServerContext) => ({
        status: 200,
        body: (async function* () {
          try {
            yield 1;
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
          } finally {
            ended = true;
          }
        })(),
      }),
    });
    const controller = new AbortController();
    const iterator = itemsOf(await client.readLog({}, { signal: controller.signal }))[Symbol.asyncIterator]();
    await iterator.next();
    const second = iterator.next();
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    await until(() => ended);
  });

  test('an abort by the client during an upload ends the client’s own source', async () => {
    let ended = false;
    const received: unknown[] = [];
    const client = await open({
      importLines: async ({ body }: { body: AsyncIterable<unknown> }) => {
        for await (const item of body) received.push(item);
        return { status: 201, body: 0 };
      },
    });
    async function* ticks() {
      try {
        for (let n = 0; ; n++) {
          yield { n };
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      } finally {
        ended = true;
      }
    }
    const controller = new AbortController();
    const calling = client.importLines({ body: ticks() }, { signal: controller.signal });
    await until(() => received.length > 2);
    controller.abort();
    await expect(calling).rejects.toMatchObject({ name: 'AbortError' });
    await until(() => ended);
  });

  test('a slow reader limits how far the generator runs ahead', async () => {
    let made = 0;
    const client = await open({
      readLog: () => ({
        status: 200,
        body: (async function* () {
          for (; made < 100_000; made++) yield 'x'.repeat(10_000);
        })(),
      }),
    });
    const iterator = itemsOf(await client.readLog())[Symbol.asyncIterator]();
    await iterator.next();
    let ahead: number;
    do {
      ahead = made;
      await new Promise((resolve) => setTimeout(resolve, 200));
    } while (made > ahead);
    // The sockets buffer a few megabytes; without back-pressure it would be a gigabyte.
    expect(ahead).toBeLessThan(2500);
    await iterator.return?.();
  });

  test('very many items use bounded memory', async () => {
    const total = byEffort({ quick: 20_000, deep: 100_000 });
    const megabytes = (500 * total) / 2 ** 20;
    const client = await open({
      readLog: () => ({
        status: 200,
        body: (function* () {
          for (let n = 0; n < total; n++) yield { n, text: 'x'.repeat(500) };
        })(),
      }),
    });
    const before = heldBytes();
    let count = 0;
    let most = 0;
    for await (const _ of itemsOf(await client.readLog())) {
      if (++count % (total / 4) === 0) most = Math.max(most, heldBytes());
    }
    expect(count).toBe(total);
    expect((most - before) / 2 ** 20).toBeLessThan(megabytes / 2);
  });

  test('reconnect resumes after the last event received', async () => {
    const asked: unknown[] = [];
    const seen: unknown[] = [];
    const client = await open({
      watchTicks({ header }: { header?: Record<string, string> }) {
        const last = header?.['Last-Event-ID'];
        asked.push(last);
        const from = Number(last ?? 0);
        if (from >= 4) return { status: 204 };
        return {
          status: 200,
          body: (async function* () {
            yield { id: String(from + 1), data: { n: from + 1 }, retry: 1 };
            yield { id: String(from + 2), data: { n: from + 2 } };
            await until(() => seen.length === from + 2);
            if (from === 0) throw new Error('lost');
          })(),
        };
      },
    });
    const opened = async (options: { headers: Readonly<Record<string, string>> }) => {
      const result = await client.watchTicks({}, options);
      return result.status === 204 ? undefined : itemsOf<{ data: { n: number } }>(result);
    };
    for await (const event of reconnect(opened)) seen.push(event.data.n);
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(asked).toEqual([undefined, '2', '4']);
  });
});

test('the example server streams examples', async () => {
  const client = feeds.createFeedsClient({ fetch: inMemoryFetch(feeds.mockFeedsServer()) });
  for (const result of [await client.watchTicks(), await client.watchStandard(), await client.listSequence(), await client.readLog()]) {
    expect(result.status).toBe(200);
    expect((await collect(itemsOf(result))).length).toBeGreaterThan(0);
  }
  expect((await client.importLines({ body: [{ n: 1 }] })).status).toBe(200);
});

test.each<[string | undefined, string | undefined]>([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['text/*', 'text/event-stream'],
  ['text/event-stream, application/json', 'application/json'],
  ['application/json;q=0.1, */*;q=0.2', 'text/event-stream'],
  ['application/json;q=0, text/event-stream;q=0', undefined],
  ['image/png', undefined],
])('of JSON and events, %s likes %s best', (header, want) => {
  expect(preferredType(header, ['application/json', 'text/event-stream'])).toBe(want);
});

describe('a client that validates', () => {
  const open = async (validate: unknown) => {
    const body = () => [1, 'two', 3];
    const server = feeds.createFeedsServer({ listSequence: () => ({ status: 200, body: body() }) }, { validateResponses: false });
    return feeds.createFeedsClient({ fetch: inMemoryFetch(server), validate });
  };

  test('an invalid item of a response throws in the loop', async () => {
    const seen: unknown[] = [];
    const client = await open(feeds.feedsValidators);
    const reading = (async () => {
      for await (const item of itemsOf(await client.listSequence())) seen.push(item);
    })();
    await expect(reading).rejects.toMatchObject({
      name: 'InvalidItemError',
      operation: 'listSequence',
      stream: 'response',
      status: 200,
      index: 1,
    });
    expect(seen).toEqual([1]);
  });

  test('an invalid item of a response is reported with `warn`', async () => {
    const told: string[] = [];
    const onIssue = (error: Error) => told.push(error.message);
    const client = await open(validation(feeds.feedsValidators, { responses: 'warn', onIssue }));
    expect(await collect(itemsOf(await client.listSequence()))).toEqual([1, 'two', 3]);
    expect(told).toHaveLength(1);
  });

  test('a list is validated before it is sent', async () => {
    const client = await open(validation(feeds.feedsValidators, { requests: 'throw' }));
    const sending = client.importLines({ body: [{ n: 1 }, { n: 'x' }] });
    await expect(sending).rejects.toMatchObject({ name: 'InvalidRequestError', issues: [{ path: '/body/1/n' }] });
  });
});

describe('reconnect', () => {
  const quick = { delayMilliseconds: 1, maxDelayMilliseconds: 2 };

  test.each([
    ['declared', new ApiError('watch', 503, undefined, undefined)],
    ['not declared', new UnexpectedResponseError('watch', 503, undefined, '')],
  ])('gives up after `attempts` failures in a row and throws the last one, %s', async (_title, error) => {
    let calls = 0;
    const failing = reconnect(
      async () => {
        calls++;
        throw error;
      },
      { ...quick, attempts: 3 },
    );
    await expect(collect(failing)).rejects.toMatchObject({ status: 503 });
    expect(calls).toBe(4);
  });

  test('an error that waiting cannot fix is thrown at once', async () => {
    let calls = 0;
    const refused = reconnect(async () => {
      calls++;
      throw new ApiError('watch', 401, undefined, undefined);
    }, quick);
    await expect(collect(refused)).rejects.toMatchObject({ status: 401 });
    expect(calls).toBe(1);
  });

  test('an abort ends the delay', async () => {
    const controller = new AbortController();
    const waiting = collect(reconnect(async () => (async function* () {})(), { signal: controller.signal, delayMilliseconds: 60_000 }));
    setTimeout(() => controller.abort(new Error('enough')), 10);
    await expect(waiting).rejects.toThrow('enough');
  });

  test('a stream without events counts as a failure, so reconnecting stops at a server that only hangs up', async () => {
    let calls = 0;
    const empty = reconnect(
      async () => {
        calls++;
        return (async function* () {})();
      },
      { ...quick, attempts: 2 },
    );
    expect(await collect(empty)).toEqual([]);
    expect(calls).toBe(3);
  });
});

describe('on the wire', () => {
  const started: string[] = [];
  const handlers = {
    readLog: () => ({
      status: 200,
      body: (async function* () {
        started.push('log');
        yield 1;
      })(),
    }),
    importLines: async ({ body }: { body: AsyncIterable<unknown> }) => ({ status: 201, body: (await collect(body)).length }),
  };

  test('case 58: HEAD starts no generator', async () => {
    const { url, close } = await serve(feeds.createFeedsServer(handlers));
    closing.push(close);
    const response = await fetch(`${url}/v1/log`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, 'application/json', '']);
    expect(started).toEqual([]);
    const memory = await feeds.createFeedsServer(handlers)(new Request('http://x/v1/log', { method: 'HEAD' }));
    expect([memory.status, memory.body]).toEqual([200, null]);
    expect(started).toEqual([]);
  });

  test('a client that disconnects mid-stream ends the generator, and the server goes on', async () => {
    const { url, port, close } = await serve(feeds.createFeedsServer({ ...handlers, readLog: () => ({ status: 200, body: endless() }) }));
    closing.push(close);
    let ended = false;
    async function* endless() {
      try {
        for (let n = 0; ; n++) yield n;
      } finally {
        ended = true;
      }
    }
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /v1/log HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await until(() => ended);
    const response = await fetch(`${url}/v1/lines`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: '{"n":1}\n',
    });
    expect([response.status, await response.json()]).toEqual([201, 1]);
  });

  test('with CRLF, each item is sent in one chunk with its line end, and an empty line keeps the connection alive', async () => {
    const contents = { 'application/json': ndjson(json, { lineEnd: 'crlf', keepAliveSeconds: 0.02 }) };
    const operation: Operation = { id: 'watch', method: 'GET', path: '/watch', responses: { 200: { contents } } };
    const row = { name: 'watch', operation, checks: { input: (_: unknown): _ is unknown => true, responses: {} } };
    async function* items() {
      yield { n: 1 };
      await new Promise<void>((resolve) => {
        silenceEnds = resolve;
      });
      yield { n: 2 };
    }
    let silenceEnds = (): void => {};
    const server = createServer({ id: 'lines', servers: [{ url: '/' }] }, [row], { watch: () => ({ status: 200, body: items() }) });
    const { port, close } = await serve(server);
    closing.push(close);
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data;
      // Chunks of HTTP/1.1: their length, and the line end that belongs to the item or keep-alive within.
      if (text.includes('2\r\n\r\n\r\n')) silenceEnds();
    });
    socket.write('GET /watch HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    const chunks = text.slice(text.indexOf('\r\n\r\n') + 4);
    expect(chunks).toMatch(/^9\r\n\{"n":1\}\r\n\r\n(?:2\r\n\r\n\r\n)+9\r\n\{"n":2\}\r\n\r\n(?:2\r\n\r\n\r\n)*0\r\n\r\n$/);
  });

  test.each<[string, string | number[], number, RegExp]>([
    ['case 45: malformed JSON', '{"n":1}\n{"n":', 400, /Item 1 of the body/],
    ['case 47: duplicate keys', '{"n":1,"n":2}\n', 400, /Item 0 of the body/],
    ['case 45: bad UTF-8', [0x22, 0xff, 0x22, 0x0a], 400, /not valid UTF-8/],
    ['case 48: __proto__ is plain data', '{"n":1,"__proto__":{"x":1}}\n', 201, /1/],
    ['case 49: nesting', `${'['.repeat(100_000)}\n`, 400, /Item 0 of the body/],
    ['case 55: a line without an end', 'x'.repeat(2 * 1024 * 1024), 400, /has more than 1048576 bytes/],
  ])('%s', async (_title, body, status, text) => {
    const server = feeds.createFeedsServer(handlers);
    const bytes = typeof body === 'string' ? body : Uint8Array.from(body);
    const request = new Request('http://x/v1/lines', { method: 'POST', headers: { 'content-type': 'application/x-ndjson' }, body: bytes });
    const response = await server(request);
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(text);
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
  });

  test('an interrupted upload throws a 400 error in the handler, and the server goes on', async () => {
    const outcome: unknown[] = [];
    let received = 0;
    const { url, port, close } = await serve(
      feeds.createFeedsServer({
        importLines: async ({ body }: { body: AsyncIterable<unknown> }) => {
          try {
            for await (const _ of body) received++;
          } catch (error) {
            outcome.push(error);
          }
          return { status: 201, body: 0 };
        },
      }),
    );
    closing.push(close);
    const upload = httpRequest({ port, path: '/v1/lines', method: 'POST', headers: { 'content-type': 'application/x-ndjson' } });
    upload.on('error', () => {});
    upload.write('{"n":1}\n');
    await until(() => received === 1);
    upload.destroy();
    await until(() => outcome.length === 1);
    expect((await fetch(`${url}/v1/log`)).status).toBe(501);
  });
});
