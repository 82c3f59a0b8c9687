// Adds users, which no operation of the documents can do.

import { refuse } from '@octavo/runtime';
import type { MicroblogPlatform } from '../deps.ts';
import { newIdentifier } from '../identifiers.ts';
import { addWords, rows } from './store.ts';
import { NEW_SETTINGS, PLAIN_USER, type UserRow } from './tables.ts';

/** @returns the identifier @throws the refusal 409 where the username is taken */
export async function newUser(
  { store, clock, ids }: MicroblogPlatform,
  given: Pick<UserRow, 'username' | 'name' | 'is_protected'>,
): Promise<string> {
  const now = clock.now();
  const id = newIdentifier(ids, now);
  const row: UserRow = { ...PLAIN_USER, ...given, id, username_key: given.username.toLowerCase(), created_at: now };
  await store.write(async (tables) => {
    const same = await rows.all(tables, 'b_users', { username_key: row.username_key });
    if (same.length > 0) throw refuse(409, { detail: `The username ${given.username} is taken.` });
    // As in `addEdge`: with another one at the same time, PostgreSQL runs the unit again.
    await rows.insertMissing(tables, 'b_users', row);
    await rows.insert(tables, 'b_user_settings', { ...NEW_SETTINGS, user_id: id });
    await addWords(tables, row);
  });
  return id;
}
