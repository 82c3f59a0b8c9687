// Makes the migrations of declared tables.

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { createTable, sqlTypeOf } from './create-table.ts';
import type { Table } from './table.ts';

/**
 * The migration that makes declared tables: `'001-tables': createTables(tables)`. What is declared with `since` has a migration of its own, which is
 * made of the same list: `'002-edits': createTables(tables, '002-edits')`.
 */
export function createTables(tables: readonly Table[], migration?: string): Migration {
  return {
    async up(database) {
      for (const table of tables) {
        if (table.since === migration) await createDeclared(database, table);
        else if (migration !== undefined) await addColumns(database, table, migration);
      }
    },
  };
}

async function createDeclared(database: Kysely<unknown>, { name, columns, key, indexes, unique }: Table): Promise<void> {
  const first = Object.entries(columns).filter(([, { since }]) => since === undefined);
  const differing = first.flatMap(([column, { isUnique }]) => (isUnique ? [column] : []));
  await createTable(database, name, Object.fromEntries(first.map(([column, { stored }]) => [column, stored])), key, differing);
  const index = (end: string, of: readonly string[]) =>
    database.schema
      .createIndex(`${name}_${end}`)
      .on(name)
      .columns([...of]);
  for (const [end, of] of Object.entries(indexes)) await index(end, of).execute();
  for (const [end, of] of Object.entries(unique)) await index(end, of).unique().execute();
}

async function addColumns(database: Kysely<unknown>, { name, columns }: Table, migration: string): Promise<void> {
  for (const [column, { stored, since }] of Object.entries(columns)) {
    if (since?.migration !== migration) continue;
    const { type, isNullable } = sqlTypeOf(stored);
    await database.schema
      .alterTable(name)
      .addColumn(column, type, (definition) => (isNullable ? definition : definition.notNull().defaultTo(since.value)))
      .execute();
  }
}
