// Tests that the node:http adapter hands connections over to another protocol, and answers what is not taken like any other request.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createServer, type Issue, json } from '@octavo/runtime';
import { type ServedAddress, type ServeOptions, serve, type TakeUpgrade } from '@octavo/runtime/node';
import { expect, onTestFinished, test } from 'vitest';

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
  { read: () => ({ status: 200, body: 'read' }) },
);

async function open(options: ServeOptions = {}): Promise<ServedAddress> {
  const served = await serve(handler, options);
  onTestFinished(() => served.close());
  return served;
}

/** Sends the head of a request and collects what comes back. */
function ask({ port }: ServedAddress, head: string): { socket: Socket; ended: Promise<string>; begun: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => {
    text += part;
  });
  socket.on('error', () => {});
  socket.write(`${head}\r\nHost: x\r\nConnection: Upgrade\r\n\r\n`);
  const ended = once(socket, 'close').then(() => text);
  return { socket, ended, begun: once(socket, 'data').then(() => text) };
}

const WEBSOCKET = 'GET /read HTTP/1.1\r\nUpgrade: websocket';

const echo: TakeUpgrade = (request, socket, head) => {
  if (request.url !== '/read') return false;
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n${head}`);
  socket.on('data', (data) => socket.write(data));
  socket.on('end', () => socket.end());
  return true;
};

test('without it, a request that asks for another protocol is answered like others', async () => {
  const { socket, begun } = ask(await open(), WEBSOCKET);
  expect(await begun).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test('a connection is handed over with what has arrived after the request', async () => {
  const served = await open();
  served.upgrade(echo);
  const { socket, begun, ended } = ask(served, WEBSOCKET);
  expect(await begun).toMatch(/^HTTP\/1\.1 101 /);
  socket.write('hello');
  await once(socket, 'data');
  socket.end();
  expect(await ended).toMatch(/hello$/);
});

test.each([
  ['another path', 'GET /other HTTP/1.1\r\nUpgrade: websocket', 404],
  ['another protocol', 'GET /read HTTP/1.1\r\nUpgrade: h2c', 200],
  ['another method', 'DELETE /read HTTP/1.1\r\nUpgrade: websocket', 405],
  ['a body', 'GET /read HTTP/1.1\r\nUpgrade: websocket, h2c\r\nContent-Length: 4', 400],
])('what is not taken is answered, and the connection closed: %s', async (_, head, status) => {
  const served = await open();
  served.upgrade(echo);
  const text = await ask(served, head).ended;
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(text.toLowerCase()).toContain('connection: close');
});

test('a connection is closed where taking it fails, and the server goes on', async () => {
  const served = await open();
  served.upgrade(() => {
    throw new Error('no');
  });
  expect(await ask(served, WEBSOCKET).ended).toBe('');
  expect((await fetch(`${served.url}/read`)).status).toBe(200);
});

test('closing waits for connections that were handed over, and cuts them off after the limit', async () => {
  const served = await open({ closeTimeoutMilliseconds: 50 });
  served.upgrade(echo);
  const { begun, ended } = ask(served, WEBSOCKET);
  await begun;
  await served.close();
  expect(await ended).toMatch(/^HTTP\/1\.1 101 /);
});
