// What the rooms of the microblogging service need, and who calls it.
import type { ServerContext } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Platform } from '../platform/service.ts';
import type { Level } from './access/levels.ts';
import type { MicroblogTables } from './tables.ts';

export type MicroblogPlatform = Platform<MicroblogTables>;

export type Deps = Pick<MicroblogPlatform, 'store' | 'bus' | 'clock' | 'ids' | 'cursors' | 'limits' | 'originOf'>;

/** The scheme and authority with which addresses of pictures begin. */
export function originOf(deps: Pick<Deps, 'originOf'>): string {
  return deps.originOf('b-microblog') ?? 'https://microblog.example.com';
}

/** The scheme and authority of version 1.1, with which addresses of its operations begin. */
export function originV1Of(deps: Pick<Deps, 'originOf'>): string {
  return deps.originOf('b-microblog-v1') ?? 'https://legacy.microblog.example.com';
}

export type Tables = Kysely<MicroblogTables>;

/** Whose credential a request has. */
export interface Caller {
  /** Identifier of the application. */
  readonly app: string;
  readonly level: Level;
  /** Identifier of the user for whom the application acts; absent: it acts for itself. */
  readonly user?: string;
}

/** A caller who is a user. */
interface UserCaller extends Caller {
  readonly user: string;
}

/** The caller of version 1.1, which always acts for a user. */
export interface CallerV1 extends UserCaller {
  /** The token that signed the request; absent: it is not signed. */
  readonly token?: string;
}

export type ContextV1 = ServerContext<CallerV1>;

export type Context = ServerContext<Caller>;
