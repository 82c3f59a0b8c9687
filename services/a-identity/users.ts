// Reads the users that tokens belong to.

import type { Kysely } from 'kysely';
import { type Given, prepare } from '../platform/store/prepare.ts';
import type { FoundToken } from './rules/claims.ts';
import type { IdentityTables, UserRow } from './tables.ts';

const userById = prepare((tables: Kysely<IdentityTables>, given: Given<{ id: string }>) =>
  tables.selectFrom('a_users').selectAll().where('id', '=', given('id')),
);

/** @throws {Error} where the user does not exist */
export async function userOf(tables: Kysely<IdentityTables>, { user_id: id }: Pick<FoundToken, 'user_id'>): Promise<UserRow> {
  const user = await userById.first(tables, { id });
  if (user === undefined) throw new Error(`A token belongs to the user ${id}, which does not exist.`);
  return user;
}
