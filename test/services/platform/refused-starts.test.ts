// Tests where octavo-services must not start: one line says why, the exit code is 3, and nothing in the database has changed.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../../services/index.ts';
import { openSandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { watchSkew } from '../../../services/platform/sandbox/skew.ts';
import { openStore, type StorePlace } from '../../../services/platform/store/open.ts';
import { sampleOf } from '../../support/effort.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { codeAtExit, endWithProcess } from '../../support/program.ts';
import { REDIS, startRedis, type TestRedis } from '../../support/redis.ts';
import { tinyService } from '../../support/tiny-service.ts';

const command = resolve(import.meta.dirname, '../../../services/bin/octavo-services.js');

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-refused-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the command until it ends. Not in this thread, since sandboxes of this process are its companions. */
async function refused(
  args: readonly string[],
  { folder = temporaryFolder(), env = {} }: { folder?: string; env?: Record<string, string> } = {},
) {
  const child = spawn(process.execPath, [command, ...args, '--port', '0'], { cwd: folder, env: { ...process.env, ...env } });
  endWithProcess(child);
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (text: Buffer) => {
      written[name] += String(text);
    });
  const code = await codeAtExit(child);
  return { code, ...written };
}

const saying = (message: string) => ({ code: 3, stdout: '', stderr: `octavo-services: ${message}\n` });

/** Has a newer release write rows of h-email. @returns what the database holds */
async function madeNewer(place: StorePlace): Promise<unknown> {
  const sandbox = await createSandbox({ services: ['h-email'], store: place, warn: () => {} });
  await sandbox.close();
  const store = await openStore(place);
  await store.write((tables) =>
    sql`insert into migrations_h_email (name, timestamp) values ('9999-later', '2026-12-24T00:00:00.000Z')`.execute(tables),
  );
  await store.close();
  return await contentOf(place);
}

/** The tables that there are, and how often the sandbox was opened. */
async function contentOf(place: StorePlace): Promise<unknown> {
  const store = await openStore<{ platform_sandbox: { starts: number } }>(place);
  const tables = await store.read.introspection.getTables({ withInternalKyselyTables: true });
  const { starts } = await store.read.selectFrom('platform_sandbox').select('starts').executeTakeFirstOrThrow();
  await store.close();
  return { tables: tables.map(({ name }) => name).sort(), starts };
}

/** The tables of a database in which a sandbox may never have been opened. */
async function tablesOf(database: string): Promise<readonly string[]> {
  const store = await openStore({ postgres: database });
  const tables = await store.read.introspection.getTables({ withInternalKyselyTables: true });
  await store.close();
  return tables.map(({ name }) => name);
}

const NEWER =
  'A newer release wrote these rows of h-email: they have the migration `9999-later`, which this release lacks. Use that release, or begin with an empty database.';

test('a file of a newer release', async () => {
  const folder = temporaryFolder();
  const place = { file: join(folder, '.octavo/sandbox/sandbox.sqlite') };
  const before = await madeNewer(place);
  // The tables of the first would be made before those of the second are looked at.
  expect(await refused(['a-identity', 'h-email'], { folder })).toEqual(saying(NEWER));
  expect(await contentOf(place)).toEqual(before);
});

