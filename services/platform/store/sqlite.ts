// The embedded store: SQLite by `node:sqlite`, with one connection and one writer.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect, sql } from 'kysely';
import type { Store } from './store.ts';

export interface OpenStore<Tables> extends Store<Tables> {
  close(): Promise<void>;
}

/** @param file Path of the database; `:memory:` keeps it in memory. */
export function openSqlite<Tables>(file: string): OpenStore<Tables> {
  const database = new DatabaseSync(file);
  const read = new Kysely<Tables>({ dialect: new SqliteDialect({ database: bridgeOf(database) }) });
  let last: Promise<unknown> = Promise.resolve();
  return {
    read,
    write<T>(unit: (tables: Kysely<Tables>) => Promise<T>): Promise<T> {
      const turn = last.then(async () => {
        await sql`begin immediate`.execute(read);
        try {
          const result = await unit(read);
          await sql`commit`.execute(read);
          return result;
        } catch (error) {
          await sql`rollback`.execute(read);
          throw error;
        }
      });
      last = turn.catch(() => {});
      return turn;
    },
    async close() {
      await last;
      await read.destroy();
    },
  };
}

/** What Kysely's SQLite dialect needs of a database, made of `node:sqlite`. */
function bridgeOf(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = database.prepare(text);
      const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}
