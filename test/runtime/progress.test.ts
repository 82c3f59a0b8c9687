// Tests the option `progress` over real sockets: what is counted, and that the request on the wire is the one that is sent without it.
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  byteStream,
  bytes,
  type CallOptions,
  type ClientOptions,
  call,
  createTransport,
  type DownloadEvent,
  encodeBody,
  json,
  multipart,
  ndjson,
  type Operation,
  type ProgressOptions,
  progress,
  retry,
  signatureScheme,
  streamedFile,
  type UploadEvent,
} from '@octavo/runtime';
import { createRawClient } from '@octavo/runtime/raw-client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

type AnyOperation = Operation<Record<string, unknown>, { status: number; body?: unknown }>;
const signature = signatureScheme('key', {
  parameter: 'signature',
  signature: {
    algorithm: 'hmac-sha256',
    encoding: 'hex',
    version: '1',
    bodyDigest: 'md5',
    toleranceSeconds: 60,
    parameters: { key: 'k', timestamp: 't', version: 'v', bodyDigest: 'digest' },
  },
});

function operationOf(path: string, rest: Partial<AnyOperation> = {}): AnyOperation {
  const contents = {
    'application/octet-stream': byteStream,
    'application/json': json,
    'multipart/form-data': multipart(),
    'application/jsonl': ndjson(json),
  };
  return {
    id: 'send',
    method: 'PUT',
    path,
    body: { encode: encodeBody, contents },
    responses: {
      200: { contents: { 'application/json': json, 'application/octet-stream': bytes, 'application/jsonl': ndjson(json) } },
      503: {},
    },
    ...rest,
  };
}

/** A request as the server got it. */
interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}
const seen: Seen[] = [];
/** Ends the responses of tests that close their connection. */
let answers: Readonly<Record<string, (response: ServerResponse) => void>> = {};

const server = createServer(async (request, response) => {
  const path = request.url?.replace(/\?.*/, '') ?? '';
  // Reads nothing, and so lets the connection's buffers fill up.
  if (path === '/unread') return;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  seen.push({ headers: request.headers, body: Buffer.concat(chunks) });
  const answer = answers[path];
  if (answer) answer(response);
  else response.setHeader('content-type', 'application/json').end('"ok"');
});
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  seen.length = 0;
  answers = {};
  vi.restoreAllMocks();
});

function watch(options: Partial<ProgressOptions> = {}) {
  const uploads: UploadEvent[] = [];
  const downloads: DownloadEvent[] = [];
  const value = progress({
    onUpload: (event) => void uploads.push(event),
    onDownload: (event) => void downloads.push(event),
    intervalMilliseconds: 0,
    ...options,
  });
  return { value, uploads, downloads };
}

function send(operation: AnyOperation, input: Record<string, unknown>, client: ClientOptions = {}, options?: CallOptions) {
  return call(createTransport({ id: 'demo', servers: [] }, { baseUrl, ...client }), operation, input, options);
}

const big = new Uint8Array(300_000).fill(7);
const random = randomBytes(1000);
const form = (): FormData => {
  const data = new FormData();
  data.append('a "name"\n', 'line\nline\rline\r\nü');
  data.append('file', new File([big], 'a "file"\n.bin', { type: 'image/png' }));
  data.append('plain', new Blob(['x']));
  return data;
};

/** What a request's body is, without the boundary that each form has of its own. */
function wireOf({ headers, body }: Seen): object {
  const [, boundary] = /boundary=(.*)/.exec(headers['content-type'] ?? '') ?? [];
  const text = body.toString('latin1');
  const shown = boundary === undefined ? text : text.replaceAll(boundary, '').replaceAll(/^-+|-+(?=\r\n$|$)/gm, '');
  expect(Number(headers['content-length'])).toBe(body.length);
  return {
    type: headers['content-type']?.replace(/boundary=.*/, ''),
    length: boundary === undefined ? headers['content-length'] : undefined,
    coding: headers['transfer-encoding'],
    digest: createHash('sha256').update(shown, 'latin1').digest('hex'),
    start: shown.slice(0, 400),
  };
}

