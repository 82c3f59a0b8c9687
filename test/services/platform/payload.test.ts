// Tests which payloads of jobs and deliveries are read back.

import { expect, test } from 'vitest';
import { isOf } from '../../../services/platform/payload.ts';

test.each<[unknown, boolean]>([
  [{ id: 'a', count: 1, body: {} }, true],
  [{ id: 'a', count: 1, body: [], more: true }, true],
  [{ id: 'a', count: '1', body: {} }, false],
  [{ id: 'a', count: 1, body: null }, false],
  [{ count: 1, body: {} }, false],
  [Object.create({ id: 'a', count: 1, body: {} }), false],
  [null, false],
  ['a', false],
])('%j is a payload: %j', (value, want) => {
  expect(isOf({ id: 'string', count: 'number', body: 'object' })(value)).toBe(want);
});

test.each<[unknown, boolean]>([
  [{ ids: ['a', 'b'], adds: false }, true],
  [{ ids: [], adds: true }, true],
  [{ ids: ['a', 1], adds: true }, false],
  [{ ids: 'a', adds: true }, false],
  [{ ids: { 0: 'a' }, adds: true }, false],
  [{ ids: [], adds: 'true' }, false],
])('%j has texts and a yes or no: %j', (value, want) => {
  expect(isOf({ ids: 'strings', adds: 'boolean' })(value)).toBe(want);
});
