// Streams of bytes: uploads and downloads of any size, in memory and over every adapter, with bounded memory.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { BrokenStreamError, type ByteSource, byRequest, type FetchHandler, inMemoryFetch, retry, streamedFile } from '@octavo/runtime';
import { afterEach, describe, expect, test } from 'vitest';
import { adapters } from '../adapters/hosts.ts';
import { readService } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { byEffort } from '../support/effort.ts';
import { heldBytes } from '../support/garbage.ts';
import { loadUser } from '../support/user.ts';

const octets = { 'application/octet-stream': { 'x-stream': 'bytes' } };
const count = { description: 'How many came.', content: { 'application/json': { schema: { type: 'integer' } } } };
const file = { type: 'string', format: 'binary' };
const DOCUMENT = {
  paths: {
    '/big': {
      put: { operationId: 'upload', requestBody: { required: true, content: octets }, responses: { 200: count } },
      get: { operationId: 'download', responses: { 200: { description: 'All of it.', content: octets } } },
    },
    '/picture': {
      put: {
        operationId: 'setPicture',
        requestBody: { required: true, content: { 'image/*': { 'x-stream': { format: 'bytes' } }, 'text/plain': {} } },
        responses: { 200: { description: 'Its type.', content: { 'application/json': { schema: { type: 'string' } } } } },
      },
    },
    '/small': {
      put: {
        operationId: 'keep',
        requestBody: { required: true, content: { 'application/pdf': { schema: file } } },
        responses: { 200: { description: 'It.', content: { 'application/pdf': {} } } },
      },
    },
    '/form': {
      post: {
        operationId: 'form',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { title: { type: 'string' }, file, more: { type: 'array', items: file } } },
            },
          },
        },
        responses: { 200: count },
      },
    },
  },
};

const USER = `
import { createReadStream } from 'node:fs';
import { streamedFile } from '@octavo/runtime';
import { createPetsClient, createPetsServer } from './index.ts';
export const server = createPetsServer;
export const client = createPetsClient;
export async function use(c: ReturnType<typeof client>, blob: Blob, stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  await c.upload({ body: blob });
  await c.upload({ body: streamedFile(createReadStream('x')) });
  await c.keep({ body: streamedFile(stream, { type: 'application/pdf' }) });
  await c.form({ body: { file: streamedFile(stream, { name: 'a.bin' }) } });
  const result = await c.download({});
  if (result.status === 200) await c.upload({ body: result.body });
  return result.status === 200 ? result.body.stream() : undefined;
}
`;

type Method = (input: object, options?: object) => Promise<{ status: number; body: unknown }>;
interface User {
  server(handlers: object, options?: object): FetchHandler;
  client(options: object): Record<'upload' | 'download' | 'keep' | 'form' | 'setPicture', Method>;
}

const user = await loadUser<User>('byte-streams', DOCUMENT, USER);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const KILO = 1024;
const CHUNK = 64 * KILO;

/** Produces chunks on demand. `seen` gets the number of bytes produced before each. */
async function* chunks(total: number, seen?: (made: number) => void): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let made = 0; made < total; made += CHUNK) {
    yield new Uint8Array(CHUNK).fill(made / CHUNK);
    seen?.(made);
  }
}

async function countOf(source: unknown, each?: () => void): Promise<number> {
  let total = 0;
  for await (const chunk of (source as ByteSource).stream()) {
    total += chunk.length;
    each?.();
  }
  return total;
}

const over: Record<string, (server: FetchHandler) => Promise<object>> = {
  'in memory': async (server) => ({ fetch: inMemoryFetch(server), baseUrl: 'http://pets.example.com' }),
  ...Object.fromEntries(
    adapters.map(([name, start]) => [
      `over ${name}`,
      async (server: FetchHandler) => {
        const { url, close } = await start(server);
        closing.push(close);
        return { baseUrl: url };
      },
    ]),
  ),
};

