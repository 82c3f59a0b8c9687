// Tests that a noun that a thing has become says its state: a cart that has become an order is `ordered`.
import { expect, test } from 'vitest';
import { stateRulesWith } from '../../generator/inference/prose/index.ts';

interface Case {
  readonly says: string;
  readonly noun: string;
  readonly states: readonly string[];
  readonly refused: readonly string[];
}

const CASES: readonly Case[] = [
  { says: 'A cart that has become an order is closed for good (409).', noun: 'cart', states: ['open', 'ordered'], refused: ['ordered'] },
  {
    says: 'It is a 409 if the quote has already been turned into an invoice.',
    noun: 'quote',
    states: ['draft', 'sent', 'invoiced'],
    refused: ['invoiced'],
  },
  { says: 'A request that became a booking is final (409).', noun: 'request', states: ['new', 'booked'], refused: ['booked'] },
  { says: 'An enquiry that is booked is locked: 409.', noun: 'enquiry', states: ['new', 'booked'], refused: ['booked'] },
  { says: 'A cart that has become an order is shown with its order.', noun: 'cart', states: ['open', 'ordered'], refused: [] },
  { says: 'A cart that has become an offer is closed for good (409).', noun: 'cart', states: ['open', 'ordered'], refused: [] },
  { says: 'The total of a cart that has become an order is final.', noun: 'cart', states: ['open', 'ordered'], refused: [] },
];

test.each(CASES)('$says', ({ says, noun, states, refused }) => {
  const rules = stateRulesWith(new Map(), { description: says, responses: [{ status: '409', description: 'Conflict.' }] }, states, [noun]);
  expect([...rules.refused]).toEqual(refused);
  expect(rules.quotes.every((quote) => says.includes(quote.replace(/[.;]$/, '')))).toBe(true);
});
