// Orders the lists that callers read by the time that their items show. What a due job makes has the time at which it was due, so that the order in
// which rows were written is another one.
import type { Kysely } from 'kysely';

const LISTED = ['f_customers', 'f_payments', 'f_transactions', 'f_events'] as const;

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of LISTED) {
    await database.schema.dropIndex(`${table}_list`).execute();
    await database.schema.createIndex(`${table}_list`).on(table).columns(['shop', 'created_at', 'position']).execute();
  }
}
