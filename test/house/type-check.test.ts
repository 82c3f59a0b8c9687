// What the tests type-check with sees each fault, also in a folder that it has checked before.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/documents.ts';
import { compile, typeCheck } from '../support/type-check.ts';

const folder = join(root, '.octavo/tmp/type-check');
const check = (files: Readonly<Record<string, string>>): string => typeCheck(folder, new Map(Object.entries(files)));

test('a folder that is written again is read again', () => {
  expect(check({ 'one.ts': 'export const one: number = 1;\n' })).toBe('');
  expect(check({ 'two.ts': "export const two: number = 'two';\n" })).toBe(
    ".octavo/tmp/type-check/two.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
  );
  expect(check({ 'two.ts': 'export const two: number = 2;\n' })).toBe('');
});

test('it says what the compiler says on the command line', () => {
  const found = check({
    'given.ts': [
      "import { createClient } from '@octavo/runtime';",
      'const unused = 1;',
      '// @ts-expect-error There is none.',
      'export const f: (a: string) => void = (a: { b: { c: number } }) => void a;',
      'export const made: { a: { b: number } } = { a: { b: createClient } };',
      'export const g: (a: () => { b: { c: number } }) => void = (a: () => { b: { c: string } }) => a;',
    ].join('\n'),
    'other.ts': "export { none } from './given.ts';\n",
  });
  expect(found.split('\n').length).toBeGreaterThan(5);
  const [config = ''] = globSync(join(folder, 'tsconfig.*.json'));
  expect(found).toBe(compile(['-p', config]));
});
