// Tests the proxy between clients and small services over real sockets: what it passes on, and what it says of it.
import http, { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProxyReport } from '../../generator/conform/contract/report.ts';
import { type RunningProxy, startProxy } from '../../generator/conform/proxy/index.ts';
import { proxyTerminalReport } from '../../generator/conform/report/proxy-terminal.ts';
import { BOOKS, serviceFrom } from './support.ts';

const service = await serviceFrom(
  `${BOOKS}`
    .replace(
      'components:\n',
      `  /events:
    get:
      operationId: readEvents
      responses:
        '200': { description: Items., content: { application/x-ndjson: { itemSchema: { $ref: '#/components/schemas/Book' } } } }
components:
`,
    )
    .replace('openapi: 3.1.0', 'openapi: 3.2.0'),
);
const SECRET = 'sesame-of-the-proxy';
const AUTHORIZATION = { authorization: `Bearer ${SECRET}` };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(listener: RequestListener): Promise<http.Server & { readonly url: URL }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(server, { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) });
}

interface Proxied extends RunningProxy {
  readonly verdicts: string[];
}

async function proxyTo(target: URL, options: Partial<Parameters<typeof startProxy>[1]> = {}): Promise<Proxied> {
  const verdicts: string[] = [];
  const proxy = await startProxy(service, {
    target,
    port: 0,
    host: '127.0.0.1',
    allowHosts: [],
    judging: {},
    checks: {},
    waivers: [],
    onFinding: ({ check, message }) => verdicts.push(`${check}: ${message}`),
    onUndeclared: ({ method, path }) => verdicts.push(`undeclared-operation: ${method} ${path}`),
    ...options,
  });
  closing.push(() => proxy.close());
  return { ...proxy, verdicts };
}

const BOOK = JSON.stringify({ id: 7, title: 'Sand' });
const JSON_TYPE = { 'content-type': 'application/json' };

function books(body = BOOK, headers: http.OutgoingHttpHeaders = JSON_TYPE): RequestListener {
  return (request, response) => {
    request.resume().on('end', () => response.writeHead(request.method === 'POST' ? 201 : 200, headers).end(body));
  };
}

function ids({ findings }: ProxyReport): string[] {
  return findings.map(({ check, operation }) => `${check} ${operation.id}`);
}

