// Timelines of the microblogging service where there are a million posts of ten thousand authors.

import { loadavg } from 'node:os';
import { POSTGRES, startPostgres } from '../../../test/support/postgres.ts';
import { REDIS } from '../../../test/support/redis.ts';
import { measureHomes } from './home.ts';
import { type OpenWorld, open, openFile, options } from './place.ts';
import { measurePublishing } from './publish.ts';
import { compareRequests } from './requests.ts';

async function use(name: string, opening: Promise<OpenWorld>, work: (world: OpenWorld) => Promise<void>): Promise<void> {
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

console.log('## Timelines\n');
console.log(
  `On ${options.posts.toLocaleString('en')} posts of ${options.authors.toLocaleString('en')} authors. Load of the machine: ${loadavg()[0]?.toFixed(1)}.\n`,
);
await use('SQLite', openFile(), (world) => measureHomes('SQLite', world, 25));
await compareRequests();
const given = process.env.OCTAVO_BENCH_POSTGRES;
if (given !== undefined) await use('PostgreSQL', open({ postgres: given }), (world) => measureHomes('PostgreSQL', world, 40));
else if (POSTGRES) {
  const postgres = await startPostgres();
  try {
    await use('PostgreSQL', open({ postgres: await postgres.newDatabase() }), (world) => measureHomes('PostgreSQL', world, 40));
  } finally {
    await postgres.stop();
  }
  if (REDIS) await measurePublishing();
} else console.log('PostgreSQL is not installed on this machine, so it is not measured.\n');
