// The dialect through which Kysely queries PostgreSQL.

import {
  type CompiledQuery,
  type DataTypeNode,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Preparing, RunPrepared } from '../prepare.ts';
import { createPool, type PoolOptions } from './pool.ts';

/** Queries on a pool of connections. */
export function queriesOn<Tables>(options: PoolOptions): Kysely<Tables> {
  const names = new Map<string, string>();
  return new Kysely<Tables>({ dialect: new Dialect(createPool(options, names), names) });
}

class Dialect extends PostgresDialect {
  readonly #names: Map<string, string>;

  /** @param names of prepared queries, by their text */
  constructor(pool: ReturnType<typeof createPool>, names: Map<string, string>) {
    super({ pool });
    this.#names = names;
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new Compiler();
  }

  override createAdapter(): PostgresAdapter {
    return new Adapter(this.#names);
  }
}

class Adapter extends PostgresAdapter implements Preparing {
  readonly engine = 'postgres';
  readonly mostPlaces = 1;
  readonly #names: Map<string, string>;

  constructor(names: Map<string, string>) {
    super();
    this.#names = names;
  }

  // PostgreSQL prepares a query that has a name once on each connection. Its plan counts on ten values in each list: for hundreds of them it can take
  // 50 times as long as a plan for these values. A comment makes it another query, without a name.
  prepareQuery(compiled: CompiledQuery, hasLongList: boolean): RunPrepared {
    const sql = hasLongList ? `/* long list */ ${compiled.sql}` : compiled.sql;
    if (!hasLongList && !this.#names.has(sql)) this.#names.set(sql, `octavo_${this.#names.size}`);
    return (tables, parameters) => tables.executeQuery({ ...compiled, sql, parameters });
  }

  rowsOf(list: RawBuilder<unknown>): RawBuilder<string> {
    return sql<string>`(select unnest(${list}::text[]))`;
  }

  /** An array as PostgreSQL writes it. */
  listValue(texts: readonly string[]): string {
    return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join()}}`;
  }
}

/** Makes columns of text sort by their bytes, as in SQLite, whatever the language of the database. */
class Compiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node);
    if (node.dataType === 'text' && this.parentNode?.kind === 'ColumnDefinitionNode') this.append(' collate "C"');
  }
}
