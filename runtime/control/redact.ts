// Takes credentials out of what control shows: requests, their answers, and the rows of tables.

/** The text in the place of a credential. */
export const REDACTED = '[redacted]';

/** Names whose values are credentials in any service, in queries, forms and JSON. */
const SECRET =
  /(?:token|secret|pass(?:word|phrase|code)|api[_-]?key|access[_-]?key|private[_-]?(?:key|jwk)|signing[_-]?key|signature|assertion|authorization|credential|code[_-]?verifier)s?(?:[_-]?(?:hash|value|pem))?$/i;
/** Names of positions in a list, which look like names of tokens. */
const CURSOR = /(?:page|next|prev|previous|pagination|continuation|cursor|sync)[_-]?token$/i;

/** Whether the values of members and columns with this name are credentials, or keys that sign. */
export function isSecretName(name: string): boolean {
  return isSecret(name, []);
}

function isSecret(name: string, secrets: readonly string[]): boolean {
  return secrets.includes(name) || (SECRET.test(name) && !CURSOR.test(name));
}

/**
 * A path with its query, or a URL.
 * @param secrets names of query parameters that carry credentials in this operation
 */
export function redactedTarget(target: string, secrets: readonly string[]): string {
  const mark = target.indexOf('?');
  return mark === -1 ? target : target.slice(0, mark + 1) + redactedForm(target.slice(mark + 1), secrets);
}

/**
 * The beginning of a body: a long one takes quadratic time, so it is cut off before.
 * @param contentType of the body: forms are read as such, everything else as JSON text
 */
export function redactedBody(body: string, contentType: string | undefined, secrets: readonly string[]): string {
  if (contentType?.startsWith('application/x-www-form-urlencoded') === true) return redactedForm(body, secrets);
  // A member whose value is a text, a number, or a text that is cut off at the end.
  return body.replace(/"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d[\d.eE+-]*)/g, (member, name: string, colon: string) =>
    isSecret(name, secrets) ? `"${name}"${colon}"${REDACTED}"` : member,
  );
}

/** Pairs of names and values. Where there is a `grant_type`, `code` is an authorization code (RFC 6749 section 4.1.3). */
function redactedForm(text: string, secrets: readonly string[]): string {
  const names = /(?:^|&)grant_type=/.test(text) ? [...secrets, 'code'] : secrets;
  return text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals !== -1 && isSecret(decoded(pair.slice(0, equals)), names) ? `${pair.slice(0, equals)}=${REDACTED}` : pair;
    })
    .join('&');
}

/** A text of a query or a form, without its percent-encoding; as it is where that is not valid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
