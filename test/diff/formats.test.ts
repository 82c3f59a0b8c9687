// `octavo diff --format`: the same changes as Markdown, as annotations of a workflow, as SARIF, and as the next version.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked } from 'marked';
import { afterAll, describe, expect, test } from 'vitest';
import { type Format, formatted } from '../../generator/diff/formats/index.ts';
import { nextVersion } from '../../generator/diff/formats/next-version.ts';
import { compareServices } from '../../generator/diff/index.ts';
import { octavo } from '../cli/run.ts';
import { notes, scratch } from '../generate/project.ts';
import { faultsOf, sarif } from '../support/report-schemas.ts';
import { serviceOf } from './support.ts';

const project = scratch();
afterAll(() => project.remove());

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

interface Shape {
  readonly version?: string;
  readonly pet?: object;
  readonly parameters?: object[];
  readonly paths?: object;
  readonly name?: string;
}

function documentOf({ version = '1.4.2', pet = { name: { type: 'string' } }, parameters = [], paths = {}, name = 'Pet' }: Shape) {
  const get = { operationId: 'getPet', parameters, responses: { 200: { description: 'A pet.', content: json(ref(name)) } } };
  return {
    openapi: '3.1.1',
    info: { title: 'Pets', version },
    servers: [{ url: 'https://pets.example.com' }],
    paths: { '/pet': { get }, ...paths },
    components: { schemas: { [name]: { type: 'object', required: Object.keys(pet), properties: pet } } },
  };
}

async function printed(format: Format, old: Shape, now: Shape, failOn: 'breaking' | 'any' = 'breaking'): Promise<string> {
  const [before, after] = await Promise.all([old, now].map(async (shape) => await serviceOf(documentOf(shape))));
  if (before === undefined || after === undefined) throw new Error('A version cannot be read.');
  return formatted(format, {
    before: { given: 'main:pets.yaml', service: before, text: JSON.stringify(old) },
    after: { given: 'pets.yaml', service: after, text: JSON.stringify(now) },
    changes: compareServices(before, after),
    fails: ({ kind }) => failOn === 'any' || kind === 'breaking',
    code: { importExtension: '.ts', runtime: '@octavo/runtime' },
  });
}

const query = (name: string, required = false) => ({ name, in: 'query', required, schema: { type: 'string' } });
const before: Shape = { pet: { name: { type: 'string' }, age: { type: 'integer' } } };
const after: Shape = {
  pet: { name: { type: 'string' }, years: { type: 'integer' } },
  parameters: [query('herd', true)],
  paths: { '/herd': { get: { operationId: 'getHerd', responses: { 204: { description: 'None.' } } } } },
};

