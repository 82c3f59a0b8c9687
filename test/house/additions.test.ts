// Adds an extension, a string format and a keyword to a copy of the sources, in the files that CONTRIBUTING.md names and no others, and uses what
// follows from it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'octavo-additions-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What is written, and the text that it stands before. */
type Addition = readonly [file: string, before: string, text: string];

const EXTENSION: readonly Addition[] = [
  [
    'generator/load/check/own-extensions.ts',
    "  'x-refusals': {",
    "  'x-priority': { rows: ['Operation'], code: 'priority-invalid', isOption: true, isOurs: (value) => typeof value === 'number', fix: 'Write a number.' },\n",
  ],
  ['generator/model/service.ts', '  /** From `x-pagination`: how', '  /** From `x-priority`. */\n  readonly priority?: number;\n'],
  [
    'generator/model/operations/extensions.ts',
    "    ...optional('pagination'",
    "    ...optional('priority', readPriority(node, problems)),\n",
  ],
  [
    'generator/model/operations/extensions.ts',
    'export function readBasis',
    `function readPriority(node: DocumentNode, problems: Problems): number | undefined {
  const written = child(node, 'x-priority');
  const priority = number(node, 'x-priority');
  if (priority === undefined || priority > 0) return priority;
  return refuseExtension('x-priority', problems)(written, '\`x-priority\` is not above 0.', 'Write 1.');
}
`,
  ],
  ['docs/extensions.md', '## `x-refusals`', '## `x-priority`\n\nHow soon an operation is served.\n\n'],
];

const FORMAT: readonly Addition[] = [
  [
    'runtime/validate/formats.ts',
    'export function isUuid',
    'export function isSlug(text: string): boolean {\n  return /^[a-z-]+$/.test(text);\n}\n\n',
  ],
  ['runtime/testing/formats.ts', '  uuid: {', "  slug: { check: 'isSlug', text: 'my-page', sample: (random) => word(random) },\n"],
];

const KEYWORD: readonly Addition[] = [
  ['generator/base/vocabulary.ts', '  contentEncoding: {', "  lacks: { holds: 'check', form: 'string', types: STRING },\n"],
  [
    'generator/emit/validators/checks/string.ts',
    '  const helper = format',
    `  const { lacks } = schema;
  if (lacks !== undefined)
    statements.push(
      ...branch(holds(\`\${value}.includes(\${stringLiteral(lacks)})\`), [reportStatement(subject, 'lacks', stringLiteral(lacks), value)]),
    );
`,
  ],
  ['runtime/contract/format-issue.ts', "  minLength: 'must", "  lacks: 'must not contain #',\n"],
  ['runtime/testing/value-checks.ts', '  pattern: (text', '  lacks: (text: string, part: string) => !text.includes(part),\n'],
  ['test/testing/keywords.ts', '  Length: {', "  Lacks: { type: 'string', lacks: 'q' },\n"],
];

function copySources(): void {
  for (const folder of ['generator', 'runtime', 'docs'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true, filter: (source) => !source.endsWith('node_modules') });
  cpSync(join(root, 'test/testing'), join(copy, 'test/testing'), { recursive: true });
  const linked = (from: string, to: string): void => {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) if (name !== '@octavo') symlinkSync(join(from, name), join(to, name), 'junction');
  };
  linked(join(root, 'node_modules'), join(copy, 'node_modules'));
  linked(join(root, 'generator/node_modules'), join(copy, 'generator/node_modules'));
  mkdirSync(join(copy, 'node_modules/@octavo'));
  symlinkSync(join(copy, 'runtime'), join(copy, 'node_modules/@octavo/runtime'), 'junction');
}

function add(additions: readonly Addition[]): void {
  for (const [file, before, text] of additions) {
    const source = readFileSync(join(copy, file), 'utf8');
    expect(source, `${file} has no longer what the test looks for`).toContain(before);
    writeFileSync(
      join(copy, file),
      source.replace(before, () => text + before),
    );
  }
}

/** How many files CONTRIBUTING.md says that an addition touches at most. */
function statedFiles(what: string): number {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, count = ''] = new RegExp(`^\\| ${what} \\| (?:\\d+–)?(\\d+) \\|`, 'm').exec(text) ?? [];
  return Number(count);
}

/** What a program in the copy prints as JSON. */
function run(program: string): unknown {
  const file = join(copy, 'program.ts');
  writeFileSync(file, `${PROLOGUE}${program}`);
  return JSON.parse(execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', file], { cwd: copy, encoding: 'utf8' }));
}

const PROLOGUE = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problems } from './generator/base/problem.ts';
import { operationOptions } from './generator/config/operation-options.ts';
import { emitInStages } from './generator/emit/index.ts';
import { load } from './generator/load/index.ts';
import { buildService } from './generator/model/index.ts';
const responses = { 200: { description: 'Yes.' } };
async function read(operation: object, schemas: object = {}) {
  const problems = new Problems();
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/it': { get: { responses, ...operation } } }, components: { schemas } };
  const description = await load('t.json', { root: '.', text: JSON.stringify(document) }, problems);
  const service = description && buildService(description, {}, problems);
  return { service, codes: problems.list.map(({ code }) => code) };
}
`;

test('an extension, a string format and a keyword follow from the files that CONTRIBUTING.md names', () => {
  copySources();
  add(EXTENSION);
  add(FORMAT);
  add(KEYWORD);
  for (const [what, additions] of [
    ['an extension', EXTENSION],
    ['a string format', FORMAT],
    ['a JSON Schema keyword', KEYWORD],
  ] as const)
    expect(new Set(additions.map(([file]) => file)).size, what).toBeLessThanOrEqual(statedFiles(what));

  const found = run(`
const good = await read({ 'x-priority': 3 });
const wrong = await read({ 'x-priority': -3 });
const foreign = await read({ 'x-priority': 'high' });
const { keywordSchemas } = await import('./test/testing/keywords.ts');
const { service } = await read({}, { Page: { type: 'string', format: 'slug' }, Lacks: keywordSchemas.Lacks });
const options = { importExtension: '.ts', formats: 'assert', schema: false, examples: true, runtime: '@octavo/runtime' };
const { own, examples } = emitInStages(service, options);
for (const [name, text] of [...own, ...examples()]) {
  mkdirSync(dirname(join('out', name)), { recursive: true });
  writeFileSync(join('out', name), text);
}
const { validatePage, validateLacks } = await import('./out/validators.ts');
const { examplePage, exampleLacks } = await import('./out/examples.ts');
const { formatIssue } = await import('@octavo/runtime');
const issues = [];
validateLacks('aqua', issues);
console.log(JSON.stringify({
  priority: good.service.operations[0].priority,
  isOption: operationOptions.includes('x-priority'),
  codes: [...wrong.codes, ...foreign.codes],
  valid: ['my-page', 'My Page', examplePage()].map((text) => validatePage(text, [])),
  lacks: [validateLacks(exampleLacks(), []), ...issues.map(formatIssue)],
}));
`);
  expect(found).toEqual({
    priority: 3,
    isOption: true,
    codes: ['priority-invalid', 'extension-foreign'],
    valid: [true, false, true],
    lacks: [true, 'The value must not contain q.'],
  });
});
