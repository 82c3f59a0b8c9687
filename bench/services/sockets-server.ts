// A server of sockets for the benchmark: `node sockets-server.ts service|bare [postgres redis]`. Prints its port; on each line of its input, the bytes
// that it holds. `bare` has the same frames on `ws` alone: no rows, no checks, no bounds.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { type WebSocket, WebSocketServer } from 'ws';
import { eventsService } from '../../services/d-events/index.ts';
import { openSandbox } from '../../services/platform/sandbox/sandbox.ts';

const [kind, postgres, redis] = process.argv.slice(2);
const port = kind === 'bare' ? await bare() : await service();
console.log(port);
for await (const _ of createInterface({ input: process.stdin })) {
  globalThis.gc?.();
  console.log(process.memoryUsage().rss);
}
process.exit();

/** The limits on what one connection sends are lifted, since one publishes for all. */
async function service(): Promise<number> {
  const rates = { clientEventsPerSecond: 1e6, messagesPerSecond: 1e6, messageBurst: 1e6 };
  const place = postgres === undefined ? {} : { store: { postgres }, ...(redis === undefined ? {} : { redis }) };
  const sandbox = await openSandbox([eventsService(rates)], place);
  return (await sandbox.listen('d-events')).port;
}

async function bare(): Promise<number> {
  const channels = new Map<string, Set<WebSocket>>();
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  let last = 0;
  sockets.on('connection', (socket) => {
    const data = JSON.stringify({ socket_id: `1.${++last}`, activity_timeout: 120 });
    socket.send(JSON.stringify({ event: 'pusher:connection_established', data }));
    const own: Set<WebSocket>[] = [];
    socket.on('message', (text) => {
      const { event, channel: to, data: given } = JSON.parse(String(text)) as { event: string; channel: string; data: { channel: string } };
      if (event === 'pusher:subscribe') {
        const members = channels.get(given.channel) ?? new Set();
        channels.set(given.channel, members.add(socket));
        own.push(members);
        socket.send(JSON.stringify({ event: 'pusher_internal:subscription_succeeded', channel: given.channel, data: '{}' }));
        return;
      }
      const frame = Buffer.from(JSON.stringify({ event, channel: to, data: JSON.stringify(given) }));
      for (const other of channels.get(to) ?? []) if (other !== socket) other.send(frame, { binary: false });
    });
    socket.on('close', () => {
      for (const members of own) members.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
