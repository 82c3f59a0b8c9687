// Opens the loaded world on each engine in turn.

import { POSTGRES, startPostgres } from '../../../test/support/postgres.ts';
import { type OpenWorld, open, openFile } from './place.ts';

type Work = (world: OpenWorld) => Promise<void>;

async function use(name: string, opening: Promise<OpenWorld>, work: Work): Promise<void> {
  const begin = performance.now();
  const world = await opening;
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.log(`${name}: ${world.wasThere ? 'the rows were there.' : `the rows were loaded in ${seconds} seconds.`}\n`);
  try {
    await work(world);
  } finally {
    await world.sandbox.close();
  }
}

export function onSqlite(work: Work): Promise<void> {
  return use('SQLite', openFile(), work);
}

/** On the server that `OCTAVO_BENCH_POSTGRES` names, or on one of its own; not at all where none is installed. */
export async function onPostgres(work: Work): Promise<void> {
  const given = process.env.OCTAVO_BENCH_POSTGRES;
  if (given !== undefined) return await use('PostgreSQL', open({ postgres: given }), work);
  if (!POSTGRES) {
    console.log('PostgreSQL is not installed on this machine, so it is not measured.\n');
    return;
  }
  const postgres = await startPostgres();
  try {
    await use('PostgreSQL', open({ postgres: await postgres.newDatabase() }), work);
  } finally {
    await postgres.stop();
  }
}
