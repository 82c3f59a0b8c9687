// Joins what all schemas that may speak of one value say of its members and items: by `$ref`, `allOf`, the branches of unions, and the heirs of a
// base.
import { directBranches, directConjuncts } from './conjuncts.ts';
import type { Schema } from './schema.ts';
import { heirsOf } from './tags.ts';
import { isPlainRef } from './walk.ts';

/** One position of a value, whichever schemas lead to it. Values of the same schemas are the same object. */
export interface Value {
  /** The schemas that say something of its members or items. */
  readonly schemas: readonly Schema[];
  /** The names of all schemas that speak of it. Each cycle has a value of a schema with a name: references lead to such schemas only. */
  readonly schemaNames: readonly string[];
  readonly parts: () => ValueParts;
}

interface ValueParts {
  /** The members that some schema declares, by name; without those of which no schema is asked for. */
  readonly properties: ReadonlyMap<string, Value>;
  /** Members that no schema declares: by patterns, or any. */
  readonly others?: Value;
  readonly first: readonly (Value | undefined)[];
  readonly items?: Value;
}

/** Finds the values of schemas; `undefined` where no schema of it `isAsked`. */
export function createValues(isAsked: (schema: Schema) => boolean): (schemas: readonly Schema[]) => Value | undefined {
  const ids = new Map<Schema, number>();
  const known = new Map<string, Value>();
  const idOf = (schema: Schema): number => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return id;
  };
  const valueFor = (schemas: readonly Schema[]): Value | undefined => {
    if (!schemas.some(isAsked)) return undefined;
    const all = spokenBy(schemas.filter(isAsked)).filter(isAsked);
    const speaking = all.filter(saysOfInside);
    if (speaking.length === 0) return undefined;
    const key = speaking
      .map(idOf)
      .sort((one, other) => one - other)
      .join(' ');
    let value = known.get(key);
    if (value === undefined) {
      let parts: ValueParts | undefined;
      value = {
        schemas: speaking,
        schemaNames: all.flatMap(({ name }) => name ?? []),
        parts: () => {
          parts ??= partsOf(speaking, valueFor);
          return parts;
        },
      };
      known.set(key, value);
    }
    return value;
  };
  return valueFor;
}

/** Whether keywords of the schema itself name members, or have schemas for members or items. */
function saysOfInside(schema: Schema): boolean {
  const { properties, dropped, required, discriminator, additionalProperties, patternProperties, items, prefixItems } = schema;
  return [properties, dropped, required, discriminator, additionalProperties, patternProperties, items, prefixItems].some(
    (said) => said !== undefined,
  );
}

/** The names of members that the schema itself mentions, on either side. */
export function mentionedNames({ properties, dropped, required = [], discriminator }: Schema): ReadonlySet<string> {
  const tag = discriminator === undefined ? [] : [discriminator.propertyName];
  return new Set([...(properties?.keys() ?? []), ...(dropped?.keys() ?? []), ...required, ...tag]);
}

/** The schema of a property as the schema itself declares it, on either side. */
export function declaredProperty({ properties, dropped }: Schema, name: string): Schema | undefined {
  return properties?.get(name) ?? dropped?.get(name);
}

/** The names in code of the members that have another one on the wire. */
export function changedNames({ schemas }: Value): ReadonlyMap<string, string> {
  return new Map(schemas.flatMap(({ codeNames }) => [...(codeNames ?? [])]));
}

/** The names that some schema of a value mentions. */
export function valueNames({ schemas }: Value): ReadonlySet<string> {
  return new Set(schemas.flatMap((schema) => [...mentionedNames(schema)]));
}

/** The value of a member, by its name on the wire. */
export function memberOf(value: Value, name: string): Value | undefined {
  const { properties, others } = value.parts();
  return properties.get(name) ?? (others === undefined || valueNames(value).has(name) ? undefined : others);
}

export function itemOf(value: Value, index: number): Value | undefined {
  const { first, items } = value.parts();
  return index < first.length ? first[index] : items;
}

/** The schemas, and all that may speak of the same value. Other heirs of a base that an heir includes are no alternative. */
function spokenBy(schemas: readonly Schema[]): readonly Schema[] {
  const met = new Map<Schema, boolean>();
  const stack = [...schemas].reverse().map((schema) => ({ schema, withHeirs: true }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { schema, withHeirs } = next;
    const before = met.get(schema);
    if (before === true || before === withHeirs) continue;
    met.set(schema, withHeirs);
    const isHeir = schema.name !== undefined && !isPlainRef(schema);
    const found = [
      ...directConjuncts(schema).map((part) => ({ schema: part, withHeirs: withHeirs && !isHeir })),
      ...directBranches(schema)
        .flat()
        .map((part) => ({ schema: part, withHeirs: true })),
      ...(withHeirs ? heirsOf(schema) : []).map((part) => ({ schema: part, withHeirs: false })),
    ];
    stack.push(...found.reverse());
  }
  return [...met.keys()];
}

function partsOf(schemas: readonly Schema[], valueFor: (schemas: readonly Schema[]) => Value | undefined): ValueParts {
  const declared = new Set(schemas.flatMap(({ properties }) => [...(properties?.keys() ?? [])]));
  // Patterns are not run here, so what they lead to is asked of every member.
  const wide = schemas.map((schema) => ({ schema, others: othersOf(schema) })).filter(({ others }) => others.length > 0);
  const properties = new Map<string, Value>();
  for (const name of declared) {
    const own = schemas.flatMap((schema) => schema.properties?.get(name) ?? []);
    const value = valueFor([...own, ...wide.flatMap(({ schema, others }) => (schema.properties?.has(name) === true ? [] : others))]);
    if (value !== undefined) properties.set(name, value);
  }
  const others = valueFor(wide.flatMap((each) => each.others));
  const length = Math.max(0, ...schemas.map(({ prefixItems = [] }) => prefixItems.length));
  const first = Array.from({ length }, (_, index) =>
    valueFor(schemas.flatMap(({ prefixItems, items }) => prefixItems?.[index] ?? items ?? [])),
  );
  const items = valueFor(schemas.flatMap((schema) => schema.items ?? []));
  return { properties, first, ...(others === undefined ? {} : { others }), ...(items === undefined ? {} : { items }) };
}

function othersOf({ additionalProperties, patternProperties }: Schema): readonly Schema[] {
  return [...(additionalProperties === undefined ? [] : [additionalProperties]), ...(patternProperties?.values() ?? [])];
}
