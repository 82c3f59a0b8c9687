// The servers of a sandbox's services, which a reset replaces: what they hold in memory would be of rows that are gone.

import type { Blobs } from '../blobs/blobs.ts';
import { createBlobs, handleExpiry } from '../blobs/stored-blobs.ts';
import type { Subscription } from '../bus/bus.ts';
import type { SandboxClock } from '../clock/clock.ts';
import { createCursors } from '../cursors.ts';
import type { Due } from '../due/due.ts';
import { createDue } from '../due/stored-due.ts';
import { createIds } from '../ids.ts';
import type { Limits } from '../limits/limits.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createOutbox } from '../outbox/stored-outbox.ts';
import { askedBy, type Forwards, isEncrypted } from '../requests/callers.ts';
import { receiving } from '../requests/receive.ts';
import type { Semaphores } from '../semaphores/semaphores.ts';
import type { AnyServerOptions, Platform, Service, ServiceServer } from '../service.ts';
import type { Store } from '../store/store.ts';
import { inSpan, type Tracing } from '../tracing.ts';
import { afterCommit } from '../work/after-commit.ts';
import type { Addresses } from './addresses.ts';
import { forgotten, type Ground } from './ground.ts';
import { type HookParts, isRefused, withHooks } from './hooks.ts';
import type { SandboxTables } from './tables.ts';

/** The services of one generation: from the start, or from one reset to the next. */
export interface House {
  readonly generation: number;
  /** The server of each document. */
  readonly servers: Readonly<Record<string, ServiceServer>>;
  /** The platform of each service, by its name. */
  readonly platforms: Readonly<Record<string, Platform<unknown>>>;
  readonly outbox: Outbox;
  /** Moves the clock, runs what has fallen due by that, in order, then sends what is due. */
  settle(move: () => Promise<void>): Promise<void>;
  /** Lets the services end what they hold open, such as sockets. */
  hangUp(): Promise<void>;
  /** Does the same, and ends work in the background and what the services have subscribed to. */
  end(): Promise<void>;
}

interface HouseParts extends HookParts {
  readonly ground: Ground;
  /** Bytes that all blobs may have together. */
  readonly blobSpace: number;
  readonly addressOf: Addresses['of'];
  /** Reads what trusted proxies say. */
  readonly forwards: Forwards;
  /** Makes identifiers the same in each run. */
  readonly seed: string | undefined;
  /** Absent where nothing is traced. */
  readonly tracing: Tracing | undefined;
}

/** Makes the servers of services that the store has. */
export async function buildHouse(services: readonly Service[], parts: HouseParts): Promise<House> {
  const { store, clock, warn, network } = parts.ground;
  const generation = await loadGeneration(store);
  const rows = await store.read.selectFrom('platform_services').selectAll().execute();
  const started = new Map(rows.map((row) => [row.name, row.started]));
  const subscriptions: Subscription[] = [];
  const limits = parts.ground.limitsOf(generation);
  const semaphores = parts.ground.semaphoresOf(generation);
  const due = createDue({ store, clock, warn });
  const outbox = createOutbox({ store, clock, network, warn, tracing: parts.tracing });
  const platforms: Record<string, Platform<unknown>> = {};
  const servers: Record<string, ServiceServer> = {};
  const ends: (() => Promise<void>)[] = [];
  const blobsOf = (service: string) => createBlobs(service, { store, due, space: parts.blobSpace });
  for (const service of services) {
    handleExpiry(service.name, due);
    const platform = platformOf(
      service,
      started.get(service.name) ?? 0,
      { clock, limits, semaphores, due, outbox, blobsOf, subscriptions, ends },
      parts,
    );
    platforms[service.name] = platform;
    await bringUpToDate(service, store as Store<unknown>, platform);
    for (const [document, server] of Object.entries(service.serve(platform)))
      servers[document] = receiving(server, {
        place: () => parts.addressOf(document),
        forwards: parts.forwards,
        watch: parts.watches.get(document),
      });
  }
  due.start();
  outbox.start();
  const hangUp = async () => {
    await Promise.all(ends.splice(0).map((act) => act()));
  };
  return {
    generation,
    servers,
    platforms,
    outbox,
    async settle(move) {
      const { attempts } = await outbox.settle(async () => {
        await move();
        await due.settle();
      });
      // A delivery may cause work that is due at once.
      if (attempts > 0) await due.settle();
    },
    hangUp,
    async end() {
      await hangUp();
      for (const one of subscriptions.splice(0)) one.end();
      await due.close();
      await outbox.close();
      await semaphores.close();
    },
  };
}

