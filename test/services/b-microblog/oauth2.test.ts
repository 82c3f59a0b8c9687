// Tests the way of OAuth 2.0 with PKCE by an independent client (`oauth4webapi`): consent, codes, refresh tokens and their revocation.

import { createHash } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { expect, onTestFinished, test } from 'vitest';
import type { MicroblogPlatform } from '../../../services/b-microblog/deps.ts';
import { apps, REDIRECTS } from '../../../services/b-microblog/seeds/credentials.ts';
import { INES } from '../../../services/b-microblog/seeds/people.ts';
import { type ControlledSandbox, createSandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';
import { ines, microblog, signed, streamed, V1, V2 } from './support.ts';

const [REDIRECT = ''] = REDIRECTS;

const server: oauth.AuthorizationServer = {
  issuer: V2,
  authorization_endpoint: `${V2}/2/oauth2/authorize`,
  token_endpoint: `${V2}/2/oauth2/token`,
  revocation_endpoint: `${V2}/2/oauth2/revoke`,
};
const publicClient: oauth.Client = { client_id: apps.pro.client };
const confidential: oauth.Client = { client_id: apps.basic.client };

describeOnEngines('logins by OAuth 2.0', (engine) => {
  function withFetch(sandbox: ControlledSandbox) {
    const { fetchV2 } = microblog(sandbox);
    return { [oauth.customFetch]: (url: string, init: object) => fetchV2(url, init as RequestInit) };
  }

  /** Visits the page as a browser would, and fills in its form. */
  async function consent(sandbox: ControlledSandbox, query: Record<string, string>, form: Record<string, string> = {}) {
    const { fetchV2 } = microblog(sandbox);
    const url = `${V2}/2/oauth2/authorize?${new URLSearchParams(query)}`;
    const shown = await fetchV2(url);
    const text = await shown.text();
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1];
    if (token === undefined) return { shown, text, location: shown.headers.get('location') };
    const body = new URLSearchParams({ token, user: INES, decision: 'allow', ...form });
    const sent = await fetchV2(url, { method: 'POST', body, redirect: 'manual' });
    return { shown, text, sent, location: sent.headers.get('location') };
  }

  async function asked(client: oauth.Client, more: Record<string, string> = {}) {
    const verifier = oauth.generateRandomCodeVerifier();
    const query = {
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: REDIRECT,
      scope: 'tweet.read users.read offline.access',
      state: 'tide 1',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...more,
    };
    return { verifier, query };
  }

  async function login(sandbox: ControlledSandbox, client = publicClient, auth: oauth.ClientAuth = oauth.None()) {
    const { verifier, query } = await asked(client);
    const { location } = await consent(sandbox, query);
    const parameters = oauth.validateAuthResponse(server, client, new URL(location ?? ''), 'tide 1');
    const exchange = async () => {
      const options = withFetch(sandbox);
      const answer = await oauth.authorizationCodeGrantRequest(server, client, auth, parameters, REDIRECT, verifier, options);
      return oauth.processAuthorizationCodeResponse(server, client, answer);
    };
    return { exchange, parameters, verifier };
  }

  async function refresh(sandbox: ControlledSandbox, token: string) {
    const answer = await oauth.refreshTokenGrantRequest(server, publicClient, oauth.None(), token, withFetch(sandbox));
    return oauth.processRefreshTokenResponse(server, publicClient, answer);
  }

  const whoIs = async (sandbox: ControlledSandbox, token: string) => {
    const answer = await microblog(sandbox).user(token).getCurrentUser({});
    return answer.status === 200 ? answer.body.data?.username : answer.status;
  };

  test('a user grants scopes to a public client, which acts for them for two hours', async () => {
    const sandbox = await engine.open('b-microblog');
    const tokens = await (await login(sandbox)).exchange();
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 7200, scope: 'tweet.read users.read offline.access' });
    expect(await whoIs(sandbox, tokens.access_token)).toBe('ines_b');
    await sandbox.moveClock(sandbox.clock.now() + 7_199_000);
    expect(await whoIs(sandbox, tokens.access_token)).toBe('ines_b');
    await sandbox.moveClock(sandbox.clock.now() + 2_000);
    expect(await whoIs(sandbox, tokens.access_token)).toBe(401);
    expect(await whoIs(sandbox, (await refresh(sandbox, tokens.refresh_token ?? '')).access_token)).toBe('ines_b');
  });

  test('a confidential client proves who it is by HTTP basic authentication, and nothing else may be said in the form', async () => {
    const sandbox = await engine.open('b-microblog');
    const auth = oauth.ClientSecretBasic(apps.basic.clientSecret);
    expect(await whoIs(sandbox, (await (await login(sandbox, confidential, auth)).exchange()).access_token)).toBe('ines_b');
    const failed = (await login(sandbox, confidential, oauth.ClientSecretBasic('wrong'))).exchange();
    await expect(failed).rejects.toMatchObject({ status: 401, cause: [{ scheme: 'basic' }] });
    await expect((await login(sandbox, confidential, oauth.None())).exchange()).rejects.toThrow();
    const { form } = microblog(sandbox);
    const basic = `Basic ${Buffer.from(`${apps.basic.client}:${apps.basic.clientSecret}`).toString('base64')}`;
    const both = { client_id: apps.basic.client, client_secret: apps.basic.clientSecret };
    expect((await form('/2/oauth2/revoke', { token: 'x', ...both }, { authorization: basic })).status).toBe(200);
    for (const other of [{ client_id: apps.pro.client }, { client_secret: 'wrong' }]) {
      const refused = await form('/2/oauth2/revoke', { token: 'x', ...both, ...other }, { authorization: basic });
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    }
  });

  test.each([
    ['too long, in JSON', 'application/json', JSON.stringify({ token: 'a'.repeat(20_000) })],
    ['too long, in a form', 'application/x-www-form-urlencoded', `token=${'a'.repeat(20_000)}`],
    ['with U+0000, in JSON', 'application/json', '{"token":"\\u0000"}'],
    ['with U+0000, in a form', 'application/x-www-form-urlencoded', 'token=a%00'],
  ])('a body %s is refused', async (_what, type, body) => {
    const { fetchV2 } = microblog(await engine.open('b-microblog'));
    const answer = await fetchV2(streamed(`${V2}/2/oauth2/revoke`, body, { 'content-type': type }));
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('the fields may be in the query, and a verifier may be longer than RFC 7636 has it', async () => {
    const sandbox = await engine.open('b-microblog');
    const verifier = 'v'.repeat(171);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const { query } = await asked(publicClient, { code_challenge: challenge, code_challenge_method: 'S256' });
    const code = new URL((await consent(sandbox, query)).location ?? '').searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, client_id: apps.pro.client, code_verifier: verifier };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await microblog(sandbox).fetchV2(`${V2}/2/oauth2/token?${new URLSearchParams(fields)}`, { method: 'POST', headers });
    expect([answer.status, await answer.json()]).toMatchObject([200, { token_type: 'bearer' }]);
  });

  test('the fields may come as JSON', async () => {
    const sandbox = await engine.open('b-microblog');
    const { fetchV2 } = microblog(sandbox);
    const revoke = async (body: string) => {
      const headers = { 'content-type': 'application/json;charset=UTF-8' };
      const answer = await fetchV2(`${V2}/2/oauth2/revoke`, { method: 'POST', headers, body });
      return [answer.status, await answer.json()];
    };
    const { access_token } = await (await login(sandbox)).exchange();
    expect(await revoke(JSON.stringify({ token: access_token, client_id: apps.pro.client }))).toEqual([200, { revoked: true }]);
    expect(await whoIs(sandbox, access_token)).toBe(401);
    for (const body of ['{', '[]', 'null', '{"token":5,"client_id":"x"}'])
      expect(await revoke(body)).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('a plain challenge is compared as it is', async () => {
    const sandbox = await engine.open('b-microblog');
    const verifier = 'v'.repeat(43);
    const { query } = await asked(publicClient, { code_challenge: verifier, code_challenge_method: 'plain' });
    const { location } = await consent(sandbox, query);
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    const { form } = microblog(sandbox);
    const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, client_id: apps.pro.client };
    const wrong = await form('/2/oauth2/token', { ...fields, code_verifier: 'w'.repeat(43) });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect((await form('/2/oauth2/token', { ...fields, redirect_uri: 'https://other.example', code_verifier: verifier })).status).toBe(400);
    expect((await form('/2/oauth2/token', { ...fields, code_verifier: verifier })).status).toBe(200);
  });

  test('a second use of a code revokes what came of the first', async () => {
    const sandbox = await engine.open('b-microblog');
    const { exchange } = await login(sandbox);
    const { access_token, refresh_token = '' } = await exchange();
    await expect(exchange()).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await whoIs(sandbox, access_token)).toBe(401);
    await expect(refresh(sandbox, refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('a code is good for 30 seconds of the sandbox clock', async () => {
    const sandbox = await engine.open('b-microblog');
    const [early, late] = [await login(sandbox), await login(sandbox)];
    await sandbox.moveClock(sandbox.clock.now() + 29_000);
    await early.exchange();
    await sandbox.moveClock(sandbox.clock.now() + 1_000);
    await expect(late.exchange()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('what has expired a day ago is removed when something new is granted', async () => {
    const sandbox = await engine.open('b-microblog');
    const count = async () => {
      const { read } = sandbox.platformOf('b-microblog').store as unknown as MicroblogPlatform['store'];
      const codes = await read.selectFrom('b_codes').selectAll().execute();
      const granted = await read
        .selectFrom('b_tokens')
        .selectAll()
        .where('kind', '=', 'user')
        .where('expires_at', 'is not', null)
        .execute();
      return [codes.length, granted.length];
    };
    const { refresh_token = '' } = await (await login(sandbox)).exchange();
    expect(await count()).toEqual([1, 1]);
    await sandbox.moveClock(sandbox.clock.now() + 100_000_000);
    await login(sandbox);
    await refresh(sandbox, refresh_token);
    expect(await count()).toEqual([1, 1]);
  });

  test('refresh tokens rotate, and a second use of one revokes all tokens of the grant', async () => {
    const sandbox = await engine.open('b-microblog');
    const first = await (await login(sandbox)).exchange();
    const second = await refresh(sandbox, first.refresh_token ?? '');
    const third = await refresh(sandbox, second.refresh_token ?? '');
    expect(await whoIs(sandbox, third.access_token)).toBe('ines_b');
    await expect(refresh(sandbox, first.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
    for (const { access_token } of [first, second, third]) expect(await whoIs(sandbox, access_token)).toBe(401);
    await expect(refresh(sandbox, third.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('of two uses of a refresh token at once, one is too many', async () => {
    const sandbox = await engine.open('b-microblog');
    const first = await (await login(sandbox)).exchange();
    const both = await Promise.allSettled([refresh(sandbox, first.refresh_token ?? ''), refresh(sandbox, first.refresh_token ?? '')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const one of both) if (one.status === 'fulfilled') expect(await whoIs(sandbox, one.value.access_token)).toBe(401);
  });

  test('a revoked token stops at once, and a token that nobody knows is revoked too', async () => {
    const sandbox = await engine.open('b-microblog');
    const { access_token } = await (await login(sandbox)).exchange();
    expect(await whoIs(sandbox, access_token)).toBe('ines_b');
    const { form } = microblog(sandbox);
    const others = await form('/2/oauth2/revoke', { token: access_token, client_id: apps.free.client });
    expect([others.status, await whoIs(sandbox, access_token)]).toEqual([200, 'ines_b']);
    for (const token of [access_token, 'nobody'])
      expect(await (await form('/2/oauth2/revoke', { token, client_id: apps.pro.client })).json()).toEqual({ revoked: true });
    expect(await whoIs(sandbox, access_token)).toBe(401);
  });

  test('a grant without offline.access has no refresh token', async () => {
    const sandbox = await engine.open('b-microblog');
    const { verifier, query } = await asked(publicClient, { scope: 'users.read tweet.read' });
    const { location } = await consent(sandbox, query);
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    const fields = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, client_id: apps.pro.client, code_verifier: verifier };
    const body: unknown = await (await microblog(sandbox).form('/2/oauth2/token', fields)).json();
    expect(body).not.toHaveProperty('refresh_token');
  });

  test('the page lists what is asked for, and a user who cancels goes back', async () => {
    const sandbox = await engine.open('b-microblog');
    const { query } = await asked(publicClient);
    const { shown, text, location } = await consent(sandbox, query, { decision: 'deny' });
    expect(shown.headers.get('x-frame-options')).toBe('DENY');
    for (const words of ['Tide desk', 'Read the posts that the user can see', 'Inês Barros (@ines_b)']) expect(text).toContain(words);
    expect(location).toBe(`${REDIRECT}?error=access_denied&state=tide+1`);
  });

  test('what is wrong with a request for consent', async () => {
    const sandbox = await engine.open('b-microblog');
    const tried = async (more: Record<string, string>) => {
      const { shown, location } = await consent(sandbox, (await asked(publicClient, more)).query);
      return location === null ? shown.status : new URL(location).searchParams.get('error');
    };
    // An address that is not registered gets no redirect.
    expect(await tried({ client_id: 'unknown' })).toBe(400);
    expect(await tried({ redirect_uri: `${REDIRECT}/other` })).toBe(400);
    expect(await tried({ redirect_uri: 'https://evil.example' })).toBe(400);
    expect(await tried({ state: 's'.repeat(501) })).toBe(400);
    expect(await tried({ scope: 'tweet.read everything' })).toBe(400);
    expect(await tried({ response_type: 'token' })).toBe('unsupported_response_type');
    expect(await tried({ code_challenge: 'short' })).toBe('invalid_request');
    expect(await tried({ code_challenge_method: 'S512' })).toBe('invalid_request');
  });

  test('a form that the page did not make is refused', async () => {
    const sandbox = await engine.open('b-microblog');
    const { query } = await asked(publicClient);
    const { fetchV2 } = microblog(sandbox);
    const body = new URLSearchParams({ token: 'x', user: INES, decision: 'allow' });
    const sent = await fetchV2(`${V2}/2/oauth2/authorize?${new URLSearchParams(query)}`, { method: 'POST', body, redirect: 'manual' });
    expect([sent.status, sent.headers.get('location')]).toEqual([403, null]);
  });

  test('an application gets its app-only token, the same each time', async () => {
    const sandbox = await engine.open('b-microblog');
    const { form } = microblog(sandbox);
    const basic = (key: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` });
    const fields = { grant_type: 'client_credentials' };
    for (let time = 0; time < 2; time++) {
      const answer = await form('/oauth2/token', fields, basic(...apps.basic.consumer));
      expect(await answer.json()).toEqual({ token_type: 'bearer', access_token: apps.basic.bearer });
    }
    expect((await form('/oauth2/token', fields, basic(apps.basic.consumer[0], 'wrong'))).status).toBe(401);
    const other = await form('/oauth2/token', { grant_type: 'password' }, basic(...apps.basic.consumer));
    expect([other.status, await other.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
  });
});

test('where others than this machine reach the service, its seeded applications are refused', async () => {
  const sandbox = await createSandbox({ services: ['b-microblog'], at: 'story', refusesSeeded: true });
  onTestFinished(() => sandbox.close());
  const { app, fetchV1, fetchV2, form, act, user, v1 } = microblog(sandbox);
  const query = new URLSearchParams({ response_type: 'code', client_id: apps.pro.client, redirect_uri: REDIRECT, scope: 'users.read' });
  expect((await fetchV2(`${V2}/2/oauth2/authorize?${query}`)).status).toBe(400);
  const basic = Buffer.from(apps.basic.consumer.join(':')).toString('base64');
  expect((await form('/oauth2/token', { grant_type: 'client_credentials' }, { authorization: `Basic ${basic}` })).status).toBe(401);
  expect((await fetchV1(await signed(new Request(`${V1}/account/settings.json`), ines))).status).toBe(401);
  expect((await app().getUser({ path: { id: INES } })).status).toBe(401);
  // Elsewhere, an unsigned request acts for a seeded user.
  expect((await v1.getAccountSettings({})).status).toBe(401);
  // What control mints is nobody else's.
  const minted = await act('mint-token', { app: apps.pro.id, username: 'ines_b', scopes: 'tweet.read users.read' });
  const { result } = minted.body as { result: { access_token: string } };
  expect((await user(result.access_token).getCurrentUser({})).status).toBe(200);
});
