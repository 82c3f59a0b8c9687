// Reads the account of a caller.

import type { AccountInfo } from '@octavo/interfaces/g-messaging';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import { UNITS } from '../balance/rules.ts';
import type { Caller, Tables } from '../deps.ts';
import { unknown } from '../store.ts';

const accountOfUser = prepare((tables: Tables, given: Given<{ user: number }>) =>
  tables
    .selectFrom('g_users')
    .innerJoin('g_accounts', 'g_accounts.id', 'g_users.account')
    .select(['g_accounts.id as account', 'g_accounts.name as organisation', 'g_accounts.balance', 'g_users.name', 'g_users.email'])
    .where('g_users.id', '=', given('user')),
);

export async function accountInfo(tables: Tables, { user }: Caller): Promise<AccountInfo> {
  const row = await accountOfUser.first(tables, { user });
  // The user was deleted since the credential was checked.
  if (row === undefined) throw new Error(`There is no user ${user}.`);
  const { account, organisation, balance, name, email } = row;
  return { orgId: account, organisationName: organisation, userEmail: email, id: user, name, balance: balance / UNITS };
}

/** The field of control actions by which `accountNamed` finds an account. */
export const USER = {
  type: 'string',
  optional: true,
  description: 'User name of a user of the account. Default: the first account.',
} as const;

/** The account of a user, by the user name; without one, the first account. @throws the refusal 404 */
export async function accountNamed(tables: Tables, name?: string): Promise<number> {
  const users = tables.selectFrom('g_users').select('account').orderBy('account').limit(1);
  const row = await (name === undefined ? users : users.where('email', '=', name)).executeTakeFirst();
  if (row === undefined) throw unknown('user', name ?? '');
  return row.account;
}
