// Turns strings into text that is safe in one place of an HTTP message (path, query, header, cookie), and such text back into strings.
import { UnsupportedMediaFault } from '../contract/errors.ts';

/**
 * Percent-encodes everything but the unreserved characters of RFC 3986, as RFC 6570's simple expansion does.
 * `undefined` for text that has a lone surrogate, and so no UTF-8.
 */
export function percentEncode(text: string): string | undefined {
  try {
    return encodeURIComponent(text).replace(/[!'()*]/g, percentOf);
  } catch {
    return undefined;
  }
}

function percentOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Decodes `%xx` as UTF-8, once. `undefined` for a bad escape or bytes that are not UTF-8 (overlong forms too). */
export function percentDecode(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** As `percentDecode`, and `+` is a space: forms and most clients write it so in a query. */
export function queryDecode(text: string): string | undefined {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** Whether text has a UTF-8: no half of a surrogate pair, which platforms send as U+FFFD without a word. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Whether text can stand in a header field as it is: no control character but a tab, none above U+00FF, and no blank at either end (RFC 9110 section 5.5). */
export function isFieldValue(text: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]|^[\t ]|[\t ]$/.test(text);
}

const ESSENCE = /^\s*([!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+)\s*(?:;|$)/;

/** A media type without its parameters, in lower case: `application/json`. `''` for what is none (RFC 9110 section 8.3.1). */
export function essenceOf(contentType: string): string {
  return contentType === 'application/json' ? contentType : (ESSENCE.exec(contentType)?.[1]?.toLowerCase() ?? '');
}

/** The charset parameter of a media type in lower case, if it has one. */
export function charsetOf(contentType: string): string | undefined {
  if (!contentType.includes(';')) return undefined;
  return /;\s*charset\s*=\s*"?([^\s";]+)"?/i.exec(contentType)?.[1]?.toLowerCase();
}

/** @throws {UnsupportedMediaFault} for a media type whose charset is another than UTF-8. */
export function requireUtf8(contentType: string): void {
  if (/;\s*charset\s*=(?!\s*"?(?:utf-?8|us-ascii)?(?:[\s";]|$))/i.test(contentType)) throw new UnsupportedMediaFault('is not in UTF-8');
}

/** Sets an own property, `__proto__` too: keys come from documents and from the wire. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<string, unknown>)[key] = value;
}

/** An own property of something that may not even be an object. */
export function getOwn(source: unknown, key: string): unknown {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, key)) return undefined;
  return (source as Record<string, unknown>)[key];
}

/** `code` of a `Record` keyed `200`, `4XX`, `default`: the most specific entry for a status (OpenAPI 3.1 section 4.8.16). */
export function forStatus<T>(record: Readonly<Record<string, T>>, status: number): T | undefined {
  // None of these names is inherited.
  return record[status] ?? record[`${Math.floor(status / 100)}XX`] ?? record.default;
}
