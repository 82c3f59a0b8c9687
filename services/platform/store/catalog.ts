// Reads which tables a database has, and which columns. Kysely's own introspection reads more, and takes PostgreSQL eight times as long.

import { type Kysely, sql } from 'kysely';
import { perEngine } from './per-engine.ts';

/** Names of all tables in their order, those of others too. */
export async function loadTables<Tables>(database: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const query = perEngine(database, {
    sqlite: () => sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`,
    postgres: () => sql<{ name: string }>`
      select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace <> 'pg_catalog'::regnamespace and pg_table_is_visible(oid) order by name`,
  });
  const { rows } = await query.execute(database);
  return new Set(rows.map(({ name }) => name));
}

interface CatalogColumn {
  readonly table: string;
  readonly name: string;
  /** As the engine names it, such as `bigint` or `int8`. */
  readonly type: string;
  readonly isNullable: boolean;
}

/** The columns of some tables, as far as these are there. */
export async function loadColumns<Tables>(database: Kysely<Tables>, tables: readonly string[]): Promise<readonly CatalogColumn[]> {
  if (tables.length === 0) return [];
  const names = sql.join(tables);
  const query = perEngine(database, {
    sqlite: () => sql<Omit<CatalogColumn, 'isNullable'> & { nullable: number }>`
      select tables.name as "table", columns.name, lower(columns.type) as type, 1 - columns."notnull" as nullable
      from sqlite_master as tables, pragma_table_info(tables.name) as columns where tables.type = 'table' and tables.name in (${names})`,
    postgres: () => sql<Omit<CatalogColumn, 'isNullable'> & { nullable: number }>`
      select relname as "table", attname as name, typname as type, case when attnotnull then 0 else 1 end as nullable
      from pg_class join pg_attribute on attrelid = pg_class.oid join pg_type on pg_type.oid = atttypid
      where relname in (${names}) and pg_table_is_visible(pg_class.oid) and attnum > 0 and not attisdropped`,
  });
  const { rows } = await query.execute(database);
  return rows.map(({ nullable, ...column }) => ({ ...column, isNullable: nullable === 1 }));
}
