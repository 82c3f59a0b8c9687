// Creates the tables of services in migrations, with the columns that both engines answer alike for.

import type { CreateTableBuilder, Kysely } from 'kysely';
import { type ColumnType, sqlTypeOf } from './column-type.ts';
import { runAll } from './run-all.ts';

/**
 * Creates a table.
 * @param key the columns that identify a row
 * @param unique further columns whose values differ in all rows
 * @param indexes the statements that make its indexes
 */
export async function createTable(
  database: Kysely<unknown>,
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  key: readonly [string, ...string[]],
  { unique = [], indexes = [] }: { readonly unique?: readonly string[]; readonly indexes?: readonly string[] } = {},
): Promise<void> {
  let table: CreateTableBuilder<string, string> = database.schema.createTable(name);
  for (const [column, stored] of Object.entries(columns)) {
    const { type, isNullable } = sqlTypeOf(stored);
    table = table.addColumn(column, type, (definition) => {
      const required = isNullable ? definition : definition.notNull();
      return unique.includes(column) ? required.unique() : required;
    });
  }
  const { sql } = table.addPrimaryKeyConstraint(`${name}_key`, [...key]).compile();
  await runAll(database, [sql, ...indexes]);
}
