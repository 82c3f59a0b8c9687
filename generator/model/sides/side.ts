// The two writers of values, caller and service, and which properties of an object each does not write.
import { leadersIn, stronglyConnected } from '../../base/connected.ts';
import { conjuncts, directConjuncts } from '../schema/conjuncts.ts';
import type { Schema } from '../schema/schema.ts';

/** A caller of the service, or the service itself. */
export type Side = 'caller' | 'service';

/** Names of properties that objects do not have on a side, by schema: from the schema itself or from what always holds with it (`$ref`, `allOf`). */
export type Dropped = ReadonlyMap<Schema, ReadonlySet<string>>;

const NONE: ReadonlySet<string> = new Set();

/** What objects lack on each side, of `schemas`, which have all that is reachable from them. */
export function droppedIn(schemas: ReadonlySet<Schema>): Readonly<Record<Side, Dropped>> {
  const none = new Map();
  const marked = [...schemas].filter(({ readOnly, writeOnly }) => readOnly === true || writeOnly === true);
  if (marked.length === 0) return { caller: none, service: none };
  const holdingWith = leadersIn(schemas, eachConjunct);
  const flagged = {
    caller: holdingWith(marked.filter(({ readOnly }) => readOnly === true)),
    service: holdingWith(marked.filter(({ writeOnly }) => writeOnly === true)),
  };
  const isFlagged = (schema: Schema): boolean => flagged.caller.has(schema) || flagged.service.has(schema);
  const affected = holdingWith([...schemas].filter(({ properties }) => properties !== undefined && some(properties.values(), isFlagged)));
  // Schemas that always hold with another come before it.
  const order = stronglyConnected(affected.keys(), (schema) => directConjuncts(schema).filter((part) => affected.has(part))).flat();
  const tags = tagsOf(schemas, order);
  return { caller: droppedOn(flagged.caller, order, tags), service: droppedOn(flagged.service, order, tags) };
}

function eachConjunct(schema: Schema, visit: (part: Schema) => void): void {
  for (const part of directConjuncts(schema)) visit(part);
}

function some<T>(items: Iterable<T>, test: (item: T) => boolean): boolean {
  for (const item of items) if (test(item)) return true;
  return false;
}

/**
 * `order`: the schemas that may lack properties, each after those that always hold with it. Each is visited a fixed number of times, however long the
 * chains of references are.
 */
function droppedOn(
  flagged: ReadonlyMap<Schema, Schema>,
  order: readonly Schema[],
  tags: ReadonlyMap<Schema, ReadonlySet<string>>,
): Dropped {
  const dropped = new Map<Schema, ReadonlySet<string>>();
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

/** The names of discriminator properties, by branch and by what always holds with it, down `order`: both sides write them. */
function tagsOf(schemas: ReadonlySet<Schema>, order: readonly Schema[]): ReadonlyMap<Schema, ReadonlySet<string>> {
  const tags = new Map<Schema, Set<string>>();
  const add = (schema: Schema, name: string): void => {
    const names = tags.get(schema) ?? new Set();
    tags.set(schema, names.add(name));
  };
  for (const { discriminator, oneOf = [], anyOf = [] } of schemas) {
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
