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
  const table = tableOf(name);
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

/** The migrations of this release that the database has not seen: `002-broadcasts of g-messaging`. */
export async function pendingMigrations(database: Kysely<unknown>, parts: readonly Part[]): Promise<readonly string[]> {
  const asked = parts.map(({ name }) => sql`select ${sql.lit(name)} as part, name as migration from ${sql.table(tableOf(name))}`);
  const { rows } = await sql<{ part: string; migration: string }>`${sql.join(asked, sql` union all `)}`.execute(database);
  const executed = new Set(rows.map(({ part, migration }) => `${migration} of ${part}`));
  return parts
    .flatMap(({ name, migrations }) => Object.keys(migrations).map((migration) => `${migration} of ${name}`))
    .filter((one) => !executed.has(one));
}

/** The table in which the migrations of a part are recorded. */
function tableOf(part: string): string {
  return `migrations_${part.replaceAll('-', '_')}`;
}

/** Names of the migrations that have run. */
async function executed<Tables>(database: Kysely<Tables>, table: string): Promise<readonly string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === table)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(database);
  return rows.map(({ name }) => name);
}
