// Tests deliveries over several attempts: a real receiver on loopback with many kinds of bad responses, and schedules on a fake clock.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  attemptDelivery,
  BlockedAddressError,
  byRequest,
  createWebhookSender,
  type DeliveryStep,
  deliver,
  encodeBody,
  json,
  type Operation,
  sendWebhook,
  standardSchedule,
  standardSignature,
  stepAfter,
  TransportError,
} from '@octavo/runtime';
import { guardedFetch } from '@octavo/runtime/node';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';

const service = { id: 'hooks', servers: [] };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const scheme = standardSignature({ toleranceSeconds: 300 });
const petCame: Operation<{ body: object }, { status: number; body?: unknown }> = {
  id: 'petCame',
  method: 'POST',
  path: '',
  body: { required: true, encode: encodeBody, contents: { 'application/json': json } },
  responses: { 200: { contents: { 'application/json': json } }, 204: {} },
};

describe('a real receiver', () => {
  const ways: Record<string, (response: ServerResponse) => void> = {
    '/200': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    '/204': (response) => response.writeHead(204).end(),
    '/202': (response) => response.writeHead(202).end('undeclared'),
    '/200-broken': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
    '/301': (response) => response.writeHead(301, { location: '/200' }).end(),
    '/404': (response) => response.writeHead(404).end(),
    '/410': (response) => response.writeHead(410).end(),
    '/429': (response) => response.writeHead(429, { 'retry-after': '120' }).end(),
    '/500': (response) => response.writeHead(500).end(`it said: ${secret}`),
    '/503': (response) => response.writeHead(503, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }).end(),
    '/reset': (response) => response.destroy(),
    '/never': () => {},
    '/drip': (response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    },
    '/huge': (response) => {
      response.writeHead(500);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    '/huge-announced': (response) => response.writeHead(500, { 'content-length': String(1024 ** 3) }).write('x'),
  };
  const seen: string[] = [];
  const judged: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      new Webhook(secret).verify(body, request.headers as Record<string, string>);
      judged.push(body);
      ways[request.url ?? '']?.(response);
    });
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Paths that only the time limit ends, in milliseconds; long enough for headers to arrive where a status is expected. */
  const ENDLESS: Readonly<Record<string, number>> = { '/never': 300, '/drip': 2000, '/huge-announced': 2000 };
  const rows: [string, Partial<DeliveryStep>][] = [
    ['/200', { outcome: 'delivered', status: 200 }],
    ['/204', { outcome: 'delivered', status: 204 }],
    ['/202', { outcome: 'delivered', status: 202 }],
    ['/200-broken', { outcome: 'delivered', status: 200 }],
    ['/301', { outcome: 'retry', afterSeconds: 5, status: 301 }],
    ['/404', { outcome: 'retry', afterSeconds: 5, status: 404 }],
    ['/410', { outcome: 'gave-up', reason: 'gone', status: 410 }],
    ['/429', { outcome: 'retry', afterSeconds: 120, status: 429 }],
    ['/500', { outcome: 'retry', afterSeconds: 5, status: 500 }],
    ['/503', { outcome: 'retry', status: 503 }],
    ['/reset', { outcome: 'retry', afterSeconds: 5 }],
    ['/never', { outcome: 'retry', afterSeconds: 5 }],
    ['/drip', { outcome: 'retry', afterSeconds: 5, status: 500 }],
    ['/huge', { outcome: 'retry', afterSeconds: 5, status: 500 }],
    ['/huge-announced', { outcome: 'retry', afterSeconds: 5, status: 500 }],
  ];
  describe.each([
    ['the platform’s fetch', undefined],
    ['the guarded fetch of Node', guardedFetch({ allowPrivate: 'loopback' })],
  ])('%s', (_, fetch) => {
    it.each(rows)('case 84: %s', async (path, want) => {
      seen.length = 0;
      const sender = createWebhookSender(service, {
        url: url + path,
        secret,
        allowPrivate: 'loopback',
        timeoutMilliseconds: ENDLESS[path] ?? 60_000,
        ...(fetch === undefined ? {} : { fetch }),
      });
      const post = (options: object) => sendWebhook(sender, petCame, scheme, { body: { a: 1 } }, options);
      const step = await attemptDelivery(post, { id: 'msg_1', attempt: 1, random: () => 0 });
      expect(step).toMatchObject(want);
      expect(seen).toEqual([path]);
      expect(judged.at(-1)).toBe('{"a":1}');
      if (path === '/503' && step.outcome === 'retry') expect(Math.round(step.afterSeconds / 100)).toBe(36);
      expect(JSON.stringify(step, Object.getOwnPropertyNames('error' in step ? step.error : {}))).not.toContain('MfKQ9r8');
    });
  });

  it('case 84: a receiver that does not listen or does not speak TLS', async () => {
    for (const target of ['http://127.0.0.1:1', url.replace('http:', 'https:')]) {
      const sender = createWebhookSender(service, { url: target, secret, allowPrivate: true, timeoutMilliseconds: 60_000 });
      const post = (options: object) => sendWebhook(sender, petCame, scheme, { body: {} }, options);
      const step = await attemptDelivery(post, { id: 'msg_1', attempt: 1, random: () => 0 });
      expect(step).toMatchObject({ outcome: 'retry', afterSeconds: 5, error: expect.any(TransportError) });
    }
  });

  it('case 85: delivery to a name that resolves to a loopback address is given up', async () => {
    const fetch = guardedFetch({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    const sender = createWebhookSender(service, { url: 'http://hooks.example/200', secret, fetch });
    const post = (options: object) => sendWebhook(sender, petCame, scheme, { body: {} }, options);
    await expect(post({})).rejects.toThrow(BlockedAddressError);
    expect(await deliver(post)).toMatchObject({ outcome: 'gave-up', reason: 'blocked' });
  });
});

