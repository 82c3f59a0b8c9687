// Pages of lists, with links.
import type { Reply } from '../../http.ts';
import { type Key, compare as order } from '../../texts.ts';
import type { Faults } from '../wire.ts';
import { type Call, hal } from './call.ts';

interface Page {
  readonly page: number;
  readonly size: number;
}

/** Things by a name with an optional minus. Things that are equal keep their order. */
export function sorted<T>(things: readonly T[], sort: string | undefined, keyOf: (thing: T, name: string) => Key): T[] {
  if (sort === undefined) return [...things];
  const name = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  return things.toSorted((a, b) => sign * order(keyOf(a, name), keyOf(b, name)));
}

function linkOf({ pathname, search }: Call, page: number, size: number, faults: Faults): { readonly href: string } {
  const query = new URLSearchParams(faults.has('links-without-filters') ? {} : search);
  query.set('page', String(page));
  query.set('size', String(size));
  return { href: `${pathname}?${query}` };
}

/** Answers with a page. `name` is the member that has the things. */
export function paged<T>(call: Call, name: string, things: readonly T[], show: (thing: T) => unknown, faults: Faults): Reply {
  const { page, size } = call.query<Page>();
  const start = (page - 1) * size;
  const from = faults.has('pages-overlap') ? Math.max(0, start - (page - 1)) : start;
  const part = things.slice(from, from + size);
  const last = Math.max(1, Math.ceil(things.length / size));
  const hasNext = faults.has('full-page-has-next') ? part.length === size : page < last;
  const to = (number: number): { readonly href: string } => linkOf(call, number, size, faults);
  return hal(200, {
    page,
    size,
    totalItems: faults.has('total-of-the-page') ? part.length : things.length,
    totalPages: last,
    _embedded: { [name]: part.map(show) },
    _links: {
      self: to(page),
      first: to(1),
      ...(page > 1 ? { prev: to(page - 1) } : {}),
      ...(hasNext ? { next: to(page + 1) } : {}),
      last: to(last),
    },
  });
}
