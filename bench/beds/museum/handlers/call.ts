// What a handler is given, and how it finds things and answers with them.
import { createHash } from 'node:crypto';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Museum } from '../store.ts';
import type { Role } from '../things.ts';
import { notFound, Refusal } from '../wire.ts';

export type Faults = ReadonlySet<string>;

export interface Call {
  readonly museum: Museum;
  readonly role: Role;
  readonly pathname: string;
  readonly search: URLSearchParams;
  /** An id of the path. */
  readonly id: (name: string) => string;
  readonly query: <T>() => T;
  readonly header: (name: string) => string | undefined;
  /** The body, once it is known to be as described. */
  readonly input: <T>() => T;
}

type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

/** The thing that an id of the path leads to. */
export function thing<T>(call: Call, things: ReadonlyMap<string, T>, name: string): T {
  const found = things.get(call.id(name));
  if (found === undefined) throw notFound();
  return found;
}

/** The tag of what is shown. */
export const tagOf = (body: unknown): string => `"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 20)}"`;

/** Answers with what is shown and its tag. */
export const tagged = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  body,
  headers: { ...headers, etag: tagOf(body) },
});

/** Answers a read, with 304 where the client has what is shown. */
export function read(call: Call, body: unknown, faults: Faults): Reply {
  const etag = tagOf(body);
  const given = call.header('if-none-match');
  const isKnown = given !== undefined && (faults.has('only-one-known-tag') ? given === etag : matchesWeak(given, etag));
  return isKnown ? { status: 304, headers: { etag } } : { status: 200, body, headers: { etag } };
}

/** Refuses a change of a thing that has another tag. */
export function requireTag(call: Call, body: unknown): void {
  const given = call.header('if-match');
  if (given !== undefined && !matchesStrong(given, tagOf(body))) throw new Refusal(412, 'It has changed since you read it.');
}
