// Turns a parameter's value into its text in a request or response: RFC 6570 as OpenAPI 3.1 section 4.8.12 uses it.
import { InvalidHeaderError, InvalidParameterError, InvalidPathParameterError } from './errors.ts';
import type { ParameterCodec } from './parameter.ts';
import { isFieldValue, percentEncode } from './text.ts';

/** What encoding needs to know of a parameter or response header. */
export interface Encodable {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly name: string;
  readonly codec: ParameterCodec;
  readonly allowReserved?: boolean;
}

/**
 * The text of a value in its place: a path segment's part, `name=value` pairs of a query or cookie, a header's value.
 * `undefined` where the value has no text at all (RFC 6570 section 2.3: absent, an empty array, an empty object).
 * @throws {InvalidParameterError} when the value has no form in that place.
 */
export function encodeParameter(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  if (value === undefined) return undefined;
  const text = valueText({ parameter, operation }, value);
  if (parameter.in === 'header' && text !== undefined) checkHeader(parameter.name, text, operation);
  return text;
}

/** What the functions below need to escape, and to name what they refuse. */
interface Place {
  readonly parameter: Encodable;
  readonly operation: string | undefined;
}

function valueText(place: Place, value: unknown): string | undefined {
  const { codec } = place.parameter;
  if (codec.content !== undefined) {
    const text = escapeText(place, codec.content.write(value), false);
    return place.parameter.in === 'querystring' ? text : named(place, text);
  }
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? arrayText(place, value) : objectText(place, value);
  if (codec.style === 'deepObject' || codec.style === 'querystring') return refuse(place, 'must be an object');
  const text = escapeText(place, primitiveText(place, value), false);
  if (place.parameter.in === 'path' && text === '') return refuse(place, 'must not be empty');
  return codec.prefix + named(place, text);
}

function arrayText(place: Place, items: readonly unknown[]): string | undefined {
  const { codec } = place.parameter;
  if (codec.style === 'deepObject' || codec.style === 'querystring') return refuse(place, 'must be an object');
  if (items.length === 0) return undefined;
  const texts = items.map((item) => escapeText(place, primitiveText(place, item), true));
  if (place.parameter.in === 'path' && texts.length === 1 && texts[0] === '') return refuse(place, 'must not be empty');
  if (!codec.explode) return codec.prefix + named(place, texts.join(codec.delimiter));
  return codec.prefix + texts.map((text) => named(place, text)).join(separatorOf(place.parameter));
}

function objectText(place: Place, value: object): string | undefined {
  const { codec, name } = place.parameter;
  const pair = (key: string, member: unknown): string =>
    `${escapeKey(place, key)}=${escapeText(place, primitiveText(place, member), true)}`;
  const parts: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    if (codec.style === 'querystring' && Array.isArray(member)) for (const each of member) parts.push(pair(key, each));
    else if (codec.style === 'deepObject') {
      parts.push(`${escapeKey(place, name)}%5B${escapeKey(place, key)}%5D=${escapeText(place, primitiveText(place, member), true)}`);
    } else if (codec.explode) parts.push(pair(key, member));
    else parts.push(escapeText(place, key, true), escapeText(place, primitiveText(place, member), true));
  }
  if (parts.length === 0) return undefined;
  if (codec.explode) return codec.prefix + parts.join(separatorOf(place.parameter));
  return codec.prefix + named(place, parts.join(codec.delimiter));
}

/** `name=text` where the style has names: everywhere in queries and cookies, and in matrix, which leaves out the `=` before nothing. */
function named(place: Place, text: string): string {
  const { codec, name, in: where } = place.parameter;
  if (!codec.named || where === 'header' || (where === 'path' && codec.style !== 'matrix')) return text;
  if (codec.style === 'matrix' && text === '') return escapeKey(place, name);
  return `${escapeKey(place, name)}=${text}`;
}

/** A cookie header has its own separator, whatever the style. */
function separatorOf(parameter: Encodable): string {
  return parameter.in === 'cookie' ? '; ' : parameter.codec.separator;
}

