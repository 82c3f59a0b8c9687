// Sends requests as other clients of the services write them to the generated servers: encoded commas, repeated headers, other words before the key.
import { createHash, createHmac } from 'node:crypto';
import { createMicroblogServer } from '@octavo/interfaces/b-microblog';
import { createMicroblogV1Server } from '@octavo/interfaces/b-microblog-v1';
import { createEventsServer } from '@octavo/interfaces/d-events';
import { createInstalmentsServer } from '@octavo/interfaces/f-instalments';
import type { FetchHandler } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { documents, serviceOf } from '../support/documents.ts';

/** Why a handler ends: its input and principal are all that these tests need. */
class Received extends Error {}

const received: unknown[] = [];
const options = { basePath: '', onError: () => {} };
const handler = (input: object, { principal }: { principal: unknown }): never => {
  received.push({ ...input, principal });
  throw new Received();
};

async function ask(server: FetchHandler, target: string, headers: HeadersInit = {}): Promise<unknown> {
  received.length = 0;
  const { status } = await server(new Request(`https://service.example.com${target}`, { headers }));
  return received[0] ?? status;
}

test('each list that commas separate is split at `%2C` too', async () => {
  const lists = await Promise.all(
    documents.map(async (document) => {
      const { service } = await serviceOf(document);
      const parameters = service.operations.flatMap((operation) => operation.parameters);
      return parameters
        .filter(({ in: where, shape, style, explode }) => shape.kind === 'array' && (where !== 'query' || (style === 'form' && !explode)))
        .map(({ name, comma }) => [document.id, name, comma] as const);
    }),
  );
  expect(lists.flat().length).toBeGreaterThan(100);
  expect(lists.flat().filter(([, , comma]) => comma === undefined)).toEqual([]);
});

test('lists of identifiers and fields with encoded commas', async () => {
  const security = { bearer: (token: string) => token, oauth2: () => null };
  const server = createMicroblogServer({ getUsers: handler }, { ...options, security });
  const authorization = 'Bearer a-token';
  const want = { query: { ids: ['1', '2'], 'user.fields': ['created_at', 'verified'] }, principal: 'a-token' };
  expect(await ask(server, '/2/users?ids=1%2C2&user.fields=created_at%2Cverified', { authorization })).toEqual(want);
  expect(await ask(server, '/2/users?ids=1,2&user.fields=created_at,verified', { authorization })).toEqual(want);
});

test('screen names and families of resources with encoded commas', async () => {
  const server = createMicroblogV1Server({ lookupUsers: handler, getRateLimitStatus: handler }, options);
  expect(await ask(server, '/users/lookup.json?screen_name=ann%2Cbob')).toMatchObject({ query: { screen_name: ['ann', 'bob'] } });
  expect(await ask(server, '/application/rate_limit_status.json?resources=users%2Csearch')).toMatchObject({
    query: { resources: ['users', 'search'] },
  });
});

test.each(['info=subscription_count,user_count', 'info=subscription_count%2Cuser_count'])('a signed request with %s', async (sent) => {
  const security = { signedQuery: (key: string) => ({ secret: 'a-secret', principal: key }) };
  const server = createEventsServer({ getChannel: handler }, { ...options, security });
  const own = `auth_key=a-key&auth_timestamp=${Math.floor(Date.now() / 1000)}&auth_version=1.0`;
  // The values are signed without escapes.
  const text = `GET\n/apps/3/channels/presence-room\n${own}&info=subscription_count,user_count`;
  const signature = createHmac('sha256', 'a-secret').update(text).digest('hex');
  const found = await ask(server, `/apps/3/channels/presence-room?${own}&${sent}&auth_signature=${signature}`);
  expect(found).toMatchObject({ query: { info: ['subscription_count', 'user_count'] }, principal: 'a-key' });
  const body = createHash('md5').update('other').digest('hex');
  expect(await ask(server, `/apps/3/channels/presence-room?${own}&${sent}&body_md5=${body}&auth_signature=${signature}`)).toBe(401);
});

test.each([
  ['its own word', { authorization: 'Instalments-Auth sk_key' }, 'sk_key'],
  ['another word', { authorization: 'Shop2-Auth sk_key' }, 'sk_key'],
  [
    'the header twice',
    [
      ['authorization', 'Shop2-Auth sk_key'],
      ['authorization', 'Shop2-Auth sk_key'],
    ] as [string, string][],
    'sk_key',
  ],
  ['a word that does not end in Auth', { authorization: 'Bearer sk_key' }, 401],
])('a key of the instalments after %s', async (_, headers, want) => {
  const security = { InstalmentsAuth: (key: string) => key };
  const server = createInstalmentsServer({ listPayments: handler }, { ...options, security });
  const found = await ask(server, '/payments?state=paid', headers);
  expect(found === 401 ? found : (found as { principal: unknown }).principal).toBe(want);
});
