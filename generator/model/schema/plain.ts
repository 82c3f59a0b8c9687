// Turns a schema of the model into plain data: JSON Schema 2020-12 with references by name, as samples are made from it, as the console shows it and
// as files have it.
import { rounded } from '../../base/exact.ts';
import { annotations, applicators, checks } from '../../base/vocabulary.ts';
import { patternFlags } from '../patterns/engine.ts';
import { growthOf } from '../patterns/growth.ts';
import type { JsonValue, Schema } from './schema.ts';
import { heirsOf, ownTags, tagsOfBranches } from './tags.ts';
import { targetOf } from './walk.ts';

type Data = JsonValue;
type Members = Record<string, Data>;

/** How samples have the values of a schema. */
export interface SampleForms {
  /** A value of the document as it is sent. */
  wire(value: JsonValue, schema: Schema): JsonValue;
  /** Whether integers may be a `bigint`. */
  isExact(schema: Schema): boolean;
  /** Whether a base with a discriminator stands for the schemas that include it. */
  readonly heirs: boolean;
  /** Whether defaults and known values of open enumerations are hints beside examples. Without, no value but the known ones is made. */
  readonly hints?: boolean;
}

/** How pages have the values of a schema. */
interface PageForms {
  /** The first value of a form; `undefined` where an empty value or one of what is required will do. */
  start(schema: Schema): JsonValue | undefined;
}

/** How files and plugins have the values of a schema: in the keywords of the standard alone, with each number as the document has it. */
interface FileForms {
  /** The `$ref` to the schema with this name. */
  reference(name: string): string;
  /** Further members of a schema. Absent: there are none. */
  extensions?(schema: Schema): { readonly [name: string]: JsonValue };
}

type Forms = SampleForms | PageForms | FileForms;

/** Values as JSON has them, with the digits that a double holds. */
export const AS_JSON: SampleForms = { wire: rounded, isExact: () => false, heirs: true, hints: true };

/** Keywords that hold one schema first, then those with lists, then those with maps. */
const APPLICATORS = (['schema', 'list', 'map'] as const).flatMap((holds) =>
  applicators.filter((row) => row.holds === holds && row.of !== 'content'),
);

/**
 * The JSON Schema; for a named schema a reference, unless `declared` asks for its declaration. For pages it has annotations. `included`: a named
 * schema includes it by `allOf`, so that a base stands for itself and not for the schemas that include it.
 */
export function plainSchema(schema: Schema, forms: Forms, declared = false, included = false): Data {
  if (schema.boolean !== undefined) return schema.boolean;
  const samples = 'wire' in forms ? forms : undefined;
  const heirs = declared || included || samples === undefined ? undefined : heirsExample(schema, samples);
  if (heirs !== undefined) return heirs;
  const file = 'reference' in forms ? forms : undefined;
  if (schema.name !== undefined && !declared) return { $ref: file?.reference(schema.name) ?? schema.name };
  if (schema.file === true && samples !== undefined) return { file: true };
  const data: Members = {};
  const set = (keyword: string, value: Data | undefined): void => {
    if (value !== undefined) data[keyword] = value;
  };
  const wire = (value: JsonValue): JsonValue => (samples === undefined ? value : samples.wire(value, schema));
  if (samples === undefined) for (const { keyword } of annotations) set(keyword, schema[keyword]);
  const reference = schema.ref === undefined ? undefined : plainSchema(schema.ref, forms, false, included);
  if (isReference(reference)) data.$ref = reference.$ref;
  else if (reference !== undefined) data.allOf = [reference];
  for (const { keyword } of checks) {
    if (keyword === 'const' || keyword === 'dependentRequired') continue;
    set(keyword, keyword === 'enum' ? schema.enum?.map(wire) : samples === undefined ? schema[keyword] : rounded(schema[keyword]));
  }
  if (file !== undefined && schema.type?.length === 1) set('type', schema.type[0]);
  // Other values are valid too, but these make better examples.
  if (file === undefined) set(samples === undefined || samples.hints === true ? 'known' : 'enum', schema.known);
  else if (schema.examples === undefined) set('examples', schema.known);
  if (samples !== undefined) boundPatterns(schema, data);
  if (schema.const !== undefined) data.const = wire(schema.const.value);
  if (samples?.isExact(schema) === true) data.exact = true;
  if (samples === undefined && file === undefined) set('file', schema.file);
  for (const { keyword } of APPLICATORS) {
    const parts = schema[keyword];
    if (parts === undefined) continue;
    if ('location' in parts) data[keyword] = plainSchema(parts, forms);
    else if (parts instanceof Map) data[keyword] = record([...parts].map(([name, part]) => [name, plainSchema(part, forms)]));
    else {
      const before = keyword === 'allOf' && Array.isArray(data.allOf) ? (data.allOf as readonly Data[]) : [];
      data[keyword] = [
        ...before,
        ...[...parts.values()].map((part) => plainSchema(part, forms, false, keyword === 'allOf' && (declared || included))),
      ];
    }
  }
  if (schema.dependentRequired !== undefined) data.dependentRequired = record(schema.dependentRequired);
  if (file !== undefined) {
    for (const [name, value] of Object.entries(file.extensions?.(schema) ?? {})) set(name, value);
    return withDecidingTags(schema, data);
  }
  set('tags', tagsOf(schema));
  if (samples?.hints === true && schema.default !== undefined) data.default = wire(schema.default);
  if ('wire' in forms) return withExamples(data, (schema.examples ?? []).map(wire));
  if ('start' in forms) {
    set('start', forms.start(schema));
    set('heirs', heirsOfBase(schema, forms));
  }
  return data;
}

