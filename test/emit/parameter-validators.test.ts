// A parameter of `components` that several operations have is checked by one function, named after the parameter, which their inputs call.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { OPTIONS, serviceOf } from './service.ts';

const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const operation = (operationId: string, tag: string, parameters: readonly string[]) => ({
  get: { operationId, tags: [tag], parameters: parameters.map(parameter), responses: { 204: { description: 'Done.' } } },
});
const list = { type: 'array', minItems: 1, items: { type: 'string', enum: ['name', 'size'] } };

/** Parameters that are shared between tags, shared within a tag, small, a reference, and used once; with further schemas of these names. */
function pets(schemas: readonly string[] = []) {
  return {
    paths: {
      '/cats': operation('listCats', 'Cats', ['fields', 'cursor', 'limit', 'shape', 'once']),
      '/kittens': operation('listKittens', 'Cats', ['fields', 'cursor', 'limit', 'shape']),
      '/dogs': operation('listDogs', 'Dogs', ['fields', 'limit', 'shape']),
    },
    webhooks: { petAdded: { post: { ...operation('petAdded', 'Cats', ['fields']).get, tags: undefined } } },
    components: {
      parameters: {
        fields: { in: 'query', name: 'fields[pet]', schema: list },
        cursor: { in: 'query', name: 'cursor', schema: { type: 'string', pattern: '^[a-z]+$' } },
        limit: { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50 } },
        shape: { in: 'query', name: 'shape', schema: { $ref: '#/components/schemas/Shape' } },
        once: { in: 'query', name: 'once', schema: list },
      },
      schemas: {
        Shape: { type: 'array', items: { type: 'string', enum: ['round', 'long'] } },
        ...Object.fromEntries(schemas.map((name) => [name, { type: 'object' }])),
      },
    },
  };
}

/** The functions of validators of parameters in a file, as they are declared. */
function declared(text = ''): string[] {
  return [...text.matchAll(/^(?:export )?function \w*Parameter\w*/gm)].map(([head]) => head);
}

function calls(text = ''): string[] {
  return [...text.matchAll(/inside\(issues, '[^']*', (validate\w*Parameter\w*),/g)].map(([, name = '']) => name).sort();
}

test('without `split`, the function stands in `validators.ts` and is not exported', async () => {
  const files = emit(await serviceOf(pets()), OPTIONS);
  expect(declared(files.get('validators.ts'))).toEqual(['function validateFieldsParameter', 'function validateCursorParameter']);
  // The three operations and the webhook have the fields; two operations have the cursor.
  expect(calls(files.get('validators.ts'))).toEqual([
    ...['validateCursorParameter', 'validateCursorParameter'],
    ...Array<string>(4).fill('validateFieldsParameter'),
  ]);
  expect([...files.keys()]).not.toContain('shared/parameter-validators.ts');
});

test('with `split`, the function stands with its tag, or with what tags share', async () => {
  const files = emit(await serviceOf(pets()), { ...OPTIONS, split: 'tags' });
  expect(declared(files.get('shared/parameter-validators.ts'))).toEqual(['export function validateFieldsParameter']);
  expect(declared(files.get('cats/validators.ts'))).toEqual(['function validateCursorParameter']);
  expect(declared(files.get('dogs/validators.ts'))).toEqual([]);
  expect(calls(files.get('dogs/validators.ts'))).toEqual(['validateFieldsParameter']);
  expect(files.get('dogs/validators.ts')).toContain("import { validateFieldsParameter } from '../shared/parameter-validators.ts';");
  // The webhook has no tag: its file is imported by the shared one, and does not import it.
  expect(files.get('shared/validators.ts')).not.toContain('parameter-validators');
  expect(files.get('validators.ts')).not.toContain('parameter-validators');
});

test('a schema that has the name keeps it', async () => {
  const text = emit(await serviceOf(pets(['FieldsParameter'])), OPTIONS).get('validators.ts');
  expect(declared(text)).toEqual([
    'export function validateFieldsParameter',
    'function validateFieldsParameter_2',
    'function validateCursorParameter',
  ]);
});

test('a component whose name begins with a digit gives a legal name', async () => {
  const twice = { ...pets(), paths: { '/a': operation('a', 'A', ['2nd']), '/b': operation('b', 'A', ['2nd']) }, webhooks: {} };
  const parameters = { '2nd': { in: 'query', name: 'second', schema: { type: 'string', pattern: '^a' } } };
  const text = emit(await serviceOf({ ...twice, components: { parameters } }), OPTIONS).get('validators.ts');
  expect(declared(text)).toEqual(['function validateParameter2nd']);
  expect(text).toContain('const parameter2ndPattern = ');
});

describe('at run time', () => {
  const folder = join(root, '.octavo/tmp/parameter-validators');

  beforeAll(async () => {
    const service = await serviceOf(pets());
    rmSync(folder, { recursive: true, force: true });
    for (const [layout, files] of [
      ['whole', emit(service, OPTIONS)],
      ['split', emit(service, { ...OPTIONS, split: 'tags' })],
    ] as const) {
      for (const [name, text] of files) {
        const file = join(folder, layout, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
  });

  test.each(['whole', 'split'])('%s, issues have the path from the input and the keyword', async (layout) => {
    const { validateListCatsInput } = await import(join(folder, layout, 'validators.ts'));
    const issuesOf = (query: object): string[] => {
      const issues: { path: string; keyword: string }[] = [];
      expect(validateListCatsInput({ query }, issues)).toBe(issues.length === 0);
      return issues.map(({ path, keyword }) => `${path} ${keyword}`);
    };
    expect(issuesOf({})).toEqual([]);
    expect(issuesOf({ 'fields[pet]': ['name'], cursor: 'a', limit: 1, once: ['size'] })).toEqual([]);
    expect(issuesOf({ 'fields[pet]': ['name', 'colour'], cursor: 'A', limit: 0, once: ['colour'] })).toEqual([
      '/query/fields[pet]/1 enum',
      '/query/cursor pattern',
      '/query/limit minimum',
      '/query/once/0 enum',
    ]);
    expect(issuesOf({ 'fields[pet]': 'name', cursor: 1 })).toEqual(['/query/fields[pet] type', '/query/cursor type']);
    expect(issuesOf({ 'fields[pet]': [] })).toEqual(['/query/fields[pet] minItems']);
  });
});
