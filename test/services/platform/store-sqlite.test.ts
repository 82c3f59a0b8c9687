// Tests what the embedded store does when the disk is slow, fails or is full, and that one process at a time has a file open.

import { fdatasync, mkdtempSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createTable } from '../../../services/platform/store/create-table.ts';
import type { Sync } from '../../../services/platform/store/sqlite/log.ts';
import { openSqlite } from '../../../services/platform/store/sqlite/open.ts';
import { type OpenStore, StoreUnavailable } from '../../../services/platform/store/store.ts';
import { startProgram } from '../../support/program.ts';
import { statements } from '../../support/statements.ts';

interface Tables {
  t_rows: { id: string; text: string };
}

function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'sandbox.sqlite');
}

async function open(file: string, sync?: Sync): Promise<OpenStore<Tables>> {
  const store = openSqlite<Tables>(file, sync === undefined ? {} : { sync });
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

const add = (store: OpenStore<Tables>, id: string, text = '') =>
  store.write((tables) => tables.insertInto('t_rows').values({ id, text }).execute());
const idsIn = async (store: OpenStore<Tables>) =>
  (await store.read.selectFrom('t_rows').select('id').orderBy('id').execute()).map(({ id }) => id);

/** A sync that ends when the test says so, and really syncs before. */
function heldSync() {
  const held: { descriptor: number; end(error?: Error): void }[] = [];
  let isHeld = false;
  const sync: Sync = async (descriptor) => {
    await promisify(fdatasync)(descriptor);
    if (!isHeld) return;
    await new Promise<void>((resolve, reject) => {
      held.push({ descriptor, end: (error) => (error === undefined ? resolve() : reject(error)) });
    });
  };
  return {
    sync,
    hold: () => {
      isHeld = true;
    },
    letGo: () => {
      isHeld = false;
      for (const one of held) one.end();
    },
    held,
    started: (count: number) => expect.poll(() => held.length).toBe(count),
  };
}

test('acknowledges a write after a sync of the log that began after its commit', async () => {
  const { sync, hold, letGo, held, started } = heldSync();
  const store = await open(newFile(), sync);
  onTestFinished(letGo);
  hold();
  const acknowledged: string[] = [];
  const write = (id: string) => add(store, id).then(() => acknowledged.push(id));
  const first = write('1');
  await started(1);
  if (process.platform === 'linux') expect(readlinkSync(`/proc/self/fd/${held[0]?.descriptor}`)).toMatch(/sandbox\.sqlite-wal$/);
  // These are committed while the first sync runs, so it may be too early for them.
  const others = [write('2'), write('3')];
  await expect.poll(() => idsIn(store)).toEqual(['1', '2', '3']);
  expect(acknowledged).toEqual([]);
  held[0]?.end();
  await first;
  await started(2);
  expect(acknowledged).toEqual(['1']);
  held[1]?.end();
  await Promise.all(others);
  expect(acknowledged).toEqual(['1', '2', '3']);
  expect(held).toHaveLength(2);
});

test('acknowledges nothing after a sync that failed, even if the next would work, and goes on reading', async () => {
  const { sync, hold, letGo, held, started } = heldSync();
  const store = await open(newFile(), sync);
  await add(store, '0');
  hold();
  const during = add(store, '1');
  await started(1);
  const waiting = add(store, '2');
  letGo();
  held[0]?.end();
  await Promise.all([during, waiting]);
  hold();
  const failing = Promise.allSettled([add(store, '3')]);
  await started(2);
  const behind = Promise.allSettled([add(store, '4')]);
  held[1]?.end(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));
  letGo();
  const message = 'The store takes no more writes: the disk failed to keep one. Reads go on. Check the disk, and start again.';
  for (const outcome of [...(await failing), ...(await behind)]) expect(outcome).toMatchObject({ reason: { message } });
  await expect(add(store, '5')).rejects.toThrow(StoreUnavailable);
  expect(await idsIn(store)).toEqual(expect.arrayContaining(['0', '1', '2']));
});

test('refuses writes while the disk is full, goes on reading, and recovers by itself', async () => {
  const store = await open(newFile());
  await add(store, '1');
  const setMost = (pages: number) => store.write((tables) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tables));
  await setMost(20);
  const large = 'x'.repeat(50_000);
  const outcomes = await Promise.allSettled([add(store, '2', large), add(store, '3', large), add(store, '4', large)]);
  const full = { reason: { name: 'StoreUnavailable', message: 'The store is not available: the disk is full.' } };
  expect(outcomes.filter(({ status }) => status === 'rejected')).not.toEqual([]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome).toMatchObject(full);
  const written = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [`${index + 2}`] : []));
  expect(await idsIn(store)).toEqual(['1', ...written]);
  await setMost(1_000_000);
  await add(store, '5', large);
  expect(await idsIn(store)).toEqual(['1', ...written, '5']);
});

