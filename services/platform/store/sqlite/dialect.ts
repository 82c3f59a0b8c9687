// The dialect through which Kysely queries a connection to SQLite.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Preparing, RunPrepared } from '../prepare.ts';
import type { SqliteConnection } from './connection.ts';

/**
 * Queries on a connection. Closing the connection ends them.
 * @param assertAllowed is called before each query
 */
export function queriesOn<Tables>(connection: SqliteConnection, assertAllowed = (): void => {}): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driverOf(connection, assertAllowed),
      createAdapter: () => new Adapter(connection, assertAllowed),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
  });
}

class Adapter extends SqliteAdapter implements Preparing {
  readonly #connection: SqliteConnection;

  readonly #assertAllowed: () => void;

  constructor(connection: SqliteConnection, assertAllowed: () => void) {
    super();
    this.#connection = connection;
    this.#assertAllowed = assertAllowed;
  }

  // There is one connection, so a prepared query needs none of what Kysely does to find one.
  prepareQuery({ sql }: CompiledQuery): RunPrepared {
    const run = this.#connection.prepare(sql);
    return async (_tables, parameters) => {
      this.#assertAllowed();
      return run(parameters);
    };
  }

  // Kysely would otherwise let queries wait for each other, which the connection does anyway: a query takes no turn of the event loop.
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  // SQLite rolls back changes of tables too. Kysely supposes that it does not.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's own driver for SQLite prepares each query again. */
function driverOf(connection: SqliteConnection, assertAllowed: () => void): Driver {
  const run = (text: string, parameters: readonly unknown[]): QueryResult<unknown> => {
    assertAllowed();
    return connection.run(text, parameters);
  };
  const only: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => run(sql, parameters) as QueryResult<Row>,
    // biome-ignore lint/correctness/useYield: PostgreSQL would need a further package to stream, and lists of services are pages.
    async *streamQuery() {
      throw new TypeError('The store has no cursors.');
    },
  };
  const execute = async (command: string) => void run(command, []);
  return {
    init: async () => {},
    acquireConnection: async () => only,
    beginTransaction: () => execute('begin immediate'),
    commitTransaction: () => execute('commit'),
    rollbackTransaction: () => execute('rollback'),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
