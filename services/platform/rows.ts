// Finds and changes single rows, which every service does with every table.

import type { Kysely } from 'kysely';
import { type Given, type Prepared, prepare } from './store/prepare.ts';
import type { Table } from './store/table.ts';

/** A new row: columns that may be null can be left out. */
export type New<Row> = { readonly [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name] } & Partial<Row>;

type Any = Record<string, Record<string, unknown>>;
type Values = Record<string, unknown>;

/** Rows by their identifiers. */
export function byId<Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * For the tables of a service: `const rows = rowsOf<SchedulingTables>(tables)`. Each query is prepared once.
 * @param declared the tables to which `add` adds rows
 * @param notFound the refusal of `requireRow`
 */
export function rowsOf<Tables>(
  declared: readonly Table[] = [],
  notFound: (table: keyof Tables & string, id: string) => Error = (table, id) => new Error(`There is no row ${id} in ${table}.`),
) {
  type Db = Kysely<Tables>;
  type Name = keyof Tables & string;
  const known = new Map<string, Prepared<Any, Values, unknown>>();
  const loose = (tables: Db) => tables as unknown as Kysely<Any>;

  /** @param by the columns of the order */
  function queryOf(table: string, compared: readonly string[], by: readonly string[], operator: '=' | 'in') {
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

  async function find<T extends Name>(tables: Db, table: T, id: string): Promise<Tables[T] | undefined> {
    return (await queryOf(table, ['id'], [], '=').first(loose(tables), { id })) as Tables[T] | undefined;
  }

  async function change<T extends Name>(tables: Db, table: T, id: string, changes: Partial<Tables[T]>): Promise<void> {
    const rows = loose(tables).updateTable(table as string);
    await rows
      .set(changes as Values)
      .where('id', '=', id)
      .execute();
  }

  async function among<T extends Name>(
    tables: Db,
    table: T,
    column: keyof Tables[T] & string,
    texts: readonly string[],
    by: readonly (keyof Tables[T] & string)[] = [],
  ): Promise<readonly Tables[T][]> {
    if (texts.length === 0) return [];
    return (await queryOf(table, [column], by, 'in').all(loose(tables), { [column]: texts })) as readonly Tables[T][];
  }

  return {
    /** The row with an identifier. */
    find,
    /** The row with an identifier. @throws the refusal where there is none, or it is not one that `isOwn` takes */
    async requireRow<T extends Name>(tables: Db, table: T, id: string, isOwn?: (row: Tables[T]) => boolean): Promise<Tables[T]> {
      const row = await find(tables, table, id);
      if (row === undefined || isOwn?.(row) === false) throw notFound(table, id);
      return row;
    },
    /** The rows that have these values, in the order of the columns `by`. */
    async all<T extends Name>(
      tables: Db,
      table: T,
      having: { readonly [Column in keyof Tables[T]]?: NonNullable<Tables[T][Column]> },
      by: readonly (keyof Tables[T] & string)[] = [],
    ): Promise<readonly Tables[T][]> {
      return (await queryOf(table, Object.keys(having), by, '=').all(loose(tables), having)) as readonly Tables[T][];
    },
    /** The rows whose column has one of these texts. */
    among,
    /**
     * The rows with these identifiers, in the order of the list and each once; without those that there are not.
     * @param column another one whose values no two rows share
     */
    async byIds<T extends Name>(tables: Db, table: T, ids: readonly string[], column = 'id' as keyof Tables[T] & string) {
      const wanted = [...new Set(ids)];
      const found = new Map((await among(tables, table, column, wanted)).map((row) => [row[column] as string, row]));
      return wanted.map((id) => found.get(id)).filter((row) => row !== undefined);
    },
    /** Adds a row, or those of a list. */
    async insert<T extends Name>(tables: Db, table: T, rows: New<Tables[T]> | readonly New<Tables[T]>[]): Promise<void> {
      if (Array.isArray(rows) && rows.length === 0) return;
      const into = loose(tables).insertInto(table as string);
      await into.values(rows as readonly Values[]).execute();
    },
    /** Adds a row, and gives it with the columns that were left out. */
    async add<T extends Name>(tables: Db, table: T, row: New<Tables[T]>): Promise<Tables[T]> {
      const found = declared.find(({ name }) => name === table);
      if (found === undefined) throw new TypeError(`The table ${table} is not among those that \`rowsOf\` was given.`);
      const nulls = Object.entries(found.columns).flatMap(([name, { stored }]) => (stored.endsWith('?') ? [[name, null]] : []));
      const whole = { ...Object.fromEntries(nulls), ...row };
      await loose(tables).insertInto(table).values(whole).execute();
      return whole as Tables[T];
    },
    /** Changes the row with an identifier. */
    change,
    /** Changes a row that was read, and gives it as it is then. */
    async revise<T extends Name, Row extends { readonly id: string }, Changes extends Partial<Tables[T]>>(
      tables: Db,
      table: T,
      row: Row,
      changes: Changes,
    ): Promise<Omit<Row, keyof Changes> & Changes> {
      await change(tables, table, row.id, changes);
      return { ...row, ...changes };
    },
  };
}
