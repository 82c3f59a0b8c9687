// Finds and changes single rows, which every service does with every table.

import type { Kysely } from 'kysely';
import { type Given, type Prepared, prepare } from './store/prepare.ts';
import type { Table } from './store/table.ts';

/** A new row: columns that may be null can be left out. */
type New<Row> = { readonly [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name] } & Partial<Row>;

type Any = Record<string, Record<string, unknown>>;
type Values = Record<string, unknown>;

/**
 * For the tables of a service: `const rows = rowsOf<SchedulingTables>(tables)`. Each query is prepared once.
 * @param declared the tables to which `add` adds rows
 */
export function rowsOf<Tables>(declared: readonly Table[] = []) {
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

  async function update(tables: Kysely<Tables>, table: string, id: string, changes: Values): Promise<void> {
    await loose(tables).updateTable(table).set(changes).where('id', '=', id).execute();
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
    /** Adds a row, and gives it with the columns that were left out. */
    async add<Table extends keyof Tables & string>(tables: Kysely<Tables>, table: Table, row: New<Tables[Table]>): Promise<Tables[Table]> {
      const found = declared.find(({ name }) => name === table);
      if (found === undefined) throw new TypeError(`The table ${table} is not among those that \`rowsOf\` was given.`);
      const nulls = Object.entries(found.columns).flatMap(([name, { stored }]) => (stored.endsWith('?') ? [[name, null]] : []));
      const whole = { ...Object.fromEntries(nulls), ...row };
      await loose(tables).insertInto(table).values(whole).execute();
      return whole as Tables[Table];
    },
    async change<Table extends keyof Tables & string>(
      tables: Kysely<Tables>,
      table: Table,
      id: string,
      changes: Partial<Tables[Table]>,
    ): Promise<void> {
      await update(tables, table, id, changes);
    },
    /** Changes a row that was read, and gives it as it is then. */
    async revise<Table extends keyof Tables & string, Row extends { readonly id: string }, Changes extends Partial<Tables[Table]>>(
      tables: Kysely<Tables>,
      table: Table,
      row: Row,
      changes: Changes,
    ): Promise<Omit<Row, keyof Changes> & Changes> {
      await update(tables, table, row.id, changes);
      return { ...row, ...changes };
    },
  };
}
