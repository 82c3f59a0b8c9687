// The readers of the benchmark of streams: plain sockets that count the items which arrive, and the servers that they read from.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { start } from '../../processes.ts';
import type { Started } from './server.ts';

export interface Server extends Started {
  /** Microseconds of processor time that it has used. */
  time(): Promise<number>;
  /** Bytes that it holds. */
  memory(): Promise<number>;
  publish(count: number): Promise<void>;
  end(): Promise<void>;
}

/** Each item has it once. */
const MARK = Buffer.from('412 centimetres');

export async function startServer(...args: readonly string[]): Promise<Server> {
  const program = join(import.meta.dirname, 'server.ts');
  const child = start([...(process.env.OCTAVO_BENCH_FLAGS?.split(' ') ?? []), '--expose-gc', program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('The server has no output.');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The server has ended.');
    return value;
  };
  const ask = (line: string): Promise<string> => {
    child.stdin?.write(`${line}\n`);
    return next();
  };
  return {
    ...(JSON.parse(await next()) as Started),
    time: async () => Number(await ask('time')),
    memory: async () => Number(await ask('memory')),
    publish: async (count) => void (await ask(String(count))),
    async end() {
      const gone = once(child, 'exit');
      child.stdin?.end();
      await gone;
    },
  };
}

export interface Readers {
  /** Waits until so many more items have arrived at all readers together, from the last call on. */
  arrived(count: number): Promise<void>;
  /** The bytes of the first item that arrived, without those of its chunk. */
  readonly first: () => string;
  leave(): void;
}

/** Opens so many streams, some at a time. */
export async function openReaders({ url, tokens }: Started, count: number): Promise<Readers> {
  let seen = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let first = '';
  let done = () => {};
  let fail: (error: Error) => void = () => {};
  const heard = (chunk: Buffer) => {
    if (first === '') first = chunk.toString();
    for (let at = chunk.indexOf(MARK); at !== -1; at = chunk.indexOf(MARK, at + MARK.length)) seen += 1;
    if (seen >= wanted) done();
  };
  const lost = () => fail(new Error('The server closed a stream.'));
  const sockets: Socket[] = [];
  for (let from = 0; from < count; from += 50) {
    const some = Array.from({ length: Math.min(50, count - from) }, (_, index) => openOne(url, tokens[from + index], heard, lost));
    sockets.push(...(await Promise.all(some)));
  }
  return {
    arrived: (more) =>
      new Promise((resolve, reject) => {
        fail = reject;
        wanted = more;
        done = () => {
          seen -= more;
          wanted = Number.POSITIVE_INFINITY;
          resolve();
        };
        if (seen >= wanted) done();
      }),
    first: () => /^[0-9a-f]+\r\n(.*\r\n)\r\n/.exec(first)?.[1] ?? '',
    leave() {
      for (const socket of sockets) socket.off('close', lost).destroy();
    },
  };
}

/** Resolves when the head of the answer has arrived. */
function openOne(url: string, token: string | undefined, heard: (chunk: Buffer) => void, lost: () => void): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.once('error', reject);
    const credential = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\n${credential}\r\n`);
    socket.once('data', (head: Buffer) => {
      const text = head.toString();
      if (!text.startsWith('HTTP/1.1 200')) reject(new Error(text));
      socket.on('data', heard).on('close', lost);
      resolve(socket);
    });
  });
}
