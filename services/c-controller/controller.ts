// Reads the state of the controller, such as whether it is busy. Every request needs it, so it is kept in memory until it changes.

import type { Kysely } from 'kysely';
import { changedKeys, createCache } from '../platform/cache.ts';
import type { Platform } from '../platform/service.ts';
import { prepare } from '../platform/store/prepare.ts';
import type { ControllerRow, ControllerTables } from './tables.ts';

const controllers = prepare((tables: Kysely<ControllerTables>) => tables.selectFrom('c_controllers').selectAll());

export async function requireController(tables: Kysely<ControllerTables>): Promise<ControllerRow> {
  const controller = await controllers.first(tables, {});
  if (controller === undefined) throw new Error('The store has no controller.');
  return controller;
}

/** The only key: there is one controller. */
const ONLY = 'controller';
const CHANGED = changedKeys('c-controller/controller');

/** Reads the controller as it is now, or as it was when another process changed it a moment ago. */
export type PresentController = () => Promise<ControllerRow>;

export function presentController({ store, bus }: Pick<Platform<ControllerTables>, 'store' | 'bus'>): PresentController {
  const kept = createCache<ControllerRow>(bus, CHANGED);
  const load = () => requireController(store.read);
  return async () => (await kept.get(ONLY, load)) ?? load();
}

export async function changeController(
  { store, bus }: Pick<Platform<ControllerTables>, 'store' | 'bus'>,
  changes: Partial<Omit<ControllerRow, 'id'>>,
): Promise<void> {
  await store.write((tables) => tables.updateTable('c_controllers').set(changes).execute());
  await bus.publish(CHANGED, ONLY);
}
