// Parts of lists, with cursors.
import type { Reply } from '../../http.ts';
import { type Key, compare as order } from '../../texts.ts';
import { badParameter } from '../wire.ts';
import type { Call, Faults } from './call.ts';

interface Page {
  readonly limit: number;
  readonly cursor?: string;
}

const cursorOf = (start: number): string => Buffer.from(`after:${start}`).toString('base64url');

function startOf({ cursor }: Page): number {
  if (cursor === undefined) return 0;
  const [, start] = /^after:([1-9]\d{0,8})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (start === undefined || cursorOf(Number(start)) !== cursor) throw badParameter('cursor', 'is not the `next` of a list');
  return Number(start);
}

/** Things by a name with an optional minus. Things that are equal keep their order. */
export function sorted<T>(things: readonly T[], sort: string | undefined, keyOf: (thing: T, name: string) => Key): T[] {
  if (sort === undefined) return [...things];
  const name = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  return things.toSorted((a, b) => sign * order(keyOf(a, name), keyOf(b, name)));
}

function linkOf({ pathname, search }: Call, next: string, faults: Faults): string {
  const limit = search.get('limit');
  const query = faults.has('link-without-filters') ? new URLSearchParams(limit === null ? {} : { limit }) : new URLSearchParams(search);
  query.set('cursor', next);
  return `<${pathname}?${query}>; rel="next"`;
}

interface Counts {
  /** How many things the list has without filters. */
  readonly unfiltered: number;
}

/** Answers with a part of a list. `name` is the member that has the things. */
export function listed<T>(
  call: Call,
  name: string,
  things: readonly T[],
  show: (thing: T) => unknown,
  faults: Faults,
  { unfiltered }: Counts = { unfiltered: things.length },
): Reply {
  const page = call.query<Page>();
  const start = startOf(page);
  const end = start + page.limit;
  const part = things.slice(start, end);
  const isLast = faults.has('full-last-part-has-next') ? part.length < page.limit : end >= things.length;
  const next = isLast ? null : cursorOf(faults.has('parts-overlap') ? Math.max(end - 1, start + 1) : end);
  const total = faults.has('total-of-the-part') ? part.length : faults.has('total-without-filters') ? unfiltered : things.length;
  const link = next === null ? {} : { link: linkOf(call, next, faults) };
  return { status: 200, body: { [name]: part.map(show), next }, headers: { 'total-count': String(total), ...link } };
}
