// Tells a project how many posts it has read, by day and by application.

import type { GetUsageInput, UsageResponse } from '@octavo/interfaces/b-microblog';
import type { Context, Deps } from '../deps.ts';
import { dayOf, daysUpTo, monthOf, RESET_DAY } from '../rules/days.ts';
import { capOf } from './caps.ts';
import { appsOf, setCapOf, usageOf, usedIn } from './store.ts';
import type { UsageDayRow } from './tables.ts';
import type { Usage } from './usage.ts';

type Query = NonNullable<GetUsageInput['query']>;
type Data = NonNullable<UsageResponse['data']>;
type Field = NonNullable<Query['usage.fields']>[number];

const DAYS = 7;
/** What is shown without `usage.fields`. */
const USUAL: readonly Field[] = ['cap_reset_day', 'project_cap', 'project_id', 'project_usage'];

export async function usageAnswer({ store, clock }: Deps, usage: Usage, { principal }: Context, query: Query = {}) {
  await usage.flush();
  const project = await usage.projectOf(principal.app);
  const now = clock.now();
  const days = daysUpTo(now, query.days ?? DAYS);
  const [found, apps, used, set] = await Promise.all([
    usageOf(store.read, project, days[0] ?? '', days.at(-1) ?? ''),
    appsOf(store.read, project),
    usedIn(store.read, project, monthOf(dayOf(now))),
    setCapOf(store.read, project),
  ]);
  const all: Required<Data> = {
    cap_reset_day: RESET_DAY,
    project_cap: capOf(principal.level, set),
    project_id: project,
    project_usage: used,
    daily_project_usage: { project_id: Number(project), usage: perDay(days, found) },
    daily_client_app_usage: apps.map((app) => {
      const own = found.filter((row) => row.app === app);
      return { client_app_id: app, usage: perDay(days, own), usage_result_count: days.length };
    }),
  };
  const fields = query['usage.fields'] ?? USUAL;
  const data: Data = Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name as Field)));
  return { status: 200 as const, body: { data } };
}

/** One entry for each day, also where nothing was read. */
function perDay(days: readonly string[], rows: readonly UsageDayRow[]) {
  return days.map((day) => {
    const usage = rows.reduce((sum, row) => (row.day === day ? sum + row.posts : sum), 0);
    return { date: `${day}T00:00:00.000Z`, usage };
  });
}
