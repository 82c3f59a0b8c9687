// Tests the rules of the controller service as tables: values, ranges, timers, the simulated plant.
import { expect, test } from 'vitest';
import { analogAt, digitalAt } from '../../../services/c-controller/rules/plant.ts';
import { readRange, writeRange } from '../../../services/c-controller/rules/ranges.ts';
import { downTimer, upTimer } from '../../../services/c-controller/rules/timers.ts';
import { fitString, flag, float, int32, int64, int64Text } from '../../../services/c-controller/rules/values.ts';

test.each([
  [0, '0'],
  [-0, '0'],
  [-2147483648, '-2147483648'],
  [2147483648, undefined],
  [1.5, undefined],
])('the 32-bit integer %d is stored as %s', (value, text) => expect(int32.store(value)).toBe(text));

test.each([
  [9223372036854775807n, '9223372036854775807'],
  [-9223372036854775808n, '-9223372036854775808'],
  [9223372036854775808n, undefined],
])('the 64-bit integer %s is stored as %s', (value, text) => {
  expect(int64.store(value)).toBe(text);
  expect(int64Text.store(String(value))).toBe(text);
});

test('digits of a 64-bit integer are stored without leading zeros and without a minus before 0', () => {
  expect(['007', '-0', '-00012'].map((digits) => int64Text.store(digits))).toEqual(['7', '0', '-12']);
});

test.each([
  [66.1, 66.0999984741211],
  [0.1, 0.10000000149011612],
  [-37.5, -37.5],
  [3.4028234663852886e38, 3.4028234663852886e38],
])('the float %d is read back as %d', (value, read) => expect(float.read(float.store(value) ?? '')).toBe(read));

test('a number beyond single precision does not fit a float, and states are flags', () => {
  expect(float.store(3.5e38)).toBeUndefined();
  expect([flag.store(true), flag.read('0')]).toEqual(['1', false]);
});

test.each([
  ['Harvest Pale Ale', 16, 'Harvest Pale Ale', false],
  ['Harvest Pale Ale!', 16, 'Harvest Pale Ale', true],
  ['🍺🍺🍺', 2, '🍺🍺', true],
])('%s in %i characters is %s', (value, width, text, isTruncated) => expect(fitString(value, width)).toEqual({ text, isTruncated }));

test.each([
  [4, 0, undefined, { end: 4 }],
  [4, 1, 3, { end: 4 }],
  [4, 1, 4, { code: -3 }],
  [4, 0, 0, { code: -3 }],
  [4, 0, -1, { code: -3 }],
  [4, 4, undefined, { code: -12 }],
])('of %i elements, from %i on, %s are %j', (length, start, count, range) => expect(readRange(length, start, count)).toEqual(range));

test('elements beyond the end of a table are not written', () => {
  expect(writeRange(4, 2, [7, 8, 9])).toEqual({ values: [7, 8] });
  expect(writeRange(4, 4, [7])).toEqual({ code: -12 });
});

test('an up timer counts up, a down timer stops at 0, and a timer that does not run stands still', () => {
  const running_since = 1000;
  expect(upTimer({ seconds: 2700.25, running_since }, 2500)).toBe(2701.75);
  expect(downTimer({ seconds: 1.5, running_since }, 2000)).toBe(0.5);
  expect(downTimer({ seconds: 1.5, running_since }, 9000)).toBe(0);
  expect(upTimer({ seconds: 7, running_since: null }, 9000)).toBe(7);
});

test('the simulated plant moves its inputs, the same at the same moment', () => {
  const temperatures = [0, 10, 20, 30].map((seconds) => analogAt(66.5, 0, seconds));
  expect(new Set(temperatures).size).toBe(4);
  expect(Math.max(...temperatures.map((value) => Math.abs(value - 66.5)))).toBeLessThan(66.5 * 0.051);
  expect([digitalAt(true, 0, 5), digitalAt(true, 0, 50)]).toEqual([false, true]);
});
