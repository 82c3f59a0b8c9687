// What a handler gets of a request, and what the handlers of a clinic share.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Clinic, Store, Versioned } from '../store.ts';
import { conflict, Refusal } from '../wire.ts';

export type Faults = ReadonlySet<string>;

export interface Call {
  readonly clinic: Clinic;
  /** The id that a parameter of the path has. */
  readonly id: (name: string) => number;
  readonly query: <T>() => T;
  /** The address, for the links of a list. */
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  /** The body with defaults and without read-only members, or a refusal of it. */
  readonly input: <T>() => Promise<T>;
}

export type Handlers = Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>;
export type Part = (store: Store, faults: Faults) => Handlers;

/** The thing with this id, or a refusal. */
export function found<T>(things: ReadonlyMap<number, T>, id: number): T {
  const thing = things.get(id);
  if (thing === undefined) throw new Refusal(404, 'There is nothing with this id.');
  return thing;
}

type Tagged = Versioned<{ readonly id: number }>;

const etagOf = ({ value, version }: Tagged): string => `"${value.id}-${version}"`;

/** A thing that is versioned, or 304 for a client that has this version. */
export function shown(record: Tagged, call: Call, faults: Faults): Reply {
  const etag = etagOf(record);
  const given = call.header('if-none-match');
  const isKnown = given !== undefined && (faults.has('none-match-one-tag-only') ? given === etag : matchesWeak(given, etag));
  if (isKnown) return { status: 304, headers: faults.has('not-modified-without-etag') ? {} : { etag } };
  return { status: 200, body: record.value, headers: { etag } };
}

/** Refuses a change of a version that the client has not seen. */
export function checkMatch(record: Tagged, call: Call): void {
  const given = call.header('if-match');
  if (given === undefined) throw new Refusal(428, 'Send If-Match.');
  if (!matchesStrong(given, etagOf(record))) throw new Refusal(412, 'There is a later version.');
}

/** A versioned thing after a change. */
export function changed<T extends { readonly id: number; readonly updatedAt: string }>(record: Versioned<T>, value: T): Reply {
  record.value = value;
  record.version += 1;
  return { status: 200, body: value, headers: { etag: etagOf(record) } };
}

/** The answer about a new versioned thing. */
export const createdVersion = (record: Tagged, path: string): Reply => ({
  status: 201,
  body: record.value,
  headers: { location: `${path}/${record.value.id}`, etag: etagOf(record) },
});

export const created = (value: { readonly id: number }, path: string): Reply => ({
  status: 201,
  body: value,
  headers: { location: `${path}/${value.id}` },
});

/** Does what a request asks once for each idempotency key, and gives the first answer again. */
export async function once(call: Call, body: unknown, act: () => Reply | Promise<Reply>, faults: Faults): Promise<Reply> {
  const given = call.header('idempotency-key');
  if (given === undefined) return act();
  const key = `${call.pathname} ${given}`;
  const request = JSON.stringify(body);
  const before = call.clinic.remembered.get(key);
  if (before !== undefined) {
    if (before.request !== request && !faults.has('idempotency-other-body')) throw conflict('The key was sent with another body.');
    return before.answer;
  }
  const answer = await act();
  call.clinic.remembered.set(key, { request, answer });
  return answer;
}
