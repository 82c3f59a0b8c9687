// Finds where the input of an operation names the state that a thing comes to: `POST /orders/{id}/transitions` with `{ "to": "sent" }`.

import { possibleConjuncts, propertiesOf } from '../model/schema/conjuncts.ts';
import type { Schema } from '../model/schema/schema.ts';
import type { Operation } from '../model/service.ts';
import { memberPlace, memberSchemasOf } from './bodies.ts';
import { plain } from './names.ts';
import { pointerTo } from './pointers.ts';
import { stemOf } from './prose/index.ts';

export interface Target {
  /** The place of the input that names the state. */
  readonly place: string;
  readonly values: readonly { readonly value: string; readonly state: string }[];
}

/** Names of members that say what is to be done with the thing, by a verb or a state. */
const TARGETS =
  /^(?:to|action|act|transition|event|command|operation|decision|verdict|outcome|resolution|ruling|(?:to|new|next|target|desired)?(?:state|status|phase|stage))$/;

/** The place with values that name states: each of them, or two at least where the member is called so. */
export function targetOf(operation: Operation, states: readonly string[]): Target | undefined {
  for (const { name, place, listed } of listedPlaces(operation)) {
    const values = listed.flatMap((value) => {
      const state = stateFor(value, states);
      return state === undefined ? [] : [{ value, state }];
    });
    const isEach = values.length === listed.length && values.every(({ value, state }) => value === state);
    if (values.length > 1 && (isEach || TARGETS.test(plain(name)))) return { place, values };
  }
  return undefined;
}

/** The place whose name alone says that its values are states or what leads to them. */
export function calledTarget(operation: Operation): { readonly place: string; readonly values: readonly string[] } | undefined {
  const found = listedPlaces(operation).find(({ name, listed }) => TARGETS.test(plain(name)) && listed.length > 1);
  return found && { place: found.place, values: found.listed };
}

interface Listed {
  readonly name: string;
  readonly place: string;
  /** The texts that its schema lists. */
  readonly listed: readonly string[];
}

/** The members of the body and parameters of the query that take one of the texts that they list, or that the branches of a union have. */
export function listedPlaces(operation: Operation): readonly Listed[] {
  const members = [...propertiesOf(memberSchemasOf(operation))].map(([name, schemas]) => ({
    name,
    place: memberPlace(operation, name),
    listed: textsIn(schemas),
  }));
  const parameters = operation.parameters.filter((one) => one.in === 'query');
  return [...members, ...parameters.map(({ name, schema }) => ({ name, place: pointerTo('query', name), listed: textsIn([schema]) }))];
}

/** The texts that schemas list, or that branches of a union have, each once. */
export function textsIn(schemas: readonly Schema[]): readonly string[] {
  const parts = possibleConjuncts(schemas);
  const values = parts.flatMap(({ enum: listed = [], const: only }) => (only === undefined ? listed : [...listed, only.value]));
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** The state that a value names: itself, or what its verb leads to, as `cancel` leads to `cancelled`. */
function stateFor(value: string, states: readonly string[]): string | undefined {
  const same = states.find((state) => plain(state) === plain(value));
  const led = states.filter((state) => stemOf(state) === stemOf(value));
  return same ?? (led.length === 1 ? led[0] : undefined);
}
