// How `close()` of `serve` ends: for callers that keep their connection, with requests in progress, and after its limit.
import { serve } from '@octavo/runtime/node';
import { expect, test } from 'vitest';
import type { FetchHandler } from '../../runtime/index.ts';
import { open } from './wire.ts';

/** `/now` answers at once; `/wait` answers when `release` is called; `/stream` sends a chunk, and ends when `release` is called. */
function held(): { handler: FetchHandler; release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stream = () =>
    new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('a'));
        await released;
        controller.close();
      },
    });
  const handler: FetchHandler = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/stream') return new Response(stream());
    if (pathname === '/wait') await released;
    return new Response(pathname);
  };
  return { handler, release };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const CLOSE = /^connection: close$/im;

test('requests in progress are answered with connection: close, idle connections end at once', async () => {
  const { handler, release } = held();
  const served = await serve(handler, { closeTimeoutMilliseconds: 60_000 });
  const [busy, idle] = [await open(served.port), await open(served.port)];
  idle.send(get('/now'));
  expect((await idle.answer()).head).not.toMatch(CLOSE);
  busy.send(get('/wait'));
  // The request is on its way once the server knows it.
  await expect.poll(() => new Promise((resolve) => served.server.getConnections((_error, count) => resolve(count)))).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = served.close();
  await idle.closed();
  release();
  const answer = await busy.answer();
  expect([answer.status, answer.head]).toEqual([200, expect.stringMatching(CLOSE)]);
  await busy.closed();
  await closed;
});

test('what still comes on an open connection is answered with connection: close', async () => {
  const { handler, release } = held();
  const served = await serve(handler, { closeTimeoutMilliseconds: 60_000 });
  const caller = await open(served.port);
  // Both requests are there before the server closes; the headers of the first response are sent before, too.
  caller.send(get('/stream'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = served.close();
  caller.send(get('/now'));
  release();
  const [first, second] = [await caller.answer(), await caller.answer()];
  expect([first.head, second.body]).toEqual([expect.not.stringMatching(CLOSE), expect.stringContaining('/now')]);
  expect(second.head).toMatch(CLOSE);
  await closed;
  expect(await caller.closed()).toBe('');
});

test.each(['/wait', '/stream'])('close() ends within its limit while %s does not', async (path) => {
  const { handler, release } = held();
  const served = await serve(handler, { closeTimeoutMilliseconds: 100 });
  const caller = await open(served.port);
  caller.send(get(path));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const start = performance.now();
  const [closed, again] = [served.close(), served.close()];
  expect(again).toBe(closed);
  await closed;
  expect(performance.now() - start).toBeLessThan(5000);
  await caller.closed();
  release();
});

test('close() ends under a caller that sends one request after the other on its connection', async () => {
  const { handler, release } = held();
  const served = await serve(handler, { closeTimeoutMilliseconds: 60_000 });
  const caller = await open(served.port);
  caller.send(get('/stream'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const closed = served.close();
  release();
  const seen = [await caller.answer()];
  while (!CLOSE.test(seen.at(-1)?.head ?? '') && seen.length < 10) {
    caller.send(get('/now'));
    seen.push(await caller.answer());
  }
  expect(seen).toHaveLength(2);
  await closed;
});

test('close() cuts off a caller who takes nothing, and waits for one who does', async () => {
  const served = await serve(async () => new Response(new Uint8Array(40 * 1024 * 1024).fill(0x61)), { closeTimeoutMilliseconds: 60_000 });
  const [unread, read] = [await open(served.port), await open(served.port)];
  unread.socket.pause();
  for (const caller of [unread, read]) caller.send(get('/'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const start = performance.now();
  await served.close();
  expect(performance.now() - start).toBeLessThan(20_000);
  expect((await read.closed()).length).toBeGreaterThan(40 * 1024 * 1024);
});
