// The schema of a multipart body → a copy in which the fields that are files have `file: true` (a Blob at both ends, text in JSON), and parts with
// headers are `{ body, headers }`.

import { optional } from '../../document-node.ts';
import { isTextual } from '../../media-type.ts';
import { conjuncts } from '../../schema/conjuncts.ts';
import type { JsonType, Schema } from '../../schema/schema.ts';
import { withOtherSchemas } from '../../schema/tags.ts';
import { ANY, intendedTypes } from '../../schema/types.ts';
import { isPlainRef, isSilent, targetOf } from '../../schema/walk.ts';
import type { PartFacts, PartsFacts, ResponseHeader } from '../../service.ts';

/** Longer chains of references are not followed. */
const MAX_DEPTH = 500;

/** The schemas that were visited, with their results: one for all bodies of a document. */
export interface BodyFiles {
  readonly bodies: Map<Schema, Schema>;
  readonly fields: Map<Schema, Schema>;
  /** Components that are used as such bodies only: they are changed once, in place, instead of being copied. */
  readonly own: ReadonlySet<Schema>;
  readonly changed: Set<Schema>;
}

type Changes = { -readonly [K in keyof Schema]?: Schema[K] };

/** The facts that `encoding` adds to a field's schema. */
interface FieldFacts {
  /** Counts only where the schema leaves it open. */
  readonly isFile: boolean;
  readonly headers: readonly ResponseHeader[];
}

interface Encoded {
  readonly facts: ReadonlyMap<string, FieldFacts>;
  /** The pointer to the body's media type, whose `encoding` applies to this body only. */
  readonly place: string;
}

const PLAIN: Encoded = { facts: new Map(), place: '' };

/**
 * The schema itself where no field of the body is a file or has headers, or where it names a component of its own kind. A copy has no name
 * yet, since its type differs from the original's. `place` is the pointer to the body's media type.
 */
export function withFiles(schema: Schema, files: BodyFiles, facts: Encoded['facts'], place: string): Schema {
  const change = (body: Schema): Schema =>
    facts.size === 0 ? bodyOf(body, files, 0, PLAIN) : bodyOf(body, { ...files, bodies: new Map() }, 0, { facts, place });
  const named = targetOf(schema);
  if (files.own.has(named)) {
    if (files.changed.has(named)) return schema;
    files.changed.add(named);
    const { key, ...changed } = change(named);
    Object.assign(named, changed);
    return schema;
  }
  const copy = change(schema);
  if (copy === schema) return schema;
  // A body that is a reference is written out, under a name of its own.
  const target = targetOf(copy);
  if (target === copy) return copy;
  const { title = target.title, description = target.description } = schema;
  return { ...target, ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }), key: copy.key };
}

/** The copy of a schema that applies to the body: its properties are fields. */
function bodyOf(schema: Schema, files: BodyFiles, depth: number, encoded: Encoded): Schema {
  const before = files.bodies.get(schema);
  if (before !== undefined || depth > MAX_DEPTH) return before ?? schema;
  // In a cycle, the schema itself stands for its copy.
  files.bodies.set(schema, schema);
  const changes = changesInPlace(schema, (inner) => bodyOf(inner, files, depth + 1, encoded));
  for (const keyword of ['properties', 'patternProperties'] as const) {
    const properties = schema[keyword];
    if (properties === undefined) continue;
    const fields = new Map(
      [...properties].map(([name, property]) => {
        const own = keyword === 'properties' ? encoded.facts.get(name) : undefined;
        return [name, own === undefined ? fieldOf(property, files, 0) : encodedField(property, own, files, encoded.place)];
      }),
    );
    if ([...fields].some(([name, field]) => field !== properties.get(name))) changes[keyword] = fields;
  }
  if (schema.additionalProperties !== undefined) {
    const rest = fieldOf(schema.additionalProperties, files, 0);
    if (rest !== schema.additionalProperties) changes.additionalProperties = rest;
  }
  const copy = copyOf(schema, changes, encoded === PLAIN ? '@body' : `@body:${encoded.place}`);
  files.bodies.set(schema, copy);
  return copy;
}

