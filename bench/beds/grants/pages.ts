// Parts of lists, and the order of lists.
import type { Reply } from '../http.ts';
import { compare, type Key } from '../texts.ts';
import type { Call, Faults } from './handlers/call.ts';

/** Sorts by a member, from the highest on if its name has a minus. Without a name, the order stays. */
export function sorted<T>(items: readonly T[], sort: string | undefined, keyOf: (item: T, name: string) => Key): readonly T[] {
  if (sort === undefined) return items;
  const [name, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  return items.toSorted((a, b) => sign * compare(keyOf(a, name), keyOf(b, name)));
}

/** The part of a list that a request asks for. */
export function page<T>({ pathname, search, query }: Call, items: readonly T[], show: (item: T) => object, faults: Faults): Reply {
  const [skip, take] = [Math.max(query<number>('skip') ?? 0, 0), query<number>('take') ?? 25];
  const total = items.length;
  const shown = items.slice(skip, skip + take);
  const wholeParts = faults.has('last-part-empty') ? Math.floor(total / take) : Math.ceil(total / take) - 1;
  const last = Math.max(wholeParts, 0) * take;
  const link = (rel: string, start: number): string => {
    const parameters = new URLSearchParams(faults.has('links-without-filters') ? undefined : search);
    parameters.set('skip', String(start));
    parameters.set('take', String(take));
    return `<${pathname}?${parameters}>; rel="${rel}"`;
  };
  const hasNext = faults.has('next-after-full-part') ? shown.length === take : skip + take < total;
  const links = [
    link('first', 0),
    ...(skip > 0 ? [link('prev', Math.max(skip - take, 0))] : []),
    ...(hasNext ? [link('next', skip + take)] : []),
    link('last', last),
  ];
  const count = faults.has('total-of-the-part') ? shown.length : total;
  return { status: 200, headers: { 'x-total-count': String(count), link: links.join(', ') }, body: shown.map(show) };
}
