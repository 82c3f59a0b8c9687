// Indexes that a service derives from its rows, each in the way of its engine: migrations do not make them, and snapshots need not have them.

import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';

/**
 * All of it follows from the rows of the service, which writes it in the unit of work that changes them. It is made and filled anew where there is
 * none, where it has another version, and where rows come from the other engine.
 */
export interface DerivedIndex<Tables> {
  /** The name of its table. Further tables that the engine makes for it have names that begin with this one and `_`. */
  readonly name: string;
  /** Goes up whenever the same rows give another index. */
  readonly version: number;
  /** The statements that make it, empty. */
  create(engine: Engine): readonly string[];
  /** Takes everything out of it. */
  clear(tables: Kysely<Tables>): Promise<void>;
  /** Fills the empty index with all rows. */
  rebuild(tables: Kysely<Tables>): Promise<void>;
}

/** One of a service, without the types of its tables. */
export interface AnyIndex extends Pick<DerivedIndex<unknown>, 'name' | 'version' | 'create'> {
  clear(tables: unknown): Promise<void>;
  rebuild(tables: unknown): Promise<void>;
}

export function anyIndex<Tables>({ name, version, ...index }: DerivedIndex<Tables>): AnyIndex {
  return {
    name,
    version,
    create: (engine) => index.create(engine),
    clear: (tables) => index.clear(tables as Kysely<Tables>),
    rebuild: (tables) => index.rebuild(tables as Kysely<Tables>),
  };
}
