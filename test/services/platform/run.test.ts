// Tests sandboxes at addresses: documents and control each on a port, and what is off where other machines could reach them.

import { once } from 'node:events';
import { createEventsClient } from '@octavo/interfaces/d-events';
import { createEmailClient } from '@octavo/interfaces/h-email';
import { UnexpectedResponseError, unwrap } from '@octavo/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createControlClient } from '../../../services/generated/control/index.ts';
import { loadServices } from '../../../services/index.ts';
import { isLoopback, run } from '../../../services/platform/run/run.ts';
import { portsFrom } from '../../../services/ports.ts';
import { TINY_KEY, tinyService } from '../../support/tiny-service.ts';

async function running(options: Partial<Parameters<typeof run>[1]> = {}) {
  const started = await run([tinyService()], { host: '127.0.0.1', port: portsFrom(0), ...options });
  onTestFinished(() => started.close());
  return started;
}

test('documents and control are served at addresses, with credentials that work', async () => {
  const { services, control } = await running();
  const [tiny] = services;
  const client = createEmailClient({ baseUrl: tiny?.documents[0]?.url ?? '', credentials: { apiKey: tiny?.credentials[0]?.value ?? '' } });
  expect(unwrap(await client.getAccount({}), 200).data.requests.credits.used).toBe(1);
  const developer = createControlClient({ baseUrl: control?.url ?? '', credentials: { token: control?.token ?? '' } });
  expect(unwrap(await developer.listRequests({}), 200).requests).toMatchObject([{ operation: 'getAccount', verdict: 'answered' }]);
  expect((await fetch(`${control?.url}/clock`)).status).toBe(401);
});

test('outside loopback, there is no control, and seeded credentials are not valid', async () => {
  const { services, control } = await running({ host: '0.0.0.0' });
  expect(control).toBeUndefined();
  expect(services[0]?.credentials).toEqual([]);
  const baseUrl = services[0]?.documents[0]?.url.replace('0.0.0.0', '127.0.0.1') ?? '';
  expect((await fetch(`${baseUrl}/account?api_key=${TINY_KEY}`)).status).toBe(401);
});

test.each([
  ['http://127.0.0.1:8080', 200],
  ['http://localhost:8080', 200],
  ['http://[::1]:8080', 200],
  ['https://email.example.com', 401],
  ['http://192.168.1.2', 401],
])('where the public URL is %s, a seeded key is answered with %i, and control stays on', async (url, status) => {
  const { services, control } = await running({ publicOrigins: new Map([['h-email', url]]) });
  expect(control).toBeDefined();
  expect(services[0]?.credentials.length).toBe(status === 200 ? 1 : 0);
  const shown = await fetch(`${control?.url}/sandbox`, { headers: { authorization: `Bearer ${control?.token}` } });
  const [{ credentials }] = ((await shown.json()) as { services: [{ credentials: object[] }] }).services;
  expect(credentials).toHaveLength(status === 200 ? 1 : 0);
  expect((await fetch(`${services[0]?.documents[0]?.url}/account?api_key=${TINY_KEY}`)).status).toBe(status);
});

test.each([
  [undefined, 200],
  ['https://microblog.example.com', 401],
])('where the public URL is %s, an unsigned request to version 1.1 is answered with %i', async (url, status) => {
  const publicOrigins = new Map(url === undefined ? [] : [['b-microblog-v1', url] as const]);
  const started = await run(await loadServices(['b-microblog']), { host: '127.0.0.1', port: portsFrom(0), publicOrigins });
  onTestFinished(() => started.close());
  const base = started.services[0]?.documents.find(({ name }) => name === 'b-microblog-v1')?.url;
  expect((await fetch(`${base}/users/show.json?screen_name=ines_b`)).status).toBe(status);
});

test.each([
  ['127.0.0.1', 200],
  ['0.0.0.0', 401],
])('a seeded user name and password on %s is answered with %i', async (host, status) => {
  const services = await loadServices(['c-controller']);
  const value = services[0]?.credentials[0]?.value ?? '';
  const started = await run(services, { host, port: portsFrom(0) });
  onTestFinished(() => started.close());
  const url = started.services[0]?.documents[0]?.url.replace('0.0.0.0', '127.0.0.1');
  const response = await fetch(`${url}/device`, { headers: { authorization: `Basic ${btoa(value)}` } });
  expect(response.status).toBe(status);
});

test.each([
  ['127.0.0.1', 200, 'pusher:connection_established'],
  ['0.0.0.0', 401, '4001'],
])('a request that a seeded key signs on %s is answered with %i, and a socket of the key with %s', async (host, status, message) => {
  const services = await loadServices(['d-events']);
  const [key = '', secret = ''] = services[0]?.credentials[0]?.value.split(':') ?? [];
  const [app = ''] = /\d+/.exec(services[0]?.credentials[0]?.note ?? '') ?? [];
  const started = await run(services, { host, port: portsFrom(0) });
  onTestFinished(() => started.close());
  const baseUrl = started.services[0]?.documents[0]?.url.replace('0.0.0.0', '127.0.0.1') ?? '';
  const client = createEventsClient({ baseUrl, credentials: { signedQuery: { key, secret } } });
  const sent = client.listChannels({ path: { app_id: app } }).then(
    (result) => result.status,
    (error: unknown) => (error instanceof UnexpectedResponseError ? error.status : error),
  );
  expect(await sent).toBe(status);
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/app/${key}?protocol=7`);
  onTestFinished(() => socket.terminate());
  const [first] = (await once(socket, 'message')) as [Buffer];
  expect(String(first)).toContain(message);
});

test('a port that is in use ends all', async () => {
  const { services } = await running();
  const port = Number(new URL(services[0]?.documents[0]?.url ?? '').port);
  await expect(running({ port: (name) => (name === 'control' ? port : 0) })).rejects.toThrow('EADDRINUSE');
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['127.0.0.1.evil.example', false],
  ['192.168.1.2', false],
])('%s is loopback: %s', (host, want) => {
  expect(isLoopback(host)).toBe(want);
});

test('each document has a port of its own, whatever runs; 0 is any port', () => {
  const port = portsFrom(4010);
  expect([port('a-identity'), port('h-email'), port('control')]).toEqual([4010, 4019, 4020]);
  expect(portsFrom(0)('h-email')).toBe(0);
});
