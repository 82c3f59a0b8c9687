// Finds groups by name, makes those that are missing, and adds and removes contacts.

import type { ContactGroup } from '@octavo/interfaces/g-messaging';
import type { Tables, Unit } from '../deps.ts';
import { insert, insertMissing, invalid, nextId } from '../store.ts';
import type { GroupRow } from './tables.ts';

/** @returns why contacts cannot be added to a group, or removed; `undefined`: they can */
export function handFault({ id, type }: Pick<GroupRow, 'id' | 'type'>): string | undefined {
  return type === 'Static' ? undefined : `Group ${id} is ${type.toLowerCase()}; its contacts cannot be changed.`;
}

async function findByName(tables: Tables, account: number, names: readonly string[]): Promise<readonly GroupRow[]> {
  if (names.length === 0) return [];
  const keys = [...new Set(names.map((name) => name.toLowerCase()))];
  return tables.selectFrom('g_groups').selectAll().where('account', '=', account).where('name_key', 'in', keys).execute();
}

/** The groups of some names; those that do not exist are made. */
async function requireNames({ tables }: Unit, account: number, names: readonly string[]): Promise<readonly GroupRow[]> {
  const known = await findByName(tables, account, names);
  const missing = new Map(names.map((name) => [name.toLowerCase(), name]));
  for (const { name_key } of known) missing.delete(name_key);
  if (missing.size === 0) return known;
  const first = await nextId(tables, 'g_groups');
  const made = [...missing].map(([name_key, name], index): GroupRow => {
    return { id: first + index, account, name, name_key, type: 'Static', rule: null };
  });
  await insert(tables, 'g_groups', made);
  return [...known, ...made];
}

/**
 * The identifiers of the static groups of some names.
 * @param which `known` leaves out names without a group; otherwise their groups are made
 * @throws the refusal 400 for another type of group, or an empty name
 */
export async function staticGroups(unit: Unit, account: number, names: readonly string[], which?: 'known'): Promise<readonly number[]> {
  if (names.some((name) => name.trim() === '')) throw invalid('The name of a group must not be empty.');
  const groups = which === 'known' ? await findByName(unit.tables, account, names) : await requireNames(unit, account, names);
  for (const group of groups) {
    const fault = handFault(group);
    if (fault !== undefined) throw invalid(fault);
  }
  return groups.map(({ id }) => id);
}

/** The groups that contacts name, those with new names made. `find` gives the identifier, or what is wrong. */
export async function groupsByName(unit: Unit, account: number, named: readonly ContactGroup[]) {
  const names = named.flatMap(({ id, name }) => (id === undefined && name !== undefined && name.trim() !== '' ? [name] : []));
  const ids = [...new Set(named.flatMap(({ id }) => id ?? []))];
  const byName = new Map((await requireNames(unit, account, names)).map((group) => [group.name_key, group]));
  const byId = new Map((await findById(unit.tables, account, ids)).map((group) => [group.id, group]));
  return {
    find({ id, name = '' }: ContactGroup): number | string {
      const group = id === undefined ? byName.get(name.toLowerCase()) : byId.get(id);
      if (group === undefined) return id === undefined ? 'A group needs an id or a name.' : `The group ${id} does not exist.`;
      return handFault(group) ?? group.id;
    },
  };
}

async function findById(tables: Tables, account: number, ids: readonly number[]): Promise<readonly GroupRow[]> {
  if (ids.length === 0) return [];
  return tables.selectFrom('g_groups').selectAll().where('account', '=', account).where('id', 'in', ids).execute();
}

/** Adds contacts to groups. Those that are in a group stay there. */
export async function addMembers(tables: Tables, members: readonly { readonly group: number; readonly contact: number }[]): Promise<void> {
  await insertMissing(tables, 'g_members', members);
}

export async function removeMembers(tables: Tables, groups: readonly number[], contacts: readonly number[]): Promise<void> {
  if (groups.length === 0 || contacts.length === 0) return;
  await tables.deleteFrom('g_members').where('group', 'in', groups).where('contact', 'in', contacts).execute();
}
