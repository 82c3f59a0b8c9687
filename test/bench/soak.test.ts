// What the soak prints where something went wrong: the first sentences of each service, so that one with many hides no other.
import { expect, test } from 'vitest';
import { faultLines } from '../../bench/services/soak/report.ts';
import type { Shown } from '../../bench/services/soak/soak.ts';

test('each service with a fault shows its first ones', () => {
  const shown = (faults: Pick<Shown, 'differences' | 'failures'>): Shown => ({
    processorTime: 100,
    alone: 10,
    tally: { requests: 1, times: [1], cut: 0, limited: 0, failed: 0 },
    acknowledged: { things: 1 },
    ...faults,
  });
  const many = Array.from({ length: 12 }, (_, index) => `Post ${index} is missing.`);
  const services = new Map([
    ['b-microblog' as const, shown({ differences: many, failures: ['at 07:00:00, GET /posts got no answer'] })],
    ['c-controller' as const, shown({ differences: [], failures: [] })],
    ['h-email' as const, shown({ differences: ['The account has one charge more than the ledger.'], failures: [] })],
  ]);
  expect(faultLines({ services, faults: ['nginx: upstream prematurely closed connection'] })).toEqual([
    ...many.slice(0, 10).map((text) => `b-microblog: ${text}`),
    'And b-microblog has 3 more.',
    'h-email: The account has one charge more than the ledger.',
    'nginx: upstream prematurely closed connection',
  ]);
});
