// Tests processes of two releases on one PostgreSQL, which declare a table differently: both read and write while the newer one migrates, and what
// the older one uses is removed when it has ended.

import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { joinDatabase } from '../../../services/platform/sandbox/companions.ts';
import { openSandbox, type Sandbox } from '../../../services/platform/sandbox/sandbox.ts';
import { defineService, type Service } from '../../../services/platform/service.ts';
import { createTables } from '../../../services/platform/store/create-tables.ts';
import { openPostgres } from '../../../services/platform/store/postgres/open.ts';
import { type Given, prepare } from '../../../services/platform/store/prepare.ts';
import type { OpenStore, Part, Store } from '../../../services/platform/store/store.ts';
import { flag, key, nullable, retired, since, type TablesOf, table, text } from '../../../services/platform/store/table.ts';
import { byEffort } from '../../support/effort.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { REDIS, startRedis, type TestRedis } from '../../support/redis.ts';

const full = '002-full';
const names = '003-names';
const contract = '004-names-contract';

/** It writes both columns, since the release before reads `name`. */
const olderTables = [table('t_people', { id: key(text), name: text, full_name: since(full, nullable(text)) })] as const;
/** It uses `name` no more. */
const newerTables = [
  table('t_people', {
    id: key(text),
    name: retired({ optional: names, gone: contract }, text),
    full_name: since(full, nullable(text)),
    is_known: since(names, flag, 0),
  }),
  table('t_visits', { id: key(text), person: text }, { since: names }),
] as const;
type Older = TablesOf<typeof olderTables>;
type Newer = TablesOf<typeof newerTables>;

const olderMigrations = { '001-tables': createTables(olderTables), [full]: createTables(olderTables, full) };
const newerMigrations = {
  '001-tables': createTables(newerTables),
  [full]: createTables(newerTables, full),
  [names]: createTables(newerTables, names),
  [contract]: createTables(newerTables, contract),
};

const common = { name: 'people', story: '2026-11-10T00:00:00Z', documents: [], credentials: [], seed: async () => {}, serve: () => ({}) };
const older: Service = defineService<Older>({ ...common, tables: olderTables, migrations: olderMigrations });
const newer: Service = defineService<Newer>({ ...common, tables: newerTables, migrations: newerMigrations });

const nameOf = (id: string) => `The name of ${id}`;

/** What one release does with a person. */
interface Release {
  add(id: string): Promise<void>;
  /** Reads a name in a unit of work, and outside. */
  find(id: string): Promise<readonly (string | null | undefined)[]>;
}

const olderPerson = prepare((tables: Kysely<Older>, given: Given<{ id: string }>) =>
  tables.selectFrom('t_people').selectAll().where('id', '=', given('id')),
);

function olderRelease(store: Store<Older>): Release {
  return {
    add: (id) =>
      store.write(async (tables) => {
        await tables
          .insertInto('t_people')
          .values({ id, name: nameOf(id), full_name: nameOf(id) })
          .execute();
      }),
    async find(id) {
      const found = [await olderPerson.first(store.read, { id }), await store.write((tables) => olderPerson.first(tables, { id }))];
      return found.map((row) => row?.full_name ?? row?.name);
    },
  };
}

const newerPerson = prepare((tables: Kysely<Newer>, given: Given<{ id: string }>) =>
  tables.selectFrom('t_people').selectAll().where('id', '=', given('id')),
);

function newerRelease(store: Store<Newer>): Release {
  return {
    add: (id) =>
      store.write(async (tables) => {
        await tables
          .insertInto('t_people')
          .values({ id, full_name: nameOf(id), is_known: true })
          .execute();
        await tables
          .insertInto('t_visits')
          .values({ id: `visit ${id}`, person: id })
          .execute();
      }),
    async find(id) {
      const found = [await newerPerson.first(store.read, { id }), await store.write((tables) => newerPerson.first(tables, { id }))];
      return found.map((row) => row?.full_name);
    },
  };
}

/** Adds people and reads those of all processes until it is ended. */
function load(name: string, { add, find }: Release, ledger: string[]) {
  let isEnding = false;
  let added = 0;
  let failure: unknown;
  async function work(lane: number): Promise<void> {
    for (let index = 0; !isEnding; index++) {
      const id = `${name}-${lane}-${index}`;
      await add(id);
      ledger.push(id);
      added++;
      const other = ledger[Math.floor(Math.random() * ledger.length)] ?? id;
      expect(await find(other)).toEqual([nameOf(other), nameOf(other)]);
    }
  }
  const lanes = [1, 2, 3].map((lane) =>
    work(lane).catch((error: unknown) => {
      failure ??= error;
    }),
  );
  return {
    /** @throws what has failed */
    added() {
      if (failure !== undefined) throw failure;
      return added;
    },
    async end() {
      isEnding = true;
      await Promise.all(lanes);
      if (failure !== undefined) throw failure;
    },
  };
}

