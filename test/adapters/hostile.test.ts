// How `serve` handles callers that send slowly, too much, or invalid HTTP; byte by byte, over real sockets.
import { gzipSync } from 'node:zlib';
import { createServer, type FetchHandler, json, ndjson, type Operation, operationChecks } from '@octavo/runtime';
import { type ServeOptions, serve } from '@octavo/runtime/node';
import { afterEach, describe, expect, test } from 'vitest';
import fc from '../support/fast-check.ts';
import { service } from './service.ts';
import { type Connection, open } from './wire.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: ServeOptions = {}, handler: FetchHandler = service().handler) {
  const served = await serve(handler, options);
  closing.push(() => {
    served.server.closeAllConnections();
    return served.close();
  });
  const connect = async (): Promise<Connection> => {
    const connection = await open(served.port);
    closing.push(() => connection.socket.destroy());
    return connection;
  };
  const lives = async () => (await fetch(`${served.url}/v2/things`)).status;
  return { ...served, connect, lives };
}

/** A server with one endless stream of large items. */
function flood(): { handler: FetchHandler; made: { ended: number } } {
  const made = { ended: 0 };
  const operation: Operation = {
    id: 'ticks',
    method: 'GET',
    path: '/ticks',
    responses: { 200: { contents: { 'application/x-ndjson': ndjson(json) } } },
  };
  const ticks = () => ({
    status: 200,
    body: (async function* () {
      try {
        for (;;) yield 'x'.repeat(100_000);
      } finally {
        made.ended++;
      }
    })(),
  });
  const route = { name: 'ticks', operation, checks: operationChecks((_value): _value is unknown => true, {}) };
  return { handler: createServer({ id: 'flood', servers: [{ url: '/v2' }] }, [route], { ticks }), made };
}

const head = 'POST /v2/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const problemOf = ({ body }: { body: string }): unknown => JSON.parse(body);

