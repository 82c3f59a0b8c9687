// Tests request signing against the protocol's public worked examples, and the requests that the server rejects (case 66).
import { byRequest, encodeBody, type Operation, type ServiceInfo, signatureScheme, stringToSign } from '@octavo/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { constantTimeEqual, hmacSha256 } from '../../runtime/crypto/hmac.ts';
import { md5, toHex } from '../../runtime/crypto/md5.ts';
import { call, createServer, createTransport, inMemoryFetch, json, simple } from '../../runtime/index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const key = '278d425bdf160c739803';
const secret = '7ad3773142a6692b25b8';

describe('MD5', () => {
  // RFC 1321 appendix A.5.
  test.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a', '0cc175b9c0f1b6a831c399e269772661'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
    ['12345678901234567890123456789012345678901234567890123456789012345678901234567890', '57edf4a22be3c955ac49da2e2107b67a'],
    ['{}', '99914b932bd37a50b983c5e7c90ae93b'],
  ])('of %j', (text, want) => {
    expect(md5(bytes(text))).toBe(want);
  });

  test('agrees with another implementation at every length up to three blocks', async () => {
    const { createHash } = await import('node:crypto');
    for (let length = 0; length <= 192; length++) {
      const message = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255);
      expect(md5(message)).toBe(createHash('md5').update(message).digest('hex'));
    }
  });
});

describe('HMAC-SHA256: published examples', () => {
  test.each([
    [
      'tofu',
      'GET\n/event\nauth_key=f00d&auth_timestamp=1234567890&auth_version=1.0&body_md5=165d5e6d7ca8f73b3853ce45addf42fc',
      'a650196dc427ebe837226f8565ca9232198c6d1b9455eaa72374a9dc0b620e7b',
    ],
    [
      'tofu',
      'GET\n/event\nauth_key=f00d&auth_timestamp=1234567890&auth_version=1.0&baz=123454321&foo=bar',
      'd8bdbd31911fb7400a14fbd36fd7de053494725b64400ae5856deafe304b34a9',
    ],
    [
      'tofu',
      '{"time_ms":1403175510755,"events":[{"channel":"test_channel","name":"channel_vacated"}]}',
      'c17257e92037cd7de407ebc1ed174ceb7b2e518db127f44411b9ffc4f5b28cc5',
    ],
    ['tofu', '123.456::user::{"id":"45678"}', 'f4b1fdeea7c93e32648c7230e32b172057c5623cace6cfce791c6e7035e0babd'],
    ['tofu', '123.456:test', 'efa6cf7644a0b35cba36aa0f776f3cbf7bb60e95ea2696bde1dbe8403b61bd7c'],
    ['tofu', '123.456:test:{"foo":"bar"}', 'f41faf9ead2ea76772cc6b1168363057459f02499ae4d92e88229dc7f4efa2d4'],
    [secret, '1234.1234:private-foobar', '58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4'],
    [secret, '1234.1234::user::{"id":"12345"}', '4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba'],
    // The public record prints this digest beside another string, the name "Mr. Channels"; string and digest are right here.
    [
      secret,
      '1234.1234:presence-foobar:{"user_id":10,"user_info":{"name":"Mr. Pusher"}}',
      'afaed3695da2ffd16931f457e338e6c9f2921fa133ce7dac49f529792be6304c',
    ],
    [
      secret,
      '1234.1234:presence-foobar:{"user_id":10,"user_info":{"name":"Mr. Channels"}}',
      '31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
    ],
  ])('%s of %j', async (secret, text, want) => {
    expect(toHex(await hmacSha256(secret, text))).toBe(want);
    vi.stubGlobal('process', undefined);
    try {
      expect(toHex(await hmacSha256(secret, text))).toBe(want);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('an empty secret is refused', async () => {
    await expect(hmacSha256('', 'text')).rejects.toThrow();
  });
});

test('constantTimeEqual', () => {
  expect(constantTimeEqual('abc', 'abc')).toBe(true);
  expect(constantTimeEqual('', '')).toBe(true);
  for (const other of ['', 'ab', 'abd', 'abcd', 'ABC']) {
    expect(constantTimeEqual('abc', other)).toBe(false);
    expect(constantTimeEqual(other, 'abc')).toBe(false);
  }
});

const signed = signatureScheme('signed', {
  parameter: 'auth_signature',
  signature: {
    algorithm: 'hmac-sha256',
    encoding: 'hex',
    version: '1.0',
    bodyDigest: 'md5',
    toleranceSeconds: 600,
    parameters: { key: 'auth_key', timestamp: 'auth_timestamp', version: 'auth_version', bodyDigest: 'body_md5' },
  },
});
const service: ServiceInfo = { id: 'events', servers: [{ url: 'https://events.example.com' }] };
const trigger: Operation<{ path: { app: string }; body: unknown }, { status: 200; body: unknown }> = {
  id: 'trigger',
  method: 'POST',
  path: '/apps/{app}/events',
  parameters: [{ in: 'path', name: 'app', required: true, codec: simple, shape: 'string' }],
  body: { required: true, encode: encodeBody, contents: { 'application/json': json } },
  responses: { 200: { contents: { 'application/json': json } } },
  security: [[{ scheme: signed }]],
};
const body = { name: 'foo', channels: ['project-3'], data: '{"some":"data"}' };
const now = 1353088179;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }));
afterEach(() => void vi.useRealTimers());

