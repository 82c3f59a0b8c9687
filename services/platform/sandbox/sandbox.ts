// Makes a sandbox: services on one store, with one clock, reached in memory or at addresses.

import { type Fetch, inMemoryFetch } from '@octavo/runtime';
import { createFaults, type Faults } from '@octavo/runtime/conformance';
import { BLOB_SPACE, createBlobs } from '../blobs/stored-blobs.ts';
import type { StoredClock } from '../clock/stored-clock.ts';
import { createDue } from '../due/stored-due.ts';
import { createMessages, type Messages } from '../messages/reports.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createOutbox } from '../outbox/stored-outbox.ts';
import { askedBy, forwardsOf } from '../requests/callers.ts';
import { createRequestLog, type RequestLog } from '../requests/log.ts';
import { createWatch, type Watcher } from '../requests/watch.ts';
import type { Credential, Platform, Service, ServiceServer } from '../service.ts';
import type { Store } from '../store/store.ts';
import { loadTracing, type Tracing } from '../tracing.ts';
import { type Address, type Addresses, createAddresses, type ListenOptions } from './addresses.ts';
import { type Connections, createConnections } from './connections.ts';
import { createData, type Data } from './data.ts';
import { changes, forgotten, type GroundOptions, openGround } from './ground.ts';
import { buildHouse, type House, loadGeneration, platformOf } from './house.ts';
import { type Check, createReadiness } from './readiness.ts';
import { type PlatformAt, reseed, seedNew } from './seeds.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';
import { steady } from './steady.ts';
import { platformParts } from './tables.ts';
import { listUpcoming, type Upcoming } from './upcoming.ts';
import { countWaiting, type Waiting } from './waiting.ts';

export interface SandboxOptions extends Pick<GroundOptions, 'store' | 'redis' | 'network' | 'settings' | 'migrationPause'> {
  /** Makes identifiers the same in each run. Absent: they are random. */
  readonly seed?: string;
  /**
   * Freezes the clock of a new sandbox at a moment, RFC 3339. `story`: the moment at which the examples of the first service are true. Absent: the
   * clock runs with wall time. A saved sandbox keeps the clock that it has.
   */
  readonly at?: string;
  /** Whether credentials that the seeds hold are refused, since anybody can read them. Default: no. */
  readonly refusesSeeded?: boolean;
  /** Addresses and networks of proxies whose `X-Forwarded-*` and `X-Request-Id` count: `['10.0.0.0/8']`. Default: none. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Is told of all requests and errors. */
  readonly watcher?: Watcher | undefined;
  /** Bytes that files which services keep, such as uploads, may have together. Default: 96 MiB. */
  readonly blobSpace?: number;
  /** A folder for snapshots. Absent: they end with the sandbox. */
  readonly snapshots?: string;
  /** Gets lines for the operator, such as that Redis does not answer. Default: `console.warn`. */
  readonly warn?: (message: string) => void;
}

/** Services that run in this process. */
export interface Sandbox {
  readonly services: readonly Service[];
  /** The server of each document, by the document's name in `specs/`. */
  readonly servers: Readonly<Record<string, ServiceServer>>;
  readonly clock: StoredClock;
  /** The requests that clients sent to this process. */
  readonly requests: RequestLog;
  /** Operations that fail on demand, in this process. */
  readonly faults: Faults;
  /** Sockets and streams of this process. */
  readonly connections: Pick<Connections, 'list' | 'close'>;
  /** The rows of services, for the operator. */
  readonly data: Data;
  /** How much waits to be done. */
  waiting(): Promise<Waiting>;
  /** Whether this process reaches what requests need. */
  readiness(): Promise<readonly Check[]>;
  /** The events that the clock will reach, in order, up to a moment. */
  upcoming(until: number, most: number): Promise<readonly Upcoming[]>;
  /** Deliveries to addresses of callers, for the operator. */
  readonly deliveries: Pick<Outbox, 'list' | 'one' | 'checkSignature' | 'secrets' | 'replay'>;
  /** What services sent to people, for the operator. */
  readonly messages: Messages;
  readonly snapshots: Snapshots;
  /** The platform of a service of the sandbox, by its name. Valid until the next reset. */
  platformOf(service: string): Platform<unknown>;
  /** A `fetch` that reaches a document without a socket: `createEmailClient({ fetch: sandbox.fetch('h-email') })`. */
  fetch(document: string): Fetch;
  /** Serves a document at an address, from the first call until `close()`. */
  listen(document: string, options?: ListenOptions): Promise<Address>;
  /** Where a document is served, if it is. */
  addressOf(document: string): Address | undefined;
  /** Sets the clock to a moment, and does what falls due on the way, in order, each at its own time. */
  moveClock(to: number): Promise<void>;
  /** Stops the clock at a moment, and does what falls due on the way; without a moment, at what it shows. */
  freezeClock(at?: number): Promise<void>;
  /**
   * Gives the sandbox the rows, the clock, the limits and the identifiers of a new one. Requests and faults are forgotten.
   * @throws {NewerRelease} if one has migrated the database since: this process does not know all tables
   */
  reset(): Promise<void>;
  /** Gives some services the rows of new ones, moved to what the clock shows. Requests and faults are forgotten. @throws {NewerRelease} as above */
  seed(services: readonly string[]): Promise<void>;
  /** Ends requests under way, then closes the store. Further calls wait for the first. */
  close(): Promise<void>;
}

