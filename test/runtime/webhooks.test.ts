// Tests webhooks: published vectors of the signature schemes, and receiver and sender against each other.
import {
  createWebhookReceiver,
  createWebhookSender,
  hmacHexSignature,
  type Issue,
  inMemoryFetch,
  json,
  type Operation,
  report,
  type ServiceInfo,
  sendWebhook,
  standardSignature,
  timestampedSignature,
  type WebhookRoute,
} from '@octavo/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text);
const header = (headers: Record<string, string>) => (name: string) => headers[name];

describe('signatures', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1614265330_000 }));
  afterEach(() => void vi.useRealTimers());

  test('Standard Webhooks: the published vector', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const signature = standardSignature({ toleranceSeconds: 300 });
    const body = bytes('{"test": 2432232314}');
    const headers = await signature.sign(body, { secret, id: 'msg_p5jXN8AQM9LWM0D4loKWxJek' });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
    const verify = (changed: Record<string, string>, secrets: string | string[] = secret) =>
      signature.verify(body, header({ ...headers, ...changed }), secrets);
    expect(await verify({})).toBe(true);
    expect(await verify({}, ['whsec_AAAA', secret])).toBe(true);
    expect(await verify({ 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` })).toBe(true);
    for (const changed of [
      { 'webhook-id': 'msg_other' },
      { 'webhook-timestamp': '1614265331' },
      { 'webhook-timestamp': '' },
      { 'webhook-signature': 'v1,' },
      { 'webhook-signature': '' },
      { 'webhook-signature': (headers['webhook-signature'] ?? '').replace('v1,', 'v2,') },
    ]) {
      expect(await verify(changed)).toBe(false);
    }
    expect(await signature.verify(bytes('{"test":2432232314}'), header(headers), secret)).toBe(false);
    vi.setSystemTime((1614265330 + 301) * 1000);
    expect(await verify({})).toBe(false);
    vi.setSystemTime((1614265330 - 301) * 1000);
    expect(await verify({})).toBe(false);
  });

  test('timestamped: t and v1, several v1, a window', async () => {
    const signature = timestampedSignature({ header: 'X-Sig', toleranceSeconds: 180 });
    const body = bytes('{}');
    const headers = await signature.sign(body, { secret: 'old' });
    const fresh = await signature.sign(body, { secret: 'new' });
    expect(headers['x-sig']).toMatch(/^t=1614265330,v1=[0-9a-f]{64}$/);
    const verify = (value: string, secrets: string | string[]) => signature.verify(body, header({ 'x-sig': value }), secrets);
    const own = headers['x-sig'] ?? '';
    expect(await verify(own, 'old')).toBe(true);
    expect(await verify(`${own},${(fresh['x-sig'] ?? '').split(',')[1]}`, 'new')).toBe(true);
    expect(await verify(own, 'new')).toBe(false);
    expect(await verify(own.replace('1614265330', '1614265331'), 'old')).toBe(false);
    expect(await verify(`${own},t=1614265330`, 'old')).toBe(false);
    expect(await verify('', 'old')).toBe(false);
    vi.setSystemTime((1614265330 + 181) * 1000);
    expect(await verify(own, 'old')).toBe(false);
  });
});

test('hmac-hex: the published example, and a header that names the key', async () => {
  const signature = hmacHexSignature({ header: 'X-Signature', keyHeader: 'X-Key' });
  const body = bytes('{"time_ms":1403175510755,"events":[{"channel":"test_channel","name":"channel_vacated"}]}');
  const headers = await signature.sign(body, { secret: 'tofu', key: '123456789' });
  expect(headers).toEqual({ 'x-signature': 'c17257e92037cd7de407ebc1ed174ceb7b2e518db127f44411b9ffc4f5b28cc5', 'x-key': '123456789' });
  const secrets = (key: string | undefined) => (key === '123456789' ? 'tofu' : undefined);
  expect(await signature.verify(body, header(headers), secrets)).toBe(true);
  expect(await signature.verify(body, header({ ...headers, 'x-key': 'other' }), secrets)).toBe(false);
  expect(await signature.verify(body, header({ 'x-signature': headers['x-signature'] ?? '' }), 'tofu')).toBe(false);
  expect(await signature.verify(body, header({ ...headers, 'x-signature': (headers['x-signature'] ?? '').toUpperCase() }), secrets)).toBe(
    false,
  );
  expect(await signature.verify(body, header(headers), '')).toBe(false);
});

const service: ServiceInfo = { id: 'hooks', servers: [{ url: '/' }] };
const signature = hmacHexSignature({ header: 'X-Signature', keyHeader: 'X-Key' });
const webhook = (name: string): Operation<{ body: { kind: string; n?: unknown } }, { status: number; body?: unknown }> => ({
  id: name,
  method: 'POST',
  path: '',
  body: { required: true, contents: { 'application/json': json } },
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

  test('each goes to its handler', async () => {
    expect((await sendWebhook(sender(), opened, signature, { body: { kind: 'opened', n: 1 } })).status).toBe(200);
    expect((await sendWebhook(sender(), closed, signature, { body: { kind: 'closed' } })).status).toBe(204);
    expect(seen).toEqual([['opened', { kind: 'opened', n: 1 }]]);
  });

  test('none fits: the issues of the nearest', async () => {
    const result = await sendWebhook(sender(), opened, signature, { body: { kind: 'opened', n: 'x' } });
    expect(result).toMatchObject({ status: 400, body: { detail: '/body/n must be a number, but is a string.' } });
  });

  test('a wrong secret or key is a 401', async () => {
    expect((await sendWebhook(sender({ secret: 'wrong', key: 'k' }), opened, signature, { body: { kind: 'opened' } })).status).toBe(401);
    expect((await sendWebhook(sender({ secret: 's', key: 'other' }), opened, signature, { body: { kind: 'opened' } })).status).toBe(401);
  });

  test('signatures are over the raw bytes: the same JSON written otherwise fails', async () => {
    const body = '{"kind":"opened"}';
    const headers = { ...(await signature.sign(bytes(body), { secret: 's', key: 'k' })), 'content-type': 'application/json' };
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
    expect(() => createWebhookReceiver(service, routes, handlers)).toThrow('its webhooks are signed; set secrets');
    await expect(sendWebhook(sender({}), opened, signature, { body: { kind: 'opened' } })).rejects.toThrow(
      'its webhooks are signed; set secret',
    );
  });

  test.each(['ftp://a.example', 'https://u:p@a.example', 'nonsense'])('the URL %s throws and is not quoted', (url) => {
    expect(() => createWebhookSender(service, { url })).toThrow('without credentials.');
  });

  test('a receiver that never answers is given up; redirects are not followed', async () => {
    const hanging = (request: Request) =>
      new Promise<Response>((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)));
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
