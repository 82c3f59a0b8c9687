// Adds groups whose contacts follow from a rule.

import { loadBook } from '../contacts/book.ts';
import type { Tables, Unit } from '../deps.ts';
import { readJson } from '../json.ts';
import { all, insertMissing, invalid, nextId } from '../store.ts';
import { resolveRule } from './condition.ts';
import { MOST_PREDICATES, predicatesOf, ruleFault } from './rules.ts';
import type { GroupRule } from './tables.ts';

/**
 * @param text the rule, as JSON
 * @returns the identifier of the group
 * @throws the refusal 400 for a rule that is wrong, and for a name that is empty or taken
 */
export async function addRuledGroup({ tables }: Unit, account: number, name: string, text: string): Promise<number> {
  if (name.trim() === '' || name.includes('\0')) throw invalid('/name must be a text.');
  const rule = readJson<GroupRule>(text, '/rule', ruleFault);
  const predicates = predicatesOf(rule);
  await requireNamed(tables, account, predicates);
  if (predicatesOf(await resolveRule(tables, rule)).length > MOST_PREDICATES)
    throw invalid(`/rule must have at most ${MOST_PREDICATES} predicates, with those of the groups that it names.`);
  const id = await nextId(tables, 'g_groups');
  const type = predicates.some(({ kind }) => kind === 'in-group') ? ('Combined' as const) : ('Dynamic' as const);
  const row = { id, account, name, name_key: name.toLowerCase(), type, rule };
  if ((await insertMissing(tables, 'g_groups', row)) === 0) throw invalid(`/name: the group ${name} exists already.`);
  return id;
}

/** @throws the refusal 400 where the account has no such group or field */
async function requireNamed(tables: Tables, account: number, predicates: readonly GroupRule[]): Promise<void> {
  const { fields } = await loadBook(tables, account);
  const groups = await all(tables, 'g_groups', { account });
  for (const predicate of predicates) {
    if (predicate.kind === 'field' && !fields.has(predicate.field)) throw invalid(`/rule: the field ${predicate.field} does not exist.`);
    if (predicate.kind === 'in-group' && !groups.some(({ id }) => id === predicate.group))
      throw invalid(`/rule: the group ${predicate.group} does not exist.`);
  }
}
