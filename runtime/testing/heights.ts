// How many levels the lowest value of a schema has: what lets recursion end.
import { type ExampleKeywords, type ExampleSchema, type ExampleSchemas, resolveReference } from './example-schema.ts';

export interface Heights {
  /** 0 for what needs no members or items; `Infinity` for what has no end within the limit. */
  of(schema: ExampleSchema): number;
}

/** Values lower than this are looked for. */
const HIGHEST = 64;

export function heightsOf(schemas: ExampleSchemas): Heights {
  const found = new Map<ExampleSchema, number>();
  /** Heights that a search has shown to be too low for a schema. */
  const failed = new Map<ExampleSchema, number>();

  function fits(schema: ExampleSchema, levels: number, above: ReadonlySet<ExampleSchema>): boolean {
    if (typeof schema === 'boolean') return schema;
    const known = found.get(schema);
    if (known !== undefined) return known <= levels;
    if (levels <= (failed.get(schema) ?? -1)) return false;
    // In place, a schema that leads to itself says nothing new.
    if (above.has(schema)) return true;
    const inner = new Set(above).add(schema);
    const here = (part: ExampleSchema): boolean => fits(part, levels, inner);
    const ok =
      (schema.$ref === undefined || here(resolveReference(schemas, schema.$ref))) &&
      (schema.allOf?.every(here) ?? true) &&
      (schema.anyOf?.some(here) ?? true) &&
      (schema.oneOf?.some(here) ?? true) &&
      membersOf(schema).every((part) => levels > 0 && fits(part, levels - 1, new Set()));
    if (!ok && above.size === 0) failed.set(schema, levels);
    return ok;
  }

  return {
    of(schema) {
      if (typeof schema === 'boolean') return schema ? 0 : Infinity;
      let height = found.get(schema);
      if (height !== undefined) return height;
      height = 0;
      while (height < HIGHEST && !fits(schema, height, new Set())) height++;
      if (height === HIGHEST) height = Infinity;
      found.set(schema, height);
      return height;
    },
  };
}

/** What every value of an object or array schema has inside. A type beside them that needs nothing makes it low. */
function membersOf(schema: ExampleKeywords): ExampleSchema[] {
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  if (schema.type?.some((type) => type !== 'object' && type !== 'array') === true) return [];
  const members: ExampleSchema[] = [];
  for (const name of schema.required ?? []) {
    const part =
      schema.properties !== undefined && Object.hasOwn(schema.properties, name) ? schema.properties[name] : schema.additionalProperties;
    members.push(part ?? true);
  }
  const least = schema.minItems ?? 0;
  members.push(...(schema.prefixItems ?? []).slice(0, least));
  if (least > (schema.prefixItems?.length ?? 0) && schema.items !== undefined) members.push(schema.items);
  if (schema.contains !== undefined && schema.minContains !== 0 && schema.type?.includes('array') === true) members.push(schema.contains);
  if ((schema.minProperties ?? 0) > 0 && schema.additionalProperties !== undefined) members.push(schema.additionalProperties);
  return members;
}
