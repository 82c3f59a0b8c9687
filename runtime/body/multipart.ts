// The codec of multipart bodies whose parts have names: `multipart/form-data` (RFC 7578), and others that are described as objects.

import type { BodyCodec, ParseJson, WriteJson } from '../contract/body.ts';
import type { ParameterCodec } from '../contract/codec.ts';
import { InvalidParameterError, SyntaxFault, UnsupportedMediaFault } from '../contract/errors.ts';
import type { ResponseHeader } from '../contract/operation.ts';
import { getOwn, setOwn } from '../contract/own.ts';
import { parseJson, readUtf8 } from '../json/parse.ts';
import { isDeepName } from '../wire/deep-object.ts';
import { encodeParameter } from '../wire/encode.ts';
import {
  type FieldEncoding,
  type FormEncoding,
  type FormShape,
  getOwnEncoding,
  membersOf,
  readEncoded,
  readField,
  writeField,
} from '../wire/form.ts';
import { specificity } from '../wire/match-media.ts';
import { essenceOf, isJson, isRange, isTextual, isUtf8 } from '../wire/media-type.ts';
import { isArrayShape, isObjectShape } from '../wire/primitive.ts';
import { isFieldValue, isWellFormed, percentEncode, queryDecode } from '../wire/text.ts';
import { type Part, readParts } from './multipart-reader.ts';
import { type WrittenPart, writeParts } from './multipart-writer.ts';

/** Fields are text, `Blob` or `File`; lists repeat their name, objects are JSON, and `encoding` may choose otherwise for single fields. */
/* @__NO_SIDE_EFFECTS__ */
export function multipart(shape: FormShape = {}, encoding: FormEncoding = {}): BodyCodec {
  return {
    kind: 'multipart',
    encode(value, contentType, _signal, stringify = JSON.stringify) {
      // The platform writes it, as form-data.
      if (value instanceof FormData) return { body: isFormData(contentType) ? value : undefined };
      return writeParts(partsOf(value, encoding, stringify), contentType);
    },
    decode: (bytes, contentType, parse = parseJson) =>
      valueOfParts(readParts(bytes, contentType, isFormData(contentType) ? 'form-data' : 'any'), shape, encoding, parse),
  };
}

function isFormData(contentType: string): boolean {
  return essenceOf(contentType) === 'multipart/form-data';
}

function partsOf(value: unknown, encoding: FormEncoding, stringify: WriteJson): WrittenPart[] {
  return membersOf(value).flatMap(([name, member]) => {
    const own = getOwnEncoding(encoding, name);
    if (own.codec !== undefined) return styledParts(name, member, own);
    return (Array.isArray(member) ? member : [member]).map((item) =>
      own.headers === undefined ? partOf(name, item, own, stringify) : partWithHeaders(name, item, own, own.headers, stringify),
    );
  });
}

/** A field with a style: its names and values as parts, which are not percent-encoded. */
function styledParts(name: string, member: unknown, encoding: FieldEncoding): WrittenPart[] {
  const text = writeField(name, member, encoding);
  if (text === undefined) return [];
  if (encoding.comma === 'separator' && /%2C/i.test(text)) refuse(name, 'has a value with a comma, which separates the values in its part');
  return text.split('&').map((pair) => {
    const end = pair.indexOf('=');
    return { head: headOf(queryDecode(pair.slice(0, end)) ?? name, ''), content: queryDecode(pair.slice(end + 1)) ?? '' };
  });
}

/** A field with declared headers: its value is `{ body, headers }`. */
function partWithHeaders(
  name: string,
  item: unknown,
  encoding: FieldEncoding,
  headers: readonly ResponseHeader[],
  stringify: WriteJson,
): WrittenPart {
  const body = getOwn(item, 'body');
  if (body === undefined) refuse(name, 'must be an object { body, headers }');
  const { head, content } = partOf(name, body, encoding, stringify);
  const lines = headerLines(name, getOwn(item, 'headers'), headers);
  return { head: head + lines.map((line) => `\r\n${line}`).join(''), content };
}

/** The lines of a part's declared headers. */
export function headerLines(name: string, given: unknown, headers: readonly ResponseHeader[]): string[] {
  return headers.flatMap((header) => {
    const text = encodeParameter({ ...header, in: 'header' }, getOwn(given, header.name));
    if (text === undefined && header.required === true) refuse(name, `must have the header ${header.name}`);
    return text === undefined ? [] : [`${header.name}: ${text}`];
  });
}

function partOf(name: string, item: unknown, encoding: FieldEncoding, stringify: WriteJson): WrittenPart {
  const { type, content } = contentOf(name, item, encoding, stringify);
  const filename = item instanceof File ? item.name : item instanceof Blob ? 'blob' : undefined;
  return { head: headOf(name, type, filename), content };
}

/** The content of a part, and its media type: `''` for text without a declared one. */
export function contentOf(
  name: string,
  item: unknown,
  { contentTypes = [] }: Pick<FieldEncoding, 'contentTypes'>,
  stringify: WriteJson,
): { readonly type: string; readonly content: string | Blob } {
  const concrete = contentTypes.find((type) => !isRange(type)) ?? '';
  if (item instanceof Blob) {
    const type = item.type || concrete || 'application/octet-stream';
    if (contentTypes.length > 0 && !isOneOf(type, contentTypes)) refuse(name, `must be a file of ${contentTypes.join(' or ')}`);
    return { type, content: item };
  }
  const isObject = typeof item === 'object' && item !== null;
  if (isObject || isJson(concrete)) {
    const json = stringify(item);
    if (json === undefined) refuse(name, 'cannot be written as JSON');
    return { type: concrete || 'application/json', content: json };
  }
  // Parts contain text unescaped, so that neither `encodeParameter` nor an escape is used.
  if (typeof item === 'symbol' || typeof item === 'function' || item === undefined)
    refuse(name, 'must be a primitive, an object or a file');
  const content = String(item);
  if (!isWellFormed(content)) refuse(name, 'has a lone surrogate');
  return { type: concrete, content };
}

