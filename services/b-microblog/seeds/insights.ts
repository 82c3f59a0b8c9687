// How often the posts of the story were seen, by hour: half of what is left in each of the hours after they were published.

import type { Story } from '../../platform/service.ts';
import type { Tables } from '../deps.ts';
import { addHours } from '../insights/store.ts';
import type { InsightHourRow } from '../insights/tables.ts';
import { HOUR, PERIODS, periodOf } from '../rules/insights.ts';
import { WARNING } from './posts.ts';

/** In so many hours after it was published, a post is seen. */
const HOURS = 8;

function seen(post_id: string, count: number, from: number): readonly InsightHourRow[] {
  const hours: InsightHourRow[] = [];
  let left = count;
  for (let index = 0; left > 0; index++) {
    const now = index === HOURS - 1 ? left : Math.ceil(left / 2);
    hours.push({ post_id, hour: periodOf(from, PERIODS.Hourly) + index * HOUR, metric: 'Impressions', count: now });
    left -= now;
  }
  return hours;
}

/** The posts must be there. The warning is seen again on the day after it. */
export async function seedInsights(tables: Tables, story: Story): Promise<void> {
  const posts = await tables.selectFrom('b_posts').select(['id', 'created_at', 'impression_count']).orderBy('id').execute();
  const again = 320;
  const hours = posts.flatMap(({ id, created_at, impression_count }) =>
    id === WARNING
      ? [...seen(id, impression_count - again, created_at), ...seen(id, again, story('2026-11-19T09:00:00Z'))]
      : seen(id, impression_count, created_at),
  );
  const clicks = { post_id: WARNING, hour: periodOf(story('2026-11-18T12:30:00Z'), PERIODS.Hourly) };
  await addHours(tables, [...hours, { ...clicks, metric: 'DetailExpands', count: 212 }, { ...clicks, metric: 'ProfileVisits', count: 37 }]);
}
