// Readers of streams and subscribers of channels, spread over several processes: plain sockets that count what arrives, and how long it took.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { apps } from '../../../services/d-events/seed.ts';

export interface Readers {
  /** Forgets what has arrived. */
  clear(): void;
  /** Milliseconds of what has arrived since, each from the request that sent it. */
  readonly times: readonly number[];
  leave(): void;
}

/** What a reader sends first, and after the head of the answer. */
interface Opening {
  readonly head: string;
  readonly hello?: Buffer;
}

export function streamOf(token: string): Opening {
  return { head: `GET /2/tweets/search/stream HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n` };
}

export function subscriberOf(channel: string): Opening {
  const lines = ['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='];
  return {
    head: `GET /app/${apps.stadium.key}?protocol=7 HTTP/1.1\r\nhost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`,
    hello: frameOf(JSON.stringify({ event: 'pusher:subscribe', data: { channel } })),
  };
}

/** A text in a frame of a client, with a mask of zeros (RFC 6455 section 5.2). */
function frameOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
}

const MARK = Buffer.from('at=');
/** Digits of a moment, at most. */
const LONGEST = 16;

async function openOne(origin: string, { head, hello }: Opening, heard: (chunk: Buffer) => void): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, 'connect');
  socket.write(head);
  const [first] = (await once(socket, 'data')) as [Buffer];
  if (!/^HTTP\/1\.1 (?:200|101) /.test(first.toString('latin1', 0, 20))) throw new Error(first.toString());
  socket.on('data', heard);
  if (hello !== undefined) {
    socket.write(hello);
    await once(socket, 'data');
  }
  return socket;
}

/** @throws {Error} where one of them is refused */
export async function openReaders(origins: readonly string[], openings: readonly Opening[]): Promise<Readers> {
  const times: number[] = [];
  const heardBy = () => {
    let rest: Buffer | undefined;
    return (chunk: Buffer) => {
      const bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
      rest = undefined;
      for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + MARK.length)) {
        const end = bytes.indexOf(';', at);
        // The moment is cut off here; the rest of it comes with what is next.
        if (end === -1) rest = bytes.subarray(at);
        else if (end - at < LONGEST) times.push(performance.now() - Number(bytes.toString('latin1', at + MARK.length, end)));
      }
    };
  };
  const sockets: Socket[] = [];
  for (const [index, opening] of openings.entries()) sockets.push(await openOne(origins[index % origins.length] ?? '', opening, heardBy()));
  return {
    clear: () => void times.splice(0),
    times,
    leave() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
