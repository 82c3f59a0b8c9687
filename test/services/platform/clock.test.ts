// Tests the sandbox clock: what freezing, moving and running do, and that it is kept in the store.

import { expect, onTestFinished, test } from 'vitest';
import { openClock } from '../../../services/platform/clock/stored-clock.ts';
import { type ClockTables, clockPart } from '../../../services/platform/clock/tables.ts';
import { openStore } from '../../../services/platform/store/open.ts';

async function clockStore() {
  const store = await openStore<ClockTables>({ memory: true });
  onTestFinished(() => store.close());
  await store.migrate(clockPart);
  return store;
}

test('a new clock runs with wall time', async () => {
  let wall = 1000;
  const clock = await openClock(await clockStore(), { wall: () => wall });
  expect([clock.now(), clock.state]).toEqual([1000, { frozenAt: null, ahead: 0 }]);
  wall = 1700;
  expect(clock.now()).toBe(1700);
});

test('a frozen clock stands until it runs, and goes on from what it showed', async () => {
  let wall = 1000;
  const clock = await openClock(await clockStore(), { wall: () => wall });
  await clock.freeze();
  wall = 5000;
  expect(clock.now()).toBe(1000);
  await clock.set(3000);
  expect([clock.now(), clock.state.frozenAt]).toEqual([3000, 3000]);
  await clock.run();
  wall = 5100;
  expect([clock.now(), clock.state]).toEqual([3100, { frozenAt: null, ahead: -2000 }]);
});

test('a running clock that is set goes on from there', async () => {
  let wall = 1000;
  const clock = await openClock(await clockStore(), { wall: () => wall });
  await clock.set(90_000);
  wall = 1500;
  expect(clock.now()).toBe(90_500);
  await clock.freeze(7);
  expect(clock.now()).toBe(7);
});

test('two clocks on one store agree once the second has refreshed', async () => {
  const store = await clockStore();
  const [left, right] = [await openClock(store, { at: 10 }), await openClock(store, { at: 99 })];
  expect(right.now()).toBe(10);
  await left.set(20);
  expect(right.now()).toBe(10);
  await right.refresh();
  expect(right.now()).toBe(20);
});
