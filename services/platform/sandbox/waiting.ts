// Counts what waits to be done, for the operator.

import { type Kysely, sql } from 'kysely';
import type { SandboxTables } from './tables.ts';

/** More are not counted, since that takes the longer the more there are. */
const MOST = 100_000;

export interface Waiting {
  /** Deliveries that have not ended. */
  readonly outbox: number;
  /** Jobs that have not run; those that are not tried again are left out. */
  readonly due: number;
}

export async function countWaiting(read: Kysely<SandboxTables>): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select
      (select count(*) from (select 1 as one from platform_deliveries where state in ('queued', 'waiting', 'sending') limit ${sql.lit(MOST)}) as open) as outbox,
      (select count(*) from (select 1 as one from platform_due where failed = 0 limit ${sql.lit(MOST)}) as open) as due`.execute(read);
  return rows[0] ?? { outbox: 0, due: 0 };
}
