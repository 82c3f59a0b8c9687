// Tests what the platform does to each request of each service and of control: U+0000 is refused, and links take no host from the caller.

import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tokens } from '../../../services/e-scheduling/seed.ts';
import { AMARA } from '../../../services/e-scheduling/seeds/names.ts';
import { keys } from '../../../services/f-instalments/seeds/seed.ts';
import { loadServices } from '../../../services/index.ts';
import { publicOriginsOf } from '../../../services/platform/run/public-url.ts';
import { run } from '../../../services/platform/run/run.ts';
import { portsFrom } from '../../../services/ports.ts';
import { describeOnDatabases } from '../../support/databases.ts';

const BEARER = `Authorization: Bearer ${tokens.owner}`;
const SHOP = `Authorization: Instalments-Auth ${keys.fernAndOak}`;
const JSON_TYPE = 'Content-Type: application/json';
const FORM = 'Content-Type: application/x-www-form-urlencoded';
const SCHOOL = 'https://scheduling.example.com/api/v2/organizations/NGHCEBDAFHBDCAGE';

async function start(options: Partial<Parameters<typeof run>[1]> = {}) {
  const services = await loadServices(['e-scheduling', 'f-instalments']);
  const running = await run(services, { host: '127.0.0.1', port: portsFrom(0), warn: () => {}, ...options });
  onTestFinished(() => running.close());
  const urls: Record<string, string> = Object.fromEntries(
    running.services.flatMap(({ documents }) => documents.map(({ name, url }) => [name, url])),
  );
  urls.control = running.control?.url ?? '';
  return { urls, token: `Authorization: Bearer ${running.control?.token}` };
}

/** Sends a request as it is written, and returns the status and the body of the answer. */
async function send(url: string, line: string, headers: readonly string[] = [], body = ''): Promise<[status: number, body: string]> {
  const { hostname, port } = new URL(url);
  const socket = connectTcp(Number(port), hostname);
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const hosts = headers.some((header) => header.startsWith('Host:')) ? [] : [`Host: ${hostname}:${port}`];
  socket.write([`${line} HTTP/1.1`, ...hosts, ...headers, ...length, 'Connection: close', '', body].join('\r\n'));
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await once(socket, 'close');
  const [head = '', answered = ''] = text.split('\r\n\r\n', 2);
  return [Number(head.split(' ')[1]), answered];
}

describeOnDatabases('a request', (databases) => {
  test('with U+0000 in its path, query, form or body is refused with 400, on pages, operations and control', async () => {
    const { urls, token } = await start({ store: await databases.place() });
    const { 'e-scheduling': scheduling = '', 'f-instalments': instalments = '', control = '' } = urls;
    const subscription = { events: ['invitee.created'], organization: SCHOOL, scope: 'organization' };
    const rows: readonly [url: string, line: string, headers?: readonly string[], body?: string][] = [
      [scheduling, 'GET /book/%00'],
      [scheduling, 'GET /book/northlight-felix/first-lesson?name=%00'],
      [scheduling, 'POST /book/northlight-felix/first-lesson', [FORM], 'token=x&name=Mika%00'],
      [scheduling, 'GET /api/v2/users/%00', [BEARER]],
      [scheduling, 'GET /api/v2/scheduled_events?invitee_email=a%00%40b.example', [BEARER]],
      [
        scheduling,
        'POST /api/v2/webhook_subscriptions',
        [BEARER, JSON_TYPE],
        `${JSON.stringify({ ...subscription, url: 'https://a.example/\0' })}`,
      ],
      [instalments, 'GET /pay/%00'],
      [instalments, 'GET /files/%00.csv'],
      [instalments, 'POST /v1/webhooks', [SHOP, JSON_TYPE], '{"url":"https://a.example/","events":["\\\\\\u0000"]}'],
      [control, 'GET /v1/deliveries/%00', [token]],
      [control, 'POST /v1/services/f-instalments/actions/add-shop', [token, JSON_TYPE], '{"name":"a\\u0000"}'],
    ];
    for (const row of rows) {
      const [status, body] = await send(...row);
      expect([row[1], status, body]).toEqual([row[1], 400, expect.stringContaining('null character')]);
    }
    // A text that only looks like it is kept.
    const looks = await send(control, 'POST /v1/services/f-instalments/actions/add-shop', [token, JSON_TYPE], '{"name":"a\\\\u0000 %00"}');
    expect(looks[0]).toBe(200);
  });

  test('leaves no host of its own in links that are returned or kept', async () => {
    const { urls } = await start({ store: await databases.place() });
    const { 'e-scheduling': scheduling = '', 'f-instalments': instalments = '' } = urls;
    const evil = 'Host: evil.example';
    const url = `https://receiver.example/${databases.name}`;
    const body = JSON.stringify({ events: ['invitee.created'], organization: SCHOOL, scope: 'organization', url });
    const [status, created] = await send(scheduling, 'POST /api/v2/webhook_subscriptions', [evil, BEARER, JSON_TYPE], body);
    expect([status, (JSON.parse(created) as { resource: { uri: string } }).resource.uri]).toEqual([
      201,
      expect.stringMatching(`^${scheduling}/api/v2/webhook_subscriptions/`),
    ]);
    const [, events] = await send(scheduling, 'GET /api/v2/event_types', [evil, BEARER]);
    expect(events).toContain(`"scheduling_url":"${scheduling}/book/`);
    const payment = { purchase_amount: 20_000, installments_count: 3, return_url: 'https://shop.example/done' };
    const [, made] = await send(instalments, 'POST /v1/payments', [evil, SHOP, JSON_TYPE], JSON.stringify({ payment }));
    const { url: page, id } = JSON.parse(made) as { url: string; id: string };
    expect(page).toBe(`${new URL(instalments).origin}/pay/${id}`);
    for (const answer of [created, events, made]) expect(answer).not.toContain('evil.example');
  });
});

