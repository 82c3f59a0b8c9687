// Tests that lists are made longer as their items suggest, whatever the items are about.
import { expect, test } from 'vitest';
import { continued } from '../../generator/conform/plan/longer-lists.ts';

test.each([
  [
    'bands of a tariff, of which the last one has no limit',
    [
      { upTo: 500, price: 0.31 },
      { upTo: null, price: 0.27 },
    ],
    [
      { upTo: 500, price: 0.31 },
      { upTo: 501, price: 0.31 },
      { upTo: 502, price: 0.31 },
      { upTo: null, price: 0.27 },
    ],
  ],
  [
    'windows of weights side by side',
    [
      { least: 0, most: 2.5, cost: 300 },
      { least: 2.5, most: 5, cost: 200 },
    ],
    [
      { least: 0, most: 2.5, cost: 300 },
      { least: 2.5, most: 5, cost: 200 },
      { least: 5, most: 7.5, cost: 200 },
      { least: 7.5, most: 10, cost: 200 },
    ],
  ],
  [
    'days of a tour',
    [
      { day: '2030-02-27', town: 'Linz' },
      { day: '2030-02-28', town: 'Graz' },
    ],
    [
      { day: '2030-02-27', town: 'Linz' },
      { day: '2030-02-28', town: 'Graz' },
      { day: '2030-03-01', town: 'Graz' },
      { day: '2030-03-02', town: 'Graz' },
    ],
  ],
])('%s', (_, items, longer) => {
  expect(continued(items, 4)).toEqual(longer);
});

test.each([
  ['a list that is long enough', [{ from: 1 }, { from: 2 }, { from: 3 }, { from: 4 }]],
  ['numbers that fall', [{ from: 9 }, { from: 2 }]],
  ['numbers that name something', [{ bookId: 7 }, { bookId: 9 }]],
  ['texts', ['north', 'south']],
  ['a list that says nothing', [{ name: 'x' }]],
])('%s', (_, items) => {
  expect(continued(items, 4)).toBeUndefined();
});
