// What a bed is made of.
import type { Running } from './listen.ts';

/** Which kind of mistake a fault is. */
export type Class = 'values' | 'sequences' | 'rich values' | 'responses' | 'conditions' | 'lists' | 'accounts' | 'secrets';

/** A mistake that a service makes once its id is turned on. */
export interface Fault {
  readonly id: string;
  readonly class: Class;
  /** What the service does wrong, in one sentence. */
  readonly what: string;
  /** The operations that show it. */
  readonly where: string;
}

/** A fault in the list of its class. */
export type Row = readonly [id: string, where: string, what: string];

/** The faults of a bed from its lists by class. */
export const faultsOf = (classes: Readonly<Record<Class, readonly Row[]>>): readonly Fault[] =>
  Object.entries(classes).flatMap(([name, rows]) => rows.map(([id, where, what]) => ({ id, class: name as Class, what, where })));

/** A key or a token, or the name and the password of HTTP Basic. */
export type Secret = string | { readonly username: string; readonly password: string };

export interface Bed {
  readonly name: string;
  /** The path of the OpenAPI document. */
  readonly document: string;
  /** Starts the service in this process, on loopback, with the faults of these ids. */
  readonly start: (faults: ReadonlySet<string>) => Promise<Running>;
  /**
   * The callers of the service: for each one the secret of each security scheme of the document. The second caller has another account than the
   * first one; the third one has fewer rights in the account of the first one.
   */
  readonly credentials: Readonly<Record<string, Readonly<Record<string, Secret>>>>;
  readonly faults: readonly Fault[];
}
