// What a handler is given.
import type { Reply } from '../http.ts';
import type { Values } from './contract.ts';
import type { Store } from './store.ts';
import type { Hub } from './things.ts';

export interface Call {
  readonly store: Store;
  readonly hub: Hub;
  /** An id of the path. */
  readonly id: (name: string) => number;
  readonly query: Values;
  readonly header: (name: string) => string | undefined;
  readonly body: unknown;
  /** The path and the query as they were sent. */
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly has: (fault: string) => boolean;
}

export type Handlers = Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>;
