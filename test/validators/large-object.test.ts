// An object with more properties than TypeScript can follow in one function: the validator compiles, and says the same as for few properties.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { OPTIONS, serviceOfSchemas } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const COUNT = 1500;

test('1,500 properties compile, and each is checked', async () => {
  const item = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const properties = Object.fromEntries(
    Array.from({ length: COUNT }, (_, index) => [
      `p${index}`,
      index % 2 === 0 ? { type: 'string' } : { $ref: '#/components/schemas/Item' },
    ]),
  );
  const required = [`p${COUNT - 2}`, 'other'];
  const schemas = { Item: item, Large: { type: 'object', properties, required } };
  const folder = path.join(root, '.octavo/tmp/large-object');
  expect(typeCheck(folder, emit(await serviceOfSchemas(schemas), OPTIONS))).toBe('');
  const { validateLarge } = await import(pathToFileURL(path.join(folder, 'validators.ts')).href);
  const issuesOf = (value: unknown): [boolean, string[]] => {
    const issues: { path: string; keyword: string }[] = [];
    return [validateLarge(value, issues), issues.map((issue) => `${issue.path} ${issue.keyword}`)];
  };
  const sound = { p0: 'a', p1: { a: 'b' }, [`p${COUNT - 2}`]: 'c', other: 1 };
  expect(issuesOf(sound)).toEqual([true, []]);
  const [isValid, issues] = issuesOf({ p0: 1, p1: {}, p701: { a: 2 }, p1400: 3 });
  expect(isValid).toBe(false);
  expect(issues).toEqual(['/p0 type', '/p1/a required', '/p701/a type', '/p1400 type', `/p${COUNT - 2} required`, '/other required']);
});
