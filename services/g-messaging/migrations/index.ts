// The migrations of the messaging service, in order.
import type { Migration } from 'kysely/migration';
import { createTables } from '../../platform/store/create-tables.ts';
import { tables } from '../tables.ts';

const broadcasts = createTables(tables, '002-broadcasts');

export const migrations: Readonly<Record<string, Migration>> = {
  '001-tables': createTables(tables),
  '002-broadcasts': {
    async up(database) {
      await broadcasts.up(database);
      // Control lists the messages of all contacts, the newest first.
      await database.schema.createIndex('g_sends_newest').on('g_sends').columns(['position', 'id']).execute();
    },
  },
};
