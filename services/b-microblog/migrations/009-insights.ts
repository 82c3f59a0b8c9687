// Keeps how often posts were seen and used by hour, and finds the replies to a post.
import type { Kysely } from 'kysely';
import { createTables } from '../../platform/store/create-tables.ts';
import { insightTables } from '../insights/tables.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTables(insightTables, '009-insights').up(database);
  await database.schema.createIndex('b_posts_reply_to').on('b_posts').columns(['reply_to', 'seq']).execute();
}
