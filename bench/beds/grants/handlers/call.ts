// What a handler gets and gives.
import type { Reply } from '../../http.ts';
import type { Foundation, Store } from '../store.ts';

export type Faults = ReadonlySet<string>;

/** A request that is as the document declares it. */
export interface Call {
  readonly foundation: Foundation;
  /** Who the trail names. */
  readonly by: string;
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly id: (name: string) => string;
  readonly query: <T>(name: string) => T | undefined;
  readonly input: <T>() => T;
}

export type Handlers = Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>;

/** The handlers of some operations. */
export type Part = (store: Store, faults: Faults) => Handlers;
