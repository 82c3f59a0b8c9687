// Creates the tables of the controller service.
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable('c_controllers')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('has_strategy', 'bigint', (column) => column.notNull())
    .addColumn('is_busy', 'bigint', (column) => column.notNull())
    .addColumn('has_factory_password', 'bigint', (column) => column.notNull())
    .addColumn('simulated_since', 'bigint')
    .execute();
  await schema
    .createTable('c_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('can_write', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('c_tags')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('width', 'bigint')
    .addColumn('running_since', 'bigint')
    .execute();
  await schema.createIndex('c_tags_kind').on('c_tags').columns(['kind', 'position']).execute();
  await schema
    .createTable('c_elements')
    .addColumn('tag', 'text', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('c_elements_key', ['tag', 'position'])
    .execute();
}