async function signedUrl(app = '3'): Promise<string> {
  let url = '';
  const fetch = byRequest(async (request) => {
    url = request.url;
    return Response.json({});
  });
  await call(createTransport(service, { fetch, credentials: { signed: { key, secret } } }), trigger, { path: { app }, body });
  return url;
}

test('the client sends the worked example byte for byte', async () => {
  expect(await signedUrl()).toBe(
    `https://events.example.com/apps/3/events?auth_key=${key}&auth_timestamp=${now}&auth_version=1.0` +
      '&body_md5=ec365a775a4cd0599faeb73354201b6f&auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
  );
});

test('names are lower-cased and sorted, values unescaped', () => {
  expect(
    stringToSign('get', '/a%20b', [
      ['Foo', 'x y&z'],
      ['baz', '='],
    ]),
  ).toBe('GET\n/a%20b\nbaz==&foo=x y&z');
});

describe('case 66: requests that the server rejects', () => {
  const seen: string[] = [];
  const server = createServer(
    service,
    [{ name: 'trigger', operation: trigger, checks: { input: (_): _ is unknown => true, responses: {} } }],
    { trigger: (_input: unknown, context: { principal: unknown }) => ({ status: 200, body: { principal: context.principal } }) },
    {
      security: {
        signed: (name: string, context: { path: { app?: string } }) => {
          seen.push(`${name} ${context.path.app}`);
          if (name !== key) return null;
          if (context.path.app === 'rotating') return { secret: ['another', secret], principal: 'rotating' };
          if (context.path.app === 'none') return { secret: ['', 'another'], principal: 'none' };
          return context.path.app === '3' ? { secret, principal: 'three' } : null;
        },
      },
    },
  );
  const send = (url: string, text = JSON.stringify(body)) =>
    server(new Request(url, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } }));

  test('a valid signature is accepted and gives the principal', async () => {
    const response = await send(await signedUrl());
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ principal: 'three' });
    expect(seen.at(-1)).toBe(`${key} 3`);
  });

  test('any of several secrets is accepted, as while they are rotated', async () => {
    expect((await send(await signedUrl('rotating'))).status).toBe(200);
    expect((await send(await signedUrl('none'))).status).toBe(401);
  });

  const changes: [string, (url: URL) => void, string?][] = [
    ['another body', () => {}, '{"name":"bar"}'],
    ['no body', () => {}, ''],
    ['another parameter', (url) => url.searchParams.append('info', 'user_count')],
    ['a parameter less', (url) => url.searchParams.delete('body_md5')],
    [
      'another path',
      (url) => {
        url.pathname = '/apps/4/events';
      },
    ],
    ['upper-case hex', (url) => url.searchParams.set('auth_signature', (url.searchParams.get('auth_signature') ?? '').toUpperCase())],
    [
      'one digit off',
      (url) =>
        url.searchParams.set(
          'auth_signature',
          (url.searchParams.get('auth_signature') ?? '').replace(/.$/, (c) => (c === '0' ? '1' : '0')),
        ),
    ],
    ['no signature', (url) => url.searchParams.delete('auth_signature')],
    ['two signatures', (url) => url.searchParams.append('auth_signature', url.searchParams.get('auth_signature') ?? '')],
    ['another version', (url) => url.searchParams.set('auth_version', '1.1')],
    ['an odd timestamp', (url) => url.searchParams.set('auth_timestamp', '1e9')],
    ['another key', (url) => url.searchParams.set('auth_key', 'ffff')],
    [
      'nothing at all',
      (url) => {
        url.search = '';
      },
    ],
  ];
  test.each(changes)('%s', async (_name, change, text) => {
    const url = new URL(await signedUrl());
    change(url);
    const response = await send(url.href, text);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Signature realm="events"');
    expect(await response.text()).not.toContain(secret);
  });

  test.each([
    [600, 200],
    [601, 401],
    [-600, 200],
    [-601, 401],
  ])('a clock %i seconds away', async (seconds, status) => {
    const url = await signedUrl();
    vi.setSystemTime((now + seconds) * 1000);
    expect((await send(url)).status).toBe(status);
  });

  // The text is signed with values as they are; callers differ in what they escape when they send it.
  test.each([
    ['info=user_count,subscription_count', 'info=user_count,subscription_count', 200],
    ['info=user_count,subscription_count', 'info=user_count%2Csubscription_count', 200],
    ['prefix=a b', 'prefix=a%20b', 200],
    ['prefix=a b', 'prefix=a+b', 200],
    ['prefix=a+b', 'prefix=a%2Bb', 200],
    ['prefix=a+b', 'prefix=a+b', 200],
    ['prefix=100%', 'prefix=100%', 200],
    ['prefix=a%2Cb', 'prefix=a%2Cb', 200],
    ['prefix=a,b', 'prefix=a%252Cb', 401],
    ['prefix=a b', 'prefix=a%2Bb', 401],
  ])('signed %s, sent as %s: %i', async (inText, sent, status) => {
    const own = `auth_key=${key}&auth_timestamp=${now}&auth_version=1.0&body_md5=${md5(bytes(JSON.stringify(body)))}`;
    const signature = toHex(await hmacSha256(secret, `POST\n/apps/3/events\n${own}&${inText}`));
    expect((await send(`https://events.example.com/apps/3/events?${sent}&${own}&auth_signature=${signature}`)).status).toBe(status);
  });

  test('the body is signed as its bytes, whatever they mean', async () => {
    const spaced = '{ "name": "foo" , "channels": ["\\u0070"] }';
    const own = `auth_key=${key}&auth_timestamp=${now}&auth_version=1.0&body_md5=${md5(bytes(spaced))}`;
    const url = `https://events.example.com/apps/3/events?${own}&auth_signature=${toHex(await hmacSha256(secret, `POST\n/apps/3/events\n${own}`))}`;
    expect((await send(url, spaced)).status).toBe(200);
    expect((await send(url, JSON.stringify(JSON.parse(spaced)))).status).toBe(401);
  });

  test('parameters signed in an unsorted order are rejected', async () => {
    const parameters = `auth_version=1.0&auth_key=${key}&auth_timestamp=${now}&body_md5=${md5(bytes(JSON.stringify(body)))}`;
    const signature = toHex(await hmacSha256(secret, `POST\n/apps/3/events\n${parameters}`));
    expect((await send(`https://events.example.com/apps/3/events?${parameters}&auth_signature=${signature}`)).status).toBe(401);
  });
});

