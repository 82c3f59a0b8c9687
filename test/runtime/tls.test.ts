// Tests that the node:http adapter serves HTTPS: addresses, what handlers see, WebSocket clients, and callers that do not speak TLS.

import { once } from 'node:events';
import { connect } from 'node:net';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { createServer, type Issue, json, type ServerContext } from '@octavo/runtime';
import { type ServeOptions, serve } from '@octavo/runtime/node';
import { Agent, fetch } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../support/certificate.ts';

const accept = (_value: unknown, _issues: Issue[]): _value is unknown => true;
const handler = createServer(
  { id: 'demo', servers: [{ url: '/' }] },
  [
    {
      name: 'read',
      operation: { id: 'read', method: 'GET', path: '/read', responses: { 200: { contents: { 'application/json': json } } } },
      checks: { input: accept, responses: {} },
    },
  ],
  { read: (_input: unknown, { url }: ServerContext) => ({ status: 200, body: url }) },
);
const tls = await makeCertificate();

async function open(options: ServeOptions = {}) {
  const served = await serve(handler, { tls, ...options });
  onTestFinished(() => served.close());
  const trusting = new Agent({ connect: { ca: tls.cert } });
  onTestFinished(() => trusting.close());
  return { ...served, trusting };
}

test.each(['127.0.0.1', 'localhost'])('at %s, the address and the URL that a handler sees begin with https', async (hostname) => {
  const { url, port, trusting } = await open({ hostname });
  expect(url).toBe(`https://${hostname}:${port}`);
  const response = await fetch(`${url}/read`, { dispatcher: trusting });
  expect([response.status, await response.json()]).toEqual([200, `${url}/read`]);
});

test('a WebSocket client is handed over on its encrypted connection', async () => {
  const { port, upgrade } = await open();
  upgrade((request, socket) => {
    socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${(request.socket as TLSSocket).encrypted}`);
    return true;
  });
  const client = tlsConnect({ port, host: '127.0.0.1', ca: tls.cert });
  client.write('GET /read HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  let text = '';
  for await (const part of client.setEncoding('latin1')) text += part;
  expect(text).toMatch(/^HTTP\/1\.1 101 .*true$/s);
});

test('a caller that speaks plain HTTP gets no answer, and others do', async () => {
  const { url, port, trusting } = await open();
  const plain = connect(port, '127.0.0.1');
  let text = '';
  plain.on('data', (part) => {
    text += part.toString('latin1');
  });
  plain.on('error', () => {});
  plain.write('GET /read HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(plain, 'close');
  expect(text).not.toContain('HTTP/1.1');
  expect((await fetch(`${url}/read`, { dispatcher: trusting })).status).toBe(200);
});

test('a connection on which no handshake begins is closed in time', async () => {
  const { port } = await open({ headersTimeoutMilliseconds: 50 });
  const silent = connect(port, '127.0.0.1');
  silent.on('error', () => {});
  await once(silent, 'close');
});

test('a key of another certificate is refused', async () => {
  const { key } = await makeCertificate();
  await expect(serve(handler, { tls: { cert: tls.cert, key } })).rejects.toThrow('key values mismatch');
});
