// Error responses that the generated servers of A, C, D and H produce themselves: each has the service's error shape and shows no credential.
import { ApiError, byRequest, type FetchHandler, unwrap } from '@octavo/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createIdentityServer,
  type IdentityHandlers,
  validateTokenError,
  validateUserInfoError,
} from '../../generated/a-identity/index.ts';
import { type ControllerHandlers, createControllerServer, validateControllerError } from '../../generated/c-controller/index.ts';
import { createEventsClient, createEventsServer, type EventsHandlers, validateErrorText } from '../../generated/d-events/index.ts';
import { createEmailClient, createEmailServer, type EmailHandlers, validateErrorList } from '../../generated/h-email/index.ts';
import type { Validator } from '../../runtime/contract/issue.ts';

const KEY = 'the-secret-key-of-somebody';
const SECRET = 'the-signing-secret';
const TIME = Date.UTC(2026, 10, 21);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: TIME }));
afterEach(() => void vi.useRealTimers());

const quiet = { onError: () => undefined };

/** A handler that throws an error with a secret in its message. */
const broken = (): never => {
  throw new Error(`connect to postgres://admin:${SECRET}@db`);
};
/** A handler that faulty requests must not reach. */
const reached = (): never => {
  throw new Error('reached');
};
const whole = {
  email: { getAccount: reached, verifyEmail: reached, searchDomain: reached },
  events: { triggerEvent: reached, listChannels: reached },
  identity: { getUserInfo: reached, introspectToken: reached },
  controller: { readDeviceDetails: reached, writeInt32Var: reached },
};
const wrong = (): never => ({ status: 200, body: SECRET }) as never;

const email = (handlers: EmailHandlers): FetchHandler =>
  createEmailServer(handlers, {
    ...quiet,
    security: { apiKey: (key) => (key === KEY ? 1 : null), apiKeyHeader: () => null, bearer: (token) => (token === KEY ? 1 : null) },
  });
const events = (handlers: EventsHandlers): FetchHandler =>
  createEventsServer(handlers, { ...quiet, security: { signedQuery: (key) => (key === KEY ? { secret: SECRET, principal: 1 } : null) } });
const identity = (handlers: IdentityHandlers): FetchHandler =>
  createIdentityServer(handlers, {
    ...quiet,
    security: { oauth2: (token) => (token === KEY ? 1 : null), oauthToken: () => null },
  });

const controller = (handlers: ControllerHandlers): FetchHandler =>
  createControllerServer(handlers, { ...quiet, maxBodyBytes: 3072, security: { key: ({ password }) => (password === KEY ? 1 : null) } });

const HOST = {
  h: 'https://email.example.com/v2',
  c: 'https://controller.example.com/api/v1',
  d: 'https://api-eu-1.events.example.com',
  a: 'https://identity.example.com',
};
const bearer = { authorization: `Bearer ${KEY}` };
const basic = { authorization: `Basic ${btoa(`kettle:${KEY}`)}` };

/** A request as D's client signs it. */
async function signed(body: unknown = EVENT, credentials = { key: KEY, secret: SECRET }): Promise<Request> {
  let sent: Request | undefined;
  const client = createEventsClient({
    credentials: { signedQuery: credentials },
    fetch: byRequest(async (request) => {
      sent = request;
      return Response.json({});
    }),
  });
  await client.triggerEvent({ path: { app_id: '3' }, body: body as never });
  if (sent === undefined) throw new Error('nothing was sent');
  return sent;
}

const EVENT = { name: 'foo', channels: ['project-3'], data: '{"some":"data"}' };

interface Row {
  readonly what: string;
  readonly status: number;
  readonly ask: () => Promise<Response>;
}

const row = (what: string, status: number, server: FetchHandler, request: () => Request | Promise<Request>): Row => ({
  what,
  status,
  ask: async () => server(await request()),
});
const to =
  (url: string, init: RequestInit = {}) =>
  (): Request =>
    new Request(url, init);
