// The two writers of values, caller and service, and which properties of an object each does not write.
import { conjuncts, directConjuncts } from '../schema/conjuncts.ts';
import type { Schema } from '../schema/schema.ts';

/** A caller of the service, or the service itself. */
export type Side = 'caller' | 'service';

/** Names of properties that objects do not have on a side, by schema: from the schema itself or from what always holds with it (`$ref`, `allOf`). */
export type Dropped = ReadonlyMap<Schema, ReadonlySet<string>>;

const NONE: ReadonlySet<string> = new Set();

/** `order` has every schema, each after those that always hold with it. Each is visited a fixed number of times, however long the chains of references are. */
export function droppedOn(side: Side, order: readonly Schema[]): Dropped {
  const flag = side === 'caller' ? 'readOnly' : 'writeOnly';
  const flagged = new Set<Schema>();
  for (const schema of order) if (schema[flag] === true || directConjuncts(schema).some((part) => flagged.has(part))) flagged.add(schema);
  const dropped = new Map<Schema, ReadonlySet<string>>();
  if (flagged.size === 0) return dropped;
  const tags = tagsOf(order);
  for (const schema of order) {
    const kept = tags.get(schema);
    const isDropped = ([name, property]: readonly [string, Schema]): boolean =>
      flagged.has(property) && property.const === undefined && property.enum?.length !== 1 && kept?.has(name) !== true;
    const own = [...(schema.properties ?? [])].filter(isDropped).map(([name]) => name);
    const sets = [...new Set(directConjuncts(schema).flatMap((part) => dropped.get(part) ?? []))];
    const [only] = sets;
    if (own.length === 0 && sets.length < 2) {
      if (only !== undefined) dropped.set(schema, only);
    } else dropped.set(schema, new Set([...own, ...sets.flatMap((set) => [...set])]));
  }
  return dropped;
}

/** The names of discriminator properties, by branch and by what always holds with it: both sides write them. */
function tagsOf(order: readonly Schema[]): ReadonlyMap<Schema, ReadonlySet<string>> {
  const tags = new Map<Schema, Set<string>>();
  const add = (schema: Schema, name: string): void => {
    const names = tags.get(schema) ?? new Set();
    tags.set(schema, names.add(name));
  };
  for (const { discriminator, oneOf = [], anyOf = [] } of order) {
    if (discriminator === undefined) continue;
    for (const branch of [
      ...oneOf,
      ...anyOf,
      ...discriminator.mapping.values(),
      ...(discriminator.fallback === undefined ? [] : [discriminator.fallback]),
    ])
      add(branch, discriminator.propertyName);
  }
  for (const schema of order.toReversed()) {
    for (const name of tags.get(schema) ?? NONE) for (const part of directConjuncts(schema)) add(part, name);
  }
  return tags;
}

/** An example without the properties that the side does not write, as far as that does not depend on a branch. */
export function prune(value: unknown, schemas: readonly Schema[], dropped: Dropped): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = conjuncts(schemas);
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => {
      const items = parts.flatMap((part) => part.prefixItems?.[index] ?? part.items ?? []);
      return prune(item, items, dropped);
    });
  }
  const kept = Object.entries(value).filter(([name]) => !schemas.some((schema) => dropped.get(schema)?.has(name)));
  return Object.fromEntries(
    kept.map(([name, member]) => {
      const members = parts.flatMap((part) => part.properties?.get(name) ?? part.additionalProperties ?? []);
      return [name, prune(member, members, dropped)];
    }),
  );
}
