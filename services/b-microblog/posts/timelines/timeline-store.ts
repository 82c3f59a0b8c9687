// Asks for the posts of an author and for those that mention a user: stretches of their order, and how many posts are in one.

import type { SelectQueryBuilder } from 'kysely';
import { type Given, prepare } from '../../../platform/store/prepare.ts';
import type { Tables } from '../../deps.ts';
import { CORE_COLUMNS, POST_COLUMNS } from '../tables.ts';

/** A part of a timeline between two places of the order, without them; where it has more posts than are read, those that come first. */
export interface Stretch {
  readonly above: number;
  readonly below: number;
  readonly most: number;
  /** Whether the oldest come first. */
  readonly isUp: true | undefined;
  /** Whether only the columns of `CORE_COLUMNS` are read. */
  readonly isCore: true | undefined;
}

const ALL = POST_COLUMNS.map((name) => `b_posts.${name}` as const);
const CORE: typeof ALL = CORE_COLUMNS.map((name) => `b_posts.${name}` as const);

/** Names the columns that a query reads. A row without those that nobody asks for takes less than half as long. */
export function columnsOf(given: Given<Stretch>) {
  return given.has('isCore') ? CORE : ALL;
}

/** What timelines have of all posts: neither old versions nor posts that are kept out of them. */
const listed = (tables: Tables) =>
  tables.selectFrom('b_posts').where('b_posts.is_newest', '=', true).where('b_posts.is_nullcast', '=', false);

interface OwnPosts extends Stretch {
  readonly author: string;
  /** How many posts are looked at where some of them are left out. */
  readonly room: number;
  readonly noReplies: true | undefined;
  readonly noReposts: true | undefined;
}

/** Posts of an author. */
export const userPosts = prepare((tables: Tables, given: Given<OwnPosts>) => {
  const order = given.has('isUp') ? 'asc' : 'desc';
  const [noReplies, noReposts] = [given.has('noReplies'), given.has('noReposts')];
  const own = listed(tables)
    .where('author', '=', given('author'))
    .where('seq', '>', given('above'))
    .where('seq', '<', given('below'))
    .orderBy('seq', order);
  if (!noReplies && !noReposts) return own.select(columnsOf(given)).limit(given('most'));
  // What is left out counts among the posts that a timeline has at most, so they are numbered before it is.
  const looked = own.select(['seq', 'reply_to', 'reposted']).limit(given('room')).as('looked');
  let kept = tables.selectFrom(looked).innerJoin('b_posts', 'b_posts.seq', 'looked.seq');
  if (noReplies) kept = kept.where('looked.reply_to', 'is', null);
  if (noReposts) kept = kept.where('looked.reposted', 'is', null);
  return kept.select(columnsOf(given)).orderBy('looked.seq', order).limit(given('most'));
});

export interface Counted {
  /** The lowest place that counts. */
  readonly from: number;
  readonly most: number;
}

/** The number of rows of a query. */
export function countOf<Db, From extends keyof Db, Row>(tables: Tables, rows: SelectQueryBuilder<Db, From, Row>) {
  return tables.selectFrom(rows.as('counted')).select(({ fn }) => fn.countAll<number>().as('count'));
}

/** How many posts of an author there are from a place on, at most so many. */
export const userPostCount = prepare((tables: Tables, given: Given<Counted & { readonly author: string }>) =>
  countOf(
    tables,
    listed(tables).select('seq').where('author', '=', given('author')).where('seq', '>=', given('from')).limit(given('most')),
  ),
);

const mentioning = (tables: Tables) => listed(tables).innerJoin('b_mentions', 'b_mentions.seq', 'b_posts.seq');

/** Posts that mention a user. */
export const mentionPosts = prepare((tables: Tables, given: Given<Stretch & { readonly user: string }>) =>
  mentioning(tables)
    .select(columnsOf(given))
    .where('b_mentions.user_id', '=', given('user'))
    .where('b_mentions.seq', '>', given('above'))
    .where('b_mentions.seq', '<', given('below'))
    .orderBy('b_mentions.seq', given.has('isUp') ? 'asc' : 'desc')
    .limit(given('most')),
);

export const mentionCount = prepare((tables: Tables, given: Given<Counted & { readonly user: string }>) =>
  countOf(
    tables,
    mentioning(tables)
      .select('b_mentions.seq')
      .where('b_mentions.user_id', '=', given('user'))
      .where('b_mentions.seq', '>=', given('from'))
      .limit(given('most')),
  ),
);
