// Joins the schemas that always hold for the same value: what `$ref` and `allOf` lead to, as one object.
import type { JsonSchema, JsonSchemaObject } from '../../../generator/docs/console/data.ts';
import { commonTypes } from '../../../runtime/contract/json-type.ts';

/** The named schemas of a document. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** A schema without `$ref` and `allOf`. `name`: that of the schema that it comes from. */
export type Merged = Omit<JsonSchemaObject, '$ref' | 'allOf'> & { readonly name?: string };

type Building = { -readonly [K in keyof Merged]: Merged[K] };

/** Keywords that are joined, or followed. For every other keyword, the first that is written counts. */
const JOINED: ReadonlySet<string> = new Set<keyof JsonSchemaObject>([
  ...(['$ref', 'allOf', 'type', 'enum', 'required', 'properties', 'oneOf', 'anyOf', 'tags', 'heirs'] as const),
]);

export function merge(schema: JsonSchema, schemas: Schemas): Merged {
  const merged: Building = {};
  add(schema, schemas, merged, new Set(), true);
  return merged;
}

/** `heirs` of a schema that another includes are those of the base: they do not stand for the one that includes it. */
function add(schema: JsonSchema, schemas: Schemas, merged: Building, seen: ReadonlySet<string>, isOuter: boolean): void {
  if (typeof schema === 'boolean') return;
  for (const [keyword, value] of Object.entries(schema))
    if (!JOINED.has(keyword) && !Object.hasOwn(merged, keyword)) Object.assign(merged, { [keyword]: value });
  if (schema.type !== undefined) merged.type = merged.type === undefined ? schema.type : commonTypes(merged.type, schema.type);
  if (schema.enum !== undefined) merged.enum = merged.enum?.filter((value) => schema.enum?.includes(value)) ?? schema.enum;
  if (schema.required !== undefined) merged.required = [...new Set([...(merged.required ?? []), ...schema.required])];
  if (schema.properties !== undefined) merged.properties = withProperties(merged.properties ?? {}, schema.properties);
  if (merged.oneOf === undefined && merged.anyOf === undefined) {
    if (schema.oneOf !== undefined) merged.oneOf = schema.oneOf;
    else if (schema.anyOf !== undefined) merged.anyOf = schema.anyOf;
    if (schema.tags !== undefined) merged.tags = schema.tags;
  }
  if (isOuter && schema.heirs !== undefined) merged.heirs = schema.heirs;
  const { $ref } = schema;
  if ($ref !== undefined && !seen.has($ref) && Object.hasOwn(schemas, $ref)) {
    if (isOuter) merged.name ??= $ref;
    add(schemas[$ref] ?? true, schemas, merged, new Set([...seen, $ref]), isOuter);
  }
  for (const part of schema.allOf ?? []) add(part, schemas, merged, seen, false);
}

/** A property that both have must fit both. */
function withProperties(
  before: Readonly<Record<string, JsonSchema>>,
  added: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const all = new Map(Object.entries(before));
  for (const [name, schema] of Object.entries(added)) {
    const known = all.get(name);
    all.set(name, known === undefined ? schema : { allOf: [known, schema] });
  }
  return Object.fromEntries(all);
}
