// Declares how many posts projects have read, and how many they may. Which posts a project has read on a day is in `b_reads`.

import { integer, key, type RowOf, table, text } from '../../platform/store/table.ts';

const since = '003-usage';

/** How many posts a project has read on a day (UTC). */
const days = table(
  'b_usage_days',
  {
    project: key(text),
    /** `2026-11-18` */
    day: key(text),
    /** The application that was the first of its project to read them. */
    app: key(text),
    posts: integer,
  },
  { since },
);

/** How many posts a project may read in a month, where a developer has set it. */
const caps = table('b_usage_caps', { project: key(text), cap: integer }, { since });

export const usageTables = [days, caps] as const;

export type UsageDayRow = RowOf<typeof days>;
