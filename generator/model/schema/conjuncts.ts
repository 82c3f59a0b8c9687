// Finds the schemas that apply to the same value as a schema: those that always apply with it, and those that may.
import { applicators } from '../../base/vocabulary.ts';
import type { Schema } from './schema.ts';
import { schemasIn } from './walk.ts';

const ALWAYS = applicators.filter(({ of, when }) => of === 'same' && when === 'always').map(({ keyword }) => keyword);
const SOMETIMES = applicators.filter(({ of, when }) => of === 'same' && when === 'sometimes');
const BRANCHES = SOMETIMES.filter(({ holds }) => holds === 'list').map(({ keyword }) => keyword);
const CONDITIONAL = SOMETIMES.filter(({ holds }) => holds !== 'list');

const NONE: readonly Schema[] = [];
const NO_BRANCHES: readonly (readonly Schema[])[] = [];

/** The schemas that hold wherever this one does, one step on: the target of its `$ref` and the members of its `allOf`. */
export function directConjuncts(schema: Schema): readonly Schema[] {
  let found = schema.ref === undefined ? NONE : [schema.ref];
  // Every walk asks this of every schema, and the iterator of `for … of` would take most of the time.
  for (let index = 0; index < ALWAYS.length; index++) {
    const held = schema[ALWAYS[index] as (typeof ALWAYS)[number]];
    if (held !== undefined) found = found.length === 0 && Array.isArray(held) ? held : [...found, ...schemasIn(held)];
  }
  return found;
}

/** The lists of schemas of which one at least holds: `anyOf` and `oneOf`. */
export function directBranches(schema: Schema): readonly (readonly Schema[])[] {
  let lists = NO_BRANCHES;
  for (let index = 0; index < BRANCHES.length; index++) {
    const held = schema[BRANCHES[index] as (typeof BRANCHES)[number]];
    if (held !== undefined) lists = [...lists, Array.isArray(held) ? held : [...schemasIn(held)]];
  }
  return lists;
}

/** The schemas that hold on a condition: `then`, `else`, `dependentSchemas`. */
export function directConditionals(schema: Schema): readonly Schema[] {
  return CONDITIONAL.flatMap(({ keyword, beside }) =>
    beside === undefined || schema[beside] !== undefined ? [...schemasIn(schema[keyword])] : [],
  );
}

/** The schemas, and every schema that holds wherever one of them does; each once, themselves first. No more are looked for than `most`. */
export function conjuncts(schemas: readonly Schema[], most: number = Number.POSITIVE_INFINITY): readonly Schema[] {
  return closure(schemas, directConjuncts, most);
}

/** The same with all branches: every schema that may speak of the value. Those that hold on a condition are left out. */
export function possibleConjuncts(schemas: readonly Schema[]): readonly Schema[] {
  return closure(schemas, (schema) => [...directConjuncts(schema), ...directBranches(schema).flat()]);
}

/** The schemas that may speak of each property, by its name. */
export function propertiesOf(schemas: readonly Schema[]): ReadonlyMap<string, readonly Schema[]> {
  const byName = new Map<string, Schema[]>();
  for (const part of possibleConjuncts(schemas)) {
    for (const [name, property] of part.properties ?? []) {
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [property]);
      else same.push(property);
    }
  }
  return byName;
}

/** The schemas that may speak of an item. */
export function itemsOf(schemas: readonly Schema[]): Schema[] {
  return possibleConjuncts(schemas).flatMap((part) => [...(part.items === undefined ? [] : [part.items]), ...(part.prefixItems ?? [])]);
}

function closure(
  schemas: readonly Schema[],
  next: (schema: Schema) => readonly Schema[],
  most: number = Number.POSITIVE_INFINITY,
): readonly Schema[] {
  const only = schemas[0];
  if (only !== undefined && schemas.length === 1 && next(only).length === 0) return schemas;
  const met = new Set(schemas);
  // A set gives what is added to it while it is read.
  for (const schema of met) {
    if (met.size >= most) break;
    for (const other of next(schema)) met.add(other);
  }
  return [...met];
}
