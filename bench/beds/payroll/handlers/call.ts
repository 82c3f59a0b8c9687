// What a handler is given, and how it finds things and answers with them.
import { createHash } from 'node:crypto';
import { matchesStrong, matchesWeak, type Reply } from '../../http.ts';
import type { Employee, Employer } from '../store.ts';
import { type Faults, notFound, Refusal } from '../wire.ts';

export type { Faults };

export interface Call {
  readonly employer: Employer;
  /** Employers of other tokens. */
  readonly others: readonly Employer[];
  readonly pathname: string;
  /** Whether the token has a scope. */
  readonly may: (scope: string) => boolean;
  /** A parameter of the path. */
  readonly param: (name: string) => string;
  readonly query: <T>() => T;
  readonly header: (name: string) => string | undefined;
  /** The body, once it is known to be as described. */
  readonly input: <T>() => T;
}

type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;

/** The thing that an id of the path leads to. */
export function thing<T>(call: Call, things: ReadonlyMap<string, T>, name: string): T {
  const found = things.get(call.param(name));
  if (found === undefined) throw notFound();
  return found;
}

export const employeeOf = (call: Call): Employee => thing(call, call.employer.employees, 'employeeId');

export const tagOf = (shown: unknown): string => `"${createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 12)}"`;

/** Answers with a thing that has a tag, or with 304 where the client has it. */
export function tagged(call: Call, body: unknown, etag: string, faults: Faults, headers: Readonly<Record<string, string>> = {}): Reply {
  const given = call.header('if-none-match');
  const isKnown = given !== undefined && (faults.has('weak-tags-do-not-match') ? matchesStrong(given, etag) : matchesWeak(given, etag));
  return isKnown ? { status: 304, headers: { etag } } : { status: 200, body, headers: { ...headers, etag } };
}

/** Refuses a change of a thing that has another tag. */
export function requireTag(call: Call, etag: string): void {
  const given = call.header('if-match');
  if (given !== undefined && !matchesStrong(given, etag)) throw new Refusal('precondition-failed', 'The thing has another ETag.');
}
