// The guarded fetch with kept connections: they are reused, their addresses are checked, and one that the receiver has closed costs no request.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { BlockedAddressError } from '@octavo/runtime';
import { guardedFetch } from '@octavo/runtime/node';
import { afterEach, beforeEach, expect, test } from 'vitest';

let server: Server;
let port: number;
/** The connections on which requests came, in order. */
let used: Socket[];
/** What the receiver does with a request, by its path. */
let answer: (path: string, socket: Socket) => 'closes' | number;

/** Milliseconds before it answers. */
let delay: number;

beforeEach(async () => {
  used = [];
  delay = 0;
  answer = () => 204;
  server = createServer(async (request, response) => {
    used.push(request.socket);
    for await (const _ of request);
    if (delay > 0) await new Promise((done) => setTimeout(done, delay));
    const done = answer(request.url ?? '', request.socket);
    if (done === 'closes') request.socket.destroy();
    else response.writeHead(done).end(done === 204 ? undefined : 'a body');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function post(fetch: ReturnType<typeof guardedFetch>, path = '/', host = '127.0.0.1'): Promise<Response> {
  // A connection is free for the next request a moment after the response has come.
  await new Promise((done) => setTimeout(done, 5));
  return fetch(`http://${host}:${port}${path}`, { method: 'POST', body: 'hello' });
}

test('requests one after another share a connection where it is kept, and have their own by default', async () => {
  const keeping = guardedFetch({ allowPrivate: 'loopback', keepAliveMilliseconds: 5_000 });
  for (const path of ['/a', '/b', '/c']) expect((await post(keeping, path)).status).toBe(204);
  expect(new Set(used).size).toBe(1);
  used = [];
  const plain = guardedFetch({ allowPrivate: 'loopback' });
  for (const path of ['/a', '/b', '/c']) expect((await post(plain, path)).status).toBe(204);
  expect(new Set(used).size).toBe(3);
});

test('a connection is kept once its body was read', async () => {
  answer = () => 200;
  const fetch = guardedFetch({ allowPrivate: 'loopback', keepAliveMilliseconds: 5_000 });
  for (const path of ['/a', '/b']) expect(await (await post(fetch, path)).text()).toBe('a body');
  expect(new Set(used).size).toBe(1);
});

test('a request on a kept connection that is closed without a response is sent again on a new one; the first on a connection is not', async () => {
  const fetch = guardedFetch({ allowPrivate: 'loopback', keepAliveMilliseconds: 5_000 });
  expect((await post(fetch)).status).toBe(204);
  const [first] = used;
  answer = (_, socket) => (socket === first ? 'closes' : 204);
  expect((await post(fetch)).status).toBe(204);
  expect(used.length).toBe(3);
  answer = () => 'closes';
  await expect(post(guardedFetch({ allowPrivate: 'loopback', keepAliveMilliseconds: 5_000 }))).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
  expect(used.length).toBe(4);
});

test('a response that takes longer than connections are kept arrives', async () => {
  const fetch = guardedFetch({ allowPrivate: 'loopback', keepAliveMilliseconds: 50 });
  delay = 250;
  for (const path of ['/a', '/b']) expect((await post(fetch, path)).status).toBe(204);
});

test('an idle connection is closed after its time', async () => {
  const fetch = guardedFetch({ allowPrivate: 'loopback', keepAliveMilliseconds: 50 });
  await post(fetch);
  const [socket] = used;
  await expect.poll(() => socket?.destroyed).toBe(true);
});

test('each new connection has its address checked, and none is shared with a host of another name', async () => {
  let address = '127.0.0.1';
  const resolve = async () => [{ address, family: 4 }];
  const fetch = guardedFetch({ allowPrivate: 'loopback', resolve, keepAliveMilliseconds: 50 });
  expect((await post(fetch, '/', 'hooks.example')).status).toBe(204);
  address = '10.0.0.7';
  await expect(post(fetch, '/', 'other.example')).rejects.toThrow(BlockedAddressError);
  await expect.poll(() => used[0]?.destroyed).toBe(true);
  await expect(post(fetch, '/', 'hooks.example')).rejects.toThrow(BlockedAddressError);
  expect(used.length).toBe(1);
});
