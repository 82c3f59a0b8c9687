// `npm run crash:events [rounds]`: kills one of two processes of the event service, 100 times by default, and says what it found.

import { startPostgres } from '../../support/postgres.ts';
import { startRedis } from '../../support/redis.ts';
import { run } from './rounds.ts';

const rounds = Number(process.argv[2] ?? 100);
const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
try {
  const found = await run(rounds, { postgres: await postgres.newDatabase(), redis: redis.url });
  console.log(`${rounds} rounds: ${JSON.stringify(found)}`);
  if (found.lost > 0 || found.wrong.length > 0) process.exitCode = 1;
} finally {
  await Promise.all([postgres.stop(), redis.stop()]);
}
