// What a handler gets.
import type { Reply } from '../http.ts';
import type { Has } from './inputs.ts';
import type { Query } from './lists.ts';
import type { Store } from './store.ts';

export interface Call {
  readonly store: Store;
  readonly institute: string;
  readonly has: Has;
  /** The id in the path. */
  readonly id: string;
  readonly query: Query;
  readonly header: (name: string) => string | undefined;
  /** Reads the body, looks at conditions, and then checks the shape of the body. */
  readonly body: <T>(conditions?: () => void) => Promise<T>;
}

export type Handler = (call: Call) => Promise<Reply> | Reply;
