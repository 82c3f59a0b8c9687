// The number of levels of a schema's lowest value, by which sampling ends recursion.
import { type ExampleKeywords, type ExampleSchema, type ExampleSchemas, resolveReference } from './example-schema.ts';

export interface Heights {
  /** 0 for values without required members or items; `Infinity` where no value was found within the limit. */
  of(schema: ExampleSchema): number;
}

/** The most levels that are searched. */
const HIGHEST = 64;

export function heightsOf(schemas: ExampleSchemas): Heights {
  const found = new Map<ExampleSchema, number>();
  /** For each schema, the heights that are known to be too low. */
  const failed = new Map<ExampleSchema, number>();

  function fits(schema: ExampleSchema, levels: number, above: ReadonlySet<ExampleSchema>): boolean {
    if (typeof schema === 'boolean') return schema;
    const known = found.get(schema);
    if (known !== undefined) return known <= levels;
    if (levels <= (failed.get(schema) ?? -1)) return false;
    // A schema that refers to itself for the same value adds nothing.
    if (above.has(schema)) return true;
    const inner = new Set(above).add(schema);
    const here = (part: ExampleSchema): boolean => fits(part, levels, inner);
    const ok =
      (schema.$ref === undefined || here(resolveReference(schemas, schema.$ref))) &&
      (schema.allOf?.every(here) ?? true) &&
      (schema.anyOf?.some(here) ?? true) &&
      (schema.oneOf?.some(here) ?? true) &&
      membersOf(schema).every((part) => levels > 0 && fits(part, levels - 1, new Set())) &&
      hasEnough(schema, levels);
    if (!ok && above.size === 0) failed.set(schema, levels);
    return ok;
  }

  /** Whether an object has the least number of members: declared ones where no others are allowed. */
  function hasEnough(schema: ExampleKeywords, levels: number): boolean {
    const { minProperties = 0, additionalProperties, properties = {}, patternProperties = {} } = schema;
    if (minProperties === 0 || additionalProperties === undefined || isOtherThanHolder(schema)) return true;
    const isLow = (part: ExampleSchema): boolean => levels > 0 && fits(part, levels - 1, new Set());
    if (isLow(additionalProperties) || Object.values(patternProperties).some(isLow)) return true;
    return Object.values(properties).filter(isLow).length >= minProperties;
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

/** The schemas of the required members or items. None where another type is allowed too. */
function membersOf(schema: ExampleKeywords): ExampleSchema[] {
  if (isOtherThanHolder(schema)) return [];
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
  return members;
}

/** Whether a value may be one without members and items. */
function isOtherThanHolder({ enum: listed, const: only, type = [] }: ExampleKeywords): boolean {
  return listed !== undefined || only !== undefined || type.some((one) => one !== 'object' && one !== 'array');
}
