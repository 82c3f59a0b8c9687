// Queries that are compiled once and prepared by the database, for what is asked with every request. Otherwise Kysely compiles a query each time,
// which takes longer than SQLite does to answer a simple one.

import { type Compilable, type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';

/** Gives the place of a value in a query; the value comes when the query runs. It cannot stand for a list, as in `in (…)`. */
export type Given<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/** Runs on `store.read`, or in a unit of work on its tables. */
export interface Prepared<Tables, Values, Row> {
  all(tables: Kysely<Tables>, values: Values): Promise<readonly Row[]>;
  /** Gives the first row. */
  first(tables: Kysely<Tables>, values: Values): Promise<Row | undefined>;
  /** Gives how many rows an `insert`, `update` or `delete` changed. */
  run(tables: Kysely<Tables>, values: Values): Promise<number>;
}

/** What an engine does with a compiled query, once. */
export interface Preparing {
  prepareQuery(compiled: CompiledQuery): RunPrepared;
}
export type RunPrepared = (tables: Kysely<unknown>, parameters: readonly unknown[]) => Promise<QueryResult<unknown>>;

/**
 * ```ts
 * const keyByHash = prepare((tables: Kysely<EmailTables>, given: Given<{ hash: string }>) =>
 *   tables.selectFrom('h_keys').selectAll().where('hash', '=', given('hash')),
 * );
 * await keyByHash.first(store.read, { hash });
 * ```
 * @param build is called once for each connection or pool, and must build the same query each time
 */
export function prepare<Tables, Values, Row>(
  build: (tables: Kysely<Tables>, given: Given<Values>) => Compilable<Row>,
): Prepared<Tables, Values, Row> {
  const ready = new WeakMap<object, (tables: Kysely<Tables>, values: Values) => Promise<QueryResult<unknown>>>();

  function execute(tables: Kysely<Tables>, values: Values): Promise<QueryResult<unknown>> {
    // All transactions of a pool share its adapter.
    const { adapter } = tables.getExecutor();
    let run = ready.get(adapter);
    if (run === undefined) {
      run = prepareOn(adapter, build(tables, place).compile());
      ready.set(adapter, run);
    }
    return run(tables, values);
  }

  return {
    all: async (tables, values) => (await execute(tables, values)).rows as Row[],
    first: async (tables, values) => (await execute(tables, values)).rows[0] as Row | undefined,
    run: async (tables, values) => Number((await execute(tables, values)).numAffectedRows ?? 0),
  };
}

/** Stands in the parameters of a compiled query until its value is known. */
class Placeholder<Values> {
  readonly name: keyof Values;

  constructor(name: keyof Values) {
    this.name = name;
  }
}

function place<Values, Name extends keyof Values & string>(name: Name): RawBuilder<Values[Name]> {
  return sql<Values[Name]>`${new Placeholder<Values>(name)}`;
}

function prepareOn<Tables, Values>(
  adapter: object,
  compiled: CompiledQuery,
): (tables: Kysely<Tables>, values: Values) => Promise<QueryResult<unknown>> {
  const fill = compiled.parameters.map((parameter) =>
    parameter instanceof Placeholder ? (values: Values): unknown => values[(parameter as Placeholder<Values>).name] : () => parameter,
  );
  if (!isPreparing(adapter)) throw new TypeError('Prepared queries run on the tables of a store.');
  const run = adapter.prepareQuery(compiled);
  return (tables, values) =>
    run(
      tables as Kysely<unknown>,
      fill.map((value) => value(values)),
    );
}

function isPreparing(adapter: object): adapter is Preparing {
  return 'prepareQuery' in adapter;
}
