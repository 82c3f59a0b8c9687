// Connections to PostgreSQL: a pool that checks each new connection, gives whole numbers as numbers, and survives an outage.

import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { type FieldDef, Pool, type PoolClient, types } from 'pg';
import { announceConflict, announceStatement } from '../statements.ts';
import { OnlyReads, StoreUnavailable, storedValues } from '../store.ts';
import type { Read } from '../table.ts';
import { isConflict, isReadOnly, isStale, translate } from './errors.ts';

/** How long the store waits for PostgreSQL before it says that it is not available. Milliseconds. */
export interface Patience {
  /** Until there is a connection. */
  readonly connect: number;
  /** Until PostgreSQL cancels a query that it is working on. */
  readonly statement: number;
  /** Until a query ends that PostgreSQL does not answer at all, for want of a network for example. */
  readonly silence: number;
}

/** How columns are read whose values rows do not have as they are stored, by the numbers of the table and of the column. */
export type Reads = ReadonlyMap<number, ReadonlyMap<number, Read>>;

export interface PoolOptions {
  /** A connection string. */
  readonly url: string;
  /** Connections at most. */
  readonly most: number;
  /** Refuses writes. */
  readonly isReader?: boolean;
  /** Absent: rows have what is stored, as in migrations. */
  readonly reads?: Reads;
  /** Absent: queries take as long as they need, as migrations may. */
  readonly patience?: Patience;
}

/** To compile a query to machine code takes 50 ms, and each query here has a few rows, whatever PostgreSQL expects of a large table. */
const OPTIONS = ['-c jit=off'];
const READING = ['-c default_transaction_read_only=on'];
/**
 * PostgreSQL reads a small table as a whole, and a serializable unit that has done so conflicts with every change of the table. By an index, it
 * conflicts with changes of what it has read, and of what stands close to that in the index.
 */
const OF_UNITS = ['-c enable_seqscan=off'];

/**
 * A pool as Kysely's dialect takes it. Connections are opened when queries need them.
 * @param names of queries that PostgreSQL prepares, by their text
 */
export function createPool(
  { url, most, isReader = false, reads = new Map(), patience }: PoolOptions,
  names: ReadonlyMap<string, string>,
): PostgresPool {
  const pool = new Pool({
    connectionString: url,
    max: most,
    application_name: 'octavo-services',
    keepAlive: true,
    ...(patience === undefined
      ? {}
      : {
          connectionTimeoutMillis: patience.connect,
          statement_timeout: patience.statement,
          query_timeout: patience.silence,
          idle_in_transaction_session_timeout: 2 * patience.silence,
        }),
    options: [...OPTIONS, ...(isReader ? READING : []), ...(isReader || patience === undefined ? [] : OF_UNITS)].join(' '),
    types: { getTypeParser },
    onConnect: assertDurable,
  });
  // A connection that breaks while it is idle leaves the pool, and the next query opens another.
  pool.on('error', () => {});
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch(rethrow);
      let known = clients.get(client);
      if (known === undefined) {
        known = guarded(client, { isReader, reads, names });
        clients.set(client, known);
      }
      return known;
    },
    end: () => pool.end(),
  };
}

/** A connection whose errors are the store's, and which is dropped after PostgreSQL was silent on it. */
function guarded(
  client: PoolClient,
  { isReader, reads, names }: { readonly isReader: boolean; readonly reads: Reads; readonly names: ReadonlyMap<string, string> },
): PostgresPoolClient {
  let isSilent = false;
  let isInTransaction = false;
  /** The first error of the transaction. */
  let failure: unknown;
  /** How often queries had to be prepared anew, since a table had changed. */
  let times = 0;
  // A connection that breaks between two queries of a unit tells the next query.
  client.on('error', () => {});
  async function query<Row>(text: unknown, parameters?: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (typeof text !== 'string') throw new TypeError('The store has no cursors.');
    if (isSilent) throw new StoreUnavailable('The store is not available: PostgreSQL does not answer.');
    if (text.startsWith('start transaction') || text === 'begin') [failure, isInTransaction] = [undefined, true];
    else if (text === 'commit' || text === 'rollback') isInTransaction = false;
    else announceStatement(text);
    try {
      const known = names.get(text);
      const name = known === undefined || times === 0 ? known : `${known}_${times}`;
      const values = parameters === undefined ? undefined : (storedValues(parameters) as unknown[]);
      const answer = await client.query({ text, ...(values === undefined ? {} : { values }), ...(name === undefined ? {} : { name }) });
      // It answers several statements in one message with a list.
      const last = Array.isArray(answer) ? (answer.at(-1) as typeof answer) : answer;
      const result = last as unknown as PostgresQueryResult<Row>;
      readRows(last, reads);
      // PostgreSQL answers so where a query failed before and the unit went on.
      if (text === 'commit' && result.command === 'ROLLBACK') throw failure;
      return result;
    } catch (error) {
      isSilent ||= error instanceof Error && error.message === 'Query read timeout';
      failure ??= error;
      if (isStale(error)) {
        times++;
        // In a transaction, all of it has failed, and its unit runs again.
        if (!isInTransaction) return await query(text, parameters);
      }
      if (isConflict(error)) announceConflict(text);
      return rethrow(isReader && isReadOnly(error) ? new OnlyReads(error) : error);
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    release: (isBroken) => client.release(isSilent || isBroken === true),
  };
}

function readRows(
  { fields, rows }: { readonly fields: readonly FieldDef[]; readonly rows: Record<string, unknown>[] },
  reads: Reads,
): void {
  for (const { name, tableID, columnID } of fields) {
    const read = reads.get(tableID)?.get(columnID);
    if (read === undefined) continue;
    for (const row of rows) if (row[name] !== null) row[name] = read(row[name] as never);
  }
}

function rethrow(error: unknown): never {
  throw translate(error);
}

/** Refuses a connection on which a commit does not wait for the disk: a crash would lose what was acknowledged. */
async function assertDurable(client: { query(text: string): Promise<{ rows: Record<string, string>[] }> }): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit",
  );
  for (const [name, setting] of Object.entries(rows[0] ?? {})) {
    if (setting === 'off') {
      throw new StoreUnavailable(
        `PostgreSQL runs with \`${name} = off\`, so that a crash loses writes which were acknowledged. Turn it on, for example with \`alter system set ${name} = on\` and \`select pg_reload_conf()\`.`,
      );
    }
  }
}

/** Object identifiers of the types that `pg` gives as text, since they can exceed a number. */
const INT8 = 20;
const NUMERIC = 1700;

const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 || oid === NUMERIC ? numberOf : types.getTypeParser(oid, format as 'text');

/** @throws {RangeError} beyond 2^53, as SQLite does */
function numberOf(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`The value ${text} is beyond 2^53, so that a number cannot hold it exactly. Keep it as text.`);
  }
  return value;
}
