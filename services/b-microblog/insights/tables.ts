// Declares how often posts were seen and used, by hour.

import type { InsightMetric } from '@octavo/interfaces/b-microblog';
import { integer, key, type RowOf, table, text, textOf } from '../../platform/store/table.ts';

/** A metric of a post in an hour in which it was not 0. Likes, reposts, replies and quotes have rows of their own, which are counted. */
const hours = table(
  'b_insight_hours',
  {
    post_id: key(text),
    /** When the hour began. */
    hour: key(integer),
    metric: key(textOf<InsightMetric>()),
    count: integer,
  },
  { since: '009-insights' },
);

export const insightTables = [hours] as const;

export type InsightHourRow = RowOf<typeof hours>;
