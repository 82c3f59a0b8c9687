// The comparison of API reports, given two sets of them. CI compares those of the packages: `npm run api -- --check`.
import { expect, test } from 'vitest';
import { reportFaults } from '../../scripts/api-faults.ts';

const HINT = 'Run `npm run api`, read what changed as a user would, and commit the reports with a changeset (docs/versioning.md).';
const a = 'export const a: 1;\nexport const b: 2;\n';

test.each<{ given: [committed: Record<string, string>, made: Record<string, string>]; want: string[] }>([
  { given: [{ 'a.api.md': a }, { 'a.api.md': a }], want: [] },
  {
    given: [{ 'a.api.md': a }, { 'a.api.md': a.replace('2', '3') }],
    want: ['test/api/a.api.md:2: the report has `export const b: 2;`, and the code `export const b: 3;`.', HINT],
  },
  {
    given: [{ 'a.api.md': a.trimEnd() }, { 'a.api.md': a }],
    want: ['test/api/a.api.md:3: the report has the end, and the code ``.', HINT],
  },
  { given: [{ 'a.api.md': a }, { 'a.api.md': a, 'b.api.md': a }], want: ['test/api/b.api.md is missing.', HINT] },
  { given: [{ 'a.api.md': a, 'b.api.md': a }, { 'a.api.md': a }], want: ['test/api/b.api.md is the report of no entry.', HINT] },
  { given: [{}, {}], want: ['No package has an entry.', HINT] },
])('$want', ({ given: [committed, made], want }) => {
  expect(reportFaults(new Map(Object.entries(committed)), new Map(Object.entries(made)))).toEqual(want);
});