/** Makes a sandbox of services. Those that the store does not have yet get their seeds. */
export async function openSandbox(services: readonly Service[], options: SandboxOptions = {}): Promise<Sandbox> {
  const { seed, warn = console.warn, blobSpace = BLOB_SPACE, watcher } = options;
  const forwards = forwardsOf(options.trustedProxies ?? []);
  const at = momentOf(options.at, services);
  const { store: place, redis, network: given, settings, migrationPause } = options;
  const ground = await openGround({ store: place, redis, network: given, parts: services, settings, migrationPause, at, warn });
  const { store, clock, bus, network } = ground;
  const drops = new Set<string>();
  const addresses = createAddresses();
  const requests = createRequestLog();
  const faults = createFaults();
  const seeded = options.refusesSeeded === true ? services.flatMap(({ credentials }) => credentials.flatMap(refusedParts)) : [];
  const tracing = await loadTracing(warn);
  const isWatched = watcher !== undefined || tracing !== undefined;
  const watches = new Map(isWatched ? services.flatMap((service) => watchesOf(service, watcher, tracing)) : []);
  const connections = createConnections((document, request, milliseconds) => {
    const watch = watches.get(document);
    const asked = askedBy(request);
    const { client = asked.peer, requestId = watch?.newId() ?? '' } = forwards(asked);
    watch?.tell({ requestId, client, method: 'GET', status: 101, milliseconds });
  });
  const shared = { ground, seed, blobSpace, forwards, log: requests, faults, clock, drops, watches, tracing };
  const parts = { ...shared, addressOf: addresses.of, refused: new Set(seeded) };
  // The clock of seeds shows the moment of the seeding, which a reset may move. Seeds take no limits; the jobs and deliveries that they write are
  // run and sent once the services are built.
  const platformAt: PlatformAt = (service, started) => {
    const then = { store, clock: { now: () => started }, network, warn };
    const due = createDue(then);
    const made = {
      ...then,
      limits: ground.limitsOf(0),
      semaphores: ground.semaphoresOf(0),
      due,
      outbox: createOutbox(then),
      blobsOf: (service: string) => createBlobs(service, { store, due, space: blobSpace }),
      subscriptions: [],
      ends: [],
    };
    return platformOf(service, started, made, parts);
  };
  try {
    for (const service of services) await ground.migrate(service);
    await seedNew(store, services, clock.now(), platformAt);
    let house = await buildHouse(services, parts);
    let last: Promise<unknown> = Promise.resolve();
    /** After changes by this process or by another one. */
    const follow = (): Promise<unknown> => {
      const turn = last.then(async () => {
        await clock.refresh();
        if ((await loadGeneration(ground.store)) === house.generation) return;
        await house.end();
        house = await buildHouse(services, parts);
        requests.clear();
        faults.clear();
      });
      last = turn.catch((error: unknown) => warn(`The sandbox could not follow a change: ${String(error)}`));
      return turn;
    };
    bus.subscribe(
      changes,
      () => void follow().catch(() => {}),
      () => void follow().catch(() => {}),
    );
    bus.subscribe(forgotten, (texts) => requests.forget(texts));
    const replaced = async () => {
      await follow();
      await bus.publish(changes, 'reset');
    };
    const snapshots = createSnapshots({ ground, clock, folder: options.snapshots, replaced });
    const data = createData(store, services);
    // Those that are refused are none to show.
    const shown = options.refusesSeeded === true ? services.map((service) => ({ ...service, credentials: [] })) : services;
    return sandboxOf({ services: shown, clock, requests, faults, snapshots, connections, addresses, data }, () => house, {
      drops,
      moveClock: (to) => house.settle(() => clock.set(to)),
      freezeClock: (moment) => house.settle(() => clock.freeze(moment)),
      async reset() {
        await ground.assertNotNewer();
        await reseed(store, services, { at }, platformAt);
        await replaced();
      },
      async seed(names) {
        await ground.assertNotNewer();
        const chosen = services.filter(({ name }) => names.includes(name));
        await reseed(store, chosen, { now: clock.now() }, platformAt);
        await replaced();
      },
      waiting: () => countWaiting(store.read),
      readiness: createReadiness({ store: store as Store<unknown>, parts: [...platformParts, ...services], pingRedis: ground.pingRedis }),
      upcoming: (until, most) => listUpcoming(store.read, until, most),
      async close() {
        await last;
        await house.end();
        await ground.close();
        snapshots.close();
      },
    });
  } catch (error) {
    await ground.close();
    throw error;
  }
}

