// Who writes a value, and which properties of an object are not there when they do.
import type { Schema } from './schema.ts';

/** `sent`: by a caller of the service. `told`: by the service. */
export type Side = 'sent' | 'told';

/** The names of properties that tell the branches of a union apart, by branch: they are there on both sides. */
export type Tags = ReadonlyMap<Schema, ReadonlySet<string>>;

export function tagsOf(schemas: Iterable<Schema>): Tags {
  const tags = new Map<Schema, Set<string>>();
  for (const { discriminator, oneOf = [], anyOf = [] } of schemas) {
    if (discriminator === undefined) continue;
    for (const branch of [...oneOf, ...anyOf, ...discriminator.mapping.values()]) {
      for (const part of together([branch])) {
        const names = tags.get(part) ?? new Set();
        tags.set(part, names.add(discriminator.propertyName));
      }
    }
  }
  return tags;
}

/** Names of properties that an object of these schemas does not have on this side. */
export function droppedBy(schemas: readonly Schema[], side: Side, tags: Tags): ReadonlySet<string> {
  const flag = side === 'sent' ? 'readOnly' : 'writeOnly';
  const names = new Set<string>();
  for (const part of together(schemas)) {
    const kept = tags.get(part);
    for (const [name, property] of part.properties ?? []) {
      const isConstant = property.const !== undefined || property.enum?.length === 1;
      if (isConstant || kept?.has(name) === true) continue;
      if ([...together([property])].some((each) => each[flag] === true)) names.add(name);
    }
  }
  return names;
}

/** The schemas and those that hold for the same value with them: `$ref` and `allOf`. */
export function together(schemas: readonly Schema[]): ReadonlySet<Schema> {
  const met = new Set(schemas);
  for (const part of met) {
    if (part.ref !== undefined) met.add(part.ref);
    for (const each of part.allOf ?? []) met.add(each);
  }
  return met;
}

/** An example without what the side does not have, as far as the schemas say so without a choice between branches. */
export function prune(value: unknown, schemas: readonly Schema[], side: Side, tags: Tags): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = [...together(schemas)];
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => {
      const items = parts.flatMap((part) => part.prefixItems?.[index] ?? part.items ?? []);
      return prune(item, items, side, tags);
    });
  }
  const dropped = droppedBy(schemas, side, tags);
  const kept = Object.entries(value).filter(([name]) => !dropped.has(name));
  return Object.fromEntries(
    kept.map(([name, member]) => {
      const members = parts.flatMap((part) => part.properties?.get(name) ?? part.additionalProperties ?? []);
      return [name, prune(member, members, side, tags)];
    }),
  );
}
