// Asks for lists: single ones, those of an owner, and those to which a user stands in some way, as far as a viewer sees them.

import { defineList, listsOf } from '../../platform/lists.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { findUser, rows } from '../people/store.ts';
import type { EdgeRow } from '../people/tables.ts';
import { NotAllowed } from '../refusals.ts';
import type { MicroblogTables } from '../tables.ts';
import { seesList } from './rules.ts';
import type { ListRow } from './tables.ts';

/** A list that the viewer sees. Those of suspended users are not found. */
export async function findSeenList(tables: Tables, viewer: string | undefined, id: string): Promise<ListRow | undefined> {
  return seen(tables, viewer, await rows.find(tables, 'b_lists', id));
}

/** The same by its short name, which only the lists of its owner do not share. */
export async function findSeenListBySlug(tables: Tables, viewer: string, owner: string, slug: string): Promise<ListRow | undefined> {
  const [row] = await rows.all(tables, 'b_lists', { owner, slug });
  return seen(tables, viewer, row);
}

async function seen(tables: Tables, viewer: string | undefined, row: ListRow | undefined): Promise<ListRow | undefined> {
  if (row === undefined || !seesList(row, viewer)) return undefined;
  return (await findUser(tables, row.owner))?.is_suspended === false ? row : undefined;
}

/** @throws {NotAllowed} for a list that is not there, or is not for the viewer */
export async function requireList(tables: Tables, viewer: string, id: string): Promise<ListRow> {
  const row = await findSeenList(tables, viewer, id);
  if (row === undefined) throw new NotAllowed('no-list');
  return row;
}

/** @throws {NotAllowed} also for a list of somebody else */
export async function requireOwnList(tables: Tables, user: string, id: string): Promise<ListRow> {
  const row = await requireList(tables, user, id);
  if (row.owner !== user) throw new NotAllowed('not-own-list');
  return row;
}

/** The lists of an owner, by when they were made. */
export const listsOfOwner = listsOf<MicroblogTables>()('b_lists', ['seq'], ['owner', 'is_private']);

/** Which of the relations of a user to lists are asked for. */
export interface ListRelation {
  readonly kind: 'list_member' | 'list_follow' | 'pin';
  readonly source: string;
  /** Who sees the lists; absent: an application. */
  readonly viewer: string | undefined;
  /** Only lists of this user. */
  readonly owner?: string | undefined;
}

/** Relations of a user to lists that a viewer sees, by when they were made. */
export const edgesToLists = defineList('b_edges', ['seq'], (tables: Tables, given: Given<ListRelation>) => {
  let query = tables
    .selectFrom('b_edges')
    .innerJoin('b_lists', 'b_lists.id', 'b_edges.target')
    .innerJoin('b_users', 'b_users.id', 'b_lists.owner')
    .selectAll('b_edges')
    .where('b_edges.kind', '=', given('kind'))
    .where('b_edges.source', '=', given('source'))
    .where('b_users.is_suspended', '=', false);
  if (given.has('owner')) query = query.where('b_lists.owner', '=', given('owner'));
  if (!given.has('viewer')) return query.where('b_lists.is_private', '=', false);
  return query.where((where) => where.or([where('b_lists.is_private', '=', false), where('b_lists.owner', '=', given('viewer'))]));
});

export function listsOfEdges(tables: Tables, edges: readonly EdgeRow[]): Promise<readonly ListRow[]> {
  const ids = edges.map(({ target }) => target);
  return rows.byIds(tables, 'b_lists', ids);
}

const ofOwner = prepare((tables: Tables, given: Given<{ owner: string }>) =>
  tables.selectFrom('b_lists').select(['id', 'slug', 'seq']).where('owner', '=', given('owner')).orderBy('seq'),
);

const followed = prepare((tables: Tables, given: Given<{ user: string; lists: readonly string[] }>) =>
  tables
    .selectFrom('b_edges')
    .select('target')
    .where('kind', '=', 'list_follow')
    .where('source', '=', given('user'))
    .where('target', 'in', given.list('lists')),
);

/** The lists, of those given, that a user follows. */
export async function followedAmong(tables: Tables, user: string, lists: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(lists.length === 0 ? [] : (await followed.all(tables, { user, lists })).map(({ target }) => target));
}

/** All lists of an owner, the oldest first: what a new one must not have in common with them. */
export function namesOfOwner(tables: Tables, owner: string): Promise<readonly Pick<ListRow, 'id' | 'slug' | 'seq'>[]> {
  return ofOwner.all(tables, { owner });
}