describe('case 57: a request that two parsers could read differently is rejected, and the connection closed', () => {
  test.each([
    ['Content-Length and Transfer-Encoding', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['Transfer-Encoding and Content-Length', `${head}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n`],
    ['two lines Host', `GET /v2/things HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`],
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length with a sign', `${head}Content-Length: +2\r\n\r\n{}`],
    ['a length that is not a number', `${head}Content-Length: 0x2\r\n\r\n{}`],
    ['an unknown transfer coding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['an invalid chunk size', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
    ['a bare line feed after a header', 'GET /v2/things HTTP/1.1\r\nHost: x\nX-A: 1\r\n\r\n'],
    ['a bare line feed at the end', 'GET /v2/things HTTP/1.1\r\nHost: x\r\n\n'],
    ['a bare carriage return', 'GET /v2/things HTTP/1.1\r\nHost: x\rX-A: 1\r\n\r\n'],
    ['a folded header', 'GET /v2/things HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\n\r\n'],
    ['a blank before the colon', `${head.slice(0, -2)}\r\nContent-Length : 2\r\n\r\n{}`],
    ['a blank before the first header', 'GET /v2/things HTTP/1.1\r\n Host: x\r\n\r\n'],
    ['NUL in a header', 'GET /v2/things HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n'],
    ['no Host', 'GET /v2/things HTTP/1.1\r\n\r\n'],
    ['an unknown version', 'GET /v2/things HTTP/3.7\r\nHost: x\r\n\r\n'],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ])('%s', async (_name, request) => {
    const { connect, lives } = await start();
    const connection = await connect();
    connection.send(request);
    // A second request, which must not be answered.
    connection.send('GET /v2/things/smuggled HTTP/1.1\r\nHost: x\r\n\r\n');
    const text = await connection.closed();
    expect(text.startsWith('HTTP/1.1 400 Bad Request\r\n')).toBe(true);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(text).toMatch(/\r\nconnection: close\r\n/i);
    expect(text).not.toContain('smuggled');
    expect(await lives()).toBe(200);
  });

  test('the response has the service’s error shape', async () => {
    const { connect } = await start();
    const connection = await connect();
    connection.send('nonsense\r\n\r\n');
    const answer = await connection.answer();
    expect(answer.head).toMatch(/^content-type: application\/problem\+json$/im);
    expect(problemOf(answer)).toMatchObject({ status: 400, code: 'invalid-request', requestId: expect.any(String) });
    const own = await start(
      {},
      service({ errors: ({ status, kind }) => ({ contentType: 'text/plain', body: `${status} ${kind}` }) }).handler,
    );
    const other = await own.connect();
    other.send('nonsense\r\n\r\n');
    expect((await other.answer()).body).toBe('400 invalid-request');
  });

  test('garbage in a body that is being read gets one response', async () => {
    const { connect, lives } = await start();
    const connection = await connect();
    connection.send(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    connection.send('zz\r\n\r\n');
    const text = await connection.closed();
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(text.startsWith('HTTP/1.1 400 ')).toBe(true);
    expect(await lives()).toBe(200);
  });
});

describe('case 56: slow callers are disconnected, others are served', () => {
  // Longer than a busy machine may stall, so that quick callers are in time.
  const limits = { headersTimeoutMilliseconds: 1000, requestTimeoutMilliseconds: 1500, keepAliveMilliseconds: 1000, checkMilliseconds: 50 };

  test.each([
    ['headers', 'GET /v2/things HTTP/1.1\r\nHost: x\r\n', 'X-Slow: 1\r\n'],
    ['a body', `${head}Content-Length: 1000\r\n\r\n`, ' '],
    ['a body in chunks', `${head}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ])('slowly sent %s', async (_name, first, drop) => {
    const { connect, lives } = await start(limits);
    const connection = await connect();
    connection.send(first);
    const timer = setInterval(() => connection.socket.writable && connection.send(drop), 50);
    try {
      await expect.poll(lives).toBe(200);
      const answer = await connection.answer();
      expect([answer.status, problemOf(answer)]).toMatchObject([408, { code: 'request-timeout' }]);
      await connection.closed();
    } finally {
      clearInterval(timer);
    }
  });

  test('a caller that does not read the response is disconnected, and its stream ends', async () => {
    const { handler, made } = flood();
    const { connect, lives } = await start({ sendTimeoutMilliseconds: 1000 }, handler);
    const connection = await connect();
    connection.socket.pause();
    connection.send('GET /v2/ticks HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => made.ended).toBe(1);
    await expect.poll(lives).toBe(404);
  });

  test('a caller that waits for a response or reads it slowly is not disconnected', async () => {
    const { handler, observed } = service();
    const { connect } = await start({ sendTimeoutMilliseconds: 1000 }, handler);
    const [waiting, reading] = [await connect(), await connect()];
    waiting.send('GET /v2/hang HTTP/1.1\r\nHost: x\r\n\r\n');
    reading.send('GET /v2/ticks HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => observed.hanging > 0 && observed.ticks > 0).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect([waiting.socket.closed, reading.socket.closed, observed.aborted, observed.ended]).toEqual([false, false, 0, 0]);
  });

  test('300 idle connections are closed and delay no other request', async () => {
    const { connect, lives } = await start(limits);
    const idle = await Promise.all(Array.from({ length: 300 }, connect));
    await expect.poll(lives).toBe(200);
    await Promise.all(idle.map((connection) => connection.closed()));
    await expect.poll(lives).toBe(200);
  });

  test('more connections than permitted are dropped', async () => {
    const { connect } = await start({ maxConnections: 2 });
    const [first] = [await connect(), await connect()];
    const third = await connect();
    expect(await third.closed()).toBe('');
    first.send('GET /v2/things HTTP/1.1\r\nHost: x\r\n\r\n');
    expect((await first.answer()).status).toBe(200);
  });

  test('a connection closes after the permitted number of requests', async () => {
    const { connect } = await start({ maxRequestsPerConnection: 2 });
    const connection = await connect();
    const closed = /^connection: close$/im;
    for (const last of [false, true]) {
      connection.send('GET /v2/things HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(closed.test((await connection.answer()).head)).toBe(last);
    }
  });
});

describe('case 60: long and many header lines', () => {
  test.each<[string, string, number, string]>([
    ['a URL of 10 kB', `GET /v2/things?x=${'x'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'uri-too-long'],
    ['a URL of 17 kB', `GET /v2/things?x=${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers-too-large'],
    ['a header of 64 kB', `GET /v2/things HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(65_536)}\r\n\r\n`, 431, 'headers-too-large'],
    ['2,000 headers', `GET /v2/things HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(2000)}\r\n`, 431, 'headers-too-large'],
    ['100 headers', `GET /v2/things HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(99)}\r\n`, 200, ''],
    ['101 headers', `GET /v2/things HTTP/1.1\r\nHost: x\r\n${'a:b\r\n'.repeat(100)}\r\n`, 431, 'headers-too-large'],
  ])('%s', async (_name, request, status, code) => {
    const { connect, lives } = await start();
    const connection = await connect();
    connection.send(request);
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    if (status >= 400) expect(problemOf(answer)).toMatchObject({ status, code });
    expect(await lives()).toBe(200);
  });
});

describe('case 55: bodies', () => {
  test('Expect: 100-continue is answered when the body is read', async () => {
    const { connect } = await start();
    const connection = await connect();
    connection.send(`${head}Content-Length: 7\r\nExpect: 100-continue\r\n\r\n`);
    expect((await connection.answer()).status).toBe(100);
    connection.send('{"a":1}');
    expect(await connection.answer()).toMatchObject({ status: 200, body: '{"body":{"a":1}}' });
  });

  test.each([
    [413, `${head}Content-Length: 1000000\r\nExpect: 100-continue\r\n\r\n`],
    [415, 'POST /v2/things HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n'],
    [401, 'POST /v2/secret HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n'],
    [404, 'POST /v2/nope HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n'],
  ])('a body that would be rejected (%i) gets no 100 Continue', async (status, request) => {
    const { connect } = await start();
    const connection = await connect();
    connection.send(request);
    const text = await connection.closed();
    expect(text.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
  });

  test('an unknown expectation is ignored', async () => {
    const { connect } = await start();
    const connection = await connect();
    connection.send(`${head}Content-Length: 2\r\nExpect: miracles\r\n\r\n{}`);
    expect((await connection.answer()).status).toBe(200);
  });

  test('a compressed body is never decompressed', async () => {
    const { connect } = await start();
    const bomb = gzipSync(Buffer.alloc(100_000_000, 0x20));
    const before = process.memoryUsage().rss;
    for (const coding of ['gzip', 'deflate, gzip', 'br', 'GZIP']) {
      const connection = await connect();
      connection.send(`${head}Content-Encoding: ${coding}\r\nContent-Length: ${bomb.length}\r\n\r\n`);
      connection.send(bomb);
      const answer = await connection.answer();
      expect([answer.status, problemOf(answer)]).toMatchObject([415, { code: 'unsupported-media-type' }]);
      expect(answer.head).toMatch(/^accept-encoding: identity$/im);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    const plain = await connect();
    plain.send(`${head}Content-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}`);
    expect((await plain.answer()).status).toBe(200);
  });

  test('a body shorter than its Content-Length times out', async () => {
    const { connect } = await start({ requestTimeoutMilliseconds: 300, checkMilliseconds: 50 });
    const connection = await connect();
    connection.send(`${head}Content-Length: 100\r\n\r\n{"a":1}`);
    expect((await connection.answer()).status).toBe(408);
  });

  test('bytes beyond the Content-Length are not a second request', async () => {
    const { connect } = await start();
    const connection = await connect();
    connection.send(`${head}Content-Length: 7\r\n\r\n{"a":1}{"b":2}`);
    const text = await connection.closed();
    expect(text.endsWith('{"body":{"a":1}}')).toBe(true);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test('an endless body uses bounded memory', async () => {
    const { connect } = await start();
    const before = process.memoryUsage().rss;
    const connections = await Promise.all(Array.from({ length: 10 }, connect));
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    for (const connection of connections) {
      connection.send(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      for (let sent = 0; sent < 40; sent++) connection.send(chunk);
    }
    for (const connection of connections) expect((await connection.answer()).status).toBe(413);
    // The server keeps at most the limit per body; the test itself holds more in its send buffers.
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test('the rest of a rejected body is read and discarded, so that the response arrives', async () => {
    const { url } = await start();
    for (let turn = 0; turn < 5; turn++) {
      const response = await fetch(`${url}/v2/things`, {
        method: 'POST',
        body: ' '.repeat(2_000_000),
        headers: { 'content-type': 'application/json' },
      });
      expect([response.status, await response.json()]).toMatchObject([413, { code: 'payload-too-large' }]);
    }
  });
});

test('case 62: after a handler throws, the next request on the connection is answered', async () => {
  const { connect } = await start();
  const connection = await connect();
  for (const [path, status] of [
    ['/v2/fail', 500],
    ['/v2/things', 200],
  ] as const) {
    connection.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('hunter2');
  }
});

test('with a plain function of Request, invalid HTTP gets a response without a body', async () => {
  const { connect } = await start({}, async () => new Response(String(json.kind)));
  const connection = await connect();
  connection.send('nonsense\r\n\r\n');
  expect(await connection.answer()).toMatchObject({ status: 400, body: '' });
  const trace = await connect();
  trace.send('TRACE / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect((await trace.answer()).status).toBe(501);
});

test('any bytes on one connection leave others served', async () => {
  const { connect, lives } = await start({ headersTimeoutMilliseconds: 200, requestTimeoutMilliseconds: 200, checkMilliseconds: 50 });
  const whole = `${head}Content-Length: 7\r\nX-A: b\r\n\r\n{"a":1}`;
  const cut = fc.record({ at: fc.nat(whole.length), without: fc.nat(4), put: fc.uint8Array({ maxLength: 6 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 3 }), async (cuts) => {
      let bytes = Buffer.from(whole, 'latin1');
      for (const { at, without, put } of cuts) bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + without)]);
      const connection = await connect();
      connection.send(bytes);
      const first = await connection.answer();
      expect([100, 200, 400, 404, 405, 406, 408, 413, 414, 415, 417, 431, 505]).toContain(first.status);
      connection.socket.destroy();
    }),
    { numRuns: 150 },
  );
  await expect.poll(lives).toBe(200);
});
