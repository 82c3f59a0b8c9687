// Pages, filters and orders of lists.
import { millisecondsOf } from '../../clock.ts';
import { byText } from '../../texts.ts';
import { Problem } from '../http.ts';
import type { Call, Reply } from './call.ts';

interface Created {
  readonly created_at: string;
}

/** Sorts by a field, and equal things by the id. A minus turns the whole order round. */
export function sorted<T extends object>(items: readonly T[], sort: unknown, id: keyof T & string): T[] {
  const text = String(sort);
  const field = text.replace(/^-/, '') as keyof T;
  const compare = (a: unknown, b: unknown): number => (typeof a === 'number' ? a - Number(b) : byText(String(a), String(b)));
  const up = items.toSorted((a, b) => compare(a[field], b[field]) || compare(a[id], b[id]));
  return text.startsWith('-') ? up.reverse() : up;
}

export function createdBetween<T extends Created>(items: readonly T[], { query }: Call): T[] {
  const { created_after: after, created_before: before } = query as { created_after?: string; created_before?: string };
  return items.filter(({ created_at }) => {
    const at = Date.parse(created_at);
    return (after === undefined || at > millisecondsOf(after)) && (before === undefined || at < millisecondsOf(before));
  });
}

interface Slice<T> {
  readonly page: number;
  readonly size: number;
  readonly pages: number;
  readonly items: readonly T[];
}

export function slice<T>({ query }: Call, items: readonly T[]): Slice<T> {
  const page = query.page as number;
  const size = query.per_page as number;
  return { page, size, pages: Math.ceil(items.length / size), items: items.slice((page - 1) * size, page * size) };
}

/** A page by number, with the totals in `meta`. */
export function numbered<T>(call: Call, items: readonly T[]): Reply {
  const { page, size, pages, items: data } = slice(call, items);
  return { status: 200, data, meta: { page, per_page: size, total: items.length, total_pages: pages } };
}

const encode = (id: string): string => Buffer.from(id).toString('base64url');

/** A page after a cursor, which is the id of the last thing of the page before. */
export function byCursor<T extends { id: string }>(call: Call, items: readonly T[], known: (id: string) => boolean): Reply {
  const { cursor, limit } = call.query as { cursor?: string; limit: number };
  const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  if (after !== undefined && (encode(after) !== cursor || !known(after))) {
    throw new Problem(400, 'bad_cursor', 'The cursor is not one that this service gave.', [
      { field: 'cursor', code: 'cursor', message: 'is wrong' },
    ]);
  }
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const data = items.slice(start, start + limit);
  const last = data.at(-1);
  const next = last !== undefined && start + limit < items.length ? encode(last.id) : null;
  if (next === null) return { status: 200, data, meta: { next_cursor: null, next: null } };
  const query = new URLSearchParams(call.url.searchParams);
  query.set('cursor', next);
  return { status: 200, data, meta: { next_cursor: next, next: `${call.url.pathname}?${query}` } };
}

/** RFC 8288 links to the pages beside this one. */
export function links(call: Call, pages: number): string {
  const page = call.query.page as number;
  const link = (to: number, rel: string): string => {
    const query = new URLSearchParams(call.url.searchParams);
    query.set('page', String(to));
    return `<${call.url.pathname}?${query}>; rel="${rel}"`;
  };
  const all = [link(1, 'first')];
  if (page > 1) all.push(link(page - 1, 'prev'));
  if (page < pages) all.push(link(page + 1, 'next'));
  return all.join(', ');
}