interface Inside {
  readonly drops: Set<string>;
  moveClock(to: number): Promise<void>;
  freezeClock(at?: number): Promise<void>;
  reset(): Promise<void>;
  seed(services: readonly string[]): Promise<void>;
  waiting(): Promise<Waiting>;
  readiness(): Promise<readonly Check[]>;
  upcoming(until: number, most: number): Promise<readonly Upcoming[]>;
  close(): Promise<void>;
}

function sandboxOf(
  parts: Pick<Sandbox, 'services' | 'clock' | 'requests' | 'faults' | 'snapshots' | 'data'> & {
    readonly connections: Connections;
    readonly addresses: Addresses;
  },
  house: () => House,
  { drops, close, ...rest }: Inside,
): Sandbox {
  const { addresses } = parts;
  let closing: Promise<void> | undefined;
  const servers = Object.fromEntries(
    Object.entries(house().servers).map(([document, first]) => [
      document,
      steady(document, first, () => house().servers[document] ?? first, { drops, connections: parts.connections }),
    ]),
  );
  const serverOf = (document: string): ServiceServer => {
    const server = servers[document];
    if (server === undefined)
      throw new Error(`The sandbox does not serve a document ${document}. It serves ${Object.keys(servers).join(', ') || 'none'}.`);
    return server;
  };
  const platformOf = (service: string): Platform<unknown> => {
    const platform = house().platforms[service];
    if (platform === undefined) throw new Error(`The sandbox has no service ${service}.`);
    return platform;
  };
  return {
    ...parts,
    servers,
    messages: createMessages(parts.services, platformOf),
    deliveries: {
      list: (filter) => house().outbox.list(filter),
      one: (id) => house().outbox.one(id),
      checkSignature: (id, attempt) => house().outbox.checkSignature(id, attempt),
      secrets: (id) => house().outbox.secrets(id),
      replay: (id) => house().outbox.replay(id),
    },
    platformOf,
    fetch: (document) => inMemoryFetch(serverOf(document)),
    listen: async (document, options = {}) => addresses.listen(document, serverOf(document), options),
    addressOf: addresses.of,
    ...rest,
    close() {
      // Together, so that a reader who takes nothing holds up the end no longer than the others may take.
      closing ??= Promise.all([house().hangUp(), addresses.close()]).then(close);
      return closing;
    },
  };
}

function watchesOf({ name, documents }: Service, watcher: Watcher | undefined, tracing: Tracing | undefined) {
  return documents.map((document) => [document, createWatch(name, document, watcher, tracing)] as const);
}

/** A signed request names only the first part of `key:secret`. */
function refusedParts({ value }: Credential): readonly string[] {
  return [value, value.slice(0, Math.max(0, value.indexOf(':')))].filter((part) => part !== '');
}

function momentOf(at: string | undefined, [first]: readonly Service[]): number | undefined {
  const text = at === 'story' ? first?.story : at;
  if (text === undefined) return undefined;
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new Error(`The option at is not a date: ${text}. Write a date as in RFC 3339, or 'story'.`);
  return moment;
}
