// Adds and deletes the rules of an app. A rule that is not valid, or that the app has, is named in `errors`; the others are added.

import type { PartialErrors, Rule, RuleChange } from '@octavo/interfaces/b-microblog';
import { refuse } from '@octavo/runtime';
import type { Context, Deps, Tables } from '../deps.ts';
import { rows } from '../people/store.ts';
import { nextNumbers, writeInOrder } from '../posts/store.ts';
import { postIdOf } from '../rules/identifiers.ts';
import { parseQuery } from '../search/language/parse.ts';
import { QueryFault } from '../search/language/query.ts';
import type { Usage } from '../usage/usage.ts';
import { capOf, longestAt } from './caps.ts';
import { RULES, ruleCounts, rulesOf } from './store.ts';
import type { RuleRow } from './tables.ts';

interface Query {
  readonly dry_run?: boolean | undefined;
  readonly delete_all?: boolean | undefined;
}

type Problem = PartialErrors[number];
type Caller = Context['principal'];

export async function changeRules(deps: Deps, usage: Usage, { principal }: Context, body: RuleChange, query: Query = {}) {
  const project = await usage.projectOf(principal.app);
  const isDry = query.dry_run === true;
  const sent = new Date(deps.clock.now()).toISOString();
  if ('delete' in body || query.delete_all === true) {
    const isGone = query.delete_all === true ? () => true : isNamed('delete' in body ? body.delete : {});
    const wanted = 'delete' in body ? (body.delete.ids?.length ?? 0) + (body.delete.values?.length ?? 0) : 0;
    const deleted = await deleteRules(deps, principal.app, isGone, isDry);
    const summary = { deleted, not_deleted: query.delete_all === true ? 0 : Math.max(0, wanted - deleted) };
    return { status: 200 as const, body: { meta: { sent, summary } } };
  }
  const { created, errors } = await addRules(deps, principal, project, body.add, isDry);
  const count = { created: created.length, not_created: errors.length, valid: created.length, invalid: errors.length };
  const shown = {
    ...(created.length > 0 && { data: created.map(showRule) }),
    meta: { sent, summary: count },
    ...(errors.length > 0 && { errors: [...errors] }),
  };
  return created.length > 0 && !isDry ? { status: 201 as const, body: shown } : { status: 200 as const, body: shown };
}

export function showRule({ id, value, tag }: RuleRow): Rule {
  return { id, value, ...(tag !== null && { tag }) };
}

function isNamed({ ids = [], values = [] }: { readonly ids?: readonly string[]; readonly values?: readonly string[] }) {
  const [byId, byValue] = [new Set(ids), new Set(values)];
  return ({ id, value }: RuleRow) => byId.has(id) || byValue.has(value);
}

/** Units run one after another, so that those of a project together stay within the number of rules that it may have. */
async function writeRules<T>(deps: Deps, app: string, unit: (tables: Tables) => Promise<T>): Promise<T> {
  const result = await writeInOrder(deps, unit);
  await deps.bus.publish(RULES, app);
  return result;
}

/** So many rules are added by one statement, which has at most 32,766 values. */
const AT_ONCE = 1_000;

/** @returns how many were deleted, or would be */
async function deleteRules(deps: Deps, app: string, isGone: (rule: RuleRow) => boolean, isDry: boolean): Promise<number> {
  return writeRules(deps, app, async (tables) => {
    const gone = (await rulesOf(tables, app)).filter(isGone).map(({ id }) => id);
    if (gone.length > 0 && !isDry) await tables.deleteFrom('b_rules').where('id', 'in', gone).execute();
    return gone.length;
  });
}

interface Added {
  readonly created: readonly RuleRow[];
  readonly errors: readonly Problem[];
}

/** @throws the refusal 403 where the app or its project would have more rules than it may have */
async function addRules(
  deps: Deps,
  { app, level }: Caller,
  project: string,
  given: readonly { readonly value: string; readonly tag?: string }[],
  isDry: boolean,
): Promise<Added> {
  const now = deps.clock.now();
  return writeRules(deps, app, async (tables) => {
    const before = await rulesOf(tables, app);
    const known = new Map(before.map(({ value, id }) => [value, id]));
    const created: RuleRow[] = [];
    const errors: Problem[] = [];
    let seq = before.at(-1)?.seq ?? 0;
    const last = await nextNumbers(tables, now, given.length);
    for (const [index, { value, tag = null }] of given.entries()) {
      const problem = problemOf(value, known, { level });
      if (problem !== undefined) {
        errors.push(problem);
        continue;
      }
      const id = postIdOf(last - given.length + 1 + index);
      seq += 1;
      known.set(value, id);
      created.push({ id, app, project, value, tag, seq });
    }
    await requireRoom(tables, project, level, created.length);
    for (let start = 0; start < created.length && !isDry; start += AT_ONCE)
      await rows.insert(tables, 'b_rules', created.slice(start, start + AT_ONCE));
    return { created, errors };
  });
}

/** Why a rule cannot be added. */
function problemOf(value: string, known: ReadonlyMap<string, string>, { level }: Pick<Caller, 'level'>): Problem | undefined {
  const id = known.get(value);
  if (id !== undefined) return { title: 'DuplicateRule', type: 'https://microblog.example.com/problems/duplicate-rules', value, id };
  try {
    parseQuery(value, { use: 'rules', level, most: longestAt(level) });
    return undefined;
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    const type = 'https://microblog.example.com/problems/invalid-rules';
    return { title: 'UnprocessableEntity', type, value, details: [error.message] };
  }
}

/** @throws the refusal 403 */
async function requireRoom(tables: Tables, project: string, level: Caller['level'], added: number): Promise<void> {
  const cap = capOf(level);
  const used = (await ruleCounts(tables, project)).reduce((sum, { count }) => sum + count, 0);
  if (added === 0 || used + added <= cap) return;
  const detail =
    used >= cap
      ? `Your app has ${used} rules, the maximum at ${level} access.`
      : `Your app would have ${used + added} rules; ${cap} are the maximum at ${level} access.`;
  throw refuse(403, { code: 'rule-cap', detail });
}
