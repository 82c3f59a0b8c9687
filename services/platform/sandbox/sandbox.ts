// Makes a sandbox: services on one store, with one clock, reached in memory or at addresses.

import { type Fetch, type FetchHandler, inMemoryFetch, type ServerOptions } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { openClock, type StoredClock } from '../clock/stored-clock.ts';
import { type ClockTables, clockMigrations } from '../clock/tables.ts';
import { createIds } from '../ids.ts';
import type { Limits } from '../limits/limits.ts';
import { createMemoryLimits } from '../limits/memory.ts';
import type { Credential, Platform, Service } from '../service.ts';
import { openStore, type StorePlace } from '../store/open.ts';
import type { OpenStore, Store } from '../store/store.ts';
import { type Address, createAddresses, type ListenOptions } from './addresses.ts';
import { type SandboxTables, sandboxMigrations } from './tables.ts';

export interface SandboxOptions {
  /** Makes identifiers the same in each run. Absent: they are random. */
  readonly seed?: string;
  /**
   * Freezes the clock of a new sandbox at a moment, RFC 3339. `story`: the moment at which the examples of the first service are true. Absent: the
   * clock runs with wall time. A saved sandbox keeps the clock that it has.
   */
  readonly at?: string;
  /** Where the rows are kept. Absent: in memory, isolated from all other sandboxes. */
  readonly store?: StorePlace;
}

/** Services that run in this process. */
export interface Sandbox {
  /** The server of each document, by the document's name in `specs/`. */
  readonly servers: Readonly<Record<string, FetchHandler>>;
  /** Credentials that the seeds hold, by the name of the service. */
  readonly credentials: Readonly<Record<string, readonly Credential[]>>;
  readonly clock: StoredClock;
  /** A `fetch` that reaches a document without a socket: `createEmailClient({ fetch: sandbox.fetch('h-email') })`. */
  fetch(document: string): Fetch;
  /** Serves a document at an address, from the first call until `close()`. */
  listen(document: string, options?: ListenOptions): Promise<Address>;
  /** Ends requests under way, then closes the store. */
  close(): Promise<void>;
}

type Tables = ClockTables & SandboxTables;

/** Makes a sandbox of services. Those that the store does not have yet get their seeds. */
export async function openSandbox(services: readonly Service[], options: SandboxOptions = {}): Promise<Sandbox> {
  const store = await openStore<Tables>(options.store ?? { memory: true });
  try {
    await store.migrate('platform_clock', clockMigrations);
    await store.migrate('platform_sandbox', sandboxMigrations);
    const clock = await openClock(store, { at: momentOf(options.at, services) });
    const servers: Record<string, FetchHandler> = {};
    const shared = { store, clock, limits: createMemoryLimits(clock), seed: options.seed };
    for (const service of services) Object.assign(servers, await start(service, shared));
    return sandboxOf(services, servers, clock, () => store.close());
  } catch (error) {
    await store.close();
    throw error;
  }
}

function momentOf(at: string | undefined, [first]: readonly Service[]): number | undefined {
  const text = at === 'story' ? first?.story : at;
  if (text === undefined) return undefined;
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new Error(`The option at is not a date: ${text}. Write a date as in RFC 3339, or 'story'.`);
  return moment;
}

/** What all services of a sandbox share. */
interface Shared {
  readonly store: OpenStore<Tables>;
  readonly clock: StoredClock;
  readonly limits: Limits;
  readonly seed: string | undefined;
}

/** Migrates and seeds a service, and makes its servers. */
async function start(service: Service, { store, clock, limits, seed }: Shared): Promise<Readonly<Record<string, FetchHandler>>> {
  await store.migrate(service.name, service.migrations);
  const ids = createIds(seed === undefined ? undefined : `${seed}:${service.name}`);
  const platformFrom = (started: number): Platform<unknown> => {
    const shift = started - Date.parse(service.story);
    return {
      store: store as Store<unknown>,
      clock,
      ids,
      limits,
      serverOptions,
      story: (moment) => Date.parse(moment) + shift,
    };
  };
  const now = clock.now();
  const started = await store.write(async (tables) => {
    const added = await tables
      .insertInto('platform_services')
      .values({ name: service.name, started: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n) {
      await service.seed(tables, platformFrom(now));
      return now;
    }
    return await startOf(tables, service.name);
  });
  return service.serve(platformFrom(started));
}

async function startOf(tables: Kysely<Tables>, name: string): Promise<number> {
  const row = await tables.selectFrom('platform_services').select('started').where('name', '=', name).executeTakeFirstOrThrow();
  return row.started;
}

function sandboxOf(
  services: readonly Service[],
  servers: Readonly<Record<string, FetchHandler>>,
  clock: StoredClock,
  closeStore: () => Promise<void>,
): Sandbox {
  const addresses = createAddresses();
  const serverOf = (document: string): FetchHandler => {
    const server = servers[document];
    if (server === undefined)
      throw new Error(`The sandbox does not serve a document ${document}. It serves ${Object.keys(servers).join(', ') || 'none'}.`);
    return server;
  };
  return {
    servers,
    credentials: Object.fromEntries(services.map(({ name, credentials }) => [name, credentials])),
    clock,
    fetch: (document) => inMemoryFetch(serverOf(document)),
    listen: async (document, options = {}) => addresses.listen(document, serverOf(document), options),
    async close() {
      await addresses.close();
      await closeStore();
    },
  };
}

/** Adds to a server's own options what all servers share. */
function serverOptions<Options extends ServerOptions>(own: Options): Options {
  return { validateResponses: true, ...own };
}
