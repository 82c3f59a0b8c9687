// Keeps members as their texts say that they are: without those that a thing has in other states.
import { getOwn } from '@octavo/runtime/conformance';
import type { Kind } from '../plan/kinds.ts';
import { allows } from '../values.ts';

type Members = Readonly<Record<string, unknown>>;

/** `sent`: what the request says, which stays as it is. */
export function inState(kind: Kind, value: Members, sent: Members = {}): Members {
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
