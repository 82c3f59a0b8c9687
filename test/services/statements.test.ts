// Checks that each statement about behaviour of a live service names a test of its suite.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStatements } from '../specs/document.ts';

/** The suites whose titles begin with the statements that they show: `A1, A5: a token reads …`. They run on each engine. */
const SUITES = {
  A: 'a-identity',
  B: 'b-microblog',
  C: 'c-controller',
  D: 'd-events',
  E: 'e-scheduling',
  F: 'f-instalments',
  G: 'g-messaging',
  H: 'h-email',
} as const;

test.each(Object.entries(SUITES))('each statement of %s about behaviour is tested in test/services/%s', (letter, folder) => {
  const path = join(import.meta.dirname, folder);
  const text = readdirSync(path)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(path, file), 'utf8'))
    .join('\n');
  const titles = [...text.matchAll(/'((?:[A-H]\d+(?:, )?)+): /g)].flatMap(([, ids = '']) => ids.split(', '));
  const wanted = readStatements().filter(({ id, shows }) => id.startsWith(letter) && shows !== 'spec');
  expect([...new Set(titles)].toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
});
