// Percent-encoding and the characters that HTTP allows: strings to text that is safe in a path, query, header or cookie, and back.

/**
 * Percent-encodes all but the unreserved characters of RFC 3986, as RFC 6570's simple expansion does.
 * `undefined` for text with a lone surrogate, which has no UTF-8.
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

/** Like `percentDecode`, with `+` as a space: forms and most clients write it so in a query. */
export function queryDecode(text: string): string | undefined {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** Whether text has no lone surrogate, which platforms silently send as U+FFFD. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Whether text is a field value (RFC 9110 section 5.5): no control character except tab, none above U+00FF, no space or tab at either end. */
export function isFieldValue(text: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]|^[\t ]|[\t ]$/.test(text);
}
