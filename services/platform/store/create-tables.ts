// Makes the migrations of declared tables.

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sqlTypeOf } from './column-type.ts';
import { createTable } from './create-table.ts';
import { perEngine } from './per-engine.ts';
import type { Table } from './table.ts';

/**
 * The migration that makes declared tables: `'001-tables': createTables(tables)`. What is declared with `since` has a migration of its own, which is
 * made of the same list: `'002-edits': createTables(tables, '002-edits')`. So have the two migrations of a column that is `retired`.
 */
export function createTables(tables: readonly Table[], migration?: string): Migration {
  return {
    async up(database) {
      for (const table of tables) {
        if (table.since === migration) await createDeclared(database, table);
        else if (migration !== undefined) await changeColumns(database, table, migration);
      }
    },
  };
}

async function createDeclared(database: Kysely<unknown>, { name, columns, key, indexes, unique }: Table): Promise<void> {
  const first = Object.entries(columns).filter(([, { since }]) => since === undefined);
  const differing = first.flatMap(([column, { isUnique }]) => (isUnique ? [column] : []));
  const index = ([end, of]: readonly [string, readonly string[]]) =>
    database.schema
      .createIndex(`${name}_${end}`)
      .on(name)
      .columns([...of]);
  const made = [...Object.entries(indexes).map(index), ...Object.entries(unique).map((one) => index(one).unique())];
  await createTable(database, name, Object.fromEntries(first.map(([column, { stored }]) => [column, stored])), key, {
    unique: differing,
    indexes: made.map((one) => one.compile().sql),
  });
}

async function changeColumns(database: Kysely<unknown>, { name, columns }: Table, migration: string): Promise<void> {
  for (const [column, { stored, since, until }] of Object.entries(columns)) {
    const { type, isNullable } = sqlTypeOf(stored);
    const change = database.schema.alterTable(name);
    if (since?.migration === migration)
      await change
        .addColumn(column, type, (definition) => (isNullable ? definition : definition.notNull().defaultTo(since.value)))
        .execute();
    if (until?.optional === migration && !isNullable) await giveDefault(database, name, column, type);
    if (until?.gone === migration) await change.dropColumn(column).execute();
  }
}

/** Lets rows leave a column out, for as long as both releases run. */
async function giveDefault(database: Kysely<unknown>, table: string, column: string, type: string): Promise<void> {
  const value = type === 'text' || type === 'bytea' ? sql.lit('') : sql.lit(0);
  await perEngine(database, {
    // It cannot change a column, and need not: it has one process, so that the column is removed before a row is written.
    sqlite: async () => {},
    postgres: () =>
      database.schema
        .alterTable(table)
        .alterColumn(column, (definition) => definition.setDefault(value))
        .execute(),
  });
}
