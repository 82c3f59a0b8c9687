// Tests that clients of streams miss nothing when the process that serves them is killed, and they connect to another one. `npm run crash -- streams`
// does more rounds.

import { expect, test } from 'vitest';
import { byEffort, IS_DEEP, SHARD } from '../../support/effort.ts';
import { POSTGRES } from '../../support/postgres.ts';
import { REDIS } from '../../support/redis.ts';
import { crashStreams } from '../crash/streams/rounds.ts';

const ROUNDS = byEffort({ quick: 1, deep: SHARD === undefined ? 100 : 15 });

// Where they are not installed, the helpers print a line that says so.
test.skipIf(!POSTGRES || !REDIS)(
  'clients that connect again miss nothing, and get nothing twice by one connection',
  { timeout: 900_000 },
  async () => {
    const outcome = await crashStreams({ rounds: ROUNDS });
    expect(outcome.faults).toEqual([]);
    // One post before each kill, and one after it.
    expect(outcome.acknowledged).toBeGreaterThanOrEqual(2 * ROUNDS);
    expect(outcome.connections).toBeGreaterThanOrEqual(outcome.readers * (ROUNDS + 1));
  },
);

test.runIf(IS_DEEP && POSTGRES && REDIS)('clients get in by themselves once the service takes the killed process for dead', async () => {
  const outcome = await crashStreams({ rounds: 1, withLeases: true });
  expect(outcome.faults).toEqual([]);
  expect(outcome.slowest).toBeGreaterThan(5);
  expect(outcome.slowest).toBeLessThan(30);
});
