// Tests the list of open sockets and streams.

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createConnections } from '../../../services/platform/sandbox/connections.ts';

describe('streams', () => {
  const streamed = (pull: (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => void) => ({
    status: 200,
    headers: {},
    body: new ReadableStream<Uint8Array<ArrayBuffer>>({ pull }),
  });
  const readerOf = (body: unknown) => (body as ReadableStream<Uint8Array>).getReader();

  test('are listed while they last, with the bytes that were sent, without credentials', async () => {
    const connections = createConnections();
    let pulls = 0;
    const answer = connections.follow(
      'b',
      '/stream?api_key=secret',
      streamed((controller) => {
        pulls += 1;
        if (pulls === 1) controller.enqueue(new Uint8Array(10));
        else controller.close();
      }),
    );
    const reader = readerOf(answer.body);
    expect(connections.list()).toMatchObject([{ id: 'connection-1', document: 'b', kind: 'stream', target: '/stream?api_key=[redacted]' }]);
    expect((await reader.read()).value?.length).toBe(10);
    expect(connections.list()[0]?.sent).toBe(10);
    expect((await reader.read()).done).toBe(true);
    await expect.poll(() => connections.list()).toEqual([]);
  });

  test('are broken off on demand, and leave the list when the client goes', async () => {
    const connections = createConnections();
    const endless = () => streamed((controller) => controller.enqueue(new Uint8Array(1)));
    const broken = readerOf(connections.follow('b', '/', endless()).body);
    expect(connections.close('connection-1')).toBe(true);
    await expect(async () => {
      for (;;) await broken.read();
    }).rejects.toThrow('Control closed this stream.');
    const left = readerOf(connections.follow('b', '/', endless()).body);
    await left.cancel();
    await expect.poll(() => connections.list()).toEqual([]);
    expect(connections.close('connection-1')).toBe(false);
  });

  test('other answers are left as they are', () => {
    const answer = { status: 200, headers: {}, body: 'text' };
    const connections = createConnections();
    expect(connections.follow('b', '/', answer)).toBe(answer);
    expect(connections.list()).toEqual([]);
  });
});

test('sockets are listed until they close', async () => {
  const connections = createConnections();
  const socket = new PassThrough();
  const request = { url: '/app/key', socket: { bytesWritten: 5, bytesRead: 7 } } as IncomingMessage;
  await connections.upgradeOf('d', () => true)(request, socket, Buffer.alloc(0));
  expect(connections.list()).toMatchObject([{ document: 'd', kind: 'socket', target: '/app/key', sent: 5, received: 7 }]);
  connections.close('connection-1');
  await once(socket, 'close');
  expect(connections.list()).toEqual([]);
  await connections.upgradeOf('d', () => false)(request, new PassThrough(), Buffer.alloc(0));
  expect(connections.list()).toEqual([]);
});
