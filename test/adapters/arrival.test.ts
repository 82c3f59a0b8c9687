// Reads bodies on node:http however they arrive: with the headers, after them, in pieces, or not at all. A body that is here when it is read is
// taken in one step; any other is collected.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { nodeRequest } from '../../runtime/adapters/node-request.ts';
import { BodyBroken, BodyTooLarge } from '../../runtime/server/request.ts';

type Listener = (message: IncomingMessage, response: ServerResponse) => Promise<string>;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Sends pieces, with a pause between them, to a server that answers with what the listener gives; the text of all answers within the time. */
async function send(pieces: readonly string[], listener: Listener, patience = 3000): Promise<string> {
  const server = createServer((message, response) => {
    listener(message, response).then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(`${error.constructor.name}: ${error.message}`),
    );
  });
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    .setNoDelay(true)
    .setEncoding('utf8');
  let text = '';
  const ended = new Promise<void>((end) => socket.on('close', () => end()));
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  for (const piece of pieces) {
    socket.write(piece);
    await wait(30);
  }
  await Promise.race([ended, wait(patience)]);
  socket.destroy();
  return text;
}

function head(length: number | 'chunked', last = true): string {
  const framing = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return `POST / HTTP/1.1\r\nHost: x\r\n${last ? 'Connection: close\r\n' : ''}${framing}\r\n\r\n`;
}

const textOf: Listener = async (message, response) => Buffer.from(await nodeRequest(message, response).bytes(100_000)).toString();
const LONG = 'Zürich, '.repeat(6000);

describe('a body is read to its end', () => {
  test.each([
    ['with the headers', [`${head(5)}hello`]],
    ['after the headers', [head(5), 'hello']],
    ['in two pieces', [`${head(5)}he`, 'llo']],
    ['in chunks, with the headers', [`${head('chunked')}2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n`]],
    ['in chunks, later', [head('chunked'), '2\r\nhe\r\n', '3\r\nllo\r\n', '0\r\n\r\n']],
  ])('%s', async (_name, pieces) => {
    expect((await send(pieces, textOf)).split('\r\n\r\n')[1]).toBe('hello');
  });

  test('of several requests in one packet, each has its own', async () => {
    const answers = await send([`${head(3, false)}one${head(3, false)}two${head(5)}three`], textOf);
    expect(answers.match(/one|two|three/g)).toEqual(['one', 'two', 'three']);
  });

  test('where it is longer than what Node reads at once', async () => {
    const answer = await send([`${head(Buffer.byteLength(LONG))}${LONG}`], async (message, response) => {
      const bytes = await nodeRequest(message, response).bytes(100_000);
      return String(Buffer.from(bytes).toString() === LONG);
    });
    expect(answer.endsWith('true')).toBe(true);
  });

  test('of no bytes', async () => {
    expect(await send([head(0)], async (message, response) => `<${await textOf(message, response)}>`)).toMatch(/<>$/);
  });

  test('a second time, with the same bytes', async () => {
    const answer = await send([`${head(5)}hello`], async (message, response) => {
      const request = nodeRequest(message, response);
      const first = await request.bytes(10);
      return String(first.length === 5 && first === (await request.bytes(10)));
    });
    expect(answer).toMatch(/true$/);
  });
});

describe('a body cannot be read', () => {
  const refusalOf: (limit: number, act?: (message: IncomingMessage) => void) => Listener = (limit, act) => async (message, response) => {
    const reading = nodeRequest(message, response).bytes(limit);
    act?.(message);
    return reading.then(
      () => 'read',
      (error: unknown) => (error instanceof BodyTooLarge ? 'too large' : error instanceof BodyBroken ? 'broken' : String(error)),
    );
  };

  test.each([
    ['announced', [`${head(5)}hello`]],
    ['in chunks', [`${head('chunked')}5\r\nhello\r\n0\r\n\r\n`]],
    ['in chunks, later', [head('chunked'), '5\r\nhello\r\n', '0\r\n\r\n']],
  ])('where it is longer than allowed: %s', async (_name, pieces) => {
    expect(await send(pieces, refusalOf(4))).toMatch(/too large$/);
  });

  test('where something else reads it meanwhile', async () => {
    const answer = await send(
      [`${head(5)}hello`],
      refusalOf(100, (message) => message.on('data', () => {})),
    );
    expect(answer).toContain('was read before the server could read it');
  });

  test.each([
    ['all of it', [`${head(5)}hello`]],
    ['a part', [`${head(5)}he`]],
  ])('where the request is destroyed at once, and %s had come', async (_name, pieces) => {
    let outcome: string | undefined;
    await send(pieces, async (message, response) => {
      outcome = await refusalOf(100, () => message.destroy())(message, response);
      return outcome;
    });
    expect(outcome).toBe('broken');
  });

  test('where the caller goes away in the middle', async () => {
    let outcome: string | undefined;
    const listener: Listener = async (message, response) => {
      outcome = await refusalOf(100)(message, response);
      return outcome;
    };
    await send([`${head(5)}he`], listener, 100);
    await expect.poll(() => outcome).toBe('broken');
  });
});
