// `octavo conform` on the service with state of examples/recipe-box: it finds nothing there, and the faults of some mutants of it.
// `npm run bench:conform` runs all mutants, with three seeds.
import { describe, expect, test } from 'vitest';
import { foundBy, hunt } from '../../bench/conform/hunt.ts';
import { mutants } from '../../bench/conform/mutants/index.ts';
import { loadService } from '../../bench/conform/service.ts';
import { checks } from '../../generator/conform/checks/index.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { lookingFor } from './support.ts';

const SEED = 1;
const SMALL = byEffort({ quick: { most: 8, random: 1 }, deep: { most: 80, random: 2 } });

const make = await loadService();

test('the faultless service has no findings', async () => {
  const report = await hunt(await make(), SEED, SMALL);
  expect(report.findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  expect(report.operations.filter(({ skipped }) => skipped !== undefined)).toEqual([]);
  expect(report.exchanges).toBeGreaterThan(byEffort({ quick: 200, deep: 500 }));
});

const tried = [
  'a created notebook is answered with 200',
  'a notebook has no ETag',
  'the id of a created recipe is a string',
  'a refused change has a stack trace in it',
  'accepts more servings than the maximum',
  'accepts a limit beyond its maximum',
  'refuses a recipe with a wait',
  'If-None-Match is ignored',
  'statistics need no scope',
  'notebooks of other cooks can be read',
];

describe.each(sampleOf(tried, 2))('a mutant: %s', (name) => {
  test('is found', async () => {
    const mutant = Object.values(mutants)
      .flat()
      .find((one) => one.name === name);
    if (mutant === undefined) throw new Error('There is no such mutant.');
    const report = await hunt(mutant.mutate(await make()), SEED, {
      ...SMALL,
      ...byEffort({ quick: lookingFor(...mutant.checks), deep: {} }),
    });
    expect(foundBy(report).filter((check) => mutant.checks.includes(check))).not.toEqual([]);
  });
});

test('mutants have different names', () => {
  const names = Object.values(mutants).flatMap((group) => group.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

test('each check that is on has a mutant', () => {
  const meant = new Set(Object.values(mutants).flatMap((group) => group.flatMap((mutant) => mutant.checks)));
  // The document has no required header, and states no order of lists: list-order.test.ts tries that one.
  // It has no account with fewer rights, no value that must be unique and no If-Match: callers.test.ts has all three.
  const without = checks.filter(({ id, on }) => on && !meant.has(id)).map(({ id }) => id);
  expect(without).toEqual([
    // errors.test.ts tries these.
    'error-status',
    // modified.test.ts tries this, and `last-modified`.
    'http-dates',
    // answers.test.ts tries these.
    'header-forms',
    'csv-form',
    'refuses-missing-header',
    // stated-refusals.test.ts tries this, and `read-only`.
    'stated-refusals',
    // answers.test.ts tries these.
    'reads-media-types',
    'prefer-minimal',
    // stated-numbers.test.ts tries this.
    'stated-numbers',
    // stated-conditions.test.ts tries this.
    'stated-conditions',
    // stated-forms.test.ts tries these.
    'stated-forms',
    'expanded-members',
    // parts.test.ts tries these.
    'sparse-fields',
    'byte-ranges',
    'list-order',
    // kept.test.ts tries it.
    'keeps-values',
    // files.test.ts tries this.
    'keeps-files',
    'read-only',
    // stated-rules.test.ts tries this, and so do stated-parts.test.ts, forms.test.ts and per-owner.test.ts.
    'stated-rules',
    'error-places',
    // lists.test.ts tries these.
    'list-totals',
    'list-sorting',
    'list-search',
    // as-listed.test.ts tries this.
    'list-like-read',
    'refuses-fewer-rights',
    // credentials.test.ts tries this.
    'exact-credential',
    // accounts.test.ts tries these.
    'made-credential',
    'keeps-secrets',
    'rate-limit',
    'create-at-once',
    'change-at-once',
    // conditions.test.ts tries these.
    'if-match',
    'if-none-match',
    'etag-after-change',
    'last-modified',
    'put-status',
    'version-member',
    // states.test.ts tries these; outcomes.test.ts and frozen.test.ts try more of `state-rules`.
    'derived-members',
    'count-below',
    'state-rules',
    // fair-talks.test.ts tries this.
    'stated-times',
    // changes.test.ts tries this.
    'change-times',
    // writes.test.ts tries these, and omissions.test.ts.
    'replace-removes',
    // patches.test.ts tries these, and stated-defaults.test.ts the first.
    'member-defaults',
    'merge-patch',
    'json-patch',
    'update-mask',
    'create-keeps',
    'read-below-deleted',
    'delete-in-use',
    // changed-into.test.ts tries this.
    'change-like-create',
    // relations.test.ts tries these.
    'unique-values',
    // renamed.test.ts tries this.
    'deleted-names',
    'unknown-reference',
    // each-item.test.ts tries this.
    'each-item',
    // deleted.test.ts tries these.
    'counts-of-others',
    'sums-below',
    // elsewhere.test.ts tries these.
    'effects-elsewhere',
    'capacity',
    'deleted-hidden',
    'restored',
    'most-things',
    'one-at-most',
    // overlaps.test.ts tries this.
    'no-overlap',
    'bulk-results',
    // inner.test.ts tries these.
    'inner-items',
    'inner-sums',
    'inner-keeps',
    'stated-again',
    'items-keep-numbers',
  ]);
});
