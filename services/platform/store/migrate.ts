// Brings the tables of a service to the version of this release, while processes of the release before may run.
//
// A migration expands: it adds tables, indexes, and columns that may be left out, so that the release before goes on reading and writing. Or it is a
// contract, whose name ends with `-contract`: it removes what only the release before uses, and runs when no process of that release is left.

import { type Kysely, sql } from 'kysely';
import { loadTables } from './catalog.ts';
import { assertColumns } from './columns.ts';
import { perEngine } from './per-engine.ts';
import { runAll } from './run-all.ts';
import { type MustWait, NewerRelease, type Part } from './store.ts';

const neverWaits: MustWait = async () => false;

/** Whether a migration removes what the release before uses. Its name is what processes of that release know of it. */
export function isContract(migration: string): boolean {
  return migration.endsWith('-contract');
}

/**
 * Runs the migrations that the database has not seen: first those that expand, all or none of them, then each contract that need not wait.
 * @returns the contracts that wait
 * @throws {Error} of the migration that failed; its changes are rolled back
 * @throws {Error} if the database has migrations that this release lacks, or its tables are not those that are declared
 */
export async function migrate<Tables>(database: Kysely<Tables>, part: Part, mustWait = neverWaits): Promise<readonly string[]> {
  const all = Object.keys(part.migrations).sort();
  const executed = await inTurn(database, part, (transaction, before) => run(transaction, part, pendingOf(all, before, false), before));
  const waiting: string[] = [];
  for (const contract of pendingOf(all, executed, true)) {
    await inTurn(database, part, async (transaction, before) => {
      // Another process may have run it since.
      if (before.includes(contract)) return;
      if (await mustWait(part.name, contract)) waiting.push(contract);
      else await run(transaction, part, [contract], before);
    });
  }
  return waiting;
}

function pendingOf(all: readonly string[], executed: readonly string[], contracts: boolean): readonly string[] {
  return all.filter((name) => isContract(name) === contracts && !executed.includes(name));
}

type Step<T> = (transaction: Kysely<unknown>, executed: readonly string[]) => Promise<T>;

/** Runs a step in a transaction, while no other process migrates. */
function inTurn<Tables, T>(database: Kysely<Tables>, part: Part, step: Step<T>): Promise<T> {
  const transactions = (database as Kysely<unknown>).transaction().setIsolationLevel('read committed');
  return transactions.execute(async (transaction) => {
    await perEngine(transaction, { sqlite: async () => {}, postgres: () => takeTurn(transaction) });
    const before = await executedIn(transaction, tableOf(part.name));
    refuseNewer(part, before);
    if (before.length > 0) await assertColumns(transaction, part.name, part.tables, before);
    return await step(transaction, before);
  });
}

/** The lock that Kysely's own migrator takes, with which earlier releases migrate. */
const LOCK = '3853314791062309107';
/**
 * How long a change of a table waits for those who use the table. Those who come after it wait behind it, so it is better to give up and to try
 * again.
 */
const LONGEST_WAIT = '500ms';

async function takeTurn(transaction: Kysely<unknown>): Promise<void> {
  await runAll(transaction, [`select pg_advisory_xact_lock(${LOCK})`, `set local lock_timeout = '${LONGEST_WAIT}'`]);
}

/** @returns all migrations that have run then */
async function run(
  transaction: Kysely<unknown>,
  { name, migrations }: Part,
  chosen: readonly string[],
  before: readonly string[],
): Promise<readonly string[]> {
  const table = tableOf(name);
  if (before.length === 0) await makeRecord(transaction, table);
  for (const migration of chosen) {
    await migrations[migration]?.up(transaction);
    await sql`insert into ${sql.table(table)} (name, timestamp) values (${migration}, ${new Date().toISOString()})`.execute(transaction);
  }
  return [...before, ...chosen];
}

async function makeRecord(transaction: Kysely<unknown>, table: string): Promise<void> {
  await transaction.schema
    .createTable(table)
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute();
}

/**
 * Looks whether a newer release has written rows of these parts, and changes nothing.
 * @throws {NewerRelease} if so
 */
export async function assertNotNewer(database: Kysely<unknown>, parts: readonly Part[]): Promise<void> {
  const known = await loadTables(database);
  const there = parts.filter(({ name }) => known.has(tableOf(name)));
  if (there.length === 0) return;
  const executedBy = await executedOf(database, there);
  for (const part of there) refuseNewer(part, executedBy.get(part.name) ?? []);
}

/** @throws {NewerRelease} */
function refuseNewer({ name, migrations }: Part, executed: readonly string[]): void {
  const newer = executed.find((migration) => !Object.hasOwn(migrations, migration));
  if (newer !== undefined) throw new NewerRelease(name, newer);
}

/** The migrations that have run, by part. All of them must have the table in which they are recorded. */
async function executedOf(database: Kysely<unknown>, parts: readonly Part[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = parts.map(({ name }) => sql`select ${sql.lit(name)} as part, name as migration from ${sql.table(tableOf(name))}`);
  const { rows } = await sql<{ part: string; migration: string }>`${sql.join(asked, sql` union all `)}`.execute(database);
  return new Map(parts.map(({ name }) => [name, rows.filter(({ part }) => part === name).map(({ migration }) => migration)]));
}

/** Migrations, each as `002-broadcasts of g-messaging`. */
export interface Differences {
  /** The migrations of this release that the database lacks, without contracts, since these may wait. */
  readonly lacking: readonly string[];
  /** The migrations that a newer release has added. */
  readonly newer: readonly string[];
  /** The contracts of a newer release: they have removed what this release may use. */
  readonly removed: readonly string[];
}

/** How the migrations that have run differ from those of this release. */
export async function compareMigrations(database: Kysely<unknown>, parts: readonly Part[]): Promise<Differences> {
  const executedBy = await executedOf(database, parts);
  const differing = (of: (known: readonly string[], executed: readonly string[]) => readonly string[]) =>
    parts.flatMap(({ name, migrations }) =>
      of(Object.keys(migrations), executedBy.get(name) ?? []).map((migration) => `${migration} of ${name}`),
    );
  const unknown = (isRemoval: boolean) =>
    differing((known, executed) => executed.filter((one) => !known.includes(one) && isContract(one) === isRemoval));
  return { lacking: differing((known, executed) => pendingOf(known, executed, false)), newer: unknown(false), removed: unknown(true) };
}

/** The table in which the migrations of a part are recorded. */
function tableOf(part: string): string {
  return `migrations_${part.replaceAll('-', '_')}`;
}

/** Names of the migrations that have run. */
async function executedIn(database: Kysely<unknown>, table: string): Promise<readonly string[]> {
  if (!(await loadTables(database)).has(table)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(database);
  return rows.map(({ name }) => name);
}
