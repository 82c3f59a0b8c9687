// Tests that few large requests are read at a time, in their order, and that slow ones hold up the others for a while only.

import { expect, test, vi } from 'vitest';
import { createGate } from '../../../services/b-microblog/media/gate.ts';

/** Acts that end when they are told. */
function acts(gate: ReturnType<typeof createGate>) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    gate(async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      running.splice(running.indexOf(name), 1);
      if (name === 'broken') throw new Error(name);
    });
  return { running, start, end: async (name: string) => void ends.get(name)?.() };
}

test('the others wait until one has ended, also with an error', async () => {
  const { running, start, end } = acts(createGate(2));
  const broken = start('broken');
  const all = [start('a'), start('b'), start('c')];
  await expect.poll(() => running).toEqual(['broken', 'a']);
  await end('broken');
  await expect(broken).rejects.toThrow('broken');
  await expect.poll(() => running).toEqual(['a', 'b']);
  await end('a');
  await expect.poll(() => running).toEqual(['b', 'c']);
  await Promise.all([end('b'), end('c')]);
  await Promise.all(all);
});

test('one that has waited long goes on without a place, and gives none back', async () => {
  vi.useFakeTimers();
  try {
    const { running, start, end } = acts(createGate(1, 1_000));
    const all = ['a', 'b', 'c'].map(start);
    await vi.advanceTimersByTimeAsync(999);
    expect(running).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(running).toEqual(['a', 'b', 'c']);
    all.push(start('d'));
    await end('b');
    await vi.advanceTimersByTimeAsync(1);
    expect(running).toEqual(['a', 'c']);
    await end('a');
    await vi.advanceTimersByTimeAsync(1);
    expect(running).toEqual(['c', 'd']);
    await Promise.all([end('c'), end('d')]);
    await Promise.all(all);
  } finally {
    vi.useRealTimers();
  }
});
