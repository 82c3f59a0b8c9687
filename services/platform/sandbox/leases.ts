// Ends the leases that earlier processes left in an embedded store.

import type { Kysely } from 'kysely';
import type { DueTables } from '../due/tables.ts';
import type { OutboxTables } from '../outbox/tables.ts';

/** Call it before anything runs, on a store that only this process has open: else what dead processes had begun waits until their leases end. */
export async function forgetLeases(tables: Kysely<DueTables & OutboxTables>): Promise<void> {
  await tables.deleteFrom('platform_leases').execute();
  await tables
    .updateTable('platform_deliveries')
    .set({ state: 'waiting', holder: null, lease_until: 0 })
    .where('state', '=', 'sending')
    .execute();
}
