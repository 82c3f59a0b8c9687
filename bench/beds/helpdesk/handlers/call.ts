// What a handler is given and gives back.
import type { Reply } from '../../http.ts';
import type { Account } from '../store.ts';
import type { FormPart } from '../wire.ts';

export interface Call {
  readonly account: Account;
  /** Whether the key only reads. */
  readonly isViewer: boolean;
  /** A path parameter as it is in the address. */
  readonly path: (name: string) => string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The path of the address, and its query as it was sent. */
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  /** The body, as its schema has it and with defaults. */
  readonly input: <T>() => T;
  readonly form: () => ReadonlyMap<string, FormPart>;
}

export type Handlers = Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>;
