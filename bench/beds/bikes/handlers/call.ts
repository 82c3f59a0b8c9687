// What a handler is given and gives back.
import type { Reply } from '../../http.ts';
import type { Company, Store } from '../store.ts';
import { Refusal } from '../wire.ts';

export interface Call {
  readonly company: Company;
  /** A path parameter. */
  readonly id: (name: string) => string;
  readonly number: (name: string) => number;
  readonly query: <T>() => T;
  /** The path of the address, and its query as it was sent. */
  readonly pathname: string;
  readonly search: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  /** The body by its schema, with defaults. */
  readonly input: <T>() => T;
  /** The body as it is, and its media type. */
  readonly upload: () => { readonly bytes: Buffer; readonly type: string };
}

export type Handlers = Readonly<Record<string, (call: Call) => Reply | Promise<Reply>>>;
export type Faults = ReadonlySet<string>;

/** Handlers of one part of the service. A fault that is planted is in the set. */
export type Part = (store: Store, faults: Faults) => Handlers;

/** The thing of an id: a 410 where it is deleted, and a 404 where it never was. */
export function requireThing<T>({ gone }: Company, things: ReadonlyMap<string, T>, id: string): T {
  const found = things.get(id);
  if (found !== undefined) return found;
  throw gone.has(id) ? new Refusal(410, 'It is deleted.') : new Refusal(404, 'There is no such thing.');
}
