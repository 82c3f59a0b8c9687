// Tests which requests a fault that was ordered applies to.

import { createFaults } from '@octavo/runtime/conformance';
import { expect, test } from 'vitest';

test('a fault applies to its document and operation, as often as it says, and the first one wins', () => {
  const faults = createFaults();
  const twice = faults.add({ document: 'a', operation: 'read', status: 503, count: 2 });
  const all = faults.add({ delayMilliseconds: 5 });
  expect(faults.take('a', 'read')?.id).toBe(twice.id);
  expect(faults.list().map(({ count }) => count)).toEqual([1, undefined]);
  expect(faults.take('a', 'write')?.id).toBe(all.id);
  expect(faults.take('b', 'read')?.id).toBe(all.id);
  expect(faults.take('a', 'read')?.id).toBe(twice.id);
  expect(faults.take('a', 'read')?.id).toBe(all.id);
  expect([faults.remove(all.id), faults.remove(all.id)]).toEqual([true, false]);
  expect(faults.take('a', 'read')).toBeUndefined();
  faults.add({ drop: true });
  faults.clear();
  expect(faults.list()).toEqual([]);
});
