// Declares what a service is to the platform, and what the platform gives a service.

import type { IncomingMessage } from 'node:http';
import type { FetchHandler, ServerOptions, ServerRequest } from '@octavo/runtime';
import type { TakeUpgrade } from '@octavo/runtime/node';
import type { Kysely } from 'kysely';
import type { Action } from './action.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { Bus } from './bus/bus.ts';
import type { SandboxClock } from './clock/clock.ts';
import type { Cursors } from './cursors.ts';
import type { Due, JobHandler, JobKind } from './due/due.ts';
import type { Ids } from './ids.ts';
import type { Limits } from './limits/limits.ts';
import type { StateMachine } from './machine.ts';
import type { MessageSource } from './messages/sources.ts';
import type { DeliveryHandler, DeliveryKind, Outbox } from './outbox/outbox.ts';
import type { Seal } from './seal.ts';
import type { Semaphores } from './semaphores/semaphores.ts';
import { anyIndex, type DerivedIndex } from './store/derived.ts';
import type { Part, Store } from './store/store.ts';
import type { Table } from './store/table.ts';

/** Options of a server for principals of any type. */
export type AnyServerOptions = Omit<ServerOptions<never>, 'identify' | '~principal'> & {
  readonly identify?: (request: ServerRequest) => unknown;
};

/** The server of a document. */
export interface ServiceServer extends FetchHandler {
  /** Takes over connections of WebSocket clients. They only come at addresses. */
  readonly upgrade?: TakeUpgrade;
}

/** The parts of the platform that a service gets. */
export interface Platform<Tables> {
  readonly store: Store<Tables>;
  readonly clock: SandboxClock;
  readonly ids: Ids;
  /** Tokens of pages, which the other services of the sandbox cannot read. */
  readonly cursors: Cursors;
  readonly limits: Limits;
  /** For what the service must read again, such as a key that signs deliveries: rows and snapshots hold it sealed. */
  readonly seal: Seal;
  /** How many of something all processes hold at a time. */
  readonly semaphores: Pick<Semaphores, 'acquire' | 'release'>;
  /** Work that falls due on the sandbox clock. Handlers are registered in `serve`. */
  readonly due: ServiceDue<Tables>;
  /** Deliveries to addresses of callers. Handlers are registered in `serve`. */
  readonly outbox: ServiceOutbox<Tables>;
  /** Files of any size, within what the sandbox has room for. */
  readonly blobs: Blobs;
  /** Messages to all processes of the sandbox. Subscriptions end when the sandbox is reset, which makes the servers anew. */
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  /**
   * Adds to the options of a server what all servers share: validated responses, the request log, faults on demand. The server's own hooks run
   * inside these: `createEmailServer(handlers, platform.serverOptions({ security, around }))`.
   * @param document Its name in `specs/`. Default: the name of the service.
   */
  serverOptions<Options extends AnyServerOptions>(own: Options, document?: string): Options;
  /**
   * Whether a credential is refused, since anybody can read it in the seeds and the services listen outside loopback. `serverOptions` asks this for
   * operations; ask it wherever else a credential comes in.
   */
  refuses(credential: unknown): boolean;
  /** Whether the client of a WebSocket uses TLS, to this process or to a trusted proxy before it. */
  isSecure(request: IncomingMessage): boolean;
  /**
   * A moment of the documents' examples, moved by as much as this sandbox began after the story (`ServiceDefinition.story`). Milliseconds
   * since 1970. Seeds use it for all dates, so that a token that has 20 minutes left in the examples has 20 minutes left in a new sandbox.
   * @param moment RFC 3339, such as `2026-11-10` or `2026-11-10T08:00:00Z`
   */
  story(moment: string): number;
  /**
   * The scheme and authority at which this process serves a document: `http://127.0.0.1:4015`. `undefined` while it is served in memory alone.
   * @param document Its name in `specs/`. Default: the name of the service.
   */
  originOf(document?: string): string | undefined;
  /**
   * Takes the bodies and queries of requests that hold one of these texts out of the request logs of all processes, after the commit of the unit of
   * work that calls it. `outbox.revise` does the same for deliveries.
   */
  forget(texts: readonly string[]): void;
  /** Calls `act` once when this server ends, while its store is still open: before a reset makes another one, or before the sandbox closes. */
  onEnd(act: () => Promise<void>): void;
  /** Writes a line for the operator. */
  warn(message: string): void;
}

/** Gives the moments of seeds. */
export type Story = Platform<unknown>['story'];

