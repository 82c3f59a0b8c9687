// Finds and changes single rows, which every service does with every table.

import { type Kysely, sql } from 'kysely';
import { type Given, type Prepared, prepare } from './store/prepare.ts';

type Any = Record<string, Record<string, unknown>>;

interface Key {
  readonly value: string;
}

/** For the tables of a service: `const rows = rowsOf<SchedulingTables>()`. */
export function rowsOf<Tables>() {
  const prepared = new Map<string, Prepared<Any, Key, unknown>>();

  function finderOf(table: string, column: string): Prepared<Any, Key, unknown> {
    const known = prepared.get(`${table}.${column}`);
    if (known !== undefined) return known;
    const made = prepare((tables: Kysely<Any>, given: Given<Key>) =>
      tables
        .selectFrom(table)
        .selectAll()
        .where(sql<boolean>`${sql.ref(column)} = ${given('value')}`),
    );
    prepared.set(`${table}.${column}`, made);
    return made;
  }

  const loose = (tables: Kysely<Tables>) => tables as unknown as Kysely<Any>;
  return {
    /** The row with an identifier. The query is prepared once. */
    async find<Table extends keyof Tables & string>(tables: Kysely<Tables>, table: Table, id: string): Promise<Tables[Table] | undefined> {
      return (await finderOf(table, 'id').first(loose(tables), { value: id })) as Tables[Table] | undefined;
    },
    /** The rows that were made last, the newest first. */
    async newest<Table extends keyof Tables & string>(
      tables: Kysely<Tables>,
      table: Table,
      most: number,
    ): Promise<readonly Tables[Table][]> {
      const rows = loose(tables)
        .selectFrom(table as string)
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(most);
      return (await rows.execute()) as readonly unknown[] as readonly Tables[Table][];
    },
    async insert<Table extends keyof Tables & string>(
      tables: Kysely<Tables>,
      table: Table,
      ...rows: readonly Tables[Table][]
    ): Promise<void> {
      await loose(tables)
        .insertInto(table)
        .values(rows as readonly Record<string, unknown>[])
        .execute();
    },
    /** Changes the row with an identifier. */
    async change<Table extends keyof Tables & string>(
      tables: Kysely<Tables>,
      table: Table,
      id: string,
      changes: Partial<Tables[Table]>,
    ): Promise<void> {
      const name: string = table;
      await loose(tables)
        .updateTable(name)
        .set(changes as Record<string, unknown>)
        .where('id', '=', id)
        .execute();
    },
  };
}
