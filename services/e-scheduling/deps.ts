// What the handlers of the scheduling service need, and who calls them.
import type { ServerContext } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Without } from '../platform/limits/rates.ts';
import type { Platform } from '../platform/service.ts';
import type { Unit as UnitOf } from '../platform/unit.ts';
import type { Row, SchedulingTables } from './tables.ts';

export type Deps = Pick<Platform<SchedulingTables>, 'store' | 'clock' | 'ids' | 'cursors' | 'outbox' | 'due' | 'bus' | 'originOf'>;

export type Tables = Kysely<SchedulingTables>;

export type Unit = UnitOf<SchedulingTables, Deps>;

/** Whose token a request has. */
export interface Caller {
  readonly user: string;
  readonly organization: string;
  readonly role: Row<'e_memberships'>['role'];
  /** The application that the user granted the token to; null for a personal access token. */
  readonly application: string | null;
  /** The hash of the token, which limits are counted by. */
  readonly token: string;
}

export type Context = ServerContext<Caller>;

/** Handlers, which leave the headers of limits to the server. */
export type Handlers<All> = Without<'X-RateLimit-Limit' | 'X-RateLimit-Remaining' | 'X-RateLimit-Reset', All>;
