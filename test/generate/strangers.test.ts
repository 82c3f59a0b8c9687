// Test documents written by others: each is generated completely, or a table lists its faults and gaps; all output compiles in strict mode.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { describeLosses, lossesOf } from '../../generator/commands/losses.ts';
import { loadProject } from '../../generator/config/config.ts';
import { type GenerateReport, generate } from '../../generator/run/generate.ts';
import { sampleOf } from '../support/effort.ts';
import { checkProject, runtimeTypes } from '../support/type-check.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.octavo/tmp/strangers');
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

interface Stranger {
  readonly id: string;
  readonly text: string;
  /** The number of operations in the document. */
  readonly operations: number;
}

const STRANGERS = strangers();
const TRIED = sampleOf(STRANGERS, 16);

/** All documents of `@readme/oas-examples` from OpenAPI 3.0 on, in JSON. */
function strangers(): Stranger[] {
  const home = path.dirname(fileURLToPath(import.meta.resolve('@readme/oas-examples/package.json')));
  return globSync('3.?/json/**/*.json', { cwd: home })
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(home, file), 'utf8');
      const { paths = {} } = JSON.parse(text) as { paths?: Record<string, Record<string, unknown>> };
      const operations = Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => METHODS.has(key))).length;
      return {
        id: file
          .replace(/\.json$/, '')
          .replace('/json/', '-')
          .replaceAll(/[/.]/g, '-'),
        text,
        operations,
      };
    });
}

/** Operations that are references. */
const REFERRED: Readonly<Record<string, number>> = { '3-0-server-path-level': 1 };

/** What is left out, as the summary of a run has it. */
const BODY_WITH_GET = 'Dropped from what is generated: 1 request body: clients on `fetch` cannot send a body with GET';
const STYLES = ['Left out: 2 operations: the path has `#`, and URLs send nothing from there on. Write %23 for the character'];
const GAPS: Readonly<Record<string, readonly string[]>> = {
  '3-0-circular-paths': [
    "Dropped from what is generated: 1 parameter: the header parameter 'content' has no text form: its items: the style simple cannot write an array or an object inside another",
  ],
  '3-0-parameters-common': ['Left out: 1 operation: the template /anything/{id}/{action}/{id} has {id} more than once'],
  '3-0-parameters-style': STYLES,
  '3-0-response-examples': [
    'Dropped from what is generated: 1 media type: "text/csv, text/comma-separated-values" is not a valid media type (RFC 6838)',
  ],
  '3-0-response-schemas': [BODY_WITH_GET],
  '3-0-schema-enums': [BODY_WITH_GET],
  '3-1-parameters-style': [...STYLES, BODY_WITH_GET],
  '3-1-schema-validation-local': [
    'Left out: 1 operation: its schema is of the dialect http://json-schema.org/draft-04/schema#; only JSON Schema 2020-12 is carried',
  ],
};

let report: GenerateReport;
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'specs'), { recursive: true });
  for (const { id, text } of TRIED) writeFileSync(path.join(folder, 'specs', `${id}.json`), text);
  const documents = TRIED.map(({ id }) => ({ input: `specs/${id}.json`, partial: true }));
  writeFileSync(
    path.join(folder, 'octavo.config.mjs'),
    `export default ${JSON.stringify({ documents, out: 'out', examples: true, importExtension: '.ts' })};\n`,
  );
  report = await generate(await loadProject({ cwd: folder }), { cache: false });
});

test('there are more than 60 documents and 500 operations', () => {
  expect(STRANGERS.length).toBeGreaterThan(60);
  expect(STRANGERS.reduce((sum, { operations }) => sum + operations, 0)).toBeGreaterThan(500);
});

test.each(TRIED)('$id', ({ id, operations }) => {
  const found = report.documents.find(({ document }) => document.id === id);
  const errors = found?.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code) ?? [];
  const losses = lossesOf(found?.problems ?? []);
  const gone = losses.leftOut.reduce((sum, { part, count }) => sum + (part === 'operation' ? count : 0), 0);
  expect([found?.status, errors, describeLosses(losses).map((line) => line.trim())]).toEqual(['written', [], GAPS[id] ?? []]);
  expect(found?.operations).toBe(operations + (REFERRED[id] ?? 0) - gone);
});

test('all output compiles under strict options', () => {
  expect(checkProject(folder, { compilerOptions: { paths: runtimeTypes() }, include: ['out'] })).toBe('');
});
