// Sends requests for some time to several processes at once, over connections that stay open, each of which sends one request after another.
// It reads responses itself, since `node:http` would take more processor time than some of the services.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Ask {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Loaded {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds of each request. */
  readonly times: readonly number[];
}

interface Connection {
  send(ask: Ask): Promise<Answer>;
  close(): void;
}

/** The text of a request. */
function written({ method, target, headers = {}, body }: Ask): string {
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${target} HTTP/1.1\r\nhost: localhost\r\n${given.join('')}${length}\r\n${body ?? ''}`;
}

const CHUNKS_END = Buffer.from('0\r\n\r\n');

/** The answer at the beginning of what has arrived; `undefined` where it has not arrived as a whole. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const head = bytes.toString('latin1', 0, end).toLowerCase();
  const status = Number(head.slice(9, 12));
  const body = bytes.subarray(end + 4);
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  const isWhole = length === undefined ? !head.includes('transfer-encoding: chunked') || endsWith(body) : body.length >= Number(length);
  return isWhole ? { status, body: body.toString() } : undefined;
}

function endsWith(body: Buffer): boolean {
  return body.length >= CHUNKS_END.length && body.subarray(-CHUNKS_END.length).equals(CHUNKS_END);
}

async function open(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, 'connect');
  let arrived: Buffer | undefined;
  let done: (answer: Answer) => void = () => {};
  let fail: (error: Error) => void = () => {};
  socket.on('data', (chunk: Buffer) => {
    arrived = arrived === undefined ? chunk : Buffer.concat([arrived, chunk]);
    const answer = readAnswer(arrived);
    if (answer === undefined) return;
    arrived = undefined;
    done(answer);
  });
  socket.on('error', (error) => fail(error)).on('close', () => fail(new Error(`${origin} has closed a connection.`)));
  return {
    send: (ask) =>
      new Promise((resolve, reject) => {
        done = resolve;
        fail = reject;
        socket.write(written(ask));
      }),
    close() {
      fail = () => {};
      socket.destroy();
    },
  };
}

/** One request, and its answer. @throws {Error} where that is no success */
export async function askOnce(origin: string, ask: Ask): Promise<Answer> {
  const connection = await open(origin);
  try {
    return succeeded(ask, await connection.send(ask));
  } finally {
    connection.close();
  }
}

/** @throws {Error} with the beginning of the answer */
function succeeded({ method, target }: Ask, answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`${method} ${target} is answered with ${answer.status}: ${answer.body.slice(0, 500)}`);
}

export interface Loader {
  /** @param next makes the request with a number, each number once */
  run(seconds: number, next: (number: number) => Ask): Promise<Loaded>;
  close(): void;
}

/**
 * @param origins of the processes, among which the connections are spread evenly
 * @param from the number of the first request
 */
export async function openLoader(origins: readonly string[], connections: number, from: () => number): Promise<Loader> {
  const opened = await Promise.all(Array.from({ length: connections }, (_, index) => open(origins[index % origins.length] ?? '')));
  return {
    async run(seconds, next) {
      const times: number[] = [];
      const begin = performance.now();
      const end = begin + 1_000 * seconds;
      const work = async ({ send }: Connection) => {
        for (let now = performance.now(); now < end; ) {
          const ask = next(from());
          succeeded(ask, await send(ask));
          const after = performance.now();
          times.push(after - now);
          now = after;
        }
      };
      await Promise.all(opened.map(work));
      return { requests: times.length, seconds: (performance.now() - begin) / 1_000, times };
    },
    close() {
      for (const connection of opened) connection.close();
    },
  };
}
