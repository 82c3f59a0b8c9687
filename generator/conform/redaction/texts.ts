// Redacts headers, URLs and forms, and says which secrets stood there.
import { MARK } from './secret-index.ts';

/** A redacted text, the secrets that it had, and where: names of headers and parameters, or JSON pointers into a body. */
export interface Redacted {
  readonly text: string;
  readonly secrets: readonly string[];
  readonly places: readonly string[];
}

type IsSecret = (name: string) => boolean;

/** The value of a header that has a credential, with the name of its scheme and the names of cookies. `isScheme` is given it in lower case. */
export function redactHeader(name: string, value: string, isScheme: (word: string) => boolean): Omit<Redacted, 'places'> {
  if (name === 'cookie') return redactCookies(value);
  if (name === 'set-cookie') {
    const end = value.indexOf(';');
    const { text, secrets } = redactCookies(end === -1 ? value : value.slice(0, end));
    return { text: end === -1 ? text : text + value.slice(end), secrets };
  }
  const [, before = '', after = value] = /^([A-Za-z][\w-]* +)(.+)$/s.exec(value) ?? [];
  const isKnown = isScheme(before.trim().toLowerCase());
  const [word, rest] = isKnown ? [before, after] : ['', value];
  return { text: value === '' ? '' : word + MARK, secrets: [rest, after, value, ...partsOf(word.trim(), rest)] };
}

function redactCookies(value: string): Omit<Redacted, 'places'> {
  const secrets: string[] = [];
  const text = value
    .split(';')
    .map((pair) => {
      const mark = pair.indexOf('=');
      const secret = pair.slice(mark + 1).trim();
      if (secret === '') return pair;
      secrets.push(secret, unquoted(secret), decoded(secret));
      return `${pair.slice(0, mark + 1)}${mark === -1 ? pair.slice(0, pair.length - pair.trimStart().length) : ''}${MARK}`;
    })
    .join(';');
  return { text, secrets };
}

/** The user's password in `Basic`; quoted values, such as those of `Digest`. */
function partsOf(word: string, rest: string): string[] {
  if (word.toLowerCase() !== 'basic')
    return [...rest.matchAll(/\b(?:response|signature|token|oauth_\w+)="([^"]*)"/gi)].map(([, value = '']) => value);
  const pair = Buffer.from(rest, 'base64').toString('utf8');
  const password = pair.slice(pair.indexOf(':') + 1);
  return [pair, password, decoded(password)];
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/s, '$1');
}

/** `code` is a secret of OAuth where it stands beside `state`, or in an address to which a response redirects (RFC 6749 section 4.1.2). */
export function redactUrl(url: string, isSecret: IsSecret, isRedirect: boolean): Redacted {
  const [, before = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url) ?? [];
  const user = /^([a-z][a-z0-9+.-]*:\/\/[^/@:]*:)([^/@]*)@/i.exec(before);
  const password = user?.[2] ?? '';
  const plain = user === null || password === '' ? before : `${user[1]}${MARK}@${before.slice(user[0].length)}`;
  const parts = [query, fragment].map((pairs) =>
    pairs === undefined ? undefined : redactPairs(pairs, withCode(pairs, isSecret, isRedirect)),
  );
  const [shownQuery, shownFragment] = parts;
  return {
    text: `${plain}${shownQuery === undefined ? '' : `?${shownQuery.text}`}${shownFragment === undefined ? '' : `#${shownFragment.text}`}`,
    secrets: [...(password === '' ? [] : [password, decoded(password)]), ...parts.flatMap((part) => part?.secrets ?? [])],
    places: parts.flatMap((part) => part?.places ?? []),
  };
}

function withCode(pairs: string, isSecret: IsSecret, isRedirect: boolean): IsSecret {
  const hasCode = isRedirect || /(?:^|&)state=/.test(pairs);
  return (name) => isSecret(name) || (hasCode && name === 'code');
}

/** `a=1&token=REDACTED`: of a query, or of a form. */
export function redactPairs(pairs: string, isSecret: IsSecret): Redacted {
  const secrets: string[] = [];
  const places: string[] = [];
  const text = pairs
    .split('&')
    .map((pair) => {
      const mark = pair.indexOf('=');
      const name = decoded(mark === -1 ? pair : pair.slice(0, mark));
      const value = mark === -1 ? '' : pair.slice(mark + 1);
      // `user[password]` and `user.password` are fields of objects.
      if (value === '' || !(isSecret(name) || isSecret(/([^[\].]+)\]?$/.exec(name)?.[1] ?? name))) return pair;
      secrets.push(value, decoded(value));
      places.push(name);
      return `${pair.slice(0, mark)}=${MARK}`;
    })
    .join('&');
  return { text, secrets, places };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