async function bringUpToDate(service: Service, store: Store<unknown>, platform: Platform<unknown>): Promise<void> {
  if (service.bringUpToDate === undefined) return;
  await store.write(async (tables) => service.bringUpToDate?.(tables, platform));
}

/** The parts that each generation makes anew. */
export interface Made {
  readonly clock: SandboxClock;
  readonly limits: Limits;
  readonly semaphores: Semaphores;
  readonly due: Due;
  readonly outbox: Outbox;
  readonly blobsOf: (service: string) => Blobs;
  readonly subscriptions: Subscription[];
  readonly ends: (() => Promise<void>)[];
}

export async function loadGeneration(store: Store<SandboxTables>): Promise<number> {
  const { generation } = await store.read.selectFrom('platform_sandbox').select('generation').executeTakeFirstOrThrow();
  return generation;
}

/** @param started the moment to which the story of the service is moved */
export function platformOf(
  service: Service,
  started: number,
  { clock, limits, semaphores, due, outbox, blobsOf, subscriptions, ends }: Made,
  { ground, seed, addressOf, forwards, tracing, ...hooks }: HouseParts,
): Platform<unknown> {
  const { store, bus, seal, warn } = ground;
  const shift = started - Date.parse(service.story);
  return {
    store: traced(store as Store<unknown>, service.name, ground.system, tracing),
    clock,
    // A process that starts later must not make the same identifiers again.
    ids: createIds(seed === undefined ? undefined : `${seed}:${service.name}:${ground.opened.starts}`),
    // With a seed, tokens are the same in each run.
    cursors: createCursors(`${seed ?? ground.opened.key}:${service.name}`),
    limits,
    seal,
    semaphores,
    due: tracedJobs(due, tracing),
    outbox,
    blobs: blobsOf(service.name),
    bus: {
      publish: (channel, message) => bus.publish(channel, message),
      subscribe(channel, listener, missed) {
        const subscription = bus.subscribe(channel, listener, missed);
        subscriptions.push(subscription);
        return subscription;
      },
    },
    serverOptions: <Options extends AnyServerOptions>(own: Options, document = service.name) => withHooks(own, document, hooks),
    refuses: (credential) => isRefused(credential, hooks.refused),
    isSecure: (request) => isEncrypted(request) || forwards(askedBy(request)).scheme === 'https',
    story: (moment) => Date.parse(moment) + shift,
    originOf: (document = service.name) => addressOf(document)?.origin,
    forget: (texts) => afterCommit(() => void bus.publish(forgotten, texts)),
    onEnd: (act) => void ends.push(act),
    warn,
  };
}

/** The store of a service, whose units of work are traced. */
function traced(store: Store<unknown>, service: string, system: string, tracing: Tracing | undefined): Store<unknown> {
  if (tracing === undefined) return store;
  const span = { name: 'unit of work', kind: 'client', facts: { 'db.system.name': system, 'octavo.service': service } } as const;
  return { read: store.read, write: (unit, inTurn) => inSpan(tracing, span, () => store.write(unit, inTurn)) };
}

/** The jobs of a service, each of which is a unit of work, and begins a trace. */
function tracedJobs(due: Due, tracing: Tracing | undefined): Due {
  if (tracing === undefined) return due;
  return {
    ...due,
    handle: (kind, handler) =>
      due.handle(kind, (job, tables: Parameters<typeof handler>[1]) => {
        const facts = { 'octavo.service': kind.service, 'octavo.job': kind.name };
        return inSpan(tracing, { name: `job ${kind.name}`, kind: 'internal', facts, parent: 'none' }, () => handler(job, tables));
      }),
  };
}
