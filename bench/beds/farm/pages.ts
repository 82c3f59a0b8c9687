// Pages of lists.
import type { Reply } from '../http.ts';
import type { Call } from './call.ts';

/** A page of the things that match. The shown ones are made of them. */
export function pageOf<T>(
  { query, pathname, search, has }: Call,
  found: readonly T[],
  show: (one: T) => unknown,
  total = found.length,
): Reply {
  const page = Number(query.page);
  const size = Number(query.per_page);
  const last = Math.max(1, Math.ceil(found.length / size));
  const link = (rel: string, number: number): string => {
    const kept = new URLSearchParams(rel === 'next' && has('next-without-filters') ? {} : search);
    kept.set('page', String(number));
    kept.set('per_page', String(size));
    return `<${pathname}?${kept}>; rel="${rel}"`;
  };
  const links = [
    link('first', 1),
    ...(page > 1 ? [link('prev', page - 1)] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ];
  const body = found.slice((page - 1) * size, page * size).map(show);
  return { status: 200, body, headers: { link: links.join(', '), 'x-total-count': String(total) } };
}
