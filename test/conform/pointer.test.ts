// Tests changes of one value inside an input.
import { expect, test } from 'vitest';
import { changedAt, REMOVED } from '../../generator/conform/plan/index.ts';

const ORDER = { body: { lines: [{ sku: 'a' }, { sku: 'b' }] } };

test.each([
  ['/body/lines/1/sku', 'c', { body: { lines: [{ sku: 'a' }, { sku: 'c' }] } }],
  ['/body/lines/0', REMOVED, { body: { lines: [{ sku: 'b' }] } }],
  ['/body/note', 'late', { body: { ...ORDER.body, note: 'late' } }],
  ['/query/page', 2, { ...ORDER, query: { page: 2 } }],
])('%s', (pointer, value, changed) => {
  expect(changedAt(ORDER, pointer, value)).toEqual(changed);
});

// An input that was made anew may have a shorter list than the one for which the places were found.
test.each(['/body/lines/2/sku', '/body/lines/2', '/body/lines/9/sku'])('%s is after the end of the list', (pointer) => {
  expect(changedAt(ORDER, pointer, 'c')).toEqual(ORDER);
});
