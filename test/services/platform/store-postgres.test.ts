// Tests what the store on PostgreSQL does when the server is lost, silent, slow or unsafe, and that processes may share it.

import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTable } from '../../../services/platform/store/create-table.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { openPostgres } from '../../../services/platform/store/postgres/open.ts';
import { type OpenStore, StoreUnavailable } from '../../../services/platform/store/store.ts';
import { freePort } from '../../support/free-port.ts';
import { POSTGRES, startPostgres, type TestPostgres } from '../../support/postgres.ts';

interface Tables {
  t_rows: { id: string; text: string };
}

async function use(opening: Promise<OpenStore<Tables>>): Promise<OpenStore<Tables>> {
  const store = await opening;
  onTestFinished(() => store.close());
  await store.migrate({
    name: 't-service',
    tables: [],
    migrations: {
      '0001': {
        up: async (database) => void (await createTable(database, 't_rows', { id: 'text', text: 'text' }, ['id'])),
      },
    },
  });
  return store;
}

const add = (store: OpenStore<Tables>, id: string) =>
  store.write((tables) => tables.insertInto('t_rows').values({ id, text: '' }).execute());
const idsIn = async (store: OpenStore<Tables>) =>
  (await store.read.selectFrom('t_rows').select('id').orderBy('id').execute()).map(({ id }) => id);

