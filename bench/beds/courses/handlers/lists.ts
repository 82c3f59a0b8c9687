// Lists: sorted, and cut into pages.
import type { Reply } from '../../http.ts';
import { compare, type Key } from '../../texts.ts';
import type { Call, Faults, Resource } from './call.ts';

/** Sorts by several names; a minus turns the order round. What is equal keeps its order. */
export function sorted<T>(items: readonly T[], names: readonly string[] = [], keyOf: (item: T, name: string) => Key, faults: Faults): T[] {
  const used = faults.has('sort-by-first-name-only') ? names.slice(0, 1) : names;
  return items.toSorted((a, b) => {
    for (const name of used) {
      const key = name.replace(/^-/, '');
      const order = compare(keyOf(a, key), keyOf(b, key));
      if (order !== 0) return key === name || faults.has('sort-never-descending') ? order : -order;
    }
    return 0;
  });
}

/** The address of a page of the same list. */
function addressOf({ pathname, search }: Call, number: number, faults: Faults): string {
  const given = new URLSearchParams(search);
  if (faults.has('links-lose-filters')) for (const name of [...given.keys()]) if (name.startsWith('filter')) given.delete(name);
  given.set('page[number]', String(number));
  return `${pathname}?${given}`;
}

function linksOf(call: Call, number: number, pages: number, faults: Faults): Record<string, string | null> {
  const link = (page: number): string => addressOf(call, page, faults);
  const hasNext = number < pages || (number === pages && faults.has('next-on-last-page'));
  return {
    self: link(number),
    first: link(1),
    prev: number > 1 ? link(number - 1) : null,
    next: hasNext ? link(number + 1) : null,
    last: link(pages),
  };
}

/** The page that a request asks for. */
export function pageOf(call: Call, data: readonly Resource[], faults: Faults): Reply {
  const [number, size] = [call.query<number>('page[number]') ?? 1, call.query<number>('page[size]') ?? 20];
  const start = (number - 1) * (faults.has('pages-overlap') && number > 1 ? size - 1 : size);
  const shown = data.slice(start, start + size);
  const round = faults.has('pages-rounded-down') ? Math.floor : Math.ceil;
  const pages = Math.max(1, round(data.length / size));
  const total = faults.has('total-of-page') ? shown.length : data.length;
  return { status: 200, body: { data: shown, meta: { total, number, size, pages }, links: linksOf(call, number, pages, faults) } };
}
