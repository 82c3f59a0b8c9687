// Finds the values that a new thing has to share with others: a translator who is given a job has its languages, and an animal goes into a kennel
// for its species. Values of the same component or of the same list are of one kind; names tell which of them is meant.

import { isObject, lastNameOf, pointerTo } from '../../../inference/pointers.ts';
import { wordsOf } from '../../../inference/prose/index.ts';
import { formsIn } from '../../../inference/references/named.ts';
import { targetOf } from '../../../model/schema/walk.ts';
import type { Operation } from '../../../model/service.ts';
import { type Input, schemasOf } from '../../plan/index.ts';
import type { Made } from '../existing.ts';

interface Leaf {
  readonly at: string;
  readonly value: string;
  readonly forms: ReadonlySet<string>;
}

/** Places deeper in a body are not looked at. */
const MOST_DEPTH = 6;

/** The places of the input of a create, and the values there that others have: those of the thing that is nearest come first. */
export function matchingPlaces(
  producer: Operation,
  input: Input,
  others: readonly Made[],
): readonly { readonly at: string; readonly value: string }[] {
  const known = others.flatMap((one) => (one.input === undefined ? [] : leavesOf(one.producer, one.input)));
  return leavesOf(producer, input).flatMap(({ at, forms }) => {
    const alike = known.filter((one) => [...one.forms].some((form) => forms.has(form)));
    const named = alike.find((one) => isNamedAlike(at, one.at)) ?? (alike.length === 1 ? alike[0] : undefined);
    return named === undefined ? [] : [{ at, value: named.value }];
  });
}

/** The texts of a body that are of a kind of their own: a component with a pattern, or a list of values that has one. */
function leavesOf(operation: Operation, { body }: Input): readonly Leaf[] {
  return [...leavesIn(body, '/body', 0)].flatMap(({ at, value }) => {
    const schemas = schemasOf(operation, at);
    const listed = schemas.map(targetOf).flatMap((one) => (one.enum === undefined || one.enum.length < 2 ? [] : JSON.stringify(one.enum)));
    const forms = new Set([...formsIn(schemas), ...listed]);
    return forms.size === 0 ? [] : [{ at, value, forms }];
  });
}

function* leavesIn(value: unknown, at: string, depth: number): Generator<Pick<Leaf, 'at' | 'value'>> {
  if (typeof value === 'string') yield { at, value };
  if (depth === MOST_DEPTH || (!Array.isArray(value) && !isObject(value))) return;
  for (const [name, member] of Object.entries(value)) yield* leavesIn(member, at + pointerTo(name), depth + 1);
}

/** Whether the name of one place is a part of that of the other: `source` of a pair, and `sourceLanguage`. */
function isNamedAlike(one: string, other: string): boolean {
  const [own, others] = [one, other].map((at) => new Set(wordsOf(lastNameOf(at))));
  return [...(own ?? [])].every((word) => others?.has(word)) || [...(others ?? [])].every((word) => own?.has(word));
}
