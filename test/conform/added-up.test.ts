// Sentences that add two members up compare neither with the other.
import { expect, test } from 'vitest';
import { orderSides } from '../../generator/conform/values/sides/pairs.ts';

const AMOUNT = { type: ['integer'], minimum: 0 };

function readOf(text: string): number {
  const members = new Map(['dogs', 'cats'].map((name) => [name, [AMOUNT]]));
  const about = { text, said: { text }, at: '/body', members, optional: [], subject: undefined };
  return orderSides(about as never).length;
}

test.each([
  'Dogs and cats together must not be more than the van carries.',
  'The sum of dogs and cats must not exceed the places of the van.',
  'No van takes more dogs and cats in all than it has places.',
])('%s', (text) => expect(readOf(text)).toBe(0));

test('what compares the two is read', () => expect(readOf('There must not be more dogs than cats.')).toBe(1));
