// Asks for posts, and adds them in their order.

import { type Kysely, sql } from 'kysely';
import { changedKeys } from '../../platform/cache.ts';
import { defineList, listsOf } from '../../platform/lists.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import type { UserRow } from '../people/tables.ts';
import { orderedId, postIdOf, STEPS } from '../rules/identifiers.ts';
import { addToSearch } from '../search/index.ts';
import type { MicroblogTables } from '../tables.ts';
import type { PostRow } from './tables.ts';

const listOf = listsOf<MicroblogTables>();

/** The posts that quote a post, and the reposts of one, by their order. */
export const quotesOf = listOf('b_posts', ['seq'], ['quoted', 'is_newest']);
export const repostsOf = listOf('b_posts', ['seq'], ['reposted']);

/** The posts of a user that others have reposted. */
export const repostedOf = defineList('b_posts', ['seq'], (tables: Tables, given: Given<{ author: string }>) =>
  tables
    .selectFrom('b_posts')
    .selectAll()
    .where('author', '=', given('author'))
    .where('is_newest', '=', true)
    .where('repost_count', '>', 0),
);

/** The folders of a user, and what is in one. */
export const foldersOf = listOf('b_folders', ['seq'], ['owner']);
export const folderedIn = listOf('b_foldered', ['seq'], ['folder']);

/** How many of the posts that a user likes can be read: those that were liked last. */
const MOST_LIKED = 3200;

/** The posts that a user likes, by their own order, which is how version 1.1 pages them. */
export const favoritesOf = defineList('b_posts', ['seq'], (tables: Tables, given: Given<{ user: string }>) =>
  tables
    .selectFrom('b_posts')
    .innerJoin(
      (from) =>
        from
          .selectFrom('b_edges')
          .select('target')
          .where('kind', '=', 'like')
          .where('source', '=', given('user'))
          .orderBy('seq', 'desc')
          .limit(MOST_LIKED)
          .as('liked'),
      (join) => join.onRef('liked.target', '=', 'b_posts.id'),
    )
    .selectAll('b_posts'),
);

export function findPost(tables: Tables, id: string): Promise<PostRow | undefined> {
  return rows.find(tables, 'b_posts', id);
}

/** The posts with these identifiers, in the order of the list; without those that there are not. */
export function postsByIds(tables: Tables, ids: readonly string[]): Promise<readonly PostRow[]> {
  return rows.byIds(tables, 'b_posts', ids);
}

/** What tells who sees a post: parts of the post and of its author. */
export type PostOfAuthor = Pick<PostRow, 'id' | 'author' | 'is_for_subscribers'> & Pick<UserRow, 'is_protected' | 'is_suspended'>;

const ofAuthors = prepare((tables: Tables, given: Given<{ ids: readonly string[] }>) =>
  tables
    .selectFrom('b_posts')
    .innerJoin('b_users', 'b_users.id', 'b_posts.author')
    .select(['b_posts.id', 'author', 'is_for_subscribers', 'is_protected', 'is_suspended'])
    .where('b_posts.id', 'in', given.list('ids')),
);

/** What tells who sees posts with these identifiers. */
export async function authorsOfPosts(tables: Tables, ids: readonly string[]): Promise<ReadonlyMap<string, PostOfAuthor>> {
  return new Map(ids.length === 0 ? [] : (await ofAuthors.all(tables, { ids: [...new Set(ids)] })).map((row) => [row.id, row]));
}

const repostBy = prepare((tables: Tables, given: Given<{ author: string; reposted: string }>) =>
  tables.selectFrom('b_posts').selectAll().where('author', '=', given('author')).where('reposted', '=', given('reposted')),
);

/** The post by which a user has reposted another one. */
export function findRepost(tables: Tables, author: string, reposted: string): Promise<PostRow | undefined> {
  return repostBy.first(tables, { author, reposted });
}

const referred = prepare((tables: Tables, given: Given<{ ids: readonly string[]; media: readonly string[] | undefined }>) => {
  const posts = tables.selectFrom('b_posts').selectAll();
  if (!given.has('media')) return posts.where('id', 'in', given.list('ids'));
  const sources = tables.selectFrom('b_media').select('post_id').where('id', 'in', given.list('media')).$castTo<{ post_id: string }>();
  return posts.where((where) => where.or([where('id', 'in', given.list('ids')), where('id', 'in', sources)]));
});

/** The posts with these identifiers, and those in which these media appeared first. */
export function referredPosts(tables: Tables, ids: readonly string[], media: readonly string[]): Promise<readonly PostRow[]> {
  return referred.all(tables, { ids, media: media.length === 0 ? undefined : media });
}

/** All versions of some posts, by their first ones; the oldest versions come first. */
export function versionsAmong(tables: Tables, firsts: readonly string[]): Promise<readonly PostRow[]> {
  return rows.among(tables, 'b_posts', 'first', [...new Set(firsts)], ['version']);
}