/** `Due`, for a service with these tables. */
interface ServiceDue<Tables> extends Pick<Due, 'schedule' | 'cancel'> {
  handle<Payload>(kind: JobKind<Payload>, handler: JobHandler<Payload, Tables>): void;
}

/** `Outbox`, for a service with these tables. */
interface ServiceOutbox<Tables> extends Pick<Outbox, 'add' | 'addAll' | 'revise' | 'refusalOf' | 'waiting'> {
  handle<Payload>(kind: DeliveryKind<Payload>, handler: DeliveryHandler<Payload, Tables>): void;
}

/** A credential that works in a seeded sandbox. */
export interface Credential {
  /** The name of the security scheme in the document. */
  readonly scheme: string;
  /** The key or token; for HTTP basic, `username:password`; for signatures, `key:secret`. */
  readonly value: string;
  /** Whose it is and what it may do, in a few words. */
  readonly note: string;
  /** The document that has the scheme, where the service has several. */
  readonly document?: string;
}

/** An application without a secret, by which people get tokens in the portal. */
export interface Client {
  readonly document: string;
  /** The name of the security scheme in the document. */
  readonly scheme: string;
  readonly clientId: string;
  readonly note: string;
}

export interface ServiceDefinition<Tables> extends Pick<Part, 'migrations'> {
  /** The folder, such as `h-email`. */
  readonly name: string;
  /** The moment at which the documents' examples are true, RFC 3339. */
  readonly story: string;
  /** The documents in `specs/` that it serves. Default: the one of its name. */
  readonly documents?: readonly string[];
  /**
   * All tables that the migrations make (`createTables`). Their names begin with the letter of the service (`h_accounts`). They have no foreign keys,
   * so that a reset can empty them in any order.
   */
  readonly tables: readonly Table<keyof Tables & string>[];
  /** Indexes that follow from the rows, such as that of a search. The service writes them in the unit of work that changes the rows. */
  readonly indexes?: readonly DerivedIndex<Tables>[];
  /** Credentials that the seeds hold. */
  readonly credentials: readonly Credential[];
  /** Applications that the seeds hold, and whose registered redirects lead to the portal. */
  readonly clients?: readonly Client[];
  /** The actions of the service that control can carry out, made by `actionsOf`. */
  readonly actions?: readonly Action[];
  /** The kinds of resources that have states, made by `machinesOf`. */
  readonly machines?: readonly StateMachine[];
  /** The tables of messages to people, made by `messagesIn` or `messagesOf`. */
  readonly messages?: readonly MessageSource[];
  /** Writes the rows that the documents' examples tell of. Runs in one unit of work, on empty tables. */
  seed(tables: Kysely<Tables>, platform: Platform<Tables>): Promise<void>;
  /**
   * Changes rows that an older release has written, where a migration cannot, since it needs the platform. It runs in one unit of work at each start,
   * and after a snapshot is restored; what it has changed it leaves as it is.
   */
  bringUpToDate?(tables: Kysely<Tables>, platform: Platform<Tables>): Promise<void>;
  /** The server of each document, by the document's name in `specs/`. */
  serve(platform: Platform<Tables>): Readonly<Record<string, ServiceServer>>;
}

/** A service, without the types of its tables. */
export interface Service extends Part {
  readonly story: string;
  readonly documents: readonly string[];
  readonly credentials: readonly Credential[];
  readonly clients: readonly Client[];
  readonly actions: readonly Action[];
  readonly machines: readonly StateMachine[];
  readonly messages: readonly MessageSource[];
  seed(tables: unknown, platform: unknown): Promise<void>;
  bringUpToDate?(tables: unknown, platform: unknown): Promise<void>;
  serve(platform: unknown): Readonly<Record<string, ServiceServer>>;
}

/** Keeps the types of a service's tables to its own files. */
export function defineService<Tables>(definition: ServiceDefinition<Tables>): Service {
  return {
    name: definition.name,
    story: definition.story,
    documents: definition.documents ?? [definition.name],
    credentials: definition.credentials,
    clients: definition.clients ?? [],
    migrations: definition.migrations,
    tables: definition.tables,
    indexes: (definition.indexes ?? []).map(anyIndex),
    actions: definition.actions ?? [],
    machines: definition.machines ?? [],
    messages: definition.messages ?? [],
    seed: (tables, platform) => definition.seed(tables as Kysely<Tables>, platform as Platform<Tables>),
    bringUpToDate: async (tables, platform) => definition.bringUpToDate?.(tables as Kysely<Tables>, platform as Platform<Tables>),
    serve: (platform) => definition.serve(platform as Platform<Tables>),
  };
}
