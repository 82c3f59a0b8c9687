// What a handler is given: a request whose session, parameters and body are checked.
import type { Port, Store } from './store.ts';

export type Query = Readonly<Record<string, unknown>>;

export interface Ask {
  /** The port of the session. */
  readonly port: Port;
  readonly store: Store;
  /** The path of the request, without its query. */
  readonly pathname: string;
  /** The texts of the parameters of the path. */
  readonly path: ReadonlyMap<string, string>;
  readonly query: Query;
  /** The query as it was sent. */
  readonly search: URLSearchParams;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whether a fault is turned on. */
  readonly on: (fault: string) => boolean;
}
