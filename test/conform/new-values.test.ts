// Tests values that are made in place of those that others may have: what a case is about stays in them.
import { expect, test } from 'vitest';
import { sameForm } from '../../generator/conform/sequences/index.ts';

test.each([
  ['http://example.com/a1', /^http:\/\/[a-z]{7}\.[a-z]{3}\/[a-z]\d$/],
  ['AB-12', /^[A-Z]{2}-\d{2}$/],
  ['mailto', /^[a-z]{6}$/],
])('another value in the form of %s', (value, form) => {
  for (const other of sameForm(value)) {
    expect(other).toMatch(form);
    expect(other).not.toBe(value);
  }
  expect(sameForm(value).length).toBeGreaterThan(0);
});

test('a text with a pattern is new in its longest word alone, so that what a case is about stays', () => {
  expect(sameForm('handbook.docx~', true)[0]).toMatch(/^(?!handbook)[a-z]{8}\.docx~$/);
  expect(sameForm('DE-4711', true)[0]).toMatch(/^DE-(?!4711)\d{4}$/);
  expect(sameForm('handbook', true)[0]).toMatch(/^(?!handbook)[a-z]{8}$/);
  expect(sameForm('ab-cd', true)[0]).not.toBe('ab-cd');
});
