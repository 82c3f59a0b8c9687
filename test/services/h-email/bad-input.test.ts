// Tests what bad requests to the email service get: an error in its own shape, never a 500, and no credit is spent.

import { createEmailClient } from '@octavo/interfaces/h-email';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { keys } from '../../../services/h-email/seed.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

const LONG = 'x'.repeat(300);

const BAD: readonly (readonly [what: string, path: string, status: number, id: string, init?: RequestInit])[] = [
  ['neither domain nor company', '/domain-search?', 400, 'wrong_params'],
  ['a domain with a space', '/domain-search?domain=bright%20loaf', 400, 'invalid_domain'],
  ['a domain that is too long', `/domain-search?domain=${LONG}.example`, 400, 'invalid_domain'],
  ['an empty domain', '/domain-search?domain=', 400, 'invalid_domain'],
  ['a limit of 0', '/domain-search?domain=brightloaf.example&limit=0', 400, 'pagination_error'],
  ['a limit above 100', '/domain-search?domain=brightloaf.example&limit=101', 400, 'pagination_error'],
  ['a limit that is no number', '/domain-search?domain=brightloaf.example&limit=ten', 400, 'pagination_error'],
  ['a negative offset', '/domain-search?domain=brightloaf.example&offset=-1', 400, 'pagination_error'],
  ['an offset beyond what numbers hold', '/domain-search?domain=brightloaf.example&offset=1e400', 400, 'pagination_error'],
  ['a limit twice', '/domain-search?domain=brightloaf.example&limit=1&limit=2', 400, 'pagination_error'],
  ['an unknown type', '/domain-search?domain=brightloaf.example&type=robot', 400, 'invalid_type'],
  ['an unknown level', '/domain-search?domain=brightloaf.example&seniority=senior,boss', 400, 'invalid_seniority'],
  ['an unknown department', '/domain-search?domain=brightloaf.example&department=', 400, 'invalid_department'],
  ['an unknown field', '/domain-search?domain=brightloaf.example&required_field=shoe_size', 400, 'wrong_params'],
  ['a null character in a company', '/domain-search?company=%00', 400, 'wrong_params'],
  ['a broken percent-encoding', '/domain-search?domain=%E0%A4%A', 400, 'invalid_domain'],
  ['a first name without a last name', '/email-finder?domain=brightloaf.example&first_name=Marta', 400, 'wrong_params'],
  ['a person without a company', '/email-finder?full_name=Marta%20Lindqvist', 400, 'wrong_params'],
  ['a name without letters', '/email-finder?domain=brightloaf.example&full_name=%2D%2D', 400, 'invalid_full_name'],
  ['a null character in a handle', '/email-finder?linkedin_handle=a%00b', 400, 'wrong_params'],
  ['a duration that is too short', '/email-finder?domain=brightloaf.example&full_name=A%20B&max_duration=2', 400, 'invalid_max_duration'],
  ['no address', '/email-verifier?', 400, 'wrong_params'],
  ['an address without a domain', '/email-verifier?email=marta', 400, 'invalid_email'],
  ['an address with a null character', '/email-verifier?email=a%00@b.example', 400, 'wrong_params'],
  ['an address that is too long', `/email-verifier?email=${LONG}@b.example`, 400, 'invalid_email'],
  ['an unknown path', '/leads?', 404, 'not_found'],
  ['a method that the path does not have', '/account?', 405, 'bad_request', { method: 'POST' }],
  ['a query of 100,000 characters', `/domain-search?domain=${'x'.repeat(100_000)}`, 414, 'bad_request'],
];

describeOnEngines('bad requests to the email service', (engine) => {
  test('each gets the error of the service, and costs nothing', async () => {
    const sandbox = await engine.open('h-email');
    const server = sandbox.fetch('h-email');
    const got: unknown[] = [];
    for (const [what, path, , , init] of BAD) {
      // No rate limit is reached.
      await sandbox.clock.set(sandbox.clock.now() + 100);
      const response = await server(`https://email.example.com/v2${path}&api_key=${keys.starter}`, init);
      const { errors } = (await response.json()) as { errors: { id: string; code: number; details: string }[] };
      expect(errors[0]?.details).toEqual(expect.any(String));
      got.push([what, response.status, errors[0]?.code, errors[0]?.id]);
    }
    expect(got).toEqual(BAD.map(([what, , status, id]) => [what, status, status, id]));
    const client = createEmailClient({ fetch: server, credentials: { apiKey: keys.starter } });
    expect(unwrap(await client.getAccount({}), 200).data.requests.credits).toEqual({ used: 660, available: 1340 });
  });

  test.each([
    ['no key', ''],
    ['an empty key', '?api_key='],
    ['an unknown key', '?api_key=0000'],
    ['a very long key', `?api_key=${LONG}`],
    ['the test key', `?api_key=${keys.test}`],
  ])('the account with %s is 401', async (_what, query) => {
    const sandbox = await engine.open('h-email');
    const response = await sandbox.fetch('h-email')(`https://email.example.com/v2/account${query}`);
    expect([response.status, await response.json()]).toMatchObject([401, { errors: [{ id: 'authentication_failed', code: 401 }] }]);
  });
});
