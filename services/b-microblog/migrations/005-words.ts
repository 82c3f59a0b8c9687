// Finds the words of a user by an index: when a profile changes, they are written anew.
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.createIndex('b_user_words_user').on('b_user_words').columns(['user_id']).execute();
}
