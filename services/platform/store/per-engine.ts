// Builds a query that the two engines write differently.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from './engine.ts';
import type { Preparing } from './prepare.ts';

/** Gives what is for the engine of these tables: of a store, of a unit of work or of a migration. */
export function perEngine<Tables, T>(tables: Kysely<Tables>, given: Readonly<Record<Engine, () => T>>): T {
  const { engine } = tables.getExecutor().adapter as Partial<Preparing>;
  if (engine === undefined) throw new TypeError('Only the tables of a store have an engine.');
  return given[engine]();
}

/**
 * A list of objects as rows of a query: `from ${rowsOfList(tables, given('list'), { id: 'text', at: 'whole' })} as list`.
 * @param list JSON, without the character U+0000 and without halves of characters
 */
export function rowsOfList<Tables>(
  tables: Kysely<Tables>,
  list: RawBuilder<string>,
  columns: Readonly<Record<string, 'text' | 'whole'>>,
): RawBuilder<unknown> {
  const names = Object.keys(columns);
  return perEngine(tables, {
    sqlite: () =>
      sql`(select ${sql.join(names.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))} from json_each(${list}))`,
    postgres: () => {
      const types = names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name] === 'whole' ? 'bigint' : 'text')}`);
      return sql`(select * from jsonb_to_recordset(${list}::jsonb) as rows(${sql.join(types)}))`;
    },
  });
}