/** The text of a primitive. Numbers as JSON writes them. */
function primitiveText(place: Place, value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? String(value) : refuse(place, 'must be a finite number');
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return value === null ? 'null' : refuse(place, 'has a part that is no string, number, boolean or null');
  }
}

/** A name: text in which `=` would end it. */
function escapeKey(place: Place, key: string): string {
  if (key.includes('=') && (place.parameter.in === 'header' || place.parameter.codec.style === 'cookie')) {
    return refuse(place, 'has a property name with "="');
  }
  return escapeText(place, key, true);
}

// What `allowReserved` leaves as it is. `&`, `#`, `+` and `%` would end or change a value, so they are escaped all the same.
const RESERVED = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D|5B|5D)/g;

/** Escapes for the place. `part`: one of several, so that it may not hold what stands between them. */
function escapeText(place: Place, text: string, part: boolean): string {
  const { codec, in: where, allowReserved } = place.parameter;
  if (where === 'header') return escapeHeader(place, text, part);
  if (codec.style === 'cookie') return escapeCookie(place, text);
  if (where === 'path' && text.includes('\0')) return refuse(place, 'must not contain NUL');
  if (part && codec.delimiter === '%20' && text.includes(' '))
    return refuse(place, 'has an item with a space, which the style cannot express');
  if (part && codec.delimiter === '%7C' && text.includes('|'))
    return refuse(place, 'has an item with a "|", which the style cannot express');
  const escaped = percentEncode(text);
  if (escaped === undefined) return refuse(place, 'has a lone surrogate');
  if (codec.style === 'label') return escaped.replaceAll('.', '%2E');
  if (allowReserved !== true) return escaped;
  const kept = where === 'path' ? '/?' : part ? ',;=' : '';
  return escaped.replace(RESERVED, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
    return kept.includes(character) ? triplet : character;
  });
}

/** Header values are not percent-encoded (OpenAPI 3.1 appendix D), so a list's items may not hold its comma or end in blanks. */
function escapeHeader(place: Place, text: string, part: boolean): string {
  if (part && (text.includes(',') || text.trim() !== text)) return refuse(place, 'has an item with a comma or a blank at an end');
  return text;
}

/** RFC 6265 section 4.1.1, cookie-octet. */
function escapeCookie(place: Place, text: string): string {
  if (!/^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/.test(text)) return refuse(place, 'has a character that a cookie cannot hold');
  return text;
}

function refuse({ parameter, operation }: Place, reason: string): never {
  const where = `${parameter.in}.${parameter.name}`;
  if (parameter.in === 'path') throw new InvalidPathParameterError(where, reason, operation);
  if (parameter.in === 'header') throw new InvalidHeaderError(where, reason, operation);
  throw new InvalidParameterError(where, reason, operation);
}

/** @throws {InvalidHeaderError} when a value may not stand in a header; the message does not quote it. */
export function checkHeader(name: string, value: string, operation?: string): string {
  if (isFieldValue(value)) return value;
  throw new InvalidHeaderError(`header.${name}`, 'has CR, LF, NUL, a character above U+00FF, or a blank at an end', operation);
}

/**
 * The path of an operation with its parameters in place. No value leaves its segment: the URL that a `URL` parser makes of it has
 * the template's segments.
 * @throws {InvalidPathParameterError}
 */
export function encodePath(template: string, encode: (name: string) => string | undefined, operation?: string): string {
  if (!template.includes('{')) return template;
  return template
    .split('/')
    .map((part) => {
      if (!part.includes('{')) return part;
      const segment = part.replace(/\{([^{}]+)\}/g, (_, name: string) => {
        const text = encode(name);
        if (text === undefined) throw new InvalidPathParameterError(`path.${name}`, 'is missing or empty', operation);
        return text;
      });
      // WHATWG URL: these segments, `%2e` in any case as well, are taken out of a path.
      if (/^(?:\.|%2e){1,2}$/i.test(segment)) throw new InvalidPathParameterError(`path ${part}`, 'must not be "." or ".."', operation);
      return segment;
    })
    .join('/');
}
