// One suite for all adapters, over real sockets: responses must not depend on the framework.
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adapters, frameworks, type Host } from './hosts.ts';
import { service } from './service.ts';
import { open } from './wire.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request with node:http, which allows requests that `fetch` rejects. */
function ask(port: number, method: string, path: string, headers: readonly string[] = [], body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ port, method, path, headers: ['Host', 'x', ...headers], agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() }),
      );
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body, 'latin1');
  });
}

const jsonType = { 'content-type': 'application/json' };

describe.each(adapters)('%s', (name, start) => {
  const { handler, observed } = service();
  let host: Host;
  beforeAll(async () => {
    host = await start(handler);
  });
  afterAll(() => host.close());
  const send = (path: string, init: RequestInit & { duplex?: 'half' } = {}) => fetch(host.url + path, init);

  test.each<[string, string, RequestInit, number, unknown]>([
    ['parameters', '/v2/things?limit=5', {}, 200, { query: { limit: 5 } }],
    ['no parameters', '/v2/things', {}, 200, {}],
    ['case 52: %2F in a path', '/v2/things/a%2Fb%2525', {}, 200, { path: { id: 'a/b%25' } }],
    ['unicode in a path', '/v2/things/%C3%BC', {}, 200, { path: { id: 'ü' } }],
    ['a long segment', `/v2/things/${'x'.repeat(500)}`, {}, 200, { path: { id: 'x'.repeat(500) } }],
    ['JSON', '/v2/things', { method: 'POST', body: '{"é":[1,null]}', headers: jsonType }, 200, { body: { é: [1, null] } }],
    ['a form', '/v2/files', { method: 'PUT', body: new URLSearchParams({ n: '5', s: 'a b&' }) }, 200, { n: 5, s: 'a b&' }],
    ['text', '/v2/files', { method: 'PUT', body: 'é' }, 200, { text: 'é', contentType: 'text/plain' }],
    [
      'bytes',
      '/v2/files',
      { method: 'PUT', body: new Uint8Array(90_000), headers: { 'content-type': 'application/octet-stream' } },
      200,
      { size: 90_000 },
    ],
    ['a body that need not be', '/v2/files', { method: 'PUT' }, 200, {}],
  ])('%s', async (_name, path, init, status, body) => {
    const response = await send(path, init);
    expect([response.status, await response.json()]).toMatchObject([status, body]);
    if (name !== 'node') expect(response.headers.get('x-framework')).toBe('yes');
  });

  test('case 48: __proto__ and constructor are plain data', async () => {
    const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const answer = await ask(host.port, 'POST', '/v2/things', ['Content-Type', 'application/json'], body);
    expect([answer.status, answer.body]).toEqual([200, `{"body":${body}}`]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const query = await ask(host.port, 'GET', '/v2/things?__proto__[polluted]=1&constructor[prototype][polluted]=1&a[b][c]=1&__proto__=2');
    expect([query.status, query.body]).toEqual([200, '{}']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('a header named like a member of Object.prototype is absent unless it is sent', async () => {
    expect((await ask(host.port, 'GET', '/v2/things')).body).toBe('{}');
    expect((await ask(host.port, 'GET', '/v2/things', ['Constructor', 'x'])).body).toBe('{"header":{"constructor":"x"}}');
  });

  test.each([
    'Application/JSON',
    'application/json;charset=UTF-8',
    'application/json ; charset="utf-8"',
    '\tapplication/json',
    'application/json;',
  ])('case 46: %j is JSON and parsed strictly', async (type) => {
    const answers = [];
    for (const body of ['{"a":1}', '{"a":1,"a":1}', '[1e400]'])
      answers.push((await ask(host.port, 'POST', '/v2/things', ['Content-Type', type], body)).status);
    expect(answers).toEqual([200, 400, 400]);
  });

  test.each([
    'application/json, text/plain',
    'application/json+x',
    'application/x-json',
    '*/*',
    ';',
    'application/json; charset=utf-7; charset=utf-8',
  ])('case 46: %j is not JSON', async (type) => {
    expect((await ask(host.port, 'POST', '/v2/things', ['Content-Type', type], '{}')).status).toBe(415);
  });

  test('case 54: unknown query parameters are ignored', async () => {
    expect((await ask(host.port, 'GET', '/v2/things?nope=1')).status).toBe(200);
  });

  test('multipart, with a file', async () => {
    const body = new FormData();
    body.append('n', '5');
    body.append('file', new File(['hello'], 'ä.txt', { type: 'text/plain' }));
    expect(await (await send('/v2/files', { method: 'PUT', body })).json()).toEqual({ n: 5, name: 'ä.txt', text: 'hello' });
  });

  test.each<[string, string, string, string[], string | undefined, number, string]>([
    ['case 58: wrong method', 'PATCH', '/v2/things', [], undefined, 405, 'method-not-allowed'],
    [
      'case 58: override',
      'PATCH',
      '/v2/things',
      ['X-HTTP-Method-Override', 'GET', 'X-Method-Override', 'GET'],
      undefined,
      405,
      'method-not-allowed',
    ],
    ['case 59: Accept', 'GET', '/v2/things', ['Accept', 'application/xml'], undefined, 406, 'not-acceptable'],
    ['case 59: q=0', 'GET', '/v2/things', ['Accept', '*/*;q=0'], undefined, 406, 'not-acceptable'],
    ['case 45: malformed JSON', 'POST', '/v2/things', ['Content-Type', 'application/json'], '{"a":', 400, 'invalid-request'],
    ['case 47: a key twice', 'POST', '/v2/things', ['Content-Type', 'application/json'], '{"a":1,"a":2}', 400, 'invalid-request'],
    ['case 49: 1e400', 'POST', '/v2/things', ['Content-Type', 'application/json'], '[1e400]', 400, 'invalid-request'],
    ['case 45: invalid UTF-8', 'POST', '/v2/things', ['Content-Type', 'application/json'], '"\xff"', 400, 'invalid-request'],
    [
      'case 45: two byte order marks',
      'POST',
      '/v2/things',
      ['Content-Type', 'application/json'],
      '\xef\xbb\xbf\xef\xbb\xbf{}',
      400,
      'invalid-request',
    ],
    [
      'case 49: 30 digits',
      'POST',
      '/v2/things',
      ['Content-Type', 'application/json'],
      `[${'123456789'.repeat(4)}]`,
      400,
      'invalid-request',
    ],
    [
      'case 49: nested 40,000 deep',
      'POST',
      '/v2/things',
      ['Content-Type', 'application/json'],
      '['.repeat(40_000) + ']'.repeat(40_000),
      400,
      'invalid-request',
    ],
    [
      'case 49: a key of 1 MB',
      'POST',
      '/v2/things',
      ['Content-Type', 'application/json'],
      `{"${'x'.repeat(1_000_000)}":1}`,
      413,
      'payload-too-large',
    ],
    ['case 53: a[]= 1,250 times', 'GET', `/v2/things?${'a[]=&'.repeat(1250)}limit=x`, [], undefined, 400, 'invalid-request'],
    ['an empty body', 'POST', '/v2/things', ['Content-Type', 'application/json'], '', 400, 'invalid-request'],
    ['case 46: another type', 'POST', '/v2/things', ['Content-Type', 'text/plain'], '{}', 415, 'unsupported-media-type'],
    ['case 46: nonsense', 'POST', '/v2/things', ['Content-Type', 'json'], '{}', 415, 'unsupported-media-type'],
    ['case 46: none', 'POST', '/v2/things', [], '{}', 415, 'unsupported-media-type'],
    ['case 46: utf-7', 'POST', '/v2/things', ['Content-Type', 'application/json; charset=utf-7'], '{}', 415, 'unsupported-media-type'],
    [
      'case 55: gzip',
      'POST',
      '/v2/things',
      ['Content-Type', 'application/json', 'Content-Encoding', 'gzip'],
      '{}',
      415,
      'unsupported-media-type',
    ],
    ['case 55: announced', 'POST', '/v2/things', ['Content-Type', 'application/json'], ' '.repeat(200_000), 413, 'payload-too-large'],
    ['case 53: 1e2', 'GET', '/v2/things?limit=1e2', [], undefined, 400, 'invalid-request'],
    ['case 53: 0x10', 'GET', '/v2/things?limit=0x10', [], undefined, 400, 'invalid-request'],
    ['case 53: empty', 'GET', '/v2/things?limit=', [], undefined, 400, 'invalid-request'],
    ['case 53: a blank', 'GET', '/v2/things?limit=%205', [], undefined, 400, 'invalid-request'],
    ['case 53: an Arabic digit', 'GET', '/v2/things?limit=%D9%A3', [], undefined, 400, 'invalid-request'],
    ['case 53: -0', 'GET', '/v2/things?limit=-0', [], undefined, 400, 'invalid-request'],
    ['case 53: 100.0', 'GET', '/v2/things?limit=100.0', [], undefined, 400, 'invalid-request'],
    ['case 53: twice', 'GET', '/v2/things?limit=1&limit=2', [], undefined, 400, 'invalid-request'],
    ['case 51: a broken name', 'GET', '/v2/things?%zz=1', [], undefined, 400, 'invalid-request'],
    ['case 60: a long URL', 'GET', `/v2/things?x=${'x'.repeat(9000)}`, [], undefined, 414, 'uri-too-long'],
    ['case 62: a throw', 'GET', '/v2/fail', [], undefined, 500, 'internal-error'],
    ['no credential', 'GET', '/v2/secret', [], undefined, 401, 'unauthorized'],
    ['an unbuilt operation, to strangers', 'GET', '/v2/unbuilt', [], undefined, 401, 'unauthorized'],
    ['an unbuilt operation', 'GET', '/v2/unbuilt', ['X-Key', 'good'], undefined, 501, 'not-implemented'],
    [
      'case 63: two different Authorization headers',
      'GET',
      '/v2/secret',
      ['Authorization', 'Bearer good', 'Authorization', 'Bearer other'],
      undefined,
      401,
      'unauthorized',
    ],
  ])('%s', async (_name, method, path, headers, body, status, code) => {
    const answer = await ask(host.port, method, path, headers, body);
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/problem+json']);
    expect(JSON.parse(answer.body)).toMatchObject({ status, code, requestId: answer.headers['x-request-id'] });
    expect(answer.body).not.toMatch(/hunter2|\.ts/);
    if (status === 405) expect(answer.headers.allow).toBe('GET, POST, HEAD, OPTIONS');
    if (status === 401) expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="demo"/);
  });

  test.each(['/v2/things/%zz', '/v2/things/%E0%A4%A', '/v2/things/%00', '/v2/things/%C0%AF'])('case 51: %s', async (path) => {
    expect((await ask(host.port, 'GET', path)).status).toBe(400);
    expect((await ask(host.port, 'GET', '/v2/things')).status).toBe(200);
  });

  test('case 58: TRACE is rejected', async () => {
    const { status, body } = await ask(host.port, 'TRACE', '/v2/things', ['X-Secret', 'hunter2']);
    expect([405, 501]).toContain(status);
    expect(body).not.toContain('hunter2');
  });

  test('case 58: HEAD is GET without its body', async () => {
    const { status, headers, body } = await ask(host.port, 'HEAD', '/v2/things');
    expect([status, headers['content-type'], body]).toEqual([200, 'application/json', '']);
    expect((await ask(host.port, 'HEAD', '/v2/secret')).status).toBe(401);
  });

  test('case 58: OPTIONS lists the allowed methods', async () => {
    const { status, headers, body } = await ask(host.port, 'OPTIONS', '/v2/things/1');
    expect([status, headers.allow, body]).toEqual([204, 'GET, DELETE, HEAD, OPTIONS', '']);
  });

  test('204 has neither body nor type', async () => {
    const { status, headers, body } = await ask(host.port, 'DELETE', '/v2/things/1');
    expect([status, headers['content-type'], body]).toEqual([204, undefined, '']);
  });

  test('credentials reach the security handlers', async () => {
    const answer = async (headers: Record<string, string>) => (await send('/v2/secret', { headers })).json();
    expect(await answer({ authorization: 'Bearer good' })).toEqual({ principal: 'ann' });
    expect(await answer({ 'x-key': 'good' })).toEqual({ principal: 'bob' });
  });

  test('two Set-Cookie headers stay separate', async () => {
    expect((await send('/v2/cookies')).headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 2099 00:00:00 GMT']);
  });

  test('bytes arrive unchanged', async () => {
    const response = await send('/v2/download');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([response.headers.get('content-type'), bytes.length, bytes[299_999]]).toEqual(['application/octet-stream', 300_000, 7]);
  });

  test('case 61: forwarded host and address headers are not trusted', async () => {
    const lies = [
      'Host',
      'evil.example',
      'X-Forwarded-Host',
      'evil.example',
      'X-Forwarded-Proto',
      'gopher',
      'Forwarded',
      'host=evil.example',
    ];
    for (const path of ['/v2/things', '/v2/nope', '/v2/fail']) {
      const { headers, body } = await ask(host.port, 'GET', path, lies);
      expect(JSON.stringify(headers) + body).not.toMatch(/evil|gopher/);
    }
    expect((await ask(host.port, 'GET', 'http://evil.example/v2/things?limit=1')).body).toBe('{"query":{"limit":1}}');
  });

  test('a caller that disconnects aborts the handler', async () => {
    const { hanging, aborted } = observed;
    const controller = new AbortController();
    const answer = send('/v2/hang', { signal: controller.signal });
    await expect.poll(() => observed.hanging).toBe(hanging + 1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await expect.poll(() => observed.aborted).toBe(aborted + 1);
  });

  test('the connection can be reused after an error response', async () => {
    const connection = await open(host.port);
    for (const [status, request] of [
      [401, 'GET /v2/secret HTTP/1.1\r\nHost: x\r\n\r\n'],
      [401, 'POST /v2/secret HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'],
      [405, 'PATCH /v2/things HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'],
      [415, 'POST /v2/things HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}'],
      [400, 'POST /v2/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{]'],
      [200, 'GET /v2/things HTTP/1.1\r\nHost: x\r\n\r\n'],
    ] as const) {
      connection.send(request);
      const answer = await connection.answer();
      expect([answer.status, /^connection: close/im.test(answer.head)]).toEqual([status, false]);
    }
    connection.socket.destroy();
  });

  test('case 55: endless chunks are a 413, and the response arrives', async () => {
    const connection = await open(host.port);
    connection.send('POST /v2/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    let sent = 0;
    const timer = setInterval(() => {
      if (sent++ < 2000 && connection.socket.writable) connection.send(chunk);
    }, 1);
    try {
      const { status, head } = await connection.answer();
      expect(status).toBe(413);
      expect(head).toMatch(/^connection: close/im);
      await connection.closed();
    } finally {
      clearInterval(timer);
      connection.socket.destroy();
    }
  });

  test('an interrupted upload does not affect other requests', async () => {
    const before = observed.errors.length;
    const connection = await open(host.port);
    connection.send('POST /v2/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":');
    connection.socket.destroy();
    expect((await send('/v2/things')).status).toBe(200);
    expect(observed.errors.length).toBe(before);
  });

  test('a stream is sent item by item, and ends when the caller disconnects', async () => {
    const { ended } = observed;
    const response = await send('/v2/ticks');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\{"n":0\}\n/);
    await reader?.cancel();
    await expect.poll(() => observed.ended).toBe(ended + 1);
  });

  test('a streamed request is read', async () => {
    const body = '1\n2\n3\n';
    const response = await send('/v2/sum', { method: 'POST', body, headers: { 'content-type': 'application/x-ndjson' } });
    expect([response.status, await response.json()]).toEqual([200, { sum: 6 }]);
  });
});

describe.each(frameworks)('%s: beside other routes', (name, start) => {
  test('unknown paths go to the framework, or are answered with `unknownPaths: answer`', async () => {
    const { handler } = service();
    for (const [unknownPaths, code] of [
      ['next', undefined],
      ['answer', 'not-found'],
    ] as const) {
      const host = await start(handler, { unknownPaths });
      const nothing = await ask(host.port, 'GET', '/v2/nope');
      expect(nothing.status).toBe(404);
      expect(nothing.headers['content-type'] === 'application/problem+json' ? JSON.parse(nothing.body).code : undefined).toBe(code);
      if (unknownPaths === 'next') {
        expect((await ask(host.port, 'GET', '/health')).body).toBe('well');
        expect((await ask(host.port, 'POST', '/own', ['Content-Type', 'application/json'], '{"a":1}')).body).toBe('{"a":1}');
      }
      await host.close();
    }
  });

  test('mounted under a prefix, the server matches the whole path', async () => {
    const { handler } = service({ basePath: '/api/v7' });
    const host = await start(handler, { mount: '/api' });
    expect((await ask(host.port, 'GET', '/api/v7/things?limit=5')).body).toBe('{"query":{"limit":5}}');
    expect((await ask(host.port, 'GET', '/api/v2/things')).status).toBe(404);
    expect((await ask(host.port, 'GET', '/health')).body).toBe('well');
    await host.close();
  });

  test.skipIf(name === 'fastify')('a body that earlier middleware has read is a 500 that says why', async () => {
    const { handler, observed } = service();
    const host = await start(handler, { parsesBodies: true });
    const answer = await ask(host.port, 'POST', '/v2/things', ['Content-Type', 'application/json'], '{"a":1}');
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([500, 'internal-error']);
    expect(observed.errors).toMatchObject([{ message: expect.stringContaining('add body parsers after the server') }]);
    expect((await ask(host.port, 'GET', '/v2/things')).status).toBe(200);
    await host.close();
  });
});

describe.each(adapters)('%s: errors', (_name, start) => {
  test('the option `errors` maps every error, and no response shows a secret', async () => {
    const { handler } = service({ errors: ({ status, kind }) => ({ contentType: 'text/x-own', body: `${status} ${kind}` }) });
    const host = await start(handler, { unknownPaths: 'answer' });
    const type = ['Content-Type', 'application/json'];
    for (const [method, path, headers, body, want] of [
      ['GET', '/v2/nope', [], undefined, '404 not-found'],
      ['PATCH', '/v2/things', [], undefined, '405 method-not-allowed'],
      ['GET', '/v2/secret', [], undefined, '401 unauthorized'],
      ['GET', '/v2/things', ['Accept', 'image/png'], undefined, '406 not-acceptable'],
      ['POST', '/v2/things', type, '{', '400 invalid-request'],
      ['POST', '/v2/things', type, ' '.repeat(200_000), '413 payload-too-large'],
      ['POST', '/v2/things', ['Content-Type', 'text/html'], '{}', '415 unsupported-media-type'],
      ['GET', `/v2/things?${'x'.repeat(9000)}`, [], undefined, '414 uri-too-long'],
      ['GET', '/v2/fail', [], undefined, '500 internal-error'],
      ['GET', '/v2/wrong', [], undefined, '500 invalid-response'],
      ['GET', '/v2/unbuilt', ['X-Key', 'good'], undefined, '501 not-implemented'],
    ] as const) {
      const answer = await ask(host.port, method, path, headers, body);
      expect([`${answer.status}`, answer.headers['content-type'], answer.body]).toEqual([
        want.slice(0, 3),
        'text/x-own; charset=utf-8',
        want,
      ]);
    }
    await host.close();
  });
});
