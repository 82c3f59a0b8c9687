// Tests targets that misbehave: each ends its exchange within the limits, with a failure that says what happened.
import { getEventListeners } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { SentRequest } from '../../generator/conform/contract/exchange.ts';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { httpTarget } from '../../generator/conform/target/http.ts';
import { inProcessTarget } from '../../generator/conform/target/in-process.ts';
import { paced } from '../../generator/conform/target/policy.ts';

/** Only what hangs may reach the time limit. */
const limits = { milliseconds: 60_000, streamMilliseconds: 500, bytes: 1000 };
const short = { ...limits, milliseconds: 100 };
const request: SentRequest = { method: 'GET', target: '/', headers: {}, secrets: [] };
const never = new AbortController().signal;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function served(listener: RequestListener, connected: () => void = () => undefined): Promise<URL> {
  const server = createServer(listener).on('connection', connected);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return new URL(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
}

async function answerOf(listener: RequestListener, bounds = limits) {
  const target = httpTarget(await served(listener), { basePath: '', limits: bounds });
  closing.push(() => void target.close());
  return target.send(request, never);
}

describe('by HTTP', () => {
  test('a service that hangs is a timeout', async () => {
    const { failure } = await answerOf(() => {}, short);
    expect(failure).toEqual({ kind: 'timeout', message: 'There is no response within 100 ms.' });
  });

  test('a connection that ends early is a reset', async () => {
    const { failure } = await answerOf((incoming) => incoming.socket.destroy());
    expect(failure?.kind).toBe('reset');
  });

  test('a request by a connection that the service has closed meanwhile is sent again by a new one', async () => {
    const heard: string[] = [];
    let sockets = 0;
    const url = await served(
      (incoming, outgoing) => {
        heard.push(incoming.url ?? '');
        // As one that was idle for too long: it ends as the next request comes.
        if (incoming.url === '/second' && sockets === 1) incoming.socket.resetAndDestroy();
        else outgoing.end('here');
      },
      () => sockets++,
    );
    const target = httpTarget(url, { basePath: '', limits });
    closing.push(() => void target.close());
    const send = async (path: string) => (await target.send({ ...request, target: path }, never)).response?.status;
    expect([await send('/first'), await send('/second')]).toEqual([200, 200]);
    expect(heard).toEqual(['/first', '/second', '/second']);
  });

  test('a service that ends the new connection too is a reset, after two requests', async () => {
    const heard: string[] = [];
    const url = await served((incoming, outgoing) => {
      heard.push(incoming.url ?? '');
      if (incoming.url === '/second') incoming.socket.resetAndDestroy();
      else outgoing.end('here');
    });
    const target = httpTarget(url, { basePath: '', limits });
    closing.push(() => void target.close());
    await target.send({ ...request, target: '/first' }, never);
    const { failure } = await target.send({ ...request, target: '/second' }, never);
    expect(failure).toEqual({ kind: 'reset', message: 'The connection ended before there was a response (ECONNRESET).' });
    expect(heard).toEqual(['/first', '/second', '/second']);
  });

  test('a response that ends early is a reset', async () => {
    const { failure } = await answerOf((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': 100 }).write('half');
      setTimeout(() => outgoing.destroy(), 20);
    });
    expect(failure?.message).toMatch(/^The response ended early/);
  });

  test('the head and the body are timed apart', async () => {
    const { response } = await answerOf((_, outgoing) => {
      setTimeout(() => {
        outgoing.writeHead(200).write('half');
        setTimeout(() => outgoing.end(), 40);
      }, 80);
    });
    // Timers may be a millisecond early.
    expect(response?.timing.wait).toBeGreaterThanOrEqual(78);
    // On a busy machine the head is seen late, which is not part of the body then.
    const { wait = 0, receive = 0 } = response?.timing ?? {};
    expect(receive).toBeGreaterThan(0);
    expect(wait + receive).toBeGreaterThanOrEqual(118);
    expect(wait + receive).toBeLessThan(limits.milliseconds);
  });

  test('a huge body is cut at its bound', async () => {
    const { response } = await answerOf((_, outgoing) => outgoing.end('x'.repeat(100_000)));
    expect([response?.cut, response?.body.length]).toEqual(['size', 1000]);
  });

  test('a stream that does not end is cut by time', async () => {
    const { response } = await answerOf((_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    });
    expect([response?.cut, new TextDecoder().decode(response?.body)]).toEqual(['time', 'data: 1\n\n']);
  });

  test('the end of the run breaks requests off, and lets no other one begin', async () => {
    const run = new AbortController();
    let requests = 0;
    const url = await served(() => {
      requests++;
      run.abort();
    });
    const target = httpTarget(url, { basePath: '', limits });
    expect((await target.send(request, run.signal)).failure?.kind).toBe('reset');
    expect((await target.send(request, run.signal)).failure?.message).toBe('The run has ended.');
    expect(requests).toBe(1);
    await target.close();
  });

  test('what is not HTTP is malformed', async () => {
    const { failure } = await answerOf((incoming) => incoming.socket.end('hello\r\n\r\n'));
    expect(failure?.kind).toBe('malformed');
  });
});

describe('in process', () => {
  const answer = (handler: Handler, bounds = limits) => inProcessTarget(handler, { basePath: '', limits: bounds }).send(request, never);

  test('a handler that hangs is a timeout', async () => {
    expect((await answer(() => new Promise(() => {}), short)).failure?.kind).toBe('timeout');
  });

  test('a handler hears the end of the run, also where the run has ended before; other requests leave nothing at its signal', async () => {
    const run = new AbortController();
    const handler: Handler = ({ url, signal }) => {
      if (url.endsWith('/last')) run.abort(new Error('The run has ended.'));
      return signal.aborted ? Promise.reject(signal.reason) : Promise.resolve(new Response());
    };
    const target = inProcessTarget(handler, { basePath: '', limits });
    for (let sent = 0; sent < 3; sent++) expect((await target.send(request, run.signal)).response?.status).toBe(200);
    expect(getEventListeners(run.signal, 'abort')).toEqual([]);
    for (const one of [{ ...request, target: '/last' }, request])
      expect((await target.send(one, run.signal)).failure?.message).toContain('The run has ended.');
  });

  test('a handler that throws has thrown', async () => {
    const { failure } = await answer(() => {
      throw new Error('no disk');
    });
    expect(failure).toEqual({ kind: 'thrown', message: 'The handler has thrown: no disk' });
  });

  test('an endless body is cut at its bound', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(400)) });
    const { response } = await answer(() => new Response(body));
    expect([response?.cut, response?.body.length]).toEqual(['size', 1000]);
  });
});

describe('the policy', () => {
  test('keeps the rate', async () => {
    const times: number[] = [];
    const handler = () => {
      times.push(performance.now());
      return new Response(null);
    };
    const target = paced(inProcessTarget(handler, { basePath: '', limits }), 20);
    const began = performance.now();
    for (let index = 0; index < 3; index++) await target.send(request, never);
    expect((times[2] ?? 0) - began).toBeGreaterThan(95);
  });
});
