// Shows groups with the numbers of their contacts, as the marketing document has them.

import type { Group } from '@octavo/interfaces/g-messaging-marketing';
import type { Tables } from '../deps.ts';
import { countOf } from '../pages.ts';
import { contactsInGroup, groupsNamed } from './store.ts';

export async function countedGroups(tables: Tables, account: number, at: number): Promise<Group[]> {
  const groups = await groupsNamed(tables, account).execute();
  const counted: Group[] = [];
  for (const group of groups) {
    const { rows } = await contactsInGroup(tables, group, at);
    const { id, name, type } = group;
    counted.push({ id, name, type: type.toLowerCase(), contactsCount: await countOf(rows) });
  }
  return counted;
}
