// Turns the text of parameters back into values, by the shape that their schema gives them: the server's half of the wire table. What fits no type
// stays text, so that the validator names the fault.

import type { Encodable, ObjectShape, ParameterCodec, Shape } from '../contract/codec.ts';
import type { Issue } from '../contract/issue.ts';
import { setOwn } from '../contract/own.ts';
import { parseStrictJson } from '../json/strict.ts';
import { MAX_DEPTH } from './encode-object.ts';
import { layoutOf } from './layout.ts';
import { isArrayShape, isObjectShape, memberShape, readPrimitive } from './primitive.ts';
import { percentDecode, queryDecode } from './text.ts';

/** What decoding needs to know of a parameter or response header. */
export interface Decodable {
  readonly in: Encodable['in'];
  readonly name: string;
  readonly codec: ParameterCodec;
  readonly shape: Shape;
  readonly allowEmptyValue?: boolean;
}

/** Pairs of a query or cookie: decoded names, and values as they were written. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

/** Values in one `deepObject`; more are a fault. */
const MAX_VALUES = 1000;

/** Splits a query into pairs. `undefined` when a name cannot be decoded. */
export function queryPairs(query: string): Map<string, string[]> | undefined {
  const pairs = new Map<string, string[]>();
  if (query === '') return pairs;
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const end = pair.indexOf('=');
    const name = queryDecode(end === -1 ? pair : pair.slice(0, end));
    if (name === undefined) return undefined;
    add(pairs, name, end === -1 ? '' : pair.slice(end + 1));
  }
  return pairs;
}

/** Splits a Cookie header into pairs (RFC 6265 section 5.4). Names are decoded where they can be, unless `style` is OpenAPI 3.2's `cookie`, which encodes none. */
export function cookiePairs(header: string | undefined, style = 'form'): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  if (header === undefined) return pairs;
  for (const pair of header.split(';')) {
    const end = pair.indexOf('=');
    if (end === -1) continue;
    const name = pair.slice(0, end).trim();
    add(pairs, style === 'cookie' ? name : (percentDecode(name) ?? name), pair.slice(end + 1).trim());
  }
  return pairs;
}

function add(pairs: Map<string, string[]>, name: string, value: string): void {
  const values = pairs.get(name);
  if (values === undefined) pairs.set(name, [value]);
  else values.push(value);
}

/** Where a parameter is read, and where its faults go. */
interface Reading {
  readonly parameter: Decodable;
  /** JSON pointer of the parameter in the input: `/query/limit`. */
  readonly path: string;
  readonly issues: Issue[];
}

/** A path parameter, from the text of its part of the segment, or a header's value. `undefined` when an issue was pushed. */
export function decodeText(parameter: Decodable, text: string, path: string, issues: Issue[]): unknown {
  const reading: Reading = { parameter, path, issues };
  const { codec, shape } = parameter;
  if (parameter.in === 'header') {
    const value = codec.read?.(text, shape, false, parseStrictJson);
    return value === undefined ? fault(reading, 'syntax', 'a value in its style', text) : value;
  }
  if (codec.read !== undefined) return contentOf(reading, text);
  const [prefix, separator, delimiter] = layoutOf(codec.style, parameter.in);
  if (!text.startsWith(prefix)) return fault(reading, 'syntax', `text that begins with "${prefix}"`, text);
  const body = text.slice(prefix.length);
  if (codec.style === 'matrix') {
    const pairs = matrixPairs(body);
    return pairs === undefined ? fault(reading, 'encoding', 'percent-encoded UTF-8', text) : fromPairs(reading, pairs, undefined);
  }
  if (typeof shape === 'string') return primitiveOf(reading, body, shape);
  const parts = body.split(codec.explode ? separator : delimiter);
  if (isArrayShape(shape)) return listOf(reading, parts, shape[0]);
  if (!codec.explode) return alternating(reading, parts, shape);
  const members = new Map<string, string[]>();
  for (const part of parts) {
    const end = part.indexOf('=');
    if (end === -1) return fault(reading, 'syntax', 'name=value', text);
    const key = decoded(reading, part.slice(0, end));
    if (key === undefined) return undefined;
    add(members, key, part.slice(end + 1));
  }
  return objectOf(reading, members, shape);
}

