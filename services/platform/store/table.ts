// Declares tables. One declaration gives the type of a row, the columns that a database must have, and what flags and JSON are in rows.

import { parseJson } from '@octavo/runtime';
import type { ColumnType } from './column-type.ts';

/** Gives what a stored value is in a row. */
export type Read = (stored: never) => unknown;

/** A column whose values are `T` in rows. */
export interface Column<T> {
  readonly stored: ColumnType;
  /** Absent: rows have what is stored. */
  readonly read?: Read;
  readonly isKey?: true;
  readonly isUnique?: true;
  /** The migration that adds the column to a table of an older release, and its value in the rows that are there. */
  readonly since?: { readonly migration: string; readonly value: string | number | undefined };
  /** The migrations that take the column away (`retired`). */
  readonly until?: { readonly optional: string; readonly gone: string };
  /** Only a type. */
  readonly '~value'?: T;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

export interface Table<Name extends string = string, Of extends Columns = Columns> {
  readonly name: Name;
  readonly columns: Of;
  /** The columns that identify a row. */
  readonly key: readonly [string, ...string[]];
  /** The columns of each index, by the end of its name; in those of `unique`, no two rows have the same values. */
  readonly indexes: Readonly<Record<string, readonly string[]>>;
  readonly unique: Readonly<Record<string, readonly string[]>>;
  /** The migration that adds the table, where it is not the first. */
  readonly since: string | undefined;
}

/** A column that this release does not use. */
export interface RetiredColumn extends Column<never> {
  readonly until: { readonly optional: string; readonly gone: string };
}

/** What a query gives for a row, and what is written for one. */
export type RowOf<Declared extends Pick<Table, 'columns'>> = {
  readonly [Name in keyof Declared['columns'] as Declared['columns'][Name] extends RetiredColumn
    ? never
    : Name]: Declared['columns'][Name] extends Column<infer T> ? T : never;
};

/** The tables of a list, as Kysely takes them: the types of the rows by the names of the tables. */
export type TablesOf<List extends readonly Table[]> = { [Declared in List[number] as Declared['name']]: RowOf<Declared> };

export const text: Column<string> = { stored: 'text' };
/** Times are integers: milliseconds since 1970, UTC. */
export const integer: Column<number> = { stored: 'whole' };
export const double: Column<number> = { stored: 'double' };
/** Bytes, at most some hundred KiB in a row: a query has its rows in memory. A larger file is a blob of the platform. */
export const bytes: Column<Uint8Array<ArrayBuffer>> = { stored: 'bytes' };
/** A boolean in rows, 0 or 1 in the database. */
export const flag: Column<boolean> = { stored: 'whole', read: (stored: number) => stored === 1 };

/** One of some texts. */
export function textOf<T extends string>(): Column<T> {
  return { stored: 'text' };
}

/** An object or a list in rows, JSON in the database. It is parsed whenever it is read: a query of many rows names the columns that it needs. */
export function json<T extends object>(): Column<T> {
  return { stored: 'text', read: parseJson };
}

export function nullable<T>(column: Column<T>): Column<T | null> {
  return { ...column, stored: `${column.stored.replace('?', '') as 'text'}?` };
}

/** A column of the key: what identifies a row. */
export function key<T>(column: Column<T>): Column<T> {
  return { ...column, isKey: true };
}

/** A column whose values differ in all rows. */
export function unique<T>(column: Column<T>): Column<T> {
  return { ...column, isUnique: true };
}

/**
 * A column that a later migration adds.
 * @param value what rows have that are there already; absent: null
 */
export function since<T>(migration: string, column: Column<T>, value?: string | number): Column<T> {
  return { ...column, since: { migration, value } };
}

/**
 * A column that this release does not use and rows do not have. Processes of the release before may still use it, so it is there until they have
 * ended: `name: retired({ optional: '003-names', gone: '004-names-contract' }, text)`.
 * @param until `optional`: the migration after which rows need not have it; `gone`: the one that removes it, a contract
 */
export function retired(until: RetiredColumn['until'], column: Column<unknown>): RetiredColumn {
  const { stored, isKey, isUnique, since } = column;
  return { stored, until, ...(isKey && { isKey }), ...(isUnique && { isUnique }), ...(since && { since }) };
}

/**
 * ```ts
 * const posts = table('b_posts', { id: key(text), author: text, edits: json<Edit[]>(), is_pinned: flag, reply_to: nullable(text) });
 * type PostRow = RowOf<typeof posts>;
 * ```
 * @param more `key`: where its columns are in another order than in the table
 */
export function table<const Name extends string, const Of extends Columns>(
  name: Name,
  columns: Of,
  more: {
    readonly key?: readonly (keyof Of & string)[];
    readonly indexes?: Readonly<Record<string, readonly (keyof Of & string)[]>>;
    readonly unique?: Readonly<Record<string, readonly (keyof Of & string)[]>>;
    readonly since?: string;
  } = {},
): Table<Name, Of> {
  const [first, ...others] = more.key ?? Object.keys(columns).filter((column) => columns[column]?.isKey);
  if (first === undefined) throw new TypeError(`The table ${name} has no key: write \`id: key(text)\`.`);
  return { name, columns, key: [first, ...others], indexes: more.indexes ?? {}, unique: more.unique ?? {}, since: more.since };
}

/** How the columns of each table are read, as far as rows do not have what is stored. */
export function readsOf(tables: readonly Table[]): ReadonlyMap<string, ReadonlyMap<string, Read>> {
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      new Map(Object.entries(columns).flatMap(([column, { read }]) => (read === undefined ? [] : [[column, read] as const]))),
    ]),
  );
}
