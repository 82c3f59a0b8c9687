// Finds what texts say of members that the mock keeps true: in which states a thing has one, and which one counts a list of the thing.
import { formulaIn, memberSentences, type Presence, presenceIn } from '../../../inference/prose/index.ts';
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

/** The members that are the number of items in a list of the thing, with the names of the lists. */
export function countsIn(members: Kind['members']): Kind['counts'] {
  const typed = (wanted: 'integer' | 'array'): readonly string[] =>
    [...members].filter(([, schemas]) => schemas.some(({ type }) => type?.includes(wanted) === true)).map(([name]) => name);
  const numbers = typed('integer');
  const lists = new Map(typed('array').map((name) => [name, []]));
  return new Map(
    numbers.flatMap((name) => {
      const formulas = (members.get(name) ?? []).flatMap(({ description = '' }) => formulaIn(description, name, { numbers, lists }) ?? []);
      const count = formulas.find((formula) => formula.kind === 'count');
      return count?.kind === 'count' ? [[name, count.list] as const] : [];
    }),
  );
}
