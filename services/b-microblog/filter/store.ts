// Asks for the rules of apps and projects.

import { changedKeys } from '../../platform/cache.ts';
import { listsOf } from '../../platform/lists.ts';
import { type Given, prepare } from '../../platform/store/prepare.ts';
import type { Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import type { MicroblogTables } from '../tables.ts';
import type { RuleRow } from './tables.ts';

/** Apps whose rules have changed. */
export const RULES = changedKeys('b-microblog/rules');

/** The rules of an app, by the order in which they were added. */
export const rulesList = listsOf<MicroblogTables>()('b_rules', ['seq'], ['app']);

export function rulesOf(tables: Tables, app: string): Promise<readonly RuleRow[]> {
  return rows.all(tables, 'b_rules', { app }, ['seq']);
}

const counts = prepare((tables: Tables, given: Given<{ project: string }>) =>
  tables
    .selectFrom('b_rules')
    .select(({ fn }) => ['app', fn.countAll<number>().as('count')])
    .where('project', '=', given('project'))
    .groupBy('app')
    .orderBy('app'),
);

/** How many rules each app of a project has; apps without rules are left out. */
export function ruleCounts(tables: Tables, project: string): Promise<readonly { readonly app: string; readonly count: number }[]> {
  return counts.all(tables, { project });
}
