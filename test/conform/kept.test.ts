// What is kept for a run is made once, and asking for it while it is made ends.
import { expect, test } from 'vitest';
import { Kept } from '../../generator/conform/sequences/kept.ts';

test('a value is made once, also for those who ask at the same time', async () => {
  const kept = new Kept<number>();
  let count = 0;
  const make = async (): Promise<number> => ++count;
  expect(await Promise.all([kept.of('a', make), kept.of('a', make), kept.of('b', make)])).toEqual([1, 1, 2]);
  kept.forget((key) => key === 'a');
  expect([await kept.of('a', make), await kept.of('b', make)]).toEqual([3, 2]);
});

test('a value whose making asks for it, by way of another one, does not wait for itself', async () => {
  const kept = new Kept<string>();
  const order = async (): Promise<string> => `order of ${await kept.of('plan', plan)}`;
  const plan = async (): Promise<string> => `plan for ${(await kept.of('order', order)) ?? 'nothing yet'}`;
  expect(await kept.of('order', order)).toBe('order of plan for nothing yet');
  expect(await kept.of('plan', plan)).toBe('plan for nothing yet');
});
