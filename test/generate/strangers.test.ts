// Test documents written by others: each is generated completely, or a table lists its faults and gaps; all output compiles in strict mode.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { loadProject } from '../../generator/config.ts';
import { type GenerateReport, generate } from '../../generator/generate.ts';

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

/** Documents with an error, by its code; Redocly's lint rejects them too. */
const FAULTY: Readonly<Record<string, string>> = {
  '3-1-schema-validation-top-level': 'dialect-unknown',
};

/** Operations that are references. */
const REFERRED: Readonly<Record<string, number>> = { '3-0-server-path-level': 1 };

/** What is left out: operations, and optional parts of them. */
const GAPS: Readonly<Record<string, { operations?: number; parts?: number }>> = {
  '3-0-circular-paths': { parts: 1 },
  '3-0-parameters-common': { operations: 1 },
  // Two have `#` in their path; three have a style that the parts of a multipart body do not have.
  '3-0-parameters-style': { operations: 5 },
  '3-0-response-examples': { parts: 1 },
  '3-0-response-http-behavior': { operations: 3 },
  '3-1-parameters-style': { operations: 5 },
  '3-1-schema-validation-local': { operations: 1 },
};

let report: GenerateReport;
beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'specs'), { recursive: true });
  for (const { id, text } of STRANGERS) writeFileSync(path.join(folder, 'specs', `${id}.json`), text);
  const documents = STRANGERS.map(({ id }) => `specs/${id}.json`);
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

test.each(STRANGERS)('$id', ({ id, operations }) => {
  const found = report.documents.find(({ document }) => document.id === id);
  const errors = found?.problems.filter(({ severity }) => severity === 'error').map(({ code }) => code) ?? [];
  if (FAULTY[id] !== undefined) {
    expect([found?.status, errors[0]]).toEqual(['failed', FAULTY[id]]);
    return;
  }
  const left = found?.problems.filter(({ severity }) => severity === 'unsupported').map(({ message }) => message) ?? [];
  const parts = left.filter((message) => /(?:^|\. )The (?:media type|header parameter|query parameter) /.test(message)).length;
  const gaps = GAPS[id] ?? {};
  expect([found?.status, errors, parts, left.length - parts]).toEqual(['written', [], gaps.parts ?? 0, gaps.operations ?? 0]);
  expect(found?.operations).toBe(operations + (REFERRED[id] ?? 0) - (gaps.operations ?? 0));
});

test('all output compiles under strict options', () => {
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../../tsconfig.json', include: ['out'], exclude: [] }));
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`.trim()).toBe('');
});
