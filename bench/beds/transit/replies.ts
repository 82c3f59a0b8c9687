// How things are answered: with tags, and as pages.
import { matchesStrong, matchesWeak, type Reply } from '../http.ts';
import { type Asked, Problem } from '../plain.ts';
import { type Context, tagOf } from './store.ts';

/** An answer with a thing and its tag, or 304. */
export function tagged(asked: Asked, shown: unknown, etag = tagOf(shown)): Reply {
  const known = asked.header('if-none-match');
  if (known !== undefined && matchesWeak(known, etag)) return { status: 304, headers: { etag } };
  return { status: 200, body: shown, headers: { etag } };
}

export function checkMatch(asked: Asked, etag: string, isNeeded: boolean): void {
  const given = asked.header('if-match');
  if (given === undefined && isNeeded) throw new Problem(428, 'condition-missing', 'The request must have If-Match.');
  if (given !== undefined && !matchesStrong(given, etag)) throw new Problem(412, 'condition-failed', 'The tag is not the present one.');
}

function linkTo({ pathname, search }: Context, page: number, rel: string): string {
  const query = new URLSearchParams(search);
  query.set('page', String(page));
  return `<${pathname}?${query}>; rel="${rel}"`;
}

/** A page of a list as a plain array, with `Link` and `X-Total-Count`. */
export function paged(asked: Asked, context: Context, items: readonly unknown[], counted?: (body: readonly unknown[]) => number): Reply {
  const [page, perPage] = [Number(asked.query.page), Number(asked.query.perPage)];
  const body = items.slice((page - 1) * perPage, page * perPage);
  const pages = context.has('last-page-empty') ? Math.floor(items.length / perPage) + 1 : Math.ceil(items.length / perPage);
  const last = Math.max(1, pages);
  const links = [linkTo(context, 1, 'first'), linkTo(context, last, 'last')];
  if (page * perPage < items.length) links.push(linkTo(context, page + 1, 'next'));
  return { status: 200, body, headers: { link: links.join(', '), 'x-total-count': String(counted?.(body) ?? items.length) } };
}
