// Finds and changes single rows, which every service does with every table.

import { type Kysely, sql } from 'kysely';
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

  /** Values of columns, all of which a row has. */
  type Having<T extends Name> = { readonly [Column in keyof Tables[T]]?: NonNullable<Tables[T][Column]> };

  async function findBy<T extends Name>(tables: Db, table: T, having: Having<T>): Promise<Tables[T] | undefined> {
    return (await queryOf(table, Object.keys(having), [], '=').first(loose(tables), having)) as Tables[T] | undefined;
  }

  function find<T extends Name>(tables: Db, table: T, id: string | number): Promise<Tables[T] | undefined> {
    return findBy(tables, table, { id } as object as Having<T>);
  }

  async function changeAll<T extends Name>(tables: Db, table: T, having: Having<T>, changes: Partial<Tables[T]>): Promise<number> {
    let rows = loose(tables)
      .updateTable(table as string)
      .set(changes as Values);
    for (const [column, value] of Object.entries(having)) rows = rows.where(column, '=', value);
    return Number((await rows.executeTakeFirst()).numUpdatedRows);
  }

  async function change<T extends Name>(tables: Db, table: T, id: string | number, changes: Partial<Tables[T]>): Promise<void> {
    await changeAll(tables, table, { id } as object as Having<T>, changes);
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
    /** A row that has these values. */
    findBy,
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
      having: Having<T>,
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
    /** Adds a row, or those of a list; those whose key or unique values are there already are left out. @returns how many were added */
    async insertMissing<T extends Name>(tables: Db, table: T, rows: New<Tables[T]> | readonly New<Tables[T]>[]): Promise<number> {
      if (Array.isArray(rows) && rows.length === 0) return 0;
      const into = loose(tables).insertInto(table as string);
      const added = into.values(rows as readonly Values[]).onConflict((conflict) => conflict.doNothing());
      return Number((await added.executeTakeFirst()).numInsertedOrUpdatedRows);
    },
    /** Adds a row, or those of a list. One whose columns `by` have the same values as a row that is there changes the others of that row. */
    async put<T extends Name>(
      tables: Db,
      table: T,
      rows: New<Tables[T]> | readonly New<Tables[T]>[],
      by: readonly (keyof Tables[T] & string)[],
    ): Promise<void> {
      const list = (Array.isArray(rows) ? rows : [rows]) as readonly Values[];
      const changed = Object.keys(list[0] ?? {}).filter((name) => !by.some((column) => column === name));
      if (list.length === 0) return;
      const into = loose(tables)
        .insertInto(table as string)
        .values(list);
      const change = Object.fromEntries(changed.map((name) => [name, sql.ref(`excluded.${name}`)]));
      await into.onConflict((conflict) => conflict.columns([...by]).doUpdateSet(change)).execute();
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
    /** Changes the rows that have these values. @returns how many */
    changeAll,
    /** Adds to numbers of the row with an identifier: `addTo(tables, 'b_users', id, { posts_count: -1 })`. */
    async addTo<T extends Name>(
      tables: Db,
      table: T,
      id: string | number,
      sums: { readonly [Column in keyof Tables[T]]?: number },
    ): Promise<void> {
      const added = Object.entries(sums).map(([column, by]) => [column, sql`${sql.ref(column)} + ${by}`]);
      const rows = loose(tables).updateTable(table as string);
      await rows
        .set(Object.fromEntries(added) as Values)
        .where('id', '=', id)
        .execute();
    },
    /** The number of the next row of a table whose rows are numbered. Call it in the unit of work that adds the row. */
    async nextId(tables: Db, table: Name): Promise<number> {
      const rows = loose(tables).selectFrom(table as string);
      const { last } = await rows.select(({ fn }) => fn.max('id').as('last')).executeTakeFirstOrThrow();
      return Number(last ?? 0) + 1;
    },
    /** Removes the rows that have these values. @returns how many */
    async remove<T extends Name>(tables: Db, table: T, having: Having<T>): Promise<number> {
      let rows = loose(tables).deleteFrom(table as string);
      for (const [column, value] of Object.entries(having)) rows = rows.where(column, '=', value);
      return Number((await rows.executeTakeFirst()).numDeletedRows);
    },
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
