// The lists of the clinic service: filters, an order, and a page with links.
import type { Reply } from '../../http.ts';
import { compare, contains, type Key } from '../../texts.ts';
import type { Call, Faults } from './call.ts';

interface Wanted<T> {
  readonly keep: (thing: T) => boolean;
  /** What things are sorted by. Equal ones come by id. */
  readonly by: (thing: T) => Key;
  readonly isDown?: boolean;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

function linkTo({ pathname, search }: Call, { offset, limit }: Page, rel: string, faults: Faults): string {
  const query = new URLSearchParams(faults.has('links-drop-filters') ? {} : search);
  query.set('offset', String(offset));
  query.set('limit', String(limit));
  return `<${pathname}?${query}>; rel="${rel}"`;
}

function linksOf(call: Call, { offset, limit }: Page, total: number, faults: Faults): string[] {
  const links: string[] = [];
  const isMore = faults.has('next-link-after-the-end') ? offset + limit <= total : offset + limit < total;
  if (isMore) links.push(linkTo(call, { offset: offset + limit, limit }, 'next', faults));
  const before = Math.max(0, offset - limit);
  if (offset > 0) links.push(linkTo(call, { offset: before, limit }, 'prev', faults));
  return links;
}

/** The page that a request asks for. */
export function pageOf<T extends { readonly id: number }>(call: Call, things: Iterable<T>, wanted: Wanted<T>, faults: Faults): Reply {
  const { keep, by, isDown = false } = wanted;
  const page = call.query<Page>();
  const all = [...things];
  const kept = all.filter(keep).toSorted((a, b) => {
    const order = compare(by(a), by(b)) * (isDown ? -1 : 1);
    return order === 0 ? (a.id - b.id) * (faults.has('ties-newest-first') ? -1 : 1) : order;
  });
  const skipped = faults.has('offset-counts-pages') ? page.offset * page.limit : page.offset;
  const items = kept.slice(skipped, skipped + page.limit);
  const total = faults.has('total-of-the-page') ? items.length : kept.length;
  const links = linksOf(call, page, kept.length, faults);
  return { status: 200, body: { items, total }, headers: links.length === 0 ? {} : { link: links.join(', ') } };
}

/** Whether a text has what is searched for. */
export function hasPart(text: string, part: string | undefined, faults: Faults): boolean {
  if (part === undefined) return true;
  if (faults.has('search-minds-case')) return text.includes(part);
  if (faults.has('search-has-wildcards')) {
    const pattern = part
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('_', '.')
      .replaceAll('%', '.*');
    return new RegExp(pattern, 'i').test(text);
  }
  return contains(text, part);
}
