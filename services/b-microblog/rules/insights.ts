// Rules of insights: which metrics there are, and which periods a span of time has.

import type { InsightGranularity, InsightMetric } from '@octavo/interfaces/b-microblog';

export const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** What people do in the service itself. */
const DERIVED = ['Likes', 'Retweets', 'Replies', 'QuoteTweets'] as const satisfies readonly InsightMetric[];

/** What people do outside of it: control tells. */
export const ADDED = [
  'AppInstallAttempts',
  'AppOpens',
  'DetailExpands',
  'EmailTweet',
  'Follows',
  'HashtagClicks',
  'LinkClicks',
  'MediaEngagements',
  'MediaViews',
  'PermalinkClicks',
  'ProfileVisits',
  'UniqueVideoViews',
  'UrlClicks',
  'UserProfileClicks',
  'VideoCompletions',
  'VideoPlayed25Percent',
  'VideoPlayed50Percent',
  'VideoPlayed75Percent',
  'VideoStarts',
  'VideoViews',
] as const satisfies readonly InsightMetric[];

/** Those who only look are not engaged. */
const LOOKED: ReadonlySet<InsightMetric> = new Set<InsightMetric>(
  ADDED.filter((metric) => metric === 'MediaViews' || metric.includes('Video')),
);

/** What `Engagements` sums up. */
export const ENGAGEMENTS: readonly InsightMetric[] = [...DERIVED, ...ADDED.filter((metric) => !LOOKED.has(metric))];

export interface Span {
  readonly from: number;
  /** The moment after the last. */
  readonly to: number;
  /** Whether it reaches the present. */
  readonly isOpen: boolean;
}

/** Where periods begin: `length` milliseconds after each other, counted from `offset`. */
export interface Periods {
  readonly length: number;
  readonly offset: number;
}

/** Days are those of UTC, and weeks begin on Mondays; the first of January 1970 was a Thursday. */
export const PERIODS: Readonly<Record<Exclude<InsightGranularity, 'Total'>, Periods>> = {
  Hourly: { length: HOUR, offset: 0 },
  Daily: { length: DAY, offset: 0 },
  Weekly: { length: 7 * DAY, offset: 4 * DAY },
};

/** When the period of a moment began. */
export function periodOf(moment: number, { length, offset }: Periods): number {
  return moment - ((moment - offset) % length);
}

/** When the periods of a span begin, which are as many as `countOf` says. */
export function periodsOf({ from, to }: Pick<Span, 'from' | 'to'>, periods: Periods): readonly number[] {
  const first = periodOf(from, periods);
  return Array.from({ length: countOf({ from, to }, periods) }, (_, index) => first + index * periods.length);
}

export function countOf({ from, to }: Pick<Span, 'from' | 'to'>, periods: Periods): number {
  return to <= from ? 0 : Math.ceil((to - periodOf(from, periods)) / periods.length);
}