/** Where a tag alone selects the branch, which no keyword of the standard says, each branch of `oneOf` names its tags. */
function withDecidingTags(schema: Schema, data: Members): Members {
  const { discriminator, oneOf } = schema;
  if (discriminator?.decides !== true || oneOf === undefined) return data;
  const name = discriminator.propertyName;
  const tags = tagsOfBranches(schema, oneOf);
  data.oneOf = (data.oneOf as readonly Data[]).flatMap((branch, index) => {
    const texts = tags[index] ?? [];
    if (texts.length === 0) return [];
    return [{ type: 'object', properties: record([[name, { enum: texts }]]), required: [name], allOf: [branch] }];
  });
  return data;
}

/** For people, what a base with a discriminator says of the schemas that include it: the tags of each, and those of values that are of none. */
function heirsOfBase(schema: Schema, forms: PageForms): Data | undefined {
  const heirs = heirsOf(schema);
  if (heirs.length === 0 || schema.discriminator === undefined) return undefined;
  const values = tagsOfBranches(schema, heirs);
  return {
    property: schema.discriminator.propertyName,
    own: ownTags(schema),
    schemas: heirs.map((heir, index) => ({ tags: values[index] ?? [], schema: plainSchema(heir, forms) })),
  };
}

/** Bounds the texts and names on which the sampler runs patterns that are slow: it runs them as they are, to check what it has made. */
function boundPatterns(schema: Schema, data: Members): void {
  const longest = longestText(schema.pattern === undefined ? [] : [schema.pattern]);
  if (longest < (schema.maxLength ?? Infinity)) data.maxLength = longest;
  const longestName = longestText([...(schema.patternProperties?.keys() ?? [])]);
  if (longestName !== Infinity) data.longestName = longestName;
}

function longestText(patterns: readonly string[]): number {
  return Math.min(
    ...patterns.map((pattern) => {
      const flags = patternFlags(pattern);
      return flags === undefined ? Infinity : growthOf(pattern, flags).longest;
    }),
  );
}

/** For a base whose discriminator means the schemas that include it: one of these or the base, with the tag, as its type has it. */
function heirsExample(schema: Schema, forms: SampleForms): Data | undefined {
  const base = targetOf(schema);
  const { discriminator, name } = base;
  const heirs = forms.heirs ? heirsOf(base) : [];
  if (heirs.length === 0 || discriminator === undefined || name === undefined) return undefined;
  const own = ownTags(base);
  const self = own.length === 0 ? [] : [{ $ref: name }];
  const values = [...(own.length === 0 ? [] : [own]), ...tagsOfBranches(base, heirs)];
  const tags = { property: discriminator.propertyName, values, decides: true };
  const data = { anyOf: [...self, ...heirs.map((heir) => plainSchema(heir, forms))], tags };
  return withExamples(
    data,
    (schema.examples ?? base.examples ?? []).map((value) => forms.wire(value, base)),
  );
}

function isReference(data: Data | undefined): data is { readonly $ref: string } {
  return typeof data === 'object' && data !== null && '$ref' in data;
}

/** An object with these as own keys, `__proto__` included. */
function record(entries: Iterable<readonly [string, Data]>): Data {
  return Object.fromEntries(entries);
}

/** The discriminator's values for each branch. */
function tagsOf(schema: Schema): Data | undefined {
  const { discriminator } = schema;
  const branches = schema.oneOf ?? schema.anyOf;
  if (discriminator === undefined || branches === undefined) return undefined;
  const values = tagsOfBranches(schema, branches);
  return { property: discriminator.propertyName, values, ...(discriminator.decides === true ? { decides: true } : {}) };
}

export function withExamples(data: Data, examples: readonly unknown[]): Data {
  if (examples.length === 0) return data;
  const members: Members = data === false ? { not: true } : isMembers(data) ? { ...data } : {};
  const before = Array.isArray(members.examples) ? (members.examples as readonly Data[]) : [];
  members.examples = [...(examples as readonly Data[]), ...before];
  return members;
}

function isMembers(data: Data): data is { readonly [key: string]: Data } {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
