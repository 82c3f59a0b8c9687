// Lists, which are cut into pages.
import type { Reply } from '../http.ts';
import { compare, type Key } from '../texts.ts';
import { type Call, notFound } from './wire.ts';

interface Listing<T> {
  readonly things: readonly T[];
  readonly show: (call: Call, thing: T) => unknown;
  /** What the things can be sorted by. */
  readonly keys?: Readonly<Record<string, (thing: T) => Key>>;
}

function sorted<T>({ query, has }: Call, { things, keys = {} }: Listing<T>): readonly T[] {
  const [name = '', direction] = String(query.sort ?? '').split(',');
  const key = keys[name];
  if (key === undefined) return things;
  const up = things.toSorted((a, b) => compare(key(a), key(b)));
  if (direction === 'asc') return up;
  return has('descending-reverses-equals') ? up.toReversed() : things.toSorted((a, b) => compare(key(b), key(a)));
}

export function pageOf<T>(call: Call, listing: Listing<T>): Reply {
  const { query, has } = call;
  const [page, size] = [Number(query.page), Number(query.size)];
  const all = sorted(call, listing);
  const start = page * size - (has('pages-overlap') && page > 0 ? 1 : 0);
  const content = all.slice(start, page * size + size).map((thing) => listing.show(call, thing));
  if (has('page-behind-last-not-found') && page > 0 && content.length === 0) throw notFound('page');
  const totalElements = has('total-of-one-page') ? content.length : all.length;
  const totalPages = has('total-pages-rounded-down') ? Math.floor(totalElements / size) : Math.ceil(totalElements / size);
  return { status: 200, body: { content, page: { number: page, size, totalElements, totalPages } } };
}
