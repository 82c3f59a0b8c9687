// Finds the members that a thing has in some of its states alone, as their texts say.
import { memberSentences, type Presence, presenceIn } from '../../../inference/prose/index.ts';
import type { Kind } from './kinds.ts';

/** The members that a thing has in some of its states alone. */
export function presencesIn(members: Kind['members'], state: Kind['state']): Kind['presences'] {
  const found = new Map<string, Presence>();
  if (state === undefined) return found;
  for (const [name, schemas] of members) {
    if (name === state.member) continue;
    const said = memberSentences(schemas).flatMap(({ text }) => presenceIn(text, state.values) ?? []);
    const [first] = said;
    if (first !== undefined) found.set(name, first);
  }
  return found;
}