describe('verdicts', () => {
  test('what is as declared has no findings, and shows what was never exercised', async () => {
    const { url } = await serve(books());
    const proxy = await proxyTo(url);
    const read = await fetch(`${proxy.url}/books/7?fields=title`, { headers: AUTHORIZATION });
    expect([read.status, await read.json()]).toEqual([200, { id: 7, title: 'Sand' }]);
    const report = await proxy.close();
    expect(report.findings).toEqual([]);
    expect(report.undeclared).toEqual([]);
    const text = proxyTerminalReport(report, { origin: url.origin, most: 10 });
    expect(text).toContain('never exercised: createBook (POST /books)');
    expect(text).toContain('never exercised: status 400, 401, 404 of readBook');
    expect(text).toContain('1 request to 1 of 3 operations');
    expect(text).toContain('never exercised: request /query/fields enum "year" of readBook');
    expect(text).toMatch(/^Coverage: 1 of 3 operations, 1 of \d+ statuses, 2 of \d+ parameters, 2 of \d+ branches\.$/m);
    const { parameters } = report.coverage.find(({ operation }) => operation.id === 'readBook') ?? {};
    expect(parameters?.map(({ name, exchanges }) => [name, exchanges])).toEqual([
      ['id', 1],
      ['fields', 1],
    ]);
  });

  test.each<readonly [what: string, path: string, init: RequestInit, listener: RequestListener, want: string]>([
    [
      'an undeclared query parameter',
      '/books/7?colour=red',
      {},
      books(),
      'undeclared-parameter: The query parameter colour is not declared.',
    ],
    ['an undeclared path', '/shelves', {}, books(), 'undeclared-operation: GET /v1/shelves'],
    ['an undeclared method', '/books/7', { method: 'DELETE' }, books(), 'undeclared-operation: DELETE /v1/books/7'],
    [
      'an undeclared field of a response',
      '/books/7',
      {},
      books(JSON.stringify({ id: 7, title: 'Sand', colour: 'red' })),
      'undeclared-field: The body of the response has a field that is not declared: /colour.',
    ],
    ['an invalid response', '/books/7', {}, books('{"id":"7","title":"Sand"}'), 'response-body: The body is not valid: /id must be'],
    [
      'an undeclared status',
      '/books/7',
      {},
      (_, response) => response.writeHead(418).end(),
      'declared-status: Status 418 is not declared.',
    ],
    [
      'a failing service',
      '/books/7',
      {},
      (_, response) => response.writeHead(500).end(),
      'no-server-error: The service failed: status 500.',
    ],
    [
      'an undeclared media type',
      '/books/7',
      {},
      books('<a/>', { 'content-type': 'text/xml' }),
      'declared-media-type: The media type text/xml',
    ],
    [
      'an invalid parameter',
      '/books/0',
      {},
      (_, response) => response.writeHead(400).end(),
      'valid-request: The client sends an invalid request:',
    ],
    [
      'an invalid body that the service accepts',
      '/books',
      { method: 'POST', body: '{"title":""}', headers: JSON_TYPE },
      books(),
      'refuses-invalid: An invalid request is accepted with 201',
    ],
    [
      'a valid request that the service refuses',
      '/books',
      { method: 'POST', body: '{"title":"Sand"}', headers: JSON_TYPE },
      (_, response) => response.writeHead(400).end(),
      'accepts-valid: A valid request is refused with 400',
    ],
    [
      'a compressed response',
      '/books/7',
      {},
      (_, response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync('{"id":7}')),
      'response-body: The body is not valid: /title',
    ],
  ])('%s', async (_, path, init, listener, want) => {
    const { url } = await serve(listener);
    const proxy = await proxyTo(url);
    await (await fetch(proxy.url + path, init)).arrayBuffer();
    const report = await proxy.close();
    expect(proxy.verdicts.filter((verdict) => verdict.startsWith(want))).toHaveLength(1);
    expect(report.findings.length + report.undeclared.length).toBeGreaterThan(0);
  });

  test('a finding has the time of its exchange', async () => {
    const before = performance.timeOrigin + performance.now();
    const { url: target } = await serve((_, response) => {
      setTimeout(() => response.writeHead(500).end(), 60);
    });
    const proxy = await proxyTo(target);
    await fetch(`${proxy.url}/books/7`, { headers: AUTHORIZATION });
    const [
      {
        exchanges: [exchange],
      } = { exchanges: [undefined] },
    ] = (await proxy.close()).findings;
    expect(exchange?.began).toBeGreaterThanOrEqual(before);
    expect(exchange?.began).toBeLessThanOrEqual(performance.timeOrigin + performance.now());
    const { wait, receive } = exchange?.response?.timing ?? { wait: 0, receive: 0 };
    expect(wait).toBeGreaterThanOrEqual(58);
    expect(exchange?.milliseconds).toBe(wait + receive);
  });

  test('checks are turned off, and findings waived', async () => {
    const { url } = await serve(books('{"id":"7","title":"Sand","colour":"red"}'));
    const waivers = [{ check: 'response-body', operation: 'read*', reason: 'known' }];
    const proxy = await proxyTo(url, { checks: { 'undeclared-field': false }, waivers });
    await (await fetch(`${proxy.url}/books/7`)).arrayBuffer();
    const report = await proxy.close();
    expect([ids(report), report.waived.length, report.idleWaivers]).toEqual([[], 1, []]);
  });

  test('no credential is printed, wherever the service repeats it', async () => {
    const { url } = await serve((request, response) => response.writeHead(500).end(`no ${request.headers.authorization}`));
    const proxy = await proxyTo(url);
    await (
      await fetch(`${proxy.url}/books/7?access_token=${SECRET}-2&fields=title`, { headers: { ...AUTHORIZATION, cookie: `s=${SECRET}-3` } })
    ).text();
    const report = await proxy.close();
    const text = proxyTerminalReport(report, { origin: url.origin, most: 10 });
    expect(text).toContain('-H "authorization: $CREDENTIAL"');
    expect(text).toContain('"&access_token=$CREDENTIAL"');
    expect(text).not.toContain(SECRET);
  });
});

