// Lists of the harbour: filters, sorting and pages.

import type { Reply } from '../http.ts';
import { compare, type Key } from '../texts.ts';
import type { Ask } from './ask.ts';

/** Keeps the things that a test of a parameter accepts, if the parameter is there. */
export function filtered<T, V>({ query }: Ask, things: readonly T[], name: string, test: (thing: T, value: V) => boolean): readonly T[] {
  const value = query[name] as V | undefined;
  return value === undefined ? things : things.filter((thing) => test(thing, value));
}

/** Sorts by a key, and things with the same key by another one. */
export function sorted<T>(things: readonly T[], key: (thing: T) => Key, then: (thing: T) => Key, turn = 1): T[] {
  return things.toSorted((a, b) => turn * compare(key(a), key(b)) || compare(then(a), then(b)));
}

/** The link to a page, with the other parameters of the query. */
function linkTo({ pathname, search, on }: Ask, page: number, perPage: number): { readonly href: string } {
  const kept = new URLSearchParams(on('links-lose-filters') ? '' : search);
  kept.set('page', String(page));
  kept.set('perPage', String(perPage));
  return { href: `${pathname}?${kept}` };
}

/** The page of things that was asked for. */
export function pageOf<T>(ask: Ask, name: string, things: readonly T[], view: (thing: T) => unknown): Reply {
  const { query, on } = ask;
  const [page, perPage] = [Number(query.page), Number(query.perPage)];
  const start = (page - 1) * perPage + (on('second-page-skips-one') && page > 1 ? 1 : 0);
  const found = things.slice(start, start + perPage);
  const total = on('total-of-page') ? found.length : things.length;
  const pages = Math.max(1, Math.ceil(things.length / perPage));
  const hasNext = on('next-after-full-page') ? found.length === perPage : page < pages;
  const link = (to: number): { readonly href: string } => linkTo(ask, to, perPage);
  const links = {
    self: link(page),
    first: link(1),
    ...(page > 1 ? { prev: link(page - 1) } : {}),
    ...(hasNext ? { next: link(page + 1) } : {}),
    last: link(pages),
  };
  return { status: 200, body: { total, page, pages, _links: links, _embedded: { [name]: found.map(view) } } };
}
