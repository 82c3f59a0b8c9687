// Tests that saved data of older releases opens and keeps every row: files of SQLite, databases of PostgreSQL, and snapshots on either engine.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadServices, serviceNames } from '../../../services/index.ts';
import { platformParts } from '../../../services/platform/sandbox/tables.ts';
import { openStore, type StorePlace } from '../../../services/platform/store/open.ts';
import type { OpenStore } from '../../../services/platform/store/store.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { type SharedPostgres, sharePostgres } from '../../support/shared-servers.ts';

type Row = Readonly<Record<string, unknown>>;
/** The rows of each table in the form in which they are stored. */
type Rows = Readonly<Record<string, readonly Row[]>>;
type Tables = Readonly<Record<string, Row>>;

const allParts = [...platformParts, ...(await loadServices(serviceNames))];
/** The releases whose data is here, each in a file for each engine (`write.ts`). */
const releases = readdirSync(import.meta.dirname).flatMap((file) => /^(.*)\.sqlite\.sql$/.exec(file)?.[1] ?? []);

const sqlOf = (release: string, engine: 'sqlite' | 'postgres') =>
  readFileSync(join(import.meta.dirname, `${release}.${engine}.sql`), 'utf8');

/** The parts whose rows a release has: services that came later have none. */
const partsOf = (release: string) =>
  allParts.filter(({ name }) => sqlOf(release, 'sqlite').includes(`migrations_${name.replaceAll('-', '_')}`));

let folder: string;
let files = 0;
let postgres: SharedPostgres | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'octavo-saved-'));
  if (POSTGRES) postgres = await sharePostgres();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await postgres?.stop();
});

/** @param more statements that follow */
function sqliteFile(release: string, more = ''): string {
  const file = join(folder, `${++files}.sqlite`);
  const database = new DatabaseSync(file);
  database.exec(`begin; ${sqlOf(release, 'sqlite')} ${more}; commit`);
  database.close();
  return file;
}

function rowsOfFile(file: string): Rows {
  const database = new DatabaseSync(file, { readOnly: true });
  const names = database.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all();
  const rows = names.map(({ name }) => [String(name), sorted(database.prepare(`select * from "${name}"`).all())]);
  database.close();
  return ownRows(Object.fromEntries(rows));
}

async function rowsOfDatabase(client: pg.Client): Promise<Rows> {
  const { rows: names } = await client.query("select table_name as name from information_schema.tables where table_schema = 'public'");
  const found: Record<string, readonly Row[]> = {};
  for (const { name } of names) found[name] = sorted((await client.query(`select * from "${name}"`)).rows);
  return ownRows(found);
}

/** Without the tables that record migrations. */
function ownRows(rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).filter(([name]) => !name.startsWith('migrations_')));
}

function sorted(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({ ...row })).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

async function open(release: string, place: StorePlace): Promise<OpenStore<Tables>> {
  const store = await openStore<Tables>(place);
  try {
    for (const part of partsOf(release)) await store.migrate(part);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Flags are booleans and JSON is parsed in all rows, or the query of the table fails. */
async function assertReadable(release: string, { read }: OpenStore<Tables>): Promise<void> {
  for (const { name, columns } of partsOf(release).flatMap((part) => part.tables)) {
    const rows = await read.selectFrom(name).selectAll().execute();
    expect(rows).not.toEqual([]);
    for (const row of rows) {
      for (const [column, { read, stored }] of Object.entries(columns))
        if (read !== undefined && row[column] !== null)
          expect
            .soft(`${name}.${column}: ${typeof row[column]}`)
            .toBe(`${name}.${column}: ${stored.startsWith('text') ? 'object' : 'boolean'}`);
    }
  }
}

const LATER = "insert into migrations_h_email values ('002-later', '2026-12-01T00:00:00Z')";
const REFUSAL = 'A newer release wrote these rows of h-email: they have the migration `002-later`, which this release lacks.';

describe.each(releases)('saved data of %s', (release) => {
  test('a file of SQLite keeps every row', async () => {
    const file = sqliteFile(release);
    const before = rowsOfFile(file);
    expect(Object.keys(before).length).toBeGreaterThan(50);
    const store = await open(release, { file });
    await assertReadable(release, store);
    await store.close();
    expect(rowsOfFile(file)).toEqual(before);
  });

  test.runIf(POSTGRES)('a database of PostgreSQL keeps every row', async () => {
    const url = (await postgres?.newDatabase()) ?? '';
    const client = new pg.Client(url);
    await client.connect();
    await client.query(sqlOf(release, 'postgres'));
    const before = await rowsOfDatabase(client);
    expect(Object.keys(before).length).toBeGreaterThan(50);
    const store = await open(release, { postgres: url });
    await assertReadable(release, store);
    await store.close();
    expect(await rowsOfDatabase(client)).toEqual(before);
    await client.query(LATER);
    await client.end();
    await expect(open(release, { postgres: url })).rejects.toThrow(REFUSAL);
  });

  test.each(['SQLite', 'PostgreSQL'])('a snapshot keeps every row on %s, and one of a newer release is refused', async (engine) => {
    if (engine === 'PostgreSQL' && postgres === undefined) return;
    const store = await open(
      release,
      engine === 'SQLite' || postgres === undefined ? { memory: true } : { postgres: await postgres.newDatabase() },
    );
    const snapshot = sqliteFile(release);
    await store.restore(snapshot);
    await assertReadable(release, store);
    const again = join(folder, `${++files}.sqlite`);
    await store.snapshot(again);
    expect(rowsOfFile(again)).toEqual(rowsOfFile(snapshot));
    await expect(store.restore(sqliteFile(release, LATER))).rejects.toThrow(`The snapshot is refused: ${REFUSAL}`);
    await store.close();
  });

  test('a file of a newer release is refused by the name of its migration', async () => {
    await expect(open(release, { file: sqliteFile(release, LATER) })).rejects.toThrow(REFUSAL);
  });
});
