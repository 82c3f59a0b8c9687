// Tests the store: the same cases in memory, in a file and on PostgreSQL.

import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTable } from '../../../services/platform/store/create-table.ts';
import { createTables } from '../../../services/platform/store/create-tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';
import { perEngine, rowsOfList } from '../../../services/platform/store/per-engine.ts';
import { type Given, prepare } from '../../../services/platform/store/prepare.ts';
import { NullCharacter, type OpenStore, type Part } from '../../../services/platform/store/store.ts';
import { integer, key, nullable, since, type Table, table, text } from '../../../services/platform/store/table.ts';
import { describeOnEachDatabase } from '../../support/databases.ts';
import { statements } from '../../support/statements.ts';

interface Tables {
  t_accounts: { id: string; credits: number; share: number };
  t_bookings: { id: string; account: string };
}

const migrations: Readonly<Record<string, Migration>> = {
  '0001_tables': {
    async up(database) {
      await createTable(database, 't_accounts', { id: 'text', credits: 'whole', share: 'double' }, ['id']);
      await createTable(database, 't_bookings', { id: 'text', account: 'text' }, ['id']);
    },
  },
};

/** The table, if it had other columns. */
function bookings(columns: Table['columns']): Table {
  return table('t_bookings', { id: key(text), ...columns });
}

/** Tests of what is declared have tables of their own. */
const part: Part = { name: 't-service', migrations, tables: [] };

