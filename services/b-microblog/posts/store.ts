// Asks for posts, and adds them in their order.

import { type Kysely, sql } from 'kysely';
import { listsOf } from '../../platform/lists.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { MicroblogPlatform, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { postIdOf, STEPS } from '../rules/identifiers.ts';
import type { MicroblogTables } from '../tables.ts';
import type { PostRow } from './tables.ts';

const listOf = listsOf<MicroblogTables>();

/** The posts of an author, those that quote a post, and the reposts of one, by their order. */
export const postsOf = listOf('b_posts', ['seq'], ['author', 'is_newest', 'is_nullcast']);
export const quotesOf = listOf('b_posts', ['seq'], ['quoted', 'is_newest']);
export const repostsOf = listOf('b_posts', ['seq'], ['reposted']);

export function findPost(tables: Tables, id: string): Promise<PostRow | undefined> {
  return rows.find(tables, 'b_posts', id);
}

/** The posts with these identifiers, in the order of the list; without those that there are not. */
export async function postsByIds(tables: Tables, ids: readonly string[]): Promise<readonly PostRow[]> {
  const found = new Map((await rows.among(tables, 'b_posts', 'id', ids)).map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}

/** All versions of a post, the oldest first. */
export function versionsOf(tables: Tables, first: string): Promise<readonly PostRow[]> {
  return rows.all(tables, 'b_posts', { first }, ['version']);
}

const DIGITS = 19;

const lastUpTo = prepare((tables: Tables, given: Given<{ id: string }>) =>
  tables.selectFrom('b_posts').select('seq').where('id', '<=', given('id')).orderBy('id', 'desc').limit(1),
);

/**
 * The place of an identifier in the order: that of the newest post which does not have a higher one. The post itself may be deleted.
 * @returns 0 where all posts have higher ones
 */
export async function placeOf(tables: Tables, id: string): Promise<number> {
  // Identifiers of posts have 19 digits, so that their texts have the order of their numbers.
  return (await lastUpTo.first(tables, { id: id.padStart(DIGITS, '0') }))?.seq ?? 0;
}

/** Runs a unit of work that adds posts. */
export function writePosts<T>(
  { store }: Pick<MicroblogPlatform, 'store'>,
  unit: (tables: Kysely<MicroblogTables>) => Promise<T>,
): Promise<T> {
  return store.write(unit, 'b_sequences');
}

const POSTS = 'posts';

/** The number and identifier of the next post, within a unit of `writePosts`. */
export async function nextPost(tables: Tables, now: number): Promise<{ readonly seq: number; readonly id: string }> {
  const least = now * STEPS;
  const { value: seq } = await tables
    .updateTable('b_sequences')
    .set({ value: sql<number>`case when value < ${least} then ${least} else value + 1 end` })
    .where('name', '=', POSTS)
    .returning('value')
    .executeTakeFirstOrThrow();
  return { seq, id: postIdOf(seq) };
}

/** Adds posts that have their numbers, with the users whom they mention, within a unit of work. The counters of others are left as they are. */
export async function insertPosts(tables: Tables, posts: readonly PostRow[]): Promise<void> {
  await rows.insert(tables, 'b_posts', ...posts);
  const mentioned = posts.flatMap(({ id, seq, entities, reposted }) =>
    reposted === null ? idsOf(entities).map((user_id) => ({ user_id, seq, post_id: id })) : [],
  );
  if (mentioned.length > 0) await rows.insert(tables, 'b_mentions', ...mentioned);
}

function idsOf({ mentions = [] }: PostRow['entities']): readonly string[] {
  return [...new Set(mentions.flatMap(({ id }) => id ?? []))];
}

/** Begins the order above the posts of the story. */
export async function seedSequence(tables: Tables): Promise<void> {
  await rows.insert(tables, 'b_sequences', { name: POSTS, value: 0 });
}
