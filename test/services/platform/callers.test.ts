// Tests whom the services take for the caller of a request: what a proxy says counts where it is trusted, and nothing else does.

import { once } from 'node:events';
import { type IncomingMessage, request as send } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createSandbox } from '../../../services/index.ts';
import { forwardsOf } from '../../../services/platform/requests/callers.ts';
import { openSandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { TINY_KEY, type TinyHooks, tinyService } from '../../support/tiny-service.ts';

const asked = (peer: string | undefined, headers: Record<string, string>) => ({ peer, header: (name: string) => headers[name] });

const HEADERS = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'api.example.com:8443',
  'x-request-id': 'a1b2',
};
const SAID = { client: '203.0.113.9', scheme: 'https', authority: 'api.example.com:8443', requestId: 'a1b2' };

test.each<[trusted: string[], peer: string | undefined, want: object]>([
  [['10.0.0.7'], '10.0.0.7', SAID],
  [['10.0.0.7'], '::ffff:10.0.0.7', SAID],
  [['10.0.0.0/8', '::1'], '10.200.3.4', SAID],
  [['10.0.0.0/8', '::1'], '::1', SAID],
  [['2001:db8::/32'], '2001:db8:7::1', SAID],
  [['10.0.0.7'], '10.0.0.8', {}],
  [['10.0.0.0/8'], '11.0.0.1', {}],
  [['10.0.0.0/8'], undefined, {}],
  [[], '127.0.0.1', {}],
])('where %j are trusted, %s', (trusted, peer, want) => {
  expect(forwardsOf(trusted)(asked(peer, HEADERS))).toEqual(want);
});

test.each<[senders: string, client: string | undefined]>([
  // What a client has made up stands before what the proxy has added.
  ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['10.0.0.9, 203.0.113.9', '203.0.113.9'],
  // Two proxies, one behind the other.
  ['198.51.100.1, 203.0.113.9, 10.0.0.8', '203.0.113.9'],
  ['203.0.113.9:51234, 10.0.0.8:443', '203.0.113.9'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['10.0.0.8, 10.0.0.9', '10.0.0.8'],
  ['unknown', undefined],
  ['"><script>', undefined],
  ['', undefined],
])('of the senders %s, the client is %s', (senders, client) => {
  expect(forwardsOf(['10.0.0.0/8'])(asked('10.0.0.1', { 'x-forwarded-for': senders })).client).toBe(client);
});

test('of several values, the nearest trusted proxy’s counts, and what is none is left out', () => {
  const forwards = forwardsOf(['10.0.0.0/8']);
  const two = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'evil.example, api.example.com' };
  expect(forwards(asked('10.0.0.1', two))).toMatchObject({ scheme: 'https', authority: 'api.example.com' });
  const wrong = { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a.example/path', 'x-request-id': 'two words' };
  expect(forwards(asked('10.0.0.1', wrong))).toEqual({});
});

test.each(['10.0.0', '10.0.0.0/33', '10.0.0.0/', '::1/129', 'proxy.example.com', ''])('%j is refused', (text) => {
  expect(() => forwardsOf(['127.0.0.1', text])).toThrow(
    `${text} is neither an address nor a network; write one such as 10.0.0.7 or 10.0.0.0/8.`,
  );
});

const OF_PROXY = {
  'X-Forwarded-For': '203.0.113.9',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'api.example.com',
  'X-Request-Id': 'a1b2',
};

/** What a service at an address takes for the caller of a request with these headers. */
async function taken(headers: Record<string, string>, trustedProxies: readonly string[], publicOrigin?: string) {
  const seen: object[] = [];
  const hooks: TinyHooks = {
    onAnswer: (_answer, request, context) => void seen.push({ url: context?.url, id: context?.requestId, client: request?.peer }),
  };
  const sandbox = await openSandbox([tinyService(hooks)], { trustedProxies });
  onTestFinished(() => sandbox.close());
  const { port } = await sandbox.listen('h-email', { publicOrigin });
  const sent = send({
    host: '127.0.0.1',
    port,
    path: `/v2/account?api_key=${TINY_KEY}`,
    headers: { Host: 'evil.example', ...headers },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return { port, answer, seen };
}

const NEW_ID = expect.stringMatching(/^[\da-f-]{36}$/);

test('headers that callers have made up change nothing', async () => {
  for (const trusted of [[], ['10.0.0.0/8']]) {
    const { port, seen } = await taken(OF_PROXY, trusted);
    expect(seen).toEqual([{ url: `http://127.0.0.1:${port}/v2/account?api_key=${TINY_KEY}`, id: NEW_ID, client: '127.0.0.1' }]);
  }
});

test('those of a trusted proxy say which protocol, host, client and identifier it has seen', async () => {
  const { seen } = await taken(OF_PROXY, ['127.0.0.0/8']);
  expect(seen).toEqual([{ url: `https://api.example.com/v2/account?api_key=${TINY_KEY}`, id: 'a1b2', client: '203.0.113.9' }]);
  // Without headers, it is a caller like any other.
  const bare = await taken({}, ['127.0.0.0/8']);
  expect(bare.seen).toEqual([{ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v2/), id: NEW_ID, client: '127.0.0.1' }]);
});

test('the public address that was given goes before what a trusted proxy says', async () => {
  const { seen } = await taken(OF_PROXY, ['127.0.0.1'], 'https://email.example.com');
  expect(seen).toMatchObject([{ url: `https://email.example.com/v2/account?api_key=${TINY_KEY}`, client: '203.0.113.9' }]);
});

test.each([
  [['127.0.0.1'], 'https', 'pusher:connection_established'],
  [['127.0.0.1'], 'http', '4000'],
  [[], 'https', '4000'],
])('where %j are trusted, a socket by %s to an app that needs TLS gets %s', async (trustedProxies, scheme, message) => {
  const sandbox = await createSandbox({ services: ['d-events'], trustedProxies });
  onTestFinished(() => sandbox.close());
  const { port } = await sandbox.listen('d-events');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/4ab7c3d0e816?protocol=7`, { headers: { 'X-Forwarded-Proto': scheme } });
  onTestFinished(() => socket.terminate());
  const [first] = (await once(socket, 'message')) as [Buffer];
  expect(String(first)).toContain(message);
});
