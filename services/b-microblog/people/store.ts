// Asks for users and their relations. Suspended users are found by identifier and username only, so that callers can be told so.

import { defineList, listsOf } from '../../platform/lists.ts';
import { rowsOf } from '../../platform/rows.ts';
import type { Tables } from '../deps.ts';
import { wordsOf } from '../rules/words.ts';
import type { MicroblogTables } from '../tables.ts';
import type { SettingsRow, UserRow } from './tables.ts';

export const rows = rowsOf<MicroblogTables>();

/** The relations of a user to others, and of others to a user, by when they were made. */
export const edgesFrom = listsOf<MicroblogTables>()('b_edges', ['seq'], ['kind', 'source']);
export const edgesTo = listsOf<MicroblogTables>()('b_edges', ['seq'], ['kind', 'target']);

export function findUser(tables: Tables, id: string): Promise<UserRow | undefined> {
  return rows.find(tables, 'b_users', id);
}

/** Usernames do not tell large from small letters. */
export function findUserByName(tables: Tables, username: string): Promise<UserRow | undefined> {
  return rows.findBy(tables, 'b_users', { username_key: username.toLowerCase() });
}

/** The users with these identifiers, in the order of the list; without those that there are not. */
export function usersByIds(tables: Tables, ids: readonly string[]): Promise<readonly UserRow[]> {
  return rows.byIds(tables, 'b_users', ids);
}

/** The users with these identifiers, without those who are suspended. */
export async function activeUsers(tables: Tables, ids: readonly string[]): Promise<readonly UserRow[]> {
  return (await usersByIds(tables, ids)).filter(({ is_suspended }) => !is_suspended);
}

/** The users with these usernames, in the order of the list; without those that there are not. */
export function usersByNames(tables: Tables, usernames: readonly string[]): Promise<readonly UserRow[]> {
  const keys = usernames.map((name) => name.toLowerCase());
  return rows.byIds(tables, 'b_users', keys, 'username_key');
}

export async function settingsOf(tables: Tables, user_id: string): Promise<SettingsRow> {
  const row = await rows.findBy(tables, 'b_user_settings', { user_id });
  if (row === undefined) throw new Error(`The user ${user_id} has no settings.`);
  return row;
}

/** Words of a search, by place: a user must have one that begins with each of them. */
export type Searched = Readonly<Record<`word${number}`, string | undefined>> & { readonly onlyNames: true | undefined };

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The best known first. */
export const foundUsers = defineList<MicroblogTables, Searched, MicroblogTables, 'b_users', UserRow>(
  'b_users',
  ['followers_count', 'id'],
  (tables, given) => {
    let query = tables.selectFrom('b_users').selectAll().where('is_suspended', '=', false);
    for (const place of PLACES) {
      const name = `word${place}` as const;
      if (!given.has(name)) continue;
      query = query.where((where) => {
        let words = tables.selectFrom('b_user_words').select('user_id').where('word', '>=', given(name));
        words = words.where('word', '<', given(`${name}end` as `word${number}`));
        if (given.has('onlyNames')) words = words.where('is_name', '=', true);
        return where('b_users.id', 'in', words);
      });
    }
    return query;
  },
);

export function searchedFor(words: readonly string[], onlyNames: boolean): Searched {
  const named = words.flatMap((word, place) => [
    [`word${place}`, word],
    [`word${place}end`, `${word}\u{10FFFF}`],
  ]);
  return { ...Object.fromEntries(named), onlyNames: onlyNames || undefined } as Searched;
}

/** Writes by which words new users are found, within a unit of work. */
export async function addWords(tables: Tables, ...users: readonly UserRow[]): Promise<void> {
  const words = users.flatMap(({ id, name, username, description, location }) => {
    const names = new Set([...wordsOf(name), ...wordsOf(username)]);
    const others = wordsOf(`${description ?? ''} ${location ?? ''}`).filter((word) => !names.has(word));
    const all = [...names].map((word) => ({ word, is_name: true })).concat(others.map((word) => ({ word, is_name: false })));
    return all.map((word) => ({ ...word, user_id: id }));
  });
  await rows.insert(tables, 'b_user_words', words);
}

/** Writes anew by which words a user is found, within a unit of work. */
export async function indexWords(tables: Tables, row: UserRow): Promise<void> {
  await rows.remove(tables, 'b_user_words', { user_id: row.id });
  await addWords(tables, row);
}