// Where they are not installed, the helpers print a line that says so.
describe.skipIf(!POSTGRES || !REDIS)('on PostgreSQL and Redis', () => {
  let postgres: TestPostgres;
  let redis: TestRedis;
  let locked: TestRedis;
  beforeAll(async () => {
    [postgres, redis, locked] = await Promise.all([startPostgres(), startRedis(), startRedis({ password: 'salt and sand' })]);
  });
  afterAll(async () => {
    await Promise.all([postgres.stop(), redis.stop(), locked.stop()]);
  });

  test('a database of a newer release', async () => {
    const database = await postgres.newDatabase();
    const before = await madeNewer({ postgres: database });
    expect(await refused(['a-identity', 'h-email', '--database', database])).toEqual(saying(NEWER));
    expect(await contentOf({ postgres: database })).toEqual(before);
  });

  test('a user of PostgreSQL without rights', async () => {
    const database = await postgres.newDatabase();
    const name = `weak_${Date.now()}`;
    const client = new pg.Client(database);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`create role ${name} login; revoke create on schema public from public`);
    const weak = database.replace('//test@', `//${name}@`);
    expect(await refused(['h-email', '--database', weak])).toEqual(
      saying(
        'PostgreSQL refuses the user of --database: permission denied for schema public. Grant the right: grant usage, create on schema public to the user, who must own the tables that are there.',
      ),
    );
    expect(await tablesOf(database)).toEqual([]);
  });

  test('a Redis whose password is missing or wrong', async () => {
    const database = await postgres.newDatabase();
    const start = (url: string) => refused(['h-email', '--database', database], { env: { OCTAVO_REDIS: url } });
    const urls: readonly (readonly [url: string, message: string])[] = [
      [locked.url, `Redis at ${locked.url} wants a password. Write it before the host: redis://:password@host:6379`],
      [locked.url.replace('//', '//:nothing@'), `Redis at ${locked.url} refuses the user name or the password.`],
    ];
    for (const [url, message] of sampleOf(urls, 1)) expect(await start(url)).toEqual(saying(message));
    expect(await tablesOf(database)).toEqual([]);
  });

  test('a second process with another Redis, or another key that seals', async () => {
    const database = await postgres.newDatabase();
    const folder = temporaryFolder();
    const sandbox = await createSandbox({ services: ['h-email'], store: { postgres: database }, redis: redis.url, warn: () => {} });
    onTestFinished(() => sandbox.close());
    const before = await contentOf({ postgres: database });
    const other = `${redis.url}/1`;
    const starts: readonly (readonly [args: readonly string[], options: Parameters<typeof refused>[1], message: string])[] = [
      [
        ['a-identity', 'h-email', '--redis', other],
        { folder },
        'Another process on this database uses another Redis. Give each of them the same `--redis redis://…`, with the same host.',
      ],
      [
        ['h-email'],
        {},
        'Another process uses this database. Several processes need Redis: give each of them the same `--redis redis://…`.',
      ],
      [
        ['a-identity', 'h-email', '--redis', redis.url],
        { env: { OCTAVO_SEAL_KEY: 'another' } },
        'Another process on this database seals with another key. Give each of them the same OCTAVO_SEAL_KEY.',
      ],
    ];
    for (const [args, options, message] of sampleOf(starts, 2))
      expect(await refused([...args, '--database', database], options)).toEqual(saying(message));
    expect(await contentOf({ postgres: database })).toEqual(before);
  });

  test('a port that is taken', async () => {
    const database = await postgres.newDatabase();
    const { port } = new URL(redis.url);
    expect(await refused(['h-email', '--database', database, '--metrics', port])).toEqual(
      saying(`Port ${port} is already in use. Stop the program that uses it, or choose others with --port or --metrics.`),
    );
    expect(await tablesOf(database)).toEqual([]);
  });

  test('a clock that limits and leases do not bear, where processes share the database', async () => {
    const database = await postgres.newDatabase();
    const start = (ahead: number) => {
      const script = `const { now } = Date; Date.now = () => now() + ${ahead}`;
      const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"` };
      return refused(['h-email', '--database', database, '--redis', redis.url], { env });
    };
    const advice =
      'Processes that share a database may differ from it by 2.5 s, or limits and leases would not hold between them. Set the clocks of both machines by NTP.';
    const refusal = (difference: RegExp) => ({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^octavo-services: The clock of this machine is ${difference.source} that of PostgreSQL\\. ${advice}\n$`),
      ),
    });
    const clocks = [
      [4_000, /(?:3\.\d|4\.0) s ahead of/],
      [-3_600_000, /(?:3599\.\d|3600\.0) s behind/],
    ] as const;
    for (const [difference, said] of sampleOf(clocks, 1)) expect(await start(difference)).toEqual(refusal(said));
    expect(await tablesOf(database)).toEqual([]);
  });

  test('a clock that differs less, or that moves later, is a line, and so is its end', async () => {
    const database = await openStore({ postgres: await postgres.newDatabase() });
    onTestFinished(() => database.close());
    const lines: string[] = [];
    let ahead = 2_000;
    const skew = await watchSkew(database.read as Kysely<unknown>, {
      isShared: true,
      warn: (line) => lines.push(line),
      wall: () => Date.now() + ahead,
      everyMilliseconds: 20,
    });
    onTestFinished(() => skew.end());
    const noted = (difference: string) =>
      expect.stringMatching(`^The clock of this machine is ${difference} that of PostgreSQL\\. Times in answers differ as much\\. `);
    expect(lines).toEqual([noted('(1\\.\\d|2\\.0) s ahead of')]);
    ahead = 0;
    await expect.poll(() => lines.slice(1)).toEqual(['The clock of this machine agrees with that of PostgreSQL again.']);
    ahead = -60_000;
    await expect.poll(() => lines.slice(2)).toEqual([noted('(59\\.\\d|60\\.0) s behind')]);
    // A process that is alone has no companion whose leases it could break.
    const alone = await watchSkew(database.read as Kysely<unknown>, { isShared: false, warn: () => {}, wall: () => Date.now() + 60_000 });
    alone.end();
  });

  test('a second process with other settings starts, and a line names them', async () => {
    const lines: string[] = [];
    const options = { store: { postgres: await postgres.newDatabase() }, redis: redis.url, warn: (line: string) => lines.push(line) };
    for (const settings of ['one', 'one', 'two']) {
      const sandbox = await openSandbox([tinyService()], { ...options, settings });
      onTestFinished(() => sandbox.close());
    }
    expect(lines).toEqual([expect.stringContaining('Another process on this database has other settings.')]);
    // With a password or without, by name or by address: it is the same Redis.
    const named = await openSandbox([tinyService()], { ...options, redis: redis.url.replace('127.0.0.1', 'localhost'), settings: 'two' });
    onTestFinished(() => named.close());
  });
});