/** The schema of a list of parts, in which those that are files have `file: true`, and those with headers are `{ body, headers }`. */
export function withFileParts(schema: Schema, { first, rest }: PartsFacts, place: string): Schema {
  const done = new Map<Schema, Schema>();
  const partAt = (part: Schema, facts: PartFacts = rest): Schema => {
    const isFile = facts.contentTypes.length > 0 && !facts.contentTypes.every(isTextual);
    const body = isFile && intendedTypes(part) === ANY ? fileOf(part) : fileWithin(part);
    return facts.headers.length === 0 ? body : partOf(body, facts.headers, place);
  };
  const listOf = (list: Schema, depth: number): Schema => {
    const before = done.get(list);
    if (before !== undefined || depth > MAX_DEPTH) return before ?? list;
    done.set(list, list);
    const changes = changesInPlace(list, (inner) => listOf(inner, depth + 1));
    const { items, prefixItems, key, location } = list;
    const length = Math.max(prefixItems?.length ?? 0, items === undefined ? 0 : first.length);
    const others: Schema = items ?? { key: `${key}@others`, location, boolean: true };
    const positions = Array.from({ length }, (_, index) => partAt(prefixItems?.[index] ?? others, first[index]));
    if (positions.some((part, index) => part !== prefixItems?.[index])) changes.prefixItems = positions;
    const item = items === undefined ? undefined : partAt(items);
    if (item !== undefined && item !== items) changes.items = item;
    const copy = copyOf(list, changes, `@parts:${place}`);
    done.set(list, copy);
    return copy;
  };
  return listOf(schema, 0);
}

/** The schema of a file, or of one among other values. */
function fileWithin(schema: Schema, depth = 0): Schema {
  if (isFile(schema)) return fileOf(schema);
  if (depth > MAX_DEPTH || isPlainRef(schema)) return schema;
  return copyOf(
    schema,
    changesInPlace(schema, (inner) => fileWithin(inner, depth + 1)),
    '@part',
  );
}

function encodedField(property: Schema, { isFile, headers }: FieldFacts, files: BodyFiles, place: string): Schema {
  const field = isFile ? namedFieldOf(property, files) : fieldOf(property, files, 0);
  if (headers.length === 0) return field;
  const list = plainList(field);
  if (list?.items === undefined) return partOf(field, headers, place);
  const { name: _name, ...rest } = list;
  return { ...rest, key: `${list.key}@parts:${place}`, items: partOf(list.items, headers, place) };
}

/** A schema that is a list by itself, all of whose items have one schema. */
export function plainList(schema: Schema): Schema | undefined {
  const list = targetOf(schema);
  const { type, items, prefixItems, allOf, anyOf, oneOf, ref } = list;
  const isList = type?.length === 1 && type[0] === 'array' && items !== undefined;
  return isList && (prefixItems ?? allOf ?? anyOf ?? oneOf ?? ref) === undefined ? list : undefined;
}

/** A part that has headers is `{ body, headers }`. */
function partOf(body: Schema, headers: readonly ResponseHeader[], place: string): Schema {
  const { location, description } = body;
  const key = `${body.key}@part:${place}`;
  const required = headers.filter((header) => header.required).map((header) => header.name);
  const own: Schema = {
    key: `${key}/headers`,
    location,
    type: OBJECT,
    properties: new Map(headers.map((header) => [header.name, header.schema])),
    ...(required.length === 0 ? {} : { required }),
  };
  return {
    key,
    location,
    ...(description === undefined ? {} : { description }),
    type: OBJECT,
    properties: new Map([
      ['body', body],
      ['headers', own],
    ]),
    required: required.length === 0 ? ['body'] : ['body', 'headers'],
  };
}

/** OpenAPI 3.1.1 section 4.8.15.1.1: a schema that says nothing leaves it to `contentType`. */
function namedFieldOf(schema: Schema, files: BodyFiles): Schema {
  if (intendedTypes(schema) === ANY) return fileOf(schema);
  const { items } = schema;
  if (items !== undefined && intendedTypes(items) === ANY) return copyOf(schema, { items: fileOf(items) }, '@files');
  return fieldOf(schema, files, 0);
}

