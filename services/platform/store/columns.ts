// Compares the tables of a database with those that are declared. They differ where a migration was changed after it had run.

import type { Kysely } from 'kysely';
import { loadColumns } from './catalog.ts';
import { sqlTypeOf } from './column-type.ts';
import type { Table } from './table.ts';

/** What each column holds, such as `text?` (it may be null), by table and column. */
type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Names of the types of columns, as both engines give them. */
const TYPES: Readonly<Record<string, string>> = { int8: 'bigint', float8: 'double precision' };

/**
 * @param name of the service
 * @param migrations those that have run
 * @throws {Error} if a table lacks a column, or has one more or of another type. Indexes are not compared, since answers do not depend on them.
 */
export async function assertColumns(
  database: Kysely<unknown>,
  name: string,
  tables: readonly Table[],
  migrations: readonly string[],
): Promise<void> {
  const wanted = columnsOf(tables, migrations);
  const difference = differenceOf(wanted, await foundIn(database, [...wanted.keys()]));
  if (difference === undefined) return;
  throw new Error(
    `The saved data of ${name} does not fit this release: ${difference}. It was written by a version under development, whose tables were different. ` +
      'Begin with empty data: `octavo-services --fresh` deletes the file, and on PostgreSQL take an empty database.',
  );
}

/** The columns that there are once these migrations have run. */
function columnsOf(tables: readonly Table[], migrations: readonly string[]): Columns {
  const isThere = (since: string | undefined) => since === undefined || migrations.includes(since);
  return new Map(
    tables
      .filter(({ since }) => isThere(since))
      .map(({ name, columns }) => {
        const there = Object.entries(columns).filter(
          ([, { since, until }]) => isThere(since?.migration) && (until === undefined || !migrations.includes(until.gone)),
        );
        return [name, new Map(there.map(([column, { stored }]) => [column, nameOf(sqlTypeOf(stored))]))];
      }),
  );
}

async function foundIn(database: Kysely<unknown>, tables: readonly string[]): Promise<Columns> {
  const found = new Map<string, Map<string, string>>();
  for (const { table, name, ...column } of await loadColumns(database, tables))
    found.set(table, (found.get(table) ?? new Map<string, string>()).set(name, nameOf(column)));
  return found;
}

function nameOf({ type, isNullable }: { readonly type: string; readonly isNullable: boolean }): string {
  return `${TYPES[type] ?? type}${isNullable ? '?' : ''}`;
}

/** Other tables of the database are those of other services. */
function differenceOf(wanted: Columns, found: Columns): string | undefined {
  for (const [table, columns] of wanted) {
    const there = found.get(table);
    if (there === undefined) return `there is no table \`${table}\``;
    for (const [column, type] of columns) {
      const has = there.get(column);
      if (has === undefined) return `the table \`${table}\` has no column \`${column}\``;
      if (has !== type) return `the column \`${column}\` of the table \`${table}\` is ${has}, not ${type}`;
    }
    for (const column of there.keys()) if (!columns.has(column)) return `the table \`${table}\` has a column \`${column}\` too many`;
  }
  return undefined;
}
