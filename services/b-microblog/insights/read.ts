// Answers how often the caller's own posts were seen and used: in the last 28 hours, or in any period.

import type { GetHistoricalInsightsInput, GetRecentInsightsInput, Insight, InsightMetric } from '@octavo/interfaces/b-microblog';
import { refuse } from '@octavo/runtime';
import type { Context, Deps } from '../deps.ts';
import { postsByIds } from '../posts/store.ts';
import type { PostRow } from '../posts/tables.ts';
import { countOf, ENGAGEMENTS, HOUR, PERIODS, type Periods, periodOf, periodsOf, type Span } from '../rules/insights.ts';
import { type Counted, countsOf } from './store.ts';

type Query = GetRecentInsightsInput['query'];

const RECENT_HOURS = 28;
/** All periods of all posts: more would be an answer of many megabytes. */
const MOST_PERIODS = 5000;
const HOURLY = PERIODS.Hourly;

/** The current hour, and the 27 before it. */
export function recentAnswer(deps: Deps, context: Context, query: Query) {
  const to = periodOf(deps.clock.now(), HOURLY) + HOUR;
  return answer(deps, context, query, { from: to - RECENT_HOURS * HOUR, to, isOpen: true });
}

/** @throws the refusal 400 of a period that ends before it starts, and of more than can be answered */
export function historicalAnswer(deps: Deps, context: Context, query: GetHistoricalInsightsInput['query']) {
  const [start, end] = [Date.parse(query.start_time), Date.parse(query.end_time)];
  if (!(start < end))
    throw refuse(400, { kind: 'invalid-request', pointer: '/query/end_time', detail: 'end_time must be later than start_time.' });
  // Nothing was counted before 1970, nor is in hours that have not begun.
  const from = Math.max(0, start);
  const now = deps.clock.now();
  return answer(deps, context, query, { from: periodOf(from, HOURLY), to: Math.min(end, now + 1), isOpen: end > now });
}

async function answer({ store }: Deps, { principal }: Context, query: Query, span: Span) {
  const posts = await postsByIds(store.read, query.tweet_ids);
  const own = posts.filter(({ author }) => author === principal.user);
  const others = posts.filter(({ author }) => author !== principal.user).map(({ id }) => id);
  const missing = query.tweet_ids.filter((id) => !posts.some((post) => post.id === id));
  const errors = [...errorOf('You can see the counts of your own posts only.', others), ...errorOf('There is no such post.', missing)];
  const measurement = own.length === 0 ? undefined : await measure(store.read, own, query, span);
  const fields = query['engagement.fields'] ?? ['errors', 'measurement'];
  const insight: Insight = {
    ...(measurement !== undefined && fields.includes('measurement') && { measurement }),
    ...(errors.length > 0 && fields.includes('errors') && { errors }),
  };
  return { status: 200 as const, body: Object.keys(insight).length === 0 ? {} : { data: [insight] } };
}

function errorOf(error: string, tweets: string[]): NonNullable<Insight['errors']> {
  return tweets.length === 0 ? [] : [{ error, tweets }];
}

type Measurement = NonNullable<Insight['measurement']>;

async function measure(tables: Deps['store']['read'], posts: readonly PostRow[], query: Query, span: Span): Promise<Measurement> {
  const ids = posts.map(({ id }) => id);
  const metrics = [...query.requested_metrics];
  const counted = new Set(metrics.includes('Engagements') ? [...metrics, ...ENGAGEMENTS] : metrics);
  if (query.granularity === 'Total') {
    const counts = byPostAndPeriod(await countsOf(tables, ids, counted, span, ALL));
    return { metrics_total: ids.map((id) => ({ tweet_id: id, value: valuesOf(metrics, counts.get(keyOf(id, 0))) })) };
  }
  const periods = PERIODS[query.granularity];
  const spans = posts.map((post) => ({ id: post.id, span: { ...span, from: Math.max(span.from, post.created_at) } }));
  requireFew(spans.reduce((sum, one) => sum + countOf(one.span, periods), 0));
  const counts = byPostAndPeriod(await countsOf(tables, ids, counted, span, periods));
  const metrics_time_series = spans.flatMap(({ id, span: own }) =>
    periodsOf(own, periods).map((period) => ({
      tweet_id: id,
      value: { timestamp: { iso8601_time: textOf(period) }, metric_values: valuesOf(metrics, counts.get(keyOf(id, period))) },
    })),
  );
  return { metrics_time_series };
}

/** One period, which began in 1970 and has not ended. */
const ALL: Periods = { length: Number.MAX_SAFE_INTEGER, offset: 0 };

function requireFew(count: number): void {
  if (count <= MOST_PERIODS) return;
  const detail = `An answer has at most ${MOST_PERIODS} periods of all posts together: ask for longer periods, or for a shorter time.`;
  throw refuse(400, { kind: 'invalid-request', pointer: '/query/granularity', detail });
}

type Values = Partial<Record<InsightMetric, number>>;

function keyOf(post: string, period: number): string {
  return `${post} ${period}`;
}

function byPostAndPeriod(counts: readonly Counted[]): ReadonlyMap<string, Values> {
  const found = new Map<string, Values>();
  for (const { post_id, period, metric, count } of counts) {
    const name = keyOf(post_id, period);
    const values = found.get(name);
    found.set(name, { ...values, [metric]: (values?.[metric] ?? 0) + count });
  }
  return found;
}

function valuesOf(metrics: readonly InsightMetric[], values: Values = {}) {
  const sum = () => ENGAGEMENTS.reduce((all, metric) => all + (values[metric] ?? 0), 0);
  return metrics.map((metric) => ({ metric_type: metric, metric_value: metric === 'Engagements' ? sum() : (values[metric] ?? 0) }));
}

/** In seconds. */
function textOf(moment: number): string {
  return new Date(moment).toISOString().replace('.000Z', 'Z');
}
