// A request as handlers see it, and what several of them do.
import { isDeepStrictEqual } from 'node:util';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import { without } from '../../members.ts';
import { byText } from '../../texts.ts';
import type { Group, Store } from '../store.ts';
import type { Faults, Shown } from '../things.ts';
import { notFound, Refusal, tagOf } from '../wire.ts';

export interface Call {
  readonly group: Group;
  /** The decoded text of a parameter of the path. */
  readonly path: (name: string) => string;
  readonly query: <T>() => T;
  readonly header: (name: string) => string | undefined;
  /** The body with defaults. */
  readonly input: <T>() => T;
}

type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;
export type Part = (store: Store, faults: Faults) => Handlers;

/** A thing of a map, or a refusal. */
export function found<T>(things: ReadonlyMap<string, T>, key: string): T {
  const thing = things.get(key);
  if (thing === undefined) throw notFound();
  return thing;
}

/** Refuses a change of a thing that is not the one that the caller knows. */
export function requireMatch({ header }: Call, tag: string, faults: Faults): void {
  const given = header('if-match');
  const isRefused = faults.has('match-star-refused') && given === '*';
  if (given !== undefined && (isRefused || !matchesStrong(given, tag))) throw new Refusal(412, 'It has changed since you read it.');
}

/** Answers a GET of a thing with its tag, or that the caller has it. */
export function answerRead({ header }: Call, shown: Shown, faults: Faults, tag = tagOf(shown)): Reply {
  const given = header('if-none-match');
  const isKnown = given !== undefined && (faults.has('one-known-tag-alone') ? given === tag : matchesWeak(given, tag));
  return isKnown ? { status: 304, headers: { etag: tag } } : { status: 200, body: shown, headers: { etag: tag } };
}

/** Answers with a thing and its tag, and with its address if it is new. */
export const answerWith = (shown: Shown, location?: string, tag = tagOf(shown)): Reply =>
  location === undefined
    ? { status: 200, body: shown, headers: { etag: tag } }
    : { status: 201, body: shown, headers: { etag: tag, location } };

/** Whether a value is another one than before. A value that is not sent is not. */
export const changes = (before: unknown, after: unknown): boolean => after !== undefined && !isDeepStrictEqual(before, after);

interface Paged {
  readonly page: number;
  readonly per_page: number;
}

interface Slips {
  /** Pages begin with the last thing of the page before. */
  readonly overlap?: boolean;
  readonly isTotalOfPage?: boolean;
  readonly isRoundedDown?: boolean;
}

/** A page of a list, whose things are shown one by one. */
export function pageOf<T>(name: string, things: readonly T[], query: unknown, show: (thing: T) => unknown, slips: Slips = {}): Reply {
  const { page, per_page } = query as Paged;
  const start = (page - 1) * (slips.overlap ? Math.max(per_page - 1, 1) : per_page);
  const shown = things.slice(start, start + per_page).map(show);
  const total = slips.isTotalOfPage ? shown.length : things.length;
  const pages = slips.isRoundedDown ? Math.floor(total / per_page) : Math.ceil(total / per_page);
  return { status: 200, body: { page, per_page, total, pages, [name]: shown } };
}

export type Order = 'asc' | 'desc';

/** Things in an order. What is equal stays in the order of creation. */
export function sorted<T>(things: Iterable<T>, compareTwo: (a: T, b: T) => number, order: Order = 'asc'): T[] {
  return [...things].toSorted((a, b) => (order === 'asc' ? compareTwo(a, b) : compareTwo(b, a)));
}

export const byMember =
  <T>(name: keyof T) =>
  (a: T, b: T): number =>
    byText(String(a[name]), String(b[name]));

/** An object without the members that are null. */
export const withoutNulls = (shown: Shown): Shown => without(shown, ...Object.keys(shown).filter((name) => shown[name] === null));
