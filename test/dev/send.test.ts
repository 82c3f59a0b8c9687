// `POST /-/send`: what it forwards and streams back, whom it refuses, and where it does not send.
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSendHandler } from '../../generator/dev/send.ts';
import type { SendEvent, SendRequest } from '../../generator/dev/send-data.ts';
import { type Listening, listen } from '../../generator/mock/http.ts';

let service: Listening;
let portal: Listening;
let hurried: Listening;
let narrow: Listening;

/** The last request that the service has got. */
let got: { method: string | undefined; url: string | undefined; rawHeaders: string[]; body: string };
let closed: Promise<void>;

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  got = { method: incoming.method, url: incoming.url, rawHeaders: incoming.rawHeaders, body: Buffer.concat(chunks).toString() };
  closed = new Promise((resolve) => response.once('close', resolve));
  if (incoming.url === '/redirect') return void response.writeHead(302, { location: 'http://192.0.2.1/' }).end();
  if (incoming.url === '/silent') return;
  if (incoming.url === '/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
    return;
  }
  if (incoming.url === '/large') return void response.end('x'.repeat(5000));
  response.writeHead(201, 'Made', [
    ['Set-Cookie', 'a=1'],
    ['Set-Cookie', 'b=2'],
    ['X-Case', 'kept'],
  ]);
  response.end('{"id":1}');
}

const listenWith = (...limits: Parameters<typeof createSendHandler>): Promise<Listening> => {
  const handle = createSendHandler(...limits);
  return listen((incoming, response) => void handle(incoming, response), 0, '127.0.0.1');
};

beforeAll(async () => {
  service = await listen((incoming, response) => void answer(incoming, response), 0, '127.0.0.1');
  portal = await listenWith({});
  hurried = await listenWith({ headMilliseconds: 100, milliseconds: 200, concurrent: 1 });
  narrow = await listenWith({ responseBytes: 1000, requestBytes: 300 });
});
afterAll(() => Promise.all([service.close(), portal.close(), hurried.close(), narrow.close()]));

interface Posted {
  readonly status: number;
  readonly body: string;
  readonly events: readonly SendEvent[];
}

/** Posts as a page of the portal does; `headers` change what its browser sends. */
function post(sent: Partial<SendRequest> | string, headers: Record<string, string> = {}, to = portal): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const own = { origin: to.url, 'content-type': 'application/json', ...headers };
    const outgoing = request(`${to.url}/-/send`, { method: 'POST', headers: own }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () => {
        const events =
          response.statusCode === 200
            ? body
                .trim()
                .split('\n')
                .map((line) => JSON.parse(line) as SendEvent)
            : [];
        resolve({ status: response.statusCode ?? 0, body, events });
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(typeof sent === 'string' ? sent : JSON.stringify({ method: 'GET', url: service.url, headers: [], ...sent }));
  });
}

const codeOf = ({ status, body }: Posted): readonly [number, string] => [status, (JSON.parse(body) as { code: string }).code];
const failureOf = ({ events }: Posted): string | undefined => events.flatMap((event) => ('failed' in event ? [event.failed.code] : []))[0];

describe('what it forwards', () => {
  test('method, target, headers as spelled, and the bytes of the body', async () => {
    const body = Buffer.from('{"name":"Mira"}').toString('base64');
    const posted = await post({
      method: 'POST',
      url: `${service.url}/a%2Fb?x=1%2C2`,
      headers: [
        ['X-API-Key', 'k'],
        ['Accept', 'a/b'],
      ],
      body,
    });
    expect(got).toMatchObject({ method: 'POST', url: '/a%2Fb?x=1%2C2', body: '{"name":"Mira"}' });
    expect(got.rawHeaders.slice(0, 8)).toEqual([
      'Host',
      new URL(service.url).host,
      'X-API-Key',
      'k',
      'Accept',
      'a/b',
      'Content-Length',
      '15',
    ]);
    expect(got.rawHeaders).not.toContain('Origin');
    const [head, data, end] = posted.events;
    expect(head).toMatchObject({ head: { status: 201, statusText: 'Made' } });
    expect(head !== undefined && 'head' in head && head.head.headers.slice(0, 3)).toEqual([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Case', 'kept'],
    ]);
    expect(data).toEqual({ data: Buffer.from('{"id":1}').toString('base64') });
    expect(end).toMatchObject({ end: { bytes: 8 } });
  });

  test('a redirect is shown and not followed', async () => {
    const { events } = await post({ url: `${service.url}/redirect` });
    expect(events[0]).toMatchObject({ head: { status: 302 } });
  });

  test('names below localhost lead to this machine without a name server', async () => {
    const { port } = new URL(service.url);
    const { events } = await post({ url: `http://api.localhost:${port}/` });
    expect(events[0]).toMatchObject({ head: { status: 201 } });
    expect(got.rawHeaders[1]).toBe(`api.localhost:${port}`);
  });

  test('the items of a stream as they come, until the page closes', async () => {
    const controller = new AbortController();
    const response = await fetch(`${portal.url}/-/send`, {
      method: 'POST',
      headers: { origin: portal.url, 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'GET', url: `${service.url}/stream`, headers: [] }),
      signal: controller.signal,
    });
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('"data"')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(JSON.parse(text.trim().split('\n')[1] ?? '')).toEqual({ data: Buffer.from('data: 1\n\n').toString('base64') });
    controller.abort();
    await closed;
  });
});

