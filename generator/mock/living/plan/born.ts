// Finds the state that the text of a create gives new things: all of them, or those of one kind, such as `Sickness is approved at once`.
import type { Held } from '../../../inference/held.ts';
import { bornIn, bornKindsIn, nounsFor } from '../../../inference/prose/index.ts';
import { listedPlaces } from '../../../inference/targets.ts';
import type { Kind } from './kinds.ts';

export function bornStates({ create, name }: Pick<Held, 'create' | 'name'>, state: Kind['state']): Pick<Kind, 'born'> {
  if (create === undefined || state === undefined) return {};
  const { member, values: states } = state;
  const text = [create.summary, create.description].join('\n\n');
  const kinds = listedPlaces(create)
    .filter((one) => one.name !== member && one.place.startsWith('/body/'))
    .flatMap((one) => bornKindsIn(text, states, one.listed).map((born) => ({ member: one.name, value: born.value, state: born.state })));
  const all = bornIn(text, { states, nouns: nounsFor(name) })?.state;
  return kinds.length === 0 && all === undefined ? {} : { born: { kinds, ...(all === undefined ? {} : { all }) } };
}
