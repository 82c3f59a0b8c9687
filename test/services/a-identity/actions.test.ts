// Tests what control can do with the identity service: the tokens that it mints work at once, and those that it revokes no longer do.

import { createIdentityClient } from '@octavo/interfaces/a-identity';
import { unwrap } from '@octavo/runtime';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import type { ControlledSandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

async function run(sandbox: ControlledSandbox, action: string, body: Record<string, unknown> = {}) {
  return unwrap(await sandbox.control.runAction({ path: { service: 'a-identity', action }, body }), 200).result as Record<string, string>;
}

const clientOf = (sandbox: ControlledSandbox, oauth2: string) =>
  createIdentityClient({ fetch: sandbox.fetch('a-identity'), credentials: { oauth2 } });

const INES = 'ines.varga@lumen.example';

describeOnEngines('control of the identity service', (engine) => {
  test('mints an access token with scopes, a client and a life, and revokes it', async () => {
    const sandbox = await engine.open('a-identity');
    const input = { user: INES, scopes: ['userinfo.email'], client: 'other-app', seconds: 60 };
    const { access_token = '' } = await run(sandbox, 'mint-access-token', input);
    const client = clientOf(sandbox, access_token);
    expect(unwrap(await client.introspectToken({ query: { access_token } }), 200)).toEqual({
      issued_to: 'other-app',
      audience: 'other-app',
      scope: 'userinfo.email',
      expires_in: 60,
      email: INES,
      verified_email: true,
    });
    expect(unwrap(await client.getUserInfo({}), 200)).not.toHaveProperty('name');
    await run(sandbox, 'revoke-token', { token: access_token });
    expect((await client.getUserInfo({})).status).toBe(401);
    expect((await client.introspectToken({ query: { access_token } })).status).toBe(400);
  });

  test('mints an ID token that a verifier accepts with the published keys, and introspection with its nonce', async () => {
    const sandbox = await engine.open('a-identity');
    await sandbox.clock.set(Date.parse('2026-11-21T09:29:56.700Z'));
    const first = await run(sandbox, 'mint-id-token', { user: INES, client: 'other-app', nonce: 'n-1' });
    const { id_token = '' } = await run(sandbox, 'mint-id-token', { user: INES, client: 'other-app', nonce: 'n-1' });
    expect(first.id_token).toBe(id_token);
    const { baseUrl } = await sandbox.listen('a-identity');
    const { payload } = await jwtVerify(id_token, createRemoteJWKSet(new URL(`${baseUrl}/oauth2/v2/certs`)), {
      issuer: 'https://auth.example.com',
      audience: 'other-app',
      currentDate: new Date(sandbox.clock.now()),
    });
    expect(payload).toMatchObject({ sub: '104810523906117422953', email: INES, email_verified: true, nonce: 'n-1' });
    const info = unwrap(await clientOf(sandbox, '').introspectToken({ query: { id_token } }), 200);
    expect(info).toMatchObject({ issuer: 'https://auth.example.com', issued_at: payload.iat, nonce: 'n-1', expires_in: 3600 });
  });

  test('adds users, to whom tokens can be minted', async () => {
    const sandbox = await engine.open('a-identity');
    const { id = '' } = await run(sandbox, 'add-user', {
      email: 'ana@home.example',
      given_name: 'Ana',
      family_name: 'Lima',
      locale: 'pt-BR',
    });
    const { access_token = '' } = await run(sandbox, 'mint-access-token', { user: id });
    const claims = unwrap(await clientOf(sandbox, access_token).getMe({}), 200);
    expect(claims).toMatchObject({ id, name: 'Ana Lima', email: 'ana@home.example', verified_email: true, locale: 'pt-BR' });
    const { users } = await run(sandbox, 'list-users');
    expect(users).toHaveLength(3);
  });

  test.each([
    ['mint-access-token', { user: 'nobody' }, 404, 'No user has the identifier or the address nobody.'],
    ['mint-access-token', { user: INES, scopes: ['a b'] }, 400, expect.stringContaining('/scopes must')],
    ['mint-id-token', { user: INES, seconds: 0 }, 400, expect.stringContaining('/seconds must be from 1')],
    ['revoke-token', { token: 'at-unknown' }, 404, 'There is no such token.'],
    ['add-user', { email: INES, given_name: 'I', family_name: 'V' }, 400, `A user with the address ${INES} exists.`],
    ['add-user', { email: 'x', given_name: 'I', family_name: 'V' }, 400, '/email must be an email address.'],
    ['add-user', { email: 'x@y.example', given_name: 'I', family_name: 'V', locale: '!' }, 400, '/locale must be a BCP 47 tag.'],
  ])('refuses %s of %j', async (action, body, status, detail) => {
    const sandbox = await engine.open('a-identity');
    expect(await sandbox.control.runAction({ path: { service: 'a-identity', action }, body })).toMatchObject({ status, body: { detail } });
  });
});
