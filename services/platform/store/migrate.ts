// Brings the tables of a service to the version of this release.

import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/**
 * Runs the migrations that the store has not seen.
 * @param name of the service; its migrations are recorded in a table of their own
 * @throws {Error} of the migration that failed; its changes are rolled back
 */
export async function migrate<Tables>(
  database: Kysely<Tables>,
  name: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const table = `migrations_${name.replaceAll('-', '_')}`;
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
