// The schemas that a value must match at once, with a branch chosen for every union: values are built from these.
import { commonTypes } from '../contract/json-type.ts';
import { deepEqual } from '../validate/equality.ts';
import { type ExampleKeywords, type ExampleSchema, type ExampleSchemas, resolveReference } from './example-schema.ts';
import { integerFormats } from './formats.ts';
import type { Heights } from './heights.ts';
import type { Random } from './random.ts';
import { numberKeywords, textKeywords } from './value-checks.ts';

export interface Choices {
  readonly schemas: ExampleSchemas;
  readonly heights: Heights;
  readonly random: Random;
  /** How many levels the value may still have; below, the branch with the fewest levels is chosen. */
  readonly levels: number;
  /** Whether the value must have the tag of a discriminator. */
  readonly tagged: boolean;
  /** Whether the value gets a property that is invalid in another branch of `oneOf`, or in each of the others, so that it does not match them. */
  readonly apart: 'not' | 'one' | 'each';
}

export interface Conjunction {
  readonly parts: readonly ExampleKeywords[];
  /** Whether a value built from the parts must be checked, since it may not match. */
  readonly uncertain: boolean;
}

/** Keywords that a built value always satisfies. With any other keyword, the value must be checked. */
const MET: ReadonlySet<string> = new Set<keyof ExampleKeywords>([
  ...(['$ref', 'type', 'examples', 'default', 'known', 'tags', 'exact', 'file', 'allOf', 'anyOf', 'then', 'else'] as const),
  ...(['properties', 'additionalProperties', 'required', 'minProperties', 'maxProperties'] as const),
  ...(['prefixItems', 'items', 'minItems', 'maxItems', 'minContains', 'maxContains'] as const),
  ...(['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const),
]);

/** `undefined` where one of the schemas is `false`. */
export function conjunctionOf(roots: readonly ExampleSchema[], choices: Choices): Conjunction | undefined {
  const parts: ExampleKeywords[] = [];
  const met = new Set<ExampleSchema>();
  let possible = true;

  const add = (schema: ExampleSchema): void => {
    if (typeof schema === 'boolean') {
      possible &&= schema;
      return;
    }
    if (met.has(schema)) return;
    met.add(schema);
    parts.push(schema);
    if (schema.$ref !== undefined) add(resolveReference(choices.schemas, schema.$ref));
    for (const part of schema.allOf ?? []) add(part);
    if (schema.anyOf !== undefined) addBranch(schema, schema.anyOf);
    if (schema.oneOf !== undefined) {
      const chosen = addBranch(schema, schema.oneOf);
      if (choices.apart === 'one') keepApart(schema.oneOf);
      if (choices.apart === 'each') for (const branch of schema.oneOf) if (branch !== chosen) keepApart([branch], chosen);
    }
    if (schema.if !== undefined) addCondition(schema.if, schema);
    for (const [name, part] of Object.entries(schema.dependentSchemas ?? {})) {
      const wanted = parts.some((other) => other.required?.includes(name) === true) || choices.random.chance(0.3);
      if (wanted) add({ allOf: [part], required: [name] });
      else add({ properties: { [name]: false } });
    }
  };
  const addBranch = (schema: ExampleKeywords, branches: readonly ExampleSchema[]): ExampleSchema | undefined => {
    const open = branches.filter((branch) => branch !== false);
    const low = open.filter((branch) => choices.heights.of(branch) <= choices.levels);
    const least = Math.min(...open.map((branch) => choices.heights.of(branch)));
    const chosen = choices.random.pick(low.length > 0 ? low : open.filter((branch) => choices.heights.of(branch) === least));
    if (chosen === undefined) {
      possible = false;
      return undefined;
    }
    add(chosen);
    if (schema.tags === undefined) return chosen;
    const { property, values, decides = false } = schema.tags;
    const tags = choices.tagged || decides ? values[branches.indexOf(chosen)] : undefined;
    if (tags !== undefined && tags.length > 0) add({ properties: { [property]: { enum: tags } }, required: decides ? [property] : [] });
    return chosen;
  };
  /** By a property that `chosen` does not speak of, where there is one. */
  const keepApart = (branches: readonly ExampleSchema[], chosen: ExampleSchema = true): void => {
    const { random } = choices;
    const all = Object.entries(keywordsOf(choices.schemas, random.pick(branches) ?? true).properties ?? {});
    const free = all.filter(([name]) => keywordsOf(choices.schemas, chosen).properties?.[name] === undefined);
    const [name, schema] = random.pick(free.length > 0 ? free : all) ?? [];
    if (name !== undefined && schema !== undefined && !met.has(schema)) add({ properties: { [name]: { not: schema } }, required: [name] });
  };
  const addCondition = (condition: ExampleSchema, { then: yes, else: no }: ExampleKeywords): void => {
    if (choices.random.chance(0.5)) {
      add(condition);
      if (yes !== undefined) add(yes);
    } else {
      add({ not: condition });
      if (no !== undefined) add(no);
    }
  };

  for (const root of roots) add(root);
  if (!possible) return undefined;
  const uncertain = parts.some((part) => Object.keys(part).some((keyword) => !MET.has(keyword)));
  return { parts, uncertain };
}

/** The keywords of a schema itself, after its references are followed. */
function keywordsOf(schemas: ExampleSchemas, schema: ExampleSchema): ExampleKeywords {
  let current = schema;
  for (let step = 0; step < 20 && typeof current === 'object' && current.$ref !== undefined; step++)
    current = resolveReference(schemas, current.$ref);
  return typeof current === 'object' ? current : {};
}

/** The JSON types that all parts allow. Without `type`, the types to which the other keywords apply. */
export function typesOf(parts: readonly ExampleKeywords[]): readonly string[] {
  let types: readonly string[] | undefined;
  for (const { type } of parts) {
    if (type !== undefined) types = types === undefined ? type : commonTypes(types, type);
  }
  if (types !== undefined) return types;
  const has = (...keywords: readonly (keyof ExampleKeywords)[]): boolean =>
    parts.some((part) => keywords.some((keyword) => part[keyword] !== undefined));
  if (
    has(
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'dependentRequired',
      'dependentSchemas',
      'unevaluatedProperties',
    )
  )
    return ['object'];
  if (has('items', 'prefixItems', 'contains', 'minItems', 'uniqueItems', 'unevaluatedItems')) return ['array'];
  if (has(...numberKeywords)) return ['number'];
  if (has(...textKeywords)) return ['string'];
  const format = parts.find((part) => part.format !== undefined)?.format;
  if (format !== undefined) return [integerFormats.has(format) ? 'integer' : 'string'];
  return ['string', 'integer', 'boolean', 'null', 'object', 'array'];
}

/** The values that `const` and `enum` allow; `undefined` without both. */
export function valuesOf(parts: readonly ExampleKeywords[]): readonly unknown[] | undefined {
  const lists = parts.flatMap((part) => [
    ...(part.enum === undefined ? [] : [part.enum]),
    ...(part.const === undefined ? [] : [[part.const]]),
  ]);
  const [first, ...rest] = lists;
  return first?.filter((value) => rest.every((list) => list.some((other) => deepEqual(other, value))));
}

type Bound =
  | 'minLength'
  | 'minItems'
  | 'minProperties'
  | 'minimum'
  | 'maxLength'
  | 'maxItems'
  | 'maxProperties'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum';

export function greatest(parts: readonly ExampleKeywords[], keyword: Bound, otherwise: number): number {
  return Math.max(otherwise, ...parts.flatMap((part) => part[keyword] ?? []));
}

export function smallest(parts: readonly ExampleKeywords[], keyword: Bound, otherwise: number): number {
  return Math.min(otherwise, ...parts.flatMap((part) => part[keyword] ?? []));
}
