// Changes a contact that is named by its identifier.

import type { Unit } from '../deps.ts';
import { requireContact } from './find.ts';
import type { GivenContact } from './rules.ts';
import { saveContact } from './save.ts';

/** The given channels take the place of the old ones. @throws the refusal 404 where there is no such contact, 400 where the change is wrong */
export async function updateContact(unit: Unit, account: number, id: number, given: GivenContact): Promise<void> {
  await requireContact(unit.tables, account, id);
  await saveContact(unit, account, { ...given, id }, { identity: { by: 'id' }, replacesChannels: true });
}
