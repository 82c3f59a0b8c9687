// Compares names, and forms addresses by the pattern of a domain.

/** A name as it is compared: without case, accents, punctuation and repeated spaces. `Ångström  Åsa` → `angstrom asa`. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export interface PersonName {
  readonly first: string;
  readonly last: string;
}

/** The person that a request names. A full name is split at its last space; a single word is the last name. */
export function personName(given: { first_name?: string; last_name?: string; full_name?: string }): PersonName {
  const { first_name: first, last_name: last, full_name: full = '' } = given;
  if (first !== undefined && last !== undefined) return { first: first.trim(), last: last.trim() };
  const words = full.trim().split(/\s+/);
  return { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' };
}

/**
 * The address of a person by a pattern of `{first}`, `{last}`, `{f}` and `{l}`; `undefined` where a name has no letters that an address can have.
 * @param pattern such as `{first}.{last}`
 */
export function addressByPattern(pattern: string, { first, last }: PersonName, domain: string): string | undefined {
  const [firstPart, lastPart] = [first, last].map((name) => nameKey(name).replace(/[^a-z0-9]+/g, ''));
  if (!firstPart || !lastPart) return undefined;
  const parts: Readonly<Record<string, string>> = {
    first: firstPart,
    last: lastPart,
    f: firstPart.slice(0, 1),
    l: lastPart.slice(0, 1),
  };
  return `${pattern.replace(/\{(first|last|f|l)\}/g, (_, part: string) => parts[part] ?? '')}@${domain}`;
}

/**
 * A domain as it is looked up: lower case, without the root's dot. `undefined` if it is not a host name with at least two labels (RFC 1123 section
 * 2.1).
 */
export function domainKey(domain: string): string | undefined {
  const name = domain.trim().toLowerCase().replace(/\.$/, '');
  const isHostName = name.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(name);
  return isHostName ? name : undefined;
}
