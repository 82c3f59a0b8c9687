// Tests the receiver and the sender of webhooks together.
import { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import {
  byRequest,
  createWebhookReceiver,
  createWebhookSender,
  encodeBody,
  form,
  header,
  hmacHexSignature,
  type Issue,
  inMemoryFetch,
  json,
  type Operation,
  report,
  type Send,
  type ServiceInfo,
  sendWebhook,
  standardSignature,
  timestampedSignature,
  type WebhookContext,
  type WebhookRoute,
} from '@octavo/runtime';
import { describe, expect, test, vi } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text);

const timestamped = timestampedSignature({ header: 'X-Sig', toleranceSeconds: 60 });
const service: ServiceInfo = { id: 'hooks', servers: [{ url: '/' }] };
const signature = hmacHexSignature({ header: 'X-Signature', keyHeader: 'X-Key' });
const webhook = (name: string): Operation<{ body: { kind: string; n?: unknown } }, { status: number; body?: unknown }> => ({
  id: name,
  method: 'POST',
  path: '',
  body: { required: true, encode: encodeBody, contents: { 'application/json': json } },
  responses: {
    '2XX': {},
    400: { contents: { 'application/problem+json': json } },
    401: { contents: { 'application/problem+json': json } },
  },
});
const opened = webhook('opened');
const closed = webhook('closed');
const kindOf =
  (kind: string) =>
  (value: unknown, issues: Issue[]): value is unknown => {
    const body = (value as { body?: { kind?: unknown; n?: unknown } }).body;
    const ok = body?.kind === kind || report(issues, '/body/kind', 'const', kind, body?.kind);
    return (body?.n === undefined || typeof body.n === 'number' || report(issues, '/body/n', 'type', 'number', body.n)) && ok;
  };
const routes: WebhookRoute[] = [
  { name: 'opened', operation: opened, checks: { input: kindOf('opened'), responses: {} }, signature },
  { name: 'closed', operation: closed, checks: { input: kindOf('closed'), responses: {} }, signature },
];