test('client and server agree on text that needs escaping in path and body', async () => {
  const server = createServer(
    service,
    [{ name: 'trigger', operation: trigger, checks: { input: (_): _ is unknown => true, responses: {} } }],
    { trigger: (input: unknown) => ({ status: 200, body: input }) },
    { security: { signed: () => ({ secret, principal: 1 }) } },
  );
  const transport = createTransport(service, { fetch: inMemoryFetch(server), credentials: { signed: async () => ({ key, secret }) } });
  const input = { path: { app: 'a/b ü=&' }, body: { text: 'é💌' } };
  expect((await call(transport, trigger, input)).body).toEqual(input);
});

test('a strict server verifies decoded values only', async () => {
  const checks = { input: (_: unknown): _ is unknown => true, responses: {} };
  const security = { signed: () => ({ secret, principal: 1 }) };
  const own = `auth_key=${key}&auth_timestamp=${now}&auth_version=1.0`;
  const signature = toHex(await hmacSha256(secret, `GET\n/apps\n${own}&prefix=a+b`));
  const row = { name: 'list', operation: { ...trigger, method: 'GET', path: '/apps', parameters: [] }, checks };
  const statuses = (['lenient', 'strict'] as const).map(async (tolerance) => {
    const server = createServer(service, [{ ...row }], { list: () => ({ status: 200, body: {} }) }, { security, tolerance });
    const found = ['a%2Bb', 'a+b'].map(
      async (sent) =>
        (await server(new Request(`https://events.example.com/apps?${own}&prefix=${sent}&auth_signature=${signature}`))).status,
    );
    return Promise.all(found);
  });
  expect(await Promise.all(statuses)).toEqual([
    [200, 200],
    [200, 401],
  ]);
});
