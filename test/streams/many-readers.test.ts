// Streams with many readers: items that are written once for all, chunks as they stand on the wire, and streams under watch.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import {
  type BodyCodec,
  createServer,
  eventStream,
  type FetchHandler,
  json,
  ndjson,
  type Operation,
  shareItem,
  watchStream,
} from '@octavo/runtime';
import { nodeListener, serve } from '@octavo/runtime/node';
import { afterEach, describe, expect, test } from 'vitest';
import { keepShared } from '../../runtime/stream/shared-items.ts';
import { until } from './support.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const LINES = ndjson(json);

/** A server whose `/watch` has this body. `judged` counts what it validates. */
function serverOf(body: () => unknown, codec = LINES, watch?: (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => unknown) {
  const judged: unknown[] = [];
  const operation: Operation = {
    id: 'watch',
    method: 'GET',
    path: '/watch',
    responses: { 200: { contents: { 'application/json': codec } } },
  };
  const validate = (item: unknown): item is unknown => judged.push(item) > 0;
  const checks = {
    input: (_: unknown): _ is unknown => true,
    responses: {},
    items: { responses: { 200: { 'application/json': validate } } },
  };
  const server = createServer({ id: 'many', servers: [{ url: '/' }] }, [{ name: 'watch', operation, checks }], {
    watch: () => ({ status: 200, body: body() }),
  });
  const { answer } = server;
  if (watch === undefined || answer === undefined) return { server, judged };
  const watched: FetchHandler = Object.assign((request: Request) => server(request), {
    answer: async (request: Parameters<typeof answer>[0]) => {
      const given = await answer(request);
      return { ...given, body: watch(given.body as ReadableStream<Uint8Array<ArrayBuffer>>) as typeof given.body };
    },
  });
  return { server: watched, judged };
}

async function listen(server: FetchHandler): Promise<number> {
  const { port, close } = await serve(server);
  closing.push(close);
  return port;
}

/** All that arrives after the head of the answer. */
async function bodyAt(port: number, version = '1.1'): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.write(`GET /watch HTTP/${version}\r\nHost: x\r\nConnection: close\r\n\r\n`);
  await once(socket, 'close');
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}

/** An item that counts how often it is written. */
function counted() {
  let written = 0;
  return {
    item: {
      toJSON: () => {
        written += 1;
        return { n: written };
      },
    },
    written: () => written,
  };
}

describe('an item that is shared', () => {
  test('is validated and written once for all readers', async () => {
    const { item, written } = counted();
    const { server, judged } = serverOf(() => [shareItem(item)]);
    const port = await listen(server);
    for (let reader = 0; reader < 3; reader++) expect(await bodyAt(port)).toBe('8\r\n{"n":1}\n\r\n0\r\n\r\n');
    expect(await (await server(new Request('http://x/watch'))).text()).toBe('{"n":1}\n');
    expect([written(), judged.length]).toEqual([1, 1]);
  });

  test('has a text for each way in which streams write it', () => {
    const item = shareItem({ data: { n: 1 } });
    const writing = { keep: keepShared };
    const textOf = async (codec: BodyCodec) => new Response(codec.items?.encode([item], writing)).text();
    return Promise.all([
      expect(textOf(LINES)).resolves.toBe('{"data":{"n":1}}\n'),
      expect(textOf(eventStream(json))).resolves.toBe('data: {"n":1}\n\n'),
      expect(textOf(LINES)).resolves.toBe('{"data":{"n":1}}\n'),
    ]);
  });

  test('is validated by each operation', async () => {
    const item = shareItem({ n: 1 });
    const [first, second] = [serverOf(() => [item]), serverOf(() => [item])];
    for (const { server } of [first, second]) await bodyAt(await listen(server));
    expect([first.judged.length, second.judged.length]).toEqual([1, 1]);
  });

  test('is told from one that is not, which may change', async () => {
    const { item, written } = counted();
    const { server, judged } = serverOf(() => [item, item]);
    expect(await bodyAt(await listen(server))).toBe('8\r\n{"n":1}\n\r\n8\r\n{"n":2}\n\r\n0\r\n\r\n');
    expect([written(), judged.length]).toEqual([2, 2]);
  });
});

