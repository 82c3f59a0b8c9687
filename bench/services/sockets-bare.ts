// The peer of the benchmark of sockets: the same frames on `ws` alone, from sockets and from requests. It has no rows, no signatures, no checks and
// no bounds. With Redis, several processes pass frames on to each other.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from 'redis';
import { type WebSocket, WebSocketServer } from 'ws';

interface ClientMessage {
  readonly event: string;
  readonly channel: string;
  readonly data: { readonly channel: string };
}

interface Trigger {
  readonly name: string;
  readonly channel: string;
  readonly data: string;
}

type PassOn = (channel: string, frame: Buffer) => void;

/** @returns the port */
export async function bare(redis?: string): Promise<number> {
  const channels = new Map<string, Set<WebSocket>>();
  const deliver = (channel: string, frame: Buffer, except?: WebSocket) => {
    for (const other of channels.get(channel) ?? []) if (other !== except) other.send(frame, { binary: false });
  };
  const passOn = redis === undefined ? () => {} : await joinOthers(redis, deliver);
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const { name, channel, data } = JSON.parse(text) as Trigger;
      const frame = Buffer.from(JSON.stringify({ event: name, channel, data }));
      deliver(channel, frame);
      passOn(channel, frame);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  let last = 0;
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
    const data = JSON.stringify({ socket_id: `1.${++last}`, activity_timeout: 120 });
    socket.send(JSON.stringify({ event: 'pusher:connection_established', data }));
    const own: Set<WebSocket>[] = [];
    socket.on('message', (text) => {
      const { event, channel, data: given } = JSON.parse(String(text)) as ClientMessage;
      if (event === 'pusher:subscribe') {
        const members = channels.get(given.channel) ?? new Set();
        channels.set(given.channel, members.add(socket));
        own.push(members);
        socket.send(JSON.stringify({ event: 'pusher_internal:subscription_succeeded', channel: given.channel, data: '{}' }));
        return;
      }
      const frame = Buffer.from(JSON.stringify({ event, channel, data: JSON.stringify(given) }));
      deliver(channel, frame, socket);
      passOn(channel, frame);
    });
    socket.on('close', () => {
      for (const members of own) members.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** @returns passes a frame on to the other processes */
async function joinOthers(url: string, deliver: PassOn): Promise<PassOn> {
  const publisher = await createClient({ url }).connect();
  const subscriber = await createClient({ url }).connect();
  const self = randomUUID();
  await subscriber.subscribe('bare', (text) => {
    const { from, channel, frame } = JSON.parse(text) as { from: string; channel: string; frame: string };
    if (from !== self) deliver(channel, Buffer.from(frame));
  });
  return (channel, frame) => void publisher.publish('bare', JSON.stringify({ from: self, channel, frame: frame.toString() }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
