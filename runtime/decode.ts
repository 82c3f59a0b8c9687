// Turns the text of parameters back into values, by the shape that their schema gives them. Strict: one lexical form per type, and what does not
// fit stays text, so that the validator names the fault.
import type { Issue } from './issue.ts';
import type { ParseJson } from './json.ts';
import type { ObjectShape, ParameterCodec, Primitive, Shape } from './parameter.ts';
import { parseStrictJson } from './strict-json.ts';
import { percentDecode, queryDecode, setOwn } from './text.ts';

/** What decoding needs to know of a parameter or response header. */
export interface Decodable {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly name: string;
  readonly codec: ParameterCodec;
  readonly shape: Shape;
}

/** Pairs of a query or cookie: decoded names, and values as they were written. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

/** `-0`, `+1`, `01`, ` 5`, `1e2`, `0x10`, `100.0` and digits other than ASCII's are no integers. */
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
/** A number as JSON writes it (RFC 8259 section 6), but not `-0`. */
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** The first of the types that the text is a form of; the text itself where there is none. */
export function readPrimitive(text: string, types: Primitive): unknown {
  if (types === 'string') return text;
  for (const type of types.split('|')) {
    if (type === 'string') return text;
    if (type === 'integer' || type === 'number') {
      const number = (type === 'integer' ? INTEGER : NUMBER).test(text) ? Number(text) : Number.NaN;
      const exact = type === 'integer' ? Number.isSafeInteger(number) : Number.isFinite(number);
      if (exact && !Object.is(number, -0)) return number;
    } else if (type === 'boolean') {
      if (text === 'true' || text === 'false') return text === 'true';
    } else if (type === 'null' && text === 'null') return null;
  }
  return text;
}

/**
 * A header's value: style `simple`, the only one of headers, and not percent-encoded (OpenAPI 3.1 appendix D). `undefined` for one without the
 * structure of its shape. Apart from the rest, since it is all of this file that a client needs.
 */
export function readHeader(codec: ParameterCodec, shape: Shape, text: string, parse?: ParseJson): unknown {
  if (codec.content !== undefined) return readContent(codec, text, parse);
  if (typeof shape === 'string') return readPrimitive(text, shape);
  const parts = text.split(',').map((part) => part.trim());
  if (isArrayShape(shape)) return parts.map((part) => readPrimitive(part, shape[0]));
  const value = {};
  for (let index = 0; index < parts.length; index += codec.explode ? 1 : 2) {
    const part = parts[index] ?? '';
    const end = codec.explode ? part.indexOf('=') : part.length;
    const member = codec.explode ? part.slice(end + 1) : parts[index + 1];
    const key = part.slice(0, end);
    if (end === -1 || member === undefined || Object.hasOwn(value, key)) return undefined;
    setOwn(value, key, readPrimitive(member, memberType(shape, key)));
  }
  return value;
}

/** Whether all of a header's text was read as its shape has it: what is no form of any type asked for stays text. */
export function isHeaderRead(codec: ParameterCodec, shape: Shape, value: unknown): boolean {
  if (value === undefined) return false;
  if (codec.content !== undefined) return true;
  const isRead = (part: unknown, types: Primitive): boolean => typeof part !== 'string' || types.split('|').includes('string');
  if (typeof shape === 'string') return isRead(value, shape);
  if (isArrayShape(shape)) return Array.isArray(value) && value.every((part) => isRead(part, shape[0]));
  return Object.entries(value as object).every(([name, part]) => isRead(part, memberType(shape, name)));
}

/** `undefined` for text that is not of the media type. */
function readContent(codec: ParameterCodec, text: string, parse?: ParseJson): unknown {
  try {
    return codec.content?.read(text, parse);
  } catch {
    return undefined;
  }
}

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

/** Splits a Cookie header into pairs (RFC 6265 section 5.4). Names are kept as they are. */
export function cookiePairs(header: string | undefined): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  if (header === undefined) return pairs;
  for (const pair of header.split(';')) {
    const end = pair.indexOf('=');
    if (end !== -1) add(pairs, percentDecode(pair.slice(0, end).trim()) ?? pair.slice(0, end).trim(), pair.slice(end + 1).trim());
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
  if (parameter.in === 'header')
    return readHeader(codec, shape, text, parseStrictJson) ?? fault(reading, 'syntax', 'a list or object in its style', text);
  if (codec.content !== undefined) return contentOf(reading, text);
  if (!text.startsWith(codec.prefix)) return fault(reading, 'syntax', `text that begins with "${codec.prefix}"`, text);
  const body = text.slice(codec.prefix.length);
  if (codec.style === 'matrix') {
    const pairs = matrixPairs(body);
    return pairs === undefined ? fault(reading, 'encoding', 'percent-encoded UTF-8', text) : fromPairs(reading, pairs, undefined);
  }
  if (typeof shape === 'string') return primitiveOf(reading, body, shape);
  const separator = codec.explode ? codec.separator : codec.delimiter;
  const parts = body.split(separator);
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
  const { codec, shape, name } = reading.parameter;
  if (codec.style === 'deepObject') return deepObjectOf(reading, pairs, shape);
  if (codec.style === 'querystring') return pairs.size === 0 ? undefined : formOf(reading, pairs, shape);
  if (codec.explode && codec.content === undefined && isObjectShape(shape)) {
    const members = new Map<string, readonly string[]>();
    for (const [key, values] of pairs) {
      const declared = shape.properties !== undefined && Object.hasOwn(shape.properties, key);
      if (declared || (shape.additional !== undefined && others?.has(key) !== true)) members.set(key, values);
    }
    return members.size === 0 ? undefined : objectOf(reading, members, shape);
  }
  const values = pairs.get(name);
  if (values === undefined) return undefined;
  if (codec.explode && codec.content === undefined && isArrayShape(shape)) return listOf(reading, values, shape[0]);
  const [text = ''] = values;
  if (values.length > 1) return fault(reading, 'type', 'single value', values);
  if (codec.content !== undefined) return contentOf(reading, text);
  if (typeof shape === 'string') return primitiveOf(reading, text, shape);
  const parts = splitQuery(codec, text);
  return isArrayShape(shape) ? listOf(reading, parts, shape[0]) : alternating(reading, parts, shape);
}

