// Adds contacts to static groups, and removes them.

import type { Unit } from '../deps.ts';
import { invalid } from '../store.ts';
import { addMembers, handFault, removeMembers } from './members.ts';
import { requireGroup } from './store.ts';

/** @throws the refusal 404 for an unknown group, 400 for one that is not static */
async function requireStatic({ tables }: Unit, account: number, id: number): Promise<number> {
  const group = await requireGroup(tables, account, id);
  const fault = handFault(group);
  if (fault !== undefined) throw invalid(fault);
  return id;
}

/** @throws the refusal 400 where a contact does not exist: then none is added */
export async function addToGroup(unit: Unit, account: number, group: number, contacts: readonly number[]): Promise<void> {
  await requireStatic(unit, account, group);
  if (contacts.length === 0) return;
  const ids = [...new Set(contacts)];
  const known = await unit.tables
    .selectFrom('g_contacts')
    .select('id')
    .where('account', '=', account)
    .where('deleted_at', 'is', null)
    .where('id', 'in', ids)
    .execute();
  const missing = ids.find((id) => !known.some((contact) => contact.id === id));
  if (missing !== undefined) throw invalid(`The contact ${missing} does not exist.`);
  await addMembers(
    unit.tables,
    ids.map((contact) => ({ group, contact })),
  );
}

/** Contacts that are not in the group are ignored. */
export async function removeFromGroup(unit: Unit, account: number, group: number, contacts: readonly number[]): Promise<void> {
  await removeMembers(unit.tables, [await requireStatic(unit, account, group)], contacts);
}
