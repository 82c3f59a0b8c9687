// Tests the identity service alive: claims by scope, introspection, expiry, revocation, and what bad requests get.

import { createIdentityClient, type IdentityClient } from '@octavo/interfaces/a-identity';
import { unwrap } from '@octavo/runtime';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { tokens } from '../../../services/a-identity/seed.ts';
import type { ControlledSandbox, Sandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

const HOST = 'https://identity.example.com';

async function send(sandbox: Sandbox, path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown; text: string }> {
  const response = await sandbox.fetch('a-identity')(`${HOST}${path}`, init);
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), text };
}

const ALWAYS = ['hd', 'id', 'picture'];
const EMAIL = ['email', 'verified_email'];
const PROFILE = ['family_name', 'gender', 'given_name', 'link', 'locale', 'name'];

describeOnEngines('the identity service', (engine) => {
  async function open(token: string = tokens.allScopes): Promise<{ sandbox: ControlledSandbox; client: IdentityClient }> {
    const sandbox = await engine.open('a-identity');
    return { sandbox, client: createIdentityClient({ fetch: sandbox.fetch('a-identity'), credentials: { oauth2: token } }) };
  }

  test.each([
    ['all scopes', tokens.allScopes, [...ALWAYS, ...EMAIL, ...PROFILE]],
    ['the email scope', tokens.emailOnly, [...ALWAYS, ...EMAIL]],
    ['the profile scope', tokens.profileOnly, [...ALWAYS, ...PROFILE]],
  ])('A1, A5: a token with %s reads the claims of its scopes', async (_name, token, claims) => {
    const { client } = await open(token);
    expect(Object.keys(unwrap(await client.getUserInfo({}), 200)).toSorted()).toEqual(claims.toSorted());
  });

  test('the tokens that a sandbox shows are still valid after nine years', async () => {
    const { sandbox } = await open();
    await sandbox.clock.set(Date.parse('2035-11-21T00:00:00Z'));
    for (const { value } of sandbox.services.flatMap(({ credentials }) => credentials)) {
      expect(await send(sandbox, '/oauth2/v2/userinfo', { headers: { authorization: `Bearer ${value}` } })).toMatchObject({ status: 200 });
    }
  });

  test('A4: both paths give the same answer, byte for byte', async () => {
    const { sandbox } = await open();
    for (const token of [tokens.allScopes, tokens.profileOnly, tokens.noScopes, tokens.expired, 'at-unknown']) {
      const init = { headers: { authorization: `Bearer ${token}` } };
      const [left, right] = await Promise.all([send(sandbox, '/oauth2/v2/userinfo', init), send(sandbox, '/userinfo/v2/me', init)]);
      expect(right).toEqual(left);
    }
  });

  test('a token in the query is as good as one in the header', async () => {
    const { sandbox } = await open();
    expect(await send(sandbox, `/oauth2/v2/userinfo?oauth_token=${tokens.emailOnly}`)).toMatchObject({ status: 200 });
    expect(await send(sandbox, '/oauth2/v2/userinfo?oauth_token=at-unknown')).toMatchObject({ status: 401 });
  });

  test.each(['/oauth2/v2/userinfo', '/userinfo/v2/me'])(
    '%s takes a token as OAuth 2.0 names it in the query (RFC 6750 2.3)',
    async (path) => {
      const { sandbox } = await open();
      const given = await send(sandbox, `${path}?alt=json&access_token=${tokens.emailOnly}`);
      expect(given).toEqual(await send(sandbox, path, { headers: { authorization: `Bearer ${tokens.emailOnly}` } }));
      expect(await send(sandbox, `${path}?access_token=at-unknown`)).toMatchObject({ status: 401 });
      expect(await send(sandbox, `${path}?access_token=`)).toMatchObject({ status: 401 });
    },
  );

  test.each([
    ['no token', undefined, 'required'],
    ['an unknown token', 'at-unknown', 'authError'],
    ['a revoked token', tokens.revoked, 'authError'],
    ['an expired token', tokens.expired, 'authError'],
    ['a token without any of the scopes', tokens.noScopes, 'required'],
    ['an ID token', tokens.idToken, 'authError'],
  ])('userinfo with %s is 401 with the reason of the record', async (_name, token, reason) => {
    const { sandbox } = await open();
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    expect(await send(sandbox, '/oauth2/v2/userinfo', { headers })).toMatchObject({
      status: 401,
      body: { error: { code: 401, status: 'UNAUTHENTICATED', errors: [{ domain: 'global', reason, location: 'Authorization' }] } },
    });
  });

  test('A2, A3: introspection of an access token names its audience, scopes and expiry, and shows the email only by scope', async () => {
    const { client } = await open();
    const info = async (access_token: string) => unwrap(await client.introspectToken({ query: { access_token } }), 200);
    expect(await info(tokens.allScopes)).toEqual({
      issued_to: 'harbour-web.apps.example.com',
      audience: 'harbour-web.apps.example.com',
      user_id: '104810523906117422953',
      scope: 'openid userinfo.email userinfo.profile',
      expires_in: 2718,
      email: 'ines.varga@lumen.example',
      verified_email: true,
    });
    expect(Object.keys(await info(tokens.profileOnly)).toSorted()).toEqual(['audience', 'expires_in', 'issued_to', 'scope', 'user_id']);
    expect(await info(tokens.emailOnly)).not.toHaveProperty('user_id');
  });

  test('introspection of an ID token names its issuer and when it was issued, and no scope', async () => {
    const { client } = await open();
    const info = unwrap(await client.introspectToken({ query: { id_token: tokens.idToken } }), 200);
    expect(info).toMatchObject({
      issuer: 'https://auth.example.com',
      issued_at: 1795251600,
      expires_in: 1804,
      user_id: '104810523906117422953',
    });
    expect(info).not.toHaveProperty('scope');
  });

  test('the expiry counts down on the sandbox clock, and at 0 the token is no longer valid anywhere', async () => {
    const { sandbox, client } = await open();
    const introspect = () => client.introspectToken({ query: { access_token: tokens.allScopes } });
    await sandbox.clock.set(sandbox.clock.now() + 1_718_500);
    expect(unwrap(await introspect(), 200).expires_in).toBe(1000);
    await sandbox.clock.set(sandbox.clock.now() + 999_500);
    expect(await introspect()).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
    expect((await client.getUserInfo({})).status).toBe(401);
  });

  test('A6: introspection needs no credential besides the token, and ignores any', async () => {
    const { sandbox } = await open();
    const path = `/oauth2/v2/tokeninfo?access_token=${tokens.emailOnly}`;
    for (const init of [{}, { headers: { authorization: 'Bearer at-unknown' } }, { headers: { authorization: 'Basic YTpi' } }]) {
      expect(await send(sandbox, path, { method: 'POST', ...init })).toMatchObject({ status: 200, body: { scope: 'userinfo.email' } });
    }
  });

  test('A7, A8: introspection reveals another audience and a revoked token, where userinfo answers or is 401 without more', async () => {
    const { sandbox, client } = await open();
    const mint = { user: 'ines.varga@lumen.example', client: 'another-app' };
    const { result } = unwrap(
      await sandbox.control.runAction({ path: { service: 'a-identity', action: 'mint-access-token' }, body: mint }),
      200,
    );
    const { access_token } = result as { access_token: string };
    const foreign = unwrap(await client.introspectToken({ query: { access_token } }), 200);
    expect(foreign.audience).toBe('another-app');
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await send(sandbox, '/oauth2/v2/userinfo', { headers })).status).toBe(200);
    unwrap(
      await sandbox.control.runAction({ path: { service: 'a-identity', action: 'revoke-token' }, body: { token: access_token } }),
      200,
    );
    expect(await client.introspectToken({ query: { access_token } })).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
    const { status, text } = await send(sandbox, '/oauth2/v2/userinfo', { headers });
    expect(status).toBe(401);
    expect(text).not.toContain('revoked');
  });

  test('unknown, expired, revoked and missing tokens get the same answer', async () => {
    const { sandbox } = await open();
    const answers = new Set<string>();
    for (const query of ['access_token=at-unknown', `access_token=${tokens.expired}`, `access_token=${tokens.revoked}`, `id_token=x`]) {
      const { status, text } = await send(sandbox, `/oauth2/v2/tokeninfo?${query}`, { method: 'POST' });
      answers.add(`${status} ${text}`);
    }
    expect([...answers]).toHaveLength(1);
    const missing = await send(sandbox, '/oauth2/v2/tokeninfo', { method: 'POST' });
    expect(missing).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
  });

  test.each([
    [
      'a form',
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: `access_token=${tokens.emailOnly}` },
    ],
    ['the header', { method: 'POST', headers: { authorization: `Bearer ${tokens.emailOnly}` } }],
    ['the header of a GET', { method: 'GET', headers: { authorization: `Bearer ${tokens.emailOnly}` } }],
  ])('clients may also send the token in %s', async (_name, init) => {
    const { sandbox } = await open();
    expect(await send(sandbox, '/oauth2/v2/tokeninfo', init)).toMatchObject({ status: 200, body: { scope: 'userinfo.email' } });
  });

  test('fields leaves out the optional fields that it does not name, and prettyPrint sets line breaks', async () => {
    const { sandbox } = await open();
    const init = { headers: { authorization: `Bearer ${tokens.allScopes}` } };
    const { body, text } = await send(sandbox, '/oauth2/v2/userinfo?fields=email,%20name,unknown', init);
    expect(Object.keys(body as object).toSorted()).toEqual(['email', 'id', 'name', 'picture']);
    expect(text).toContain('\n  "');
    expect((await send(sandbox, '/oauth2/v2/userinfo?prettyPrint=false', init)).text).not.toContain('\n');
    expect((await send(sandbox, '/oauth2/v2/userinfo?alt=xml', init)).status).toBe(400);
  });

  test('the public keys of ID tokens verify the one of the document', async () => {
    const { sandbox } = await open();
    const { body } = await send(sandbox, '/oauth2/v2/certs');
    const { payload } = await jwtVerify(tokens.idToken, createLocalJWKSet(body as JSONWebKeySet), {
      issuer: 'https://auth.example.com',
      audience: 'harbour-web.apps.example.com',
      currentDate: new Date('2026-11-21T09:29:56Z'),
    });
    expect(payload).toMatchObject({ sub: '104810523906117422953', email: 'ines.varga@lumen.example' });
  });
});
