// Finds the contacts to which messages go, and adds those that do not exist.

import type { Channel } from '@octavo/interfaces/g-messaging';
import { findKeys, keyText } from '../contacts/keys.ts';
import { channelKey, type Key } from '../contacts/rules.ts';
import { saveContacts } from '../contacts/save.ts';
import type { Unit } from '../deps.ts';

/** Somebody who is to get a message. */
interface Person {
  /** The first of these that a contact has finds it. */
  readonly keys: readonly Key[];
  /** The channel of the new contact, where none is found. Absent: none is added. */
  readonly added?: Channel | undefined;
}

/** @returns for each the contact, or why there is none, in a sentence */
export async function findOrAdd(unit: Unit, account: number, people: readonly Person[]): Promise<(number | string)[]> {
  const found = await findKeys(
    unit.tables,
    account,
    people.flatMap(({ keys }) => keys),
  );
  const known = people.map(({ keys }) => keys.flatMap((key) => found.get(keyText(key))?.id ?? []).at(0));
  const missing = new Map(people.flatMap(({ added }, index) => (added === undefined || known[index] ? [] : [[nameOf(added), added]])));
  const contacts = [...missing.values()].map((channels) => ({ channels }));
  const saved = await saveContacts(unit, account, contacts);
  const made = new Map([...missing.keys()].map((name, index) => [name, saved[index]]));
  return people.map(({ keys, added }, index) => {
    const own = known[index] ?? (added && made.get(nameOf(added)));
    if (own === undefined) return `The contact ${keys[0]?.value ?? ''} does not exist.`;
    if (typeof own === 'number') return own;
    return 'failed' in own ? own.failed : own.id;
  });
}

function nameOf({ type, value }: Channel): string {
  return keyText(channelKey(type, value));
}
