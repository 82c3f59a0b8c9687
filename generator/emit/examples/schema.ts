// Turns a schema of the model into plain data: JSON Schema 2020-12 with references by name, as samples are made from it and as the console shows it.
import { rounded } from '../../base/exact.ts';
import { annotations, applicators, checks } from '../../base/vocabulary.ts';
import { concreteType, mustBeNamed } from '../../model/media-type.ts';
import { patternFlags } from '../../model/patterns/engine.ts';
import { growthOf } from '../../model/patterns/growth.ts';
import type { JsonValue, Schema } from '../../model/schema/schema.ts';
import { heirsOf, ownTags, tagsOfBranches } from '../../model/schema/tags.ts';
import { targetOf } from '../../model/schema/walk.ts';
import type { MediaContent, Operation, Parameter, ParameterIn, Response } from '../../model/service.ts';
import { type HeldSchemas, isExact } from '../held/held.ts';
import { wireValue } from '../held/held-value.ts';

type Data = JsonValue;
type Members = Record<string, Data>;

/** Keywords that hold one schema first, then those with lists, then those with maps. */
const APPLICATORS = (['schema', 'list', 'map'] as const).flatMap((holds) =>
  applicators.filter((row) => row.holds === holds && row.of !== 'content'),
);

/**
 * The JSON Schema; for a named schema a reference, unless `declared` asks for its declaration. `held`: for samples, without annotations; absent: for
 * people, with annotations. `included`: a named schema includes it by `allOf`, so that a base stands for itself and not for the schemas that include it.
 */
export function plainSchema(schema: Schema, held: HeldSchemas | undefined, declared = false, included = false): Data {
  if (schema.boolean !== undefined) return schema.boolean;
  const heirs = declared || included || held === undefined ? undefined : heirsExample(schema, held);
  if (heirs !== undefined) return heirs;
  if (schema.name !== undefined && !declared) return { $ref: schema.name };
  if (schema.file === true && held !== undefined) return { file: true };
  const data: Members = {};
  const set = (keyword: string, value: Data | undefined): void => {
    if (value !== undefined) data[keyword] = value;
  };
  const wire = (value: JsonValue): JsonValue => (held === undefined ? value : wireValue(value, schema, held));
  if (held === undefined) for (const { keyword } of annotations) set(keyword, schema[keyword]);
  const reference = schema.ref === undefined ? undefined : plainSchema(schema.ref, held, false, included);
  if (isReference(reference)) data.$ref = reference.$ref;
  else if (reference !== undefined) data.allOf = [reference];
  for (const { keyword } of checks) {
    if (keyword === 'const' || keyword === 'dependentRequired') continue;
    set(keyword, keyword === 'enum' ? schema.enum?.map(wire) : held === undefined ? schema[keyword] : rounded(schema[keyword]));
  }
  if (held === undefined) set('known', schema.known);
  else {
    boundPatterns(schema, data);
    // Other values are valid too, but these make better examples.
    set('enum', schema.known);
  }
  if (schema.const !== undefined) data.const = wire(schema.const.value);
  if (held === undefined) set('file', schema.file);
  else if (isExact(schema, held.options)) data.exact = true;
  for (const { keyword } of APPLICATORS) {
    const parts = schema[keyword];
    if (parts === undefined) continue;
    if ('location' in parts) data[keyword] = plainSchema(parts, held);
    else if (parts instanceof Map) data[keyword] = record([...parts].map(([name, part]) => [name, plainSchema(part, held)]));
    else {
      const before = keyword === 'allOf' && Array.isArray(data.allOf) ? (data.allOf as readonly Data[]) : [];
      data[keyword] = [
        ...before,
        ...[...parts.values()].map((part) => plainSchema(part, held, false, keyword === 'allOf' && (declared || included))),
      ];
    }
  }
  if (schema.dependentRequired !== undefined) data.dependentRequired = record(schema.dependentRequired);
  set('tags', tagsOf(schema));
  if (held !== undefined) return withExamples(data, (schema.examples ?? []).map(wire));
  set('heirs', heirsOfBase(schema));
  return data;
}

