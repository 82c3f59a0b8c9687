// Decodes the text of parameters by the shape of their schema: the server's half of the parameter table. Text that fits no type stays text, so that
// the validator reports it.

import type { ObjectShape } from '../contract/codec.ts';
import type { Issue } from '../contract/issue.ts';
import { parseStrictJson } from '../json/strict.ts';
import { literalCommas, withoutRepetition } from './comma.ts';
import { type Decodable, type Decoding, decodeEscapes, decodeList, decodeObject, decodePrimitive, fault } from './decode-value.ts';
import { decodeDeepObject } from './deep-object.ts';
import { layoutOf } from './layout.ts';
import type { Names } from './names.ts';
import { addPair, type Pairs } from './pairs.ts';
import { isArrayShape, isObjectShape } from './primitive.ts';
import { percentDecode } from './text.ts';

/**
 * A path parameter, from its part of the path segment, a header, from its value, or a whole query. `undefined` when an issue was pushed. `lenient`
 * is for the fields of a query that is a form; `withTolerance` applies it to a parameter. `others`: as in
 * `decodePairs`, for parameters in the style `matrix` that stand side by side.
 */
export function decodeText(parameter: Decodable, text: string, path: string, issues: Issue[], lenient = true, others?: Names): unknown {
  const decoding: Decoding = { parameter, path, issues };
  const { codec, shape, comma } = parameter;
  if (parameter.in === 'header') {
    const plain = comma === undefined ? text : typeof shape === 'string' ? withoutRepetition(text) : literalCommas(text, comma);
    const value = codec.read?.(plain, shape, false, parseStrictJson);
    return value === undefined ? fault(decoding, 'syntax', 'a value in its style', text) : value;
  }
  if (codec.read !== undefined) return decodeContent(decoding, text, lenient);
  const [prefix, separator, delimiter] = layoutOf(codec.style, parameter.in);
  if (!text.startsWith(prefix)) return fault(decoding, 'syntax', `text that begins with "${prefix}"`, text);
  const body = text.slice(prefix.length);
  if (codec.style === 'matrix') {
    const pairs = matrixPairs(body);
    return pairs === undefined ? fault(decoding, 'encoding', 'percent-encoded UTF-8', text) : decodeFrom(decoding, pairs, others);
  }
  if (typeof shape === 'string') return decodePrimitive(decoding, body, shape);
  const parts = literalCommas(body, comma).split(codec.explode ? separator : delimiter);
  if (isArrayShape(shape)) return decodeList(decoding, parts, shape[0]);
  return (codec.explode ? decodeExploded : decodeAlternating)(decoding, parts, isObjectShape(shape) ? shape : {});
}

/**
 * A parameter from the pairs of a query or of cookies; `undefined` when it is absent or an issue was pushed. An exploded object without declared
 * names does not take `others`: the names that other parameters declare, and those of security schemes.
 */
export function decodePairs(parameter: Decodable, pairs: Pairs, path: string, issues: Issue[], others?: Names): unknown {
  return decodeFrom({ parameter, path, issues }, pairs, others);
}

function decodeFrom(decoding: Decoding, pairs: Pairs, others: Names | undefined): unknown {
  const { codec, shape, name, comma, allowEmptyValue } = decoding.parameter;
  if (codec.style === 'deepObject') return decodeDeepObject(decoding, pairs, shape);
  const isContent = codec.read !== undefined;
  if (codec.explode && !isContent && isObjectShape(shape)) {
    const members = new Map<string, readonly string[]>();
    for (const [key, values] of pairs) {
      const declared = shape.properties !== undefined && Object.hasOwn(shape.properties, key);
      if (declared || (shape.additional !== undefined && others?.has(key) !== true)) members.set(key, values);
    }
    return members.size === 0 ? undefined : decodeObject(decoding, members, shape);
  }
  const values = pairs.get(name);
  // "the server SHOULD interpret [a zero-length value] as the parameter being unused" (OpenAPI 3.2 section 4.12.2.1).
  if (values === undefined || (allowEmptyValue === true && values.every((value) => value === ''))) return undefined;
  if (codec.explode && !isContent && isArrayShape(shape)) return decodeList(decoding, values, shape[0]);
  const [text = ''] = values;
  if (values.length > 1) return fault(decoding, 'type', 'single value', values);
  if (isContent) return decodeContent(decoding, text);
  if (typeof shape === 'string') return decodePrimitive(decoding, text, shape);
  const parts = splitQuery(codec.style, literalCommas(text, comma));
  if (isArrayShape(shape)) return decodeList(decoding, parts, shape[0]);
  return decodeAlternating(decoding, parts, isObjectShape(shape) ? shape : {});
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
    addPair(pairs, name, end === -1 ? '' : part.slice(end + 1));
  }
  return pairs;
}

/** An object as `R=100`, `G=200`. */
function decodeExploded(decoding: Decoding, parts: readonly string[], shape: ObjectShape): unknown {
  const members = new Map<string, string[]>();
  for (const part of parts) {
    const end = part.indexOf('=');
    if (end === -1) return fault(decoding, 'syntax', 'name=value', part);
    const key = decodeEscapes(decoding, part.slice(0, end));
    if (key === undefined) return undefined;
    addPair(members, key, part.slice(end + 1));
  }
  return decodeObject(decoding, members, shape);
}

/** An object as `R`, `100`, `G`, `200`. */
function decodeAlternating(decoding: Decoding, parts: readonly string[], shape: ObjectShape): unknown {
  if (parts.length % 2 !== 0) return fault(decoding, 'syntax', 'names and values in turn', parts.join(','));
  const members = new Map<string, string[]>();
  for (let index = 0; index < parts.length; index += 2) {
    const key = decodeEscapes(decoding, parts[index] ?? '');
    if (key === undefined) return undefined;
    addPair(members, key, parts[index + 1] ?? '');
  }
  return decodeObject(decoding, members, shape);
}

/** A parameter with `content`. */
function decodeContent(decoding: Decoding, text: string, lenient = true): unknown {
  const { codec, shape } = decoding.parameter;
  const plain = decodeEscapes(decoding, text);
  if (plain === undefined) return undefined;
  const value = codec.read?.(plain, shape, false, parseStrictJson, lenient);
  return value === undefined ? fault(decoding, 'syntax', 'text in its media type', plain) : value;
}
