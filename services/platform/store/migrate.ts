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
  refuseNewer({ name, migrations, tables }, before);
  if (before.length > 0) await assertColumns(database as Kysely<unknown>, name, tables, before);
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Looks whether a newer release has written rows of these parts, and changes nothing.
 * @throws {Error} if so
 */
export async function assertNotNewer(database: Kysely<unknown>, parts: readonly Part[]): Promise<void> {
  const known = new Set((await database.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name));
  const there = parts.filter(({ name }) => known.has(tableOf(name)));
  if (there.length === 0) return;
  const executedBy = await executedOf(database, there);
  for (const part of there) refuseNewer(part, executedBy.get(part.name) ?? []);
}

/** @throws {Error} */
function refuseNewer({ name, migrations }: Part, executed: readonly string[]): void {
  const newer = executed.find((migration) => !Object.hasOwn(migrations, migration));
  if (newer === undefined) return;
  throw new Error(
    `A newer release wrote these rows of ${name}: they have the migration \`${newer}\`, which this release lacks. Use that release, or begin with an empty database.`,
  );
}

/** The migrations that have run, by part. All of them must have the table in which they are recorded. */
async function executedOf(database: Kysely<unknown>, parts: readonly Part[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = parts.map(({ name }) => sql`select ${sql.lit(name)} as part, name as migration from ${sql.table(tableOf(name))}`);
  const { rows } = await sql<{ part: string; migration: string }>`${sql.join(asked, sql` union all `)}`.execute(database);
  return new Map(parts.map(({ name }) => [name, rows.filter(({ part }) => part === name).map(({ migration }) => migration)]));
}

/** The migrations of this release that the database has not seen: `002-broadcasts of g-messaging`. */
export async function pendingMigrations(database: Kysely<unknown>, parts: readonly Part[]): Promise<readonly string[]> {
  const executedBy = await executedOf(database, parts);
  return parts.flatMap(({ name, migrations }) =>
    Object.keys(migrations)
      .filter((migration) => executedBy.get(name)?.includes(migration) !== true)
      .map((migration) => `${migration} of ${name}`),
  );
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
