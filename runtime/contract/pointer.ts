// JSON pointers (RFC 6901): names as tokens, and tokens as names.

/** A property's name as one token of a JSON pointer (section 3). */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The name that a token stands for (section 4). */
export function tokenName(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
