// Tests the services while their PostgreSQL is gone: 503 in their own shapes, and they recover by themselves.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastingTokens } from '../../services/a-identity/seed.ts';
import { keys } from '../../services/h-email/seed.ts';
import { type ControlledSandbox, createSandbox } from '../../services/index.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../support/postgres.ts';

// Where PostgreSQL is not installed, ../support/postgres.ts prints a line that says so.
describe.skipIf(!POSTGRES)('while the database is gone', () => {
  let postgres: TestPostgres;
  let sandbox: ControlledSandbox;
  beforeAll(async () => {
    postgres = await startPostgres();
    const store = { postgres: await postgres.newDatabase() };
    sandbox = await createSandbox({ services: ['a-identity', 'h-email'], at: 'story', store, warn: () => {} });
  });
  afterAll(async () => {
    await sandbox.close();
    await postgres.stop();
  });

  async function send(document: string, url: string, headers: Record<string, string>, method = 'GET') {
    const response = await sandbox.fetch(document)(url, { headers, method });
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: (await response.json()) as unknown };
  }
  const account = (key = keys.starter as string) => send('h-email', 'https://email.example.com/v2/account', { 'x-api-key': key });
  const email = 'marta.lindqvist@brightloaf.example';
  const verify = () => send('h-email', `https://email.example.com/v2/email-verifier?email=${email}`, { 'x-api-key': keys.starter });
  const identity = (path: string, method: string, token: string = lastingTokens.allScopes) =>
    send('a-identity', `https://identity.example.com${path}`, { authorization: `Bearer ${token}` }, method);

  test('reads, changes and credentials are refused with 503, nothing is half done, and all is well when it is back', async () => {
    expect(await account()).toMatchObject({ status: 200 });
    expect(await identity('/oauth2/v2/userinfo', 'GET')).toMatchObject({ status: 200 });
    await postgres.kill();

    const unavailable = {
      status: 503,
      retryAfter: '1',
      body: { errors: [{ id: 'server_error', code: 503, details: 'The service is not available at the moment. Try again.' }] },
    };
    expect(await account()).toEqual(unavailable);
    // Its key is not kept in memory.
    expect(await account(keys.free)).toEqual(unavailable);
    expect(await verify()).toEqual(unavailable);
    const nested = { status: 503, retryAfter: '1', body: { error: { code: 503, status: 'INTERNAL' } } };
    expect(await identity('/oauth2/v2/userinfo', 'GET')).toMatchObject(nested);
    expect(await identity('/userinfo/v2/me', 'GET', lastingTokens.emailOnly)).toMatchObject(nested);
    expect(await identity('/oauth2/v2/certs', 'GET')).toMatchObject(nested);
    expect(await identity('/oauth2/v2/tokeninfo', 'POST')).toMatchObject({
      status: 503,
      retryAfter: '1',
      body: { error: 'invalid_request', error_description: 'The service is not available at the moment. Try again.' },
    });

    await postgres.restart();
    await expect.poll(async () => (await account()).status).toBe(200);
    expect((await account()).body).toMatchObject({ data: { requests: { verifications: { used: 496 } } } });
    expect(await verify()).toMatchObject({ status: 200 });
    expect(await identity('/oauth2/v2/tokeninfo', 'POST')).toMatchObject({ status: 200 });
  });
});
