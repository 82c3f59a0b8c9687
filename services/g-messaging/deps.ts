// What the rooms of the messaging service need, and who calls it.

import type { ServerContext } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Platform } from '../platform/service.ts';
import type { Unit as UnitOf } from '../platform/unit.ts';
import type { MessagingTables } from './tables.ts';

export type MessagingPlatform = Platform<MessagingTables>;

export type Deps = Pick<
  MessagingPlatform,
  'store' | 'clock' | 'ids' | 'cursors' | 'due' | 'outbox' | 'bus' | 'blobs' | 'originOf' | 'forget'
>;

/** The scheme and authority with which links in messages begin. */
export function originOf(deps: Pick<Deps, 'originOf'>): string {
  return deps.originOf('g-messaging') ?? 'https://messaging.example.com';
}

export type Tables = Kysely<MessagingTables>;

export type Unit = UnitOf<MessagingTables, Deps>;

/** Whose credential a request has. */
export interface Caller {
  readonly account: number;
  readonly user: number;
  /** A page or an app with a token may only report events of one contact. */
  readonly reporter?: Reporter;
}

interface Reporter {
  readonly contact: number;
  /** The types of events; null: all. */
  readonly types: readonly string[] | null;
}

export type Context = ServerContext<Caller>;
