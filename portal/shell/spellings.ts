// Finds entries that a query spells in full: an operation by its id, by method and path, or by the end of its path; a schema; a field with a name of
// several words.
import type { SearchData, SearchEntry } from '../../generator/docs/search/search-data.ts';

/**
 * Returns the entries that a query spells, the best first. Letters are the same in both cases, except where a schema has the name of a plain word.
 */
export function spellings({ services, entries }: SearchData): (query: string) => readonly Spelled[] {
  const spelled = new Map<string, Spelled[]>();
  for (const entry of entries) {
    for (const [text, named] of textsOf(entry, services[entry.service]?.base ?? '')) {
      const known = spelled.get(text);
      if (known === undefined) spelled.set(text, [{ entry, ...named }]);
      else known.push({ entry, ...named });
    }
  }
  return (query) => {
    const text = query.trim().replace(/\s+/g, ' ');
    const lower = text.toLowerCase();
    const path = /^(?:get|put|post|delete|options|head|patch|trace|query) (\/.*)$/.exec(lower)?.[1];
    // With a method that no operation has at the path, the others at the path are meant.
    const found = spelled.get(lower) ?? (path === undefined ? undefined : spelled.get(path)) ?? [];
    return found
      .filter(({ entry }) => entry.kind !== 'schema' || isCompound(text) || entry.name === text)
      .sort((a, b) => a.rank - b.rank || a.entry.path.length - b.entry.path.length);
  };
}

interface Named {
  /** The smaller, the better the text names the entry. */
  readonly rank: number;
  /** The field of a schema that the text names. */
  readonly field?: string;
}

interface Spelled extends Named {
  readonly entry: SearchEntry;
}

/** All texts that name an entry, in lower case, with their ranks. */
function textsOf({ kind, name, method, path, fields }: SearchEntry, base: string): ReadonlyMap<string, Named> {
  const texts = new Map<string, Named>();
  const add = (text: string, rank: number, field?: string): void => {
    if (!texts.has(text.toLowerCase())) texts.set(text.toLowerCase(), field === undefined ? { rank } : { rank, field });
  };
  add(name, kind === 'operation' ? 0 : 1);
  if (path.startsWith('/')) {
    for (const end of [path, ...ends(base + path)]) {
      const rank = end === path ? 0 : 1;
      add(end, rank);
      add(`${method} ${end}`, rank);
    }
  }
  // A field of a field has its path there, so this takes the fields of the schema itself only.
  if (kind === 'schema') for (const field of fields.split(' ')) if (isCompound(field)) add(field, 2, field);
  return texts;
}

/** `/v2/users/me` ends with `/v2/users/me`, `/users/me` and `/me`. */
function ends(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(index)).filter((end) => end.length > 1);
}

/** Whether a name has several words: `next_token`, `LikelyEmail`. A plain word names less. */
function isCompound(name: string): boolean {
  return /^\w+$/.test(name) && /[a-z0-9](?:_|[A-Z])[A-Za-z0-9]/.test(name);
}
