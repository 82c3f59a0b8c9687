// Brings the tables of a service to the version of this release.

import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { assertColumns } from './columns.ts';
import type { Part } from './store.ts';

/**
 * Runs the migrations that the database has not seen.
 * @throws {Error} of the migration that failed; its changes are rolled back
 * @throws {Error} if the database has migrations that this release lacks, or its tables are not those that are declared
 */
export async function migrate<Tables>(database: Kysely<Tables>, { name, migrations, tables }: Part): Promise<void> {
  const table = `migrations_${name.replaceAll('-', '_')}`;
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  });
  const before = await executed(database, table);
  const newer = before.filter((migration) => !Object.hasOwn(migrations, migration));
  if (newer.length > 0) {
    throw new Error(
      `A newer release wrote these rows of ${name}: they have the migration \`${newer[0]}\`, which this release lacks. Use that release, or begin with an empty database.`,
    );
  }
  if (before.length > 0) await assertColumns(database as Kysely<unknown>, name, tables, before);
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Names of the migrations that have run. */
async function executed<Tables>(database: Kysely<Tables>, table: string): Promise<readonly string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === table)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(database);
  return rows.map(({ name }) => name);
}
