// Queries of lists, and their pages.
import { createHash } from 'node:crypto';
import { isDate, isInstant, momentOf } from './formats.ts';
import type { Has } from './inputs.ts';
import { badRequest } from './wire.ts';

/** The query of a request. Each reader refuses what the document does not allow. */
export class Query {
  readonly #search: URLSearchParams;

  constructor(search: URLSearchParams) {
    this.#search = search;
  }

  #one(name: string): string | undefined {
    const all = this.#search.getAll(name);
    if (all.length > 1) throw badRequest(`The parameter ${name} stands in the query more than once.`);
    return all[0];
  }

  #checked(name: string, what: string, fits: (text: string) => boolean): string | undefined {
    const text = this.#one(name);
    if (text !== undefined && !fits(text)) throw badRequest(`The parameter ${name} must be ${what}.`);
    return text;
  }

  choice(name: string, values: readonly string[]): string | undefined {
    return this.#checked(name, `one of ${values.join(', ')}`, (text) => values.includes(text));
  }

  choices(name: string, values: readonly string[]): readonly string[] | undefined {
    const all = this.#search.getAll(name).flatMap((text) => text.split(','));
    if (!all.every((text) => values.includes(text))) throw badRequest(`The parameter ${name} may have ${values.join(', ')}.`);
    return all.length === 0 ? undefined : all;
  }

  flag(name: string): boolean | undefined {
    const text = this.choice(name, ['true', 'false']);
    return text === undefined ? undefined : text === 'true';
  }

  whole(name: string, min: number, max: number): number | undefined {
    const fits = (text: string): boolean => /^-?(0|[1-9]\d*)$/.test(text) && Number(text) >= min && Number(text) <= max;
    const text = this.#checked(name, `a whole number from ${min} to ${max}`, fits);
    return text === undefined ? undefined : Number(text);
  }

  date(name: string): string | undefined {
    return this.#checked(name, 'a date', isDate);
  }

  moment(name: string): number | undefined {
    const text = this.#checked(name, 'an instant with an offset', isInstant);
    return text === undefined ? undefined : momentOf(text);
  }

  matching(name: string, pattern: RegExp): string | undefined {
    return this.#checked(name, `a text like ${pattern.source}`, (text) => pattern.test(text));
  }

  cursor(): string | undefined {
    return this.#checked('cursor', 'a cursor', (text) => text.length >= 1 && text.length <= 600);
  }
}

const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

type Key = string | number;

const compare = (a: Key, b: Key): number => (typeof a === 'number' && typeof b === 'number' ? a - b : byCodePoint(String(a), String(b)));

/** Sorts by a key; things that are equal stay in the order in which they were made. */
export function sorted<T>(things: readonly T[], keyOf: (thing: T) => Key, isDescending: boolean): T[] {
  return things.toSorted((a, b) => (isDescending ? compare(keyOf(b), keyOf(a)) : compare(keyOf(a), keyOf(b))));
}

/** The member that a sorting names, and whether the sorting is descending. */
export const sortingOf = (sort: string): { member: string; isDescending: boolean } => ({
  member: sort.replace(/^-/, ''),
  isDescending: sort.startsWith('-'),
});

const digest = (key: string): string => createHash('sha1').update(key).digest('base64url');

const encode = (key: string, id: string): string => Buffer.from(JSON.stringify([digest(key), id])).toString('base64url');

function decode(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

interface Pages {
  /** What the list is of: its place, its filters and its sorting. */
  readonly key: string;
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly skips?: boolean;
}

/** A page of things that are filtered and sorted already. */
export function pageOf<T extends { readonly id: string }>(things: readonly T[], { key, limit, cursor, skips = false }: Pages) {
  let start = 0;
  if (cursor !== undefined) {
    const [, last] = decode(cursor);
    const found = things.findIndex(({ id }) => id === last);
    if (found === -1 || encode(key, String(last)) !== cursor) throw badRequest('The cursor does not belong to this list.');
    start = found + (skips ? 2 : 1);
  }
  const items = things.slice(start, start + limit);
  const last = items.at(-1);
  const next = last === undefined || start + limit >= things.length ? null : encode(key, last.id);
  return { items, page: { total: things.length, next } };
}

/** Reads the sorting, the limit and the cursor of a list. */
export function pagesOf(query: Query, key: string, has: Has): Pages {
  const isLoose = has('limit-beyond-50') && key.startsWith('["proposals"');
  return { key, limit: query.whole('limit', 1, isLoose ? 1000 : 50) ?? 20, cursor: query.cursor() };
}