// Where they are not installed, the helpers print a line that says so.
describe.skipIf(!POSTGRES || !REDIS)('two releases on one PostgreSQL', () => {
  let postgres: TestPostgres;
  let redis: TestRedis;
  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  });
  afterAll(() => Promise.all([postgres.stop(), redis.stop()]));

  const lines: string[] = [];
  async function start(service: Service, database: string): Promise<Sandbox> {
    const options = { store: { postgres: database }, redis: redis.url, migrationPause: 50, warn: (line: string) => void lines.push(line) };
    const sandbox = await openSandbox([service], options);
    onTestFinished(() => sandbox.close());
    return sandbox;
  }
  const storeOf = <Tables>(sandbox: Sandbox) => sandbox.platformOf('people').store as Store<unknown> as Store<Tables>;
  const migrationsOf = async (sandbox: Sandbox) => (await sandbox.readiness()).find(({ name }) => name === 'migrations');

  test('the older one goes on while two newer ones migrate, nothing is lost, and then what it used is removed', async () => {
    const database = await postgres.newDatabase();
    const ledger: string[] = [];
    const old = await start(older, database);
    const oldLoad = load('old', olderRelease(storeOf<Older>(old)), ledger);
    await expect.poll(oldLoad.added).toBeGreaterThan(20);

    const [first, second] = await Promise.all([start(newer, database), start(newer, database)]);
    const newLoads = [first, second].map((one, index) => load(`new${index}`, newerRelease(storeOf<Newer>(one)), ledger));
    const before = oldLoad.added();
    await setTimeout(byEffort({ quick: 100, deep: 5_000 }));
    for (const one of newLoads) await expect.poll(one.added).toBeGreaterThan(20);
    await expect.poll(oldLoad.added).toBeGreaterThan(before + 20);

    // It serves, and what it does not know of is left to the newer ones.
    expect(await migrationsOf(old)).toEqual({
      name: 'migrations',
      ok: true,
      note: 'A newer release has added 003-names of people. Start that release in place of this one.',
    });
    expect(await migrationsOf(first)).toEqual({ name: 'migrations', ok: true });
    const refusal = 'A newer release wrote these rows of people: they have the migration `003-names`, which this release lacks.';
    await expect(old.reset()).rejects.toThrow(refusal);
    await expect(old.seed(['people'])).rejects.toThrow(refusal);
    await expect(old.snapshots.take('one')).rejects.toThrow(`The snapshot is refused: ${refusal}`);
    await expect(start(older, database)).rejects.toThrow(refusal);
    // A newer one can, though the column is still there.
    expect(await first.snapshots.take('one')).toMatchObject({ name: 'one' });

    const columns = async () =>
      (await storeOf(first).read.introspection.getTables()).find(({ name }) => name === 't_people')?.columns.map(({ name }) => name);
    expect(await columns()).toEqual(['id', 'name', 'full_name', 'is_known']);
    const waits = `The migration ${contract} of people waits until the processes of the older release on this database have ended.`;
    expect(lines.filter((line) => line === waits)).toHaveLength(2);
    await oldLoad.end();
    await old.close();
    await expect.poll(columns).toEqual(['id', 'full_name', 'is_known']);
    await expect.poll(() => lines.filter((line) => line === `The migration ${contract} of people has run.`)).toHaveLength(2);

    const after = newLoads.map(({ added }) => added());
    for (const [index, one] of newLoads.entries()) await expect.poll(one.added).toBeGreaterThan((after[index] ?? 0) + 20);
    for (const one of newLoads) await one.end();
    const rows = await storeOf<Newer>(first).read.selectFrom('t_people').select(['id', 'full_name']).execute();
    expect(new Map(rows.map((row) => [row.id, row.full_name]))).toEqual(new Map(ledger.map((id) => [id, nameOf(id)])));
    const executed = await sql<{ name: string }>`select name from migrations_people order by name`.execute(storeOf(first).read);
    expect(executed.rows.map(({ name }) => name)).toEqual(Object.keys(newerMigrations));
  });

  test('the older one is not ready where a newer one has removed what it uses', async () => {
    const database = await postgres.newDatabase();
    const old = await start(older, database);
    await storeOf(old).write((tables) => sql`insert into migrations_people values ('004-names-contract', '2026-12-01')`.execute(tables));
    expect(await migrationsOf(old)).toEqual({
      name: 'migrations',
      ok: false,
      reason: 'A newer release has removed what this one may use: 004-names-contract of people. Start that release.',
    });
  });

  test('a process is known to be older after PostgreSQL was restarted too, and one that uses other tables is not', async () => {
    const database = await postgres.newDatabase();
    const companions = await Promise.all([
      joinDatabase(database, true, [newer]),
      joinDatabase(database, true, [{ ...newer, name: 'others' }]),
      joinDatabase(database, true, [older]),
    ]);
    const [newest, , oldest] = companions;
    expect(await newest.mustWait('people', contract)).toBe(true);
    await oldest.leave();
    await expect.poll(() => newest.mustWait('people', contract)).toBe(false);
    // One of a release that did not say what it uses.
    const unknown = await joinDatabase(database, true);
    expect(await newest.mustWait('people', contract)).toBe(true);
    await postgres.restart();
    await expect.poll(() => newest.mustWait('people', contract).catch(String)).toBe(true);
    for (const one of [newest, companions[1], unknown]) await one.leave();
  });

  test('a migration that cannot get at a table lets others go on, and says so in the end', async () => {
    const url = await postgres.newDatabase();
    const open = async (part: Part): Promise<OpenStore<Older>> => {
      const store = await openPostgres<Older>(url, undefined, { pause: 20, longest: 700 });
      onTestFinished(() => store.close());
      await store.migrate(part);
      return store;
    };
    const store = await open(older);
    const dump = new pg.Client(url);
    await dump.connect();
    await dump.query('begin; lock table t_people in access share mode');
    const { add } = olderRelease(store);
    const migrating = open(newer).then(String, String);
    await setTimeout(50);
    const begin = performance.now();
    await add('one');
    // It would wait for the dump.
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(await migrating).toContain('A migration of people waits for a table that another session uses for more than 0.7 s');
    await dump.query('rollback');
    await dump.end();
    await open(newer);
  });
});
