// Orders, searches and pages of lists.
import type { Reply } from '../../http.ts';
import type { Call } from './call.ts';

/** Sorts, up or down. Equal things stay in the order that they have. */
export function sorted<T>(items: readonly T[], compare: (a: T, b: T) => number, isDown: boolean): T[] {
  return items.toSorted((a, b) => (isDown ? -1 : 1) * compare(a, b));
}

/** A part of a list by offset. */
export function part<T>({ query }: Call, items: readonly T[]): T[] {
  const { offset, limit } = query as { offset: number; limit: number };
  return items.slice(offset, offset + limit);
}

function address({ pathname, search }: Call, page: number): string {
  const query = new URLSearchParams(search);
  query.set('page[number]', String(page));
  return `${pathname}?${query}`;
}

/** A page by number, with addresses of the pages beside it. */
export function paged<T>(call: Call, items: readonly T[], faults: ReadonlySet<string>): Reply {
  const { 'page[number]': page, 'page[size]': size } = call.query as { 'page[number]': number; 'page[size]': number };
  const pages = Math.ceil(items.length / size);
  const shown = faults.has('pages-rounded-down') ? Math.floor(items.length / size) : pages;
  const plain = faults.has('page-links-lose-filters') ? { ...call, search: new URLSearchParams({ 'page[size]': String(size) }) } : call;
  const hasNext = faults.has('page-next-on-last') ? page <= pages : page < pages;
  const data = items.slice((page - 1) * size, page * size);
  const links = {
    self: address(plain, page),
    first: address(plain, 1),
    prev: page > 1 ? address(plain, page - 1) : null,
    next: hasNext ? address(plain, page + 1) : null,
    last: address(plain, Math.max(1, shown)),
  };
  const total = faults.has('page-total-of-page') ? data.length : items.length;
  return { status: 200, body: { data, links, meta: { total, pages: shown } } };
}
