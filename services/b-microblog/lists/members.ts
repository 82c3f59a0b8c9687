// Adds users to lists and removes them, for both versions. How many public lists a user is on is counted with it.

import type { Deps, Tables } from '../deps.ts';
import { findUser, rows } from '../people/store.ts';
import { NotAllowed } from '../refusals.ts';
import { addToList, edgesBetween, hasEdge, nextSeq } from '../relations.ts';
import { MOST_MEMBERS } from './rules.ts';
import { requireOwnList } from './store.ts';
import type { ListRow } from './tables.ts';

/**
 * Adds a user to a list of the owner; one who is a member stays one. @throws {NotAllowed} where one of the two blocks the other, or the list is full
 */
export async function addMember({ store, clock }: Deps, owner: string, id: string, user: string): Promise<void> {
  const at = clock.now();
  await store.write(async (tables) => {
    const list = await requireOwnList(tables, owner, id);
    const row = await findUser(tables, user);
    if (row === undefined) throw new NotAllowed('no-user');
    if (row.is_suspended) throw new NotAllowed('suspended');
    if (await hasEdge(tables, 'list_member', user, id)) return;
    if (await hasEdge(tables, 'block', user, owner)) throw new NotAllowed('blocked');
    if (await hasEdge(tables, 'block', owner, user)) throw new NotAllowed('blocking');
    if (list.member_count >= MOST_MEMBERS) throw new NotAllowed('too-many-members');
    await insertMembers(tables, list, [user], at);
  });
}

/** Removes users from a list of the owner, of whom some may be no members. */
export async function removeMembers({ store }: Pick<Deps, 'store'>, owner: string, id: string, users: readonly string[]): Promise<void> {
  await store.write(async (tables) => {
    await deleteMembers(tables, await requireOwnList(tables, owner, id), users);
  });
}

/** Adds those of some users who can be members, as long as there is room, within a unit of work. @param users who are there */
export async function addMembers(tables: Tables, list: ListRow, users: readonly string[], at: number): Promise<void> {
  const blocks = (await edgesBetween(tables, list.owner, users)).filter(({ kind }) => kind === 'block');
  const barred = new Set(blocks.flatMap(({ source, target }) => [source, target]));
  const members = new Set(await membersAmong(tables, list.id, users));
  const able = users.filter((user) => !members.has(user) && (user === list.owner || !barred.has(user)));
  await insertMembers(tables, list, able.slice(0, MOST_MEMBERS - list.member_count), at);
}

async function membersAmong(tables: Tables, list: string, users: readonly string[]): Promise<string[]> {
  if (users.length === 0) return [];
  const edges = tables.selectFrom('b_edges').select('source').where('kind', '=', 'list_member').where('target', '=', list);
  return (await edges.where('source', 'in', users).execute()).map(({ source }) => source);
}

/** Each comes after all members of the list, and after all lists of the user. */
async function insertMembers(tables: Tables, list: ListRow, users: readonly string[], at: number): Promise<void> {
  if (users.length === 0) return;
  const first = await nextSeq(tables, 'list_member', users, list.id, at);
  const edge = { kind: 'list_member', target: list.id, at, notifies: false, shows_reposts: true } as const;
  const edges = users.map((source, index) => ({ ...edge, source, seq: first + index }));
  // As in `addEdge`: with another request at the same time, PostgreSQL runs the unit again.
  await rows.insertMissing(tables, 'b_edges', edges);
  await addToList(tables, list.id, 'member_count', users.length);
  if (!list.is_private) await addToUsers(tables, users, 1);
}

/** Removes those of some users who are members, within a unit of work. */
export async function deleteMembers(tables: Tables, list: ListRow, users: readonly string[]): Promise<void> {
  const members = await membersAmong(tables, list.id, users);
  if (members.length === 0) return;
  const edges = tables.deleteFrom('b_edges').where('kind', '=', 'list_member').where('target', '=', list.id);
  await edges.where('source', 'in', members).execute();
  await addToList(tables, list.id, 'member_count', -members.length);
  if (!list.is_private) await addToUsers(tables, members, -1);
}

/** Changes on how many public lists some users are, within a unit of work. */
export async function addToUsers(tables: Tables, users: readonly string[], by: number): Promise<void> {
  await tables
    .updateTable('b_users')
    .set((row) => ({ listed_count: row('listed_count', '+', by) }))
    .where('id', 'in', users)
    .execute();
}

/** Changes it for all members of a list, at most 5,000, in one statement: the list becomes public or private for all of them at once. */
export async function countPublic(tables: Tables, list: string, by: 1 | -1): Promise<void> {
  await tables
    .updateTable('b_users')
    .set((row) => ({ listed_count: row('listed_count', '+', by) }))
    .where('id', 'in', tables.selectFrom('b_edges').select('source').where('kind', '=', 'list_member').where('target', '=', list))
    .execute();
}