describe('chunks', () => {
  test('of any size arrive whole and in order, also where readers are slow', async () => {
    const texts = Array.from({ length: 400 }, (_, index) => String(index).padEnd(index % 10 === 0 ? 40_000 : 300, '.'));
    const port = await listen(serverOf(() => texts).server);
    const answer = await fetch(`http://127.0.0.1:${port}/watch`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await answer.text()).toBe(texts.map((text) => `"${text}"\n`).join(''));
  });

  test('have no frames for callers of HTTP/1.0', async () => {
    const port = await listen(serverOf(() => [1, 2, 3]).server);
    expect(await bodyAt(port, '1.0')).toBe('1\n2\n3\n');
  });

  test('go through a `write` that a framework has put in the place of that of node:http', async () => {
    const listener = nodeListener(serverOf(() => ['a', 'b']).server);
    const server = createHttpServer((request, response) => {
      const { write } = response;
      response.write = (chunk: Uint8Array) => write.call(response, Buffer.from(String(Buffer.from(chunk)).toUpperCase()), 'utf8');
      listener(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    expect(await bodyAt((server.address() as AddressInfo).port)).toBe('4\r\n"A"\n\r\n4\r\n"B"\n\r\n0\r\n\r\n');
  });

  test('of a request that waits for the one before it on its connection come after its answer', async () => {
    let release = (): void => {};
    let readers = 0;
    const { server } = serverOf(async function* () {
      readers += 1;
      const own = readers;
      if (own === 1)
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      yield own;
    });
    const socket = connect(await listen(server), '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.write('GET /watch HTTP/1.1\r\nHost: x\r\n\r\nGET /watch HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await until(() => readers === 2);
    release();
    await once(socket, 'close');
    expect(text.match(/^\d+$/gm)).toEqual(['2', '1', '0', '2', '2', '0']);
  });
});

describe('a stream under watch', () => {
  async function* ticks() {
    for (let n = 0; ; n++) {
      yield n;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  test('says how many bytes pass, and that it has ended', async () => {
    const lengths: number[] = [];
    let ended = 0;
    const { signal } = new AbortController();
    const watch = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) =>
      watchStream(stream, { passes: (bytes) => lengths.push(bytes), ended: () => ended++, signal });
    const { server } = serverOf(() => [1, 22], LINES, watch);
    expect(await bodyAt(await listen(server))).toBe('2\r\n1\n\r\n3\r\n22\n\r\n0\r\n\r\n');
    expect([lengths, ended]).toEqual([[2, 3], 1]);
  });

  test.each(['over node', 'in memory'])('is broken off %s, and what feeds it is told', async (way) => {
    let [ended, returned] = [0, false];
    const controller = new AbortController();
    async function* source() {
      try {
        yield* ticks();
      } finally {
        returned = true;
      }
    }
    const watch = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) =>
      watchStream(stream, { passes() {}, ended: () => ended++, signal: controller.signal });
    const { server } = serverOf(source, LINES, watch);
    const body =
      way === 'over node'
        ? (await fetch(`http://127.0.0.1:${await listen(server)}/watch`)).body
        : ((await server.answer?.({ method: 'GET', target: '/watch', header: () => undefined } as never))?.body as ReadableStream);
    const reader = body?.getReader();
    await reader?.read();
    controller.abort(new Error('Enough.'));
    await expect(async () => {
      while ((await reader?.read())?.done === false);
    }).rejects.toThrow();
    await until(() => returned);
    expect(ended).toBe(1);
  });

  test('ends when its reader leaves', async () => {
    let ended = 0;
    const { signal } = new AbortController();
    const watch = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => watchStream(stream, { passes() {}, ended: () => ended++, signal });
    const leaving = new AbortController();
    const port = await listen(serverOf(ticks, LINES, watch).server);
    const answer = await fetch(`http://127.0.0.1:${port}/watch`, { signal: leaving.signal });
    await answer.body?.getReader().read();
    leaving.abort();
    await until(() => ended === 1);
  });

  test('fails where what feeds it does', async () => {
    let ended = 0;
    const { signal } = new AbortController();
    const watch = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => watchStream(stream, { passes() {}, ended: () => ended++, signal });
    const { server } = serverOf(
      async function* () {
        yield 1;
        throw new Error('The source has failed.');
      },
      LINES,
      watch,
    );
    // Without the last chunk, so that the caller knows.
    expect(await bodyAt(await listen(server))).toBe('2\r\n1\n\r\n');
    expect(ended).toBe(1);
  });
});
