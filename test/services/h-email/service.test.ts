// Tests the email service alive: credits, limits, searches, the finder, verifications, and what bad requests get.

import { createEmailClient, type EmailClient } from '@octavo/interfaces/h-email';
import { unwrap } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { keys } from '../../../services/h-email/seed.ts';
import type { EmailTables } from '../../../services/h-email/tables.ts';
import type { ControlledSandbox, Sandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

function clientOf(sandbox: Sandbox, key: string): EmailClient {
  return createEmailClient({ fetch: sandbox.fetch('h-email'), credentials: { apiKey: key } });
}

/** The rows of the service. */
function rowsOf(sandbox: Sandbox): Kysely<EmailTables> {
  return sandbox.platformOf('h-email').store.read as Kysely<unknown> as Kysely<EmailTables>;
}

async function creditsOf(client: EmailClient) {
  return unwrap(await client.getAccount({}), 200).data.requests;
}

const MARTA = 'marta.lindqvist@brightloaf.example';

describeOnEngines('the email service', (engine) => {
  async function open(key: string = keys.starter): Promise<{ sandbox: ControlledSandbox; client: EmailClient }> {
    const sandbox = await engine.open('h-email');
    return { sandbox, client: clientOf(sandbox, key) };
  }

  test('H5: the account shows the plan, the usage and the remaining credits, and reading it is free', async () => {
    const { client } = await open();
    const { data } = unwrap(await client.getAccount({}), 200);
    expect(data).toMatchObject({ email: 'priya.nair@papertrail.example', plan_name: 'Starter', reset_date: '2026-12-01' });
    expect(data.requests.credits).toEqual({ used: 660, available: 1340 });
    expect((await creditsOf(client)).credits.available).toBe(1340);
  });

  test('H2: a search returns addresses by confidence, pages them by offset, and costs a credit for ten', async () => {
    const { client } = await open();
    const first = unwrap(await client.searchDomain({ query: { domain: 'brightloaf.example', limit: 2 } }), 200);
    expect(first.data.emails.map(({ value, confidence }) => [value, confidence])).toEqual([
      [MARTA, 96],
      ['tomas.reyes@brightloaf.example', 88],
    ]);
    expect(first.meta).toMatchObject({ results: 3, limit: 2, offset: 0 });
    const second = unwrap(await client.searchDomain({ query: { domain: 'BRIGHTLOAF.example', limit: 2, offset: 2 } }), 200);
    expect(second.data.emails.map(({ value }) => value)).toEqual(['orders@brightloaf.example']);
    expect(second.meta).toMatchObject({ results: 3, offset: 2 });
    expect((await creditsOf(client)).searches).toEqual({ used: 414, available: 1338 });
  });

  test('a search by company filters by type, seniority, department, fields and verification', async () => {
    const { client } = await open();
    const found = async (query: object) => {
      const { data } = unwrap(await client.searchDomain({ query: { company: 'brightloaf', ...query } }), 200);
      return data.emails.map(({ value }) => value.split('@')[0]);
    };
    expect(await found({ type: 'generic' })).toEqual(['orders']);
    expect(await found({ seniority: ['senior', 'junior'] })).toEqual(['tomas.reyes']);
    expect(await found({ department: ['sales', 'it'] })).toEqual(['marta.lindqvist', 'tomas.reyes']);
    expect(await found({ required_field: ['full_name', 'phone_number'] })).toEqual(['marta.lindqvist']);
    expect(await found({ verification_status: ['valid'] })).toEqual(['marta.lindqvist']);
    expect(await found({ department: ['hr'] })).toEqual([]);
  });

  test('a search that returns no address costs nothing, and a free mail provider lists none', async () => {
    const { client } = await open();
    expect(unwrap(await client.searchDomain({ query: { domain: 'quietmill.example' } }), 200).data).toMatchObject({
      accept_all: true,
      emails: [],
    });
    expect(unwrap(await client.searchDomain({ query: { domain: 'postbox.example' } }), 200).data).toMatchObject({
      webmail: true,
      emails: [],
    });
    expect(unwrap(await client.searchDomain({ query: { domain: 'unheard-of.example' } }), 200).data.organization).toBeNull();
    expect((await creditsOf(client)).credits.used).toBe(660);
  });

  test('H3: the finder returns the most likely address with a score, and costs a credit if it found one', async () => {
    const { client } = await open();
    const domain = 'brightloaf.example';
    const marta = unwrap(await client.findEmail({ query: { domain, first_name: 'MARTA', last_name: 'lindqvist' } }), 200).data;
    expect(marta).toMatchObject({ email: MARTA, score: 96, first_name: 'Marta', company: 'Brightloaf' });
    const anna = unwrap(await client.findEmail({ query: { company: 'Brightloaf', full_name: 'Anna Berg' } }), 200).data;
    expect(anna).toMatchObject({ email: 'anna.berg@brightloaf.example', score: 80, sources: [] });
    const sven = unwrap(await client.findEmail({ query: { domain, first_name: 'Sven', last_name: 'Ekdahl' } }), 200).data;
    expect(sven).toMatchObject({ email: null, score: null, accept_all: null, first_name: 'Sven' });
    const handle = unwrap(await client.findEmail({ query: { linkedin_handle: 'marta-lindqvist' } }), 200).data;
    expect(handle.email).toBe(MARTA);
    expect((await creditsOf(client)).searches.used).toBe(415);
  });

  test('a longer search finds more', async () => {
    const { client } = await open();
    const query = { domain: 'brightloaf.example', full_name: 'Ole Strand' };
    const found = async (seconds?: number) => {
      const { data, meta } = unwrap(
        await client.findEmail({ query: { ...query, ...(seconds !== undefined && { max_duration: seconds }) } }),
        200,
      );
      return [data.email, meta.params?.max_duration];
    };
    expect(await found()).toEqual([null, null]);
    expect(await found(10)).toEqual([null, 10]);
    expect(await found(20)).toEqual(['ole.strand@brightloaf.example', 20]);
  });

  test('H4: deliverable, risky and undeliverable are results, and each costs half a credit', async () => {
    const { client } = await open();
    const verdict = async (email: string) => unwrap(await client.verifyEmail({ query: { email } }), 200).data.result;
    expect(await verdict(MARTA)).toBe('deliverable');
    expect(await verdict('office@quietmill.example')).toBe('risky');
    expect(await verdict('sven.ekdahl@brightloaf.example')).toBe('undeliverable');
    expect(await creditsOf(client)).toMatchObject({ credits: { available: 1338 }, verifications: { used: 499, available: 2677 } });
    expect(await verdict('someone@postbox.example')).toBe('risky');
    expect((await creditsOf(client)).verifications.used).toBe(499);
  });

  test('a slow verification is in progress, costs nothing more while it is, and is charged once when it is done', async () => {
    const { sandbox, client } = await open();
    const query = { email: 'tomas.reyes@brightloaf.example' };
    for (let poll = 0; poll < 3; poll += 1) {
      const pending = await client.verifyEmail({ query });
      expect(pending).toMatchObject({
        status: 202,
        headers: { 'Retry-After': 5 },
        body: { data: { status: 'unknown', smtp_check: null } },
      });
    }
    expect((await creditsOf(client)).verifications.used).toBe(496);
    await sandbox.clock.set(sandbox.clock.now() + 30_000);
    expect(unwrap(await client.verifyEmail({ query }), 200).data.status).toBe('valid');
    expect((await creditsOf(client)).verifications.used).toBe(497);
  });

  test('requests at once begin one verification of a slow address, and each that gets its result is charged for one', async () => {
    const { sandbox, client } = await open();
    const verify = () => client.verifyEmail({ query: { email: 'tomas.reyes@brightloaf.example' } });
    const begun = await Promise.all(Array.from({ length: 10 }, verify));
    expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await rowsOf(sandbox).selectFrom('h_verifications').selectAll().execute()).toHaveLength(1);
    await sandbox.clock.set(sandbox.clock.now() + 30_000);
    const done = await Promise.all(Array.from({ length: 10 }, verify));
    // The first gets the result, which ends the verification; the others begin the next.
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 202)]);
    expect((await creditsOf(client)).verifications.used).toBe(497);
  });

  test('a mail server that fails gives 222 and costs nothing', async () => {
    const { client } = await open();
    const { status, body } = await client.verifyEmail({ query: { email: 'press@brightloaf.example' } });
    expect([status, body]).toEqual([
      222,
      { errors: [{ id: 'verification_failed', code: 222, details: 'The mail server of brightloaf.example closed the connection.' }] },
    ]);
    expect((await creditsOf(client)).verifications.used).toBe(496);
  });

  test('an address whose owner opted out is refused by the finder and the verifier', async () => {
    const { client } = await open();
    const refused = { status: 451, body: { errors: [{ id: 'claimed_email', code: 451 }] } };
    expect(await client.verifyEmail({ query: { email: 'ida.falk@brightloaf.example' } })).toMatchObject(refused);
    expect(await client.findEmail({ query: { domain: 'brightloaf.example', full_name: 'Ida Falk' } })).toMatchObject(refused);
  });

  test('an allotment that is used up is 429 until the period ends, and then begins anew', async () => {
    const { sandbox, client } = await open(keys.spent);
    const refused = await client.verifyEmail({ query: { email: MARTA } });
    const seconds = (Date.parse('2026-12-01') - sandbox.clock.now()) / 1000;
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'Retry-After': seconds },
      body: { errors: [{ id: 'too_many_requests', code: 429, details: 'No credits are left until 2026-12-01.' }] },
    });
    await sandbox.clock.set(Date.parse('2026-12-01'));
    expect(unwrap(await client.getAccount({}), 200).data.reset_date).toBe('2027-01-01');
    expect(unwrap(await client.verifyEmail({ query: { email: MARTA } }), 200).data.status).toBe('valid');
    expect((await creditsOf(client)).verifications).toEqual({ used: 1, available: 99 });
  });

  test('50 calls at once spend no more than is left', async () => {
    const { sandbox, client } = await open(keys.free);
    // Each call in a second of its own, since the rate limit is lower than the credits.
    const statuses: number[] = [];
    for (let burst = 0; burst < 8; burst += 1) {
      await sandbox.clock.set(sandbox.clock.now() + 1000);
      const calls = Array.from({ length: 15 }, () =>
        client.findEmail({ query: { domain: 'brightloaf.example', full_name: 'Marta Lindqvist' } }),
      );
      statuses.push(...(await Promise.all(calls)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(70);
    expect((await creditsOf(client)).credits).toEqual({ used: 50, available: 0 });
  });

  test('too many requests in a second are 403, and succeed a moment later', async () => {
    const { sandbox, client } = await open();
    const search = () => client.searchDomain({ query: { domain: 'quietmill.example' } });
    const first = await Promise.all(Array.from({ length: 16 }, search));
    expect(first.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(first.find(({ status }) => status === 403)).toMatchObject({
      headers: { 'Retry-After': 1 },
      body: { errors: [{ id: 'rate_limit_exceeded', code: 403, details: 'Too many requests in this second.' }] },
    });
    await sandbox.clock.set(sandbox.clock.now() + 1000);
    expect((await search()).status).toBe(200);
  });

  test('500 requests are accepted in a minute, and the rest when it is over', async () => {
    const { sandbox, client } = await open();
    const search = () => client.searchDomain({ query: { domain: 'quietmill.example' } });
    for (let second = 0; second < 33; second += 1) {
      const burst = await Promise.all(Array.from({ length: 15 }, search));
      expect(burst.every(({ status }) => status === 200)).toBe(true);
      await sandbox.clock.set(sandbox.clock.now() + 1000);
    }
    const last = await Promise.all(Array.from({ length: 15 }, search));
    expect(last.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(last.find(({ status }) => status === 403)).toMatchObject({
      headers: { 'Retry-After': 27 },
      body: { errors: [{ details: 'Too many requests in this minute.' }] },
    });
    await sandbox.clock.set(sandbox.clock.now() + 27_000);
    expect((await search()).status).toBe(200);
  });

  test('the free plan has ten addresses on one page', async () => {
    const { client } = await open(keys.free);
    const refused = await client.searchDomain({ query: { domain: 'brightloaf.example', limit: 11 } });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ id: 'pagination_error', details: 'Your plan allows a limit of at most 10.' }] },
    });
  });

  test('the test key validates parameters, gives fixed answers with the page that was asked, and has no account', async () => {
    const { client } = await open(keys.test);
    const { data, meta } = unwrap(await client.searchDomain({ query: { domain: 'anything.example', limit: 7, offset: 4 } }), 200);
    expect([data.emails.length, meta.limit, meta.offset]).toEqual([2, 7, 4]);
    expect(unwrap(await client.findEmail({ query: { domain: 'x.example', full_name: 'No One' } }), 200).data.email).toBe(MARTA);
    const { body } = await client.verifyEmail({ query: { email: 'a@b.example' } });
    expect(body).toMatchObject({ data: { email: MARTA, status: 'valid' }, meta: { params: { email: 'a@b.example' } } });
    expect(await client.getAccount({})).toMatchObject({ status: 401, body: { errors: [{ id: 'authentication_failed' }] } });
    expect((await client.searchDomain({ query: { domain: 'x.example', limit: 101 } })).status).toBe(400);
  });

  test.each([
    ['the query', (key: string) => ({ query: `api_key=${key}`, headers: {} })],
    ['a header', (key: string) => ({ query: '', headers: { 'x-api-key': key } })],
    ['a bearer token', (key: string) => ({ query: '', headers: { authorization: `Bearer ${key}` } })],
  ])('H1: a key is accepted in %s, and an unknown one refused', async (_where, carry) => {
    const { sandbox } = await open();
    const send = (operation: string, { query, headers }: { query: string; headers: Record<string, string> }) =>
      sandbox.fetch('h-email')(`https://email.example.com/v2/${operation}&${query}`, { headers });
    const operations = [
      'domain-search?domain=quietmill.example',
      'email-finder?domain=quietmill.example&full_name=No%20One',
      `email-verifier?email=${MARTA}`,
      'account?',
    ];
    for (const operation of operations) {
      expect([operation, (await send(operation, carry(keys.starter))).status]).toEqual([operation, 200]);
      const refused = await send(operation, carry('0000'));
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ errors: [{ id: 'authentication_failed', code: 401 }] });
    }
  });

  test.each([
    [{ domain: 'not a domain' }, 'invalid_domain', expect.stringContaining('domain')],
    [{ company: 'Nobody & Sons' }, 'invalid_domain', 'No domain is known for the company Nobody & Sons.'],
  ])('a search for %j is refused with %s', async (query, id, details) => {
    const { client } = await open();
    expect(await client.searchDomain({ query })).toMatchObject({ status: 400, body: { errors: [{ id, code: 400, details }] } });
  });

  test.each([
    [{ domain: 'brightlaof.example', full_name: 'Marta Lindqvist' }, 'invalid_domain'],
    [{ domain: 'brightloaf.example', full_name: '7 42' }, 'invalid_full_name'],
    [{ domain: 'brightloaf.example', first_name: '7', last_name: 'Lindqvist' }, 'invalid_first_name'],
    [{ domain: 'brightloaf.example', first_name: 'Marta', last_name: '-' }, 'invalid_last_name'],
    [{ linkedin_handle: 'no-such-person' }, 'wrong_params'],
  ])('the finder refuses %j with %s, and charges nothing', async (query, id) => {
    const { client } = await open();
    expect(await client.findEmail({ query })).toMatchObject({ status: 400, body: { errors: [{ id, code: 400 }] } });
    expect((await creditsOf(client)).credits.used).toBe(660);
  });

  test('HEAD costs nothing and begins no verification', async () => {
    const { sandbox, client } = await open();
    const head = async (path: string) => {
      const url = `https://email.example.com/v2${path}&api_key=${keys.starter}`;
      return (await sandbox.fetch('h-email')(url, { method: 'HEAD' })).status;
    };
    expect(await head('/domain-search?domain=brightloaf.example')).toBe(200);
    expect(await head('/email-finder?domain=brightloaf.example&full_name=Marta%20Lindqvist')).toBe(200);
    expect(await head(`/email-verifier?email=${MARTA}`)).toBe(200);
    expect(await head('/email-verifier?email=tomas.reyes@brightloaf.example')).toBe(202);
    expect(await creditsOf(client)).toMatchObject({ searches: { used: 412 }, verifications: { used: 496 } });
    const [begun] = await rowsOf(sandbox).selectFrom('h_verifications').selectAll().execute();
    expect(begun).toBeUndefined();
  });

  test('an account without credits is refused even what would cost nothing', async () => {
    const { client } = await open(keys.spent);
    const refused = { status: 429, body: { errors: [{ id: 'too_many_requests' }] } };
    expect(await client.searchDomain({ query: { domain: 'quietmill.example' } })).toMatchObject(refused);
    expect(await client.findEmail({ query: { domain: 'brightloaf.example', full_name: 'Sven Ekdahl' } })).toMatchObject(refused);
    expect(await client.verifyEmail({ query: { email: 'press@brightloaf.example' } })).toMatchObject(refused);
    expect(await client.verifyEmail({ query: { email: 'tomas.reyes@brightloaf.example' } })).toMatchObject(refused);
  });

  test('half a credit pays for a verification and not for a search', async () => {
    const { sandbox, client } = await open(keys.free);
    await sandbox.platformOf('h-email').store.write(async (tables) => {
      await (tables as Kysely<unknown> as Kysely<EmailTables>)
        .updateTable('h_accounts')
        .set({ verifications_used: 99 })
        .where('id', '=', 4712)
        .execute();
    });
    expect(await creditsOf(client)).toMatchObject({ credits: { used: 50, available: 0 }, verifications: { available: 1 } });
    expect(await client.searchDomain({ query: { domain: 'brightloaf.example' } })).toMatchObject({
      status: 429,
      body: { errors: [{ details: 'Credits that are left until 2026-12-01: 0.5. Credits that the request costs: 1.' }] },
    });
    expect((await client.verifyEmail({ query: { email: MARTA } })).status).toBe(200);
    expect((await client.verifyEmail({ query: { email: MARTA } })).status).toBe(429);
    expect((await creditsOf(client)).verifications).toEqual({ used: 100, available: 0 });
  });
});