function splitQuery(codec: ParameterCodec, text: string): string[] {
  if (codec.delimiter === '%20') return text.split(/%20|\+/);
  if (codec.delimiter === '%7C') return text.split(/%7C|\|/i);
  return text.split(codec.delimiter);
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

function deepObjectOf(reading: Reading, pairs: Pairs, shape: Shape): unknown {
  const start = `${reading.parameter.name}[`;
  const members = new Map<string, readonly string[]>();
  for (const [key, values] of pairs) if (key.startsWith(start) && key.endsWith(']')) members.set(key.slice(start.length, -1), values);
  if (members.size === 0) return undefined;
  return objectOf(reading, members, isObjectShape(shape) ? shape : {});
}

/** A whole form as one object: repeated names are arrays where the shape has none for them. */
function formOf(reading: Reading, pairs: Pairs, shape: Shape): unknown {
  const value = {};
  for (const [key, values] of pairs) {
    const type = memberType(isObjectShape(shape) ? shape : {}, key);
    const texts = values.map((text) => decoded(reading, text));
    if (texts.includes(undefined)) return undefined;
    const read = texts.map((text) => readPrimitive(text ?? '', type));
    setOwn(value, key, read.length === 1 ? read[0] : read);
  }
  return value;
}

function alternating(reading: Reading, parts: readonly string[], shape: Shape): unknown {
  if (parts.length % 2 !== 0) return fault(reading, 'syntax', 'names and values in turn', parts.join(','));
  const members = new Map<string, string[]>();
  for (let index = 0; index < parts.length; index += 2) {
    const key = decoded(reading, parts[index] ?? '');
    if (key === undefined) return undefined;
    add(members, key, parts[index + 1] ?? '');
  }
  return objectOf(reading, members, isObjectShape(shape) ? shape : {});
}

function objectOf(reading: Reading, members: Pairs, shape: ObjectShape): unknown {
  const value = {};
  for (const [key, values] of members) {
    if (values.length > 1) return fault(reading, 'type', 'single value', values);
    const read = primitiveOf(reading, values[0] ?? '', memberType(shape, key));
    if (read === undefined) return undefined;
    setOwn(value, key, read);
  }
  return value;
}

function memberType(shape: ObjectShape, key: string): Primitive {
  const declared = shape.properties !== undefined && Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
  return declared ?? shape.additional ?? 'string';
}

function listOf(reading: Reading, parts: readonly string[], types: Primitive): unknown {
  const list: unknown[] = [];
  for (const part of parts) {
    const item = primitiveOf(reading, part, types);
    if (item === undefined) return undefined;
    list.push(item);
  }
  return list;
}

function primitiveOf(reading: Reading, text: string, types: Primitive): unknown {
  const plain = decoded(reading, text);
  return plain === undefined ? undefined : readPrimitive(plain, types);
}

function contentOf(reading: Reading, text: string): unknown {
  const plain = decoded(reading, text);
  if (plain === undefined) return undefined;
  return readContent(reading.parameter.codec, plain, parseStrictJson) ?? fault(reading, 'syntax', 'text in its media type', plain);
}

/** The plain text. 3.2's cookies are not percent-encoded. */
function decoded(reading: Reading, text: string): string | undefined {
  const { in: where, codec } = reading.parameter;
  if (codec.style === 'cookie') return text;
  const plain = where === 'query' || where === 'querystring' ? queryDecode(text) : percentDecode(text);
  if (plain === undefined) fault(reading, 'encoding', 'percent-encoded UTF-8', text);
  return plain;
}

function fault(reading: Reading, keyword: string, expected: string, found: unknown): undefined {
  reading.issues.push({ path: reading.path, keyword, expected, found });
  return undefined;
}

function isArrayShape(shape: Shape): shape is readonly [Primitive] {
  return Array.isArray(shape);
}

function isObjectShape(shape: Shape): shape is ObjectShape {
  return typeof shape === 'object' && !Array.isArray(shape);
}
