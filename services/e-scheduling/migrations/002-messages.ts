// Adds the messages that invitees get.
import type { Kysely } from 'kysely';
import { createTable } from '../../platform/store/create-table.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  await createTable(
    database,
    'e_messages',
    {
      invitee_id: 'text',
      kind: 'text',
      event_id: 'text',
      position: 'whole',
      created_at: 'whole',
      channel: 'text',
      address: 'text',
      text: 'text',
    },
    ['invitee_id', 'kind'],
  );
  await database.schema.createIndex('e_messages_event').on('e_messages').columns(['event_id', 'position']).execute();
}
