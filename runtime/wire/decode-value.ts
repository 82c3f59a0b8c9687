// Decodes texts of a parameter that have been taken apart already: percent-encoding first, then the primitive types of the shape.
import type { Comma, Encodable, ObjectShape, ParameterCodec, Shape } from '../contract/codec.ts';
import type { Issue } from '../contract/issue.ts';
import { setOwn } from '../contract/own.ts';
import type { Pairs } from './pairs.ts';
import { isArrayShape, memberShape, readPrimitive } from './primitive.ts';
import { percentDecode, queryDecode } from './text.ts';

/** The facts of a parameter or response header that decoding needs. */
export interface Decodable {
  readonly in: Encodable['in'];
  readonly name: string;
  readonly codec: ParameterCodec;
  readonly shape: Shape;
  readonly comma?: Comma | undefined;
  readonly allowEmptyValue?: boolean;
}

/** A parameter that is being decoded, and the list that its issues go to. */
export interface Decoding {
  readonly parameter: Decodable;
  /** JSON pointer of the parameter in the input: `/query/limit`. */
  readonly path: string;
  readonly issues: Issue[];
}

/** Pushes an issue, and returns `undefined` in place of the value. */
export function fault(decoding: Decoding, keyword: string, expected: string | number, found: unknown): undefined {
  decoding.issues.push({ path: decoding.path, keyword, expected, found });
  return undefined;
}

/** The text without percent-encoding. OpenAPI 3.2's cookies have none; a form in the query decodes its own fields. */
export function decodeEscapes(decoding: Decoding, text: string): string | undefined {
  const { in: where, codec } = decoding.parameter;
  if (codec.style === 'cookie' || codec.style === 'querystring') return text;
  const plain = /^(?:query|querystring|body)$/.test(where) ? queryDecode(text) : percentDecode(text);
  if (plain === undefined) fault(decoding, 'encoding', 'percent-encoded UTF-8', text);
  return plain;
}

export function decodePrimitive(decoding: Decoding, text: string, shape: Shape): unknown {
  const plain = decodeEscapes(decoding, text);
  if (plain === undefined) return undefined;
  return typeof shape === 'string' ? readPrimitive(plain, shape) : fault(decoding, 'type', isArrayShape(shape) ? 'array' : 'object', plain);
}

export function decodeList(decoding: Decoding, texts: readonly string[], item: Shape): unknown {
  const list: unknown[] = [];
  for (const text of texts) {
    const value = decodePrimitive(decoding, text, item);
    if (value === undefined) return undefined;
    list.push(value);
  }
  return list;
}

export function decodeObject(decoding: Decoding, members: Pairs, shape: ObjectShape): unknown {
  const object = {};
  for (const [key, values] of members) {
    const own = memberShape(shape, key);
    const isList = isArrayShape(own);
    if (values.length > 1 && !isList) return fault(decoding, 'type', 'single value', values);
    const value = isList ? decodeList(decoding, values, own[0]) : decodePrimitive(decoding, values[0] ?? '', own);
    if (value === undefined) return undefined;
    setOwn(object, key, value);
  }
  return object;
}