test('links begin with the address of the proxy where one is named', async () => {
  const publicOrigins = publicOriginsOf(['e-scheduling=https://booking.example.com/'], ['e-scheduling', 'f-instalments']);
  const { urls, token } = await start({ publicOrigins });
  const scheduling = urls['e-scheduling'] ?? '';
  // Anybody can reach it now, so it takes no token of the seeds.
  expect((await send(scheduling, 'GET /api/v2/event_types', [BEARER]))[0]).toBe(401);
  const [, minted] = await send(
    urls.control ?? '',
    'POST /v1/services/e-scheduling/actions/mint-token',
    [token, JSON_TYPE],
    JSON.stringify({ user: AMARA }),
  );
  const { result } = JSON.parse(minted) as { result: { token: string } };
  const [, events] = await send(scheduling, 'GET /api/v2/event_types', [`Authorization: Bearer ${result.token}`]);
  expect(events).toContain('"scheduling_url":"https://booking.example.com/book/');
});

test.each([
  [['https://a.example'], ['h-email'], { 'h-email': 'https://a.example' }],
  [['h-email=http://a.example:8080'], ['h-email', 'd-events'], { 'h-email': 'http://a.example:8080' }],
  [
    ['https://a.example'],
    ['h-email', 'd-events'],
    '--public-url needs the name of a document, since 2 are served: --public-url h-email=https://a.example',
  ],
  [['e-mail=https://a.example'], ['h-email'], '--public-url: there is no document e-mail. These are: h-email.'],
  [
    ['https://a.example/path'],
    ['h-email'],
    '--public-url takes a scheme and a host, without a path: --public-url h-email=https://booking.example.com',
  ],
  [['a.example'], ['h-email'], '--public-url takes a scheme and a host, without a path: --public-url h-email=https://booking.example.com'],
])('--public-url %j of the documents %j', (given, documents, want) => {
  if (typeof want === 'string') expect(() => publicOriginsOf(given, documents)).toThrow(want);
  else expect(Object.fromEntries(publicOriginsOf(given, documents))).toEqual(want);
  // What another process serves may be named by all.
  expect(publicOriginsOf(['a=https://a.example'], documents, [...documents, 'a']).get('a')).toBe('https://a.example');
});

test('a request with two lines Host is refused with 400, by services, pages and control', async () => {
  const { urls, token } = await start();
  const two = ['Host: 127.0.0.1', 'Host: evil.example'];
  for (const [url, path, header] of [
    [urls['e-scheduling'], '/api/v2/users/me', BEARER],
    [urls['e-scheduling'], '/book/northlight-felix', 'Accept: */*'],
    [urls.control, '/v1/sandbox', token],
  ] as const) {
    expect((await send(url ?? '', `GET ${path}`, [...two, header]))[0]).toBe(400);
    expect((await send(url ?? '', `GET ${path}`, [two[0] ?? '', header]))[0]).toBe(200);
  }
});
