// Searches and counts of the microblogging service where there are a million posts of ten thousand authors.

import { loadavg } from 'node:os';
import { onPostgres, onSqlite } from './engines.ts';
import { options } from './place.ts';
import { measureSearches } from './searches.ts';

console.log('## Search\n');
console.log(
  `On ${options.posts.toLocaleString('en')} posts of ${options.authors.toLocaleString('en')} authors. Load of the machine: ${loadavg()[0]?.toFixed(1)}.\n`,
);
await onSqlite((world) => measureSearches('SQLite', world, { search: 25, worst: 200, count: 75, bytes: 200 }));
await onPostgres((world) => measureSearches('PostgreSQL', world, { search: 40, worst: 1_000, count: 350, bytes: 400 }));
