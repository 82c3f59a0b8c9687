// Reads the rows of services for people who want to see what a call has changed.

import { isSecretName, REDACTED, redactedBody } from '@octavo/runtime/conformance';
import type { Kysely } from 'kysely';
import type { Service } from '../service.ts';
import type { Store } from '../store/store.ts';
import type { SandboxTables } from './tables.ts';

/** A value of a row; text is cut off after 2,000 characters. */
type Cell = string | number | null;

interface Rows {
  readonly columns: readonly string[];
  /** Each has a value for each column. */
  readonly rows: readonly (readonly Cell[])[];
  /** How many rows the table has. */
  readonly total: number;
}

export interface Data {
  tables(service: string): Promise<readonly { readonly name: string; readonly rows: number }[]>;
  /** In the order of their columns. Secrets are replaced by `[redacted]`. `undefined` where the service has no such table. */
  rows(service: string, table: string, page: { readonly offset: number; readonly limit: number }): Promise<Rows | undefined>;
}

/** Tables whose names are known at run time only. */
type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

const MOST_CHARACTERS = 2_000;

export function createData(store: Pick<Store<SandboxTables>, 'read'>, services: readonly Service[]): Data {
  const read = store.read as unknown as AnyTables;
  const tablesOf = (service: string) => services.find(({ name }) => name === service)?.tables.map(({ name }) => name) ?? [];

  async function count(table: string): Promise<number> {
    const { rows } = await read
      .selectFrom(table)
      .select((row) => row.fn.countAll().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  }

  return {
    tables: (service) => Promise.all(tablesOf(service).map(async (name) => ({ name, rows: await count(name) }))),

    async rows(service, table, { offset, limit }) {
      if (!tablesOf(service).includes(table)) return undefined;
      const [first] = await read.selectFrom(table).selectAll().limit(1).execute();
      const columns = Object.keys(first ?? {});
      let query = read.selectFrom(table).selectAll();
      for (const column of columns) query = query.orderBy(column);
      const found = await query.offset(offset).limit(limit).execute();
      return { columns, rows: found.map((row) => columns.map((column) => cellOf(column, row[column]))), total: await count(table) };
    },
  };
}

function cellOf(column: string, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (isSecretName(column)) return REDACTED;
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  // A text may be JSON with secrets in it.
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `${redactedBody(text.slice(0, MOST_CHARACTERS), undefined, [])}${text.length > MOST_CHARACTERS ? '…' : ''}`;
}
