// What a handler is given, and how it finds things and answers with them.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { House } from '../store.ts';
import { notFound, Refusal } from '../wire.ts';

export type Faults = ReadonlySet<string>;

export interface Call {
  readonly house: House;
  readonly pathname: string;
  readonly search: URLSearchParams;
  /** An id of the path. */
  readonly id: (name: string) => number;
  readonly query: <T>() => T;
  readonly header: (name: string) => string | undefined;
  /** The body, once it is known to be as described. */
  readonly input: <T>() => T;
}

type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

/** The thing that an id of the path leads to. */
export function thing<T>(call: Call, things: ReadonlyMap<number, T>, name: string): T {
  const found = things.get(call.id(name));
  if (found === undefined) throw notFound();
  return found;
}

/** Answers with a thing that has a tag, or with 304 where the client has it. */
export function tagged(call: Call, body: unknown, etag: string, faults: Faults): Reply {
  const given = call.header('if-none-match');
  const isKnown = given !== undefined && (faults.has('tag-lists-not-matched') ? given === etag : matchesWeak(given, etag));
  if (isKnown) return { status: 304, headers: faults.has('not-modified-without-tag') ? {} : { etag } };
  return { status: 200, body, headers: { etag } };
}

/** Refuses a change of a thing that has another tag. */
export function requireTag(call: Call, etag: string): void {
  const given = call.header('if-match');
  if (given !== undefined && !matchesStrong(given, etag)) throw new Refusal(412, 'The thing has another tag.');
}

/** Gives the first answer again to a request that is sent again with its key. */
export async function once(call: Call, operation: string, body: object, act: () => Promise<Reply>): Promise<Reply> {
  const key = call.header('idempotency-key');
  if (key === undefined) return act();
  const request = call.pathname + JSON.stringify(body);
  const known = call.house.replays.get(`${operation} ${key}`);
  if (known !== undefined && known.request !== request) throw new Refusal(409, 'The key was used for another request.');
  const reply = known?.reply ?? (await act());
  call.house.replays.set(`${operation} ${key}`, { request, reply });
  return reply;
}
