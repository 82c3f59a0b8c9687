// Lists the rules of an app, and counts them.

import type { CountFilteredStreamRulesInput, RuleCountsResponse } from '@octavo/interfaces/b-microblog';
import { readTokenPage } from '../../platform/lists.ts';
import type { Context, Deps } from '../deps.ts';
import { otherList } from '../responses.ts';
import { shortCursors } from '../short-cursors.ts';
import type { Usage } from '../usage/usage.ts';
import { capOf } from './caps.ts';
import { showRule } from './change.ts';
import { ruleCounts, rulesList, rulesOf } from './store.ts';

interface Query {
  readonly ids?: readonly string[];
  readonly max_results?: number;
  readonly pagination_token?: string | undefined;
}

const ON_PAGE = 1_000;
/** A token has 16 characters, as the document says: a letter, these digits, and seven that tell whether it is of this list. */
const DIGITS = 8;

/** The newest first. */
export async function listRules({ store: { read }, clock, cursors }: Deps, { principal: { app } }: Context, query: Query = {}) {
  const { ids, max_results: limit = ON_PAGE, pagination_token: token } = query;
  const sent = new Date(clock.now()).toISOString();
  if (ids !== undefined) {
    const named = (await rulesOf(read, app)).filter(({ id }) => ids.includes(id)).reverse();
    return { status: 200 as const, body: { ...listed(named), meta: { sent, result_count: named.length } } };
  }
  const asked = { cursors: shortCursors(cursors, DIGITS), caller: app, token, limit, isDown: true };
  const { rows, next } = (await readTokenPage(rulesList, read, { app }, asked)) ?? otherList('pagination_token');
  const meta = { sent, result_count: rows.length, ...(next !== null && { next_token: next }) };
  return { status: 200 as const, body: { ...listed(rows), meta } };
}

function listed(rules: readonly Parameters<typeof showRule>[0][]) {
  return rules.length === 0 ? {} : { data: rules.map(showRule) };
}

type Counts = NonNullable<RuleCountsResponse['data']>;
type Fields = NonNullable<CountFilteredStreamRulesInput['query']>['rules_count.fields'];

export async function countRules({ store }: Deps, usage: Usage, { principal: { app, level } }: Context, fields?: Fields) {
  const counts = await ruleCounts(store.read, await usage.projectOf(app));
  const showCount = (client_app_id: string, rule_count: number) => ({ client_app_id, rule_count });
  const all: Required<Counts> = {
    all_project_client_apps: counts.map(({ app: id, count }) => showCount(id, count)),
    cap_per_client_app: capOf(level),
    cap_per_project: capOf(level),
    client_app_rules_count: showCount(app, counts.find((one) => one.app === app)?.count ?? 0),
    project_rules_count: counts.reduce((sum, { count }) => sum + count, 0),
  };
  const shown = Object.entries(all).filter(([name]) => fields === undefined || fields.includes(name as keyof Counts));
  return { status: 200 as const, body: { data: Object.fromEntries(shown) as Counts } };
}
