// The codecs of headers, for both ends: style `simple`, the only one of headers, and not percent-encoded (OpenAPI 3.1.1 appendix D).
import type { HeaderCodec, Shape } from '../contract/codec.ts';
import { setOwn } from '../contract/own.ts';
import { writeText } from './encode.ts';
import { writeList } from './encode-list.ts';
import { writeObject } from './encode-object.ts';
import { escapeHeaderItem } from './escape.ts';
import { isArrayShape, isObjectShape, memberShape, readPrimitive } from './primitive.ts';

export const header: HeaderCodec = { style: 'simple', explode: false, write: writeText, read: readOne };
export const headerArray: HeaderCodec = {
  style: 'simple',
  explode: false,
  escape: escapeHeaderItem,
  write: writeList,
  read: readList,
};
export const headerObject: HeaderCodec = {
  style: 'simple',
  explode: false,
  escape: escapeHeaderItem,
  write: writeObject,
  read: (text, shape, strict) => readObject(text, shape, strict, false),
};
export const headerExplodeObject: HeaderCodec = {
  style: 'simple',
  explode: true,
  escape: escapeHeaderItem,
  write: writeObject,
  read: (text, shape, strict) => readObject(text, shape, strict, true),
};

/**
 * `Set-Cookie`, whose lines cannot be joined by commas, since dates contain commas (RFC 9110 section 5.3). An array has one line per item; a
 * string has all lines, separated by line feeds.
 */
export const setCookie: HeaderCodec = { ...header, readLines: (headers) => headers.getSetCookie().join('\n') };
export const setCookieArray: HeaderCodec = { ...headerArray, readLines: (headers) => headers.getSetCookie() };

function readOne(text: string, shape: Shape, strict: boolean): unknown {
  return typeof shape === 'string' ? readPrimitive(text, shape, strict) : undefined;
}

function readList(text: string, shape: Shape, strict: boolean): unknown {
  const items = text.split(',').map((part) => readOne(part.trim(), isArrayShape(shape) ? shape[0] : 'string', strict));
  return items.includes(undefined) ? undefined : items;
}

function readObject(text: string, shape: Shape, strict: boolean, explode: boolean): unknown {
  const parts = text.split(',').map((part) => part.trim());
  const value = {};
  for (let index = 0; index < parts.length; index += explode ? 1 : 2) {
    const part = parts[index] ?? '';
    const end = explode ? part.indexOf('=') : part.length;
    const member = explode ? part.slice(end + 1).trim() : parts[index + 1];
    const key = part.slice(0, end).trim();
    if (end === -1 || member === undefined || Object.hasOwn(value, key)) return undefined;
    const read = readOne(member, isObjectShape(shape) ? memberShape(shape, key) : 'string', strict);
    if (read === undefined) return undefined;
    setOwn(value, key, read);
  }
  return value;
}
