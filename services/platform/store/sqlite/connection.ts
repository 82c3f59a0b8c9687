// One connection to SQLite by `node:sqlite`, which keeps its prepared statements.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { OnlyReads, storedValues } from '../store.ts';
import { type Read, readsOf, type Table } from '../table.ts';
import { isReadOnly, translate } from './errors.ts';

/** Statements that a connection keeps. Services have some hundred; a query with a list of values has one for each length of the list. */
const MOST_STATEMENTS = 1_000;

/** KiB of pages that a connection keeps, of a database that has so many. */
const CACHE = 32_768;

interface PreparedStatement {
  readonly statement: StatementSync;
  /** The names of the columns of its rows; none where it has no rows. */
  readonly columns: readonly string[];
  /** A row without values. Copies of it are faster than objects that grow with each column. */
  readonly empty: Row;
  /** The places of the columns whose values rows do not have as they are stored. */
  readonly reads: readonly (readonly [place: number, read: Read])[];
}

type Row = Readonly<Record<string, unknown>>;

export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, PreparedStatement>();
  readonly #isReader: boolean;
  readonly #reads = new Map<string, ReadonlyMap<string, Read>>();
  #isReading = false;
  /** The first error of a query since it was last set to `undefined`. */
  failure: unknown;

  /** @throws {StoreUnavailable} */
  constructor(file: string, pragmas: string, isReader = false) {
    this.#isReader = isReader;
    try {
      this.#database = new DatabaseSync(file);
      // `like` tells large from small letters, as in PostgreSQL. SQLite keeps 2 MB of pages by itself, and reads the others again and again.
      this.#database.exec(`pragma case_sensitive_like = on; pragma temp_store = memory; pragma cache_size = -${CACHE}; ${pragmas}`);
      if (isReader) this.#database.exec('pragma query_only = on');
    } catch (error) {
      throw translate(error);
    }
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  get database(): DatabaseSync {
    return this.#database;
  }

  /** Lets the queries from now on read the rows of one moment, until `endReading`. Otherwise each of them takes a lock and frees it again. */
  beginReading(): void {
    if (this.#isReading) return;
    this.#database.exec('begin');
    this.#isReading = true;
  }

  endReading(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    // An error may have ended the transaction.
    if (this.#database.isTransaction) this.#database.exec('commit');
  }

  /** Rows have booleans and what is in JSON from now on, as these tables are declared. Until then they have what is stored, as migrations do. */
  read(tables: readonly Table[]): void {
    for (const [table, reads] of readsOf(tables)) this.#reads.set(table, reads);
    this.#statements.clear();
  }

  /** @throws {StoreUnavailable} if the database is the cause */
  run(text: string, parameters: readonly unknown[]): QueryResult<unknown> {
    return this.#answering(() => resultOf(this.#kept(text), parameters));
  }

  /** Prepares a query that stays prepared. */
  prepare(text: string): (parameters: readonly unknown[]) => QueryResult<unknown> {
    const prepared = this.#answering(() => this.#prepare(text));
    return (parameters) => this.#answering(() => resultOf(prepared, parameters));
  }

  #answering<T>(query: () => T): T {
    try {
      return query();
    } catch (error) {
      const translated = this.#isReader && isReadOnly(error) ? new OnlyReads(error) : translate(error);
      this.failure ??= translated;
      throw translated;
    }
  }

  /** Gives the rows of a query one by one. */
  *iterate(text: string, parameters: readonly unknown[]): Generator<unknown, void, undefined> {
    try {
      // A statement of its own, since the kept one may run again before the last row is read.
      yield* this.#database.prepare(text).iterate(...(parameters as readonly SQLInputValue[]));
    } catch (error) {
      throw translate(error);
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(text: string): PreparedStatement {
    const statement = this.#database.prepare(text);
    // `node:sqlite` makes rows as hash tables, which are slow to make and to read. Arrays, with the objects that are made of them here, take half the
    // time.
    statement.setReturnArrays(true);
    const found = statement.columns();
    const columns = found.map(({ name }) => name);
    return {
      statement,
      columns,
      empty: Object.fromEntries(columns.map((name) => [name, null])),
      reads: found.flatMap(({ table, column }, place): [number, Read][] => {
        const read = this.#reads.get(table ?? '')?.get(column ?? '');
        return read === undefined ? [] : [[place, read]];
      }),
    };
  }

  #kept(text: string): PreparedStatement {
    const known = this.#statements.get(text);
    // Moves it to the end, so that the first is the one that has not been used for the longest time.
    if (known !== undefined) this.#statements.delete(text);
    const kept = known ?? this.#prepare(text);
    this.#statements.set(text, kept);
    if (this.#statements.size > MOST_STATEMENTS) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    return kept;
  }
}

function resultOf(prepared: PreparedStatement, parameters: readonly unknown[]): QueryResult<unknown> {
  const { statement, columns } = prepared;
  const values = storedValues(parameters) as readonly SQLInputValue[];
  if (columns.length > 0) {
    // Their type is that of rows which are objects.
    const rows = statement.all(...values) as readonly unknown[] as readonly unknown[][];
    return { rows: rows.map((row) => rowOf(prepared, row)) };
  }
  const { changes } = statement.run(...values);
  return { rows: [], numAffectedRows: BigInt(changes) };
}

/** @param values are changed */
function rowOf({ columns, empty, reads }: PreparedStatement, values: unknown[]): Row {
  for (const [place, read] of reads) if (values[place] !== null) values[place] = read(values[place] as never);
  const row: Record<string, unknown> = { ...empty };
  for (let index = 0; index < columns.length; index++) row[columns[index] as string] = values[index];
  return row;
}
