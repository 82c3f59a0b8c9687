// The codec of `application/x-www-form-urlencoded` bodies and queries. A field is encoded by the style of its `encoding`, otherwise by its type.
import type { BodyCodec, ParseJson, WriteJson } from '../contract/body.ts';
import type { Comma, Escape, ParameterCodec, Shape } from '../contract/codec.ts';
import { SyntaxFault } from '../contract/errors.ts';
import type { Issue } from '../contract/issue.ts';
import type { ResponseHeader } from '../contract/operation.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { pointerToken } from '../contract/pointer.ts';
import { parseJson, readUtf8 } from '../json/parse.ts';
import { withTolerance } from './comma.ts';
import { decodePairs } from './decode.ts';
import { isDeepName } from './deep-object.ts';
import { encodeParameter } from './encode.ts';
import { requireUtf8 } from './media-type.ts';
import { declaredNames } from './names.ts';
import { type Pairs, queryPairs } from './pairs.ts';
import { formExplodeArray } from './parameter.ts';
import { isArrayShape, isObjectShape, readPrimitive } from './primitive.ts';
import { queryDecode } from './text.ts';

/** The shapes of a form's fields. A field that is not listed is text. An object is JSON, unless `encoding` gives it a style. */
export type FormShape = Readonly<Record<string, Shape>>;

/** An Encoding Object (OpenAPI 3.1.1 section 4.8.15). */
export interface FieldEncoding {
  /** A codec of query parameters, or `contentJson` or `contentText`, which encode each item. Absent: by type. */
  readonly codec?: ParameterCodec;
  readonly escape?: Escape;
  /** With a style only; see `Parameter.comma`. */
  readonly comma?: Comma;
  /** Multipart bodies only: the media types that a part may have, ranges too. */
  readonly contentTypes?: readonly string[];
  /** Multipart bodies only: a field's value, or each item of a list, is then `{ body, headers }`. */
  readonly headers?: readonly ResponseHeader[];
}

export type FormEncoding = Readonly<Record<string, FieldEncoding>>;

/** A form with more fields is refused. */
const MAX_FIELDS = 1000;

/** Lists repeat their name, objects are JSON, and `encoding` may choose otherwise for single fields. */
/* @__NO_SIDE_EFFECTS__ */
export function urlencoded(shape: FormShape = {}, encoding: FormEncoding = {}): BodyCodec {
  return {
    kind: 'form',
    encode: (value, contentType, _signal, stringify) => ({ body: writeForm(value, encoding, stringify), contentType }),
    decode(bytes, contentType, parse = parseJson, lenient = true) {
      requireUtf8(contentType);
      return readForm(readUtf8(bytes), shape, encoding, parse, lenient);
    },
  };
}

/** Writes and reads the JSON in fields. */
export interface FieldsJson {
  readonly stringify: WriteJson;
  readonly parse: ParseJson;
}

/** OpenAPI 3.2 `in: querystring` with a form as `content`: the whole query is the form. `json` replaces the JSON functions that callers pass. */
/* @__NO_SIDE_EFFECTS__ */
export function querystringForm(shape: FormShape = {}, encoding: FormEncoding = {}, json?: FieldsJson): ParameterCodec {
  return {
    style: 'querystring',
    explode: true,
    write: (_parameter, value, operation) => writeForm(value, encoding, json?.stringify, operation) || undefined,
    read(text, _shape, _strict, parse = parseJson, lenient = true) {
      try {
        return readForm(text, shape, encoding, json?.parse ?? parse, lenient);
      } catch {
        return undefined;
      }
    },
  };
}

function writeForm(value: unknown, encoding: FormEncoding, stringify?: WriteJson, operation?: string): string {
  return membersOf(value)
    .flatMap(([name, member]) => writeField(name, member, getOwnEncoding(encoding, name), stringify, operation) ?? [])
    .join('&');
}

/** The own members that are set; none for a value that is not an object. */
export function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value).filter(([, member]) => member !== undefined) : [];
}

export function getOwnEncoding(encoding: FormEncoding, name: string): FieldEncoding {
  return Object.hasOwn(encoding, name) ? (encoding[name] ?? {}) : {};
}