/** Writes an integer variable of the controller. */
const write = (body: string) =>
  to(`${HOST.c}/device/strategy/vars/int32s/BatchNumber`, {
    method: 'POST',
    headers: { ...basic, 'content-type': 'application/json' },
    body,
  });
const post = (url: string, contentType: string, body: string) =>
  to(url, { method: 'POST', headers: { 'content-type': contentType }, body });

const services: [id: string, contentType: string, validate: Validator, rows: Row[]][] = [
  [
    'H',
    'application/json',
    validateErrorList,
    [
      row('no email', 400, email(whole.email), to(`${HOST.h}/email-verifier?api_key=${KEY}`)),
      row('limit over 100', 400, email(whole.email), to(`${HOST.h}/domain-search?domain=a.example&limit=101&api_key=${KEY}`)),
      row('no key', 401, email(whole.email), to(`${HOST.h}/account`)),
      row('a wrong key', 401, email(whole.email), to(`${HOST.h}/account?api_key=${KEY}x`)),
      row('two keys', 401, email(whole.email), to(`${HOST.h}/account?api_key=${KEY}x&api_key=${KEY}y`)),
      row('another path', 404, email(whole.email), to(`${HOST.h}/nothing?api_key=${KEY}`)),
      row('another method', 405, email(whole.email), to(`${HOST.h}/account?api_key=${KEY}`, { method: 'DELETE' })),
      row(
        'no type that is wanted',
        406,
        email(whole.email),
        to(`${HOST.h}/account?api_key=${KEY}`, { headers: { accept: 'application/xml' } }),
      ),
      row('a handler that throws', 500, email({ getAccount: broken }), to(`${HOST.h}/account?api_key=${KEY}`)),
      row('a wrong result', 500, email({ getAccount: wrong }), to(`${HOST.h}/account?api_key=${KEY}`)),
      row('no handler', 501, email({}), to(`${HOST.h}/account?api_key=${KEY}`)),
    ],
  ],
  [
    'D',
    'text/plain',
    validateErrorText,
    [
      row('an event to nowhere', 400, events(whole.events), () => signed({ name: 'foo', data: 'x' })),
      row('no signature', 401, events(whole.events), post(`${HOST.d}/apps/3/events`, 'application/json', JSON.stringify(EVENT))),
      row('another secret', 401, events(whole.events), () => signed(EVENT, { key: KEY, secret: `${SECRET}x` })),
      row('another path', 404, events(whole.events), to(`${HOST.d}/apps`)),
      row('another method', 405, events(whole.events), to(`${HOST.d}/apps/3/events`, { method: 'DELETE' })),
      row('a body over the limit', 413, events(whole.events), () => signed({ ...EVENT, data: 'x'.repeat(2_000_000) })),
      row('another media type', 415, events(whole.events), async () => {
        const request = await signed();
        return new Request(request, { headers: { 'content-type': 'text/csv' } });
      }),
      row('a handler that throws', 500, events({ triggerEvent: broken }), () => signed()),
      row('a wrong result', 500, events({ triggerEvent: wrong }), () => signed()),
      row('no handler', 501, events({}), () => signed()),
    ],
  ],
  [
    'A, userinfo',
    'application/json',
    validateUserInfoError,
    [
      row('alt is not json', 400, identity(whole.identity), to(`${HOST.a}/oauth2/v2/userinfo?alt=xml`, { headers: bearer })),
      row('no token', 401, identity(whole.identity), to(`${HOST.a}/oauth2/v2/userinfo`)),
      row(
        'a wrong token',
        401,
        identity(whole.identity),
        to(`${HOST.a}/oauth2/v2/userinfo`, { headers: { authorization: `Bearer ${KEY}x` } }),
      ),
      row('another path', 404, identity(whole.identity), to(`${HOST.a}/nothing`, { headers: bearer })),
      row('another method', 405, identity(whole.identity), to(`${HOST.a}/oauth2/v2/userinfo`, { method: 'PUT', headers: bearer })),
      row('a handler that throws', 500, identity({ getUserInfo: broken }), to(`${HOST.a}/oauth2/v2/userinfo`, { headers: bearer })),
      row('no handler', 501, identity({}), to(`${HOST.a}/oauth2/v2/userinfo`, { headers: bearer })),
    ],
  ],
  [
    'A, tokeninfo',
    'application/json',
    validateTokenError,
    [
      row('alt is not json', 400, identity(whole.identity), to(`${HOST.a}/oauth2/v2/tokeninfo?id_token=a&alt=xml`, { method: 'POST' })),
      row('no token', 400, identity(whole.identity), to(`${HOST.a}/oauth2/v2/tokeninfo`, { method: 'POST' })),
      row('no token, by GET', 400, identity(whole.identity), to(`${HOST.a}/oauth2/v2/tokeninfo`)),
      row(
        'a handler that throws',
        500,
        identity({ introspectToken: broken }),
        to(`${HOST.a}/oauth2/v2/tokeninfo?access_token=${KEY}`, { method: 'POST' }),
      ),
      row('no handler', 501, identity({}), to(`${HOST.a}/oauth2/v2/tokeninfo?access_token=${KEY}`, { method: 'POST' })),
    ],
  ],
  [
    'C',
    'application/json',
    validateControllerError,
    [
      row('a body that is no JSON', 400, controller(whole.controller), write('{')),
      row('no key', 401, controller(whole.controller), to(`${HOST.c}/device`)),
      row('another path', 404, controller(whole.controller), to(`${HOST.c}/nothing`, { headers: basic })),
      row('another method', 405, controller(whole.controller), to(`${HOST.c}/device`, { method: 'PUT', headers: basic })),
      row('a body that is too large', 413, controller(whole.controller), write(JSON.stringify({ value: 1, note: 'x'.repeat(3072) }))),
      row('a handler that throws', 500, controller({ readDeviceDetails: broken }), to(`${HOST.c}/device`, { headers: basic })),
      row('no handler', 501, controller({}), to(`${HOST.c}/device`, { headers: basic })),
    ],
  ],
];

