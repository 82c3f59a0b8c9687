// Reads the JSON Schemas of operations for models: what a place allows, which schemas one needs, and a part of one that is short enough.
import { pointerToken, tokenName } from '../contract/pointer.ts';
import type { DataSchema } from './facts.ts';

const REFERENCE = '#/$defs/';

type Schemas = Readonly<Record<string, DataSchema>>;
type Members = { readonly [keyword: string]: unknown };

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(reference: unknown): string | undefined {
  return typeof reference === 'string' && reference.startsWith(REFERENCE) ? tokenName(reference.slice(REFERENCE.length)) : undefined;
}

/** The names that a schema refers to itself, in the order in which they stand. */
function namesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const item of value) namesIn(item, found);
  else if (isMembers(value)) {
    const name = nameOf(value.$ref);
    if (name !== undefined) found.add(name);
    for (const member of Object.values(value)) if (typeof member === 'object') namesIn(member, found);
  }
  return found;
}

/** The names of all schemas that a schema needs, the nearest first. */
export function namesNeeded(schema: unknown, schemas: Schemas): string[] {
  const found = namesIn(schema);
  // A set also visits what is added on the way.
  for (const name of found) namesIn(schemas[name], found);
  return [...found];
}

/** The schema with all that it needs in `$defs`, as a tool has it. */
export function whole(schema: Members, schemas: Schemas): Members {
  const names = namesNeeded(schema, schemas);
  if (names.length === 0) return schema;
  return { ...schema, $defs: Object.fromEntries(names.map((name) => [name, schemas[name] ?? true])) };
}

/** The names of properties at a place of a value, wherever references and combinations declare them. */
export function propertiesAt(schema: DataSchema, pointer: string, schemas: Schemas): string[] {
  let here = sameValue([schema], schemas);
  for (const token of pointer.split('/').slice(1).map(tokenName)) {
    here = sameValue(
      here.flatMap((one) => childrenOf(one, token)),
      schemas,
    );
  }
  return [...new Set(here.flatMap(({ properties }) => (isMembers(properties) ? Object.keys(properties) : [])))];
}

function sameValue(given: readonly unknown[], schemas: Schemas): Members[] {
  const found = new Set<Members>();
  const visit = (schema: unknown): void => {
    if (!isMembers(schema) || found.has(schema)) return;
    found.add(schema);
    const name = nameOf(schema.$ref);
    if (name !== undefined) visit(schemas[name]);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) for (const one of listOf(schema[keyword])) visit(one);
  };
  for (const schema of given) visit(schema);
  return [...found];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function childrenOf(schema: Members, token: string): unknown[] {
  const { properties, items, additionalProperties } = schema;
  if (isMembers(properties) && Object.hasOwn(properties, token)) return [properties[token]];
  if (/^\d+$/.test(token) && items !== undefined) return [items];
  return additionalProperties === undefined ? [] : [additionalProperties];
}

/** The depths that are tried until a part is short enough. */
const DEPTHS = [40, 16, 12, 10, 8, 6, 5, 4, 3];

/**
 * A part of a description that is at most as long as `most` in JSON, where that can be: what is deeper is left out, and `more` says where to ask for
 * it.
 */
export function shallow(value: unknown, at: string, most: number): unknown {
  let part = value;
  for (const depth of DEPTHS) {
    part = cut(value, at, depth);
    if (JSON.stringify(part).length <= most) break;
  }
  return part;
}

function cut(value: unknown, at: string, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return { ...(isMembers(value) && typeof value.type === 'string' ? { type: value.type } : {}), more: at };
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item !== 'object');
    return isPlain ? value : value.map((item, index) => cut(item, `${at}/${index}`, depth - 1));
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, `${at}/${pointerToken(name)}`, depth - 1)]));
}

/** The value at a JSON pointer; `undefined` where there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const token of pointer.split('/').slice(1).map(tokenName)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, token)) return undefined;
    here = (here as Members)[token];
  }
  return here;
}
