// Declares what a service is to the platform, and what the platform gives a service.

import type { FetchHandler, ServerOptions } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { SandboxClock } from './clock/clock.ts';
import type { Ids } from './ids.ts';
import type { Limits } from './limits/limits.ts';
import type { Store } from './store/store.ts';

/** What a service is made with. */
export interface Platform<Tables> {
  readonly store: Store<Tables>;
  readonly clock: SandboxClock;
  readonly ids: Ids;
  readonly limits: Limits;
  /**
   * Adds to the options of a server what all servers share: validated responses, the request log, faults on demand. The server's own hooks run
   * inside these: `createEmailServer(handlers, platform.serverOptions({ security, around }))`.
   */
  serverOptions<Options extends ServerOptions>(own: Options): Options;
  /**
   * A moment of the documents' examples, moved by as much as this sandbox began after the story (`ServiceDefinition.story`). Milliseconds
   * since 1970. Seeds use it for all dates, so that a token that has 20 minutes left in the examples has 20 minutes left in a new sandbox.
   * @param moment RFC 3339, such as `2026-11-10` or `2026-11-10T08:00:00Z`
   */
  story(moment: string): number;
}

/** A credential that works in a seeded sandbox. */
export interface Credential {
  /** The name of the security scheme in the document. */
  readonly scheme: string;
  readonly value: string;
  /** Whose it is and what it may do, in a few words. */
  readonly note: string;
}

export interface ServiceDefinition<Tables> {
  /** The folder, such as `h-email`. */
  readonly name: string;
  /** The moment at which the documents' examples are true, RFC 3339. */
  readonly story: string;
  /** By name; the names sort in the order in which migrations run. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** Credentials that the seeds hold. */
  readonly credentials: readonly Credential[];
  /** Writes the rows that the documents' examples tell of. Runs in one unit of work, on empty tables. */
  seed(tables: Kysely<Tables>, platform: Platform<Tables>): Promise<void>;
  /** The server of each document, by the document's name in `specs/`. */
  serve(platform: Platform<Tables>): Readonly<Record<string, FetchHandler>>;
}

/** A service, without the types of its tables. */
export interface Service {
  readonly name: string;
  readonly story: string;
  readonly credentials: readonly Credential[];
  readonly migrations: Readonly<Record<string, Migration>>;
  seed(tables: unknown, platform: unknown): Promise<void>;
  serve(platform: unknown): Readonly<Record<string, FetchHandler>>;
}

/** Keeps the types of a service's tables to its own files. */
export function defineService<Tables>(definition: ServiceDefinition<Tables>): Service {
  return {
    name: definition.name,
    story: definition.story,
    credentials: definition.credentials,
    migrations: definition.migrations,
    seed: (tables, platform) => definition.seed(tables as Kysely<Tables>, platform as Platform<Tables>),
    serve: (platform) => definition.serve(platform as Platform<Tables>),
  };
}
