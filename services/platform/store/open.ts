// Opens the store on the engine that the caller names.

import { openSqlite } from './sqlite/open.ts';
import type { OpenStore } from './store.ts';

/** Where rows are kept: in memory until the store is closed, in a SQLite file of one process, or in a PostgreSQL that processes share. */
export type StorePlace = { readonly memory: true } | { readonly file: string } | { readonly postgres: string };

/**
 * @param place `postgres` is a connection string: `postgres://user:password@host:5432/database`
 * @throws {StoreUnavailable} if the database cannot be opened
 * @throws {Error} if another process has the file open, or if PostgreSQL does not wait for the disk (`fsync`, `synchronous_commit`)
 */
export async function openStore<Tables>(place: StorePlace): Promise<OpenStore<Tables>> {
  if (!('postgres' in place)) return await openSqlite('file' in place ? place.file : undefined);
  // Most sandboxes are files, which do not need its driver.
  const { openPostgres } = await import('./postgres/open.ts');
  return await openPostgres(place.postgres);
}
