// What a handler gets of a request, and what several handlers do with it.
import type { IncomingHttpHeaders } from 'node:http';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Query } from '../contract.ts';
import type { School, Store } from '../store.ts';
import type { Class, Pupil, Trip } from '../things.ts';
import { must, Refusal, tagOf } from '../wire.ts';

export interface Call {
  readonly store: Store;
  readonly school: School;
  /** Whether the token is one of the office. */
  readonly office: boolean;
  readonly path: (name: string) => string;
  readonly query: Query;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Whether a fault is turned on. */
  readonly has: (fault: string) => boolean;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

export const NOT_FOUND = 'There is no such thing in your school.';

/** The thing that the path names. */
export function find<V>(things: ReadonlyMap<string, V>, key: string): V {
  const found = things.get(key);
  must(found !== undefined, 404, NOT_FOUND);
  return found;
}

export const classOf = (call: Call): Class => find(call.school.classes, call.path('classId'));
export const pupilOf = (call: Call): Pupil => find(call.school.pupils, call.path('pupilId'));
export const tripOf = (call: Call): Trip => find(call.school.trips, call.path('tripId'));

/** An answer with the ETag of what it shows. */
export const tagged = (status: number, view: object, tag = tagOf(view), headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body: view,
  headers: { etag: tag, ...headers },
});

/** Shows a thing, or 304 to a caller who has it. */
export function showTagged({ headers, has }: Call, view: object, tag = tagOf(view)): Reply {
  const known = headers['if-none-match'];
  const fits = known !== undefined && (has('if-none-match-single') ? known === tag : matchesWeak(known, tag));
  return fits ? { status: 304, headers: { etag: tag } } : tagged(200, view, tag);
}

/** Refuses a change of a thing that has another ETag than the caller knows. */
export function guard({ headers, has }: Call, view: object, tag = tagOf(view)): void {
  const known = headers['if-match'];
  if (known === undefined) return;
  const fits = has('if-match-star-refused') && known.trim() === '*' ? false : matchesStrong(known, tag);
  if (!fits) throw new Refusal(412, 'The thing has another ETag by now.');
}

interface Pages<V> {
  readonly show: (value: V) => unknown;
  /** Faults of this list, by what they do wrong. */
  readonly faults?: Readonly<{ overlap?: string; total?: string; last?: string; beyond?: string }>;
}

/** A page of a list. */
export function pageOf<V>({ query, has }: Call, values: readonly V[], { show, faults = {} }: Pages<V>): Reply {
  const skip = Number(query.skip);
  const limit = Number(query.limit);
  const on = (fault: string | undefined): boolean => fault !== undefined && has(fault);
  if (on(faults.beyond) && skip > 0 && skip >= values.length) throw new Refusal(404, NOT_FOUND);
  const first = on(faults.overlap) && skip > 0 ? skip - 1 : skip;
  const shown = values.slice(first, first + limit);
  const end = skip + shown.length;
  const total = on(faults.total) ? shown.length : values.length;
  const isLastPage = on(faults.last) ? shown.length < limit : end >= values.length;
  return { status: 200, body: { elements: shown.map(show), skip, limit, total, isLastPage } };
}
