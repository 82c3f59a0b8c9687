// Media types (RFC 9110 section 8.3.1): the essence, the charset, and which of the declared ones a received one is of.
import { UnsupportedMediaFault } from '../contract/errors.ts';

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

/** The declared media type that a received one is of: itself, `type/*`, or the wildcard for all (OpenAPI 3.1 section 4.8.14). */
export function matchContent<T>(contents: Readonly<Record<string, T>>, contentType: string): [string, T] | undefined {
  const essence = essenceOf(contentType);
  // No such name is inherited.
  const exact = contents[essence];
  if (exact !== undefined) return [essence, exact];
  for (const wanted of essence === '' ? [] : [essence, essence.replace(/\/.*/, '/*'), '*/*'])
    for (const entry of Object.entries(contents)) if (essenceOf(entry[0]) === wanted) return entry;
  return undefined;
}