/** @throws {InvalidParameterError} for a name that would be changed by the escapes of the HTML standard. */
function headOf(name: string, contentType: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${escapeName(filename, name)}"`;
  const type = contentType === '' ? '' : `\r\nContent-Type: ${checkType(contentType, name)}`;
  return `Content-Disposition: form-data; name="${escapeName(name, name)}"${file}${type}`;
}

/** HTML standard, "multipart/form-data encoding algorithm". */
export function escapeName(text: string, name: string): string {
  if (/%(?:22|0d|0a)/i.test(text) || percentEncode(text) === undefined)
    refuse(name, 'has a name that a part cannot have: it contains %22, %0D, %0A or a lone surrogate');
  return text.replace(/["\r\n]/g, (character) => ({ '"': '%22', '\r': '%0D' })[character] ?? '%0A');
}

export function checkType(type: string, name: string): string {
  return /^[\t\x20-\x7e]*$/.test(type) ? type : refuse(name, 'has a media type with characters that a header does not allow');
}

export function refuse(name: string, reason: string): never {
  throw new InvalidParameterError(`body.${name}`, reason);
}

export function isOneOf(type: string, declared: readonly string[]): boolean {
  return declared.some((one) => specificity(one, type) !== undefined);
}

/** @throws {SyntaxFault} @throws {UnsupportedMediaFault} for a part whose media type is not among those of its `encoding`. */
function valueOfParts(parts: readonly Part[], shape: FormShape, encoding: FormEncoding, parse: ParseJson): unknown {
  const value = {};
  const texts = new Map<string, string[]>();
  const groups = new Map<string, unknown[]>();
  const styled = Object.entries(encoding).filter(([, { codec }]) => codec !== undefined);
  for (const part of parts) {
    const { name } = part;
    if (styled.some(([field, { codec }]) => isOf(name, field, codec, shape))) {
      const same = texts.get(name) ?? [];
      texts.set(name, same);
      same.push(percentEncode(textOf(part)) ?? '');
      continue;
    }
    if (styled.some(([field]) => field === name)) throw strayPart(name);
    const same = groups.get(name) ?? [];
    groups.set(name, same);
    const own = getOwnEncoding(encoding, name);
    const item = itemOf(part, shape, own, parse);
    same.push(own.headers === undefined ? item : { body: item, ...headersOf(part, own.headers, parse) });
  }
  const rest = readEncoded(texts, shape, Object.fromEntries(styled), value);
  const [stray] = rest.keys();
  if (stray !== undefined) throw strayPart(stray);
  for (const [name, items] of groups) {
    const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
    setOwn(value, name, items.length > 1 || (own !== undefined && isArrayShape(own)) ? items : items[0]);
  }
  return value;
}

function strayPart(name: string): SyntaxFault {
  return new SyntaxFault(`has a part ${name} that belongs to no field`);
}

/** The declared headers that were sent. Text that does not fit the type stays text, so that the validator reports it. */
export function headersOf({ name, headers }: Part, declared: readonly ResponseHeader[], parse: ParseJson): { readonly headers?: object } {
  const found = {};
  for (const { name: header, codec, shape } of declared) {
    const text = headers.get(header.toLowerCase());
    if (text === undefined) continue;
    const value = codec.read(text, shape, false, parse);
    if (value === undefined || !isFieldValue(text)) throw new SyntaxFault(`has a part ${name} with a malformed header ${header}`);
    setOwn(found, header, value);
  }
  return Object.keys(found).length === 0 ? {} : { headers: found };
}

/** Whether a part belongs to a field with a style: its name is the field's, `field[…]`, or that of a property of an exploded object. */
function isOf(name: string, field: string, codec: ParameterCodec | undefined, shape: FormShape): boolean {
  const own = Object.hasOwn(shape, field) ? shape[field] : undefined;
  if (codec?.style === 'deepObject') return isDeepName(name, field, own ?? {});
  if (own === undefined || !isObjectShape(own) || codec?.explode === false) return name === field;
  return own.properties !== undefined && Object.hasOwn(own.properties, name);
}

function itemOf(part: Part, shape: FormShape, { contentTypes }: FieldEncoding, parse: ParseJson): unknown {
  const { name, contentType, filename, bytes } = part;
  // Browsers send text fields without a media type.
  if (contentTypes !== undefined && contentType !== undefined && !isOneOf(contentType, contentTypes))
    throw new UnsupportedMediaFault(`has a part ${name} that is not ${contentTypes.join(' or ')}`);
  const type = contentType ?? '';
  if (filename !== undefined) return new File([bytes], filename, { type });
  const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (own === undefined && type !== '' && !isTextual(type)) return new Blob([bytes], { type });
  if (contentTypes?.some(isJson) === true) return parse(textOf(part));
  return readField(textOf(part), own, undefined, parse);
}

export function textOf({ name, contentType = '', bytes }: Part): string {
  if (!isUtf8(contentType)) throw new UnsupportedMediaFault(`has a part ${name} that is not in UTF-8`);
  return readUtf8(bytes);
}
