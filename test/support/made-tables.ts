// Reads from a database which tables migrations have made: columns, keys and indexes, in one form for both engines.

import { type Kysely, sql } from 'kysely';
import { perEngine } from '../../services/platform/store/per-engine.ts';

export interface MadeTable {
  /** What each holds, such as `text?` (it may be null), in their order. */
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  /** The columns of each index by its name, `unique` before them where it is. */
  readonly indexes: Readonly<Record<string, string>>;
}

const TYPES: Readonly<Record<string, string>> = {
  bigint: 'whole',
  int8: 'whole',
  'double precision': 'double',
  float8: 'double',
  bytea: 'bytes',
};

const typeOf = (type: string) => TYPES[type] ?? type;

/** By name, without the tables that record migrations. */
export async function madeTables(database: Kysely<unknown>): Promise<Readonly<Record<string, MadeTable>>> {
  const found = await database.introspection.getTables();
  const made: Record<string, MadeTable> = {};
  for (const { name, columns } of found.filter((table) => !table.name.startsWith('migrations_'))) {
    const types = columns.map((column) => [column.name, `${typeOf(column.dataType.toLowerCase())}${column.isNullable ? '?' : ''}`]);
    made[name] = { columns: Object.fromEntries(types), ...(await perEngine(database, readers)(database, name)) };
  }
  return made;
}

type Read = (database: Kysely<unknown>, table: string) => Promise<Omit<MadeTable, 'columns'>>;

const readers: Readonly<Record<'sqlite' | 'postgres', () => Read>> = {
  sqlite: () => async (database, table) => {
    const key = await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(database);
    const indexes = await sql<{ name: string; columns: string }>`
      select list.name, case list."unique" when 1 then 'unique ' else '' end ||
        (select group_concat(name, ', ') from (select name from pragma_index_info(list.name) order by seqno)) as columns
      from pragma_index_list(${table}) as list where origin = 'c'`.execute(database);
    return { key: key.rows.map(({ name }) => name), indexes: byName(indexes.rows) };
  },
  postgres: () => async (database, table) => {
    const { rows } = await sql<{ name: string; columns: string; isKey: boolean }>`
      select relname as name, indisprimary as "isKey", case when indisunique and not indisprimary then 'unique ' else '' end ||
        (select string_agg(attname, ', ' order by attnum) from pg_attribute where attrelid = indexrelid) as columns
      from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = to_regclass(${table})`.execute(database);
    return {
      key: rows.find(({ isKey }) => isKey)?.columns.split(', ') ?? [],
      // The names of constraints are those of PostgreSQL.
      indexes: byName(rows.filter(({ isKey, name }) => !isKey && !name.endsWith('_key'))),
    };
  },
};

function byName(rows: readonly { readonly name: string; readonly columns: string }[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}
