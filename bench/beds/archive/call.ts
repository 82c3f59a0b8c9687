// What an operation gets, and what it gives.
import type { Reply } from '../http.ts';
import type { Store } from './store.ts';
import type { Archive, Has } from './things.ts';

/** A value of the query, after it was checked. */
export type Value = string | number | boolean | readonly string[];

/** A request that is well formed. */
export interface Call {
  readonly store: Store;
  readonly archive: Archive;
  readonly has: Has;
  /** The id in the path, and the day in it. */
  readonly id: number;
  readonly day: string;
  readonly query: ReadonlyMap<string, Value>;
  readonly search: URLSearchParams;
  readonly pathname: string;
  readonly header: (name: string) => string | undefined;
  readonly body: unknown;
}

export type Handler = (call: Call) => Reply | Promise<Reply>;