describe.each(services)('%s', (_id, contentType, validate, rows) => {
  test.each(rows.map((given) => [given.what, given] as const))(
    '%s is answered in the shape of the service',
    async (_what, { ask, status }) => {
      const response = await ask();
      const text = await response.text();
      expect([response.status, text]).toEqual([status, expect.any(String)]);
      expect(response.headers.get('content-type')?.split(';')[0]).toBe(contentType);
      expect(validate(contentType === 'text/plain' ? text : JSON.parse(text), [])).toBe(true);
      expect(text).not.toBe('');
      // Cases 62 and 67: the response shows neither the caller's credential nor the handler's error.
      for (const hidden of [KEY, SECRET, 'postgres']) expect(`${text} ${JSON.stringify([...response.headers])}`).not.toContain(hidden);
    },
  );
});

test('A answers an introspection without a token as one with an unknown token, and accepts it by GET', async () => {
  const answer = await identity(whole.identity)(to(`${HOST.a}/oauth2/v2/tokeninfo`)());
  expect(await answer.json()).toMatchObject({ error: 'invalid_token' });
  const introspect = identity({ introspectToken: () => ({ status: 400, body: { error_description: 'mine' } }) });
  expect(await (await introspect(to(`${HOST.a}/oauth2/v2/tokeninfo?access_token=${KEY}`)())).json()).toEqual({ error_description: 'mine' });
});

