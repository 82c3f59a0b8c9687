// Encodes a parameter's value as text of a request or response. Here are the primitives, which every bundle needs; lists and objects have their own
// files.
import type { Encodable } from '../contract/codec.ts';
import { InvalidHeaderError, InvalidParameterError, InvalidPathParameterError } from '../contract/errors.ts';
import { isFieldValue, percentEncode } from './text.ts';

const UNFIT = 'has a character not allowed there';

/**
 * Part of a path segment, `name=value` pairs of a query or cookie, or a header's value.
 * `undefined` where nothing is sent (RFC 6570 section 2.3): for `undefined`, an empty array, an empty object and, in a query, `null`.
 * @throws {InvalidParameterError} when the value cannot be written there.
 */
export function encodeParameter(parameter: Encodable, value: unknown, operation?: string): string | undefined {
  const isLeftOut = isUnset(parameter, value) && (value === undefined || !parameter.required);
  const text = isLeftOut ? undefined : parameter.codec.write(parameter, value, operation);
  return parameter.in === 'header' && text !== undefined ? checkHeader(parameter.name, text, operation) : text;
}

/** Whether a value counts as undefined, as RFC 6570 section 2.3 has it for `null` too. JSON has a text for it. */
export function isUnset({ in: where, codec, nulls }: Encodable, value: unknown): boolean {
  return value === undefined || (value === null && where === 'query' && !nulls && !codec.read);
}

/** A primitive, escaped. Numbers as JSON writes them. `isItem`: it is one item of several, so that it must not contain their separator. */
export function writeText(parameter: Encodable, value: unknown, operation?: string, isItem?: boolean): string {
  if (!(value === null || Number.isFinite(value) || /^(?:string|boolean|bigint)$/.test(typeof value)))
    refuse(parameter, 'must be a primitive', operation);
  return escapeText(parameter, String(value), operation, isItem);
}

export function escapeText(parameter: Encodable, text: string, operation?: string, isItem?: boolean): string {
  const escaped = (parameter.escape ?? parameter.codec.escape ?? percent)(text, parameter, isItem);
  return escaped ?? refuse(parameter, UNFIT, operation);
}

export function percent(text: string, { in: where }: Encodable): string | undefined {
  return where === 'header' ? text : percentEncode(text);
}

/** `name=text`, as queries and cookies have it. OpenAPI 3.2's style `cookie` percent-encodes neither value nor name. */
export function named(parameter: Encodable, text: string): string {
  const { name, codec } = parameter;
  return `${codec.style === 'cookie' ? name : percentEncode(name)}=${text}`;
}

export function writeNamed(parameter: Encodable, value: unknown, operation?: string): string {
  return named(parameter, writeText(parameter, value, operation));
}

export function refuse({ in: where, name }: Pick<Encodable, 'in' | 'name'>, reason: string, operation: string | undefined): never {
  const Refusal = where === 'path' ? InvalidPathParameterError : where === 'header' ? InvalidHeaderError : InvalidParameterError;
  throw new Refusal(`${where}.${name}`, reason, operation);
}

/** @throws {InvalidHeaderError} for a value with a character that headers do not allow; the message does not quote the value. */
export function checkHeader(name: string, value: string, operation?: string): string {
  return isFieldValue(value) ? value : refuse({ in: 'header', name }, UNFIT, operation);
}

/**
 * Fills one parameter into a path template. No value leaves its segment: a `URL` parser finds the same number of segments as in the template.
 * @throws {InvalidPathParameterError}
 */
export function fillPath(template: string, name: string, text: string | undefined, operation?: string): string {
  const path = text && template.replaceAll(`{${name}}`, () => text);
  // The URL standard removes these segments from a path, written `%2e` too. Some servers end strings at NUL.
  if (path && !/\/(?:\.|%2e){1,2}(?![^/])|%00/i.test(path)) return path;
  return refuse({ in: 'path', name }, path ? 'is "." or "..", or has NUL' : 'is missing or empty', operation);
}
