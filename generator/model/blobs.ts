// The schema of a multipart body → the same where `format: binary` is a file: a Blob at both ends, of which a schema can say nothing.
import type { Schema } from './schema.ts';

/** Chains of references longer than this are no body's. */
const MAX_DEPTH = 500;

/** The schema itself where no part of it is a file. Only the fields of the body are parts; what a field's JSON holds is text. */
export function withBlobs(schema: Schema, known: Map<Schema, Schema> = new Map(), depth = 0): Schema {
  let result = known.get(schema);
  if (result === undefined) {
    result = depth > MAX_DEPTH ? schema : replaceFiles(schema, known, depth + 1);
    known.set(schema, result);
  }
  return result;
}

function replaceFiles(schema: Schema, known: Map<Schema, Schema>, depth: number): Schema {
  if (isFile(schema)) return { key: `${schema.key}@file`, location: schema.location, boolean: true };
  const changed: { -readonly [K in keyof Schema]?: Schema[K] } = {};
  if (schema.ref !== undefined) {
    const ref = withBlobs(schema.ref, known, depth);
    if (ref !== schema.ref) changed.ref = ref;
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const parts = schema[keyword];
    const replaced = parts?.map((part) => withBlobs(part, known, depth));
    if (replaced?.some((part, index) => part !== parts?.[index])) changed[keyword] = replaced;
  }
  if (schema.properties !== undefined) {
    const properties = new Map([...schema.properties].map(([name, property]) => [name, fieldWithBlobs(property)]));
    if ([...properties].some(([name, property]) => property !== schema.properties?.get(name))) changed.properties = properties;
  }
  if (schema.additionalProperties !== undefined) {
    const rest = fieldWithBlobs(schema.additionalProperties);
    if (rest !== schema.additionalProperties) changed.additionalProperties = rest;
  }
  if (Object.keys(changed).length === 0) return schema;
  const { name: _name, ...rest } = schema;
  return { ...rest, ...changed, key: `${schema.key}@files` };
}

/** A field is a file or a list of them. */
function fieldWithBlobs(schema: Schema): Schema {
  const target = targetOf(schema);
  if (isFile(target)) return { key: `${schema.key}@file`, location: schema.location, boolean: true };
  const items = target.items === undefined ? undefined : targetOf(target.items);
  if (items === undefined || !isFile(items)) return schema;
  const { name: _name, ...list } = target;
  return { ...list, key: `${schema.key}@files`, items: { key: `${items.key}@file`, location: items.location, boolean: true } };
}

function targetOf(schema: Schema): Schema {
  const met = new Set<Schema>();
  let current = schema;
  while (current.ref !== undefined && !met.has(current)) {
    met.add(current);
    current = current.ref;
  }
  return current;
}

function isFile(schema: Schema): boolean {
  return schema.format === 'binary' && schema.type?.length === 1 && schema.type[0] === 'string';
}