describe('passing on', () => {
  test('all but the headers of one connection, in both directions', async () => {
    let seen: IncomingHttpHeaders = {};
    const { url } = await serve((request, response) => {
      seen = request.headers;
      response.writeHead(200, [
        ...[
          'Content-Type',
          'application/json',
          'Set-Cookie',
          'a=1',
          'Set-Cookie',
          'b=2',
          'X-Own',
          'ü',
          'Connection',
          'X-Mine',
          'X-Mine',
          '1',
        ],
        ...['Location', `http://${request.headers.host}/elsewhere`],
      ]);
      // node:http would write the headers in the encoding of a text.
      response.end(Buffer.from(BOOK));
    });
    const proxy = await proxyTo(url);
    const { response } = await raw(proxy, {
      headers: { 'x-here': '1', 'x-there': '2', connection: 'x-here', te: 'trailers', 'proxy-authorization': 'x' },
    });
    expect(seen).toMatchObject({ 'x-there': '2', host: url.host, via: '1.1 octavo' });
    expect(Object.keys(seen)).not.toContain('x-here');
    expect(Object.keys(seen)).not.toContain('te');
    expect(Object.keys(seen)).not.toContain('proxy-authorization');
    expect(response.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(response.headers['x-mine']).toBeUndefined();
    expect(response.headers['x-own']).toBe('ü');
    expect(response.headers.location).toBe(`${new URL(proxy.url).origin}/elsewhere`);
  });

  test('chunked bodies of any method, byte by byte', async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(200, { 'x-method': request.method });
      request.pipe(response);
    });
    const proxy = await proxyTo(url);
    // The first body is larger than what is judged.
    for (const [method, size] of [
      ['POST', 9 * 1024 * 1024],
      ['DELETE', 1024 * 1024],
    ] as const) {
      const bytes = Buffer.alloc(size, 'octavo ');
      const { response, body } = await raw(proxy, { method, headers: { 'transfer-encoding': 'chunked' } }, bytes);
      expect(response.headers['x-method']).toBe(method);
      expect(body.equals(bytes)).toBe(true);
    }
  });

  test('a body above 8 MiB, which is not judged, while its response is', async () => {
    const sizes: number[] = [];
    const { url: target } = await serve((request, response) => {
      let size = 0;
      request.on('data', (chunk: Uint8Array) => {
        size += chunk.length;
      });
      request.on('end', () => {
        sizes.push(size);
        response.writeHead(201, JSON_TYPE).end('{"id":"seven"}');
      });
    });
    const proxy = await proxyTo(target);
    const post = (length: number) =>
      fetch(`${proxy.url}/books`, {
        method: 'POST',
        headers: { ...AUTHORIZATION, ...JSON_TYPE },
        body: JSON.stringify('x'.repeat(length)),
      });
    const long = 9 * 1024 * 1024;
    await (await post(long)).text();
    expect(sizes).toEqual([long + 2]);
    const judged = (await proxy.close()).findings.map(({ check }) => check);
    expect(judged).toContain('response-body');
    expect(judged).not.toContain('valid-request');
    expect(judged).not.toContain('refuses-invalid');
  });

  test('items of a stream at once, judged while the stream is open', async () => {
    let next: () => void = () => {};
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write(`${BOOK}\n`);
      next = () => void response.write('{"id":"8","title":"Dune"}\n');
    });
    const proxy = await proxyTo(url);
    const reader = (await fetch(`${proxy.url}/events`, { headers: AUTHORIZATION })).body?.getReader();
    const text = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
    expect(await text()).toBe(`${BOOK}\n`);
    expect(proxy.verdicts).toEqual([]);
    next();
    expect(await text()).toContain('Dune');
    await expect.poll(() => proxy.verdicts).toEqual(['response-body: The body is not valid: /1/id must be an integer, but is a string.']);
    await reader?.cancel();
    const report = await proxy.close();
    expect(ids(report)).toEqual(['response-body readEvents']);
    expect(proxy.verdicts).toHaveLength(1);
  });

  test('a stream goes on after an item that cannot be read', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write('{\n');
      for (let count = 0; count < 1000; count++) response.write(`${BOOK}\n`);
      response.end('the end');
    });
    const proxy = await proxyTo(url);
    expect(await (await fetch(`${proxy.url}/events`)).text()).toMatch(/the end$/);
    expect(ids(await proxy.close())).toEqual(['response-body readEvents']);
  });

  test('connections that change to another protocol', async () => {
    const server = await serve(() => {});
    server.on('upgrade', (request, socket) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${request.headers.upgrade}\r\n\r\nhello `);
      socket.pipe(socket);
    });
    const proxy = await proxyTo(server.url);
    const { port, host } = new URL(proxy.url);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.write(`GET /v1/live HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
    });
    await expect.poll(() => text).toMatch(/^HTTP\/1\.1 101 .*\r\n\r\nhello $/s);
    socket.write('again');
    await expect.poll(() => text).toMatch(/hello again$/);
    const report = await proxy.close();
    expect([report.upgrades, report.exchanges]).toEqual([1, 0]);
  });
});