test.each<[string, Record<string, unknown>, Partial<AnyOperation>, ClientOptions]>([
  ['a string', { body: { text: 'ü'.repeat(99) }, contentType: 'application/json' }, {}, {}],
  ['a Blob', { body: new Blob([big], { type: 'image/png' }) }, {}, {}],
  ['fields that Octavo writes as a form', { body: { a: 'x', file: new File([big], 'f') }, contentType: 'multipart/form-data' }, {}, {}],
  ['a FormData', { body: form(), contentType: 'multipart/form-data' }, {}, {}],
  [
    'a signed body',
    { body: new Blob([big]) },
    { security: [[{ scheme: signature }]] },
    { credentials: { key: { key: 'a', secret: 'b' } } },
  ],
])('%s is sent as it is without `progress`, and counted to its end', async (_, input, rest, client) => {
  const { value, uploads } = watch();
  await send(operationOf('/echo', rest), input, client);
  await send(operationOf('/echo', rest), input, client, { progress: value });
  const [plain, counted] = seen.map(wireOf);
  expect(counted).toEqual(plain);
  const size = seen[1]?.body.length;
  expect(uploads.at(-1)).toMatchObject({
    operation: 'send',
    method: 'PUT',
    path: '/echo',
    request: 1,
    bytes: size,
    total: size,
    state: 'complete',
  });
  const counts = uploads.map((event) => event.bytes);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  if (size !== undefined && size > 100_000) expect(uploads.length).toBeGreaterThan(3);
});

test('a stream is counted without a total, unless the caller knows its length', async () => {
  const { value, uploads } = watch();
  const body = () => streamedFile(new Blob([big]).stream());
  await send(operationOf('/echo'), { body: body() }, { progress: value });
  expect(seen[0]?.body.equals(big)).toBe(true);
  expect(uploads.at(-1)).toMatchObject({ bytes: big.length, total: undefined, state: 'complete' });
  await send(operationOf('/echo'), { body: body() }, { progress: value }, { headers: { 'content-length': String(big.length) } });
  expect(seen[1]?.headers['content-length']).toBe(String(big.length));
  expect(uploads.at(-1)).toMatchObject({ bytes: big.length, total: big.length, state: 'complete' });
  await send(operationOf('/echo'), { body: [{ a: 1 }, { a: 2 }], contentType: 'application/jsonl' }, { progress: value });
  expect(uploads.at(-1)).toMatchObject({ bytes: '{"a":1}\n{"a":2}\n'.length, state: 'complete' });
});

test('retries and redirects send the body again, from 0 bytes on, under the next number', async () => {
  let requests = 0;
  answers = {
    '/flaky': (response) => response.writeHead(++requests === 1 ? 503 : 307, { location: '/echo' }).end(),
  };
  const { value, uploads, downloads } = watch();
  const result = await send(operationOf('/flaky'), { body: new Blob([big]) }, { progress: value, retry: retry({ baseMilliseconds: 0 }) });
  expect(result).toMatchObject({ status: 200, body: 'ok' });
  expect(seen.map(({ body }) => body.length)).toEqual([big.length, big.length, big.length]);
  const ends = uploads.filter(({ state }) => state === 'complete');
  expect(ends.map(({ request, bytes }) => [request, bytes])).toEqual([1, 2, 3].map((request) => [request, big.length]));
  expect(new Set(uploads.map((event) => event.call)).size).toBe(1);
  expect(downloads.at(-1)).toMatchObject({ request: 3, status: 200, state: 'complete', bytes: 4 });
});

test('downloads have the total that Content-Length names, and none where the body was compressed', async () => {
  const type = 'application/octet-stream';
  answers = {
    '/plain': (response) => response.writeHead(200, { 'content-type': type, 'content-length': big.length }).end(big),
    '/gzip': (response) => {
      // Grows by compression, so that its length could be taken for a total.
      const body = gzipSync(random);
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'content-length': body.length }).end(body);
    },
    '/items': (response) => response.writeHead(200, { 'content-type': 'application/jsonl' }).end('{"a":1}\n{"a":2}\n'),
    '/odd': (response) => response.writeHead(299, 'Fine', { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] }).end('"ok"'),
  };
  const { value, downloads } = watch();
  const get = (path: string) =>
    send(
      {
        ...operationOf(path),
        method: 'GET',
        responses: { ...operationOf(path).responses, 299: { contents: { 'application/json': json } } },
      },
      {},
      { progress: value },
    );
  const { body } = await get('/plain');
  expect((body as Blob).size).toBe(big.length);
  expect(downloads.length).toBeGreaterThan(2);
  expect(new Set(downloads.map(({ total }) => total))).toEqual(new Set([big.length]));
  expect(downloads.at(-1)).toMatchObject({ bytes: big.length, state: 'complete', status: 200 });

  await get('/gzip');
  expect(downloads.at(-1)).toMatchObject({ bytes: random.length, total: undefined, state: 'complete' });
  for await (const item of (await get('/items')).body as AsyncIterable<unknown>) expect(item).toHaveProperty('a');
  expect(downloads.at(-1)).toMatchObject({ bytes: 16, total: undefined, state: 'complete' });
  expect(await get('/odd')).toMatchObject({ status: 299, headers: { 'set-cookie': ['a=1', 'b=2'].at(-1) } });
});