test('a 405 has an Allow header, a 401 a WWW-Authenticate header', async () => {
  expect((await email(whole.email)(to(`${HOST.h}/account`, { method: 'DELETE' })())).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect((await events(whole.events)(to(`${HOST.d}/apps/3/channels`)())).headers.get('www-authenticate')).toMatch(/^Signature /);
  expect((await identity(whole.identity)(to(`${HOST.a}/oauth2/v2/userinfo`)())).headers.get('www-authenticate')).toMatch(/^Bearer /);
});

describe('case 66: D rejects a request whose signature does not match', () => {
  const server = events({ triggerEvent: () => ({ status: 200, body: {} }) });
  const change = async (edit: (url: URL) => void, body?: string): Promise<number> => {
    const request = await signed();
    const url = new URL(request.url);
    edit(url);
    const text = body ?? (await request.text());
    return (await server(new Request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text }))).status;
  };

  test('accepts the request as it was signed', async () => expect(await change(() => undefined)).toBe(200));

  test.each<[what: string, edit: (url: URL) => void, body?: string]>([
    ['a wrong body hash', (url) => url.searchParams.set('body_md5', '0'.repeat(32))],
    ['another body', () => undefined, JSON.stringify({ ...EVENT, name: 'bar' })],
    [
      'upper-case hexadecimal',
      (url) => url.searchParams.set('auth_signature', url.searchParams.get('auth_signature')?.toUpperCase() ?? ''),
    ],
    ["another app's key", (url) => url.searchParams.set('auth_key', 'another')],
    [
      "another app's path",
      (url) => {
        url.pathname = '/apps/4/events';
      },
    ],
    ['one parameter more', (url) => url.searchParams.append('info', 'user_count')],
    ['another version', (url) => url.searchParams.set('auth_version', '2.0')],
  ])('%s', async (_what, edit, body) => expect(await change(edit, body)).toBe(401));

  test.each([
    [600, 200],
    [601, 401],
    [-601, 401],
  ])('sent again after %i s: %i', async (seconds, status) => {
    const request = await signed();
    vi.setSystemTime(TIME + seconds * 1000);
    expect((await server(request)).status).toBe(status);
  });
});

describe('case 67: the key of H', () => {
  const clientOf = (fetch: (request: Request) => Promise<Response>) =>
    createEmailClient({ credentials: { apiKey: KEY }, fetch: byRequest(fetch) });
  const shown = (error: unknown): string =>
    [String(error), (error as Error).stack, JSON.stringify(error), String((error as Error).cause ?? '')].join('\n');

  test.each<[what: string, fetch: (request: Request) => Promise<Response>]>([
    [
      'no answer',
      async (request) => Promise.reject(new TypeError('fetch failed', { cause: new Error(`connect ${new URL(request.url).host}`) })),
    ],
    ['an undeclared status', async () => new Response('no', { status: 418 })],
    ['HTML of a proxy', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['half a body', async () => new Response('{"data":', { headers: { 'content-type': 'application/json' } })],
    ['a redirect elsewhere', async () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } })],
  ])('appears in no error of the client: %s', async (_what, fetch) => {
    let sent = '';
    const error = await clientOf((request) => {
      sent ||= request.url;
      return fetch(request);
    })
      .getAccount()
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(sent).toContain(KEY);
    expect(error).toBeInstanceOf(Error);
    expect(shown(error)).not.toContain(KEY);
  });

  test('appears neither in the error that unwrap throws nor in what the server reports', async () => {
    const reported: unknown[] = [];
    const server = createEmailServer(
      { getAccount: broken },
      {
        onError: (error, info) => void reported.push(String(error), JSON.stringify(info)),
        security: { apiKey: () => 1, apiKeyHeader: () => null, bearer: () => null },
      },
    );
    const client = clientOf((request) => server(request));
    const refused = await clientOf((request) => email(whole.email)(new Request(request.url.replace(KEY, 'wrong'))))
      .getAccount()
      .then((result) => {
        try {
          return unwrap(result, 200);
        } catch (error) {
          return error;
        }
      });
    expect(refused).toBeInstanceOf(ApiError);
    expect(shown(refused)).not.toContain(KEY);
    await client.getAccount().catch((error: unknown) => expect(shown(error)).not.toContain(KEY));
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.join('\n')).not.toContain(KEY);
  });
});
