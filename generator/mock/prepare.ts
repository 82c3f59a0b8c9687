// Turns a bundled description into the copy that Prism gets: the parts it reads, in a form whose verdicts are right, and nothing that it would run or fetch.
import type { Json, JsonObject } from '../load/description.ts';
import { rowOf } from '../vocabulary.ts';
import { type Field, fields, type Kind } from './grammar.ts';
import { convertStreams } from './streams.ts';

/** One document, ready for Prism. */
export interface PreparedDocument {
  /** File name without its ending: `h-email`. */
  readonly id: string;
  readonly document: JsonObject;
  /**
   * Paths of the servers, without a final slash, the longest first: `/v2`, or `''`. The document's own come from its first server, those of
   * paths and operations from theirs. A request's path begins with one of them.
   */
  readonly basePaths: readonly string[];
  /** The one of the document's first server: what a client's base URL ends in. */
  readonly basePath: string;
  /** `GET /domain-search`, in document order. */
  readonly operations: readonly string[];
  /** Operations with a method that Prism does not know. */
  readonly left: readonly string[];
}

/** What stands for `$ref` in example data, which Prism would take for a reference. The child puts the key back. */
export const refKeyStandIn = '\u200boctavo:ref';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const prismMethods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** RFC 9110 section 11.1: the words of schemes are case-insensitive. */
const prismSchemes = new Set(['basic', 'bearer', 'digest']);

/** Whether a keyword beside a `$ref` lets every value through: Prism may merge those as it likes. */
function isAnnotation(keyword: string): boolean {
  return ['$ref', '$comment', 'example'].includes(keyword) || rowOf(keyword)?.holds === 'silent';
}

/**
 * The copy for Prism. Only what Prism reads is copied, so that extensions, `x-json-schema-faker`, faker's own keywords and callbacks never
 * reach it; 3.1 and later get `jsonSchemaDialect`, without which Prism takes them for draft-07.
 *
 * @param bundled a document whose references all stay inside it
 */
export function prepare(id: string, bundled: JsonObject): PreparedDocument {
  const copy = { ...objectOf(convert('document', bundled, bundled)), ...(isVersion30(bundled) ? {} : { jsonSchemaDialect: dialect }) };
  const servers = serverPaths(bundled);
  const operations: string[] = [];
  const left: string[] = [];
  for (const [path, value] of Object.entries(objectOf(bundled.paths))) {
    for (const [method, operation] of methodsOf(target(bundled, value))) {
      if (!isObject(operation)) continue;
      (prismMethods.has(method) ? operations : left).push(`${method.toUpperCase()} ${path}`);
    }
  }
  return { id, document: copy, basePath: servers[0] ?? '', basePaths: byLength(servers), operations, left };
}

function isVersion30(document: JsonObject): boolean {
  return typeof document.openapi === 'string' && document.openapi.startsWith('3.0');
}

function methodsOf(item: JsonObject): [string, Json | undefined][] {
  const own = Object.entries(item).filter(([key]) => prismMethods.has(key) || key === 'query');
  return [...own, ...Object.entries(objectOf(item.additionalOperations))];
}