describe.skipIf(!POSTGRES)('the store on PostgreSQL', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test('is unavailable while the server is gone, and recovers by itself', async () => {
    const store = await use(openStore<Tables>({ postgres: await postgres.newDatabase() }));
    await add(store, '1');
    // One unit is open when the server ends.
    const open = store.write(async (tables) => {
      await tables.insertInto('t_rows').values({ id: '2', text: '' }).execute();
      await postgres.kill();
      await tables.insertInto('t_rows').values({ id: '3', text: '' }).execute();
    });
    await expect(open).rejects.toThrow(StoreUnavailable);
    await expect(add(store, '4')).rejects.toThrow('The store is not available: PostgreSQL cannot be reached.');
    await expect(idsIn(store)).rejects.toThrow('The store is not available: PostgreSQL cannot be reached.');
    await postgres.restart();
    await add(store, '5');
    expect(await idsIn(store)).toEqual(['1', '5']);
  });

  test('is unavailable while the server is silent, and recovers by itself', async () => {
    const patience = { connect: 400, statement: 300, silence: 400 };
    const store = await use(openPostgres<Tables>(await postgres.newDatabase(), patience));
    await add(store, '1');
    postgres.freeze(true);
    try {
      await expect(add(store, '2')).rejects.toThrow(StoreUnavailable);
      await expect(idsIn(store)).rejects.toThrow(StoreUnavailable);
    } finally {
      postgres.freeze(false);
    }
    await expect.poll(() => add(store, '3').then(() => true, String)).toBe(true);
    expect(await idsIn(store)).toEqual(['1', '3']);
  });

  test('cancels a query that takes too long', async () => {
    const store = await use(openPostgres<Tables>(await postgres.newDatabase(), { connect: 5_000, statement: 100, silence: 60_000 }));
    await expect(sql`select pg_sleep(60)`.execute(store.read)).rejects.toThrow('cancelled a query that took too long');
    expect(await idsIn(store)).toEqual([]);
  });

  test('acknowledges a write after PostgreSQL has its commit on disk', async () => {
    const url = await postgres.newDatabase();
    const store = await use(openStore<Tables>({ postgres: url }));
    const watcher = new pg.Client(url);
    await watcher.connect();
    onTestFinished(() => watcher.end());
    type Query = (text: string) => Promise<{ rows: readonly { at?: string; flushed?: boolean }[] }>;
    /** Whether the log is on disk beyond the place that it had just before the commit. */
    const isFlushed = async (at: string | undefined): Promise<boolean | undefined> => {
      const { rows } = await watcher.query<{ flushed: boolean }>(`select pg_current_wal_flush_lsn() > '${at}'::pg_lsn as flushed`);
      return rows[0]?.flushed;
    };
    const insert = async (query: Query, id: string): Promise<string | undefined> => {
      await query(`insert into t_rows values ('${id}', '')`);
      return (await query('select pg_current_wal_insert_lsn()::text as at')).rows[0]?.at;
    };
    for (let index = 0; index < 20; index++) {
      const at = await store.write((tables) => insert((text) => sql.raw<{ at: string }>(text).execute(tables), `${index}`));
      expect(await isFlushed(at)).toBe(true);
    }
    // The same without waiting for the disk shows that the check can fail.
    await watcher.query('set synchronous_commit = off');
    const lazy: unknown[] = [];
    for (let index = 0; index < 20; index++) {
      await watcher.query('begin');
      const at = await insert((text) => watcher.query(text), `lazy-${index}`);
      await watcher.query('commit');
      lazy.push(await isFlushed(at));
    }
    expect(lazy).toContain(false);
  });

  test('lets units that name a table take turns in all processes, so that their numbers have the order of the commits', async () => {
    const url = await postgres.newDatabase();
    const stores = [await use(openStore<Tables>({ postgres: url })), await use(openStore<Tables>({ postgres: url }))];
    let runs = 0;
    const seen: string[] = [];
    const writers = Array.from({ length: 60 }, (_, index) =>
      stores[index % 2]?.write(async (tables) => {
        runs++;
        const { last } = await tables
          .selectFrom('t_rows')
          .select(({ fn }) => fn.max('id').as('last'))
          .executeTakeFirstOrThrow();
        const id = String(Number(last ?? 1000) + 1);
        await setTimeout(index % 2);
        await tables.insertInto('t_rows').values({ id, text: '' }).execute();
      }, 't_rows'),
    );
    // A reader asks for what is above the last row that it has read.
    const follow = async () => {
      const rows = await stores[0]?.read
        .selectFrom('t_rows')
        .select('id')
        .where('id', '>', seen.at(-1) ?? '')
        .orderBy('id')
        .execute();
      seen.push(...(rows ?? []).map(({ id }) => id));
    };
    const done = Promise.all(writers);
    let isDone = false;
    void done.finally(() => {
      isDone = true;
    });
    while (!isDone) await follow();
    await done;
    await follow();
    // None has conflicted.
    expect(runs).toBe(60);
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => String(1001 + index)));
  });

  test('lets units of two processes behave as if they ran one after another', async () => {
    const postgresUrl = await postgres.newDatabase();
    const stores = [await use(openStore<Tables>({ postgres: postgresUrl })), await use(openStore<Tables>({ postgres: postgresUrl }))];
    const bookings = Array.from({ length: 50 }, (_, index) =>
      stores[index % 2]?.write(async (tables) => {
        const rows = await tables.selectFrom('t_rows').select('id').execute();
        if (rows.length >= 10) return false;
        await setTimeout(index % 3);
        await tables
          .insertInto('t_rows')
          .values({ id: `${index}`, text: '' })
          .execute();
        return true;
      }),
    );
    expect((await Promise.all(bookings)).filter((booked) => booked === true)).toHaveLength(10);
  });

  test('lets two processes migrate at the same time', async () => {
    const at = { postgres: await postgres.newDatabase() };
    const stores = await Promise.all([use(openStore<Tables>(at)), use(openStore<Tables>(at)), use(openStore<Tables>(at))]);
    for (const store of stores) expect(await idsIn(store)).toEqual([]);
  });

  test('migrates the parts of a start one after another on one connection', async () => {
    const store = await use(openStore<Tables>({ postgres: await postgres.newDatabase() }));
    const processes = new Set<number | undefined>();
    const note = async (database: Kysely<unknown>): Promise<void> => {
      const { rows } = await sql<{ process: number }>`select pg_backend_pid() as process`.execute(database);
      processes.add(rows[0]?.process);
    };
    for (const name of ['t-one', 't-two', 't-three']) await store.migrate({ name, tables: [], migrations: { '0001': { up: note } } });
    expect(processes.size).toBe(1);
  });

  test('refuses a server that acknowledges before the disk has a commit', async () => {
    const url = await postgres.newDatabase();
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    await client.end();
    const off = (name: string) =>
      `PostgreSQL runs with \`${name} = off\`, so that a crash loses writes which were acknowledged. Turn it on, for example with \`alter system set ${name} = on\` and \`select pg_reload_conf()\`.`;
    await expect(openStore({ postgres: url })).rejects.toThrow(off('synchronous_commit'));
    const unsafe = await startPostgres({ fsync: 'off' });
    onTestFinished(() => unsafe.stop());
    await expect(openStore({ postgres: await unsafe.newDatabase() })).rejects.toThrow(off('fsync'));
  });

  test('says that there is no server, no database', async () => {
    const nowhere = openStore({ postgres: `postgres://test:secret@127.0.0.1:${await freePort()}/test` });
    await expect(nowhere).rejects.toThrow('The store is not available: PostgreSQL cannot be reached.');
    const url = new URL(await postgres.newDatabase());
    url.pathname = '/other';
    await expect(openStore({ postgres: url.href })).rejects.toThrow('The store is not available: the database does not exist.');
  });
});
