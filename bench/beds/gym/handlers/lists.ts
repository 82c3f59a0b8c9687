// Pages, and the order of their entries.
import type { Reply } from '../../http.ts';
import { compare, type Key } from '../../texts.ts';
import type { Faults, Shown } from '../things.ts';
import { notFound, ok } from '../wire.ts';

export interface Paging {
  readonly page: number;
  readonly perPage: number;
}

/** Things in order of a member; those with the same one keep their order. */
export function sorted<T>(things: readonly T[], keyOf: (thing: T) => Key, turn: 1 | -1 = 1): T[] {
  return things.toSorted((a, b) => turn * compare(keyOf(a), keyOf(b)));
}

/** Things in the order that a caller asks for with a name and perhaps a minus. */
export function sortedBy<T>(things: readonly T[], sort: string | undefined, keys: Readonly<Record<string, (thing: T) => Key>>): T[] {
  const keyOf = keys[sort?.replace('-', '') ?? ''];
  return keyOf === undefined ? [...things] : sorted(things, keyOf, sort?.startsWith('-') ? -1 : 1);
}

/** A page of things. The kind names them in the ids of faults. */
export function pageOf<T>(kind: string, things: readonly T[], { page, perPage }: Paging, show: (thing: T) => Shown, faults: Faults): Reply {
  const total = things.length;
  const pages = faults.has(`${kind}-pages-rounded-down`) ? Math.floor(total / perPage) : Math.ceil(total / perPage);
  if (page > Math.max(1, pages) && faults.has(`${kind}-page-after-last`)) throw notFound();
  const start = (page - 1) * perPage - (page > 1 && faults.has(`${kind}-pages-overlap`) ? 1 : 0);
  const entries = things.slice(start, start + perPage).map(show);
  const isLast = faults.has(`${kind}-next-after-full-page`) ? entries.length < perPage : page >= pages;
  const totalEntries = faults.has(`${kind}-total-of-page`) ? entries.length : total;
  return ok({ entries, pagination: { page, perPage, totalEntries, totalPages: pages, nextPage: isLast ? null : page + 1 } });
}
