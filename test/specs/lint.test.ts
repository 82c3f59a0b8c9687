// Lints the documents with Redocly and redocly.yaml: no problem in the documents, and each house rule reports its fault.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../support/effort.ts';
import { documentIds, specFile } from './document.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Report {
  totals: { errors: number; warnings: number; ignored: number };
  problems: { ruleId: string; message: string; location: { pointer: string }[] }[];
}

/**
 * Lints all files in one process, which takes as long to start as to lint several. Redocly prints a JSON text for each, with `}{` between two of
 * them.
 */
function lint(files: readonly string[]): readonly Report[] {
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const run = spawnSync(process.execPath, [redocly, 'lint', '--format=json', ...files], { cwd: root, encoding: 'utf8' });
  if (!run.stdout.startsWith('{')) throw new Error(`${run.stdout}${run.stderr}`);
  const reports = JSON.parse(`[${run.stdout.replaceAll(/^\}\{$/gm, '},{')}]`) as readonly Report[];
  expect(reports).toHaveLength(files.length);
  return reports;
}

// `npm run lint` lints them all.
test('the documents have no errors and no warnings, and none is suppressed', () => {
  const files = sampleOf(documentIds, 2).map((id) => `specs/${id}.yaml`);
  const totals = lint(files).map((report, index) => ({ file: files[index], ...report.totals }));
  expect(totals).toMatchObject(files.map((file) => ({ file, errors: 0, warnings: 0, ignored: 0 })));
});

/** The original text, its faulty replacement, and the rule and pointer that must be reported. */
const faults: [given: string, instead: string, rule: string, pointer: string][] = [
  ['x-statements: [H1, H2]', 'x-statements: [H1, D2]', 'house/statements', '#/paths/~1domain-search/get/x-statements/1'],
  ['x-statements: [H1, H3]', 'x-statements: [H99]', 'house/statements', '#/paths/~1email-finder/get/x-statements/0'],
  ['x-statements: [H1, H4]', 'x-statements: []', 'house/statements', '#/paths/~1email-verifier/get'],
  ['      x-basis: stated\n      x-statements: [H1, H5]', '      x-statements: [H1, H5]', 'house/basis', '#/paths/~1account/get'],
  [
    '      x-basis: public\n      enum: [junior',
    '      x-basis: guessed\n      enum: [junior',
    'house/basis',
    '#/components/schemas/Seniority/x-basis',
  ],
  ['          description: The address to verify.\n', '', 'house/descriptions', '#/paths/~1email-verifier/get/parameters/0'],
  [
    'domain: { type: string, description: The domain that was searched. }',
    'domain: { type: string }',
    'house/descriptions',
    '#/components/schemas/DomainSearch/properties/domain',
  ],
  ['      description: Department of a company.\n', '', 'house/descriptions', '#/components/schemas/Department'],
  [
    '              summary: Too many requests at once\n',
    '',
    'house/examples',
    '#/components/responses/TooFast/content/application~1json/examples/tooFast',
  ],
  [
    'result: undeliverable',
    'result: lost',
    'no-invalid-media-type-examples',
    '#/paths/~1email-verifier/get/responses/200/content/application~1json/examples/undeliverable/value/data/result',
  ],
  [
    '          example: marta.lindqvist@brightloaf.example\n',
    '          example: nobody\n',
    'no-invalid-parameter-examples',
    '#/paths/~1email-verifier/get/parameters/0/example',
  ],
  [
    '    ErrorId:\n',
    '    Unread: { type: string, description: A schema that nothing refers to. }\n    ErrorId:\n',
    'house/unused',
    '#/components/schemas/Unread',
  ],
];

function faulty(): string {
  let text = readFileSync(specFile('h-email.yaml'), 'utf8');
  for (const [given, instead] of faults) {
    expect(text, given).toContain(given);
    text = text.replace(given, instead);
  }
  return text;
}

function withoutExample(): string {
  const text = readFileSync(specFile('d-events.yaml'), 'utf8');
  const example = '            examples:\n              nothing: { summary: An empty object, value: {} }\n';
  expect(text).toContain(example);
  return text.replace(example, '');
}

/** Pairs of path templates, and whether some path matches both equally well. */
const pairs: [one: string, other: string, tied: boolean][] = [
  ['/a/{id}', '/a/{name}', true],
  ['/a/{id}/b/{key}', '/a/{name}/b/{word}', true],
  ['/b/{id}', '/b/me', false],
  ['/c/{id}/users', '/c/by/{name}', false],
  ['/d/{id}.json', '/d/{id}', false],
  ['/e/{id}.json', '/e/xxxxx{name}', true],
  ['/f/x{id}', '/f/y{name}', false],
  ['/g/x{id}/one', '/g/{name}y/two', false],
  ['/h/x{id}/{key}', '/h/{name}y/two', true],
];

function tied(): string {
  const paths = pairs.flatMap((pair) => pair.slice(0, 2)).map((path) => `  ${path}:\n    get: { responses: {} }\n`);
  return `openapi: 3.1.0\ninfo: { title: Ties, version: '1' }\npaths:\n${paths.join('')}`;
}

describe('in documents with faults', () => {
  const found = new Map<string, readonly string[]>();

  beforeAll(() => {
    const folder = path.join(root, '.octavo/tmp/specs');
    mkdirSync(folder, { recursive: true });
    // A statement belongs to a document by the first letter of its file.
    const texts = { 'h-faulty': faulty(), 'd-faulty': withoutExample(), 'h-ties': tied() };
    for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, `${name}.yaml`), text);
    const names = Object.keys(texts);
    for (const [index, { problems }] of lint(names.map((name) => `.octavo/tmp/specs/${name}.yaml`)).entries())
      found.set(names[index] ?? '', problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`).sort());
  });

  test('each fault is reported, and nothing else', () => {
    expect(found.get('h-faulty')).toEqual(faults.map(([, , rule, pointer]) => `${rule} ${pointer}`).sort());
  });

  test('a body without an example is reported', () => {
    const pointer = '#/paths/~1apps~1{app_id}~1users~1{user_id}~1terminate_connections/post/requestBody/content/application~1json';
    expect(found.get('d-faulty')).toEqual([`house/examples ${pointer}`]);
  });

  test('overlapping paths are reported only if neither takes precedence', () => {
    const ties = found.get('h-ties')?.filter((problem) => problem.startsWith('house/ties') || problem.startsWith('no-ambiguous-paths'));
    const wanted = pairs.filter(([, , isTied]) => isTied).map(([, other]) => `house/ties #/paths/${other.replaceAll('/', '~1')}`);
    expect(ties).toEqual(wanted.sort());
  });
});