describe.each(Object.entries(over))('%s', (_name, join) => {
  const open = async (handlers: object, options: object = {}) => user.client(await join(user.server(handlers, options)));
  const TOTAL = 40 * CHUNK;

  test('a streamed upload has no limit of size, even with maxBodyBytes', async () => {
    const client = await open(
      { upload: async ({ body }: { body: ByteSource }) => ({ status: 200, body: await countOf(body) }) },
      { maxBodyBytes: 10 },
    );
    expect((await client.upload({ body: streamedFile(chunks(TOTAL)) })).body).toBe(TOTAL);
    expect((await client.upload({ body: new Blob([new Uint8Array(TOTAL)]) })).body).toBe(TOTAL);
    expect((await client.upload({ body: new Blob([]) })).body).toBe(0);
  });

  test('a streamed download has no limit of size, even with maxResponseBytes', async () => {
    const client = await open({ download: () => ({ status: 200, body: streamedFile(chunks(TOTAL)) }) });
    const { body } = await client.download({}, { maxResponseBytes: 10 });
    expect((body as ByteSource).type).toBe('application/octet-stream');
    expect(await countOf(body)).toBe(TOTAL);
    expect(() => (body as ByteSource).stream()).toThrow('have been read');
  });

  test('a downloaded body can be uploaded again', async () => {
    const client = await open({
      upload: async ({ body }: { body: ByteSource }) => ({ status: 200, body: await countOf(body) }),
      download: () => ({ status: 200, body: new Blob(['abc']) }),
    });
    const { body } = await client.download({});
    expect((await client.upload({ body })).body).toBe(3);
  });

  test('an interrupted download throws a BrokenStreamError, and the server reports the cause', async () => {
    const errors: unknown[] = [];
    let taken = 0;
    const broken = async function* () {
      yield new Uint8Array(10);
      // An error discards the chunks that the stream still buffers, so wait until they are read.
      await expect.poll(() => taken).toBe(10);
      throw new Error('no more');
    };
    const client = await open(
      { download: () => ({ status: 200, body: streamedFile(broken()) }) },
      { onError: (error: unknown) => errors.push(error) },
    );
    const { body } = await client.download({});
    const read = async () => {
      for await (const chunk of (body as ByteSource).stream()) taken += chunk.length;
    };
    const error = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BrokenStreamError);
    expect((error as Error).message).toBe('download: byte 10 of the stream (200) is missing: the stream broke off.');
    expect(errors.map(String)).toEqual(['Error: no more']);
  });

  test('the source of a download ends when the client stops reading', async () => {
    let ended = false;
    const endless = async function* () {
      try {
        for (;;) yield new Uint8Array(CHUNK);
      } finally {
        ended = true;
      }
    };
    const client = await open({ download: () => ({ status: 200, body: streamedFile(endless()) }) });
    const { body } = await client.download({});
    for await (const chunk of (body as ByteSource).stream()) if (chunk.length > 0) break;
    await expect.poll(() => ended).toBe(true);
  });

  test('non-streamed bodies and files in a form may be sent from streams', async () => {
    const client = await open({
      keep: ({ body }: { body: Blob }) => ({ status: 200, body }),
      form: async ({ body }: { body: { title: string; file: File; more: File[] } }) => {
        expect([body.title, body.file.name, body.file.type, body.more.map(({ name }) => name)]).toEqual([
          'a\nb',
          'x.bin',
          'application/x-b',
          ['blob', 'b'],
        ]);
        expect(new Uint8Array(await body.file.arrayBuffer())[CHUNK]).toBe(1);
        return { status: 200, body: body.file.size + (body.more[1]?.size ?? 0) };
      },
    });
    const kept = (await client.keep({ body: streamedFile(chunks(2 * CHUNK)) })).body as Blob;
    expect([kept.size, kept.type]).toEqual([2 * CHUNK, 'application/pdf']);
    const file = streamedFile(chunks(2 * CHUNK), { name: 'x.bin', type: 'application/x-b' });
    const more = [new Blob(['x']), streamedFile(new Blob(['four']).stream(), { name: 'b' })];
    expect((await client.form({ body: { title: 'a\nb', file, more } })).body).toBe(2 * CHUNK + 4);
  });

  test('the source’s media type is sent where the document allows several', async () => {
    const client = await open({ setPicture: ({ body }: { body: ByteSource }) => ({ status: 200, body: body.type }) });
    const png = streamedFile(chunks(CHUNK), { type: 'image/png' });
    expect((await client.setPicture({ body: png })).body).toBe('image/png');
  });
});

test('examples of byte streams can be sent and read', async () => {
  const examples = await import(path.join(root, '.octavo/tmp/byte-streams/examples.ts'));
  const client = user.client({ baseUrl: 'http://pets.example.com', fetch: inMemoryFetch(examples.mockPetsServer()) });
  expect((await client.upload(examples.exampleUploadInput())).status).toBe(200);
  expect(await countOf((await client.download({})).body)).toBeGreaterThanOrEqual(0);
});

test('a request with a stream is never retried', async () => {
  let calls = 0;
  const client = user.client({
    baseUrl: 'http://pets.example.com',
    fetch: byRequest(async (request) => {
      calls++;
      await request.bytes();
      throw new TypeError('fetch failed');
    }),
    retry: retry({ baseMilliseconds: 0 }),
  });
  await expect(client.upload({ body: streamedFile(chunks(CHUNK)) })).rejects.toThrow();
  expect(calls).toBe(1);
  await expect(client.upload({ body: new Blob(['x']) })).rejects.toThrow();
  expect(calls).toBe(4);
});

