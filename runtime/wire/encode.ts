// Turns a parameter's value into its text in a request or response: what every bundle needs, the primitives. Lists and objects have files of their own.
import type { Encodable } from '../contract/codec.ts';
import { InvalidHeaderError, InvalidParameterError, InvalidPathParameterError } from '../contract/errors.ts';
import { isFieldValue, percentEncode } from './text.ts';

const UNFIT = 'has a character not allowed there';

/**
 * The text of a value in its place: a path segment's part, `name=value` pairs of a query or cookie, a header's value.
 * `undefined` where the value has no text at all (RFC 6570 section 2.3: absent, an empty array, an empty object).
 * @throws {InvalidParameterError} when the value has no form in that place.
 */
export function encodeParameter(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  const text = value === undefined ? undefined : parameter.codec.write(parameter, value, operation);
  return parameter.in === 'header' && text !== undefined ? checkHeader(parameter.name, text, operation) : text;
}

/** A primitive, escaped for its place. Numbers as JSON writes them. `part`: one of several, so that it may not hold what stands between them. */
export function writeText(parameter: Encodable, value: unknown, operation?: string, part = false): string {
  const type = typeof value;
  if (type === 'number' ? !Number.isFinite(value) : type !== 'string' && type !== 'boolean' && type !== 'bigint' && value !== null)
    refuse(parameter, 'has no text', operation);
  return escapeText(parameter, String(value), operation, part);
}

export function escapeText(parameter: Encodable, text: string, operation?: string, part = false): string {
  const escaped = (parameter.escape ?? parameter.codec.escape ?? percent)(text, parameter, part);
  return escaped ?? refuse(parameter, UNFIT, operation);
}

export function percent(text: string, { in: where }: Encodable): string | undefined {
  return where === 'header' ? text : percentEncode(text);
}

/** `name=text`, of queries and cookies. 3.2's cookies are not percent-encoded, nor are their names. */
export function named(parameter: Encodable, text: string): string {
  const { name, codec } = parameter;
  return `${codec.style === 'cookie' ? name : percentEncode(name)}=${text}`;
}

export function writeNamed(parameter: Encodable, value: unknown, operation?: string): string {
  return named(parameter, writeText(parameter, value, operation));
}

export function refuse({ in: where, name }: Encodable, reason: string, operation: string | undefined): never {
  const Refusal = where === 'path' ? InvalidPathParameterError : where === 'header' ? InvalidHeaderError : InvalidParameterError;
  throw new Refusal(`${where}.${name}`, reason, operation);
}

/** @throws {InvalidHeaderError} when a value may not stand in a header; the message does not quote it. */
export function checkHeader(name: string, value: string, operation?: string): string {
  if (isFieldValue(value)) return value;
  throw new InvalidHeaderError(`header.${name}`, UNFIT, operation);
}

/**
 * A path template with one parameter in its place. No value leaves its segment: the URL that a `URL` parser makes of the path has the
 * template's segments.
 * @throws {InvalidPathParameterError}
 */
export function fillPath(template: string, name: string, text: string | undefined, operation?: string): string {
  const path = text && template.replaceAll(`{${name}}`, () => text);
  // WHATWG URL: these segments, `%2e` in any case as well, are taken out of a path. Servers end strings at NUL.
  if (path && !/\/(?:\.|%2e){1,2}(?![^/])|%00/i.test(path)) return path;
  throw new InvalidPathParameterError(`path.${name}`, path ? 'is "." or "..", or has NUL' : 'is missing or empty', operation);
}
