// The dialect through which Kysely queries a connection to SQLite.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type LimitNode,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Preparing, RunPrepared } from '../prepare.ts';
import { announceStatement } from '../statements.ts';
import type { SqliteConnection } from './connection.ts';

/**
 * Queries on a connection. Closing the connection ends them.
 * @param before is called before each query, which does not run if it throws
 */
export function queriesOn<Tables>(connection: SqliteConnection, before = (): void => {}): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driverOf(connection, before),
      createAdapter: () => new Adapter(connection, before),
      createQueryCompiler: () => new Compiler(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
  });
}

class Compiler extends SqliteQueryCompiler {
  // SQLite plans with the value of `limit ?`, and compiles the query again each time that it runs with a value. A cast keeps it from that.
  protected override visitLimit(node: LimitNode): void {
    this.append('limit cast(');
    this.visitNode(node.limit);
    this.append(' as bigint)');
  }
}

class Adapter extends SqliteAdapter implements Preparing {
  readonly engine = 'sqlite';
  // To read the rows of `json_each` takes longer than to look up as many texts.
  readonly mostPlaces = 16;
  readonly #connection: SqliteConnection;
  readonly #before: () => void;

  constructor(connection: SqliteConnection, before: () => void) {
    super();
    this.#connection = connection;
    this.#before = before;
  }

  // There is one connection, so a prepared query needs none of what Kysely does to find one.
  prepareQuery({ sql }: CompiledQuery): RunPrepared {
    const run = this.#connection.prepare(sql);
    return (_tables, parameters) => {
      this.#before();
      announceStatement(sql);
      return run(parameters);
    };
  }

  rowsOf(list: RawBuilder<unknown>): RawBuilder<string> {
    return sql<string>`(select value from json_each(${list}))`;
  }

  listValue(texts: readonly string[]): string {
    return JSON.stringify(texts);
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
function driverOf(connection: SqliteConnection, before: () => void): Driver {
  const run = (text: string, parameters: readonly unknown[]): QueryResult<unknown> => {
    before();
    announceStatement(text);
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
