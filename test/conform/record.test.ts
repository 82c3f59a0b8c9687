// Tests recordings of the proxy: every secret is planted where messages can have one, and searched for in the file.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http, { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startProxy } from '../../generator/conform/proxy/index.ts';
import { readHar } from '../../generator/har/read.ts';
import { serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Vault, version: '1' }
servers: [{ url: /v1 }]
security: [{ token: [] }]
paths:
  /login:
    post:
      operationId: login
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Login' } } } }
      responses:
        '200': { description: In., content: { application/json: { schema: { type: object, properties: { accessToken: { type: string }, note: { type: string } } } } } }
  /token:
    post:
      operationId: token
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object } } } }
      responses: { '200': { description: Tokens., content: { application/json: { schema: { type: object } } } } }
  /files/{phrase}:
    post:
      operationId: upload
      parameters:
        - { name: phrase, in: path, required: true, schema: { type: string, format: password } }
        - { name: lock, in: query, schema: { type: string, format: password } }
        - { name: X-Lock, in: header, schema: { type: string, writeOnly: true } }
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { hint: { type: string, writeOnly: true }, name: { type: string } } } } } }
      responses: { '201': { description: Kept. } }
  /events:
    get:
      operationId: events
      responses:
        '200': { description: Events., content: { application/x-ndjson: { schema: { type: object, properties: { word: { type: string, format: password } } } } } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    query: { type: apiKey, in: query, name: appid }
    header: { type: apiKey, in: header, name: X-Own }
    cookie: { type: apiKey, in: cookie, name: place }
  schemas:
    Login:
      type: object
      properties:
        user: { type: string }
        word: { type: string, format: password }
        pin: { type: integer, writeOnly: true }
        deep: { type: array, items: { type: object, writeOnly: true, properties: { any: { type: string } } } }
`);

let folder = '';
const closing: (() => Promise<unknown>)[] = [];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-record-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Recorded {
  readonly url: string;
  readonly file: string;
  /** Ends the proxy, and returns the file. */
  end(): Promise<string>;
}

async function recording(name: string, listener: RequestListener, limit = 1024 * 1024, replaces = false): Promise<Recorded> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const file = path.join(folder, name);
  const proxy = await startProxy(service, {
    target: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    port: 0,
    host: '127.0.0.1',
    allowHosts: [],
    judging: {},
    checks: {},
    waivers: [],
    onFinding: () => {},
    onUndeclared: () => {},
    recording: { file, replaces, limit, onFull: () => {} },
  }).finally(() => closing.push(async () => server.closeAllConnections() ?? server.close()));
  closing.push(() => proxy.close());
  const end = async (): Promise<string> => {
    const { recordingFailure } = await proxy.close();
    if (recordingFailure !== undefined) throw recordingFailure;
    return readFileSync(file, 'utf8');
  };
  return { url: proxy.url, file, end };
}

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString();
    const plain = { 'content-type': 'application/json' };
    const text = JSON.stringify({ note: `${body} ${request.headers.authorization} ${request.url}` });
    response.writeHead(200, plain).end(text);
  });
};

function json(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Each plants one secret, which the service may send back in another place. */
const plants: readonly (readonly [
  place: string,
  send: (secret: string, url: string) => Promise<Response>,
  answer?: (secret: string) => RequestListener,
])[] = [
  ['Authorization', (secret, url) => fetch(`${url}/login`, { headers: { authorization: `Bearer ${secret}` } })],
  ['Authorization without a scheme', (secret, url) => fetch(`${url}/login`, { headers: { authorization: secret } })],
  ['Proxy-Authorization', (secret, url) => sent(`${url}/login`, { 'proxy-authorization': `Basic ${secret}` })],
  ['Cookie', (secret, url) => fetch(`${url}/login`, { headers: { cookie: `a=1; place=${encodeURIComponent(secret)}` } })],
  ['the header of an apiKey', (secret, url) => fetch(`${url}/login`, { headers: { 'x-own': secret } })],
  ['the query of an apiKey', (secret, url) => fetch(`${url}/login?a=1&appid=${encodeURIComponent(secret)}`)],
  ['the query of an undeclared path', (secret, url) => fetch(`${url}/nowhere?access_token=${encodeURIComponent(secret)}`)],
  ['a code of OAuth', (secret, url) => fetch(`${url}/back?state=1&code=${encodeURIComponent(secret)}`)],
  [
    'Basic',
    (secret, url) => fetch(`${url}/login`, { headers: { authorization: `Basic ${btoa(`me:${secret}`)}` } }),
    (secret) => (_, response) => response.end(`you are ${secret}, ${btoa(`me:${secret}`)}`),
  ],
  ['format: password', (secret, url) => fetch(`${url}/login`, json({ user: 'me', word: secret }))],
  ['writeOnly around', (secret, url) => fetch(`${url}/login`, json({ deep: [{ any: secret }] }))],
  ['a body that is no JSON', (secret, url) => fetch(`${url}/login`, { ...json(0), body: `{"word":${JSON.stringify(secret)},}` })],
  [
    'a token request',
    (secret, url) =>
      fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'authorization_code', code: secret }) }),
  ],
  [
    'a client secret',
    (secret, url) => fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'x', client_secret: secret }) }),
  ],
  ['a part of multipart', (secret, url) => fetch(`${url}/files/a`, { method: 'POST', body: formOf({ name: 'a', hint: secret }) })],
  ['a path', (secret, url) => fetch(`${url}/files/${encodeURIComponent(secret)}`, { method: 'POST' })],
  ['a query', (secret, url) => fetch(`${url}/files/a?lock=${encodeURIComponent(secret)}`, { method: 'POST' })],
  ['a header', (secret, url) => fetch(`${url}/files/a`, { method: 'POST', headers: { 'x-lock': secret } })],
  [
    'a token response',
    (_, url) => fetch(`${url}/token`, { method: 'POST' }),
    (secret) => (_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ access_token: secret, other: secret })),
  ],
  [
    'a login response',
    (_, url) => fetch(`${url}/login`, json({})),
    (secret) => (_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ accessToken: secret })),
  ],
  [
    'what callers only write',
    (_, url) => fetch(`${url}/login`, json({})),
    (secret) => (_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ pin: secret })),
  ],
  [
    'a compressed response',
    (_, url) => fetch(`${url}/login`, json({})),
    (secret) => (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify({ accessToken: secret }))),
  ],
  [
    'Set-Cookie',
    (_, url) => fetch(`${url}/login`),
    (secret) => (_, response) =>
      response.setHeader('set-cookie', ['a=1; Path=/', `s=${encodeURIComponent(secret)}; HttpOnly`]).end(`"${secret}"`),
  ],
  [
    'Location',
    (_, url) => fetch(`${url}/login`, { redirect: 'manual' }),
    (secret) => (_, response) =>
      response
        .writeHead(302, { location: `https://app.example/?code=${encodeURIComponent(secret)}#access_token=${encodeURIComponent(secret)}` })
        .end(),
  ],
  [
    'an address with a password',
    (_, url) => fetch(`${url}/login`, { redirect: 'manual' }),
    (secret) => (_, response) => response.writeHead(302, { location: `https://me:${encodeURIComponent(secret)}@app.example/` }).end(),
  ],
  [
    'names of members and parameters',
    (secret, url) => fetch(`${url}/login?${encodeURIComponent(secret)}`, { headers: { authorization: `Bearer ${secret}` } }),
    (secret) => (_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ [secret]: { a: secret, [secret]: 1 } })),
  ],
  [
    'an item of a stream',
    (_, url) => fetch(`${url}/events`),
    (secret) => (_, response) =>
      response.setHeader('content-type', 'application/x-ndjson').end(`{"word":${JSON.stringify(secret)}}\n{"other":1}\n`),
  ],
  [
    'XML',
    (_, url) => fetch(`${url}/login`),
    (secret) => (_, response) => response.setHeader('content-type', 'application/xml').end(`<a><word>${secret}</word></a>`),
  ],
];

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** `fetch` leaves this header out. */
function sent(url: string, headers: http.OutgoingHttpHeaders): Promise<Response> {
  return new Promise((resolve, reject) => {
    http.get(url, { headers, agent: false }, (response) => response.resume().on('end', () => resolve(new Response()))).on('error', reject);
  });
}

