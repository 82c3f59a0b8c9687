// Parameters of queries, sorting and pages.
import type { Reply } from '../http.ts';
import { badParameter, type Call, type Has, MEDIA_TYPE } from './call.ts';
import { isTime, isUuid } from './formats.ts';

type Fits = (text: string, has: Has) => boolean;

const among =
  (...values: readonly string[]): Fits =>
  (text) =>
    values.includes(text);
const matches =
  (pattern: RegExp): Fits =>
  (text) =>
    pattern.test(text);

/** Whether a text is an integer in a range. */
const within = (text: string, min: number, max: number): boolean => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

const PAGES: Readonly<Record<string, Fits>> = {
  'page[number]': (text) => within(text, 1, Number.POSITIVE_INFINITY),
  'page[size]': (text, has) => within(text, has('page-size-zero') ? 0 : 1, 50),
};

const sortedBy = (...fields: readonly string[]): Fits => among(...fields, ...fields.map((field) => `-${field}`));

const QUERIES: Readonly<Record<string, Readonly<Record<string, Fits>>>> = {
  listTerms: {
    'filter[targetLanguage]': matches(/^[a-z]{2}(-[A-Z]{2})?$/),
    'filter[forbidden]': among('true', 'false'),
    'filter[search]': (text) => text !== '' && Array.from(text).length <= 60,
    sort: sortedBy('source', 'createdAt'),
    ...PAGES,
  },
  listProjects: {
    'filter[status]': among('draft', 'active', 'closed'),
    'filter[client]': isUuid,
    'filter[tag]': matches(/^[a-z][a-z0-9-]{1,19}$/),
    'filter[deadlineBefore]': isTime,
    sort: sortedBy('title', 'deadline', 'createdAt'),
    ...PAGES,
  },
};

/** Refuses what an operation does not list, what comes twice, and what does not fit. */
export function checkQuery(operation: string, search: URLSearchParams, has: Has): void {
  const known = QUERIES[operation] ?? {};
  for (const [name, value] of search) {
    const fits = Object.hasOwn(known, name) ? known[name] : undefined;
    if (fits === undefined) throw badParameter(name, 'There is no such parameter.');
    if (search.getAll(name).length > 1) throw badParameter(name, 'This parameter is sent twice.');
    if (!fits(value, has)) throw badParameter(name, 'This value does not fit.');
  }
}

type Key = string | number;

/** Which one comes first. Texts are compared by code points, which UTF-16 does not do by itself. */
function compare(a: Key, b: Key): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

/** Sorts by a field, with a minus in front of it the other way round. The things come in the order of their creation. */
export function sorted<Thing>(things: readonly Thing[], sort: string, keyOf: (thing: Thing, field: string) => Key): Thing[] {
  const sign = sort.startsWith('-') ? -1 : 1;
  const field = sort.replace(/^-/, '');
  return things.toSorted((a, b) => sign * compare(keyOf(a, field), keyOf(b, field)));
}

/** The page that a call asks for. The total can be another one than that of the things, by a mistake. */
export function pageOf({ search, pathname, has }: Call, views: readonly object[], total: number = views.length): Reply {
  const number = Number(search.get('page[number]') ?? 1);
  const size = Number(search.get('page[size]') ?? 20) || 20;
  const pages = has('pages-one-more') ? Math.floor(total / size) + 1 : Math.ceil(total / size);
  const linkTo = (page: number): string => {
    const query = new URLSearchParams(search);
    query.set('page[number]', String(page));
    return `${pathname}?${query}`;
  };
  const links = { prev: number > 1 ? linkTo(number - 1) : null, next: number < pages ? linkTo(number + 1) : null };
  return {
    status: 200,
    body: { data: views.slice((number - 1) * size, number * size), meta: { total, pages }, links },
    type: MEDIA_TYPE,
  };
}
