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

/** Queries on a connection. Closing the connection ends them. */
export function queriesOn<Tables>(connection: SqliteConnection): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driverOf(connection),
      createAdapter: () => new Adapter(connection),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
  });
}

class Adapter extends SqliteAdapter implements Preparing {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    super();
    this.#connection = connection;
  }

  // There is one connection, so a prepared query needs none of what Kysely does to find one.
  prepareQuery({ sql }: CompiledQuery): RunPrepared {
    const run = this.#connection.prepare(sql);
    return async (_tables, parameters) => run(parameters);
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
function driverOf(connection: SqliteConnection): Driver {
  const only: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => connection.run(sql, parameters) as QueryResult<Row>,
    async *streamQuery<Row>({ sql, parameters }: CompiledQuery) {
      for (const row of connection.iterate(sql, parameters)) yield { rows: [row as Row] };
    },
  };
  const execute = async (command: string) => void connection.run(command, []);
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
