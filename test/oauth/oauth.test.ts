// OAuth credentials with a small authorization server on loopback: requests and their number, cached tokens, and secrets that errors must not show.
import { inspect } from 'node:util';
import { apiKeyScheme, type BearerCredential, bearerScheme, ConfigurationError, oauth2Scheme, openIdConnectScheme } from '@octavo/runtime';
import { authorizationCode, clientCredentials, deviceAuthorization, OAuthError, refreshToken, type Tokens } from '@octavo/runtime/oauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AuthServer, CLIENT, PUBLIC, REDIRECT, startServer } from './server.ts';
import { callsOf, flowsOf, oidcOf, schemeOf } from './support.ts';

let server: AuthServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  Object.assign(server, { expiresIn: 3600, issuer: server.url, idToken: false, decision: 'yes' });
  server.seen.length = 0;
  server.instead.length = 0;
  server.good.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

const tokenRequests = (): AuthServer['seen'] => server.seen.filter(({ path }) => path === '/token');
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error: unknown) => error,
  );

/** Everything that printing or serializing an error shows. */
const shown = (error: unknown): string => `${String(error)} ${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;

describe('client credentials', () => {
  test('100 concurrent calls and later ones share one token', async () => {
    const { read, used } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), CLIENT));
    const results = await Promise.all(Array.from({ length: 100 }, () => read()));
    expect(results.every(({ status }) => status === 200)).toBe(true);
    await read();
    expect(tokenRequests()).toHaveLength(1);
    expect(new Set(used).size).toBe(1);
    expect(tokenRequests()[0]?.parameters).toEqual({ grant_type: 'client_credentials', scope: 'read' });
  });

  test('the secret is sent form-encoded in Basic authentication, or in the body', async () => {
    await callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), CLIENT)).read();
    expect(tokenRequests()[0]?.authorization).toMatch(/^Basic /);
    const inBody = clientCredentials(schemeOf(server), { ...CLIENT, clientAuthentication: 'body', parameters: { audience: 'a' } });
    await callsOf(server, schemeOf(server), inBody).read();
    expect(tokenRequests()[1]).toMatchObject({
      authorization: undefined,
      parameters: { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, audience: 'a' },
    });
  });

  test('requested scopes grow with the calls, or are those of the options', async () => {
    const { read, write } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), CLIENT));
    expect((await read()).status).toBe(200);
    expect((await write({ a: 1 })).status).toBe(200);
    expect((await read()).status).toBe(200);
    expect(tokenRequests().map(({ parameters }) => parameters.scope)).toEqual(['read', 'read write']);
    server.seen.length = 0;
    const fixed = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), { ...CLIENT, scopes: ['write', 'read'] }));
    await Promise.all([fixed.read(), fixed.write(1)]);
    expect(tokenRequests().map(({ parameters }) => parameters.scope)).toEqual(['write read']);
  });

  test('concurrent calls that need different scopes all get theirs', async () => {
    const { read, write } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), CLIENT));
    const results = await Promise.all([read(), write(1), read(), write(2)]);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(tokenRequests().length).toBeLessThanOrEqual(2);
    await Promise.all([read(), write(1)]);
    expect(tokenRequests().length).toBeLessThanOrEqual(2);
  });

  test.each([
    [3600, 3569, 1],
    [3600, 3571, 2],
    [10, 8, 1],
    [10, 9.5, 2],
    [undefined, 1e6, 1],
    [0, 0, 2],
  ])('a token that expires in %s seconds is renewed shortly before: after %s, %s requests', async (expiresIn, after, want) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    server.expiresIn = expiresIn;
    const { read } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), CLIENT));
    await read();
    vi.setSystemTime(Date.now() + 1000 * after);
    expect((await read()).status).toBe(200);
    expect(tokenRequests()).toHaveLength(want);
  });

  test('a rejected token is renewed once for all its calls, which are sent again with their bodies', async () => {
    const { read, write, used } = callsOf(
      server,
      schemeOf(server),
      clientCredentials(schemeOf(server), { ...CLIENT, scopes: ['read', 'write'] }),
    );
    await read();
    server.good.clear();
    const results = await Promise.all([...Array.from({ length: 20 }, () => read()), write({ text: 'again' })]);
    expect(results.every(({ status }) => status === 200)).toBe(true);
    expect(results.at(-1)?.body).toEqual({ text: 'again' });
    expect(tokenRequests()).toHaveLength(2);
    expect(new Set(used).size).toBe(2);
  });

  test('a service that rejects every token gets two requests', async () => {
    const { read, used } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), { ...CLIENT, scopes: ['other'] }));
    expect((await read()).status).toBe(401);
    expect(used).toHaveLength(2);
    expect(tokenRequests()).toHaveLength(2);
  });

  test('a token that is not a valid header value is an error that does not show it', async () => {
    const { read } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), CLIENT));
    await read();
    server.good.clear();
    server.instead.push({ body: { access_token: 'a-5ecret\u0000token', token_type: 'bearer' } });
    const error = await failure(read());
    expect(error).toBeInstanceOf(OAuthError);
    expect(shown(error)).not.toContain('5ecret');
  });

  test('a token is renewed when an API key is sent too', async () => {
    const key = apiKeyScheme('key', { in: 'header', parameter: 'X-Key' });
    const { read, used } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), CLIENT), key);
    await read();
    server.good.clear();
    expect((await read()).status).toBe(200);
    expect(used).toHaveLength(3);
  });

  test('a call with a stream body or its own Authorization header is not sent again', async () => {
    const credential = clientCredentials(schemeOf(server), { ...CLIENT, scopes: ['other'] });
    const { read, write, used } = callsOf(server, schemeOf(server), credential);
    const notes = async function* () {
      yield 1;
    };
    expect((await read({ headers: { authorization: 'Bearer mine' } })).status).toBe(401);
    expect((await write(notes(), 'application/x-ndjson')).status).toBe(401);
    expect(used).toHaveLength(2);
    expect(used[0]).toBe('mine');
    expect(tokenRequests()).toHaveLength(1);
  });

  test('a failure is not cached', async () => {
    const { read } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), CLIENT));
    server.instead.push({ status: 503, body: 'busy' });
    const errors = await Promise.all([failure(read()), failure(read())]);
    expect(errors.every((error) => error instanceof OAuthError)).toBe(true);
    expect(tokenRequests()).toHaveLength(1);
    expect((await read()).status).toBe(200);
  });

  test('an abort rejects its own call only', async () => {
    const { read } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), CLIENT));
    const controller = new AbortController();
    const aborted = failure(read({ signal: controller.signal }));
    const other = read();
    controller.abort(new Error('enough'));
    expect(String(await aborted)).toContain('enough');
    expect((await other).status).toBe(200);
    expect(tokenRequests()).toHaveLength(1);
  });

  test('a time limit', async () => {
    server.instead.push('hang');
    const { read } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), { ...CLIENT, timeoutMilliseconds: 300 }));
    expect(String(await failure(read()))).toContain('did not respond within 300 ms');
  });
});

describe('errors and what they show', () => {
  const secretive = { ...CLIENT, clientSecret: 'wr0ng-"secret"' };

  test('an error of the server, without the secret that it repeats', async () => {
    const { read } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), { ...secretive, clientAuthentication: 'body' }));
    const error = await failure(read());
    expect(error).toBeInstanceOf(OAuthError);
    expect(error).toMatchObject({ error: 'invalid_client', description: 'bad *** ', status: 401 });
    expect(shown(error)).not.toContain('wr0ng');
  });

  test.each<[string, object, string]>([
    ['a redirect', { status: 307, headers: { location: 'https://evil.example/' } }, 'a redirect'],
    ['too much', { body: 'x'.repeat(2 << 20) }, 'larger than 1 MiB'],
    ['no JSON', { body: '<html>wr0ng-"secret"' }, 'parse'],
    ['no token', { body: { token_type: 'bearer' } }, 'access_token'],
    ['a token of another type', { body: { access_token: 'wr0ng-"secret"', token_type: 'mac' } }, 'token_type'],
    ['a list', { body: [] }, 'object'],
    ['no answer of OAuth', { status: 500, body: 'wr0ng-"secret"' }, 'status'],
  ])('%s', async (_, answer, message) => {
    server.instead.push(answer);
    const { read } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), secretive));
    const error = await failure(read());
    expect(error).toBeInstanceOf(OAuthError);
    expect(String(error)).toContain(message);
    expect(shown(error)).not.toContain('wr0ng');
    expect(server.seen).toHaveLength(1);
  });

  test('a network failure', async () => {
    const fetch = (): Promise<Response> => Promise.reject(new TypeError(`failed with ${CLIENT.clientSecret}`));
    const { read } = callsOf(server, schemeOf(server), clientCredentials(schemeOf(server), { ...CLIENT, fetch }));
    const error = await failure(read());
    expect(error).toBeInstanceOf(OAuthError);
    expect(shown(error)).not.toContain('pä%');
  });

  test.each([
    ['http://tokens.example/token', 'is not https'],
    ['http://localhost.evil.example/token', 'is not https'],
    ['http://127.0.0.1.evil.example/token', 'is not https'],
    ['ftp://localhost/token', 'is not https'],
    ['/token', 'set the option baseUrl'],
  ])('a token URL %s', async (tokenUrl, message) => {
    const scheme = oauth2Scheme('login', { clientCredentials: { tokenUrl, scopes: [] } });
    const error = await failure(callsOf(server, scheme, clientCredentials(scheme, CLIENT)).read());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain(message);
  });

  test('metadata with an endpoint that is not https', async () => {
    const issuer = 'https://id.example';
    const fetch = async (url: string): Promise<Response> =>
      url.startsWith(issuer) ? Response.json({ issuer, token_endpoint: 'http://id.example/token' }) : Response.json({});
    const scheme = bearerScheme('login');
    const error = await failure(callsOf(server, scheme, clientCredentials(scheme, { ...CLIENT, issuer, fetch })).read());
    expect(error).toBeInstanceOf(OAuthError);
    expect(String(error)).toContain('not https');
  });

  test('a relative token URL is relative to the base URL', async () => {
    const scheme = oauth2Scheme('login', { clientCredentials: { tokenUrl: '../token', scopes: [] } });
    const { read } = callsOf(server, scheme, clientCredentials(scheme, { ...CLIENT, baseUrl: `${server.url}/v1` }));
    expect((await read()).status).toBe(200);
  });

  test('a document without a token URL', async () => {
    const scheme = bearerScheme('login');
    expect(String(await failure(callsOf(server, scheme, clientCredentials(scheme, CLIENT)).read()))).toContain(
      'the document has no token URL of login; set the option tokenUrl or issuer',
    );
    const { read } = callsOf(server, scheme, clientCredentials(scheme, { ...CLIENT, tokenUrl: `${server.url}/token` }));
    expect((await read()).status).toBe(200);
  });

  test('printing a credential shows no secret', () => {
    const credential: BearerCredential = clientCredentials(schemeOf(server), CLIENT);
    expect(shown({ credential })).not.toContain('pä%');
    expect(JSON.stringify({ credential })).toBe('{}');
  });
});

describe('authorization code', () => {
  const flow = (options: object = {}) => authorizationCode(schemeOf(server), { ...CLIENT, redirectUri: REDIRECT, ...options });

  test('uses PKCE with S256 and state, and gives tokens that a credential renews', async () => {
    const { url, kept } = await flow().authorizationUrl({ prompt: 'login', state: 'mine' });
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: CLIENT.clientId,
      redirect_uri: REDIRECT,
      scope: 'read write',
      code_challenge_method: 'S256',
      prompt: 'login',
      state: kept.state,
    });
    expect(url).not.toContain(kept.codeVerifier);
    const tokens = await flow().exchange(server.authorize(url), kept);
    expect(tokens).toMatchObject({ accessToken: expect.stringMatching(/^at-/), refreshToken: expect.stringMatching(/^rt-/) });

    const stored: Tokens[] = [];
    const credential = refreshToken(schemeOf(server), { ...CLIENT, tokens, onTokens: (next) => stored.push(next) });
    const { read } = callsOf(server, schemeOf(server), credential);
    expect((await read()).status).toBe(200);
    expect(stored).toEqual([]);
    server.good.clear();
    expect((await Promise.all([read(), read(), read()])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(stored).toHaveLength(1);
    server.good.clear();
    expect((await read()).status).toBe(200);
    expect(stored.map(({ refreshToken: token }) => token)).not.toContain(tokens.refreshToken);
    expect(new Set(stored.map(({ refreshToken: token }) => token)).size).toBe(2);
  });

  test('two flows share neither state nor verifier', async () => {
    const [first, second] = await Promise.all([flow().authorizationUrl(), flow().authorizationUrl()]);
    expect(first?.kept.state).not.toBe(second?.kept.state);
    expect(first?.kept.codeVerifier).not.toBe(second?.kept.codeVerifier);
  });

  test.each<[string, (back: URL) => void, string]>([
    ['another state', (back) => back.searchParams.set('state', 'x'), 'state'],
    ['no state', (back) => back.searchParams.delete('state'), 'state'],
    ['a refusal', (back) => back.searchParams.set('error', 'access_denied'), 'access_denied'],
    ['no code', (back) => back.searchParams.delete('code'), 'code'],
    ['two codes', (back) => back.searchParams.append('code', 'y'), 'code'],
  ])('%s: no token is requested', async (_, change, message) => {
    const { url, kept } = await flow().authorizationUrl();
    const back = new URL(server.authorize(url));
    change(back);
    const error = await failure(flow().exchange(back, kept));
    expect(error).toBeInstanceOf(OAuthError);
    expect(String(error)).toContain(message);
    expect(tokenRequests()).toHaveLength(0);
  });

  test('the server rejects another verifier, and no error shows it', async () => {
    const { url, kept } = await flow().authorizationUrl();
    const codeVerifier = 'V'.repeat(43);
    const back = server.authorize(url);
    const error = await failure(flow().exchange(back, { ...kept, codeVerifier }));
    expect(error).toMatchObject({ error: 'invalid_grant', description: 'no such code ***, verifier ***' });
    expect(shown(error)).not.toContain(codeVerifier);
    expect(shown(error)).not.toContain(new URL(back).searchParams.get('code'));
  });

  test('an error does not show a callback that is not a URL', async () => {
    const { kept } = await flow().authorizationUrl();
    const error = await failure(flow().exchange('/callback?code=c0de', kept));
    expect(error).toBeInstanceOf(OAuthError);
    expect(shown(error)).not.toContain('c0de');
  });

  test('a public client has no secret', async () => {
    const settings = { clientId: PUBLIC };
    const codeFlow = authorizationCode(schemeOf(server), { ...settings, redirectUri: REDIRECT });
    const { url, kept } = await codeFlow.authorizationUrl();
    const tokens = await codeFlow.exchange(server.authorize(url), kept);
    server.good.clear();
    expect((await callsOf(server, schemeOf(server), refreshToken(schemeOf(server), { ...settings, tokens })).read()).status).toBe(200);
    expect(tokenRequests().every(({ authorization, parameters }) => authorization === undefined && parameters.client_id === PUBLIC)).toBe(
      true,
    );
  });

  test('an ID token that cannot be verified is ignored', async () => {
    server.idToken = true;
    const { url, kept } = await flow().authorizationUrl();
    expect(await flow().exchange(server.authorize(url), kept)).not.toHaveProperty('idToken');
  });
});

describe('stored tokens', () => {
  test('a used refresh token is invalid_grant, and no error shows it', async () => {
    const tokens = { accessToken: 'at-old', refreshToken: 'rt-old' };
    const error = await failure(callsOf(server, schemeOf(server), refreshToken(schemeOf(server), { ...CLIENT, tokens })).read());
    expect(error).toMatchObject({ error: 'invalid_grant', description: 'used: ***' });
    expect(shown(error)).not.toMatch(/[ar]t-old/);
  });

  test('without a refresh token, the service’s 401 is returned, and an expired token is an error', async () => {
    const scheme = schemeOf(server);
    expect((await callsOf(server, scheme, refreshToken(scheme, { ...CLIENT, tokens: { accessToken: 'x' } })).read()).status).toBe(401);
    const expired = refreshToken(scheme, { ...CLIENT, tokens: { accessToken: 'x', expiresAt: Date.now() - 1 } });
    expect(String(await failure(callsOf(server, scheme, expired).read()))).toContain(
      'Could not get an access token: the access token has expired and there is no refresh token; the user must sign in again.',
    );
    expect(server.seen).toHaveLength(0);
  });

  test('the refresh URL of the document', async () => {
    const flows = flowsOf(server);
    const { url, kept } = await authorizationCode(schemeOf(server), { ...CLIENT, redirectUri: REDIRECT }).authorizationUrl();
    const tokens = await authorizationCode(schemeOf(server), { ...CLIENT, redirectUri: REDIRECT }).exchange(server.authorize(url), kept);
    const scheme = oauth2Scheme('login', {
      authorizationCode: {
        ...flows.authorizationCode,
        scopes: [],
        tokenUrl: 'https://nowhere.example/',
        refreshUrl: `${server.url}/token`,
      },
    });
    server.good.clear();
    expect((await callsOf(server, scheme, refreshToken(scheme, { ...CLIENT, tokens })).read()).status).toBe(200);
  });

  test('an error of onTokens is thrown once, and the new tokens are used', async () => {
    const { url, kept } = await authorizationCode(schemeOf(server), { ...CLIENT, redirectUri: REDIRECT }).authorizationUrl();
    const tokens = await authorizationCode(schemeOf(server), { ...CLIENT, redirectUri: REDIRECT }).exchange(server.authorize(url), kept);
    server.good.clear();
    const onTokens = vi.fn().mockRejectedValueOnce(new Error('disk full'));
    const { read } = callsOf(server, schemeOf(server), refreshToken(schemeOf(server), { ...CLIENT, tokens, onTokens }));
    expect(String(await failure(read()))).toContain('disk full');
    expect((await read()).status).toBe(200);
    expect(onTokens).toHaveBeenCalledTimes(1);
  });
});

describe('discovery', () => {
  test('OpenID Connect: reads the document’s URL once and checks the issuer of the callback', async () => {
    server.idToken = true;
    const scheme = oidcOf(server);
    const codeFlow = authorizationCode(scheme, { ...CLIENT, redirectUri: REDIRECT, scopes: ['openid'] });
    const [{ url, kept }] = await Promise.all([codeFlow.authorizationUrl(), codeFlow.authorizationUrl()]);
    expect(server.seen).toHaveLength(1);
    const tenant = `${server.url}/tenant`;
    const mixedUp = failure(codeFlow.exchange(server.authorize(url), kept));
    expect(String(await mixedUp)).toContain('iss');
    server.issuer = tenant;
    const tokens = await codeFlow.exchange(server.authorize(url), kept);
    expect(tokens.idToken).toBeDefined();
    const { url: again, kept: keptAgain } = await codeFlow.authorizationUrl();
    const back = new URL(server.authorize(again));
    back.searchParams.delete('iss');
    expect(String(await failure(codeFlow.exchange(back, keptAgain)))).toContain('iss');
  });

  test('an ID token for another client is rejected', async () => {
    server.idToken = true;
    const codeFlow = authorizationCode(oidcOf(server), { ...CLIENT, redirectUri: REDIRECT, scopes: ['openid'] });
    const { url, kept } = await codeFlow.authorizationUrl();
    const back = server.authorize(url).replace(encodeURIComponent(server.url), encodeURIComponent(`${server.url}/tenant`));
    server.issuer = 'https://evil.example';
    const error = await failure(codeFlow.exchange(back, kept));
    expect(error).toBeInstanceOf(OAuthError);
  });

  test.each(['', '/tenant'])('by issuer, with the metadata of OAuth or OpenID Connect: %s', async (tenant) => {
    const scheme = bearerScheme('login');
    const { read } = callsOf(server, scheme, clientCredentials(scheme, { ...CLIENT, issuer: `${server.url}${tenant}` }));
    expect((await read()).status).toBe(200);
    await read();
    expect(server.seen.map(({ path }) => path)).toHaveLength(tenant === '' ? 2 : 3);
  });

  test('metadata of another issuer are rejected, and requested again', async () => {
    const scheme = bearerScheme('login');
    const { read } = callsOf(server, scheme, clientCredentials(scheme, { ...CLIENT, issuer: server.url }));
    server.issuer = 'https://evil.example';
    const error = await failure(read());
    expect(error).toBeInstanceOf(OAuthError);
    expect(String(error)).toContain('issuer');
    expect(tokenRequests()).toHaveLength(0);
    server.issuer = server.url;
    expect((await read()).status).toBe(200);
  });

  test.each(['https://id.example/config', 'http://id.example/.well-known/openid-configuration'])(
    'an OpenID Connect URL %s',
    (openIdConnectUrl) => {
      expect(() => clientCredentials(openIdConnectScheme('login', { openIdConnectUrl }), CLIENT)).toThrow(ConfigurationError);
    },
  );
});

describe('device authorization', () => {
  test('polls until the user has decided', async () => {
    server.decision = 'pending';
    const device = await deviceAuthorization(schemeOf(server), { clientId: PUBLIC });
    expect(device).toMatchObject({ userCode: 'WDJB-MJHT', verificationUri: `${server.url}/activate` });
    const waits: number[] = [];
    const original = globalThis.setTimeout;
    const decisions = ['pending', 'slow', 'slow', 'yes'] as const;
    const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, milliseconds: number) => {
      if (milliseconds % 5000 !== 10) return original(run, milliseconds);
      server.decision = decisions[waits.push(milliseconds) - 1] ?? 'no';
      return original(run, 1);
    }) as typeof setTimeout);
    try {
      expect(await device.tokens()).toMatchObject({ accessToken: expect.stringMatching(/^at-/) });
    } finally {
      timer.mockRestore();
    }
    expect(waits).toEqual([10, 10, 5010, 10_010]);
    expect(tokenRequests()).toHaveLength(4);
  });

  test('a user who denies access, and an abort', async () => {
    const device = await deviceAuthorization(schemeOf(server), CLIENT);
    server.decision = 'no';
    expect(await failure(device.tokens())).toMatchObject({ error: 'access_denied' });
    server.decision = 'pending';
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 30);
    expect(String(await failure(device.tokens(controller.signal)))).toContain('enough');
  });
});
