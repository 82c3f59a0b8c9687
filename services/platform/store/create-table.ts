// Creates the tables of services in migrations, with the columns that both engines answer alike for.

import type { CreateTableBuilder, Kysely } from 'kysely';

/**
 * What a column holds: a text, a whole number of at most ±(2^53−1), or a double (`Store` says what else is held in these). With `?`, it may be null.
 */
export type ColumnType = 'text' | 'whole' | 'double' | 'text?' | 'whole?' | 'double?';

const SQL_TYPES = { text: 'text', whole: 'bigint', double: 'double precision' } as const;

/**
 * Creates a table.
 * @param key the columns that identify a row
 * @param unique further columns whose values differ in all rows
 */
export async function createTable(
  database: Kysely<unknown>,
  name: string,
  columns: Readonly<Record<string, ColumnType>>,
  key: readonly [string, ...string[]],
  unique: readonly string[] = [],
): Promise<void> {
  let table: CreateTableBuilder<string, string> = database.schema.createTable(name);
  for (const [column, type] of Object.entries(columns)) {
    const [kind] = type.split('?') as [keyof typeof SQL_TYPES];
    table = table.addColumn(column, SQL_TYPES[kind], (definition) => {
      const required = type.endsWith('?') ? definition : definition.notNull();
      return unique.includes(column) ? required.unique() : required;
    });
  }
  await table.addPrimaryKeyConstraint(`${name}_key`, [...key]).execute();
}
