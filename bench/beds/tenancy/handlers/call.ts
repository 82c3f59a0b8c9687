// A request as handlers see it, and what several of them do.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import { compare, type Key } from '../../texts.ts';
import type { Agency, Store } from '../store.ts';
import type { Faults } from '../things.ts';
import { tagOf, type View } from '../views.ts';
import { notFound, Refusal } from '../wire.ts';

export interface Call {
  readonly agency: Agency;
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

/** Answers with a thing that has a tag, or with 304 where the client has it. */
export function shown(call: Call, body: View, faults: Faults, isTold = true): Reply {
  const etag = tagOf(body, faults);
  const given = call.header('if-none-match');
  if (given !== undefined && isTold && matchesWeak(given, etag)) return { status: 304, headers: { etag } };
  return { status: 200, body, headers: { etag } };
}

/** Answers after a change of a thing that has a tag. */
export const changed = (body: View, faults: Faults): Reply => ({ status: 200, body, headers: { etag: tagOf(body, faults) } });

/** Answers with a new thing that has a tag. */
export const made = (path: string, body: View, faults: Faults): Reply => ({
  status: 201,
  body,
  headers: { location: `${path}/${body.id}`, etag: tagOf(body, faults) },
});

/** Refuses a change of a thing that has another tag. */
export function requireTag(call: Call, view: View, faults: Faults): void {
  const given = call.header('if-match');
  if (given !== undefined && !matchesStrong(given, tagOf(view, faults))) throw new Refusal(412, 'The thing has changed.');
}

/** Sorts things that come in the order of their creation. Those with the same key stay in that order. */
export function sorted<T>(things: readonly T[], keyOf: ((thing: T) => Key) | undefined, isDescending: boolean): T[] {
  if (keyOf === undefined) return isDescending ? things.toReversed() : [...things];
  const sign = isDescending ? -1 : 1;
  return things.toSorted((a, b) => sign * compare(keyOf(a), keyOf(b)));
}

/** The part of a list that a request asks for. */
export function slice<T>(call: Call, things: readonly T[], viewOf: (thing: T) => View, faults: Faults): Reply {
  const { start, size } = call.query<{ start: number; size: number }>();
  const from = faults.has('second-slice-repeats') && start > 0 ? start - 1 : start;
  const values = things.slice(from, from + size).map(viewOf);
  const end = start + size;
  const hasMore = faults.has('next-start-at-end') ? end <= things.length : end < things.length;
  const total = faults.has('total-of-slice') ? values.length : things.length;
  return { status: 200, body: { values, start, total, nextStart: hasMore ? end : null } };
}

/** Headers that repeat what came with a request. */
export function correlated(call: Call): Readonly<Record<string, string>> {
  const given = call.header('x-correlation-id');
  return given === undefined ? {} : { 'x-correlation-id': given };
}
