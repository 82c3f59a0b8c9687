// Declares what control can do with the email service: accounts, their keys, plans and credits, how mail servers behave, and owners who object.

import { isEmail, refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { type ActionOutput, defineAction } from '../platform/action.ts';
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
import { type AccountRow, EMPTY_DOMAIN, EMPTY_MAILBOX, type EmailTables, type MailboxRow } from './tables.ts';

type EmailPlatform = Platform<EmailTables>;

const account = { type: 'integer', description: 'Identifier of the account: `team_id`.' } as const;
const plan = { type: 'string', description: `${Object.keys(PLANS).join(', ')}.` } as const;
const email = { type: 'string', description: 'The address.' } as const;

/** @throws the refusal 400 for a plan that does not exist */
function planOf(name: string): Pick<AccountRow, 'plan_name' | 'plan_level' | 'credits'> {
  const found = Object.entries(PLANS).find(([one]) => one === name);
  if (found === undefined) throw refuse(400, { detail: `/plan must be one of ${Object.keys(PLANS).join(', ')}.` });
  return { plan_name: found[0], ...found[1] };
}

async function addKey(tables: Kysely<EmailTables>, ids: Ids, account_id: number): Promise<string> {
  const key = ids.hex(40);
  await tables
    .insertInto('h_keys')
    .values({ hash: hashOf(key), account_id })
    .execute();
  return key;
}

/** @throws the refusal 404 where the account does not exist */
async function known(tables: Kysely<EmailTables>, id: number): Promise<number> {
  const row = await tables.selectFrom('h_accounts').select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw refuse(404, { detail: `There is no account ${id}.` });
  return row.id;
}

const addAccount = defineAction(
  {
    name: 'add-account',
    summary: 'Adds an account with a key, whose billing period ends with the month.',
    fields: {
      email: { type: 'string', description: 'Email address of the owner.' },
      plan: { ...plan, optional: true, description: `${plan.description} Default: Free.` },
      first_name: { type: 'string', optional: true, description: 'First name of the owner.' },
      last_name: { type: 'string', optional: true, description: 'Last name of the owner.' },
    },
  },
  async (input, { store, clock, ids }: EmailPlatform): Promise<ActionOutput> => {
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
      const { last } = await tables
        .selectFrom('h_accounts')
        .select(({ fn }) => fn.max('id').as('last'))
        .executeTakeFirstOrThrow();
      const id = Number(last ?? 0) + 1;
      await tables
        .insertInto('h_accounts')
        .values({ id, ...row })
        .execute();
      return { account: id, key: await addKey(tables, ids, id) };
    });
  },
);

const listAccounts = defineAction(
  { name: 'list-accounts', summary: 'Lists the accounts with their plans and what is left of their credits.', fields: {} },
  async (_input, { store, clock }: EmailPlatform): Promise<ActionOutput> => {
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
  },
);

const setPlan = defineAction(
  { name: 'set-plan', summary: 'Gives an account a plan and the credits of the plan.', fields: { account, plan } },
  async (input, { store }: EmailPlatform): Promise<ActionOutput> => {
    const values = planOf(input.plan);
    await store.write(async (tables) => {
      const id = await known(tables, input.account);
      await tables.updateTable('h_accounts').set(values).where('id', '=', id).execute();
    });
    return { ...values };
  },
);

const setCredits = defineAction(
  {
    name: 'set-credits',
    summary: 'Sets how many credits an account has left in this billing period, by what it has used of them.',
    fields: { account, available: { type: 'integer', description: 'Credits that are left, at most those of the plan.' } },
  },
  async (input, { store, clock }: EmailPlatform): Promise<ActionOutput> => {
    const now = clock.now();
    await store.write(async (tables) => {
      const id = await known(tables, input.account);
      const { credits, period_ends_at } = await accountAt(tables, id, now);
      if (input.available < 0 || input.available > credits) throw refuse(400, { detail: `/available must be from 0 to ${credits}.` });
      const usage = { period_ends_at, searches_used: credits - input.available, verifications_used: 0 };
      await tables.updateTable('h_accounts').set(usage).where('id', '=', id).execute();
    });
    return { available: input.available };
  },
);

const mintKey = defineAction(
  { name: 'mint-key', summary: 'Mints a further key of an account.', fields: { account } },
  async (input, { store, ids }: EmailPlatform): Promise<ActionOutput> => {
    return store.write(async (tables) => {
      return { key: await addKey(tables, ids, await known(tables, input.account)) };
    });
  },
);

const revokeKey = revokeAction<EmailTables>({
  noun: 'key',
  changed: KEYS,
  remove: async (tables, hash) => (await tables.deleteFrom('h_keys').where('hash', '=', hash).executeTakeFirst()).numDeletedRows > 0n,
});

/** Changes what is known of an address, and makes it known where it is not. @throws the refusal 400 for what is not an address */
async function changeMailbox(tables: Kysely<EmailTables>, given: string, values: Partial<MailboxRow>): Promise<void> {
  const address = given.toLowerCase();
  const domain = domainKey(address.slice(address.lastIndexOf('@') + 1));
  if (domain === undefined || !/^[^\s@]+@/.test(address)) throw refuse(400, { detail: '/email must be an email address.' });
  await tables
    .insertInto('h_domains')
    .values({ ...EMPTY_DOMAIN, name: domain })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tables
    .insertInto('h_mailboxes')
    .values({ ...EMPTY_MAILBOX, address, domain })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tables.updateTable('h_mailboxes').set(values).where('address', '=', address).execute();
}

const SERVERS = ['answers', 'slow', 'fails', 'blocks'] as const;

const setMailServer = defineAction(
  {
    name: 'set-mail-server',
    summary: 'Sets how the mail server behaves when an address is verified.',
    fields: {
      email,
      server: {
        type: 'string',
        description: '`answers`, `slow` (verifications take 30 seconds: 202), `fails` (222) or `blocks` (unknown).',
      },
      exists: {
        type: 'boolean',
        optional: true,
        description: 'Whether the mailbox exists. Default: as before; an address that is new exists.',
      },
    },
  },
  async (input, { store }: EmailPlatform): Promise<ActionOutput> => {
    const server = SERVERS.find((one) => one === input.server);
    if (server === undefined) throw refuse(400, { detail: `/server must be one of ${SERVERS.join(', ')}.` });
    const exists = input.exists === undefined ? {} : { exists: input.exists };
    await store.write((tables) => changeMailbox(tables, input.email, { server, ...exists }));
    return {};
  },
);

const claimAddress = defineAction(
  {
    name: 'claim-address',
    summary: 'Lets the owner of an address object to its processing, or withdraw that.',
    fields: { email, claimed: { type: 'boolean', optional: true, description: 'Default: true.' } },
  },
  async (input, { store }: EmailPlatform): Promise<ActionOutput> => {
    await store.write((tables) => changeMailbox(tables, input.email, { is_claimed: input.claimed !== false }));
    return {};
  },
);

export const actions = [addAccount, listAccounts, setPlan, setCredits, mintKey, revokeKey, setMailServer, claimAddress];
