// Tests the option `now`: clients, servers, webhooks, retries and OAuth read the clock that they are handed, and no other.

import { createHmac } from 'node:crypto';
import { createEventsClient, createEventsServer, type EventTrigger } from '@octavo/interfaces/d-events';
import { createSchedulingWebhookReceiver, createSchedulingWebhookSender, type InviteeCreated } from '@octavo/interfaces/e-scheduling';
import {
  bearerScheme,
  byRequest,
  call,
  createTransport,
  inMemoryFetch,
  json,
  type Operation,
  oauth2Scheme,
  retry,
  standardSignature,
  stepAfter,
} from '@octavo/runtime';
import { clientCredentials } from '@octavo/runtime/oauth';
import { describe, expect, test } from 'vitest';
import { bodyOf, operationAt, readDocument } from '../specs/document.ts';

const at = (seconds: number) => () => seconds * 1000;

describe('signed requests (`x-signature`)', () => {
  // The published example of the protocol.
  const TIME = 1353088179;
  const signedQuery = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
  const body: EventTrigger = { name: 'foo', channels: ['project-3'], data: '{"some":"data"}' };

  const serverAt = (seconds: number) =>
    createEventsServer(
      { triggerEvent: () => ({ status: 200, body: {} }) },
      { security: { signedQuery: (key) => (key === signedQuery.key ? { ...signedQuery, principal: key } : null) }, now: at(seconds) },
    );

  test('the client sends the published signature', async () => {
    const urls: string[] = [];
    const fetch = byRequest(async ({ url }) => {
      urls.push(url);
      return Response.json({});
    });
    const client = createEventsClient({ credentials: { signedQuery }, fetch, now: at(TIME) });
    await client.triggerEvent({ path: { app_id: '3' }, body });
    expect(new URL(urls[0] ?? '').search).toBe(
      `?auth_key=${signedQuery.key}&auth_timestamp=${TIME}&auth_version=1.0&body_md5=ec365a775a4cd0599faeb73354201b6f` +
        '&auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
    );
  });

  test.each([
    [0, 200],
    [600, 200],
    [601, 401],
    [-600, 200],
    [-601, 401],
  ])('a server whose clock differs by %i seconds answers %i', async (seconds, status) => {
    const client = createEventsClient({ credentials: { signedQuery }, fetch: inMemoryFetch(serverAt(TIME + seconds)), now: at(TIME) });
    expect((await client.triggerEvent({ path: { app_id: '3' }, body })).status).toBe(status);
  });
});

describe('webhooks', () => {
  test('Standard Webhooks: the published example', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const bytes = new TextEncoder().encode('{"test": 2432232314}');
    const signature = standardSignature({ toleranceSeconds: 300 });
    const headers = await signature.sign(bytes, { secrets: [secret], id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', now: at(1614265330) });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
    const verify = (seconds: number) => signature.verify(bytes, (name) => Reflect.get(headers, name), secret, at(seconds));
    expect(await verify(1614265330 + 300)).toEqual({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek' });
    expect(await verify(1614265330 + 301)).toBeUndefined();
  });

  test.each([
    [0, 204],
    [180, 204],
    [181, 401],
    [-181, 401],
  ])('a receiver whose clock differs by %i seconds from the sender’s answers %i', async (seconds, status) => {
    const document = readDocument('e-scheduling');
    const webhooks = { ...document, paths: document.webhooks ?? {} };
    const [example] = Object.values(bodyOf(document, operationAt(webhooks, 'POST', 'invitee.created')).examples);
    const secret = 'a-secret-of-your-own';
    const sent: Request[] = [];
    const receiver = createSchedulingWebhookReceiver(
      { inviteeCreated: () => ({ status: 204 }) },
      { secrets: secret, now: at(1_700_000_000 + seconds) },
    );
    const answers: number[] = [];
    const sender = createSchedulingWebhookSender({
      url: 'https://office.example/hooks',
      secret,
      now: at(1_700_000_000),
      fetch: byRequest(async (request) => {
        sent.push(request.clone());
        return inMemoryFetch(receiver)(request);
      }),
    });
    const onAnswer = (answer: { readonly status: number }) => void answers.push(answer.status);
    await sender.inviteeCreated({ body: example?.value as InviteeCreated }, { onAnswer }).catch(() => undefined);
    expect(answers).toEqual([status]);
    const text = await sent[0]?.text();
    const wanted = createHmac('sha256', secret).update(`1700000000.${text}`).digest('hex');
    expect([...(sent[0]?.headers.values() ?? [])]).toContain(`t=1700000000,v1=${wanted}`);
  });

  test('the date in `Retry-After` of a receiver', () => {
    const retryAfter = 'Wed, 15 Nov 2023 00:00:00 GMT';
    const now = () => Date.parse(retryAfter) - 90_000;
    expect(stepAfter(1, { status: 503, retryAfter }, undefined, { schedule: [5], random: () => 0, now })).toEqual({
      outcome: 'retry',
      status: 503,
      afterSeconds: 90,
    });
  });
});

const read: Operation = {
  id: 'read',
  method: 'GET',
  path: '/notes',
  responses: { 200: { contents: { 'application/json': json } } },
};
const notes = { id: 'notes', servers: [{ url: 'https://notes.example' }] };

test.each([
  [{ 'retry-after': 'Wed, 15 Nov 2023 00:00:30 GMT' }, 30_000],
  [{ 'ratelimit-reset': String(Date.parse('2023-11-15T00:00:40Z') / 1000) }, 40_000],
])('retry waits until a time in %j', async (headers, milliseconds) => {
  const waits: number[] = [];
  const sleep = async (wait: number) => void waits.push(wait);
  const fetch = async () => (waits.length === 0 ? new Response('{}', { status: 429, headers }) : Response.json({}));
  const now = () => Date.parse('2023-11-15T00:00:00Z');
  await call(createTransport(notes, { fetch, retry: retry({ now, sleep, random: () => 0 }) }), read, {});
  expect(waits).toEqual([milliseconds]);
});

test('OAuth renews a token by the clock', async () => {
  let seconds = 1_700_000_000;
  let issued = 0;
  const scheme = oauth2Scheme('login', { clientCredentials: { tokenUrl: 'https://login.example/token', scopes: [] } });
  const token = clientCredentials(scheme, {
    clientId: 'reader',
    clientSecret: 's3cret',
    now: () => seconds * 1000,
    fetch: async () => Response.json({ access_token: `t${++issued}`, token_type: 'bearer', expires_in: 3600 }),
  });
  const used: (string | undefined)[] = [];
  const transport = createTransport(notes, {
    credentials: { login: token },
    fetch: async (_, { headers }) => {
      used.push(headers.authorization);
      return Response.json({});
    },
  });
  const secured: Operation = { ...read, security: [[{ scheme: { ...bearerScheme('login'), name: 'login' } }]] };
  for (const after of [0, 3500, 80, 3500]) {
    seconds += after;
    await call(transport, secured, {});
  }
  expect(used).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2']);
});
