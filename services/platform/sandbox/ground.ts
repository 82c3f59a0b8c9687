// Opens what all services of a sandbox share: the store, the clock, the bus, the limits.

import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Network } from '@octavo/runtime/conformance';
import { guardedFetch } from '@octavo/runtime/node';
import type { Kysely } from 'kysely';
import { deleteAbandoned } from '../blobs/rows.ts';
import type { Bus, Channel } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory.ts';
import { openRedisBus } from '../bus/redis.ts';
import { openClock, type StoredClock } from '../clock/stored-clock.ts';
import type { Limits } from '../limits/limits.ts';
import { createMemoryLimits } from '../limits/memory.ts';
import { createRedisLimits } from '../limits/redis.ts';
import { makePrivateFolder } from '../private-files.ts';
import { connectRedis, type Warn } from '../redis.ts';
import { createSeal, type Seal, sealInFile, sealOf } from '../seal.ts';
import { createMemorySemaphores } from '../semaphores/memory.ts';
import { createRedisSemaphores } from '../semaphores/redis.ts';
import type { Semaphores } from '../semaphores/semaphores.ts';
import { openStore, type StorePlace } from '../store/open.ts';
import type { OpenStore, Part, Store } from '../store/store.ts';
import { withAfterCommit } from '../work/after-commit.ts';
import { platformTables } from '../work/platform-tables.ts';
import { joinDatabase } from './companions.ts';
import { type Contracts, createContracts } from './contracts.ts';
import { forgetLeases } from './leases.ts';
import { watchSkew } from './skew.ts';
import { platformParts, type SandboxRow, type SandboxTables } from './tables.ts';

export interface GroundOptions {
  /** Where the rows are kept. Absent: in memory, isolated from all other sandboxes. */
  readonly store?: StorePlace | undefined;
  /** Where processes that share a store count limits and tell each other of changes: `redis://…`. Absent: this is the only process. */
  readonly redis?: string | undefined;
  /** How deliveries reach the addresses of callers. Default: by the network, and no private address. */
  readonly network?: Partial<Network> | undefined;
  /** What is going to be migrated, beside the parts of the platform. */
  readonly parts: readonly Part[];
  /** Settings that processes on one database should have alike, as a text. */
  readonly settings?: string | undefined;
  /** Milliseconds until a migration that waits for older processes is tried again. Tests hand in less. Default: 10,000. */
  readonly migrationPause?: number | undefined;
  /** Freezes a clock that is new at this moment, milliseconds since 1970. */
  readonly at: number | undefined;
  readonly warn: Warn;
}

/** Tells other processes which part of the store has changed. */
export const changes: Channel<'clock' | 'reset'> = {
  name: 'sandbox',
  accepts: (value) => value === 'clock' || value === 'reset',
};

/** Texts that the requests in the logs of all processes are to forget. */
export const forgotten: Channel<readonly string[]> = {
  name: 'forgotten',
  accepts: (value) => Array.isArray(value) && value.every((text) => typeof text === 'string'),
};

export interface Ground {
  readonly store: Store<SandboxTables>;
  /** The database system, as traces name it. */
  readonly system: 'sqlite' | 'postgresql';
  readonly migrate: Contracts['migrate'];
  /** @throws {NewerRelease} if one has migrated the database since */
  assertNotNewer(): Promise<void>;
  readonly snapshot: OpenStore<SandboxTables>['snapshot'];
  readonly restore: OpenStore<SandboxTables>['restore'];
  readonly clock: StoredClock;
  readonly bus: Bus;
  readonly warn: Warn;
  readonly network: Network;
  readonly seal: Seal;
  /** Resolves when Redis answers. Absent where there is none. */
  readonly pingRedis: (() => Promise<unknown>) | undefined;
  /** The state of the sandbox when it was opened. */
  readonly opened: SandboxRow;
  /** Limits on which nothing has been counted in this generation yet, or what other processes counted in it. */
  limitsOf(generation: number): Limits;
  /** Semaphores of which this process holds nothing yet. */
  semaphoresOf(generation: number): Semaphores;
  close(): Promise<void>;
}

