// Finds and changes single rows, which every service does with every table.

import type { Kysely } from 'kysely';
import { type Given, type Prepared, prepare } from './store/prepare.ts';

type Any = Record<string, Record<string, unknown>>;
type Values = Record<string, unknown>;

/** For the tables of a service: `const rows = rowsOf<SchedulingTables>()`. Each query is prepared once. */
export function rowsOf<Tables>() {
  const known = new Map<string, Prepared<Any, Values, unknown>>();
  const loose = (tables: Kysely<Tables>) => tables as unknown as Kysely<Any>;

  /** @param by the columns of the order */
  function queryOf(
    table: string,
    compared: readonly string[],
    by: readonly string[],
    operator: '=' | 'in',
  ): Prepared<Any, Values, unknown> {
    const name = JSON.stringify([table, compared, by, operator]);
    const made =
      known.get(name) ??
      prepare((tables: Kysely<Any>, given: Given<Values>) => {
        let rows = tables.selectFrom(table).selectAll();
        for (const column of compared) rows = rows.where(column, operator, operator === '=' ? given(column) : given.list(column));
        for (const column of by) rows = rows.orderBy(column);
        return rows;
      });
    known.set(name, made);
    return made;
  }

  return {
    /** The row with an identifier. */
    async find<Table extends keyof Tables & string>(tables: Kysely<Tables>, table: Table, id: string): Promise<Tables[Table] | undefined> {
      return (await queryOf(table, ['id'], [], '=').first(loose(tables), { id })) as Tables[Table] | undefined;
    },
    /** The rows that have these values, in the order of the columns `by`. */
    async all<Table extends keyof Tables & string>(
      tables: Kysely<Tables>,
      table: Table,
      having: { readonly [Name in keyof Tables[Table]]?: NonNullable<Tables[Table][Name]> },
      by: readonly (keyof Tables[Table] & string)[] = [],
    ): Promise<readonly Tables[Table][]> {
      const rows = await queryOf(table, Object.keys(having), by, '=').all(loose(tables), having as Values);
      return rows as readonly Tables[Table][];
    },
    /** The rows whose column has one of these texts. */
    async among<Table extends keyof Tables & string>(
      tables: Kysely<Tables>,
      table: Table,
      column: keyof Tables[Table] & string,
      texts: readonly string[],
      by: readonly (keyof Tables[Table] & string)[] = [],
    ): Promise<readonly Tables[Table][]> {
      if (texts.length === 0) return [];
      const rows = await queryOf(table, [column], by, 'in').all(loose(tables), { [column]: texts });
      return rows as readonly Tables[Table][];
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
