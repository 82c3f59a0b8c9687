// Asks for the posts of home timelines, which are put together when they are read: those of a user and of all whom the user follows.

import { sql } from 'kysely';
import { type Given, prepare } from '../../../platform/store/prepare.ts';
import type { Tables } from '../../deps.ts';
import { type Counted, columnsOf, countOf, type Stretch } from './timeline-store.ts';

interface HomePosts extends Stretch {
  readonly viewer: string;
}

/** Those whose posts a home timeline has. */
const circleOf = (tables: Tables, given: Given<{ readonly viewer: string }>) =>
  tables
    .selectFrom('b_edges')
    .select('target as author')
    .where('kind', '=', 'follow')
    .where('source', '=', given('viewer'))
    .unionAll(tables.selectFrom('b_users').select('id as author').where('id', '=', given('viewer')));

/** How many users somebody follows, at most so many. */
export const followedCount = prepare((tables: Tables, given: Given<{ readonly viewer: string; readonly most: number }>) => {
  const followed = tables.selectFrom('b_edges').select('target').where('kind', '=', 'follow').where('source', '=', given('viewer'));
  return countOf(tables, followed.limit(given('most')));
});

interface MergedPosts extends HomePosts {
  /** One less than `most`. */
  readonly last: number;
  /** The last place of the stretch, in its order. */
  readonly end: number;
}

/** Merges the first posts of each author: as many as the page has. What it costs grows with the authors alone, however few of the posts are theirs. */
export const mergedPosts = prepare((tables: Tables, given: Given<MergedPosts>) => {
  const isUp = given.has('isUp');
  const order = isUp ? 'asc' : 'desc';
  const lastOfAuthor = tables
    .selectFrom('b_posts as own')
    .select('own.seq')
    .whereRef('own.author', '=', sql.ref('circle.author'))
    .where('own.is_newest', '=', true)
    .where('own.is_nullcast', '=', false)
    .where('own.seq', '>', given('above'))
    .where('own.seq', '<', given('below'))
    .orderBy('own.seq', order)
    .limit(1)
    .offset(given('last'));
  const keys = tables
    .selectFrom(circleOf(tables, given).as('circle'))
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

interface WalkedPosts extends HomePosts {
  /** How many posts of anybody are looked at. */
  readonly room: number;
}

/** Walks along the posts of everybody, of which those of somebody who follows many are a large part. */
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
    .where('walked.author', 'in', circleOf(tables, given))
    .orderBy('walked.seq', order)
    .limit(given('most'));
});

/** How many posts a home timeline has from a place on, at most so many. */
export const homePostCount = prepare((tables: Tables, given: Given<Counted & { readonly viewer: string }>) => {
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
