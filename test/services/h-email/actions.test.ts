// Tests what control can do with the email service: accounts, keys, plans and credits, mail servers, and owners who object.

import { createEmailClient } from '@octavo/interfaces/h-email';
import { unwrap } from '@octavo/runtime';
import { expect, test } from 'vitest';
import { keys } from '../../../services/h-email/seed.ts';
import type { ControlledSandbox } from '../../../services/index.ts';
import { describeOnEngines } from '../../support/sandboxes.ts';

async function run(sandbox: ControlledSandbox, action: string, body: Record<string, unknown> = {}) {
  return unwrap(await sandbox.control.runAction({ path: { service: 'h-email', action }, body }), 200).result;
}

const clientOf = (sandbox: ControlledSandbox, apiKey: string) =>
  createEmailClient({ fetch: sandbox.fetch('h-email'), credentials: { apiKey } });

describeOnEngines('control of the email service', (engine) => {
  test('adds an account whose key works, mints another, and revokes one of them', async () => {
    const sandbox = await engine.open('h-email');
    const { account, key } = (await run(sandbox, 'add-account', { email: 'noor@quay.example', plan: 'Growth', first_name: 'Noor' })) as {
      account: number;
      key: string;
    };
    expect(key).toMatch(/^[0-9a-f]{40}$/);
    const client = clientOf(sandbox, key);
    expect(unwrap(await client.getAccount({}), 200).data).toMatchObject({
      first_name: 'Noor',
      last_name: null,
      plan_name: 'Growth',
      plan_level: 2,
      reset_date: '2026-12-01',
      requests: { credits: { used: 0, available: 10_000 } },
    });
    const second = (await run(sandbox, 'mint-key', { account })) as { key: string };
    expect(unwrap(await clientOf(sandbox, second.key).getAccount({}), 200).data.team_id).toBe(account);
    await run(sandbox, 'revoke-key', { key });
    expect((await client.getAccount({})).status).toBe(401);
    expect((await clientOf(sandbox, second.key).getAccount({})).status).toBe(200);
  });

  test('sets the plan and the credits of an account', async () => {
    const sandbox = await engine.open('h-email');
    const client = clientOf(sandbox, keys.free);
    const query = { domain: 'brightloaf.example', limit: 11 };
    expect((await client.searchDomain({ query })).status).toBe(400);
    await run(sandbox, 'set-plan', { account: 4712, plan: 'Starter' });
    await run(sandbox, 'set-credits', { account: 4712, available: 1 });
    expect((await client.searchDomain({ query })).status).toBe(200);
    expect((await client.searchDomain({ query })).status).toBe(429);
    const { accounts } = (await run(sandbox, 'list-accounts')) as { accounts: object[] };
    expect(accounts[1]).toEqual({ account: 4712, email: 'jonas.weir@saltmarsh.example', plan: 'Starter', credits: 2000, available: 0 });
  });

  test('sets how the mail server of an address behaves', async () => {
    const sandbox = await engine.open('h-email');
    const client = clientOf(sandbox, keys.starter);
    const query = { email: 'New.One@fresh-domain.example' };
    expect(unwrap(await client.verifyEmail({ query }), 200).data).toMatchObject({ status: 'invalid', mx_records: false });
    const outcome = async (server: string, exists?: boolean) => {
      await run(sandbox, 'set-mail-server', { email: query.email, server, ...(exists === undefined ? {} : { exists }) });
      const answer = await client.verifyEmail({ query });
      return answer.status === 200 ? answer.body.data.status : answer.status;
    };
    expect(await outcome('answers')).toBe('valid');
    expect(await outcome('answers', false)).toBe('invalid');
    expect(await outcome('blocks')).toBe('unknown');
    expect(await outcome('slow')).toBe(202);
    expect(await outcome('fails')).toBe(222);
  });

  test('lets the owner of an address object, and withdraw that', async () => {
    const sandbox = await engine.open('h-email');
    const client = clientOf(sandbox, keys.starter);
    const email = 'marta.lindqvist@brightloaf.example';
    await run(sandbox, 'claim-address', { email });
    expect((await client.verifyEmail({ query: { email } })).status).toBe(451);
    const { data, meta } = unwrap(await client.searchDomain({ query: { domain: 'brightloaf.example' } }), 200);
    expect(data.emails.map(({ value }) => value)).not.toContain(email);
    expect(meta.results).toBe(2);
    await run(sandbox, 'claim-address', { email, claimed: false });
    expect((await client.verifyEmail({ query: { email } })).status).toBe(200);
  });

  test.each([
    ['add-account', { email: 'x' }, 400, '/email must be an email address.'],
    ['add-account', { email: 'x@y.example', plan: 'Gold' }, 400, '/plan must be one of Free, Starter, Growth, Scale.'],
    ['set-plan', { account: 1, plan: 'Free' }, 404, 'There is no account 1.'],
    ['set-credits', { account: 4712, available: 51 }, 400, '/available must be from 0 to 50.'],
    ['mint-key', { account: 1 }, 404, 'There is no account 1.'],
    ['revoke-key', { key: 'unknown' }, 404, 'There is no such key.'],
    ['set-mail-server', { email: 'a@b.example', server: 'sleeps' }, 400, '/server must be one of answers, slow, fails, blocks.'],
    ['claim-address', { email: 'a\0@b.example' }, 400, 'The request has a null character (U+0000) where none is allowed.'],
    ['claim-address', { email: 'nowhere' }, 400, '/email must be an email address.'],
  ])('refuses %s of %j', async (action, body, status, detail) => {
    const sandbox = await engine.open('h-email');
    expect(await sandbox.control.runAction({ path: { service: 'h-email', action }, body })).toMatchObject({ status, body: { detail } });
  });
});