describe('schedules', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1_614_265_330_000 }));
  afterEach(() => void vi.useRealTimers());

  test('the full standard schedule keeps the id and signs each attempt anew', async () => {
    const sent: { id: string | null; at: number; signature: string | null }[] = [];
    const fetch = byRequest(async (request) => {
      const body = await request.text();
      new Webhook(secret).verify(body, Object.fromEntries(request.headers));
      sent.push({ id: request.headers.get('webhook-id'), at: Date.now() / 1000, signature: request.headers.get('webhook-signature') });
      return new Response(null, { status: 503 });
    });
    const sender = createWebhookSender(service, { url: 'https://hooks.example', secret, fetch });
    const steps: [number, string][] = [];
    const delivery = deliver((options) => sendWebhook(sender, petCame, scheme, { body: {} }, options), {
      random: () => 0,
      onAttempt: (attempt, step) => steps.push([attempt, step.outcome]),
    });
    let over = false;
    const end = () => {
      over = true;
    };
    delivery.then(end, end);
    // Signing takes real time, so the fake clock advances only when a timer is pending.
    while (!over) {
      await new Promise((resolve) => setImmediate(resolve));
      if (vi.getTimerCount() > 0) vi.advanceTimersToNextTimer();
    }
    expect(await delivery).toMatchObject({ outcome: 'gave-up', reason: 'exhausted', status: 503 });
    const [first] = sent;
    expect(sent.map(({ at }) => at - (first?.at ?? 0))).toEqual([0, 5, 305, 2105, 9305, 27305, 63305, 113705, 185705, 272105]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(new Set(sent.map(({ signature }) => signature)).size).toBe(10);
    expect(steps).toEqual([...Array.from({ length: 9 }, (_, index) => [index + 1, 'retry']), [10, 'gave-up']]);
  });

  test('the first success ends the attempts, and an abort ends the wait', async () => {
    let calls = 0;
    const post = async ({ onAnswer }: { onAnswer?: (answer: { status: number; retryAfter: undefined }) => void }) => {
      calls++;
      onAnswer?.({ status: calls === 3 ? 200 : 500, retryAfter: undefined });
    };
    const delivery = deliver(post as never, { schedule: [1, 1, 1] });
    await vi.advanceTimersByTimeAsync(5000);
    expect([await delivery, calls]).toEqual([{ outcome: 'delivered', status: 200 }, 3]);
    calls = -10;
    const controller = new AbortController();
    const stopped = expect(deliver(post as never, { schedule: [1000], signal: controller.signal })).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(10);
    controller.abort(new Error('enough'));
    await stopped;
    expect(vi.getTimerCount()).toBe(0);
  });

  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
  test.each<[string, () => string | undefined, number]>([
    ['none', () => undefined, 5],
    ['seconds', () => '60', 60],
    ['fewer seconds than the schedule', () => '1', 5],
    ['a date', () => at(90), 90],
    ['a date in the past', () => at(-90), 5],
    ['negative', () => '-5', 5],
    ['far too long', () => '1000000000', 86_400],
    ['longer than numbers are', () => '9'.repeat(400), 86_400],
    ['a far date', () => 'Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
    ['nonsense', () => 'soon', 5],
  ])('Retry-After, %s', (_, retryAfter, want) => {
    expect(stepAfter(1, { status: 429, retryAfter: retryAfter() }, undefined, { random: () => 0 })).toEqual({
      outcome: 'retry',
      afterSeconds: want,
      status: 429,
    });
  });

  test('jitter lengthens a wait by up to a tenth and never shortens it', () => {
    for (const [index, seconds] of standardSchedule.entries()) {
      const wait = (random: number) => stepAfter(index + 1, undefined, undefined, { random: () => random });
      expect([wait(0), wait(0.5)]).toEqual([
        { outcome: 'retry', afterSeconds: seconds },
        { outcome: 'retry', afterSeconds: seconds * 1.05 },
      ]);
    }
    expect(stepAfter(10, undefined, undefined)).toEqual({ outcome: 'gave-up', reason: 'exhausted' });
  });
});

test('a configuration error is thrown, not retried', async () => {
  const sender = createWebhookSender(service, { url: 'https://hooks.example', fetch: async () => new Response() });
  await expect(deliver((options) => sendWebhook(sender, petCame, scheme, { body: {} }, options))).rejects.toThrow('set the option secret');
});
