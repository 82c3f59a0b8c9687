// Identifiers of one moment differ, whatever digits chance gives.
import { expect, test } from 'vitest';
import { newIdentifier } from '../../../services/b-microblog/identifiers.ts';
import { createIds } from '../../../services/platform/ids.ts';

const MOMENT = Date.UTC(2026, 10, 21);

/** A source of digits that gives each of these in turn. */
function sourceOf(...digits: string[]) {
  return { ...createIds(), hex: () => digits.shift() ?? '00000' };
}

test('digits that were drawn in this moment are drawn again', () => {
  const ids = sourceOf('0000a', '0000a', '0000b', '0000a');
  const [first, second] = [newIdentifier(ids, MOMENT), newIdentifier(ids, MOMENT)];
  expect(BigInt(second) - BigInt(first)).toBe(1n);
  expect(BigInt(newIdentifier(ids, MOMENT + 1)) - BigInt(first)).toBe(1n << 22n);
});

test('each source has moments of its own', () => {
  expect(newIdentifier(sourceOf('0000a'), MOMENT)).toBe(newIdentifier(sourceOf('0000a'), MOMENT));
});
