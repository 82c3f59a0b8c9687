// Makes the indexes that are derived from rows, where they are missing or of another version.

import { type Kysely, sql } from 'kysely';
import { loadTables } from './catalog.ts';
import type { AnyIndex } from './derived.ts';
import type { Engine } from './engine.ts';
import type { MustWait, Part } from './store.ts';

/** Whether a table is one of these indexes. */
export function isDerived(table: string, parts: Iterable<Part>): boolean {
  for (const { indexes = [] } of parts) if (indexes.some(({ name }) => table === name || table.startsWith(`${name}_`))) return true;
  return false;
}

const stateOf = ({ name }: AnyIndex) => `${name}_state`;

/** Names a version of an index, as migrations have names. */
export function versionName({ name, version }: AnyIndex): string {
  return `index ${name} ${version}`;
}

/**
 * Makes and fills the indexes of a part that are not there or not of this version.
 * @throws {Error} if other processes write an index as another version
 */
export async function ensureIndexes<Tables>(
  database: Kysely<Tables>,
  { name, indexes = [] }: Part,
  engine: Engine,
  mustWait: MustWait = async () => false,
): Promise<void> {
  for (const index of indexes) {
    await database.transaction().execute(async (transaction) => {
      await takeTurn(transaction, engine);
      const version = await versionOf(transaction, index);
      if (version === index.version) return;
      if (version !== undefined && (await mustWait(name, versionName(index))))
        throw new Error(
          `This release makes the index ${index.name} of ${name} in another way than the processes that run on this database. Stop them, and start again.`,
        );
      await makeIndex(transaction, index, engine);
    });
  }
}

/** Makes and fills an index, whether or not there is one, within a transaction. */
export async function makeIndex<Tables>(transaction: Kysely<Tables>, index: AnyIndex, engine: Engine): Promise<void> {
  const state = sql.table(stateOf(index));
  await sql`drop table if exists ${sql.table(index.name)}`.execute(transaction);
  await sql`drop table if exists ${state}`.execute(transaction);
  for (const statement of index.create(engine)) await sql.raw(statement).execute(transaction);
  await index.rebuild(transaction);
  await sql`create table ${state} (version bigint not null)`.execute(transaction);
  await sql`insert into ${state} (version) values (${index.version})`.execute(transaction);
}

/** Any number that nothing else locks. */
const LOCK = 7_241_903_118;

/** Processes that start at the same time make the indexes of a database one after another. */
async function takeTurn<Tables>(transaction: Kysely<Tables>, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
}

async function versionOf<Tables>(database: Kysely<Tables>, index: AnyIndex): Promise<number | undefined> {
  if (!(await loadTables(database)).has(stateOf(index))) return undefined;
  const { rows } = await sql<{ version: number }>`select version from ${sql.table(stateOf(index))}`.execute(database);
  return rows[0]?.version;
}