describe('whom it refuses', () => {
  test.each<readonly [string, Record<string, string>, number, string]>([
    ['no origin', { origin: '' }, 403, 'foreign-origin'],
    ['a page of another site', { origin: 'https://evil.example' }, 403, 'foreign-origin'],
    ['a page of another port, such as the mock', { origin: 'http://127.0.0.1:1' }, 403, 'foreign-origin'],
    ['the origin of a name that was rebound', { origin: 'http://evil.example', host: 'evil.example' }, 403, 'foreign-host'],
    ['a form', { 'content-type': 'text/plain' }, 415, 'not-json'],
  ])('%s', async (_, headers, status, code) => {
    expect(codeOf(await post({}, headers))).toEqual([status, code]);
  });

  test('another method', async () => {
    const response = await fetch(`${portal.url}/-/send`, { headers: { origin: portal.url } });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([405, 'not-post']);
  });

  test.each<readonly [string, Partial<SendRequest> | string, number, string]>([
    ['text that is no JSON', '{', 400, 'send-malformed'],
    ['null', 'null', 400, 'send-malformed'],
    ['a method that is no token', { method: 'GET /' }, 400, 'send-malformed'],
    ['CONNECT', { method: 'CONNECT' }, 400, 'send-malformed'],
    ['a URL of another scheme', { url: 'file:///etc/passwd' }, 400, 'send-malformed'],
    ['a relative URL', { url: '/x' }, 400, 'send-malformed'],
    ['a URL with a user name', { url: 'http://127.0.0.1@evil.example/' }, 400, 'send-malformed'],
    ['headers that are no pairs', { headers: [['a']] as never }, 400, 'send-malformed'],
    ['a header with a line break', { headers: [['a', 'b\r\nc: d']] }, 400, 'send-malformed'],
    ['a header of the connection', { headers: [['Transfer-Encoding', 'chunked']] }, 400, 'send-malformed'],
    ['another host', { headers: [['host', 'evil.example']] }, 400, 'send-malformed'],
    ['an address outside this machine', { url: 'https://192.0.2.1/' }, 403, 'address-not-confirmed'],
    ['a name that only begins as this machine does', { url: 'http://127.0.0.1.evil.example/' }, 403, 'address-not-confirmed'],
    ['the confirmation of another address', { url: 'https://192.0.2.1/', confirmed: 'https://192.0.2.2' }, 403, 'address-not-confirmed'],
    ['the address that means all interfaces', { url: 'http://0.0.0.0/' }, 403, 'address-not-confirmed'],
  ])('%s', async (_, sent, status, code) => {
    expect(codeOf(await post(sent))).toEqual([status, code]);
  });
});

describe('how it ends', () => {
  test('a service that does not listen', async () => {
    const gone = await listen(() => {}, 0, '127.0.0.1');
    await gone.close();
    const posted = await post({ url: gone.url });
    expect(posted.events).toEqual([{ failed: { code: 'ECONNREFUSED', message: `No service listens at ${new URL(gone.url).host}.` } }]);
  });

  test('limits of time and size', async () => {
    expect(failureOf(await post({ url: `${service.url}/silent` }, {}, hurried))).toBe('timeout');
    expect(failureOf(await post({ url: `${service.url}/stream` }, {}, hurried))).toBe('timeout');
    expect(failureOf(await post({ url: `${service.url}/large` }, {}, narrow))).toBe('too-large');
    expect(codeOf(await post({ body: 'A'.repeat(400) }, {}, narrow))).toEqual([413, 'send-too-large']);
  });

  test('more requests than may run at the same time', async () => {
    const first = post({ url: `${service.url}/silent` }, {}, hurried);
    await expect.poll(async () => (await post({}, {}, hurried)).status).toBe(429);
    await first;
    await expect.poll(async () => (await post({}, {}, hurried)).status).toBe(200);
  });
});
