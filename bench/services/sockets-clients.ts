// The clients of the benchmark of sockets: connections, subscribers, and publishers by a socket or by signed requests.

import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createEventsClient } from '@octavo/interfaces/d-events';
import { WebSocket } from 'ws';
import { channelText } from '../../services/d-events/rules/authorization.ts';
import { apps } from '../../services/d-events/seed.ts';

const CHANNEL = 'private-bench';
const EVENT = 'client-goal';

export interface Server {
  readonly port: number;
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
}

export async function start(kind: Kind, ...places: string[]): Promise<Server> {
  const program = join(import.meta.dirname, 'sockets-server.ts');
  const child = spawn(process.execPath, ['--expose-gc', program, kind, ...places], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { port: Number((await lines.next()).value), child, lines };
}

export type Kind = 'bare' | 'service';

/** What a server holds and has used by now. */
export async function usage({ child, lines }: Server): Promise<{ bytes: number; microseconds: number }> {
  child.stdin?.write('\n');
  return JSON.parse((await lines.next()).value as string) as { bytes: number; microseconds: number };
}

/**
 * Does what `act` waits for, unless one of the sockets closes before.
 * @throws {Error} with the code of the close: without it, the benchmark would wait for ever
 */
export async function unlessClosed<Result>(
  sockets: readonly WebSocket[],
  act: (resolve: (result: Result) => void) => void,
): Promise<Result> {
  let fail: (code: number) => void = () => {};
  try {
    return await new Promise<Result>((resolve, reject) => {
      fail = (code) => reject(new Error(`The server closed a connection with ${code}.`));
      for (const socket of sockets) socket.on('close', fail);
      act(resolve);
    });
  } finally {
    for (const socket of sockets) socket.off('close', fail);
  }
}

/** Connects, and waits for the first message. @returns the socket and its identifier */
export function connect({ port }: Server): Promise<{ socket: WebSocket; id: string }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${apps.stadium.key}?protocol=7`, { perMessageDeflate: false });
  socket.on('error', () => {});
  return unlessClosed([socket], (resolve) => {
    socket.once('message', (text) => {
      const { data } = JSON.parse(String(text)) as { data: string };
      resolve({ socket, id: (JSON.parse(data) as { socket_id: string }).socket_id });
    });
  });
}

export async function subscribe(server: Server): Promise<WebSocket> {
  const { socket, id } = await connect(server);
  const { key, secret } = apps.stadium;
  const auth = `${key}:${createHmac('sha256', secret)
    .update(channelText(id, CHANNEL, undefined))
    .digest('hex')}`;
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: CHANNEL, auth } }));
  await unlessClosed<void>([socket], (resolve) => {
    socket.on('message', function heard(text: Buffer) {
      if (!text.includes('subscription_succeeded')) return;
      socket.off('message', heard);
      resolve();
    });
  });
  return socket;
}

/** Calls `heard` for each event that arrives. */
export function onEvent(socket: WebSocket, heard: (text: Buffer) => void): void {
  socket.on('message', (text: Buffer) => {
    if (text.includes(EVENT)) heard(text);
  });
}

/** When an event was published, on the clock of `performance`. */
export function publishedAt(text: Buffer): number {
  const { data } = JSON.parse(String(text)) as { data: string };
  return (JSON.parse(data) as { at: number }).at;
}

/** Publishes one event; it resolves when the next one may follow. */
export type Publisher = { publish(): Promise<unknown> | undefined; end(): void };

const data = () => ({ at: performance.now(), team: 'Harbour Rovers'.repeat(4) });

/** Sends client events over a socket, one after the other without a pause. */
export async function bySocket(server: Server): Promise<Publisher> {
  const socket = await subscribe(server);
  return {
    publish() {
      socket.send(JSON.stringify({ event: EVENT, channel: CHANNEL, data: data() }));
      return undefined;
    },
    end: () => socket.terminate(),
  };
}

/** Triggers events by signed requests, each after the answer to the one before. */
export async function byRequests({ port }: Server): Promise<Publisher> {
  const { id: app_id, key, secret } = apps.stadium;
  const client = createEventsClient({ baseUrl: `http://127.0.0.1:${port}`, credentials: { signedQuery: { key, secret } } });
  return {
    async publish() {
      const body = { name: EVENT, channel: CHANNEL, data: JSON.stringify(data()) };
      const { status } = await client.triggerEvent({ path: { app_id }, body });
      if (status !== 200) throw new Error(`A trigger was answered with ${status}.`);
    },
    end: () => {},
  };
}

/** Makes so many, some at a time. */
export async function many<Item>(count: number, make: () => Promise<Item>, atOnce = 100): Promise<Item[]> {
  const made: Item[] = [];
  while (made.length < count) made.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - made.length) }, make))));
  return made;
}

export function end(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) socket.terminate();
}
