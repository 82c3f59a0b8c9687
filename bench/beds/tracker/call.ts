// A call of an operation.
import type { Clock } from '../clock.ts';
import type { Reply } from '../http.ts';
import type { Store } from './store.ts';
import type { Workspace } from './things.ts';

export interface Login {
  readonly handle: string;
  readonly workspace: string;
  readonly isGuest: boolean;
}

export interface Call {
  readonly store: Store;
  readonly clock: Clock;
  readonly login: Login;
  readonly workspace: Workspace;
  readonly path: (name: string) => string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: (name: string) => string | undefined;
  readonly body: unknown;
  /** Whether a fault is turned on. */
  readonly has: (fault: string) => boolean;
}

type Handler = (call: Call) => Reply | Promise<Reply>;
export type Handlers = Readonly<Record<string, Handler>>;
