// Unified diffs have the lines that `diff -u` prints, and applying a diff to the first text gives the second.

import { describe, expect, test } from 'vitest';
import { unifiedDiff } from '../../generator/write/diff.ts';
import fc from '../support/fast-check.ts';

const names = { from: 'a', to: 'b' };
const lines = (...items: readonly string[]): string => items.map((item) => `${item}\n`).join('');

describe('unified diff', () => {
  const cases: [what: string, before: string, after: string, want: string][] = [
    ['equal texts', 'x\n', 'x\n', ''],
    [
      'one line changed',
      lines('1', '2', '3', '4', '5', '6', '7', '8'),
      lines('1', '2', '3', '4', 'five', '6', '7', '8'),
      '--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
    ],
    ['new file', '', lines('x', 'y'), '--- a\n+++ b\n@@ -0,0 +1,2 @@\n+x\n+y\n'],
    ['file gone', 'x\n', '', '--- a\n+++ b\n@@ -1,1 +0,0 @@\n-x\n'],
    ['newline at the end lost', 'x\n', 'x', '--- a\n+++ b\n@@ -1,1 +1,1 @@\n-x\n+x\n\\ No newline at end of file\n'],
  ];
  for (const [what, before, after, want] of cases) test(what, () => expect(unifiedDiff(before, after, names)).toBe(want));

  test('distant changes have separate hunks', () => {
    const before = Array.from({ length: 40 }, (_, index) => `${index}`);
    const after = before.map((line) => (line === '3' || line === '33' ? `${line}!` : line));
    const hunks = unifiedDiff(lines(...before), lines(...after), names).match(/^@@.*$/gm);
    expect(hunks).toEqual(['@@ -1,7 +1,7 @@', '@@ -31,7 +31,7 @@']);
  });

  test('applied to the first text, it results in the second', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}'), { maxLength: 40 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff(lines(...before), lines(...after), names);
        expect(apply(before, diff)).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  test('a long new file and a long removed one are whole', () => {
    const all = Array.from({ length: 3000 }, (_, index) => `${index}`);
    expect(apply([], unifiedDiff('', lines(...all), names))).toEqual(all);
    expect(unifiedDiff(lines(...all), '', names)).toContain('@@ -1,3000 +0,0 @@');
  });

  test('two texts with nothing in common are one replacement', () => {
    const before = Array.from({ length: 3000 }, (_, index) => `old ${index}`);
    const after = Array.from({ length: 3000 }, (_, index) => `new ${index}`);
    expect(apply(before, unifiedDiff(lines(...before), lines(...after), names))).toEqual(after);
  });
});

/** Applies a diff like `patch`, but strictly: context and removed lines must match. */
function apply(before: readonly string[], diff: string): string[] {
  const out: string[] = [];
  let at = 0;
  for (const line of diff.split('\n').slice(2, -1)) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+/.exec(line);
    if (hunk !== null) {
      const start = Number(hunk[1]) - (hunk[2] === '0' ? 0 : 1);
      out.push(...before.slice(at, start));
      at = start;
    } else if (line.startsWith('+')) out.push(line.slice(1));
    else {
      expect(before[at]).toBe(line.slice(1));
      if (line.startsWith(' ')) out.push(line.slice(1));
      at++;
    }
  }
  return [...out, ...before.slice(at)];
}
