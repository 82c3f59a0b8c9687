// Finds the thing that a create means and that is there already, where its text says what becomes of it: `If a contact with this email exists, it is
// updated`.
import { isDeepStrictEqual } from 'node:util';
import { getOwn } from '@octavo/runtime/conformance';
import type { Operation } from '../../../model/service.ts';
import { type Refused, takenMember, unknownReference } from '../guards.ts';
import { completedMembers, merged, replaced, setByChange } from '../making.ts';
import type { Role } from '../plan/kinds.ts';
import { record } from '../plan/sent.ts';
import { wordFor } from '../refusing.ts';
import type { Setting } from '../setting.ts';
import type { Thing } from '../world.ts';
import { type KeyPlace, keysOf } from './keyed.ts';
import { isList } from './known-by.ts';

type Creating = Role & { readonly does: 'create' | 'create-many' };

/** The thing that a request means, of those of the collection. */
export function knownThing({ world }: Setting, role: Creating, collection: string, sent: Thing['value'], body: unknown): Thing | undefined {
  const { kind, known } = role;
  const keyed = role.does === 'create-many' ? role.keyed : undefined;
  const places = keyed?.places.get(String(getOwn(body, keyed.by)));
  if (places !== undefined) return keyedThing(world.in(collection), places, sent, record(body));
  const things = known === undefined ? [] : world.in(collection);
  for (const member of things.length === 0 ? [] : (known?.by ?? [])) {
    const given = getOwn(sent, member) ?? undefined;
    const wanted = isList(kind, member) && Array.isArray(given) ? given : given === undefined ? [] : [given];
    for (const one of wanted) {
      const found = things.find(({ value }) => {
        const own = getOwn(value, member);
        return isList(kind, member) && Array.isArray(own) ? own.some((item) => isSame(one, item)) : isSame(one, own);
      });
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function keyedThing(
  things: readonly Thing[],
  places: readonly KeyPlace[],
  sent: Thing['value'],
  request: Thing['value'],
): Thing | undefined {
  for (const place of places) {
    const keys = new Set(keysOf(place, sent, request));
    const found = keys.size === 0 ? undefined : things.find(({ value }) => keysOf(place, value, request).some((key) => keys.has(key)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The thing as the request leaves it, or why that is refused. */
export function changedKnown(
  setting: Setting,
  operation: Operation,
  role: Creating,
  there: Thing,
  sent: Thing['value'],
): Thing | Omit<Thing, 'version'> | Refused {
  const { kind, known, unknown: status } = role;
  if (known?.does === 'nothing') return there;
  const taken = takenMember(setting, kind, there.collection, sent, there.id);
  if (taken !== undefined) return { statuses: [409, 422, 400], detail: `Another ${wordFor(kind)} has this \`${taken}\`.` };
  const unknown = unknownReference(setting, kind, sent, status);
  if (unknown !== undefined) return unknown;
  const value = known?.does === 'replace' ? replaced(operation, kind, there, sent) : merged(there.value, sent, kind.members);
  const own = kind.id === undefined ? {} : { [kind.id]: there.value[kind.id] };
  const whole = { ...completedMembers(setting, kind, value), ...own };
  const { version: _, ...kept } = there;
  return { ...kept, value: { ...whole, ...setByChange(setting, kind, there.value, whole) } };
}

/** Whether what is there is what was given; it may have members that were not, and addresses may differ in case. */
function isSame(given: unknown, there: unknown): boolean {
  if (typeof given === 'string' && typeof there === 'string' && given.includes('@')) return given.toLowerCase() === there.toLowerCase();
  const members = Object.entries(record(given));
  if (members.length === 0) return isDeepStrictEqual(given, there);
  return members.every(([name, value]) => isSame(value, getOwn(there, name)));
}
