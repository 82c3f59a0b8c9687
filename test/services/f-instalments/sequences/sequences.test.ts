// Plays random call sequences of shops and shoppers, and checks after each call what holds for money, states and events at every moment.
// `npm run sequences:instalments -- 10000 500` plays more of them.

import { expect, onTestFinished, test } from 'vitest';
import { byEffort, IS_DEEP } from '../../../support/effort.ts';
import { POSTGRES } from '../../../support/postgres.ts';
import { REDIS } from '../../../support/redis.ts';
import { startTwoProcesses } from '../../../support/sandbox-process.ts';
import { checkSequences } from './check.ts';
import { inMemory, inProcesses } from './ground.ts';

const SEED = 20_261_123;

const COUNT = byEffort({ quick: 20, deep: 1000 });

test('money, states and events hold after random sequences in memory, which reach all states where there are enough', async () => {
  const { captures, refunds, states } = await checkSequences(inMemory, COUNT, SEED);
  expect(captures).toBeGreaterThan(COUNT / 50);
  expect(refunds).toBeGreaterThan(COUNT / 50);
  // A payment is never `not_ready` here, since each is created with a plan.
  const reached = ['collection_done', 'default', 'in_progress', 'late_contact_customer', 'late_dunning', 'not_started', 'paid'];
  const all = [...reached, 'scored_maybe', 'scored_no', 'scored_yes', 'stopped'];
  expect(Object.keys(states).toSorted()).toEqual(byEffort({ quick: all.filter((state) => state in states), deep: all }));
  expect(Object.keys(states).length).toBeGreaterThan(all.length / 2);
}, 600_000);

// Where they are not installed, the helpers print a line that says so.
test.runIf(IS_DEEP && POSTGRES && REDIS)(
  'and in two processes that share a PostgreSQL and a Redis',
  async () => {
    const { processes, end } = await startTwoProcesses(['f-instalments']);
    onTestFinished(end);
    const { refunds } = await checkSequences(() => inProcesses(processes), 20, SEED);
    expect(refunds).toBeGreaterThan(0);
  },
  240_000,
);
