// Asks how many posts a project has read, and adds those that it has read for the first time on a day.

import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import type { UsageDayRow } from './tables.ts';

/** That an application has read a post. */
export interface Read {
  readonly app: string;
  readonly post: string;
}

/** Above all days of a month, as texts. */
const END = '~';

const daysBetween = prepare((tables: Tables, given: Given<{ project: string; from: string; to: string }>) =>
  tables
    .selectFrom('b_usage_days')
    .selectAll()
    .where('project', '=', given('project'))
    .where('day', '>=', given('from'))
    .where('day', '<=', given('to'))
    .orderBy('day')
    .orderBy('app'),
);

/** How many posts a project has read on some days, by day and application. Days without any have no row. */
export function usageOf(tables: Tables, project: string, from: string, to: string): Promise<readonly UsageDayRow[]> {
  return daysBetween.all(tables, { project, from, to });
}

/** How many posts a project has read in a month. */
export async function usedIn(tables: Tables, project: string, month: string): Promise<number> {
  const days = await usageOf(tables, project, month, month + END);
  return days.reduce((sum, { posts }) => sum + posts, 0);
}

/** The cap that a developer has set for a project. */
export async function setCapOf(tables: Tables, project: string): Promise<number | undefined> {
  const [row] = await rows.all(tables, 'b_usage_caps', { project });
  return row?.cap;
}

/** The applications of a project. */
export async function appsOf(tables: Tables, project: string): Promise<readonly string[]> {
  return (await rows.all(tables, 'b_apps', { project }, ['id'])).map(({ id }) => id);
}

/** Adds what a project has read on a day, within a unit of work that has its turn, and counts the posts that it has not read on that day before. */
export async function addReads(tables: Tables, project: string, day: string, reads: readonly Read[]): Promise<void> {
  const added = await tables
    .insertInto('b_reads')
    .values(reads.map(({ app, post }) => ({ project, day, app, post_id: post })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('app')
    .execute();
  const counts = new Map<string, UsageDayRow>();
  for (const { app } of added) counts.set(app, { project, day, app, posts: (counts.get(app)?.posts ?? 0) + 1 });
  if (counts.size === 0) return;
  await tables
    .insertInto('b_usage_days')
    .values([...counts.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'day', 'app'])
        .doUpdateSet((row) => ({ posts: row('b_usage_days.posts', '+', row.ref('excluded.posts')) })),
    )
    .execute();
}

/** How many rows one unit of work removes. */
const MOST_REMOVED = 2_000;

/** Removes which posts a project has read on days before one, within a unit of work. Their counts stay. @returns whether none are left */
export async function forgetReads(tables: Tables, project: string, before: string): Promise<boolean> {
  const old = tables.selectFrom('b_reads').select(['day', 'post_id']).where('project', '=', project).where('day', '<', before);
  const found = await old.orderBy('day').orderBy('post_id').limit(MOST_REMOVED).execute();
  for (const day of new Set(found.map((row) => row.day))) {
    const posts = found.filter((row) => row.day === day).map(({ post_id }) => post_id);
    await tables.deleteFrom('b_reads').where('project', '=', project).where('day', '=', day).where('post_id', 'in', posts).execute();
  }
  return found.length < MOST_REMOVED;
}