/** `name=value` pairs. `undefined` for an empty list or object. */
export function writeField(
  name: string,
  member: unknown,
  encoding: FieldEncoding,
  stringify: WriteJson = JSON.stringify,
  operation?: string,
): string | undefined {
  const { codec } = encoding;
  const place = { in: 'body', name, ...(encoding.escape === undefined ? {} : { escape: encoding.escape }) } as const;
  if (codec !== undefined && codec.style !== 'content') return encodeParameter({ ...place, codec }, member, operation);
  const items: readonly unknown[] = Array.isArray(member) ? member : [member];
  if (codec === undefined) {
    const texts = items.map((item) => (typeof item === 'object' && item !== null ? stringify(item) : item));
    return encodeParameter({ ...place, codec: formExplodeArray }, texts, operation);
  }
  return items.map((item) => encodeParameter({ ...place, codec }, item, operation)).join('&') || undefined;
}

/** @throws {SyntaxFault} */
function readForm(text: string, shape: FormShape, encoding: FormEncoding, parse: ParseJson, lenient: boolean): unknown {
  const pairs = queryPairs(text);
  if (pairs === undefined) throw new SyntaxFault('is not percent-encoded UTF-8');
  const value = {};
  const rest = readEncoded(pairs, shape, encoding, value, lenient);
  for (const [name, texts] of rest) {
    const { codec } = getOwnEncoding(encoding, name);
    const plain = texts.map((one) => {
      const decoded = queryDecode(one);
      if (decoded === undefined) throw new SyntaxFault('is not percent-encoded UTF-8', `/${pointerToken(name)}`);
      return decoded;
    });
    const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const read = plain.map((one) => readField(one, own, codec, parse));
    setOwn(value, name, read.length > 1 || (own !== undefined && isArrayShape(own)) ? read : read[0]);
  }
  return value;
}

/**
 * Decodes the fields that have a style, sets them on `value`, and returns the other pairs.
 * @throws {SyntaxFault} for a field that is malformed in its style, and for too many fields.
 */
export function readEncoded(pairs: Pairs, shape: FormShape, encoding: FormEncoding, value: object, lenient = true): Pairs {
  let count = 0;
  for (const texts of pairs.values()) count += texts.length;
  if (count > MAX_FIELDS) throw new SyntaxFault(`has more than ${MAX_FIELDS} fields`);
  const rest = new Map(pairs);
  const styled = Object.entries(encoding).flatMap(([name, { codec }]) =>
    codec === undefined ? [] : [{ name, codec, shape: (getOwn(shape, name) as Shape | undefined) ?? 'string' }],
  );
  const others = declaredNames(styled, [...Object.keys(shape), ...Object.keys(encoding)]);
  for (const [name, field] of Object.entries(encoding)) {
    const { codec, comma } = withTolerance(field, lenient);
    if (codec === undefined || codec.style === 'content') continue;
    const own = getOwn(shape, name) as Shape | undefined;
    const issues: Issue[] = [];
    const read = decodePairs(
      { in: 'body', name, codec, comma, shape: own ?? (codec.style === 'deepObject' ? {} : 'string') },
      pairs,
      `/${pointerToken(name)}`,
      issues,
      others,
    );
    const [issue] = issues;
    if (issue !== undefined) throw malformedField(name, issue.path);
    if (read === undefined) continue;
    setOwn(value, name, read);
    const isExploded = codec.style !== 'deepObject' && codec.explode && own !== undefined && isObjectShape(own);
    for (const key of pairs.keys()) {
      if (codec.style === 'deepObject' ? isDeepName(key, name, own ?? {}) : isExploded ? Object.hasOwn(read as object, key) : key === name)
        rest.delete(key);
    }
  }
  for (const [name, { codec }] of Object.entries(encoding)) {
    // `o=` beside or in place of `o[a]=` does not belong to the field, and must not be taken for it.
    if (codec !== undefined && codec.style !== 'content' && rest.has(name)) throw malformedField(name);
  }
  return rest;
}

/** Text that does not fit the shape stays text, so that the validator reports it. */
export function readField(text: string, own: Shape | undefined, codec: ParameterCodec | undefined, parse: ParseJson): unknown {
  const item = own !== undefined && isArrayShape(own) ? own[0] : own;
  if (codec?.read !== undefined) {
    const value = codec.read(text, item ?? 'string', false, parse);
    return value === undefined ? text : value;
  }
  if (item === undefined) return text;
  if (typeof item === 'string') return readPrimitive(text, item);
  try {
    return parse(text);
  } catch {
    return text;
  }
}

function malformedField(name: string, pointer = `/${pointerToken(name)}`): SyntaxFault {
  return new SyntaxFault(`has a malformed field ${name}`, pointer);
}