describe('what goes wrong', () => {
  test('a service that does not answer is a 502 and a finding', async () => {
    const gone = await serve(() => {});
    const { url } = gone;
    await new Promise((resolve) => gone.close(resolve));
    const proxy = await proxyTo(url);
    const response = await fetch(`${proxy.url}/books/7`);
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'application/problem+json']);
    expect(await response.json()).toMatchObject({
      code: 'target-silent',
      detail: `${url.origin} does not answer: There is no connection (ECONNREFUSED).`,
    });
    expect(ids(await proxy.close())).toEqual(['no-server-error readBook']);
  });

  test.each([
    ['PUT', ['GET 1', 'PUT 1 sent', 'PUT 2 sent']],
    // A second POST could make a second book.
    ['POST', ['GET 1', 'POST 2 sent']],
  ])('%s, where the service closes the connection that was idle', async (method, want) => {
    const heard: string[] = [];
    const known: unknown[] = [];
    const { url } = await serve((request, response) => {
      if (!known.includes(request.socket)) known.push(request.socket);
      const connection = known.indexOf(request.socket) + 1;
      void text(request).then((body) => {
        heard.push([request.method, connection, ...(body === '' ? [] : [body])].join(' '));
        if (request.method !== 'GET' && connection === 1) request.socket.resetAndDestroy();
        else response.writeHead(200, JSON_TYPE).end(BOOK);
      });
    });
    const proxy = await proxyTo(url);
    await fetch(`${proxy.url}/books/7`);
    expect((await fetch(`${proxy.url}/books/7`, { method, body: 'sent' })).status).toBe(200);
    expect(heard).toEqual(want);
  });

  test('a response that ends early ends early for the client', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': 100 });
      response.write('{', () => response.destroy());
    });
    const proxy = await proxyTo(url);
    await expect(fetch(`${proxy.url}/books/7`).then((response) => response.text())).rejects.toThrow();
    const report = await proxy.close();
    expect(report.findings.map(({ message }) => message)).toEqual(['The response ended early.']);
  });

  test('a client that leaves ends the request to the service', async () => {
    let hasLeft = false;
    const { url } = await serve((_, response) => {
      response.on('close', () => {
        hasLeft = true;
      });
    });
    const proxy = await proxyTo(url);
    await expect(fetch(`${proxy.url}/books/7`, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
    await expect.poll(() => hasLeft).toBe(true);
    expect((await proxy.close()).findings).toEqual([]);
  });

  test('an address in the place of a path is never called', async () => {
    const { url } = await serve(books());
    const proxy = await proxyTo(url);
    const { response } = await raw(proxy, { path: 'http://elsewhere.example/v1/books/7' });
    expect(response.statusCode).toBe(200);
    expect((await proxy.close()).undeclared).toEqual([]);
  });

  test('other hosts need to be allowed', async () => {
    await expect(proxyTo(new URL('http://service.example'))).rejects.toMatchObject({
      code: 'host-not-allowed',
      exitCode: 2,
      message: '`service.example` is not this machine, and any program here could call it through the proxy.',
    });
  });
});

function raw(
  proxy: RunningProxy,
  options: http.RequestOptions,
  body?: Buffer,
): Promise<{ readonly response: http.IncomingMessage; readonly body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { port, hostname } = new URL(proxy.url);
    const request = http.request({ port, hostname, path: '/v1/books/7', agent: false, ...options }, (response) => {
      const chunks: Uint8Array[] = [];
      response.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      response.on('end', () => resolve({ response, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject);
    request.end(body);
  });
}
