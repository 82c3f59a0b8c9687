// Computes the signatures of OAuth 1.0a (RFC 5849 section 3), by which clients of version 1.1 say whose request it is.

import { createHmac } from 'node:crypto';

/** By the names of the methods. RFC 5849 has only the first; clients send the second too. */
const HASHES: Readonly<Record<string, 'sha1' | 'sha256'>> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' };

export type Pair = readonly [name: string, value: string];

/** What is signed of a request. */
export interface Signed {
  readonly method: string;
  /** Scheme and authority, as the client has called them. */
  readonly origin: string;
  /** As it was sent, without the query. */
  readonly path: string;
  /** The parameters of the query, of a form, and of the header without `realm` and `oauth_signature`, decoded. */
  readonly pairs: readonly Pair[];
}

/** Percent-encodes all but unreserved characters (RFC 5849 section 3.6). */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The parameters in their one order (section 3.4.1.3.2). */
function normalized(pairs: readonly Pair[]): string {
  const sorted = pairs
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort((left, right) => (left[0] === right[0] ? compare(left[1], right[1]) : compare(left[0], right[0])));
  return sorted.map((pair) => pair.join('=')).join('&');
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** The text that is signed (section 3.4.1). The scheme and host are in lower case, and the port of the scheme is left out. */
function baseString({ method, origin, path, pairs }: Signed): string {
  return [method.toUpperCase(), new URL(origin).origin + path, normalized(pairs)].map(encoded).join('&');
}

/** @returns `undefined` for a method that is not one of these */
export function signatureOf(method: string, signed: Signed, consumerSecret: string, tokenSecret: string): string | undefined {
  const hash = Object.hasOwn(HASHES, method) ? HASHES[method] : undefined;
  if (hash === undefined) return undefined;
  return createHmac(hash, `${encoded(consumerSecret)}&${encoded(tokenSecret)}`)
    .update(baseString(signed))
    .digest('base64');
}

/** The parameters of the header `Authorization` (section 3.5.1), decoded; `undefined` where it has none, or is malformed. */
export function parametersOf(header: string | undefined): ReadonlyMap<string, string> | undefined {
  const [, list] = /^oauth\s+(.*)$/is.exec(header ?? '') ?? [];
  if (list === undefined) return undefined;
  const found = new Map<string, string>();
  for (const part of list.split(',')) {
    const [, name, value] = /^\s*([A-Za-z0-9_%]+)="([^"]*)"\s*$/.exec(part) ?? [];
    if (name === undefined || value === undefined || found.has(name)) return undefined;
    try {
      found.set(decodeURIComponent(name), decodeURIComponent(value));
    } catch {
      return undefined;
    }
  }
  return found;
}