/** A parameter out of a query or cookie; `undefined` when it is absent or an issue was pushed. `others` are the names that are somebody else's. */
export function decodePairs(parameter: Decodable, pairs: Pairs, path: string, issues: Issue[], others?: ReadonlySet<string>): unknown {
  return fromPairs({ parameter, path, issues }, pairs, others);
}

function fromPairs(reading: Reading, pairs: Pairs, others: ReadonlySet<string> | undefined): unknown {
  const { codec, shape, name, allowEmptyValue } = reading.parameter;
  if (codec.style === 'deepObject') return deepObjectOf(reading, pairs, shape);
  const isContent = codec.read !== undefined;
  if (codec.explode && !isContent && isObjectShape(shape)) {
    const members = new Map<string, readonly string[]>();
    for (const [key, values] of pairs) {
      const declared = shape.properties !== undefined && Object.hasOwn(shape.properties, key);
      if (declared || (shape.additional !== undefined && others?.has(key) !== true)) members.set(key, values);
    }
    return members.size === 0 ? undefined : objectOf(reading, members, shape);
  }
  const values = pairs.get(name);
  // "the server SHOULD interpret [a zero-length value] as the parameter being unused" (OpenAPI 3.2 section 4.12.2.1).
  if (values === undefined || (allowEmptyValue === true && values.every((value) => value === ''))) return undefined;
  if (codec.explode && !isContent && isArrayShape(shape)) return listOf(reading, values, shape[0]);
  const [text = ''] = values;
  if (values.length > 1) return fault(reading, 'type', 'single value', values);
  if (isContent) return contentOf(reading, text);
  if (typeof shape === 'string') return primitiveOf(reading, text, shape);
  const parts = splitQuery(codec.style, text);
  return isArrayShape(shape) ? listOf(reading, parts, shape[0]) : alternating(reading, parts, shape);
}

function splitQuery(style: string, text: string): string[] {
  if (style === 'spaceDelimited') return text.split(/%20|[+ ]/);
  return text.split(style === 'pipeDelimited' ? /%7C|\|/i : ',');
}

function matrixPairs(text: string): Map<string, string[]> | undefined {
  const pairs = new Map<string, string[]>();
  for (const part of text.split(';')) {
    const end = part.indexOf('=');
    const name = percentDecode(end === -1 ? part : part.slice(0, end));
    if (name === undefined) return undefined;
    add(pairs, name, end === -1 ? '' : part.slice(end + 1));
  }
  return pairs;
}

/** A node of a deep object as it came: values of its own name, and members by the text in their brackets. */
interface Deep {
  readonly values: string[];
  readonly members: Map<string, Deep>;
}

function deepObjectOf(reading: Reading, pairs: Pairs, shape: Shape): unknown {
  const start = `${reading.parameter.name}[`;
  const root: Deep = { values: [], members: new Map() };
  let count = 0;
  for (const [key, values] of pairs) {
    if (!key.startsWith(start)) continue;
    const names = key.endsWith(']') ? key.slice(start.length, -1).split('][', MAX_DEPTH + 1) : [];
    if (names.length === 0 || names.some((name) => /[[\]]/.test(name))) return fault(reading, 'syntax', 'name[key]=value', key);
    if (names.length > MAX_DEPTH) return fault(reading, 'maxDepth', MAX_DEPTH, key);
    count += values.length;
    if (count > MAX_VALUES) return fault(reading, 'maxItems', MAX_VALUES, count);
    let node = root;
    for (const name of names) {
      let member = node.members.get(name);
      if (member === undefined) {
        member = { values: [], members: new Map() };
        node.members.set(name, member);
      }
      node = member;
    }
    for (const value of values) node.values.push(value);
  }
  return root.members.size === 0 ? undefined : deepOf(reading, root, isObjectShape(shape) ? shape : {});
}

