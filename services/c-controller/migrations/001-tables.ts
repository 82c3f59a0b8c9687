// Creates the tables of the controller service.
import type { Kysely } from 'kysely';
import { createTable } from '../../platform/store/create-table.ts';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await createTable(
    database,
    'c_controllers',
    {
      id: 'whole',
      started_at: 'whole',
      has_strategy: 'whole',
      busy_code: 'whole?',
      has_factory_password: 'whole',
      simulated_since: 'whole?',
    },
    ['id'],
  );
  await createTable(database, 'c_keys', { id: 'text', hash: 'text', can_write: 'whole' }, ['id']);
  await createTable(
    database,
    'c_tags',
    { name: 'text', kind: 'text', position: 'whole', value: 'text', width: 'whole?', running_since: 'whole?' },
    ['name'],
  );
  await schema.createIndex('c_tags_kind').on('c_tags').columns(['kind', 'position']).execute();
  await createTable(database, 'c_elements', { tag: 'text', position: 'whole', value: 'text' }, ['tag', 'position']);
}
