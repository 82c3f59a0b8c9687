// Reads rules in the words of many teams, and none in sentences that state none.
import { describe, expect, test } from 'vitest';
import { NO_RULES, WORDINGS } from './wordings/index.ts';
import { isRead, READERS } from './wordings/readers.ts';

/** Wordings that are not understood yet: they are read as nothing, and never as another rule. */
const NOT_YET: ReadonlySet<string> = new Set([
  'Order names must be unique per project.',
  'This email is registered already.',
  'Email addresses are not shared between customers: every customer needs one of its own.',
  'Reusing a reference is a 409.',
  'Cancel an order by id : only for draft',
  'The order is in the `shipped` state and can no longer be cancelled.',
  'Every line names another product.',
  'Duplicate product ids in `lines`.',
  'Is only filled for cancelled orders.',
  'Cancelled orders only.',
  'A whole number, 1 or more.',
  'If both `email` and `phone` are given, the request is rejected.',
  'Names that consist of spaces only are refused.',
  'An order without a kind is a `company` one.',
  'Is `true` unless otherwise specified.',
  'Not required, `20` is the default.',
]);

for (const kind of Object.keys(WORDINGS).filter(isRead))
  describe(kind, () => {
    test.each(WORDINGS[kind].map(([text, read, subject, status]) => ({ text, read, subject, status })))(
      '$text $status',
      ({ text, read, subject, status }) => expect(READERS[kind](text, subject, status)).toEqual(NOT_YET.has(text) ? [] : read),
    );
  });

test.each(NO_RULES.map(([text, subject]) => ({ text, subject })))('none: $text', ({ text, subject }) =>
  expect(Object.values(READERS).flatMap((read) => read(text, subject))).toEqual([]),
);
