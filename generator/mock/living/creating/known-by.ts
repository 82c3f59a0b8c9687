// Reads by which members a create knows a thing that is there already, where its text says that this one is changed, or is answered.
import { knownAlreadyIn } from '../../../inference/prose/index.ts';
import { itemsOf } from '../../../model/schema/conjuncts.ts';
import type { Operation } from '../../../model/service.ts';
import type { Kind, Known } from '../plan/kinds.ts';

/** An identifier comes first, and lists last: one of their items may be of several things. */
export function knownBy({ summary, description, body }: Operation, kind: Kind): { readonly known?: Known } {
  const text = [summary, description, body?.description].filter((one) => one !== undefined).join('\n\n');
  const found = knownAlreadyIn(text, kind.name, [...kind.members.keys()]);
  if (found === undefined) return {};
  const rank = (member: string): number => (member === kind.id ? 0 : isList(kind, member) ? 2 : 1);
  return { known: { by: found.by.toSorted((one, other) => rank(one) - rank(other)), does: found.does } };
}

export function isList({ members }: Kind, member: string): boolean {
  return itemsOf(members.get(member) ?? []).length > 0;
}
