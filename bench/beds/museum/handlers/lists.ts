// Pages of lists.
import type { Reply } from '../../http.ts';
import type { Call, Faults } from './call.ts';

interface Paging {
  readonly page: number;
  readonly size: number;
}

/** A link to another page of the same list, without the key of the caller. */
function linkOf({ pathname, search }: Call, { page, size }: Paging, faults: Faults): string {
  const query = new URLSearchParams(faults.has('links-without-filters') ? {} : search);
  if (!faults.has('key-in-links')) query.delete('apikey');
  query.set('page', String(page));
  query.set('size', String(size));
  return `${pathname}?${query}`;
}

/** Answers with a page of a list. */
export function listed<T>(call: Call, things: readonly T[], show: (thing: T) => unknown, faults: Faults): Reply {
  const { page, size } = call.query<Paging>();
  const start = (page - 1) * size;
  const part = things.slice(start, start + size);
  const whole = faults.has('last-page-not-counted') ? Math.floor(things.length / size) : Math.ceil(things.length / size);
  const isLast = faults.has('next-after-a-full-page') ? part.length < size : start + size >= things.length;
  const info = {
    page,
    size,
    total: faults.has('total-of-the-page') ? part.length : things.length,
    pages: whole,
    next: isLast ? null : linkOf(call, { page: page + 1, size }, faults),
    previous: page === 1 || page - 1 > whole ? null : linkOf(call, { page: page - 1, size }, faults),
  };
  return { status: 200, body: { info, records: part.map(show) } };
}
