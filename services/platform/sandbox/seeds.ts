// Writes the seeds of services: once into a new store, and again at each reset.

import { removeBlobs } from '../blobs/rows.ts';
import { newClock } from '../clock/stored-clock.ts';
import { removeDeliveries } from '../outbox/reports.ts';
import type { Platform, Service } from '../service.ts';
import { runAll } from '../store/run-all.ts';
import type { Store } from '../store/store.ts';
import type { SandboxTables } from './tables.ts';

/** Gives a service the platform with which it is seeded, if its story is moved to `started`. */
export type PlatformAt = (service: Service, started: number) => Platform<unknown>;

/** Seeds the services that the store does not have yet. */
export async function seedNew(
  store: Store<SandboxTables>,
  services: readonly Service[],
  now: number,
  platformAt: PlatformAt,
): Promise<void> {
  for (const service of services) {
    await store.write(async (tables) => {
      const added = await tables
        .insertInto('platform_services')
        .values({ name: service.name, started: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows === 1n) await service.seed(tables, platformAt(service, now));
    });
  }
}

/**
 * Empties all tables of the services and seeds them again, in one unit of work: a request sees all of the old rows, or all of the new ones.
 * @param clock `at`: the clock becomes a new one, frozen there, or running with wall time where it is undefined. `now`: what the clock shows; it
 * stays as it is.
 */
export async function reseed(
  store: Store<SandboxTables>,
  services: readonly Service[],
  clock: { readonly at: number | undefined } | { readonly now: number },
  platformAt: PlatformAt,
): Promise<void> {
  const now = 'now' in clock ? clock.now : (clock.at ?? Date.now());
  await store.write(async (tables) => {
    const emptied = services.flatMap((service) => service.tables);
    await runAll(
      tables,
      emptied.map(({ name }) => `delete from "${name}"`),
    );
    for (const index of services.flatMap(({ indexes = [] }) => indexes)) await index.clear(tables);
    // Work of services that this process does not run falls due on a clock that is moved back, as after `clock.set`.
    const names = services.map(({ name }) => name);
    if (names.length > 0) {
      await tables.deleteFrom('platform_due').where('service', 'in', names).execute();
      await removeDeliveries(tables, names);
      await removeBlobs(tables, names);
    }
    if ('at' in clock) await tables.updateTable('platform_clock').set(newClock(clock.at)).execute();
    await tables
      .updateTable('platform_sandbox')
      .set((row) => ({ generation: row('generation', '+', 1) }))
      .execute();
    for (const service of services) {
      await tables.updateTable('platform_services').set({ started: now }).where('name', '=', service.name).execute();
      await service.seed(tables, platformAt(service, now));
    }
  });
}