/** All versions of a post, the oldest first. */
export function versionsOf(tables: Tables, first: string): Promise<readonly PostRow[]> {
  return rows.all(tables, 'b_posts', { first }, ['version']);
}

const lastUpTo = prepare((tables: Tables, given: Given<{ id: string }>) =>
  tables.selectFrom('b_posts').select('seq').where('id', '<=', given('id')).orderBy('id', 'desc').limit(1),
);

/**
 * The place of an identifier in the order: that of the newest post which does not have a higher one. The post itself may be deleted.
 * @returns 0 where all posts have higher ones
 */
export async function placeOf(tables: Tables, id: string): Promise<number> {
  return (await lastUpTo.first(tables, { id: orderedId(id) }))?.seq ?? 0;
}

/** The place below which all posts have lower identifiers than this one, which may be that of no post. */
export async function placeBefore(tables: Tables, id: string): Promise<number> {
  const number = BigInt(id);
  return (await placeOf(tables, String(number > 0n ? number - 1n : 0n))) + 1;
}

const latest = prepare((tables: Tables, given: Given<{ authors: readonly string[] }>) =>
  tables
    .selectFrom('b_users')
    .innerJoin('b_posts', (join) =>
      join.on((where) =>
        where(
          'b_posts.seq',
          '=',
          where
            .selectFrom('b_posts as own')
            .select('own.seq')
            .whereRef('own.author', '=', 'b_users.id')
            .where('own.is_newest', '=', true)
            .where('own.is_nullcast', '=', false)
            .where('own.is_for_subscribers', '=', false)
            .orderBy('own.seq', 'desc')
            .limit(1),
        ),
      ),
    )
    .where('b_users.id', 'in', given.list('authors'))
    .selectAll('b_posts'),
);

/** The latest post of each author, without posts that only subscribers or no timelines have. */
export async function latestOf(tables: Tables, authors: readonly string[]): Promise<readonly PostRow[]> {
  return authors.length === 0 ? [] : latest.all(tables, { authors });
}

/** Tells all processes that there are new posts or events. */
export const WRITTEN = changedKeys('b-microblog/written');

/** What a unit of work needs that adds posts or events. */
export type OrderDeps = Pick<MicroblogPlatform, 'store' | 'bus'>;

/** Runs a unit of work that adds posts or events: units run in turn, so that the order of the numbers is that of the commits. */
export async function writeInOrder<T>({ store, bus }: OrderDeps, unit: (tables: Kysely<MicroblogTables>) => Promise<T>): Promise<T> {
  const result = await store.write(unit, 'b_sequences');
  void bus.publish(WRITTEN, '');
  return result;
}

const POSTS = 'posts';

/** The number and identifier of the next post, within a unit of `writeInOrder`. */
export async function nextPost(tables: Tables, now: number): Promise<{ readonly seq: number; readonly id: string }> {
  const seq = await nextNumbers(tables, now, 1);
  return { seq, id: postIdOf(seq) };
}

/** Takes numbers that follow each other, within a unit of `writeInOrder`. @returns the last of them */
export async function nextNumbers(tables: Tables, now: number, count: number): Promise<number> {
  const least = now * STEPS + count - 1;
  const { value } = await tables
    .updateTable('b_sequences')
    .set({ value: sql<number>`case when value + ${count} < ${least} then ${least} else value + ${count} end` })
    .where('name', '=', POSTS)
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

const lastOf = prepare((tables: Tables, given: Given<{ name: string }>) =>
  tables
    .selectFrom('b_sequences')
    .select('value as seq')
    .where('name', '=', given('name'))
    .unionAll(tables.selectFrom('b_posts').select(({ fn, val }) => fn.coalesce(fn.max('seq'), val(0)).as('seq'))),
);

/** The number of the last post or event. Posts of the story have theirs from nobody. */
export async function lastPlace(tables: Tables): Promise<number> {
  return Math.max(0, ...(await lastOf.all(tables, { name: POSTS })).map(({ seq }) => seq));
}

/**
 * Adds posts that have their numbers, with the users whom they mention and the terms by which searches find them, within a unit of work. The counters
 * of others are left as they are.
 */
export async function insertPosts(tables: Tables, posts: readonly PostRow[]): Promise<void> {
  await rows.insert(tables, 'b_posts', posts);
  const mentioned = posts.flatMap(({ id, seq, entities, reposted }) =>
    reposted === null ? idsOf(entities).map((user_id) => ({ user_id, seq, post_id: id })) : [],
  );
  await rows.insert(tables, 'b_mentions', mentioned);
  await addToSearch(tables, posts);
}

function idsOf({ mentions = [] }: PostRow['entities']): readonly string[] {
  return [...new Set(mentions.flatMap(({ id }) => id ?? []))];
}

/** Begins the order above the posts of the story. */
export async function seedSequence(tables: Tables): Promise<void> {
  await rows.insert(tables, 'b_sequences', { name: POSTS, value: 0 });
}
