// Keeps members as their texts say that they are: without those that a thing, or an object inside of it, has in other states.
import { getOwn } from '@octavo/runtime/conformance';
import { conjuncts, itemsOf, propertiesOf } from '../../../model/schema/conjuncts.ts';
import type { Schema } from '../../../model/schema/schema.ts';
import type { Kind } from '../plan/kinds.ts';
import { presencesIn } from '../plan/members.ts';
import { stateOf } from '../plan/states.ts';
import { allows } from '../values.ts';
import { anywhere, MOST_DEEP } from './anywhere.ts';

type Members = Readonly<Record<string, unknown>>;
type Staged = Pick<Kind, 'members' | 'state' | 'presences'>;

/** `sent`: what the request says, which stays as it is. */
export function inState(kind: Staged, value: Members, sent: Members = {}): Members {
  const kept: Record<string, unknown> = { ...value };
  for (const [member, one] of Object.entries(value))
    if (!Object.hasOwn(sent, member)) kept[member] = inStates(kind.members.get(member) ?? [], one);
  return ownState(kind, kept, sent);
}

function ownState(kind: Staged, value: Members, sent: Members): Members {
  const now = kind.state && getOwn(value, kind.state.member);
  if (typeof now !== 'string' || kind.presences.size === 0) return value;
  const kept: Record<string, unknown> = { ...value };
  for (const [member, { states }] of kind.presences) {
    if (states.has(now) || Object.hasOwn(sent, member) || !Object.hasOwn(kept, member)) continue;
    if (allows(kind.members.get(member) ?? [], 'null')) kept[member] = null;
    else delete kept[member];
  }
  return kept;
}

/** Whether objects of a schema, or inside of it, have members in some of their states alone. */
export const hasStates = anywhere((schema) => stagedBy([schema]).presences.size > 0);

/** A value without what the objects inside of it have in other states; the same value where it has none. */
export function inStates(schemas: readonly Schema[], value: unknown, deep = MOST_DEEP): unknown {
  if (deep === 0 || typeof value !== 'object' || value === null || !hasStates(schemas)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => inStates(itemsOf(schemas), item, deep - 1));
  const members = propertiesOf(schemas);
  const inner = Object.entries(value).map(([name, one]): [string, unknown] => [name, inStates(members.get(name) ?? [], one, deep - 1)]);
  const whole: Members = Object.fromEntries(inner);
  return ownState(stagedBy(schemas), whole, {});
}

const known = new WeakMap<Schema, Staged>();

function stagedBy(schemas: readonly Schema[]): Staged {
  const [key] = schemas;
  const found = key && known.get(key);
  if (found !== undefined) return found;
  const members = new Map([...propertiesOf(schemas)].map(([name, own]) => [name, conjuncts(own)]));
  const state = stateOf(members);
  const staged = { members, ...(state === undefined ? {} : { state }), presences: presencesIn(members, state) };
  if (key !== undefined) known.set(key, staged);
  return staged;
}