describe('receiver and sender', () => {
  const seen: unknown[] = [];
  const handlers = {
    opened: (input: { body: unknown }) => {
      seen.push(['opened', input.body]);
      return { status: 200 };
    },
    closed: () => ({ status: 204 }),
  };
  const receiver = createWebhookReceiver(service, routes, handlers, {
    secrets: (key) => (key === 'k' ? ['old', 's'] : null),
    maxBodyBytes: 200,
  });
  const sender = (options: { secret?: string; key?: string } = { secret: 's', key: 'k' }) =>
    createWebhookSender(service, { url: 'https://receiver.example/hooks?x=1', fetch: inMemoryFetch(receiver), ...options });

  test('each webhook reaches its handler', async () => {
    expect((await sendWebhook(sender(), opened, signature, { body: { kind: 'opened', n: 1 } })).status).toBe(200);
    expect((await sendWebhook(sender(), closed, signature, { body: { kind: 'closed' } })).status).toBe(204);
    expect(seen).toEqual([['opened', { kind: 'opened', n: 1 }]]);
  });

  test('a payload that fits no webhook gets the issues of the closest one', async () => {
    const result = await sendWebhook(sender(), opened, signature, { body: { kind: 'opened', n: 'x' } });
    expect(result).toMatchObject({ status: 400, body: { detail: '/body/n must be a number, but is a string.' } });
  });

  test('a wrong secret or key is a 401', async () => {
    expect((await sendWebhook(sender({ secret: 'wrong', key: 'k' }), opened, signature, { body: { kind: 'opened' } })).status).toBe(401);
    expect((await sendWebhook(sender({ secret: 's', key: 'other' }), opened, signature, { body: { kind: 'opened' } })).status).toBe(401);
  });

  test('signatures cover the raw bytes: equal JSON in another spelling is rejected', async () => {
    const body = '{"kind":"opened"}';
    const headers = { ...(await signature.sign(bytes(body), { secrets: ['s'], key: 'k' })), 'content-type': 'application/json' };
    const send = (text: string) => receiver(new Request('https://receiver.example/', { method: 'POST', headers, body: text }));
    expect((await send(body)).status).toBe(200);
    expect((await send('{"kind": "opened"}')).status).toBe(401);
    expect((await send(`"${'x'.repeat(200)}"`)).status).toBe(413);
  });

  test('another method is a 405', async () => {
    const response = await receiver(new Request('https://receiver.example/'));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('signed webhooks need secrets at both ends', async () => {
    expect(() => createWebhookReceiver(service, routes, handlers)).toThrow('its webhooks are signed; set the option secrets');
    await expect(sendWebhook(sender({}), opened, signature, { body: { kind: 'opened' } })).rejects.toThrow(
      'its webhooks are signed; set the option secret',
    );
  });

  test('a receiver that has no secret gets webhooks without a signature', async () => {
    const headers: string[][] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      headers.push([...new Headers(init?.headers).keys()]);
      return new Response();
    };
    const unsigned = createWebhookSender(service, { url: 'https://receiver.example/', secret: null, signature, fetch });
    expect((await sendWebhook(unsigned, opened, signature, { body: { kind: 'opened' } })).status).toBe(200);
    expect(headers).toEqual([['content-type']]);
  });

  test('a receiver that never responds times out, and redirects are not followed', async () => {
    const hanging: Send = (_url, { signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const slow = createWebhookSender(service, { url: 'https://a.example', secret: 's', key: 'k', fetch: hanging, timeoutMilliseconds: 10 });
    await expect(sendWebhook(slow, opened, signature, { body: { kind: 'opened' } })).rejects.toMatchObject({ name: 'TimeoutError' });
    let calls = 0;
    const fetch = async () => {
      calls++;
      return new Response(null, { status: 302, headers: { location: 'http://127.0.0.1/' } });
    };
    const moved = createWebhookSender(service, { url: 'https://a.example', secret: 's', key: 'k', fetch });
    await expect(sendWebhook(moved, opened, signature, { body: { kind: 'opened' } })).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
      status: 302,
    });
    expect(calls).toBe(1);
  });
});

describe('webhooks without a handler', () => {
  const unknown = vi.fn();
  const send = async (handlers: object, body: string, options: object = {}, type = 'application/json') => {
    unknown.mockClear();
    const receiver = createWebhookReceiver(service, routes, handlers, { secrets: 's', ...options });
    const headers = { ...(await signature.sign(bytes(body), { secrets: ['s'], key: 'k' })), 'content-type': type };
    return receiver(new Request('https://receiver.example/', { method: 'POST', headers, body }));
  };

  test('without onUnknown: 400 for an unknown payload, 501 for a webhook without a handler', async () => {
    expect((await send({}, '{"kind":"merged"}')).status).toBe(400);
    expect((await send({}, '{"kind":"opened"}')).status).toBe(501);
  });

  test('with onUnknown: 204, and the callback gets an envelope', async () => {
    expect((await send({}, '{"kind":"merged"}', { onUnknown: unknown })).status).toBe(204);
    expect(unknown.mock.calls).toEqual([[expect.objectContaining({ body: { kind: 'merged' }, requestId: expect.any(String) })]]);
    expect(unknown.mock.calls[0]?.[0]).not.toHaveProperty('webhook');
    expect((await send({}, '{"kind":"closed"}', { onUnknown: unknown })).status).toBe(204);
    expect(unknown.mock.calls).toEqual([[expect.objectContaining({ webhook: 'closed', body: { kind: 'closed' } })]]);
    expect((await send({}, 'a=1', { onUnknown: unknown }, 'text/plain')).status).toBe(204);
    expect(unknown.mock.calls[0]?.[0].body).toEqual(bytes('a=1'));
  });

  test('onUnknown gets only signed payloads, and its errors are a 500', async () => {
    expect((await send({}, '{"kind":"merged"}', { onUnknown: unknown, secrets: 'other' })).status).toBe(401);
    expect(unknown).not.toHaveBeenCalled();
    const onUnknown = () => Promise.reject(new Error('database'));
    expect((await send({}, '{"kind":"merged"}', { onUnknown, onError: () => {} })).status).toBe(500);
  });
});

describe('the same event twice', () => {
  const standard = standardSignature({ toleranceSeconds: 300 });
  const secret = 'whsec_c2VjcmV0';

  test('the handler gets the event’s identifier, and `seen` skips a second delivery', async () => {
    const done = new Set<string>();
    const handled: (string | undefined)[] = [];
    let broken = true;
    const handlers = {
      opened: (_: unknown, context: WebhookContext) => {
        if (broken) throw new Error('database');
        handled.push(context.deliveryId);
        done.add(context.deliveryId ?? '');
        return { status: 200 };
      },
    };
    const options = { secrets: secret, signature: standard, seen: (id: string) => done.has(id), onError: () => {} };
    const fetch = inMemoryFetch(createWebhookReceiver(service, routes, handlers, options));
    const sender = createWebhookSender(service, { url: 'https://a.example', secret, signature: standard, fetch });
    const statuses: number[] = [];
    const send = (id: string) =>
      sendWebhook(sender, opened, undefined, { body: { kind: 'opened' } }, { id, onAnswer: ({ status }) => statuses.push(status) });
    await expect(send('msg_1')).rejects.toMatchObject({ status: 500 });
    broken = false;
    for (const id of ['msg_1', 'msg_1', 'msg_2']) await send(id);
    expect(handled).toEqual(['msg_1', 'msg_2']);
    expect(statuses).toEqual([500, 200, 204, 200]);
  });

  test('a signature scheme set by option requires secrets too', () => {
    const unsigned = routes.map(({ signature: _, ...route }) => route);
    expect(() => createWebhookReceiver(service, unsigned, {}, { signature: standard })).toThrow('set the option secrets');
  });
});

test('a signature that several webhooks share is verified once', async () => {
  const secrets = vi.fn(async () => ['s']);
  const receiver = createWebhookReceiver(service, routes, {}, { secrets });
  const sender = createWebhookSender(service, { url: 'https://a.example', secret: 's', key: 'k', fetch: inMemoryFetch(receiver) });
  await expect(sendWebhook(sender, opened, signature, { body: { kind: 'opened' } })).rejects.toMatchObject({ status: 501 });
  expect(secrets.mock.calls).toEqual([['k']]);
});

test('parameters of a webhook are sent: query, headers and cookies; one without a body has none', async () => {
  const operation: Operation<object, { status: number }> = {
    id: 'ping',
    method: 'GET',
    path: '',
    parameters: [
      { in: 'query', name: 'n', codec: form, shape: 'integer' },
      { in: 'header', name: 'X-N', codec: header, shape: 'integer' },
      { in: 'cookie', name: 'c', codec: form, shape: 'string' },
    ],
    responses: { 204: {} },
  };
  const input = vi.fn();
  const handlers = {
    ping(given: unknown) {
      input(given);
      return { status: 204 };
    },
  };
  const receiver = createWebhookReceiver(
    service,
    [{ name: 'ping', operation, checks: { input: (_value): _value is unknown => true, responses: {} } }],
    handlers,
  );
  let url = '';
  const fetch: Send = (sentTo, init) => {
    url = sentTo;
    return inMemoryFetch(receiver)(sentTo, init);
  };
  const sender = createWebhookSender(service, { url: 'https://a.example/hook?x=1', fetch });
  const sent = { query: { n: 5 }, header: { 'X-N': 6 }, cookie: { c: 'y' } };
  expect((await sendWebhook(sender, operation, undefined, sent)).status).toBe(204);
  expect(url).toBe('https://a.example/hook?x=1&n=5');
  expect(input).toHaveBeenCalledWith(sent);
});

describe('a signed parameter', () => {
  const operation: Operation<object, { status: number }> = {
    id: 'moved',
    method: 'GET',
    path: '',
    parameters: [{ in: 'query', name: 'pid', codec: form, shape: 'string' }],
    responses: { 204: {}, 401: { contents: { 'application/problem+json': json } } },
  };
  const byParameter = hmacHexSignature({ header: 'X-Signature', query: 'pid' });
  const checks = { input: (_value: unknown): _value is unknown => true, responses: {} };
  const routes = [{ name: 'moved', operation, checks, signature: byParameter }];
  const receiver = createWebhookReceiver(service, routes, { moved: () => ({ status: 204 }) }, { secrets: 's' });
  const sent: Request[] = [];
  const fetch = byRequest((request) => {
    sent.push(request);
    return inMemoryFetch(receiver)(request);
  });
  const send = (input: object, url = 'https://a.example/hook') =>
    sendWebhook(createWebhookSender(service, { url, secret: 's', fetch }), operation, byParameter, input);

  test('is verified like any HMAC, over its decoded value', async () => {
    expect((await send({ query: { pid: 'payment 1/é' } })).status).toBe(204);
    expect(sent[0]?.url).toBe('https://a.example/hook?pid=payment%201%2F%C3%A9');
    expect(sent[0]?.headers.get('x-signature')).toBe(createHmac('sha256', 's').update('payment 1/é').digest('hex'));
  });

  test.each([
    ['pid=payment_1', 204],
    ['lang=fr&pid=payment%5F1', 204],
    ['pid=payment_2', 401],
    ['pid=payment_1&pid=payment_1', 401],
    ['pid=%ff', 401],
    ['%ff=1&pid=payment_1', 401],
    ['', 401],
  ])('%s: %i', async (query, status) => {
    const headers = await byParameter.sign(bytes('payment_1'), { secrets: ['s'] });
    expect((await receiver(new Request(`https://a.example/hook?${query}`, { headers }))).status).toBe(status);
  });

  test('the same parameter in the URL does not count, and nothing is sent without it', async () => {
    expect((await send({ query: { pid: 'payment_1' } }, 'https://a.example/hook?pid=payment_2')).status).toBe(401);
    await expect(send({})).rejects.toThrow('pass the query parameter pid, whose value is signed');
  });
});

test('case 44: neither a sender nor its errors show a secret', async () => {
  const secret = 'hush-hush-hush';
  const fetch = byRequest(async (request) => {
    const seen = [...request.headers].join();
    throw new Error(`refused: ${secret} ${seen}`);
  });
  const own = createWebhookSender(service, { url: 'https://a.example', secret: ['old-hush', secret], signature: timestamped, fetch });
  expect(inspect(own, { depth: 9, showHidden: true }) + JSON.stringify(own)).not.toContain('hush');
  const error: unknown = await sendWebhook(own, opened, undefined, { body: { kind: 'opened' } }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'TransportError' });
  expect(inspect(error, { depth: 9 })).not.toContain('hush-hush');
});