test('refuses writes while the database is read-only, and goes on reading', async () => {
  const store = await open(newFile());
  await store.write((tables) => sql`pragma query_only = on`.execute(tables));
  await expect(add(store, '1')).rejects.toThrow('The store is not available: the database is read-only.');
  expect(await idsIn(store)).toEqual([]);
});

test('rolls back a unit that does not end, so that others go on', async () => {
  const store = openSqlite<Tables>(undefined, { longestUnit: 100 });
  onTestFinished(() => store.close());
  await store.write((tables) => tables.schema.createTable('t_rows').addColumn('id', 'text').addColumn('text', 'text').execute());
  let late: Promise<unknown> | undefined;
  const endless = store.write(async (tables) => {
    await tables.insertInto('t_rows').values({ id: 'endless', text: '' }).execute();
    late = setTimeout(300).then(() => tables.insertInto('t_rows').values({ id: 'late', text: '' }).execute());
    await Promise.all([late, new Promise(() => {})]);
  });
  const other = add(store, 'other');
  await expect(endless).rejects.toThrow('The store is not available: a unit of work took more than 0.1 s, and was rolled back.');
  await other;
  await expect(late).rejects.toThrow('A query ran on the tables of a unit of work that has ended. A unit awaits all of its queries.');
  expect(await idsIn(store)).toEqual(['other']);
});

test('keeps the log short while writes go on', async () => {
  const file = newFile();
  const store = await open(file);
  const text = 'x'.repeat(20_000);
  let longest = 0;
  for (let round = 0; round < 100; round++) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(store, `${round}-${index}`, text)));
    longest = Math.max(longest, statSync(`${file}-wal`).size);
  }
  const all = 2_000 * text.length;
  expect(longest).toBeLessThan(all * 0.8);
  expect(statSync(file).size).toBeGreaterThan(all * 0.2);
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.read);
  expect(rows).toEqual([{ integrity_check: 'ok' }]);
  expect(await idsIn(store)).toHaveLength(2_000);
});

test('keeps the log short while reads come between writes, and each read sees what was written before it', async () => {
  const file = newFile();
  const store = await open(file);
  const text = 'x'.repeat(100_000);
  let longest = 0;
  for (let index = 0; index < 400; index++) {
    await add(store, String(index).padStart(3, '0'), text);
    expect((await idsIn(store)).at(-1)).toBe(String(index).padStart(3, '0'));
    longest = Math.max(longest, statSync(`${file}-wal`).size);
  }
  // 40 MB were written.
  expect(longest).toBeLessThan(20_000_000);
});

test('does not let SQLite compile a query with a limit again for each value', async () => {
  const store = await open(newFile());
  const texts: string[] = [];
  const listen = (text: unknown) => void texts.push(String(text));
  statements.subscribe(listen);
  onTestFinished(() => void statements.unsubscribe(listen));
  await store.read.selectFrom('t_rows').select('id').limit(1).execute();
  expect(texts).toEqual(['select "id" from "t_rows" limit cast(? as bigint)']);
});

test('opens a file in one process at a time, and again once that process is gone', async () => {
  const file = newFile();
  const folder = path.dirname(import.meta.dirname);
  const program = path.join(folder, 'platform', 'store-holder.ts');
  const holder = startProgram(process.execPath, [program, file], { cwd: folder });
  await holder.printed(/open/);
  const message = `Another process has the database ${file} open. Stop it first; for several processes use PostgreSQL (--database postgres://…).`;
  expect(() => openSqlite(file)).toThrow(message);
  holder.child.kill('SIGKILL');
  await holder.outcome;
  const store = await open(file);
  expect(() => openSqlite(file)).toThrow(message);
  expect(await idsIn(store)).toEqual([]);
});

test('takes no snapshot over the database, and restores none from it', async () => {
  const file = newFile();
  const store = await open(file);
  await add(store, '1');
  const message = `The snapshot is refused: ${file} is the database itself.`;
  await expect(store.snapshot(file)).rejects.toThrow(message);
  await expect(store.restore(file)).rejects.toThrow(message);
  expect(await idsIn(store)).toEqual(['1']);
});

test('says what is wrong with a file that is no database', async () => {
  expect(() => openSqlite(import.meta.filename)).toThrow('The store is not available: the file is not a database.');
  rmSync(`${import.meta.filename}.lock`, { force: true });
});
