// Lets a unit of work of a service write tables of the platform.

import type { Kysely } from 'kysely';

/** All tables of a sandbox are in one database, so the tables of a service's unit are also those of the platform; only the type does not say so. */
export function platformTables<Wanted>(tables: object): Kysely<Wanted> {
  return tables as Kysely<Wanted>;
}
