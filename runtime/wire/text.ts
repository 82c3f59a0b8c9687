// Turns strings into text that is safe in one place of an HTTP message (path, query, header, cookie), and such text back into strings.

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