describeOnEachDatabase('the store', ({ name, place }) => {
  const opened: OpenStore<Tables>[] = [];
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-snapshots-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function open(at = place()): Promise<OpenStore<Tables>> {
    const store = await openStore<Tables>(await at);
    opened.push(store);
    await store.migrate(part);
    return store;
  }

  async function openWith(accounts: Readonly<Record<string, number>>): Promise<OpenStore<Tables>> {
    const store = await open();
    const rows = Object.entries(accounts).map(([id, credits]) => ({ id, credits, share: 0.5 }));
    if (rows.length > 0) await store.write((tables) => tables.insertInto('t_accounts').values(rows).execute());
    return store;
  }

  const creditsOf = async (store: OpenStore<Tables>, id: string): Promise<number | undefined> =>
    (await store.read.selectFrom('t_accounts').select('credits').where('id', '=', id).executeTakeFirst())?.credits;

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });

  test('gives what was written, and whole numbers, sums and counts as numbers', async () => {
    const store = await openWith({ a: 9_007_199_254_740_991, b: -9_007_199_254_740_991 });
    const rows = await store.read.selectFrom('t_accounts').selectAll().orderBy('id').execute();
    expect(rows).toEqual([
      { id: 'a', credits: 9_007_199_254_740_991, share: 0.5 },
      { id: 'b', credits: -9_007_199_254_740_991, share: 0.5 },
    ]);
    const totals = await store.read
      .selectFrom('t_accounts')
      .select(({ fn }) => [fn.countAll().as('count'), fn.sum('credits').as('sum'), fn.avg('share').as('average')])
      .executeTakeFirstOrThrow();
    expect(totals).toEqual({ count: 2, sum: 0, average: 0.5 });
  });

  test('refuses texts with the character U+0000, which PostgreSQL cannot keep, and goes on', async () => {
    const store = await openWith({ a: 1 });
    const byId = prepare((tables: Kysely<Tables>, given: Given<{ id: string }>) =>
      tables.selectFrom('t_accounts').selectAll().where('id', '=', given('id')),
    );
    await expect(creditsOf(store, 'a\0')).rejects.toThrow(NullCharacter);
    await expect(byId.first(store.read, { id: 'a\0' })).rejects.toThrow('A text with the character U+0000 cannot be stored.');
    const row = { id: '\0', credits: 1, share: 0 };
    await expect(store.write((tables) => tables.insertInto('t_accounts').values(row).execute())).rejects.toThrow(NullCharacter);
    expect(await creditsOf(store, 'a')).toBe(1);
  });

  test('refuses to read a whole number beyond 2^53', async () => {
    const store = await open();
    await store.write((tables) => sql`insert into t_accounts values ('a', 9007199254740993, 0.5)`.execute(tables));
    await expect(store.read.selectFrom('t_accounts').selectAll().execute()).rejects.toThrow(RangeError);
    // And goes on.
    expect(await store.read.selectFrom('t_accounts').select('id').execute()).toEqual([{ id: 'a' }]);
  });

  test('sorts text by its bytes, and tells large from small letters in `like`', async () => {
    const store = await openWith({ b: 1, B: 1, a: 1, é: 1, '-': 1 });
    const sorted = await store.read.selectFrom('t_accounts').select('id').orderBy('id').execute();
    expect(sorted.map(({ id }) => id)).toEqual(['-', 'B', 'a', 'b', 'é']);
    const found = await store.read.selectFrom('t_accounts').select('id').where('id', 'like', 'B%').execute();
    expect(found).toEqual([{ id: 'B' }]);
  });

  test('rolls back a unit that fails, and keeps those that ran beside it', async () => {
    const store = await openWith({ a: 0 });
    const units = Array.from({ length: 20 }, (_, index) =>
      store.write(async (tables) => {
        await tables
          .insertInto('t_bookings')
          .values({ id: `${index}`, account: 'a' })
          .execute();
        if (index % 2 === 1) throw new Error(`unit ${index}`);
        return index;
      }),
    );
    const outcomes = await Promise.allSettled(units);
    for (const [index, outcome] of outcomes.entries()) {
      if (index % 2 === 0) expect(outcome).toEqual({ status: 'fulfilled', value: index });
      else expect(outcome).toMatchObject({ status: 'rejected', reason: { message: `unit ${index}` } });
    }
    const kept = await store.read.selectFrom('t_bookings').select('id').execute();
    expect(kept.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  });

  test('fails a unit in which a query failed, even if the unit goes on', async () => {
    const store = await openWith({ a: 0 });
    const unit = store.write(async (tables) => {
      await tables.insertInto('t_bookings').values({ id: '1', account: 'a' }).execute();
      await tables
        .insertInto('t_accounts')
        .values({ id: 'a', credits: 0, share: 0 })
        .execute()
        .catch(() => {});
    });
    await expect(unit).rejects.toThrow(/unique/i);
    expect(await store.read.selectFrom('t_bookings').selectAll().execute()).toEqual([]);
    await store.write((tables) => tables.insertInto('t_bookings').values({ id: '2', account: 'a' }).execute());
    expect(await store.read.selectFrom('t_bookings').select('id').execute()).toEqual([{ id: '2' }]);
  });

  test('lets reads see committed rows only', async () => {
    const store = await openWith({ a: 1 });
    let written = (): void => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    let goOn = (): void => {};
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const unit = store.write(async (tables) => {
      await tables.updateTable('t_accounts').set({ credits: 2 }).execute();
      written();
      await mayGoOn;
      return (await tables.selectFrom('t_accounts').select('credits').executeTakeFirstOrThrow()).credits;
    });
    await isWritten;
    expect(await creditsOf(store, 'a')).toBe(1);
    goOn();
    expect(await unit).toBe(2);
    expect(await creditsOf(store, 'a')).toBe(2);
  });

  test('lets units behave as if they ran one after another', async () => {
    const store = await openWith({ a: 10 });
    const bookings = Array.from({ length: 50 }, (_, index) =>
      store.write(async (tables) => {
        // Reads rows that other units add, so that a check which only locked the rows it found would book too many.
        const taken = await tables
          .selectFrom('t_bookings')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('account', '=', 'a')
          .executeTakeFirstOrThrow();
        if (taken.count >= 10) return false;
        await setTimeout(index % 3);
        await tables
          .insertInto('t_bookings')
          .values({ id: `${index}`, account: 'a' })
          .execute();
        await tables
          .updateTable('t_accounts')
          .set(({ eb }) => ({ credits: eb('credits', '-', 1) }))
          .where('id', '=', 'a')
          .execute();
        return true;
      }),
    );
    const made = (await Promise.all(bookings)).filter(Boolean);
    expect(made).toHaveLength(10);
    expect(await creditsOf(store, 'a')).toBe(0);
    expect(await store.read.selectFrom('t_bookings').select('id').execute()).toHaveLength(10);
  });

  test('says how many rows a query changed', async () => {
    const store = await openWith({ a: 1, b: 1 });
    const { numUpdatedRows } = await store.write((tables) =>
      tables.updateTable('t_accounts').set({ credits: 3 }).executeTakeFirstOrThrow(),
    );
    expect(numUpdatedRows).toBe(2n);
    const { numDeletedRows } = await store.write((tables) =>
      tables.deleteFrom('t_accounts').where('id', '=', 'a').executeTakeFirstOrThrow(),
    );
    expect(numDeletedRows).toBe(1n);
  });

  test('runs prepared queries on committed rows and in units', async () => {
    const store = await openWith({ a: 1, b: 5 });
    const richer = prepare((tables: Kysely<Tables>, given: Given<{ than: number; most: number }>) =>
      tables.selectFrom('t_accounts').select(['id', 'credits']).where('credits', '>', given('than')).orderBy('id').limit(given('most')),
    );
    const book = prepare((tables: Kysely<Tables>, given: Given<{ id: string }>) =>
      tables.insertInto('t_bookings').values({ id: given('id'), account: 'a' }),
    );
    expect(await richer.all(store.read, { than: 0, most: 5 })).toEqual([
      { id: 'a', credits: 1 },
      { id: 'b', credits: 5 },
    ]);
    expect(await richer.first(store.read, { than: 1, most: 5 })).toEqual({ id: 'b', credits: 5 });
    expect(await richer.first(store.read, { than: 9, most: 5 })).toBeUndefined();
    const inside = await store.write(async (tables) => {
      await tables.updateTable('t_accounts').set({ credits: 7 }).where('id', '=', 'a').execute();
      return [await richer.all(tables, { than: 6, most: 5 }), await book.run(tables, { id: '1' })];
    });
    expect(inside).toEqual([[{ id: 'a', credits: 7 }], 1]);
    await expect(store.write((tables) => book.run(tables, { id: '1' }))).rejects.toThrow(/unique/i);
    await expect(book.run(store.read, { id: '2' })).rejects.toThrow('`store.read` only reads.');
    expect(await store.read.selectFrom('t_bookings').selectAll().execute()).toEqual([{ id: '1', account: 'a' }]);
  });

  test('prepares a query for each combination of values, with lists of texts among them', async () => {
    const store = await openWith({ a: 1, b: 5, c: 9, 'd"\\': 9 });
    let builds = 0;
    const found = prepare((tables: Kysely<Tables>, given: Given<{ most: number; than?: number; ids?: readonly string[] }>) => {
      builds += 1;
      let rows = tables.selectFrom('t_accounts').select('id');
      if (given.has('than')) rows = rows.where('credits', '>', given('than'));
      if (given.has('ids')) rows = rows.where('id', 'in', given.list('ids'));
      return rows.orderBy('id').limit(given('most'));
    });
    const idsOf = async (values: { than?: number; ids?: readonly string[] }) =>
      (await found.all(store.read, { most: 3, ...values })).map(({ id }) => id);
    expect(await idsOf({})).toEqual(['a', 'b', 'c']);
    expect(await idsOf({ than: 1 })).toEqual(['b', 'c', 'd"\\']);
    expect(await idsOf({ than: 5 })).toEqual(['c', 'd"\\']);
    expect(await idsOf({ ids: ['d"\\', 'a', 'nobody'] })).toEqual(['a', 'd"\\']);
    expect(await idsOf({ ids: [] })).toEqual([]);
    expect(await idsOf({ than: 1, ids: ['a', 'b'] })).toEqual(['b']);
    expect(await idsOf({})).toEqual(['a', 'b', 'c']);
    // SQLite has queries with a place for each text of a list, for two texts and for four.
    expect(builds).toBe(name === 'PostgreSQL' ? 4 : 5);
    // A list with one text is a query of its own.
    expect(await idsOf({ ids: ['d"\\'] })).toEqual(['d"\\']);
    expect(await idsOf({ ids: ['b', 'c'] })).toEqual(['b', 'c']);
    expect(await idsOf({ ids: ['b'] })).toEqual(['b']);
    expect(builds).toBe(name === 'PostgreSQL' ? 5 : 7);
    const texts = [...Array.from({ length: 20 }, (_, index) => `x${index}`), 'c', 'b', 'a'];
    for (let length = 3; length <= texts.length; length++) expect(await idsOf({ ids: texts.slice(-length) })).toEqual(['a', 'b', 'c']);
    expect(builds).toBe(name === 'PostgreSQL' ? 5 : 9);
    await expect(idsOf({ ids: ['a', 'a\0'] })).rejects.toThrow('A text with the character U+0000 cannot be stored.');
    await expect(idsOf({ ids: ['a\0'] })).rejects.toThrow('A text with the character U+0000 cannot be stored.');
  });

  test('takes a list of objects as rows of a query, and builds what engines write differently', async () => {
    const store = await open();
    const all = prepare((tables: Kysely<Tables>, given: Given<{ readonly list: string }>) => ({
      compile: () =>
        sql`select id, credits from ${rowsOfList(tables, given('list'), { id: 'text', credits: 'whole' })} as list order by credits`.compile(
          tables,
        ),
    }));
    const list = [
      { id: `"'\\ \n 😀 null`, credits: 9_007_199_254_740_991 },
      { id: null, credits: 0 },
      { id: '', credits: -7 },
    ];
    expect(await all.all(store.read, { list: JSON.stringify(list) })).toEqual(list.toReversed());
    expect(await all.all(store.read, { list: '[]' })).toEqual([]);
    const engine = await store.write(async (tables) => perEngine(tables, { sqlite: () => 'sqlite', postgres: () => 'postgres' }));
    expect(engine).toBe(name === 'PostgreSQL' ? 'postgres' : 'sqlite');
  });

  test('announces each query, but not begin and commit, in the asynchronous context of its caller', async () => {
    const store = await openWith({ one: 1 });
    const creditsById = prepare((tables: Kysely<Tables>, given: Given<{ id: string }>) =>
      tables.selectFrom('t_accounts').select('credits').where('id', '=', given('id')),
    );
    const callers = new AsyncLocalStorage<string>();
    const announced: [caller: string | undefined, verb: string][] = [];
    const listen = (text: unknown) => void announced.push([callers.getStore(), String(text).split(' ', 1).join()]);
    statements.subscribe(listen);
    try {
      const write = (caller: string) =>
        callers.run(caller, () =>
          store.write(async (tables) => {
            await creditsById.first(tables, { id: 'one' });
            await tables.insertInto('t_accounts').values({ id: caller, credits: 1, share: 0.5 }).execute();
          }),
        );
      // The second unit waits for the first one.
      await Promise.all([write('ann'), write('ben')]);
      await callers.run('cem', () => creditsById.first(store.read, { id: 'one' }));
    } finally {
      statements.unsubscribe(listen);
    }
    const of = (caller: string) => announced.filter(([known]) => known === caller).map(([, verb]) => verb);
    // On PostgreSQL a unit may run again.
    expect([...new Set(of('ann'))]).toEqual(['select', 'insert']);
    expect([...new Set(of('ben'))]).toEqual(['select', 'insert']);
    expect(of('cem')).toEqual(['select']);
    expect(announced.length).toBe(of('ann').length + of('ben').length + 1);
  });

  test('refuses a unit inside a unit', async () => {
    const store = await openWith({ a: 1 });
    const unit = store.write(() => store.write(async () => 1));
    await expect(unit).rejects.toThrow('`store.write` was called inside a unit of work. Use the tables that the unit was given.');
    // What a unit started may write once the unit has ended.
    let later: Promise<number> | undefined;
    await store.write(async () => {
      later = setTimeout(20).then(() => store.write(async () => 2));
    });
    expect(await later).toBe(2);
  });

  test('refuses a query on the tables of a unit that has ended', async () => {
    const store = await openWith({ a: 1 });
    let forgotten: Promise<unknown> | undefined;
    await store.write(async (tables) => {
      forgotten = setTimeout(20).then(() => tables.deleteFrom('t_accounts').execute());
    });
    const other = store.write(async (tables) => {
      await setTimeout(40);
      return await tables.selectFrom('t_accounts').select('id').execute();
    });
    await expect(forgotten).rejects.toThrow();
    expect(await other).toEqual([{ id: 'a' }]);
    expect(await creditsOf(store, 'a')).toBe(1);
  });

  test('refuses changes through `read`', async () => {
    const store = await openWith({ a: 1 });
    await expect(store.read.deleteFrom('t_accounts').execute()).rejects.toThrow(
      '`store.read` only reads. Change rows in a unit of work: `store.write`.',
    );
    expect(await creditsOf(store, 'a')).toBe(1);
  });

  test('runs each migration once, and rolls back one that fails', async () => {
    const at = await place();
    const store = await open(Promise.resolve(at));
    const failing: Migration = {
      async up(database) {
        await database.schema.alterTable('t_bookings').addColumn('note', 'text').execute();
        throw new Error('no more');
      },
    };
    await expect(store.migrate({ ...part, migrations: { ...migrations, '0002_note': failing } })).rejects.toThrow('no more');
    await expect(store.read.selectFrom('t_bookings').select(sql`note`.as('note')).execute()).rejects.toThrow(/note/);
    const working: Migration = {
      up: async (database) => void (await database.schema.alterTable('t_bookings').addColumn('note', 'text').execute()),
    };
    await store.migrate({ ...part, migrations: { ...migrations, '0002_note': working } });
    await store.migrate({ ...part, migrations: { ...migrations, '0002_note': working } });
    expect(await store.read.selectFrom('t_bookings').select(sql`note`.as('note')).execute()).toEqual([]);
    await expect(store.migrate(part)).rejects.toThrow(
      'A newer release wrote these rows of t-service: they have the migration `0002_note`, which this release lacks.',
    );
  });

  test.each([
    ['a column that the tables lack', [bookings({ account: text, note: text })], 'the table `t_bookings` has no column `note`'],
    ['a column less', [bookings({})], 'the table `t_bookings` has a column `account` too many'],
    ['another type', [bookings({ account: integer })], 'the column `account` of the table `t_bookings` is text, not bigint'],
    ['another null', [bookings({ account: nullable(text) })], 'the column `account` of the table `t_bookings` is text, not text?'],
    ['a table more', [bookings({ account: text }), table('t_notes', { id: key(text) })], 'there is no table `t_notes`'],
  ])('refuses tables that are not those that are declared: %s', async (_says, tables, difference) => {
    const store = await open();
    // What builds on the declared ones would fail with an error of the database.
    const note: Migration = { up: async (database) => void (await sql`alter table t_notes add note text`.execute(database)) };
    await expect(store.migrate({ ...part, tables, migrations: { ...migrations, '0002_note': note } })).rejects.toThrow(
      `The saved data of t-service does not fit this release: ${difference}. It was written by a version under development, whose tables were different. ` +
        'Begin with empty data: `octavo-services --fresh` deletes the file, and on PostgreSQL take an empty database.',
    );
  });

  test('takes columns and tables for granted that a later migration adds', async () => {
    const note = '0002_note';
    const tables = [bookings({ account: text, note: since(note, text, 'none') }), table('t_notes', { id: key(text) }, { since: note })];
    const store = await openWith({ a: 1 });
    await store.write((unit) => unit.insertInto('t_bookings').values({ id: '1', account: 'a' }).execute());
    const newer = { ...part, tables, migrations: { ...migrations, [note]: createTables(tables, note) } };
    await store.migrate(newer);
    await store.migrate(newer);
    expect(await store.read.selectFrom('t_bookings').selectAll().execute()).toEqual([{ id: '1', account: 'a', note: 'none' }]);
    expect(await sql`select * from t_notes`.execute(store.read)).toMatchObject({ rows: [] });
  });

  test('takes a snapshot of one moment, and restores it', async () => {
    const accounts = Object.fromEntries(Array.from({ length: 1_234 }, (_, index) => [`account-${index}`, index]));
    const store = await openWith(accounts);
    const file = path.join(folder, 'new', 'one.sqlite');
    await store.snapshot(file);
    await store.write(async (tables) => {
      await tables.deleteFrom('t_accounts').where('credits', '>', 3).execute();
      await tables.updateTable('t_accounts').set({ credits: -1 }).execute();
      await tables.insertInto('t_bookings').values({ id: '1', account: 'a' }).execute();
    });
    await Promise.all([store.restore(file), store.write((tables) => tables.deleteFrom('t_bookings').execute())]);
    const rows = await store.read.selectFrom('t_accounts').select(['id', 'credits']).execute();
    expect(Object.fromEntries(rows.map(({ id, credits }) => [id, credits]))).toEqual(accounts);
    expect(await store.read.selectFrom('t_bookings').selectAll().execute()).toEqual([]);
    await store.write((tables) => tables.insertInto('t_bookings').values({ id: '2', account: 'a' }).execute());
    await store.restore(file, async (tables) => {
      await tables.updateTable('t_accounts').set({ credits: 99 }).where('id', '=', 'account-7').execute();
    });
    expect(await creditsOf(store, 'account-7')).toBe(99);
    expect(await creditsOf(store, 'account-8')).toBe(8);
  });

  test('restores a snapshot that another engine took', async () => {
    const file = path.join(folder, 'other.sqlite');
    const other = await openStore<Tables>({ memory: true });
    opened.push(other);
    await other.migrate(part);
    await other.write((tables) =>
      tables.insertInto('t_accounts').values({ id: 'far', credits: 9_007_199_254_740_991, share: 0.1 }).execute(),
    );
    await other.snapshot(file);
    const store = await openWith({ a: 1 });
    await store.restore(file);
    expect(await store.read.selectFrom('t_accounts').selectAll().execute()).toEqual([
      { id: 'far', credits: 9_007_199_254_740_991, share: 0.1 },
    ]);
    await store.snapshot(file);
    await other.write((tables) => tables.deleteFrom('t_accounts').execute());
    await other.restore(file);
    expect(await creditsOf(other, 'far')).toBe(9_007_199_254_740_991);
  });

  test('migrates a snapshot of an older release, and refuses one of a newer', async () => {
    const note: Migration = {
      up: async (database) =>
        void (await database.schema
          .alterTable('t_bookings')
          .addColumn('note', 'text', (column) => column.notNull().defaultTo('none'))
          .execute()),
    };
    const older = await openWith({ a: 1 });
    await older.write((tables) => tables.insertInto('t_bookings').values({ id: '1', account: 'a' }).execute());
    const file = path.join(folder, 'older.sqlite');
    await older.snapshot(file);
    const newer = await openWith({ b: 1 });
    await newer.migrate({ ...part, migrations: { ...migrations, '0002_note': note } });
    await newer.restore(file);
    expect(await newer.read.selectFrom('t_bookings').selectAll().execute()).toEqual([{ id: '1', account: 'a', note: 'none' }]);
    await newer.snapshot(file);
    await expect(older.restore(file)).rejects.toThrow(
      'The snapshot is refused: A newer release wrote these rows of t-service: they have the migration `0002_note`, which this release lacks.',
    );
    expect(await creditsOf(older, 'a')).toBe(1);
  });

  test('refuses a snapshot that is none, that is damaged, or that has tables of other services', async () => {
    const store = await openWith({ a: 1 });
    const file = path.join(folder, 'bad.sqlite');
    await expect(store.restore(file)).rejects.toThrow(`The snapshot is refused: there is no file ${file}.`);
    writeFileSync(file, 'a text');
    await expect(store.restore(file)).rejects.toThrow('The snapshot is refused: The store is not available: the file is not a database.');
    await store.snapshot(file);
    const change = (text: string) => {
      const database = new DatabaseSync(file);
      database.exec(text);
      database.close();
    };
    change('create table z_secrets (id text)');
    await expect(store.restore(file)).rejects.toThrow('it has the table `z_secrets` of a service that is not started here');
    change('drop table z_secrets; create trigger t after insert on t_accounts begin delete from t_accounts; end');
    await expect(store.restore(file)).rejects.toThrow('it has a trigger or a view, `t`, which no snapshot has');
    change('drop trigger t');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x55, 4_096, 8_192));
    await expect(store.restore(file)).rejects.toThrow('The snapshot is refused:');
    truncateSync(file, 200 * 2 ** 20);
    await expect(store.restore(file)).rejects.toThrow('The snapshot is refused: it would hold 200 MB, and 128 MB are allowed.');
    expect(await creditsOf(store, 'a')).toBe(1);
  });

  // A store in memory ends with its process.
  if (name !== 'memory')
    test('has its rows when it is opened again', async () => {
      const at = await place();
      const store = await open(Promise.resolve(at));
      await store.write((tables) => tables.insertInto('t_bookings').values({ id: '1', account: 'a' }).execute());
      await store.close();
      opened.length = 0;
      const again = await open(Promise.resolve(at));
      expect(await again.read.selectFrom('t_bookings').select('id').execute()).toEqual([{ id: '1' }]);
    });

  // On PostgreSQL, stores at one address are one.
  if (name !== 'PostgreSQL')
    test('is apart from any other store', async () => {
      const [one, other] = [await openWith({ a: 1 }), await openWith({ b: 1 })];
      expect(await creditsOf(one, 'b')).toBeUndefined();
      expect(await creditsOf(other, 'a')).toBeUndefined();
    });
});
