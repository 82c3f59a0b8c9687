// Reads groups and the contacts in them.

import type { Tables } from '../deps.ts';
import { contains, findBy, unknown } from '../store.ts';
import { condition, resolveRule } from './condition.ts';
import type { GroupRow } from './tables.ts';

/** The static groups of contacts, in the order of their names. */
export function groupsOfContacts(tables: Tables, contacts: readonly number[]) {
  return tables
    .selectFrom('g_members')
    .innerJoin('g_groups', 'g_groups.id', 'g_members.group')
    .select(['g_members.contact', 'g_groups.id', 'g_groups.name', 'g_groups.type'])
    .where('g_members.contact', 'in', contacts)
    .orderBy('name_key')
    .execute();
}

/** The groups of an account in alphabetical order. @param text only those whose names contain it, in upper or lower case */
export function groupsNamed(tables: Tables, account: number, text?: string) {
  const rows = tables.selectFrom('g_groups').selectAll().where('account', '=', account).orderBy('name_key');
  if (text === undefined) return rows;
  return rows.where(contains('name_key', text));
}

/** @throws the refusal 404 */
export async function requireGroup(tables: Tables, account: number, id: number): Promise<GroupRow> {
  const row = await findBy(tables, 'g_groups', { account, id });
  if (row === undefined) throw unknown('group', id);
  return row;
}

/** The contacts of a group that are not deleted, the oldest first: a query, as `rows`. @param at the present, for rules with a time */
export async function contactsInGroup(tables: Tables, { id, account, rule }: GroupRow, at: number) {
  const resolved = await resolveRule(tables, rule ?? { kind: 'in-group', group: id });
  const rows = tables
    .selectFrom('g_contacts')
    .selectAll('g_contacts')
    .where('g_contacts.account', '=', account)
    .where('g_contacts.deleted_at', 'is', null)
    .where((builder) => condition(builder, { account }, resolved, at))
    .orderBy('g_contacts.created_at')
    .orderBy('g_contacts.id');
  return { rows };
}
