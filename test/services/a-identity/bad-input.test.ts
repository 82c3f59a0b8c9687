// Tests what bad requests to the identity service get: an error in the shape of the operation, and never a 500.

import { expect, test } from 'vitest';
import { tokens } from '../../../services/a-identity/seed.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

const form = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
});
const POST: RequestInit = { method: 'POST' };
const INFO = '/oauth2/v2/tokeninfo';
const ME = '/userinfo/v2/me';
const authorized: RequestInit = { headers: { authorization: `Bearer ${tokens.allScopes}` } };

/** Errors of tokeninfo are flat. */
const FLAT: readonly (readonly [what: string, path: string, init: RequestInit, status: number, error: string])[] = [
  ['no token', INFO, POST, 400, 'invalid_token'],
  ['an empty token', `${INFO}?access_token=`, POST, 400, 'invalid_token'],
  ['an access token as an ID token', `${INFO}?id_token=${tokens.allScopes}`, POST, 400, 'invalid_token'],
  ['an ID token as an access token', `${INFO}?access_token=${tokens.idToken}`, POST, 400, 'invalid_token'],
  ['an ID token with another signature', `${INFO}?id_token=${tokens.idToken.slice(0, -4)}AAAA`, POST, 400, 'invalid_token'],
  ['two tokens', `${INFO}?access_token=a&access_token=b`, POST, 400, 'invalid_request'],
  ['an unknown format', `${INFO}?access_token=a&alt=xml`, POST, 400, 'invalid_request'],
  ['a form without a token', INFO, form('token=a'), 400, 'invalid_token'],
  ['a form that is too long', INFO, form(`access_token=${'x'.repeat(20_000)}`), 400, 'invalid_token'],
];

/** Errors of userinfo and of the service as a whole are nested. */
const NESTED: readonly (readonly [what: string, path: string, init: RequestInit, status: number, name: string])[] = [
  ['no token', ME, {}, 401, 'UNAUTHENTICATED'],
  ['another scheme', ME, { headers: { authorization: 'Basic YTpi' } }, 401, 'UNAUTHENTICATED'],
  ['an empty token in the query', `${ME}?oauth_token=`, {}, 401, 'UNAUTHENTICATED'],
  ['an unknown format', `${ME}?alt=xml`, authorized, 400, 'INVALID_ARGUMENT'],
  ['a user text that is too long', `${ME}?quotaUser=${'x'.repeat(41)}`, authorized, 400, 'INVALID_ARGUMENT'],
  ['a flag that is none', `${ME}?prettyPrint=maybe`, authorized, 400, 'INVALID_ARGUMENT'],
  ['a query of 100,000 characters', `${INFO}?access_token=${'x'.repeat(100_000)}`, POST, 414, 'INVALID_ARGUMENT'],
  // The platform refuses it before an operation is found, so in the form of the document.
  ['a token with a null character', `${INFO}?access_token=%00`, POST, 400, 'INVALID_ARGUMENT'],
  ['an unknown path', '/oauth2/v3/userinfo', authorized, 404, 'NOT_FOUND'],
  ['a method that the path does not have', ME, { ...authorized, method: 'DELETE' }, 405, 'INVALID_ARGUMENT'],
];

describeOnEngines('bad requests to the identity service', (engine) => {
  test('each gets the error of its operation', async () => {
    const sandbox = await engine.open('a-identity');
    const send = async (path: string, init: RequestInit) => {
      const response = await sandbox.fetch('a-identity')(`https://identity.example.com${path}`, init);
      return { status: response.status, body: (await response.json()) as { error: unknown; error_description?: unknown } };
    };
    const flat: unknown[] = [];
    for (const [what, path, init] of FLAT) {
      const { status, body } = await send(path, init);
      expect(body.error_description).toEqual(expect.any(String));
      flat.push([what, status, body.error]);
    }
    expect(flat).toEqual(FLAT.map(([what, , , status, error]) => [what, status, error]));

    const nested: unknown[] = [];
    for (const [what, path, init] of NESTED) {
      const { status, body } = await send(path, init);
      const { code, status: name } = body.error as { code: number; status: string };
      nested.push([what, status, code, name]);
    }
    expect(nested).toEqual(NESTED.map(([what, , , status, name]) => [what, status, status, name]));
  });
});
