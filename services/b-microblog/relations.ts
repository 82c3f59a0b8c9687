// Everything that stands between two: who follows, blocks or mutes whom, and who likes, reposts or bookmarks what (`rules/relation-kinds.ts`).

import { type Given, prepare } from '../platform/store/prepare.ts';
import type { Tables } from './deps.ts';
import { rows } from './people/store.ts';
import type { EdgeRow } from './people/tables.ts';
import { nextPlace } from './rules/identifiers.ts';
import {
  type Counts,
  KINDS,
  type ListCounter,
  type PostCounter,
  type RelationKind,
  USER_KINDS,
  type UserCounter,
} from './rules/relation-kinds.ts';

/** Indexes begin with the kind. */
const OF_USERS = Object.keys(USER_KINDS) as RelationKind[];

const lastOf = (side: 'source' | 'target') =>
  prepare((tables: Tables, given: Given<{ kind: RelationKind; id: string }>) =>
    tables
      .selectFrom('b_edges')
      .select('seq')
      .where('kind', '=', given('kind'))
      .where(side, '=', given('id'))
      .orderBy('seq', 'desc')
      .limit(1),
  );
const lastOfSource = lastOf('source');
const lastOfTarget = lastOf('target');

const between = prepare((tables: Tables, given: Given<{ one: string; others: readonly string[] }>) =>
  tables
    .selectFrom('b_edges')
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where('kind', 'in', OF_USERS), where('source', '=', given('one')), where('target', 'in', given.list('others'))]),
        where.and([where('kind', 'in', OF_USERS), where('target', '=', given('one')), where('source', 'in', given.list('others'))]),
      ]),
    ),
);

export function findEdge(tables: Tables, kind: RelationKind, source: string, target: string): Promise<EdgeRow | undefined> {
  return rows.findBy(tables, 'b_edges', { kind, source, target });
}

export async function hasEdge(tables: Tables, kind: RelationKind, source: string, target: string): Promise<boolean> {
  return (await findEdge(tables, kind, source, target)) !== undefined;
}

/** All relations of a user with some other users, in both directions. */
export async function edgesBetween(tables: Tables, one: string, others: readonly string[]): Promise<readonly EdgeRow[]> {
  return others.length === 0 ? [] : between.all(tables, { one, others });
}

const withPosts = prepare((tables: Tables, given: Given<{ kinds: readonly RelationKind[]; source: string; posts: readonly string[] }>) =>
  tables
    .selectFrom('b_edges')
    .select(['kind', 'target'])
    .where('kind', 'in', given.list('kinds'))
    .where('source', '=', given('source'))
    .where('target', 'in', given.list('posts')),
);

/** What a user does with some posts: whether the user likes them, has reposted or bookmarked them. */
export async function edgesWithPosts(
  tables: Tables,
  source: string,
  posts: readonly string[],
  kinds: readonly RelationKind[],
): Promise<readonly Pick<EdgeRow, 'kind' | 'target'>[]> {
  return posts.length === 0 ? [] : withPosts.all(tables, { kinds, source, posts });
}

/**
 * The order of the first of some edges that are made at a moment, each of which has one more than that before it: above all edges of the lists that
 * they join, which is why a unit of work must read it.
 */
export async function nextSeq(tables: Tables, kind: RelationKind, sources: readonly string[], target: string, at: number): Promise<number> {
  const lasts = [await lastOfTarget.first(tables, { kind, id: target })];
  for (const id of sources) lasts.push(await lastOfSource.first(tables, { kind, id }));
  return Math.max(...lasts.map((last) => nextPlace(at, last?.seq)));
}

/** Adds a relation within a unit of work. @returns whether it was not there */
export async function addEdge(tables: Tables, kind: RelationKind, source: string, target: string, at: number): Promise<boolean> {
  if (await hasEdge(tables, kind, source, target)) return false;
  const seq = await nextSeq(tables, kind, [source], target, at);
  const row = { kind, source, target, seq, at, notifies: false, shows_reposts: true };
  // PostgreSQL runs the unit again where another one has made the row meanwhile, and without `on conflict` the insert would fail.
  await rows.insertMissing(tables, 'b_edges', row);
  await count(tables, kind, source, target, 1);
  return true;
}

/** Adds relations that have their order, within a unit of work. The counters are left as they are. */
export async function insertEdges(tables: Tables, edges: readonly EdgeRow[]): Promise<void> {
  await rows.insert(tables, 'b_edges', edges);
}

/** Removes a relation within a unit of work. @returns whether it was there */
export async function removeEdge(tables: Tables, kind: RelationKind, source: string, target: string): Promise<boolean> {
  if ((await rows.remove(tables, 'b_edges', { kind, source, target })) === 0) return false;
  await count(tables, kind, source, target, -1);
  return true;
}

/**
 * Removes the first relations to something that is gone, within a unit of work. The counters are left as they are.
 * @returns whose they were, at most `most`
 */
export async function takeEdges(tables: Tables, kind: RelationKind, target: string, most: number): Promise<readonly string[]> {
  if (most === 0) return [];
  const edges = tables.selectFrom('b_edges').select('source').where('kind', '=', kind).where('target', '=', target);
  const sources = (await edges.orderBy('seq').limit(most).execute()).map(({ source }) => source);
  if (sources.length > 0)
    await tables.deleteFrom('b_edges').where('kind', '=', kind).where('target', '=', target).where('source', 'in', sources).execute();
  return sources;
}

/** Changes what a follower sees of the user, within a unit of work. */
export async function changeEdge(
  tables: Tables,
  { kind, source, target }: EdgeRow,
  changes: Partial<Pick<EdgeRow, 'notifies' | 'shows_reposts'>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await rows.changeAll(tables, 'b_edges', { kind, source, target }, changes);
}

async function count(tables: Tables, kind: RelationKind, source: string, target: string, by: 1 | -1): Promise<void> {
  const counts: Counts = KINDS[kind];
  if (counts.source !== undefined) await addToUser(tables, source, counts.source, by);
  if (counts.target !== undefined) await addToUser(tables, target, counts.target, by);
  if (counts.post !== undefined) await addToPost(tables, target, counts.post, by);
  if (counts.list !== undefined) await addToList(tables, target, counts.list, by);
}

/** Changes a counter of a user, within a unit of work. */
export async function addToUser(tables: Tables, id: string, column: UserCounter, by: number): Promise<void> {
  await rows.addTo(tables, 'b_users', id, { [column]: by });
}

/** Changes a counter of a post, within a unit of work. */
export async function addToPost(tables: Tables, id: string, column: PostCounter, by: number): Promise<void> {
  await rows.addTo(tables, 'b_posts', id, { [column]: by });
}

/** Changes a counter of a list, within a unit of work. */
export async function addToList(tables: Tables, id: string, column: ListCounter, by: number): Promise<void> {
  await rows.addTo(tables, 'b_lists', id, { [column]: by });
}