describe('Markdown', () => {
  test('has the changes by operation and by schema, the types that change, and what breaks nothing folded at the end', async () => {
    const text = await printed('markdown', before, after);
    expect(text).toMatch(/^\*\*2 breaking changes, 2 compatible changes\*\* from `main:pets\.yaml` to `pets\.yaml`\.\n/);
    expect(text).toMatch(
      /### Operation `getPet`\n\n- \*\*breaking\*\*: query parameter `herd` is new and required \(`test\/diff\/version\.json:\d+:\d+`\)/,
    );
    expect(text).toContain('-export type GetPetInput = Record<string, never>;\n+export interface GetPetInput {');
    expect(text).toMatch(/### Schema `Pet`\n\n- \*\*breaking\*\*: `getPet`: .*`\.age` was removed/);
    expect(text).toContain('-  age: number;\n+  years: number;');
    const [open = '', folded = ''] = text.split('<details>');
    expect(open).not.toContain('getHerd');
    expect(folded).toMatch(/^\n<summary>Compatible changes in 1 place<\/summary>\n\n### Operation `getHerd`[\s\S]*<\/details>$/);
  });

  test('says that nothing changes', async () => {
    expect(await printed('markdown', before, before)).toBe('No changes that affect callers, from `main:pets.yaml` to `pets.yaml`.');
  });

  test.each([
    '<img src=x onerror=alert(1)>',
    '`<script>alert(1)</script>`',
    '@everyone',
    '[here](https://evil.example)',
    '![](https://evil.example/pixel)',
    'a\n\n# Heading\n\n<details>',
    '````\n</details><b>',
    '</details><table>',
  ])('a name %j is text and nothing else', async (hostile) => {
    const text = await printed('markdown', {}, { parameters: [query(hostile, true)] });
    const html = await marked.parse(text);
    expect(html).not.toMatch(/<(?!\/?(?:p|strong|code|h3|ul|li|pre|details|summary)\b)/);
    expect(html).not.toMatch(/<details>[\s\S]*<details>|<[^>]*(?:href|src)=/);
    // GitHub reads mentions outside of code alone.
    expect(text.replaceAll(/```[\s\S]*?```|`[^`]*`/g, '')).not.toContain('@everyone');
  });

  test('stays within what a comment may hold, and counts what has no room', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [
        `/${'herd'.repeat(10)}/${index}`,
        { get: { operationId: `getHerd${index}`, responses: { 204: { description: 'None.' } } } },
      ]),
    );
    const text = await printed('markdown', {}, { paths: many });
    expect(text.length).toBeLessThan(65_536);
    const shown = text.match(/^### /gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(100);
    expect(text).toContain(`Changes in ${900 - shown} more places have no room here: \`octavo diff\` lists them all.`);
  });
});

describe('annotations of a workflow', () => {
  test('one line a change, at its line of the new version, as an error where the check fails', async () => {
    const lines = (await printed('github', before, after)).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      /^::error file=test\/diff\/version\.json,line=\d+,col=\d+,title=breaking change of operation getPet::query parameter `herd` is new and required$/,
    );
    expect(lines.find((line) => line.includes('.age'))).toMatch(/^::error file=[^,]+,title=[^:]+::\(was in line \d+\) /);
    expect(lines.filter((line) => line.startsWith('::notice'))).toHaveLength(2);
    expect((await printed('github', before, after, 'any')).match(/^::error/gm)).toHaveLength(4);
  });

  test('a name ends no command and no property', async () => {
    const paths = { '/x': { get: { operationId: 'a,b:c%\n::error::x', responses: { 204: { description: 'None.' } } } } };
    const lines = (await printed('github', {}, { paths })).split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('title=compatible change of operation a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3Ax::');
  });
});

test('SARIF is valid by its schema, and has each change with its place', async () => {
  const log: unknown = JSON.parse(await printed('sarif', before, after));
  expect(faultsOf(sarif, log)).toEqual([]);
  expect(log).toMatchObject({
    runs: [
      {
        results: expect.arrayContaining([
          expect.objectContaining({ ruleId: 'required-parameter-added', level: 'error' }),
          expect.objectContaining({ ruleId: 'operation-added', level: 'note' }),
        ]),
      },
    ],
  });
});

describe('the next version', () => {
  test.each([
    ['1.4.2', 'major', '2.0.0'],
    ['1.4.2', 'minor', '1.5.0'],
    ['1.4.2', 'patch', '1.4.3'],
    ['v1.4.2', 'none', '1.4.2'],
    ['0.4.2', 'major', '0.5.0'],
    ['0.4.2', 'minor', '0.4.3'],
    ['2.0.0-rc.1', 'major', '2.0.0'],
    ['2.1.0-rc.1', 'major', '3.0.0'],
    ['2.1.0-rc.1', 'minor', '2.1.0'],
    ['1.4.2+build.7', 'patch', '1.4.3'],
    ['1.4', 'patch', undefined],
    ['2026-11-28', 'major', undefined],
  ] as const)('after %s, %s: %s', (version, release, next) => {
    expect(nextVersion(version, release)).toBe(next);
  });

  test('is that of the old document, by what changes', async () => {
    expect(await printed('next-version', before, after)).toBe('2.0.0');
    expect(await printed('next-version', {}, { parameters: [query('herd')] })).toBe('1.5.0');
    expect(await printed('next-version', {}, { version: '9.9.9' })).toBe('1.4.3');
    expect(await printed('next-version', {}, {})).toBe('1.4.2');
    await expect(printed('next-version', { version: '2026-11' }, after)).rejects.toThrow(
      '`info.version` of `main:pets.yaml` is `2026-11`, which is no semantic version.',
    );
  });
});

describe('the command', () => {
  const run = async (line: string) => await octavo(line.split(' '), { cwd: project.root });

  test('prints the format alone on stdout, and fails on what `--fail-on` names', async () => {
    project.put('old.yaml', notes());
    project.put('new.yaml', notes().replace('operationId: listTags', 'operationId: listTags\n      deprecated: true'));
    expect(await run('diff old.yaml new.yaml --format github')).toMatchObject({ code: 0, stderr: '' });
    const any = await run('diff old.yaml new.yaml --format markdown --fail-on any');
    expect(any.code).toBe(1);
    expect(any.stdout).toMatch(/^\*\*0 breaking changes, 1 compatible change\*\* from `old\.yaml` to `new\.yaml`\.\n/);
    const both = await run('diff old.yaml new.yaml --format github --format markdown=out/changes.md --format sarif=out/changes.sarif');
    expect(both.stdout).toMatch(/^::notice file=/);
    expect(readFileSync(path.join(project.root, 'out/changes.md'), 'utf8')).toBe(any.stdout);
    expect(JSON.parse(readFileSync(path.join(project.root, 'out/changes.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
    const besides = await run('diff old.yaml new.yaml --json --format markdown=out/again.md');
    expect(JSON.parse(besides.stdout)).toMatchObject({ compatible: 1 });
    expect(readFileSync(path.join(project.root, 'out/again.md'), 'utf8')).toBe(any.stdout);
    expect(await run('diff old.yaml new.yaml --format markdown=old.yaml/changes.md')).toMatchObject({
      code: 3,
      stderr: 'error: `old.yaml` is a file, not a folder.\n  Choose another folder.\n',
    });
    expect((await run('diff old.yaml new.yaml --api --format markdown=changes.md')).code).toBe(2);
    expect(await run('diff old.yaml new.yaml --format next-version')).toMatchObject({ code: 2, stdout: '' });
    const refused = async (formats: string) => (await run(`diff old.yaml new.yaml ${formats}`)).stderr.split('\n')[0];
    expect(await refused('--format html')).toBe('error: There is no format `html`.');
    expect(await refused('--format sarif=')).toBe('error: `--format sarif=` names no file.');
    expect(await refused('--format text=changes.txt')).toBe('error: The format `text` is printed, not written to a file.');
    expect(await refused('--format sarif --format github')).toBe('error: Only one format can be printed.');
    expect((await run('diff old.yaml new.yaml --json --format sarif')).stdout).toContain('`--json` and `--format` both say what to print.');
  });

  test('documents that share no operation are said in one line', async () => {
    const versionOf = (word: string) =>
      JSON.stringify(
        documentOf({
          paths: Object.fromEntries(
            Array.from({ length: 12 }, (_, index) => [
              `/${word}/${index}`,
              { get: { operationId: `${word}${index}`, responses: { 204: { description: 'None.' } } } },
            ]),
          ),
        }).paths,
      );
    const whole = (word: string) =>
      `{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":${versionOf(word).replace('"/pet"', `"/${word}"`).replace('"getPet"', `"${word}"`)},"components":{"schemas":{"Pet":{}}}}`;
    project.put('a.json', whole('herd'));
    project.put('b.json', whole('flock'));
    const { code, stdout } = await run('diff a.json b.json');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^breaking {4}b\.json:\d+:\d+ {2}the documents share no operation: all 13 of the old one are gone, and the new one has 13 others; /,
    );
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect((await run('diff a.json b.json --verbose')).stdout.trim().split('\n')).toHaveLength(26);
  });
});
