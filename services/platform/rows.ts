// Finds and changes single rows, which every service does with every table.

import { type Compilable, type InsertQueryBuilder, type InsertResult, type Kysely, sql } from 'kysely';
import { type Given, type Prepared, prepare } from './store/prepare.ts';
import type { Table } from './store/table.ts';

/** A new row: columns that may be null can be left out. */
export type New<Row> = { readonly [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name] } & Partial<Row>;

type Any = Record<string, Record<string, unknown>>;
type Values = Record<string, unknown>;

/** Builds a statement. `place` gives the place of a value of the list that it is written with. */
type Build = (tables: Kysely<Any>, place: (index: number) => unknown) => Compilable<unknown>;
type Inserting = InsertQueryBuilder<Any, string, InsertResult>;

/** Changes that stay prepared. Which columns they have can depend on what callers send, so there may be more: those are compiled each time. */
const MOST_PREPARED = 1_000;
/** Rows that one prepared statement adds. */
const MOST_ROWS = 4;

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
  const changing = new Map<string, Prepared<Any, readonly unknown[], unknown>>();
  const loose = (tables: Db) => tables as unknown as Kysely<Any>;

  /** @param by the columns of the order */
  function queryOf(table: string, compared: readonly string[], by: readonly string[], operator: '=' | 'in') {
    // Names of tables and columns have no blanks and commas.
    const name = `${operator} ${table} ${compared.join()} ${by.join()}`;
    let made = known.get(name);
    if (made === undefined) {
      made = prepare((tables: Kysely<Any>, given: Given<Values>) => {
        let rows = tables.selectFrom(table).selectAll();
        for (const column of compared) rows = rows.where(column, operator, operator === '=' ? given(column) : given.list(column));
        for (const column of by) rows = rows.orderBy(column);
        return rows;
      });
      known.set(name, made);
    }
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

  /**
   * Runs a statement that changes rows.
   * @param name tells it from others: its kind, its table and its columns. Absent: it does not stay prepared
   * @returns how many rows it changed
   */
  async function write(tables: Db, name: readonly unknown[] | undefined, values: readonly unknown[], build: Build): Promise<number> {
    const text = name && JSON.stringify(name);
    let made = text === undefined ? undefined : changing.get(text);
    if (made === undefined && text !== undefined && changing.size < MOST_PREPARED) {
      made = prepare((some: Kysely<Any>, given: Given<readonly unknown[]>) => build(some, (index) => given(String(index) as never)));
      changing.set(text, made);
    }
    if (made !== undefined) return made.run(loose(tables), values);
    const { numAffectedRows } = await loose(tables).executeQuery(build(loose(tables), (index) => values[index]).compile());
    return Number(numAffectedRows ?? 0);
  }

  /** Adds a row, or those of a list, by a statement that `finish` completes. @param kind what it does beside that */
  async function insertAll(
    tables: Db,
    table: string,
    rows: object,
    kind: readonly string[] = [],
    finish = (into: Inserting): Inserting => into,
  ): Promise<number> {
    const list = (Array.isArray(rows) ? rows : [rows]) as readonly Values[];
    if (list.length === 0) return 0;
    const columns = [...new Set(list.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined)))];
    const values = list.flatMap((row) => columns.map((name) => row[name]));
    const isPrepared = list.length <= MOST_ROWS && !values.includes(undefined);
    return write(tables, isPrepared ? ['insert', table, list.length, columns, kind] : undefined, values, (some, place) => {
      const placed = list.map((_, row) => Object.fromEntries(columns.map((name, index) => [name, place(row * columns.length + index)])));
      return finish(some.insertInto(table).values(placed));
    });
  }

  async function changeAll<T extends Name>(tables: Db, table: T, having: Having<T>, changes: Partial<Tables[T]>): Promise<number> {
    const changed = Object.entries(changes).filter(([, value]) => value !== undefined);
    const columns = changed.map(([column]) => column);
    const compared = Object.keys(having);
    const values = [...changed.map(([, value]) => value), ...Object.values(having)];
    return write(tables, ['update', table, columns, compared], values, (some, place) => {
      const rows = some.updateTable(table as string).set(Object.fromEntries(columns.map((name, index) => [name, place(index)])));
      return compared.reduce((query, name, index) => query.where(name, '=', place(columns.length + index)), rows);
    });
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
      await insertAll(tables, table, rows);
    },
    /** Adds a row, or those of a list; those whose key or unique values are there already are left out. @returns how many were added */
    insertMissing<T extends Name>(tables: Db, table: T, rows: New<Tables[T]> | readonly New<Tables[T]>[]): Promise<number> {
      return insertAll(tables, table, rows, ['missing'], (into) => into.onConflict((conflict) => conflict.doNothing()));
    },
    /** Adds a row, or those of a list. One whose columns `by` have the same values as a row that is there changes the others of that row. */
    async put<T extends Name>(
      tables: Db,
      table: T,
      rows: New<Tables[T]> | readonly New<Tables[T]>[],
      by: readonly (keyof Tables[T] & string)[],
    ): Promise<void> {
      const [first = {}] = Array.isArray(rows) ? rows : [rows];
      const changed = Object.keys(first).filter((name) => !by.some((column) => column === name));
      await insertAll(tables, table, rows, ['put', ...by, 'change', ...changed], (into) => {
        const change = Object.fromEntries(changed.map((name) => [name, sql.ref(`excluded.${name}`)]));
        return into.onConflict((conflict) => conflict.columns([...by]).doUpdateSet(change));
      });
    },
    /** Adds a row, and gives it with the columns that were left out. */
    async add<T extends Name>(tables: Db, table: T, row: New<Tables[T]>): Promise<Tables[T]> {
      const found = declared.find(({ name }) => name === table);
      if (found === undefined) throw new TypeError(`The table ${table} is not among those that \`rowsOf\` was given.`);
      const nulls = Object.entries(found.columns).flatMap(([name, { stored }]) => (stored.endsWith('?') ? [[name, null]] : []));
      const whole = { ...Object.fromEntries(nulls), ...row };
      await insertAll(tables, table, whole);
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
      const columns = Object.keys(sums);
      await write(tables, ['add', table, columns], [...Object.values(sums), id], (some, place) => {
        const added = columns.map((column, index) => [column, sql`${sql.ref(column)} + ${place(index)}`]);
        return some
          .updateTable(table as string)
          .set(Object.fromEntries(added) as Values)
          .where('id', '=', place(columns.length));
      });
    },
    /** The number of the next row of a table whose rows are numbered. Call it in the unit of work that adds the row. */
    async nextId(tables: Db, table: Name): Promise<number> {
      const rows = loose(tables).selectFrom(table as string);
      const { last } = await rows.select(({ fn }) => fn.max('id').as('last')).executeTakeFirstOrThrow();
      return Number(last ?? 0) + 1;
    },
    /** Removes the rows that have these values. @returns how many */
    async remove<T extends Name>(tables: Db, table: T, having: Having<T>): Promise<number> {
      const compared = Object.keys(having);
      return write(tables, ['remove', table, compared], Object.values(having), (some, place) =>
        compared.reduce((query, name, index) => query.where(name, '=', place(index)), some.deleteFrom(table as string)),
      );
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
