// What the handlers of the parcel service share: a call, and things by their ids.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Account, Store } from '../store.ts';
import { notFound, Refusal } from '../wire.ts';

export type Faults = ReadonlySet<string>;

export interface Call {
  readonly account: Account;
  readonly pathname: string;
  readonly search: URLSearchParams;
  /** An id in the path. */
  readonly id: (name: string) => string;
  readonly query: <T>() => T;
  readonly header: (name: string) => string | undefined;
  /** The checked body. */
  readonly input: <T>() => T;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

/** A part of the service: the handlers of some operations. */
export type Part = (store: Store, faults: Faults) => Handlers;

/** A thing by its id, or 404. */
export function found<T>(things: ReadonlyMap<string, T>, id: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw notFound();
  return thing;
}

/** The account that a thing is looked for in. By a fault it is any account that has the thing. */
export const ownerOf = (store: Store, { account }: Call, isLoose: boolean, has: (account: Account) => boolean): Account =>
  (isLoose ? [...store.accounts.values()].find(has) : undefined) ?? account;

export const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

export const etagOf = (look: unknown): string => `"${hashOf(look)}"`;

/** Refuses a change if the caller has seen another state of the thing. */
export function checkMatch(call: Call, look: unknown, faults: Faults): void {
  const header = call.header('if-match');
  if (header === undefined) return;
  const isMatch = faults.has('if-match-takes-weak-tags') ? matchesWeak : matchesStrong;
  if (!isMatch(header, etagOf(look))) throw new Refusal(412, 'The thing has changed.');
}

/** An answer to GET, or 304 if the caller has it. */
export function shown(call: Call, body: unknown, etag: string, faults: Faults): Reply {
  const header = call.header('if-none-match');
  const isKnown = header !== undefined && (faults.has('if-none-match-one-tag') ? header === etag : matchesWeak(header, etag));
  return isKnown ? { status: 304, headers: { etag } } : { status: 200, body, headers: { etag } };
}

/** Answers once for each key: the second time with the first answer. */
export function once(call: Call, body: unknown, make: () => Reply, faults: Faults): Reply {
  const name = call.header('idempotency-key');
  if (name === undefined) return make();
  const key = faults.has('idempotency-key-any-path') ? name : `${call.pathname} ${name}`;
  const first = call.account.answers.get(key);
  if (first === undefined) {
    const reply = make();
    call.account.answers.set(key, { body: structuredClone(body), reply });
    return reply;
  }
  if (!isDeepStrictEqual(first.body, body) && !faults.has('idempotency-other-body')) throw new Refusal(422, 'The key had another body.');
  const { reply } = first;
  const replayed = faults.has('idempotency-replayed-missing') ? {} : { 'idempotency-replayed': 'true' };
  const status = faults.has('idempotency-replay-status') ? 200 : reply.status;
  return { ...reply, status, headers: { ...reply.headers, ...replayed } };
}
