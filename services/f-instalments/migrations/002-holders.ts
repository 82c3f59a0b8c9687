// Names the request that holds an idempotency key, so that only its process prolongs or frees it.
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('f_answers')
    .addColumn('holder', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
