// What a handler gets, and how it answers with a thing.
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Company, Store } from '../store.ts';
import { conflict, invalid, notFound, Refusal, tagOf } from '../wire.ts';

export type Faults = ReadonlySet<string>;

/** A request that is allowed, and whose parameters are right. */
export interface Call {
  readonly company: Company;
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly id: (name: string) => string;
  readonly query: <T>() => T;
  readonly header: (name: string) => string | undefined;
  /** The body, or a refusal of it. */
  readonly input: <T>() => T;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;
export type Part = (store: Store, faults: Faults) => Handlers;

/** The thing with this number, or 404. */
export function find<T>(things: ReadonlyMap<string, T>, number: string): T {
  const found = things.get(number);
  if (found === undefined) throw notFound();
  return found;
}

/** The thing that a number in a body leads to, or 422. */
export function refer<T>(things: ReadonlyMap<string, T>, number: string, pointer: string): T {
  const found = things.get(number);
  if (found === undefined) throw invalid(pointer, 'leads to nothing');
  return found;
}

/** Refuses with 409 what the state of things does not allow. */
export function need(holds: boolean, message: string): void {
  if (!holds) throw conflict(message);
}

/** A thing and its tag. */
export const shown = (body: unknown, tag = tagOf(body)): Reply => ({ status: 200, headers: { etag: tag }, body });

/** A thing that is new. */
export const created = (body: { readonly number: string }, collection: string): Reply => ({
  status: 201,
  headers: { etag: tagOf(body), location: `/${collection}/${body.number}` },
  body,
});

/** Answers a GET, with 304 if the client has the state already. */
export function read(call: Call, body: unknown, tag = tagOf(body)): Reply {
  const known = call.header('if-none-match');
  if (known === undefined || !matchesWeak(known, tag)) return shown(body, tag);
  return { status: 304, headers: { etag: tag } };
}

/** Refuses a change of a state that the client has not seen. */
export function checkTag(call: Call, body: unknown): void {
  const given = call.header('if-match');
  if (given === undefined) throw new Refusal(428, 'If-Match is missing.');
  if (!matchesStrong(given, tagOf(body))) throw new Refusal(412, 'The thing has changed since.');
}
