// Pages of lists, and their order.
import type { Reply } from '../../http.ts';
import { compare, type Key } from '../../texts.ts';
import { notFound } from '../wire.ts';
import type { Call } from './call.ts';

interface Paging {
  readonly page: number;
  readonly per_page: number;
}

export type Order = 'asc' | 'desc';

/** How a list goes wrong by a fault. */
interface Slips {
  /** The second page and all later ones start with the last item of the page before. */
  readonly overlaps?: boolean;
  /** What `total` says. */
  readonly total?: number | 'page' | undefined;
  /** A page after the last one is not found. */
  readonly ends?: boolean;
}

/** Sorts by a key. Items with equal keys keep their order. */
export function sorted<T>(items: readonly T[], key: (item: T) => Key, order: Order): T[] {
  const sign = order === 'desc' ? -1 : 1;
  return items.toSorted((a, b) => sign * compare(key(a), key(b)));
}

/** A page of a list. */
export function pageOf<T>(call: Call, items: readonly T[], view: (item: T) => unknown, { overlaps, total, ends }: Slips = {}): Reply {
  const { page, per_page } = call.query<Paging>();
  const start = (page - 1) * per_page - (overlaps === true && page > 1 ? 1 : 0);
  const shown = items.slice(start, start + per_page).map(view);
  if (ends === true && page > 1 && shown.length === 0) throw notFound();
  const count = total === 'page' ? shown.length : (total ?? items.length);
  return { status: 200, body: { total: count, page, per_page, items: shown } };
}