/** A secret in all forms in which the file could have it. */
function leaks(text: string, secret: string): string[] {
  const forms = [
    secret,
    encodeURIComponent(secret),
    btoa(secret),
    btoa(`me:${secret}`),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  ];
  return forms.filter((form) => text.toLowerCase().includes(form.toLowerCase()));
}

describe('redaction', () => {
  test('takes each planted secret out, also where it stands again, in exchanges before too', async () => {
    let answer: RequestListener = echo;
    const { url, file, end } = await recording('all.har', (request, response) => answer(request, response));
    const secrets = plants.map((_, index) => `plant-${index}/+"${'x'.repeat(3)}`);
    // Before anyone can know that they are secrets.
    await fetch(`${url}/login`, json({ user: secrets.join(' ') }));
    for (const [index, [, send, own]] of plants.entries()) {
      const secret = secrets[index] ?? '';
      answer = own?.(secret) ?? echo;
      await (await send(secret, url)).arrayBuffer();
    }
    const text = await end();
    const left = plants.flatMap(([place], index) => leaks(text, secrets[index] ?? '').map((form) => `${place}: ${form}`));
    expect(left).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['all.har']);
    const { log } = JSON.parse(text);
    expect(log.entries).toHaveLength(plants.length + 1);
    for (const entry of log.entries) expect(entry._redacted.length, JSON.stringify(entry)).toBeGreaterThan(0);
  });

  test('keeps the shape, and says where', async () => {
    const { url, end } = await recording('shape.har', echo);
    const body = { user: 'me', word: 'sesame', pin: 4711, deep: [{ any: 'sesame' }] };
    await (
      await fetch(`${url}/login?appid=sesame`, {
        ...json(body),
        headers: { authorization: 'Bearer sesame', 'content-type': 'application/json', cookie: 'place=sesame; b=', 'x-own': 'open sesame' },
      })
    ).arrayBuffer();
    const [entry] = JSON.parse(await end()).log.entries;
    const header = (name: string) => entry.request.headers.find((one: { name: string }) => one.name === name)?.value;
    expect(['authorization', 'cookie', 'x-own'].map(header)).toEqual(['Bearer REDACTED', 'place=REDACTED; b=', 'REDACTED']);
    expect(entry.request.url).toMatch(/\/v1\/login\?appid=REDACTED$/);
    expect(JSON.parse(entry.request.postData.text)).toEqual({ user: 'me', word: 'REDACTED', pin: 0, deep: [{ any: 'REDACTED' }] });
    expect(entry.response.content.text).not.toMatch(/sesame|4711/);
    expect(entry._redacted).toEqual(
      expect.arrayContaining([
        '/request/header/authorization',
        '/request/query/appid',
        '/request/body/word',
        '/request/body/pin',
        '/request/body/deep/0/any',
        '/response/body/note',
      ]),
    );
  });
});

