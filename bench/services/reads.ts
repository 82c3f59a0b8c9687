// What a read by primary key costs in the services' store on SQLite: prepared, through Kysely each time, and by hand.

import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { openStore } from '../../services/platform/store/open.ts';
import { type Given, prepare } from '../../services/platform/store/prepare.ts';
import { rounds, warmUp } from '../effort.ts';
import { median } from '../measure.ts';
import { type Row, TABLE, valuesOf } from './writers.ts';

const ROWS = 1_000;
const READS = 20_000;

/** Prints a table; the last way is the one that the others are divided by. */
export async function compareReads(): Promise<void> {
  const rows = Array.from(
    { length: ROWS },
    (_, index): Row => ({ id: `row-${index}`, account: 'a', amount: index, at: 1, note: 'x'.repeat(100) }),
  );
  const store = await openStore<{ b_rows: Row }>({ memory: true });
  await store.write((tables) => sql.raw(TABLE).execute(tables));
  await store.write(async (tables) => {
    for (const row of rows) await tables.insertInto('b_rows').values(row).execute();
  });
  const byHand = new DatabaseSync(':memory:');
  byHand.exec(TABLE);
  for (const row of rows) byHand.prepare('insert into b_rows values (?, ?, ?, ?, ?)').run(...valuesOf(row));
  const statement = byHand.prepare('select * from b_rows where id = ?');
  const rowById = prepare((tables: Kysely<{ b_rows: Row }>, given: Given<{ id: string }>) =>
    tables.selectFrom('b_rows').selectAll().where('id', '=', given('id')),
  );
  const ways: Readonly<Record<string, (id: string) => unknown>> = {
    prepared: (id) => rowById.first(store.read, { id }),
    'Kysely each time': (id) => store.read.selectFrom('b_rows').selectAll().where('id', '=', id).executeTakeFirst(),
    'node:sqlite by hand': (id) => statement.get(id),
  };
  const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = -warmUp(2); round < rounds(7); round++) {
    for (const [name, read] of Object.entries(ways)) {
      const before = process.cpuUsage();
      for (let index = 0; index < READS; index++) await read(`row-${index % ROWS}`);
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) times.get(name)?.push((user + system) / READS);
    }
  }
  await store.close();
  byHand.close();
  const floor = times.get('node:sqlite by hand') ?? [];
  console.log('### SQLite: a read by primary key\n\n| way | processor, µs a read | ÷ node:sqlite by hand |\n|---|---:|---:|');
  for (const [name, own] of times) {
    const ratio = median(own.map((time, round) => time / (floor[round] ?? Number.NaN)));
    console.log(`| ${name} | ${median(own).toFixed(1)} | ${ratio.toFixed(1)} |`);
  }
  console.log('');
}
