// The published packages export what the committed reports say, so that no change of the public API goes unseen.
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiReports, builtFolder, reportFolder } from '../../scripts/api.ts';
import { packed } from '../support/packed.ts';

rmSync(builtFolder, { recursive: true, force: true });
cpSync(packed().folder, builtFolder, { recursive: true });
const reports = apiReports(builtFolder);
const hint = 'Run `npm run api`, read what changed as a user would, and commit the reports with a changeset (docs/versioning.md).';

test('every entry of octavo and its runtime has a report, and every report an entry', () => {
  const committed = readdirSync(reportFolder).filter((name) => name.endsWith('.api.md'));
  expect(committed.toSorted(), hint).toEqual([...reports.keys()].toSorted());
});

test.each([...reports])('%s is what the code exports', (name, text) => {
  expect(text, hint).toBe(readFileSync(join(reportFolder, name), 'utf8'));
});
