// Compares docs/services.md with what the documents, the code, the tests and the results of the benchmark say.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { servicesPage } from '../../scripts/services-page.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/services.md'), 'utf8');
const wanted = await servicesPage();

/** The last two cells of a row of the summary: lines an operation. */
const LINES = / \| (\d+) \| (\d+) \|$/gm;

const figures = (text: string) => [...text.matchAll(LINES)].flatMap(([, all, core]) => [Number(all), Number(core)]);

test('docs/services.md says what is known of each operation (`npm run generate` writes it)', () => {
  // An edit of a service changes its lines a little.
  expect(page.replaceAll(LINES, '')).toBe(wanted.replaceAll(LINES, ''));
  const [given, counted] = [figures(page), figures(wanted)];
  expect(given).toHaveLength(counted.length);
  for (const [index, count] of counted.entries()) expect(Math.abs((given[index] ?? 0) - count)).toBeLessThanOrEqual(0.1 * count);
});

test('each operation is answered by a handler that is found, and was measured', () => {
  expect(wanted).not.toMatch(/ \| (?:not answered|not measured yet) \|/);
});