function convert(kind: Kind, value: Json, root: JsonObject): Json {
  if (kind === 'plain') return value;
  if (kind === 'data') return withoutRefKeys(value);
  // `items` may be a list in old drafts; a boolean schema is itself.
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

/** Prism merges what stands beside `$ref` over its target, so a constraint there would replace the target's; side by side both hold. */
function convertReference(kind: Kind, value: JsonObject, ref: string, root: JsonObject): Json {
  const reference = { $ref: ref };
  if (kind === 'pathItem') {
    const { $ref: _, ...beside } = value;
    const rest = convert('pathItem', beside, root);
    return isObject(rest) && Object.keys(rest).length > 0
      ? { ...objectOf(convert('pathItem', target(root, value), root)), ...rest }
      : reference;
  }
  // OpenAPI 3.0 ignores what stands beside a reference.
  const alone = isVersion30(root) || Object.keys(value).every(isAnnotation);
  if (kind !== 'schema' || alone) return reference;
  const { $ref: _, ...beside } = value;
  const rest = objectOf(convert('schema', beside, root));
  return { ...rest, allOf: [reference, ...(Array.isArray(rest.allOf) ? rest.allOf : [])] };
}

/**
 * Prism ignores `discriminator`, so branches that overlap are ambiguous to it: each branch is pinned to the values of the tag that mean it.
 * OpenAPI Specification 3.1.1, §4.8.25 Discriminator Object.
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
      // The component's own name means it too, unless the mapping gives that word to another.
      const name = ref.slice(ref.lastIndexOf('/') + 1);
      if (values.length === 0 && !mapping.some(([tag]) => tag === name)) values.push(name);
      if (values.length === 0 || pins(target(root, { $ref: ref }), property)) return branch;
      return { allOf: [branch, { type: 'object', properties: { [property]: { enum: values } }, required: [property] }] };
    });
    return { ...rest, [keyword]: pinned };
  }
  return rest;
}

/**
 * Prism asks nothing of an `Authorization` scheme that it does not know, and knows the others in lower case only. A header that must be there
 * comes nearest to one that it does not know.
 */
function knownScheme(scheme: JsonObject): JsonObject {
  if (scheme.type !== 'http' || typeof scheme.scheme !== 'string') return scheme;
  const word = scheme.scheme.toLowerCase();
  if (prismSchemes.has(word)) return { ...scheme, scheme: word };
  return { type: 'apiKey', in: 'header', name: 'Authorization' };
}

function sameTarget(mapped: string, ref: string): boolean {
  return mapped === ref || `#/components/schemas/${mapped}` === ref;
}

/** Whether a branch fixes its tag itself. */
function pins(schema: JsonObject, property: string): boolean {
  const tag = objectOf(schema.properties)[property];
  const required = Array.isArray(schema.required) && schema.required.includes(property);
  return required && isObject(tag) && ('const' in tag || (Array.isArray(tag.enum) && tag.enum.length === 1));
}

function withoutRefKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutRefKeys(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key === '$ref' ? refKeyStandIn : key, item === undefined ? null : withoutRefKeys(item)]),
  );
}

/** Paths of the servers in order of importance: the document's first, then those of paths and operations. */
function serverPaths(document: JsonObject): string[] {
  const found = [pathOfServer(firstServer(document.servers))];
  for (const value of Object.values(objectOf(document.paths))) {
    const item = value === undefined ? {} : target(document, value);
    for (const holder of [item, ...methodsOf(item).map(([, operation]) => objectOf(operation))]) {
      const server = firstServer(holder.servers);
      if (server !== undefined) found.push(pathOfServer(server));
    }
  }
  return [...new Set(found)];
}

function byLength(paths: readonly string[]): string[] {
  return [...paths].sort((a, b) => b.length - a.length);
}

function firstServer(servers: Json | undefined): JsonObject | undefined {
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  return isObject(first) ? first : undefined;
}

function pathOfServer(server: JsonObject | undefined): string {
  if (typeof server?.url !== 'string') return '';
  const variables = objectOf(server.variables);
  const url = server.url.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isObject(variable) && typeof variable.default === 'string' ? variable.default : whole;
  });
  try {
    return new URL(url, 'http://localhost/').pathname.replace(/\/+$/, '');
  } catch {
    return '';
  }
}

/** Follows `$ref`s inside the document, a few deep; `{}` where there is nothing. */
function target(root: JsonObject, value: Json | undefined): JsonObject {
  let current: Json | undefined = value;
  for (let depth = 0; depth < 20; depth += 1) {
    if (!isObject(current)) return {};
    if (typeof current.$ref !== 'string' || !current.$ref.startsWith('#/')) return current;
    let at: Json | undefined = root;
    for (const part of current.$ref.slice(2).split('/')) {
      const key: string = unescapePointer(part);
      at = Array.isArray(at) ? (at as readonly Json[])[Number(key)] : isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    }
    current = at;
  }
  return {};
}

function unescapePointer(part: string): string {
  let decoded = part;
  try {
    decoded = decodeURIComponent(part);
  } catch {
    // Not percent-encoded, then.
  }
  return decoded.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Keeps `__proto__` an ordinary key: `fromEntries` defines, it does not assign. */
function mapObject(object: JsonObject, change: (value: Json, key: string) => Json | undefined): JsonObject {
  const entries: [string, Json][] = [];
  for (const [key, value] of Object.entries(object)) {
    const changed = value === undefined ? undefined : change(value, key);
    if (changed !== undefined) entries.push([key, changed]);
  }
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
