// Counts what was done with posts, by period, and adds to the hours.

import type { InsightMetric } from '@octavo/interfaces/b-microblog';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { STEPS } from '../rules/identifiers.ts';
import { HOUR, type Periods, periodOf, type Span } from '../rules/insights.ts';
import type { InsightHourRow } from './tables.ts';

export interface Counted {
  readonly post_id: string;
  readonly metric: InsightMetric;
  /** When the period began. */
  readonly period: number;
  readonly count: number;
}

interface Asked extends Span, Periods {
  readonly posts: readonly string[];
  /** The same span in the order of relations. */
  readonly first: number;
  readonly end: number;
}

/** Both engines divide whole numbers. */
function periodIn(moment: Expression<number>, given: Given<Asked>): RawBuilder<number> {
  return sql<number>`${moment} - ((${moment} - cast(${given('offset')} as bigint)) % cast(${given('length')} as bigint))`;
}

const inHours = prepare((tables: Tables, given: Given<Asked>) =>
  tables
    .selectFrom((from) =>
      from
        .selectFrom('b_insight_hours')
        .select((row) => ['post_id', 'metric', 'count', periodIn(row.ref('hour'), given).as('period')])
        .where('post_id', 'in', given.list('posts'))
        .where('hour', '>=', given('from'))
        .where('hour', '<', given('to'))
        .as('hours'),
    )
    .select((row) => ['post_id', 'metric', 'period', row.fn.sum<number | string>('count').as('count')])
    .groupBy(['post_id', 'metric', 'period']),
);

/** The order of relations follows the clock, and an index has all that is read here: a post may have very many. */
const byKind = (kind: 'like' | 'repost') =>
  prepare((tables: Tables, given: Given<Asked>) =>
    tables
      .selectFrom((from) =>
        from
          .selectFrom('b_edges')
          .select((row) => ['target as post_id', periodIn(sql<number>`(${row.ref('seq')} / ${sql.lit(STEPS)})`, given).as('period')])
          .where('kind', '=', kind)
          .where('target', 'in', given.list('posts'))
          .where('seq', '>=', given('first'))
          .where('seq', '<', given('end'))
          .as('edges'),
      )
      .select((row) => ['post_id', 'period', row.fn.countAll<number | string>().as('count')])
      .groupBy(['post_id', 'period']),
  );

const byColumn = (column: 'reply_to' | 'quoted') =>
  prepare((tables: Tables, given: Given<Asked>) =>
    tables
      .selectFrom((from) =>
        from
          .selectFrom('b_posts')
          .select((row) => [`${column} as post_id` as const, periodIn(row.ref('first_at'), given).as('period')])
          .where(column, 'in', given.list('posts'))
          .where('is_newest', '=', true)
          .where('first_at', '>=', given('from'))
          .where('first_at', '<', given('to'))
          .as('posts'),
      )
      .select((row) => ['post_id', 'period', row.fn.countAll<number | string>().as('count')])
      .groupBy(['post_id', 'period']),
  );

const QUERIES = {
  Likes: byKind('like'),
  Retweets: byKind('repost'),
  Replies: byColumn('reply_to'),
  QuoteTweets: byColumn('quoted'),
} as const;

/**
 * How often posts were seen and used in a span that begins with an hour. Periods without anything are left out.
 * @param metrics those that are wanted
 */
export async function countsOf(
  tables: Tables,
  posts: readonly string[],
  metrics: ReadonlySet<InsightMetric>,
  span: Span,
  { length, offset }: Periods,
): Promise<readonly Counted[]> {
  if (posts.length === 0) return [];
  // Where the clock was set back, relations are ahead of it, and count in the last period.
  const end = span.isOpen ? Number.MAX_SAFE_INTEGER : span.to * STEPS;
  const asked: Asked = { ...span, length, offset, posts, first: span.from * STEPS, end };
  const last = periodOf(span.to - 1, { length, offset });
  const hours = await inHours.all(tables, asked);
  const counted: Counted[] = hours.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
  for (const [metric, query] of Object.entries(QUERIES) as [keyof typeof QUERIES, (typeof QUERIES)['Likes']][]) {
    if (!metrics.has(metric)) continue;
    for (const { post_id, period, count } of await query.all(tables, asked))
      counted.push({ post_id: post_id ?? '', metric, period: Math.min(period, last), count: Number(count) });
  }
  return counted;
}

/** Counts something that was done with a post, within a unit of work. */
export async function addToHour(tables: Tables, post_id: string, metric: InsightMetric, count: number, at: number): Promise<void> {
  await addHours(tables, [{ post_id, metric, count, hour: periodOf(at, { length: HOUR, offset: 0 }) }]);
}

/** Adds to hours, each of which is named once, within a unit of work. */
export async function addHours(tables: Tables, hours: readonly InsightHourRow[]): Promise<void> {
  await tables
    .insertInto('b_insight_hours')
    .values(hours)
    .onConflict((conflict) =>
      conflict
        .columns(['post_id', 'hour', 'metric'])
        .doUpdateSet((row) => ({ count: row('b_insight_hours.count', '+', row.ref('excluded.count')) })),
    )
    .execute();
}
