// Timelines of the microblogging service where there are a million posts of ten thousand authors.

import { loadavg } from 'node:os';
import { POSTGRES } from '../../../test/support/postgres.ts';
import { REDIS } from '../../../test/support/redis.ts';
import { onPostgres, onSqlite } from './engines.ts';
import { measureHomes } from './home.ts';
import { options } from './place.ts';
import { measurePublishing } from './publish.ts';
import { compareRequests } from './requests.ts';

console.log('## Timelines\n');
console.log(
  `On ${options.posts.toLocaleString('en')} posts of ${options.authors.toLocaleString('en')} authors. Load of the machine: ${loadavg()[0]?.toFixed(1)}.\n`,
);
await onSqlite((world) => measureHomes('SQLite', world, 25));
await compareRequests();
await onPostgres((world) => measureHomes('PostgreSQL', world, 40));
if (process.env.OCTAVO_BENCH_POSTGRES === undefined && POSTGRES && REDIS) await measurePublishing();
