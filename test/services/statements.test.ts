// Checks that each statement about behaviour of a live service names a test of its suite.

import { expect, test } from 'vitest';
import { readStatements } from '../specs/document.ts';
import { SUITES, statementsShownLive } from './covered/statements.ts';

test.each(Object.entries(SUITES))('each statement of %s about behaviour is tested in test/services/%s', (letter, service) => {
  const wanted = readStatements().filter(({ id, shows }) => id.startsWith(letter) && shows !== 'spec');
  expect(statementsShownLive(service)).toEqual(wanted.map(({ id }) => id).toSorted());
});
