// Sends raw HTTP bytes, for requests that no client would send.
import { connect, type Socket } from 'node:net';

/** Timeout in milliseconds. */
const LIMIT = 60_000;

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface Connection {
  readonly socket: Socket;
  send(text: string | Uint8Array): void;
  /** The next response; a chunked body is not decoded. */
  answer(): Promise<RawAnswer>;
  /** Everything received until the server closed the connection. */
  closed(): Promise<string>;
}

export async function open(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: false });
  let text = '';
  let ended = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resume of waiting) resume();
  };
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    ended = true;
    wake();
  });
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));

  function until<T>(find: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(() => reject(new Error(`${what}: nothing came, but ${JSON.stringify(text)}`))), LIMIT);
      const look = () => {
        const found = find();
        if (found !== undefined) finish(() => resolve(found));
        else if (ended) finish(() => reject(new Error(`${what}: closed after ${JSON.stringify(text)}`)));
      };
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        waiting.delete(look);
        settle();
      };
      waiting.add(look);
      look();
    });
  }

  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    answer: () =>
      until(() => {
        const end = text.indexOf('\r\n\r\n');
        if (end === -1) return undefined;
        const head = text.slice(0, end);
        if (/^transfer-encoding: chunked$/im.test(head)) {
          const last = text.indexOf('\r\n0\r\n\r\n', end);
          if (last === -1) return undefined;
          const body = text.slice(end + 4, last);
          text = text.slice(last + 7);
          return { status: Number(head.slice(9, 12)), head, body };
        }
        const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
        if (text.length < end + 4 + length) return undefined;
        const body = text.slice(end + 4, end + 4 + length);
        text = text.slice(end + 4 + length);
        return { status: Number(head.slice(9, 12)), head, body };
      }, 'answer'),
    closed: () => until(() => (ended ? text : undefined), 'close'),
  };
}