/** Nothing is changed before it is known that this process can use the store, and goes with those that do already. */
export async function openGround({
  store: place,
  redis: url,
  network: given = {},
  parts,
  settings = '',
  migrationPause,
  at,
  warn,
}: GroundOptions): Promise<Ground> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    const engine = await openStore<SandboxTables>(place ?? { memory: true });
    closers.push(() => engine.close());
    const commands = url === undefined ? undefined : await connectRedis(url, warn);
    if (commands !== undefined) closers.push(async () => commands.destroy());
    const all = [...platformParts, ...parts];
    const companions = place !== undefined && 'postgres' in place ? await joinDatabase(place.postgres, url !== undefined, all) : undefined;
    if (companions !== undefined) closers.push(() => companions.leave());
    if (companions !== undefined) {
      const skew = await watchSkew(engine.read as Kysely<unknown>, { isShared: url !== undefined, warn });
      closers.push(async () => skew.end());
    }
    const contracts = createContracts((part) => engine.migrate(part, companions?.mustWait), warn, migrationPause);
    closers.push(() => contracts.close());
    await engine.check(all);
    const seal = openSeal(place);
    await companions?.agree({ redis: url, seal: seal.fingerprint, settings }, warn);
    const store = withAfterCommit(engine);
    for (const part of platformParts) await contracts.migrate(part);
    // An embedded store has one process at a time, so those that held leases and wrote blobs have ended.
    if (!('postgres' in (place ?? {}))) {
      await engine.write(forgetLeases);
      await engine.write((tables) => deleteAbandoned(platformTables(tables)));
    }
    const opened = await countStart(store);
    const prefix = `octavo:${opened.key}`;
    const bus = url === undefined || commands === undefined ? createMemoryBus(warn) : await openRedisBus({ url, commands, prefix }, warn);
    closers.push(() => bus.close());
    const clock = await openClock(store, { at, changed: () => bus.publish(changes, 'clock') });
    const limitsOf = (generation: number) =>
      commands === undefined ? createMemoryLimits(clock) : createRedisLimits(commands, clock, warn, { prefix: `${prefix}:${generation}` });
    const semaphoresOf = (generation: number) =>
      commands === undefined ? createMemorySemaphores() : createRedisSemaphores(commands, { prefix: `${prefix}:${generation}` });
    const { allowPrivate = false, fetch = guardedFetch({ allowPrivate, keepAliveMilliseconds: 4_000 }) } = given;
    const { snapshot, restore } = engine;
    return {
      store,
      system: 'postgres' in (place ?? {}) ? 'postgresql' : 'sqlite',
      migrate: contracts.migrate,
      assertNotNewer: () => engine.check(all),
      snapshot,
      restore,
      clock,
      bus,
      warn,
      network: { allowPrivate, fetch },
      seal,
      pingRedis: commands && (() => commands.ping()),
      opened,
      limitsOf,
      semaphoresOf,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The key is in the environment, or beside the data; processes that share a database keep it in the folder of their project. */
function openSeal(place: StorePlace = { memory: true }): Seal {
  const given = process.env.OCTAVO_SEAL_KEY;
  if (given !== undefined && given !== '') return sealOf(given);
  if ('memory' in place) return createSeal();
  const folder = 'file' in place ? dirname(place.file) : '.octavo/sandbox';
  makePrivateFolder(folder);
  return sealInFile(join(folder, 'seal.key'));
}

/** Makes the row of a new sandbox, and counts this start. */
function countStart(store: Store<SandboxTables>): Promise<SandboxRow> {
  const key = randomBytes(8).toString('hex');
  return store.write(async (tables) => {
    await tables
      .insertInto('platform_sandbox')
      .values({ id: 1, key, generation: 1, starts: 0, shown: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tables
      .updateTable('platform_sandbox')
      .set((row) => ({ starts: row('starts', '+', 1) }))
      .execute();
    return await tables.selectFrom('platform_sandbox').selectAll().executeTakeFirstOrThrow();
  });
}