/** A value of a deep object, by its shape; where the shape says nothing more than text, by what came. */
function deepOf(reading: Reading, node: Deep, shape: Shape): unknown {
  const { values, members } = node;
  if (isArrayShape(shape)) return deepListOf(reading, node, shape[0]);
  if (members.size === 0) {
    if (values.length === 1 && typeof shape === 'string') return primitiveOf(reading, values[0] ?? '', shape);
    return fault(reading, 'type', typeof shape === 'string' ? 'single value' : 'object', values);
  }
  if (values.length > 0 || typeof shape === 'string') return fault(reading, 'type', 'single value', [...members.keys()]);
  const value = {};
  for (const [key, member] of members) {
    const read = deepOf(reading, member, memberShape(shape, key));
    if (read === undefined) return undefined;
    setOwn(value, key, read);
  }
  return value;
}

/** A list in one of three forms, not in two at once: its name repeated, `name[]` repeated, or numbered from 0 without a gap, in any order. */
function deepListOf(reading: Reading, { values, members }: Deep, item: Shape): unknown {
  if (members.size === 0) return listOf(reading, values, item);
  const unnumbered = members.get('');
  if (values.length > 0 || (unnumbered !== undefined && (members.size > 1 || unnumbered.members.size > 0)))
    return fault(reading, 'syntax', 'a list in one form', [...members.keys()]);
  if (unnumbered !== undefined) return listOf(reading, unnumbered.values, item);
  const list: unknown[] = [];
  for (let index = 0; index < members.size; index++) {
    const member = members.get(String(index));
    if (member === undefined) return fault(reading, 'syntax', 'a list numbered from 0', [...members.keys()]);
    const read = deepOf(reading, member, item);
    if (read === undefined) return undefined;
    list.push(read);
  }
  return list;
}

function alternating(reading: Reading, parts: readonly string[], shape: ObjectShape): unknown {
  if (parts.length % 2 !== 0) return fault(reading, 'syntax', 'names and values in turn', parts.join(','));
  const members = new Map<string, string[]>();
  for (let index = 0; index < parts.length; index += 2) {
    const key = decoded(reading, parts[index] ?? '');
    if (key === undefined) return undefined;
    add(members, key, parts[index + 1] ?? '');
  }
  return objectOf(reading, members, shape);
}

function objectOf(reading: Reading, members: Pairs, shape: ObjectShape): unknown {
  const value = {};
  for (const [key, values] of members) {
    if (values.length > 1) return fault(reading, 'type', 'single value', values);
    const read = primitiveOf(reading, values[0] ?? '', memberShape(shape, key));
    if (read === undefined) return undefined;
    setOwn(value, key, read);
  }
  return value;
}

function listOf(reading: Reading, parts: readonly string[], item: Shape): unknown {
  const list: unknown[] = [];
  for (const part of parts) {
    const read = primitiveOf(reading, part, item);
    if (read === undefined) return undefined;
    list.push(read);
  }
  return list;
}

function primitiveOf(reading: Reading, text: string, shape: Shape): unknown {
  const plain = decoded(reading, text);
  if (plain === undefined) return undefined;
  return typeof shape === 'string' ? readPrimitive(plain, shape) : fault(reading, 'type', isArrayShape(shape) ? 'array' : 'object', plain);
}

function contentOf(reading: Reading, text: string): unknown {
  const { codec, shape } = reading.parameter;
  const plain = decoded(reading, text);
  if (plain === undefined) return undefined;
  const value = codec.read?.(plain, shape, false, parseStrictJson);
  return value === undefined ? fault(reading, 'syntax', 'text in its media type', plain) : value;
}

/** The plain text. 3.2's cookies are not percent-encoded; a form in the query decodes its own fields. */
function decoded(reading: Reading, text: string): string | undefined {
  const { in: where, codec } = reading.parameter;
  if (codec.style === 'cookie' || codec.style === 'querystring') return text;
  const plain = /^(?:query|querystring|body)$/.test(where) ? queryDecode(text) : percentDecode(text);
  if (plain === undefined) fault(reading, 'encoding', 'percent-encoded UTF-8', text);
  return plain;
}

function fault(reading: Reading, keyword: string, expected: string | number, found: unknown): undefined {
  reading.issues.push({ path: reading.path, keyword, expected, found });
  return undefined;
}