test('events come at once, then once in an interval, and at the end', async () => {
  answers = {
    '/slow': async (response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      for (let count = 0; count < 12; count++) {
        response.write('x');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      response.end();
    },
  };
  const { value, downloads } = watch({ intervalMilliseconds: 45 });
  await send({ ...operationOf('/slow'), method: 'GET' }, {}, { progress: value });
  expect(downloads[0]).toMatchObject({ bytes: 1, state: 'running' });
  expect(downloads.at(-1)).toMatchObject({ bytes: 12, state: 'complete' });
  expect(downloads.length).toBeGreaterThan(2);
  expect(downloads.length).toBeLessThan(8);
  expect(() => progress({ intervalMilliseconds: Number.NaN })).toThrow('intervalMilliseconds');
});

test('what a function throws goes to the console, and the call goes on', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = progress({
    onUpload: () => {
      throw new Error('up');
    },
    onDownload: async () => {
      throw new Error('down');
    },
  });
  expect(await send(operationOf('/echo'), { body: new Blob([big]) }, { progress: broken })).toMatchObject({ status: 200, body: 'ok' });
  const logged = log.mock.calls.map(([kind, error]) => `${kind} ${(error as Error).message}`);
  expect(new Set(logged)).toEqual(new Set(['A progress function threw: up', 'A progress function threw: down']));
});

test.each([
  ['a Blob', () => new Blob([new Uint8Array(30_000_000)])],
  ['a stream', () => streamedFile(new Blob([new Uint8Array(30_000_000)]).stream())],
])('%s is read only as fast as it is sent; an abort ends it without another event', async (_, body) => {
  const { value, uploads } = watch({ intervalMilliseconds: 20 });
  const controller = new AbortController();
  const sent = send(operationOf('/unread'), { body: body() }, { progress: value }, { signal: controller.signal });
  await vi.waitFor(() => expect(uploads.length).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(uploads.at(-1)?.bytes).toBeLessThan(20_000_000);
  controller.abort(new Error('enough'));
  await expect(sent).rejects.toThrow('enough');
  const { length } = uploads;
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(uploads.length).toBe(length);
  expect(uploads.at(-1)?.state).toBe('running');
});

test('a `fetch` that does not read the body piece by piece is named, and the raw client is counted too', async () => {
  const { value, uploads, downloads } = watch();
  const fetch = async () => Response.json('ok');
  await send(operationOf('/echo'), { body: new Blob([big]) }, { progress: value, fetch });
  expect(uploads).toMatchObject([{ bytes: 0, total: big.length, state: 'unmeasured' }]);

  uploads.length = downloads.length = 0;
  const raw = createRawClient<Record<string, Record<string, object>>>(
    createTransport({ id: 'demo', servers: [] }, { baseUrl, progress: value }),
    operationOf('/echo'),
  );
  const { data, response } = (await (raw.PUT as unknown as (path: string, init: object) => Promise<{ data: unknown; response: Response }>)(
    '/echo',
    { body: { a: 1 }, headers: { 'content-type': 'application/json' } },
  )) as { data: unknown; response: Response };
  expect([data, response.url]).toEqual(['ok', `${baseUrl}/echo`]);
  expect(uploads.at(-1)).toMatchObject({ bytes: 7, total: 7, state: 'complete' });
  expect(downloads.at(-1)).toMatchObject({ bytes: 4, state: 'complete' });
});

test('a call’s functions replace those of the client, and `undefined` turns them off', async () => {
  const client = watch();
  const own = watch();
  const input = { body: new Blob(['abc']) };
  await send(operationOf('/echo'), input, { progress: client.value }, { progress: own.value });
  expect([client.uploads.length, own.uploads.at(-1)?.bytes]).toEqual([0, 3]);
  await send(operationOf('/echo'), input, { progress: client.value }, { progress: undefined });
  expect(client.downloads).toEqual([]);
});