/** For people, what a base with a discriminator says of the schemas that include it: the tags of each, and those of values that are of none. */
function heirsOfBase(schema: Schema): Data | undefined {
  const heirs = heirsOf(schema);
  if (heirs.length === 0 || schema.discriminator === undefined) return undefined;
  const values = tagsOfBranches(schema, heirs);
  return {
    property: schema.discriminator.propertyName,
    own: ownTags(schema),
    schemas: heirs.map((heir, index) => ({ tags: values[index] ?? [], schema: plainSchema(heir, undefined) })),
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
function heirsExample(schema: Schema, held: HeldSchemas): Data | undefined {
  const base = targetOf(schema);
  const { discriminator, name } = base;
  const heirs = held.options.int64 === 'number' && held.options.dates === 'string' ? heirsOf(base) : [];
  if (heirs.length === 0 || discriminator === undefined || name === undefined) return undefined;
  const own = ownTags(base);
  const self = own.length === 0 ? [] : [{ $ref: name }];
  const values = [...(own.length === 0 ? [] : [own]), ...tagsOfBranches(base, heirs)];
  const tags = { property: discriminator.propertyName, values, decides: true };
  const data = { anyOf: [...self, ...heirs.map((heir) => plainSchema(heir, held))], tags };
  return withExamples(
    data,
    (schema.examples ?? base.examples ?? []).map((value) => wireValue(value, base, held)),
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

function withExamples(data: Data, examples: readonly unknown[]): Data {
  if (examples.length === 0) return data;
  const members: Members = data === false ? { not: true } : isMembers(data) ? { ...data } : {};
  const before = Array.isArray(members.examples) ? (members.examples as readonly Data[]) : [];
  members.examples = [...(examples as readonly Data[]), ...before];
  return members;
}

function isMembers(data: Data): data is { readonly [key: string]: Data } {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** The data of parts that several operations may have, or references to it. */
export interface ExampleParts {
  headers(response: Response): Data;
  parameter(parameter: Parameter): Data;
  response(response: Response): Data;
}

const PLACES: readonly ParameterIn[] = ['path', 'query', 'header', 'cookie'];

/** `{ path, query, header, cookie, querystring, body }`, with the examples of parameters and media types. */
export function inputExample(operation: Operation, held: HeldSchemas, parts: ExampleParts): Data {
  const properties: Record<string, Data> = {};
  for (const place of PLACES) {
    const inside = operation.parameters.filter((parameter) => parameter.in === place);
    if (inside.length > 0) properties[place] = objectOf(inside, parts.parameter, place === 'query' ? operation.choices : undefined);
  }
  const whole = operation.parameters.find((parameter) => parameter.in === 'querystring');
  if (whole !== undefined) properties.querystring = parts.parameter(whole);
  const [first, ...others] = operation.body?.contents ?? [];
  const data: Record<string, Data> = { type: ['object'], properties };
  if (first !== undefined && others.length === 0) properties.body = contentExample(first, held);
  if (first !== undefined && others.length === 0 && mustBeNamed(first)) properties.contentType = { const: concreteType(first) };
  if (others.length > 0)
    data.anyOf = (operation.body?.contents ?? []).map((content, index) => alternative(content, index, operation, held));
  if (operation.input.required !== undefined) data.required = operation.input.required;
  return data;
}

function alternative(content: MediaContent, index: number, operation: Operation, held: HeldSchemas): Data {
  const contentType: Data = concreteType(content);
  const required = [...(index > 0 || mustBeNamed(content) ? ['contentType'] : []), ...(operation.body?.required === true ? ['body'] : [])];
  return { properties: { contentType: { const: contentType }, body: contentExample(content, held) }, required };
}

/** The schema of a parameter or a header, with its examples. */
export function parameterExample(parameter: Pick<Parameter, 'schema' | 'examples'>, held: HeldSchemas): Data {
  return withExamples(
    plainSchema(parameter.schema, held),
    (parameter.examples ?? []).map((example) => wireValue(example.value as JsonValue, parameter.schema, held)),
  );
}

function objectOf<T extends { readonly name: string; readonly required: boolean }>(
  members: readonly T[],
  schema: (member: T) => Data,
  choices?: Operation['choices'],
): Data {
  const required = members.filter((member) => member.required).map((member) => member.name);
  const properties = Object.fromEntries(members.map((member) => [member.name, schema(member)]));
  const anyOf = choices?.map((names) => ({ required: names }));
  return { type: ['object'], properties, ...(required.length === 0 ? {} : { required }), ...(anyOf === undefined ? {} : { anyOf }) };
}

/** The schema of the value that the codec of a media type encodes. */
function contentExample(content: MediaContent, held: HeldSchemas): Data {
  if (content.kind === 'bytes') return { file: true };
  const { schema, stream } = content;
  const one = schema === undefined ? anythingOf(content.kind) : plainSchema(schema, held);
  // Here a stream is an array of its items.
  const data = stream === undefined ? one : { type: ['array'], items: one, minItems: 1, maxItems: 3 };
  return withExamples(
    data,
    content.examples.map(({ value }) => wireExample(value as JsonValue, content, held)),
  );
}

/** An example on the wire; for a stream an array of items. */
function wireExample(value: JsonValue, { schema, stream }: MediaContent, held: HeldSchemas): JsonValue {
  if (schema === undefined) return rounded(value);
  return stream !== undefined && isList(value) ? value.map((item) => wireValue(item, schema, held)) : wireValue(value, schema, held);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function anythingOf(kind: MediaContent['kind']): Data {
  if (kind === 'text') return { type: ['string'] };
  return kind === 'form' || kind === 'multipart' ? { type: ['object'] } : kind === 'parts' ? { type: ['array'] } : true;
}

/** The schemas of a response's headers and bodies. */
export function responseExample(response: Response, held: HeldSchemas, parts: ExampleParts): Data {
  const { headers, contents } = response;
  const bodies = record(contents.map((content) => [content.contentType, contentExample(content, held)]));
  return {
    ...(headers.length === 0 ? {} : { headers: parts.headers(response) }),
    ...(contents.length === 0 ? {} : { contents: bodies }),
  };
}

/** The schema of a response's headers, as an object. */
export function responseHeaders({ headers }: Response, held: HeldSchemas): Data {
  return objectOf(headers, (header) => parameterExample(header, held));
}