test('a request with a stream does not follow a redirect', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url === '/big' ? 307 : 200, { location: '/other', 'content-type': 'application/json' }).end('1');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const client = user.client({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  await expect(client.upload({ body: streamedFile(chunks(CHUNK)) })).rejects.toMatchObject({ name: 'TransportError' });
  expect((await client.upload({ body: new Blob(['x']) })).body).toBe(1);
});

describe('a file made from a stream', () => {
  const made = () => streamedFile(new Blob(['text']).stream(), { name: 'n', type: 'text/x' });

  test('can be read once, by any method', async () => {
    const file = made();
    expect([file instanceof File, file.name, file.type, file.size]).toEqual([true, 'n', 'text/x', Number.NaN]);
    expect(await file.text()).toBe('text');
    expect(() => file.stream()).toThrow('have been read');
    expect((await made().bytes()).length).toBe(4);
    expect((await made().arrayBuffer()).byteLength).toBe(4);
    expect(() => made().slice()).toThrow(TypeError);
  });

  test('cancelling the request ends every source, started or not', async () => {
    const ended: string[] = [];
    const source = (name: string): AsyncIterable<Uint8Array<ArrayBuffer>> => ({
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false, value: new Uint8Array(1) }),
        return: async () => {
          ended.push(name);
          return { done: true, value: undefined };
        },
      }),
    });
    const client = user.client({
      baseUrl: 'http://pets.example.com',
      fetch: byRequest(async (request) => {
        const reader = request.body?.getReader();
        await reader?.read();
        await reader?.read();
        await reader?.cancel();
        return Response.json(1);
      }),
    });
    await client.form({ body: { file: streamedFile(source('first')), more: [streamedFile(source('second'))] } });
    expect(ended).toEqual(['first', 'second']);
  });
});

/** Several times as much as sockets hold, which does not grow with what is sent. */
const MEGABYTES = byEffort({ quick: 16, deep: 200 });
/** Chunks on their way are about a megabyte; what is held whole is all of it. */
const MOST_MEGABYTES = byEffort({ quick: 6, deep: 20 });

describe(`${MEGABYTES} MB over a socket`, () => {
  const TOTAL = MEGABYTES * KILO * KILO;
  let most = 0;
  const watch = (made: number): void => {
    // A collection takes longer than what is sent before the next one.
    if (made % (TOTAL / 4) === 0) most = Math.max(most, heldBytes());
  };

  test.each(['upload', 'download', 'form'] as const)('%s', async (name) => {
    let server = createServer();
    let url = '';
    if (name === 'form') {
      // Servers read forms whole; it is the client that is looked at.
      server.on('request', async (request, response) => {
        let total = 0;
        for await (const chunk of request) total += (chunk as Buffer).length;
        response.setHeader('content-type', 'application/json').end(String(total));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      closing.push(() => new Promise((resolve) => server.close(() => resolve())));
    } else {
      const { serve } = await import('@octavo/runtime/node');
      const handlers = {
        upload: async ({ body }: { body: ByteSource }) => ({ status: 200, body: await countOf(body) }),
        download: () => ({ status: 200, body: streamedFile(chunks(TOTAL, watch)) }),
      };
      const served = await serve(user.server(handlers));
      url = served.url;
      server = served.server as typeof server;
      closing.push(served.close);
    }
    const client = user.client({ baseUrl: url });
    const before = heldBytes();
    most = before;
    const source = () => streamedFile(chunks(TOTAL, watch));
    if (name === 'upload') expect((await client.upload({ body: source() })).body).toBe(TOTAL);
    else if (name === 'form') expect((await client.form({ body: { title: 't', file: source() } })).body).toBeGreaterThan(TOTAL);
    else expect(await countOf((await client.download({})).body)).toBe(TOTAL);
    expect(most - before).toBeLessThan(MOST_MEGABYTES * KILO * KILO);
  });
});

test.each([
  ['{ itemSchema: {}, x-stream: bytes }', 'itemSchema'],
  ['keepAliveSeconds', { format: 'bytes', keepAliveSeconds: 1 }],
  ['maxItemBytes', { format: 'bytes', maxItemBytes: 1 }],
])('%s of bytes is left out by name', async (word, given) => {
  const media = typeof given === 'string' ? { itemSchema: {}, 'x-stream': 'bytes' } : { 'x-stream': given };
  const { problems } = await readService({
    openapi: '3.2.0',
    paths: {
      '/a': { post: { requestBody: { content: { 'application/octet-stream': media } }, responses: { 204: { description: 'No.' } } } },
    },
  });
  const [problem] = problems.list.filter(({ code }) => code === 'left-out');
  expect(problem?.message).toContain(typeof given === 'string' ? given : word);
});