describe('the file', () => {
  test('has bodies as they were, and honest times', async () => {
    const bytes = Buffer.from([0, 255, 1, 254]);
    const { url, end } = await recording('bytes.har', (request, response) => {
      request.resume().on('end', () => setTimeout(() => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes), 40));
    });
    const before = Date.now();
    await fetch(`${url}/nowhere`, { method: 'POST', body: bytes });
    const [entry] = JSON.parse(await end()).log.entries;
    expect(entry.response.content).toEqual({ size: 4, mimeType: 'image/png', text: bytes.toString('base64'), encoding: 'base64' });
    expect(Buffer.from(entry.request.postData.text, 'base64')).toEqual(bytes);
    expect(entry.timings.wait).toBeGreaterThanOrEqual(38);
    expect(entry.time).toBeCloseTo(entry.timings.send + entry.timings.wait + entry.timings.receive, 6);
    expect(Date.parse(entry.startedDateTime)).toBeGreaterThanOrEqual(before - 1);
  });

  test('names a body that is too long, and ends at its limit', async () => {
    let answers = 0;
    const { url, file, end } = await recording(
      'long.har',
      (_, response) => response.end('x'.repeat(answers++ === 0 ? 9 * 1024 * 1024 : 1)),
      2000,
    );
    for (let count = 0; count < 4; count++) await (await fetch(`${url}/login`)).arrayBuffer();
    const { log } = JSON.parse(await end());
    expect(log.entries[0]).toMatchObject({
      comment: 'The body of the response is longer than 8 MiB and is not recorded.',
      response: { content: { size: -1 } },
    });
    expect(log.entries[0].response.content.text).toBeUndefined();
    expect(log.entries.length).toBeLessThan(4);
    expect(log.comment).toMatch(/\d later exchanges are not here: the file would be longer than its limit/);
    expect(statSync(file).size).toBeLessThan(6000);
  });

  test('has a request without a response, and what a client saw of a stream', async () => {
    const { url, file, end } = await recording('failed.har', (request, response) => {
      if (request.url?.endsWith('/events') !== true) return response.destroy();
      return response.setHeader('content-type', 'application/x-ndjson').write('{"a":1}\n{"a"');
    });
    expect((await fetch(`${url}/login`)).status).toBe(502);
    const leaving = new AbortController();
    const reader = (await fetch(`${url}/events`, { signal: leaving.signal })).body?.getReader();
    await reader?.read();
    leaving.abort();
    await end();
    const items = [];
    for await (const item of readHar(file)) items.push(item);
    expect(items).toMatchObject([
      { kind: 'base' },
      { kind: 'entry', entry: { unanswered: 'failed' } },
      { kind: 'entry', entry: { response: { body: new TextEncoder().encode('{"a":1}\n') } } },
    ]);
  });

  test('is not written over another one unless that is asked for, and leaves nothing where it cannot be written', async () => {
    const file = path.join(folder, 'old.har');
    writeFileSync(file, 'old');
    await expect(recording('old.har', echo)).rejects.toMatchObject({ code: 'recording-exists', exitCode: 2 });
    await expect(recording('.', echo)).rejects.toMatchObject({ code: 'recording-exists' });
    await expect(recording('none/a.har', echo)).rejects.toMatchObject({ code: 'cannot-write', exitCode: 3 });
    expect(readFileSync(file, 'utf8')).toBe('old');
    // What a killed process has left; no process has this number.
    writeFileSync(path.join(folder, '.old.har.4194304.part'), 'half');
    const { end } = await recording('old.har', echo, 1000, true);
    expect(existsSync(path.join(folder, '.old.har.4194304.part'))).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(JSON.parse(await end()).log.entries).toEqual([]);
    if (process.getuid?.() === 0) return;
    chmodSync(folder, 0o500);
    await expect(recording('new.har', echo)).rejects.toMatchObject({ code: 'cannot-write' });
    chmodSync(folder, 0o700);
  });
});