/** A field is a file, or a list of them under one name; what a field's JSON holds is text. */
function fieldOf(schema: Schema, files: BodyFiles, depth: number): Schema {
  const before = files.fields.get(schema);
  if (before !== undefined || depth > MAX_DEPTH) return before ?? schema;
  files.fields.set(schema, schema);
  let copy = fileOr(schema);
  if (copy === schema) {
    const changes = changesInPlace(schema, (inner) => fieldOf(inner, files, depth + 1));
    const { items, prefixItems } = schema;
    const item = items === undefined ? undefined : fileOr(items);
    if (item !== undefined && item !== items) changes.items = item;
    const first = prefixItems?.map(fileOr);
    if (first?.some((one, index) => one !== prefixItems?.[index])) changes.prefixItems = first;
    copy = copyOf(schema, changes, '@field');
  }
  files.fields.set(schema, copy);
  return copy;
}

/** The changes of a schema's `$ref` and branches, which apply to the same value. */
function changesInPlace(schema: Schema, change: (inner: Schema) => Schema): Changes {
  const changes: Changes = {};
  if (schema.ref !== undefined) {
    const ref = change(schema.ref);
    if (ref !== schema.ref) changes.ref = ref;
  }
  const copies = new Map<Schema, Schema>();
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    for (const branch of branches ?? []) copies.set(branch, change(branch));
    if (branches?.some((branch) => copies.get(branch) !== branch))
      changes[keyword] = branches.map((branch) => copies.get(branch) ?? branch);
  }
  if (schema.discriminator !== undefined && Object.keys(changes).length > 0) {
    changes.discriminator = withOtherSchemas(schema.discriminator, (branch) => copies.get(branch) ?? branch);
  }
  return changes;
}

function copyOf(schema: Schema, changes: Changes, suffix: string): Schema {
  if (Object.keys(changes).length === 0) return schema;
  const { name: _name, ...rest } = schema;
  return { ...rest, ...changes, key: `${schema.key}${suffix}` };
}

/** Whether the schema is a text of `format: binary` (OpenAPI 3.0), which a whole body may be. */
export function isBinaryText(schema: Schema): boolean {
  return conjuncts([schema]).some((part) => part.format === 'binary' && saysFile(part));
}

/** Whether the value is a file by this schema or by one that applies with it. */
function isFile(schema: Schema): boolean {
  return conjuncts([schema]).some(saysFile);
}

/** OpenAPI 3.0.3, "Considerations for File Uploads", and 3.1.1 §4.8.14.4.1: `format: binary`, or a media type with no encoding into text. */
function saysFile({ type, format, contentMediaType, contentEncoding, enum: values, const: value }: Schema): boolean {
  if (contentEncoding !== undefined || values !== undefined || value !== undefined) return false;
  if (type !== undefined && !(type.includes('string') && type.every((one) => one === 'string' || one === 'null'))) return false;
  if (format === 'binary') return true;
  return contentMediaType !== undefined && (type === undefined || !isTextual(contentMediaType));
}

const OBJECT: readonly JsonType[] = ['object'];
const NULL: readonly JsonType[] = ['null'];
const STRING: readonly JsonType[] = ['string'];

function fileOr(schema: Schema): Schema {
  if (isFile(schema)) return fileOf(schema);
  return saysNothing(schema) ? fileOrText(schema) : schema;
}

/** Whether the schema is written without a keyword that checks anything: OpenAPI 3.1.1 §4.8.15.1.1 takes such a part for bytes. */
function saysNothing(schema: Schema): boolean {
  return schema.boolean !== false && Object.keys(schema).every((field) => field === 'boolean' || isSilent(field));
}

/** Either is accepted: senders of such a part write texts too, and a text has no file name. */
function fileOrText(schema: Schema): Schema {
  const { location, title, description, deprecated, default: fallback } = schema;
  const key = `${schema.key}@fileOrText`;
  return {
    key,
    location,
    ...optional('title', title),
    ...optional('description', description),
    ...optional('deprecated', deprecated),
    ...optional('default', fallback),
    anyOf: [fileOf({ key, location }), { key: `${key}/text`, location, type: STRING }],
  };
}

function fileOf(schema: Schema): Schema {
  const { location, title, description, deprecated } = schema;
  const key = `${schema.key}@file`;
  const words = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
  };
  const file: Schema = { key, location, file: true, type: OBJECT };
  if (schema.type?.includes('null') !== true) return { ...file, ...words };
  return { key: `${key}OrNull`, location, ...words, anyOf: [file, { key: `${key}@null`, location, type: NULL }] };
}
