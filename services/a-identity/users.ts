// Reads the users that tokens belong to.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { FoundToken } from './rules/claims.ts';
import { find } from './store.ts';
import type { IdentityTables, UserRow } from './tables.ts';

/** @throws {Error} where the user does not exist */
export async function requireUser(tables: Kysely<IdentityTables>, { user_id: id }: Pick<FoundToken, 'user_id'>): Promise<UserRow> {
  const user = await find(tables, 'a_users', id);
  if (user === undefined) throw new Error(`A token belongs to the user ${id}, which does not exist.`);
  return user;
}

/** @throws the refusal 404 where no user has the identifier or the address */
export async function findUser(tables: Kysely<IdentityTables>, idOrEmail: string): Promise<UserRow> {
  const found = await tables
    .selectFrom('a_users')
    .selectAll()
    .where((row) => row.or([row('id', '=', idOrEmail), row('email', '=', idOrEmail)]))
    .executeTakeFirst();
  if (found === undefined) throw refuse(404, { detail: `No user has the identifier or the address ${idOrEmail}.` });
  return found;
}
