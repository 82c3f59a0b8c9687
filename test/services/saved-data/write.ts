// Writes the saved data of the release that it runs in, as SQL: of SQLite, which is also what a snapshot holds, and of PostgreSQL, with rows in every
// table. Run it where a release is made, before its tables change: `node test/services/saved-data/write.ts 2026-11-27`.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createSandbox } from '../../../services/index.ts';
import type { StorePlace } from '../../../services/platform/store/open.ts';
import { startPostgres } from '../../support/postgres.ts';

const name = process.argv[2] ?? 'new';
const target = (kind: string) => resolve(import.meta.dirname, `${name}.${kind}.sql`);
const folder = mkdtempSync(join(tmpdir(), 'octavo-saved-'));
// What the seeds seal can be read by nobody else, and need not be.
process.env.OCTAVO_SEAL_KEY = Buffer.alloc(32, 7).toString('base64url');

/** A value for a column of a table that the seeds leave empty. The columns of text that hold JSON are named. */
function sample(column: string, type: string): string | number | Uint8Array {
  if (type.toLowerCase() === 'bytea') return Uint8Array.of(0, 255, 39);
  if (type.toLowerCase() !== 'text') return 1;
  return ['answer', 'headers', 'payload', 'user_info', 'body'].includes(column) ? '{"a":[1,"é"]}' : `a ${column}`;
}

/** Whose rows are keys at random: they get a sample too. */
const KEYS = 'a_signing_keys';

async function seed(store: StorePlace): Promise<void> {
  const sandbox = await createSandbox({ store, at: 'story', seed: name, warn: () => {} });
  await sandbox.close();
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`;
  return value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function dumpSqlite(file: string): string {
  const database = new DatabaseSync(file);
  const made = database.prepare("select name, type, sql from sqlite_master where sql is not null and name not like 'sqlite_%'").all();
  const lines: string[] = made.filter(({ type }) => type === 'table').map(({ sql }) => `${sql};`);
  for (const { name: table } of made.filter(({ type }) => type === 'table')) {
    const columns = database.prepare(`pragma table_info("${table}")`).all();
    const rows = database.prepare(`select * from "${table}"`).all();
    if (table === KEYS) rows.length = 0;
    if (rows.length === 0) rows.push(Object.fromEntries(columns.map((one) => [one.name, sample(String(one.name), String(one.type))])));
    for (const row of rows) lines.push(`INSERT INTO "${table}" VALUES (${Object.values(row).map(textOf).join(', ')});`);
  }
  lines.push(...made.filter(({ type }) => type === 'index').map(({ sql }) => `${sql};`));
  database.close();
  return `${lines.join('\n')}\n`;
}

async function dumpPostgres(url: string): Promise<string> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`delete from ${KEYS}`);
  const tables = await client.query("select table_name as name from information_schema.tables where table_schema = 'public'");
  for (const { name: table } of tables.rows) {
    if ((await client.query(`select 1 from "${table}" limit 1`)).rows.length > 0) continue;
    const columns = await client.query(
      'select column_name as name, data_type as type from information_schema.columns where table_name = $1',
      [table],
    );
    const values = columns.rows.map((one) => sample(one.name, one.type));
    await client.query(
      `insert into "${table}" (${columns.rows.map((one) => `"${one.name}"`).join()}) values (${values.map((_, index) => `$${index + 1}`).join()})`,
      values,
    );
  }
  await client.end();
  const text = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-comments', '--schema=public', url], { encoding: 'utf8' });
  // Without the commands of psql, comments, and settings of the session.
  const lines = text.split('\n').filter((line) => line !== '' && !/^(--|\\|SET |SELECT pg_catalog|CREATE SCHEMA)/.test(line));
  return `${lines.join('\n')}\n`;
}

await seed({ file: join(folder, 'saved.sqlite') });
writeFileSync(target('sqlite'), dumpSqlite(join(folder, 'saved.sqlite')));
const postgres = await startPostgres();
const url = await postgres.newDatabase();
await seed({ postgres: url });
writeFileSync(target('postgres'), await dumpPostgres(url));
await postgres.stop();
rmSync(folder, { recursive: true });
