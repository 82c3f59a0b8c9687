// The file of statements, whose problems have locations, and the words for `x-basis`, which are added to descriptions only.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { showBasis, showStatements } from '../../generator/docs/basis.ts';
import { readStatementFile } from '../../generator/docs/statements.ts';
import { formatProblem } from '../../generator/load/frame.ts';
import { serviceOf } from '../emit/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'octavo-statements-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files: [given: string, said: RegExp][] = [
  ['- { id: A1, says: One. }\n- { id: A1, says: Two. }\n', /The statement `A1` is listed twice[\s\S]*statements\.yaml:2:/],
  ['- { id: A1, says: One. }\n- { id: B }\n', /Invalid statement[\s\S]*statements\.yaml:2:/],
  ['- { id: first, says: One. }\n', /Invalid statement/],
  ['statements: []\n', /Write a list of/],
  ['', /is empty/],
];

test.each(files)('%j is rejected', (given, said) => {
  const file = join(folder, 'statements.yaml');
  writeFileSync(file, given);
  const problems = new Problems();
  expect(readStatementFile(file, folder, {}, problems)).toBe(undefined);
  expect(problems.list.map((problem) => formatProblem(problem, { color: false })).join('\n')).toMatch(said);
});

test('a missing file is named', () => {
  const problems = new Problems();
  expect(readStatementFile(join(folder, 'none.yaml'), folder, {}, problems)).toBe(undefined);
  expect(problems.list.map(({ message }) => message).join()).toContain('none.yaml');
});

test('the words are added to descriptions and not to values', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Marks', version: '1', description: 'About.' },
    paths: {
      '/a': {
        get: {
          operationId: 'a',
          description: 'Reads.',
          'x-basis': 'stated',
          'x-statements': ['A1', 'A2'],
          responses: {
            200: {
              description: 'Done.',
              'x-basis': 'public',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        A: {
          type: 'object',
          description: 'An A.',
          properties: {
            default: { type: 'string', description: 'A field of that name.', 'x-basis': 'designed' },
            again: { $ref: '#/components/schemas/B', 'x-basis': 'designed' },
          },
          example: { default: 'x', 'x-basis': 'public', description: 'kept' },
        },
        B: { type: 'string', description: 'A B.', 'x-basis': 'public' },
      },
    },
  };
  const service = await serviceOf(document, 'marks');
  const shown = structuredClone(document);
  showBasis(shown, document, service, true);
  const { A, B } = shown.components.schemas;
  expect(A.properties.default.description).toBe('A field of that name. <small>Designed here.</small>');
  expect(A.properties.again).toMatchObject({ description: 'A B. <small>Designed here.</small>' });
  expect(B.description).toBe('A B. <small>From public record.</small>');
  expect(A.description).toBe('An A.');
  expect(A.example).toEqual(document.components.schemas.A.example);
  const { get } = shown.paths['/a'];
  expect(get.description).toBe('Reads.');
  expect(get.responses[200].description).toBe('Done. <small>From public record.</small>');
  expect(shown.info.description).toMatch(
    /^About\.\n\n<details><summary>Sources<\/summary>\n\n- \*\*From the specification\*\*: .*\n- \*\*From public record\*\*: .*\n- \*\*Designed here\*\*: /,
  );
  showStatements(get, get['x-statements'], true);
  expect(get.description).toBe('Reads.\n\nStatements: [A1](../statements.html#A1), [A2](../statements.html#A2).');
});
