// What the handlers of the instalment service need, and who calls them.
import type { ServerContext } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Platform } from '../platform/service.ts';
import type { InstalmentsTables, ShopRow } from './tables.ts';

export type Deps = Pick<Platform<InstalmentsTables>, 'store' | 'clock' | 'ids' | 'due' | 'outbox'>;

export type Tables = Kysely<InstalmentsTables>;

/** A unit of work, and its present. */
export interface Unit {
  readonly deps: Deps;
  readonly tables: Tables;
  readonly at: number;
}

/** The shop whose key a request has. */
export interface Caller {
  readonly shop: ShopRow;
}

export type Context = ServerContext<Caller>;

/** Does something in one unit of work. */
export async function write<Result>(deps: Deps, work: (unit: Unit) => Promise<Result>): Promise<Result> {
  const at = deps.clock.now();
  return deps.store.write((tables) => work({ deps, tables, at }));
}
