// What the services' store costs against the same work by hand on the same engine: durable writes, in the ways SQLite could be used, and reads.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { POSTGRES, startPostgres } from '../../test/support/postgres.ts';
import { rounds } from '../effort.ts';
import { median } from '../measure.ts';
import { compareReads } from './reads.ts';
import type { Figures } from './write.ts';
import { TABLE } from './writers.ts';

const WRITERS = [1, 16, 64];
const SECONDS = rounds(3);
const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-store-'));

function measure(way: string, place: string, writers: number): Figures {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'write.ts'), way, place, `${writers}`, `${SECONDS}`], {
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`${way} failed:\n${run.stderr}`);
  return JSON.parse(run.stdout) as Figures;
}

let files = 0;

function newFile(): string {
  const file = join(folder, `${++files}.sqlite`);
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = wal');
  database.exec(TABLE);
  database.close();
  return file;
}

/** Measures ways in turn and prints a table; the first way is the one that the others are divided by. */
async function compare(title: string, ways: readonly string[], place: () => string | Promise<string>): Promise<void> {
  console.log(`### ${title}\n`);
  console.log(
    `| way | writers | writes per second | ÷ ${ways[0]} | event loop late by, p99 ms | processor, µs a write |\n|---|---:|---:|---:|---:|---:|`,
  );
  for (const writers of WRITERS) {
    const figures = new Map<string, Figures[]>(ways.map((way) => [way, []]));
    for (let round = 0; round < rounds(3); round++) {
      for (const way of ways) figures.get(way)?.push(measure(way, await place(), writers));
    }
    const floor = figures.get(ways[0] ?? '') ?? [];
    for (const [way, own] of figures) {
      const ratio = median(own.map(({ rate }, round) => rate / (floor[round]?.rate ?? Number.NaN)));
      const rate = median(own.map((one) => one.rate));
      const delay = median(own.map((one) => one.delay));
      const processor = median(own.map((one) => one.processor));
      console.log(`| ${way} | ${writers} | ${rate.toFixed(0)} | ${ratio.toFixed(2)} | ${delay.toFixed(1)} | ${processor.toFixed(0)} |`);
    }
  }
  console.log('');
}

console.log('## The store of the services\n');
console.log(
  'On for writes: each row is a unit of its own, and its writer goes on when the row is on disk. SQLite: WAL; by hand `synchronous = full` and one transaction for the rows of all writers. PostgreSQL: its defaults (`fsync`, `synchronous_commit` and `full_page_writes` on), serializable, ten connections.\n',
);
try {
  await compare('SQLite', ['node:sqlite by hand', 'store', 'main thread', 'thread'], newFile);
  await compareReads();
  if (POSTGRES) {
    const postgres = await startPostgres();
    try {
      await compare('PostgreSQL', ['pg by hand', 'store'], async () => {
        const url = await postgres.newDatabase();
        const client = new pg.Client(url);
        await client.connect();
        await client.query(TABLE);
        await client.end();
        return url;
      });
    } finally {
      await postgres.stop();
    }
  } else {
    console.log('PostgreSQL is not installed on this machine, so it is not measured.\n');
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
