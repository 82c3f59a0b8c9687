// The page about published documents: what it makes of results, in which a document is complete, loses parts, or is refused.
import { expect, test } from 'vitest';
import type { DirectoryResult } from '../../bench/published/directory-worker.ts';
import { operationsOf, type PublishedDocument } from '../../bench/published/documents.ts';
import type { DocumentResult } from '../../bench/published/measure.ts';
import { page } from '../../bench/published/page.ts';

const nothing = { leftOut: [], dropped: [] };
const tools = {
  octavo: { seconds: [1, 2, 3], errors: 0 },
  'openapi-typescript': { seconds: [2, 2, 2], errors: 3 },
  'hey-api': { seconds: [], errors: undefined, failed: 'no such reference' },
};

function measured(title: string, operations: number, result: Partial<DocumentResult>) {
  const document: PublishedDocument = {
    id: title,
    package: 'zoo',
    packageVersion: '1.0.0',
    file: `${title}.json`,
    path: '',
    title,
    version: '7',
    openapi: '3.0.0',
    bytes: 12_345,
    operations,
    hash: '',
  };
  return { document, result: { key: '', generated: operations, authorFaults: 0, ...nothing, tools, ...result } };
}

const generated = (file: string, result: Partial<DirectoryResult>): DirectoryResult => ({
  file,
  outcome: 'generated',
  operations: 10,
  generated: 10,
  ...nothing,
  milliseconds: 20,
  ...result,
});

const lost = (part: string, count: number, reason: string) => ({ part, count, reason });

const text = page({
  measured: [
    measured('Sound', 4, {}),
    measured('Zoo | API', 4, {
      authorFaults: 2,
      generated: 3,
      leftOut: [lost('operation', 1, 'the path has `?`.')],
      dropped: [lost('media type', 2, 'a `x`.')],
    }),
    measured('Bad', 4, { generated: 0, refused: 'swagger-2: It is Swagger 2.0.' }),
  ],
  directory: [
    generated('a', {}),
    generated('b', { generated: 8, leftOut: [lost('operation', 2, "the parameter 'a' has no form.")] }),
    generated('c', { generated: 9, leftOut: [lost('operation', 1, "the parameter 'b' has no form.")] }),
    generated('d', { outcome: 'refused', why: 'json-syntax', message: 'The text is not JSON.' }),
    generated('e', { outcome: 'swagger-2' }),
  ],
  directoryVersion: '1.2.3',
  peers: { 'openapi-typescript': '7', 'hey-api': '0' },
  rounds: 3,
});

test('a row for each document: operations, errors, processor time and ratios', () => {
  expect(text).toContain('| Sound | 7 | 4 | 4 | 0 | 0 | 3 | – | 2.00 | 2.00 | – | 1.00 | – |');
  expect(text).toContain('| Zoo \\| API | 7 | 4 | 3 | 1 | 0 |');
  expect(text).toContain('| Bad | 7 | 4 | refused | 0 |');
  expect(text).toContain('| Sound | zoo 1.0.0 | Sound.json | 3.0.0 | 12 |');
});

test('which documents need `--partial`', () => {
  expect(text).toContain('1 of them needs it, for what its author got wrong');
  expect(text).toContain('Zoo \\| API (2).');
});

test('the reasons of what is left out, and of what failed', () => {
  expect(text).toContain('| Zoo \\| API | 1 × operation | the path has `?` |\n| Zoo \\| API | 2 × media type | a `x` |');
  expect(text).toContain('| Bad | the document | swagger-2: It is Swagger 2.0. |');
  expect(text).toContain('| Sound | hey-api | no such reference |');
});

test('the whole directory: outcomes, shares and merged reasons', () => {
  expect(text).toContain('4 in OpenAPI 3, 1 in Swagger 2');
  expect(text).toContain('| generated | 3 | 75.00 % |\n| refused | 1 | 25.00 % |');
  expect(text).toContain('| 1 | json-syntax | The text is not JSON. |');
  expect(text).toContain('30 operations: 27 are generated, 3 are left out. 1 document (25.00 %) loses nothing');
  expect(text).toContain('| 3 | operation | the parameter … has no form |');
});

test('operations are counted where the document has them, also behind references', () => {
  const get = { responses: {} };
  const paths = { '/a': { get, post: get, parameters: [] }, '/b': { $ref: '#/components/pathItems/~1b' }, '/c': null, 'x-a': { note: '' } };
  expect(operationsOf({ paths, components: { pathItems: { '/b': { put: get } } } })).toBe(3);
});
