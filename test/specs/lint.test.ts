// Lints the documents with Redocly and redocly.yaml: no problem in the documents, and each house rule reports its fault.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleOf } from '../support/effort.ts';
import { documentIds, specFile } from './document.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface Report {
  totals: { errors: number; warnings: number; ignored: number };
  problems: { ruleId: string; message: string; location: { pointer: string }[] }[];
}

/** Lints one file at a time, since for several files Redocly prints concatenated JSON texts. */
function lint(file: string): Report {
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const run = spawnSync(process.execPath, [redocly, 'lint', '--format=json', file], { cwd: root, encoding: 'utf8' });
  if (!run.stdout.startsWith('{')) throw new Error(`${run.stdout}${run.stderr}`);
  return JSON.parse(run.stdout) as Report;
}

// `npm run lint` lints them all.
test.each(sampleOf(documentIds, 2))('%s: no errors, no warnings, none suppressed', (id) => {
  expect(lint(`specs/${id}.yaml`).totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 });
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

test('each fault is reported, and nothing else', () => {
  let text = readFileSync(specFile('h-email.yaml'), 'utf8');
  for (const [given, instead] of faults) {
    expect(text, given).toContain(given);
    text = text.replace(given, instead);
  }
  const found = lintText('h-faulty.yaml', text);
  expect(found).toEqual(faults.map(([, , rule, pointer]) => `${rule} ${pointer}`).sort());
});

test('a body without an example is reported', () => {
  const text = readFileSync(specFile('d-events.yaml'), 'utf8');
  const example = '            examples:\n              nothing: { summary: An empty object, value: {} }\n';
  expect(text).toContain(example);
  const pointer = '#/paths/~1apps~1{app_id}~1users~1{user_id}~1terminate_connections/post/requestBody/content/application~1json';
  expect(lintText('d-faulty.yaml', text.replace(example, ''))).toEqual([`house/examples ${pointer}`]);
});

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

test('overlapping paths are reported only if neither takes precedence', () => {
  const paths = pairs.flatMap((pair) => pair.slice(0, 2)).map((path) => `  ${path}:\n    get: { responses: {} }\n`);
  const text = `openapi: 3.1.0\ninfo: { title: Ties, version: '1' }\npaths:\n${paths.join('')}`;
  const found = lintText('h-ties.yaml', text).filter(
    (problem) => problem.startsWith('house/ties') || problem.startsWith('no-ambiguous-paths'),
  );
  const wanted = pairs.filter(([, , tied]) => tied).map(([, other]) => `house/ties #/paths/${other.replaceAll('/', '~1')}`);
  expect(found).toEqual(wanted.sort());
});

function lintText(name: string, text: string): string[] {
  const folder = path.join(root, '.octavo/tmp/specs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), text);
  return lint(path.join('.octavo/tmp/specs', name))
    .problems.map((problem) => `${problem.ruleId} ${problem.location[0]?.pointer}`)
    .sort();
}
