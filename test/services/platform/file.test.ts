// Tests how deliveries read files: what of an answer is read, what is refused, and what is tried again.

import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BlockedAddressError, type SendAnswer, TransportError } from '@octavo/runtime';
import type { Network } from '@octavo/runtime/conformance';
import { guardedFetch } from '@octavo/runtime/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FileFault, readFile } from '../../../services/platform/outbox/file.ts';
import { createOutbox } from '../../../services/platform/outbox/stored-outbox.ts';
import { type OutboxTables, outboxPart } from '../../../services/platform/outbox/tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { withAfterCommit } from '../../../services/platform/work/after-commit.ts';
import { listenFor } from '../../support/receiver.ts';

const LOOPBACK: Network = { fetch: guardedFetch({ allowPrivate: 'loopback' }), allowPrivate: 'loopback' };

/** @returns the address of a file that is served so */
async function served(listener: RequestListener): Promise<string> {
  const origin = await listenFor(listener);
  return `${origin}/file.csv`;
}

async function read(url: string, options: { network?: Network; most?: number; signal?: AbortSignal } = {}) {
  const answers: SendAnswer[] = [];
  let text = '';
  const { network = LOOPBACK, ...rest } = options;
  const decoder = new TextDecoder();
  await readFile(url, network, { ...rest, onAnswer: (answer) => answers.push(answer) }, async (bytes) => {
    for await (const chunk of bytes) text += decoder.decode(chunk, { stream: true });
  });
  return { text, answers };
}

test('a file is read as it arrives, and has arrived once it was read', async () => {
  const url = await served(async (_, response) => {
    for (const part of ['id,name\n', '1,ä\n']) {
      response.write(part);
      await sleep(5);
    }
    response.end();
  });
  expect(await read(url)).toEqual({ text: 'id,name\n1,ä\n', answers: [{ status: 200, retryAfter: undefined }] });
});

test('a file above the limit is refused, whether or not its length is said', async () => {
  const long = 'x'.repeat(2_000);
  for (const header of [{ 'content-length': '2000' }, {}] as const) {
    const url = await served((_, response) => response.writeHead(200, header).end(long));
    expect((await read(url, { most: 2_000 })).text).toBe(long);
    await expect(read(url, { most: 1_999 })).rejects.toThrow(new FileFault('has more than 1999 bytes'));
  }
});

test('a private address is refused, and a redirect is not followed', async () => {
  const url = await served((_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
  expect(await read(url)).toEqual({ text: '', answers: [{ status: 302, retryAfter: undefined }] });
  const strict: Network = { fetch: guardedFetch(), allowPrivate: false };
  await expect(read(url, { network: strict })).rejects.toThrow(BlockedAddressError);
  await expect(read('ftp://files.example/books.csv')).rejects.toThrow('must begin with http:// or https://');
});

test('an error of the receiver is for the schedule, and another status than 200 has no file', async () => {
  const busy = await served((_, response) => response.writeHead(503, { 'retry-after': '60' }).end('later'));
  expect(await read(busy)).toEqual({ text: '', answers: [{ status: 503, retryAfter: '60' }] });
  const empty = await served((_, response) => response.writeHead(204).end());
  await expect(read(empty)).rejects.toThrow('The file came with the status 204, not 200.');
});

test('a connection that breaks is an error of the network, and the end of an attempt is its own', async () => {
  const broken = await served((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  await expect(read(broken)).rejects.toThrow(TransportError);
  await expect(read('http://127.0.0.1:9/file.csv')).rejects.toThrow(TransportError);
  const hangs = await served((_, response) => void response.writeHead(200).write('half'));
  const ended = new AbortController();
  const reading = read(hangs, { signal: ended.signal });
  setTimeout(() => ended.abort(new Error('It is over.')), 20);
  await expect(reading).rejects.toThrow('It is over.');
});

test('a delivery reads its file again after a failure, and nothing of a file that cannot be used', async () => {
  const opened = await openStore<OutboxTables>({ memory: true });
  await opened.migrate(outboxPart);
  const store = withAfterCommit(opened);
  let now = Date.parse('2026-11-21T09:30:00Z');
  const outbox = createOutbox({ store, clock: { now: () => now }, network: LOOPBACK, warn: (line) => expect.fail(line) });
  onTestFinished(async () => {
    await outbox.close();
    await opened.close();
  });
  const kind = { service: 'x-notes', event: 'note.read', accepts: (value: unknown): value is string => typeof value === 'string' };
  const seen = vi.fn<(text: string) => void>();
  outbox.handle<string, OutboxTables>(kind, {
    schedule: [60],
    post: ({ url }, network, options) =>
      readFile(url, network, options, async (bytes) => {
        let text = '';
        for await (const chunk of bytes) text += String.fromCharCode(...chunk);
        if (text === 'wrong') throw new FileFault('is wrong');
        seen(text);
      }),
  });
  const parts = ['', 'right', 'wrong'];
  const url = await served((_, response) => {
    const part = parts.shift();
    response.writeHead(part === '' ? 500 : 200).end(part);
  });
  const add = () => store.write((tables) => outbox.add(tables, kind, { url, payload: '' }));
  const first = await add();
  await outbox.settle();
  expect(await outbox.one(first)).toMatchObject({ state: 'waiting', log: [{ status: 500 }] });
  now += 60_000;
  await outbox.settle();
  expect(await outbox.one(first)).toMatchObject({ state: 'delivered', attempts: 2 });
  expect(seen.mock.calls).toEqual([['right']]);
  const second = await add();
  await outbox.settle();
  const wrong = { state: 'gave-up', reason: 'unsendable', log: [{ error: 'FileFault: The file is wrong.' }] };
  expect(await outbox.one(second)).toMatchObject(wrong);
  // A look at how it is signed reads nothing.
  expect(await outbox.checkSignature(second)).toMatchObject({ result: 'unsigned' });
  expect(seen).toHaveBeenCalledTimes(1);
});

test('the outbox says which addresses it refuses', async () => {
  const opened = await openStore<OutboxTables>({ memory: true });
  onTestFinished(() => opened.close());
  const given = { store: withAfterCommit(opened), clock: { now: () => 0 }, warn: (line: string) => expect.fail(line) };
  const strict = createOutbox({ ...given, network: { fetch: guardedFetch(), allowPrivate: false } });
  expect(strict.refusalOf('https://papaver-books.example/feeds/books.csv')).toBeUndefined();
  expect(strict.refusalOf('http://127.0.0.1/books.csv')).toBe("The receiver's address is in a private network.");
  expect(createOutbox({ ...given, network: LOOPBACK }).refusalOf('http://127.0.0.1/books.csv')).toBeUndefined();
});
