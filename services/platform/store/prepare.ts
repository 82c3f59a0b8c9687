// Queries that are compiled once and prepared by the database, for what is asked with every request. Otherwise Kysely compiles a query each time,
// which takes longer than SQLite does to answer a simple one.

import { type Compilable, type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { refuseNullCharacters } from './store.ts';

/** Gives the places of values in a query; the values come when the query runs. */
export interface Given<Values> {
  <Name extends keyof Values & string>(name: Name): RawBuilder<Exclude<Values[Name], undefined>>;
  /** Gives the place of a list of texts: `where('id', 'in', given.list('ids'))`. */
  list<Name extends keyof Values & string>(name: Name): RawBuilder<ItemOf<Values[Name]>>;
  /**
   * Whether there is this value, where it may be `undefined`: a filter that callers may leave out. The query is built and prepared once for each
   * combination that occurs.
   */
  has(name: keyof Values & string): boolean;
}

type ItemOf<List> = Exclude<List, undefined> extends readonly (infer Item)[] ? Item : never;

/** Runs on `store.read`, or in a unit of work on its tables. */
export interface Prepared<Tables, Values, Row> {
  all(tables: Kysely<Tables>, values: Values): Promise<readonly Row[]>;
  /** Gives the first row. */
  first(tables: Kysely<Tables>, values: Values): Promise<Row | undefined>;
  /** Gives how many rows an `insert`, `update` or `delete` changed. */
  run(tables: Kysely<Tables>, values: Values): Promise<number>;
}

/** What an engine does with a compiled query, once, and how a query names a list of texts. */
export interface Preparing {
  readonly engine: Engine;
  /** @param hasLongList the plan depends on the values: PostgreSQL takes lists that it does not know for short */
  prepareQuery(compiled: CompiledQuery, hasLongList: boolean): RunPrepared;
  /** The longest list of which a query names each text by itself, as `in (?, ?)`. */
  readonly mostPlaces: number;
  /** A query in parentheses whose rows are the texts of a list. */
  rowsOf(list: RawBuilder<unknown>): RawBuilder<string>;
  /** The value that stands for the list. */
  listValue(texts: readonly string[]): string;
}
/** SQLite answers at once, so that its queries need no promise of their own. */
type Answered = QueryResult<unknown> | Promise<QueryResult<unknown>>;
export type RunPrepared = (tables: Kysely<unknown>, parameters: readonly unknown[]) => Answered;

type Run<Tables, Values> = (tables: Kysely<Tables>, values: Values) => Answered;

/**
 * ```ts
 * const keyByHash = prepare((tables: Kysely<EmailTables>, given: Given<{ hash: string }>) =>
 *   tables.selectFrom('h_keys').selectAll().where('hash', '=', given('hash')),
 * );
 * await keyByHash.first(store.read, { hash });
 * ```
 * @param build is called once for each connection or pool and each combination of values that are there, and must build the same query each time
 */
export function prepare<Tables, Values, Row>(
  build: (tables: Kysely<Tables>, given: Given<Values>) => Compilable<Row>,
): Prepared<Tables, Values, Row> {
  const ready = new WeakMap<object, Map<string, Run<Tables, Values>>>();
  const asked: Asked<Values> = { optional: new Set(), lists: new Set() };

  /** Which of the optional values are there, and how long the lists are. */
  function shapeOf(values: Values, mostPlaces: number): string {
    let shape = '';
    for (const name of asked.optional) shape += values[name] === undefined ? '-' : '+';
    for (const name of asked.lists) if (values[name] !== undefined) shape += sizeOf(values[name], mostPlaces);
    return shape;
  }

  function execute(tables: Kysely<Tables>, values: Values): Answered {
    // All transactions of a pool share its adapter.
    const { adapter } = tables.getExecutor();
    if (!isPreparing(adapter)) throw new TypeError('Prepared queries run on the tables of a store.');
    let shapes = ready.get(adapter);
    if (shapes === undefined) {
      shapes = new Map<string, Run<Tables, Values>>();
      ready.set(adapter, shapes);
    }
    let run = shapes.get(shapeOf(values, adapter.mostPlaces));
    if (run === undefined) {
      const compiled = build(tables, givenOf(adapter, values, asked)).compile();
      // The name of the shape is computed after `build`, which may have asked for further values.
      const shape = shapeOf(values, adapter.mostPlaces);
      run = prepareOn(adapter, compiled, shape.includes(LONG));
      shapes.set(shape, run);
    }
    return run(tables, values);
  }

  return {
    async all(tables, values) {
      const answered = execute(tables, values);
      return (answered instanceof Promise ? await answered : answered).rows as Row[];
    },
    async first(tables, values) {
      const answered = execute(tables, values);
      return (answered instanceof Promise ? await answered : answered).rows[0] as Row | undefined;
    },
    async run(tables, values) {
      const answered = execute(tables, values);
      return Number((answered instanceof Promise ? await answered : answered).numAffectedRows ?? 0);
    },
  };
}

/** The names for which the query may differ, by how `build` has asked for them. */
interface Asked<Values> {
  readonly optional: Set<keyof Values>;
  readonly lists: Set<keyof Values>;
}

/** A list with more texts is a long one. */
const MOST_OF_SHORT = 250;
const LONG = 'N';

/**
 * How many places a query has for the texts of a list: a power of two, so that lists of all lengths need few queries. 0: the list is one value, since
 * it has no text or many.
 */
function placesFor(value: unknown, mostPlaces: number): number {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostPlaces) return 0;
  return value.length === 1 ? 1 : 1 << (32 - Math.clz32(value.length - 1));
}

