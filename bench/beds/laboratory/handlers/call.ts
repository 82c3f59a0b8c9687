// What the handlers of the operations get, and what several of them do.
import { millisecondsOf } from '../../clock.ts';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import { compare, type Key } from '../../texts.ts';
import type { Query } from '../contract.ts';
import type { Lab, Store } from '../store.ts';
import { invalid, missing, ok, Refusal, tagOf } from '../wire.ts';

export type Faults = ReadonlySet<string>;

export interface Call {
  readonly store: Store;
  readonly lab: Lab;
  /** The other laboratory. Only faults look into it. */
  readonly other: Lab;
  readonly faults: Faults;
  readonly query: Query;
  readonly path: (name: string) => string;
  readonly header: (name: string) => string | undefined;
  /** The body, or a refusal. */
  readonly input: <T>() => T;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

/** The thing with a number in the path. */
export function thing<T>(things: ReadonlyMap<string, T>, id: string, what: string): T {
  const found = things.get(id);
  if (found === undefined) throw missing(what);
  return found;
}

/** The thing with a number in the body. */
export function named<T>(things: ReadonlyMap<string, T>, id: string, path: string): T {
  const found = things.get(id);
  if (found === undefined) throw invalid(path, `There is no ${id}.`);
  return found;
}

const YEAR_2000 = Date.UTC(2000, 0);

/** A time of a body in UTC, which is neither in the future nor before the year 2000. */
export function past(text: string, now: string, path: string, mayBeLater = false): string {
  const time = millisecondsOf(text);
  if (time < YEAR_2000) throw invalid(path, 'The time is before the year 2000.');
  if (time > Date.parse(now) && !mayBeLater) throw invalid(path, 'The time is in the future.');
  return new Date(time).toISOString();
}

/** Refuses a change of a thing that the caller no longer knows. */
export function checkMatch({ header }: Call, shown: object): void {
  const known = header('if-match');
  if (known !== undefined && !matchesStrong(known, tagOf(shown))) throw new Refusal(412, 'changed', 'The thing is another one by now.');
}

/** Shows a thing with its tag, or 304 to a caller that has it. */
export function fresh({ header, faults }: Call, shown: object, tag = tagOf(shown)): Reply {
  const known = header('if-none-match');
  const matches = faults.has('first-tag-alone') ? known?.split(',')[0] === tag : known !== undefined && matchesWeak(known, tag);
  return matches ? { status: 304, headers: { etag: tag } } : ok(shown, { etag: tag });
}

/** A page of things, as they are shown. */
export function pageOf<T>({ query, faults }: Call, things: readonly T[], view: (thing: T) => object): Reply {
  const page = Number(query.get('page'));
  const perPage = Number(query.get('perPage'));
  const first = (page - 1) * perPage - (faults.has('pages-overlap') && page > 1 ? 1 : 0);
  const rows = things.slice(first, first + perPage);
  const whole = faults.has('pages-cut-off') ? Math.floor : Math.ceil;
  const total = faults.has('total-of-page') ? rows.length : things.length;
  return ok({ rows: rows.map(view), paging: { page, perPage, pages: whole(things.length / perPage), total } });
}

/** Sorts by what the query says. Equal things stay in their order. */
export function sorted<T>({ query, faults }: Call, things: readonly T[], keys: Readonly<Record<string, (thing: T) => Key>>): T[] {
  const sort = query.get('sort') as string | undefined;
  const key = keys[sort?.replace('-', '') ?? ''];
  if (sort === undefined || key === undefined) return [...things];
  const isDown = sort.startsWith('-');
  if (isDown && faults.has('ties-turned-around')) return things.toSorted((a, b) => compare(key(a), key(b))).toReversed();
  return things.toSorted((a, b) => compare(key(a), key(b)) * (isDown ? -1 : 1));
}
