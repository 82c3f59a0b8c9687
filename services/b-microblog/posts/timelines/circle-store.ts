// Asks for the posts of timelines of many authors, which are put together when they are read: home timelines, and those of lists.

import { type Expression, sql } from 'kysely';
import { type Given, prepare } from '../../../platform/store/prepare.ts';
import type { Tables } from '../../deps.ts';
import { type Counted, columnsOf, countOf, type Stretch } from './timeline-store.ts';

/** Whose posts a timeline has: those of a user and of all whom the user follows, or those of the members of a list. */
export type Circle = { readonly viewer: string; readonly list?: undefined } | { readonly viewer?: undefined; readonly list: string };

type GivenCircle = Given<{ readonly viewer?: string | undefined; readonly list?: string | undefined }>;

type CirclePosts = Stretch & Circle;

const circleOf = (tables: Tables, given: GivenCircle) => {
  if (given.has('list'))
    return tables.selectFrom('b_edges').select('source as author').where('kind', '=', 'list_member').where('target', '=', given('list'));
  return tables
    .selectFrom('b_edges')
    .select('target as author')
    .where('kind', '=', 'follow')
    .where('source', '=', given('viewer'))
    .unionAll(tables.selectFrom('b_users').select('id as author').where('id', '=', given('viewer')));
};

/**
 * Whether an author is one of them. In these words PostgreSQL reads the circle once: otherwise, before it knows how many members a list has, it looks
 * for each author among all of them.
 */
function isInCircle(tables: Tables, given: GivenCircle, author: Expression<string>) {
  return sql<boolean>`(${author} in (${circleOf(tables, given)})) is true`;
}

/** How many users somebody follows, at most so many. */
export const followedCount = prepare((tables: Tables, given: Given<{ readonly viewer: string; readonly most: number }>) => {
  const followed = tables.selectFrom('b_edges').select('target').where('kind', '=', 'follow').where('source', '=', given('viewer'));
  return countOf(tables, followed.limit(given('most')));
});

type MergedPosts = CirclePosts & {
  /** One less than `most`. */
  readonly last: number;
  /** The last place of the stretch, in its order. */
  readonly end: number;
  /** Whether there are many authors: only those whose first posts come first can have posts on the page, as many authors as it has posts. */
  readonly isWide: true | undefined;
};

/**
 * Merges the first posts of each author: as many as the page has. What it costs grows with the authors alone, however few of the posts are theirs.
 */
export const mergedPosts = prepare((tables: Tables, given: Given<MergedPosts>) => {
  const isUp = given.has('isUp');
  const order = isUp ? 'asc' : 'desc';
  const ofAuthor = (author: string) =>
    tables
      .selectFrom('b_posts as own')
      .select('own.seq')
      .whereRef('own.author', '=', sql.ref(author))
      .where('own.is_newest', '=', true)
      .where('own.is_nullcast', '=', false)
      .where('own.seq', '>', given('above'))
      .where('own.seq', '<', given('below'))
      .orderBy('own.seq', order)
      .limit(1);
  const firsts = tables
    .selectFrom(circleOf(tables, given).as('everybody'))
    .select(['everybody.author', sql<number>`(${ofAuthor('everybody.author')})`.as('seq')]);
  const leaders = tables
    .selectFrom(firsts.as('firsts'))
    .select('firsts.author')
    .where('firsts.seq', 'is not', null)
    .orderBy('firsts.seq', order)
    .limit(given('most'));
  const lastOfAuthor = ofAuthor('circle.author').offset(given('last'));
  const keys = tables
    .selectFrom((given.has('isWide') ? leaders : circleOf(tables, given)).as('circle'))
    // SQLite keeps to the order of a cross join.
    .crossJoin('b_posts as post')
    .select('post.seq')
    .whereRef('post.author', '=', 'circle.author')
    .where('post.is_newest', '=', true)
    .where('post.is_nullcast', '=', false)
    .where('post.seq', isUp ? '>' : '<', given(isUp ? 'above' : 'below'))
    .where('post.seq', isUp ? '<=' : '>=', sql<number>`coalesce((${lastOfAuthor}), ${given('end')})`)
    .orderBy('post.seq', order)
    .limit(given('most'));
  return tables
    .selectFrom(keys.as('page'))
    .innerJoin('b_posts', 'b_posts.seq', 'page.seq')
    .select(columnsOf(given))
    .orderBy('page.seq', order);
});

type WalkedPosts = CirclePosts & {
  /** How many posts of anybody are looked at. */
  readonly room: number;
};

/** Walks along the posts of everybody, of which those of many authors are a large part. */
export const walkedPosts = prepare((tables: Tables, given: Given<WalkedPosts>) => {
  const order = given.has('isUp') ? 'asc' : 'desc';
  const walked = tables
    .selectFrom('b_posts')
    .select(['seq', 'author'])
    .where('is_newest', '=', true)
    .where('is_nullcast', '=', false)
    .where('seq', '>', given('above'))
    .where('seq', '<', given('below'))
    .orderBy('seq', order)
    .limit(given('room'));
  return tables
    .selectFrom(walked.as('walked'))
    .innerJoin('b_posts', 'b_posts.seq', 'walked.seq')
    .select(columnsOf(given))
    .where((where) => isInCircle(tables, given, where.ref('walked.author')))
    .orderBy('walked.seq', order)
    .limit(given('most'));
});

/** How many posts there are from a place on, at most so many. */
export const circlePostCount = prepare((tables: Tables, given: Given<Counted & Circle>) => {
  const counted = tables
    .selectFrom(circleOf(tables, given).as('circle'))
    .crossJoin('b_posts as post')
    .select('post.seq')
    .whereRef('post.author', '=', 'circle.author')
    .where('post.is_newest', '=', true)
    .where('post.is_nullcast', '=', false)
    .where('post.seq', '>=', given('from'))
    .limit(given('most'));
  return countOf(tables, counted);
});