function sizeOf(value: unknown, mostPlaces: number): string {
  const places = placesFor(value, mostPlaces);
  if (places > 0) return `${places},`;
  return Array.isArray(value) && value.length > MOST_OF_SHORT ? LONG : 'n';
}

/** Stands in the parameters of a compiled query until its value is known. */
class Placeholder<Values> {
  readonly read: (values: Values) => unknown;

  constructor(read: (values: Values) => unknown) {
    this.read = read;
  }
}

function givenOf<Values>(adapter: Preparing, values: Values, { optional, lists }: Asked<Values>): Given<Values> {
  const place = <Name extends keyof Values & string>(name: Name) =>
    sql<Exclude<Values[Name], undefined>>`${new Placeholder<Values>((given) => given[name])}`;
  return Object.assign(place, {
    list<Name extends keyof Values & string>(name: Name): RawBuilder<ItemOf<Values[Name]>> {
      lists.add(name);
      const textsOf = (given: Values) => given[name] as readonly string[];
      const places = placesFor(values[name], adapter.mostPlaces);
      if (places > 0) {
        // A list has fewer texts than places where its last one stands in several.
        const texts = Array.from(
          { length: places },
          (_, place) => new Placeholder<Values>((given) => textsOf(given)[place] ?? textsOf(given).at(-1)),
        );
        return sql`(${sql.join(texts)})`;
      }
      return adapter.rowsOf(
        sql`${new Placeholder<Values>((given) => listOf(adapter, textsOf(given)))}`,
      ) as RawBuilder<unknown> as RawBuilder<ItemOf<Values[Name]>>;
    },
    has(name: keyof Values & string) {
      optional.add(name);
      return values[name] !== undefined;
    },
  });
}

function prepareOn<Tables, Values>(adapter: Preparing, compiled: CompiledQuery, hasLongList: boolean): Run<Tables, Values> {
  const fill = compiled.parameters.map((parameter) =>
    parameter instanceof Placeholder ? (parameter as Placeholder<Values>).read : () => parameter,
  );
  const run = adapter.prepareQuery(compiled, hasLongList);
  return (tables, values) =>
    run(
      tables as Kysely<unknown>,
      fill.map((value) => value(values)),
    );
}

function listOf(adapter: Preparing, texts: readonly string[]): string {
  for (const text of texts) refuseNullCharacters(text);
  return adapter.listValue(texts);
}

function isPreparing(adapter: object): adapter is Preparing {
  return 'prepareQuery' in adapter;
}
