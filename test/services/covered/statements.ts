// The statements that the tests of a live service show: their titles begin with them, `A1, A5: a token reads …`.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The suites by the letter of their statements. They run on each engine. */
export const SUITES = {
  A: 'a-identity',
  B: 'b-microblog',
  C: 'c-controller',
  D: 'd-events',
  E: 'e-scheduling',
  F: 'f-instalments',
  G: 'g-messaging',
  H: 'h-email',
} as const;

/** @returns each once, sorted */
export function statementsShownLive(service: string): string[] {
  const path = join(import.meta.dirname, '..', service);
  const text = readdirSync(path)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(path, file), 'utf8'))
    .join('\n');
  const titles = [...text.matchAll(/'((?:[A-H]\d+(?:, )?)+): /g)].flatMap(([, ids = '']) => ids.split(', '));
  return [...new Set(titles)].toSorted();
}
