// Tests what sentences say of states that something has to be before: that a thing leaves its state first, and which things a count leaves out.
import { expect, test } from 'vitest';
import { countedStates } from '../../generator/conform/sequences/relations/counted.ts';
import { stateRulesOf } from '../../generator/inference/prose/index.ts';

interface Case {
  readonly says: string;
  readonly noun: string;
  readonly states: readonly string[];
  readonly allowed?: readonly string[];
  readonly refused: readonly string[];
}

const CASES: readonly Case[] = [
  {
    says: 'An order that is still `placed` has to be cancelled or sent first (409).',
    noun: 'order',
    states: ['placed', 'partlyShipped', 'shipped', 'cancelled'],
    refused: ['placed'],
  },
  {
    says: 'A running machine must be stopped or unplugged first: 409.',
    noun: 'machine',
    states: ['running', 'stopped', 'broken'],
    refused: ['running'],
  },
  {
    says: 'A loan that is open needs to be returned first; 409 otherwise.',
    noun: 'loan',
    states: ['open', 'returned', 'lost'],
    refused: ['open'],
  },
  { says: 'The loan must be returned.', noun: 'loan', states: ['open', 'returned', 'lost'], allowed: ['returned'], refused: [] },
];

test.each(CASES)('$says', ({ says, noun, states, allowed, refused }) => {
  const rules = stateRulesOf({ description: says, responses: [{ status: '409', description: 'Conflict.' }] }, states, [noun]);
  expect(rules.allowed && [...rules.allowed]).toEqual(allowed);
  expect([...rules.refused]).toEqual(refused);
});

test.each<readonly [text: string, states: readonly string[], counted: readonly string[] | undefined]>([
  ['How many orders the customer has placed, without those that were cancelled.', ['placed', 'sent', 'cancelled'], ['placed', 'sent']],
  ['How many films the member has watched.', ['watched', 'new'], undefined],
  ['The bookings of the guest, except those that are void.', ['held', 'void', 'paid'], ['held', 'paid']],
  ['How many loans the member has open.', ['open', 'closed'], ['open']],
])('%s', (text, states, counted) => {
  const found = countedStates(text, states);
  expect(found && [...found]).toEqual(counted);
});
