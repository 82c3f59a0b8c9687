// Turns a schema of the model into the JSON Schema of the console: with annotations, and with references by name.

import { annotations, applicators, checks } from '../../base/vocabulary.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { heirsOf, ownTags, tagsOfBranches } from '../../model/schema/tags.ts';
import type { JsonSchema } from './data.ts';

type Members = Record<string, unknown>;

const EDGES = applicators.filter(({ of }) => of !== 'content');

/** A named schema as a reference, unless `declared` asks for its declaration. */
export function schemaData(schema: Schema, declared = false): JsonSchema {
  if (schema.boolean !== undefined) return schema.boolean;
  if (schema.name !== undefined && !declared) return { $ref: schema.name };
  const data: Members = {};
  for (const { keyword } of annotations) set(data, keyword, schema[keyword]);
  const reference = schema.ref === undefined ? undefined : schemaData(schema.ref);
  const isPlain = typeof reference === 'object' && reference.$ref !== undefined;
  if (isPlain) data.$ref = reference.$ref;
  for (const { keyword } of checks) {
    if (keyword === 'const') continue;
    const value = schema[keyword];
    set(data, keyword, value instanceof Map ? Object.fromEntries(value) : value);
  }
  set(data, 'known', schema.known);
  if (schema.const !== undefined) data.const = schema.const.value;
  if (schema.file === true) data.file = true;
  for (const { keyword } of EDGES) {
    const parts = schema[keyword];
    if (parts === undefined) continue;
    if ('location' in parts) data[keyword] = schemaData(parts);
    else if (parts instanceof Map) data[keyword] = Object.fromEntries([...parts].map(([name, part]) => [name, schemaData(part)]));
    else data[keyword] = [...parts.values()].map((part) => schemaData(part));
  }
  if (!isPlain && reference !== undefined) data.allOf = [reference, ...((data.allOf as readonly JsonSchema[] | undefined) ?? [])];
  addTags(schema, data);
  return data;
}

/** What a discriminator says: the tags of each branch, or of the schemas that include this one. */
function addTags(schema: Schema, data: Members): void {
  const { discriminator } = schema;
  const branches = schema.oneOf ?? schema.anyOf;
  if (discriminator === undefined) return;
  const { propertyName } = discriminator;
  if (branches !== undefined) data.discriminator = { propertyName, tags: tagsOfBranches(schema, branches) };
  const heirs = heirsOf(schema);
  if (heirs.length === 0) return;
  const tags = tagsOfBranches(schema, heirs);
  const own = ownTags(schema);
  data.heirs = {
    propertyName,
    own,
    schemas: heirs.map((heir, index) => ({ tags: tags[index] ?? [], schema: schemaData(heir) })),
  };
}

function set(data: Members, keyword: string, value: JsonValue | readonly unknown[] | object | undefined): void {
  if (value !== undefined) data[keyword] = value;
}
