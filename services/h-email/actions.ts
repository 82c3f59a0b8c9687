// Declares what control can do with the email service: accounts, their keys, plans and credits, how mail servers behave, and owners who object.

import { isEmail, refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { actionsOf, boolean, integer, oneOf, optional, requireRange, string } from '../platform/action.ts';
import { revokeAction } from '../platform/credentials.ts';
import type { Ids } from '../platform/ids.ts';
import { hashOf } from '../platform/secrets.ts';
import type { Platform } from '../platform/service.ts';
import { accountAt } from './accounts.ts';
import { usageReport } from './rules/credits.ts';
import { domainKey } from './rules/names.ts';
import { firstPeriodEnd } from './rules/periods.ts';
import { PLANS } from './rules/plans.ts';
import { KEYS } from './security.ts';
import { change, changeAll, find, insert, insertMissing, nextId, remove } from './store.ts';
import { type AccountRow, EMPTY_DOMAIN, EMPTY_MAILBOX, type EmailTables, type MailboxRow } from './tables.ts';

const action = actionsOf<Platform<EmailTables>>();

const account = integer('Identifier of the account: `team_id`.');
const PLAN_NAMES = Object.keys(PLANS) as (keyof typeof PLANS)[];
const plan = string(`${PLAN_NAMES.join(', ')}.`);
const email = string('The address.');

/** @throws the refusal 400 for a plan that does not exist */
function planOf(name: string): Pick<AccountRow, 'plan_name' | 'plan_level' | 'credits'> {
  const plan_name = oneOf(PLAN_NAMES, 'plan', name);
  return { plan_name, ...PLANS[plan_name] };
}

async function addKey(tables: Kysely<EmailTables>, ids: Ids, account_id: number): Promise<string> {
  const key = ids.hex(40);
  await insert(tables, 'h_keys', { hash: hashOf(key), account_id });
  return key;
}

/** @throws the refusal 404 where the account does not exist */
async function known(tables: Kysely<EmailTables>, id: number): Promise<number> {
  if ((await find(tables, 'h_accounts', id)) === undefined) throw refuse(404, { detail: `There is no account ${id}.` });
  return id;
}

/** Changes what is known of an address, and makes it known where it is not. @throws the refusal 400 for what is not an address */
async function changeMailbox(tables: Kysely<EmailTables>, given: string, values: Partial<MailboxRow>): Promise<void> {
  const address = given.toLowerCase();
  const domain = domainKey(address.slice(address.lastIndexOf('@') + 1));
  if (domain === undefined || !/^[^\s@]+@/.test(address)) throw refuse(400, { detail: '/email must be an email address.' });
  await insertMissing(tables, 'h_domains', { ...EMPTY_DOMAIN, name: domain });
  await insertMissing(tables, 'h_mailboxes', { ...EMPTY_MAILBOX, address, domain });
  await changeAll(tables, 'h_mailboxes', { address }, values);
}

const SERVERS = ['answers', 'slow', 'fails', 'blocks'] as const;

export const actions = [
  action(
    'add-account',
    'Adds an account with a key, whose billing period ends with the month.',
    {
      email: string('Email address of the owner.'),
      plan: optional(string(`${plan.description} Default: Free.`)),
      first_name: optional(string('First name of the owner.')),
      last_name: optional(string('Last name of the owner.')),
    },
    async (input, { store, clock, ids }) => {
      if (!isEmail(input.email)) throw refuse(400, { detail: '/email must be an email address.' });
      const row = {
        first_name: input.first_name ?? null,
        last_name: input.last_name ?? null,
        email: input.email,
        ...planOf(input.plan ?? 'Free'),
        period_ends_at: firstPeriodEnd(clock.now()),
        searches_used: 0,
        verifications_used: 0,
      };
      return store.write(async (tables) => {
        const id = await nextId(tables, 'h_accounts');
        await insert(tables, 'h_accounts', { id, ...row });
        return { account: id, key: await addKey(tables, ids, id) };
      });
    },
  ),
  action('list-accounts', 'Lists the accounts with their plans and what is left of their credits.', {}, async (_, { store, clock }) => {
    const now = clock.now();
    const rows = await store.read.selectFrom('h_accounts').select('id').orderBy('id').limit(1000).execute();
    const accounts = await Promise.all(rows.map(({ id }) => accountAt(store.read, id, now)));
    return {
      accounts: accounts.map((row) => ({
        account: row.id,
        email: row.email,
        plan: row.plan_name,
        credits: row.credits,
        available: usageReport(row).credits.available,
      })),
    };
  }),
  action('set-plan', 'Gives an account a plan and the credits of the plan.', { account, plan }, async (input, { store }) => {
    const values = planOf(input.plan);
    await store.write(async (tables) => {
      const id = await known(tables, input.account);
      await change(tables, 'h_accounts', id, values);
    });
    return { ...values };
  }),
  action(
    'set-credits',
    'Sets how many credits an account has left in this billing period, by what it has used of them.',
    { account, available: integer('Credits that are left, at most those of the plan.') },
    async (input, { store, clock }) => {
      const now = clock.now();
      await store.write(async (tables) => {
        const id = await known(tables, input.account);
        const { credits, period_ends_at } = await accountAt(tables, id, now);
        requireRange('available', input.available, 0, credits);
        const usage = { period_ends_at, searches_used: credits - input.available, verifications_used: 0 };
        await change(tables, 'h_accounts', id, usage);
      });
      return { available: input.available };
    },
  ),
  action('mint-key', 'Mints a further key of an account.', { account }, async (input, { store, ids }) => {
    return store.write(async (tables) => ({ key: await addKey(tables, ids, await known(tables, input.account)) }));
  }),
  revokeAction<EmailTables>({
    noun: 'key',
    changed: KEYS,
    remove: async (tables, hash) => (await remove(tables, 'h_keys', { hash })) > 0,
  }),
  action(
    'set-mail-server',
    'Sets how the mail server behaves when an address is verified.',
    {
      email,
      server: string('`answers`, `slow` (verifications take 30 seconds: 202), `fails` (222) or `blocks` (unknown).'),
      exists: optional(boolean('Whether the mailbox exists. Default: as before; an address that is new exists.')),
    },
    async (input, { store }) => {
      const server = oneOf(SERVERS, 'server', input.server);
      const exists = input.exists === undefined ? {} : { exists: input.exists };
      await store.write((tables) => changeMailbox(tables, input.email, { server, ...exists }));
    },
  ),
  action(
    'claim-address',
    'Lets the owner of an address object to its processing, or withdraw that.',
    { email, claimed: optional(boolean('Default: true.')) },
    async (input, { store }) => {
      await store.write((tables) => changeMailbox(tables, input.email, { is_claimed: input.claimed !== false }));
    },
  ),
];
