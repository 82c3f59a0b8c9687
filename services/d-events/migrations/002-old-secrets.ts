// Keeps the old secret of an app after a rotation, and until when it is valid.
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  // SQLite adds one column at a time.
  await database.schema.alterTable('d_apps').addColumn('old_secret', 'text').execute();
  await database.schema.alterTable('d_apps').addColumn('old_secret_until', 'bigint').execute();
}
