// What a handler is given, and how it finds things and answers with them.
import { createHash } from 'node:crypto';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Account, Store } from '../store.ts';
import { notFound, Refusal } from '../wire.ts';

export type Faults = ReadonlySet<string>;

export interface Call {
  readonly account: Account;
  /** An id of the path. */
  readonly id: (name: string) => string;
  readonly query: <T>() => T;
  readonly header: (name: string) => string | undefined;
  /** The body, once it is known to be as described. */
  readonly input: <T>() => T;
  /** The bytes of a body that is no JSON, and its media type. */
  readonly file: () => { readonly content: Buffer; readonly type: string };
}

type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;
export type Part = (store: Store, faults: Faults) => Handlers;

/** What a map has under an id, or a refusal. */
export function known<T>(things: ReadonlyMap<string, T>, id: string): T {
  const found = things.get(id);
  if (found === undefined) throw notFound();
  return found;
}

export const hashOf = (algorithm: string, content: Buffer | string): string => createHash(algorithm).update(content).digest('hex');

/** The tag of what is shown. */
export const tagOf = (shown: unknown): string => `"${hashOf('sha1', JSON.stringify(shown)).slice(0, 16)}"`;

/** Answers with something that has a tag, or with 304 where the client has it. */
export function tagged(call: Call, reply: Reply, etag: string, isKnown = matchesWeak): Reply {
  const given = call.header('if-none-match');
  if (given !== undefined && isKnown(given, etag)) return { status: 304, headers: { etag } };
  return { ...reply, headers: { ...reply.headers, etag } };
}

/** Whether a client that names tags may change something with this one. */
export function mayChange(call: Call, etag: string): boolean {
  const given = call.header('if-match');
  return given === undefined || matchesStrong(given, etag);
}

export const changed = (): Refusal => new Refusal(412, 'It has another version.');

/** Refuses a change of something that has another tag. */
export function requireTag(call: Call, etag: string): void {
  if (!mayChange(call, etag)) throw changed();
}
