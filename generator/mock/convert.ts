// Copies the parts of a document that Prism reads, in a form that Prism checks correctly.

import { rowOf } from '../base/vocabulary.ts';
import type { Json, JsonObject } from '../load/description.ts';
import { isObject } from '../load/pointer.ts';
import { type Field, fields, type Kind } from './grammar.ts';
import { refKeyStandIn } from './protocol.ts';
import { isVersion30, objectOf, target } from './reading.ts';
import { convertStreams } from './streams/convert.ts';

/** The `Authorization` schemes that Prism knows, in lower case; they are case-insensitive (RFC 9110 section 11.1). */
const prismSchemes = new Set(['basic', 'bearer', 'digest']);

/** Whether a keyword beside a `$ref` allows every value, so that Prism may merge it. */
function isAnnotation(keyword: string): boolean {
  return ['$ref', '$comment', 'example'].includes(keyword) || rowOf(keyword)?.holds === 'silent';
}

export function convert(kind: Kind, value: Json, root: JsonObject): Json {
  if (kind === 'plain') return value;
  if (kind === 'data') return withoutRefKeys(value);
  // In old drafts, `items` may be an array.
  if (Array.isArray(value)) return value.map((item: Json) => convert(kind, item, root));
  if (!isObject(value)) return value;
  if (kind === 'paths') return mapObject(value, (item, key) => (key.startsWith('/') ? convert('pathItem', item, root) : undefined));
  if (typeof value.$ref === 'string' && kind !== 'document') return convertReference(kind, value, value.$ref, root);
  const converted = mapObject(value, (item, key) => {
    const field = Object.hasOwn(fields[kind], key) ? fields[kind][key] : undefined;
    return field === undefined ? undefined : convertField(field, item, root);
  });
  if (kind === 'schema') return pinBranches(value, converted, root);
  if (kind === 'securityScheme') return knownScheme(converted);
  if ((kind !== 'body' && kind !== 'response') || !isObject(converted.content)) return converted;
  const written = (type: string): JsonObject => target(root, objectOf(value.content)[type]);
  return { ...converted, content: convertStreams(kind, converted.content, written, (item) => convert('schema', item, root)) };
}

function convertField(field: Field, value: Json, root: JsonObject): Json {
  if (typeof field === 'string') return convert(field, value, root);
  if ('list' in field) return Array.isArray(value) ? value.map((item: Json) => convert(field.list, item, root)) : value;
  return isObject(value) ? mapObject(value, (item) => convert(field.map, item, root)) : value;
}

/** Prism merges siblings of a `$ref` over its target, so a constraint there would replace the target's. In `allOf`, both apply. */
function convertReference(kind: Kind, value: JsonObject, ref: string, root: JsonObject): Json {
  const reference = { $ref: ref };
  if (kind === 'pathItem') {
    const { $ref: _, ...beside } = value;
    const rest = convert('pathItem', beside, root);
    return isObject(rest) && Object.keys(rest).length > 0
      ? { ...objectOf(convert('pathItem', target(root, value), root)), ...rest }
      : reference;
  }
  // OpenAPI 3.0 ignores the siblings of a reference.
  const alone = isVersion30(root) || Object.keys(value).every(isAnnotation);
  if (kind !== 'schema' || alone) return reference;
  const { $ref: _, ...beside } = value;
  const rest = objectOf(convert('schema', beside, root));
  return { ...rest, allOf: [reference, ...(Array.isArray(rest.allOf) ? rest.allOf : [])] };
}

/**
 * Adds to each branch the values of the discriminator that select it. Prism ignores `discriminator`, so branches that overlap would be
 * ambiguous to it. OpenAPI 3.1.1, §4.8.25 Discriminator Object.
 */
function pinBranches(original: JsonObject, converted: JsonObject, root: JsonObject): JsonObject {
  const { discriminator, ...rest } = converted;
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return rest;
  const property = discriminator.propertyName;
  const mapping = Object.entries(objectOf(discriminator.mapping));
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = rest[keyword];
    const written = original[keyword];
    if (!Array.isArray(branches) || !Array.isArray(written)) continue;
    const pinned = branches.map((branch: Json, index) => {
      const from: unknown = written[index];
      const ref = isObject(from) && typeof from.$ref === 'string' ? from.$ref : undefined;
      if (ref === undefined) return branch;
      const values = mapping.filter(([, to]) => typeof to === 'string' && sameTarget(to, ref)).map(([tag]) => tag);
      // The name of the component selects it too, unless the mapping uses that name for another.
      const name = ref.slice(ref.lastIndexOf('/') + 1);
      if (values.length === 0 && !mapping.some(([tag]) => tag === name)) values.push(name);
      if (values.length === 0 || pins(target(root, { $ref: ref }), property)) return branch;
      return { allOf: [branch, { type: 'object', properties: { [property]: { enum: values } }, required: [property] }] };
    });
    return { ...rest, [keyword]: pinned };
  }
  return rest;
}

function sameTarget(mapped: string, ref: string): boolean {
  return mapped === ref || `#/components/schemas/${mapped}` === ref;
}

/** Whether a branch itself allows only one value of the discriminator. */
function pins(schema: JsonObject, property: string): boolean {
  const tag = objectOf(schema.properties)[property];
  const required = Array.isArray(schema.required) && schema.required.includes(property);
  return required && isObject(tag) && ('const' in tag || (Array.isArray(tag.enum) && tag.enum.length === 1));
}

/**
 * Prism knows schemes in lower case only, and does not check those that it does not know. For these, the copy makes it require the header
 * `Authorization`.
 */
function knownScheme(scheme: JsonObject): JsonObject {
  if (scheme.type !== 'http' || typeof scheme.scheme !== 'string') return scheme;
  const word = scheme.scheme.toLowerCase();
  if (prismSchemes.has(word)) return { ...scheme, scheme: word };
  return { type: 'apiKey', in: 'header', name: 'Authorization' };
}

function withoutRefKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutRefKeys(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key === '$ref' ? refKeyStandIn : key, item === undefined ? null : withoutRefKeys(item)]),
  );
}

/** `fromEntries` defines properties instead of assigning them, so `__proto__` is an ordinary key. */
function mapObject(object: JsonObject, change: (value: Json, key: string) => Json | undefined): JsonObject {
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(object)) {
    const changed = value === undefined ? undefined : change(value, key);
    if (changed !== undefined) entries.push([key, changed]);
  }
  return Object.fromEntries(entries);
}
