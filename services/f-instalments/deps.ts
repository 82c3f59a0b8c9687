// What the handlers of the instalment service need, and who calls them.
import type { ServerContext } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Platform } from '../platform/service.ts';
import type { Unit as UnitOf } from '../platform/unit.ts';
import type { InstalmentsTables, Row } from './tables.ts';

export type Deps = Pick<Platform<InstalmentsTables>, 'store' | 'clock' | 'ids' | 'due' | 'outbox'>;

export type Tables = Kysely<InstalmentsTables>;

export type Unit = UnitOf<InstalmentsTables, Deps>;

/** The shop whose key a request has. */
export interface Caller {
  readonly shop: Row<'f_shops'>;
}

export type Context = ServerContext<Caller>;
