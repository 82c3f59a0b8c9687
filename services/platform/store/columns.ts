// Compares the tables of a database with those that the migrations of this release make. They differ where a migration was changed after it had run.

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { SqliteConnection } from './sqlite/connection.ts';
import { queriesOn } from './sqlite/dialect.ts';

type Migrations = Readonly<Record<string, Migration>>;

/** What each column holds, such as `text?` (it may be null), by table and column. */
type Columns = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Names of the types of columns, as both engines give them. */
const TYPES: Readonly<Record<string, string>> = { int8: 'bigint', float8: 'double precision' };

/**
 * @param name of the service
 * @param migrations those that have run
 * @throws {Error} if a table lacks a column, or has one more or of another type. Indexes are not compared, since answers do not depend on them.
 */
export async function assertColumns(database: Kysely<unknown>, name: string, migrations: Migrations): Promise<void> {
  const difference = differenceOf(await columnsMadeBy(migrations), await loadColumns(database));
  if (difference === undefined) return;
  throw new Error(
    `The saved data of ${name} does not fit this release: ${difference}. It was written by a version under development, whose tables were different. ` +
      'Begin with empty data: `octavo-services --fresh` deletes the file, and on PostgreSQL take an empty database.',
  );
}

async function columnsMadeBy(migrations: Migrations): Promise<Columns> {
  const connection = new SqliteConnection(':memory:', '');
  try {
    const database = queriesOn<unknown>(connection);
    for (const [, { up }] of Object.entries(migrations).toSorted(([one], [other]) => (one < other ? -1 : 1))) await up(database);
    return await loadColumns(database);
  } finally {
    connection.close();
  }
}

async function loadColumns(database: Kysely<unknown>): Promise<Columns> {
  const tables = await database.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      new Map(columns.map((column) => [column.name, `${typeOf(column.dataType)}${column.isNullable ? '?' : ''}`])),
    ]),
  );
}

function typeOf(type: string): string {
  const name = type.toLowerCase();
  return TYPES[name] ?? name;
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
