// Compares docs/designed.md with what the documents say that they decide.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { designedPage } from '../../scripts/designed.ts';

test('docs/designed.md lists what the documents decide (`npm run generate` writes it)', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/designed.md'), 'utf8');
  expect(page).toBe(designedPage());
  // One of each kind: a part with `x-basis: designed`, a comment beside a key, a comment beside an item of a list.
  expect(page).toContain('| `RetryAfter` | Number of seconds to wait before the next request. |');
  expect(page).toContain('| `Account` › `required` | Which fields are always present is our decision');
  expect(page).toContain('| `ErrorId` › `enum` | The public record has no identifier for these; they are our decision. |');
});
