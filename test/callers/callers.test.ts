// `octavo diff --callers` names the lines of a project that a change concerns, and no others.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';
import { scratch } from '../generate/project.ts';
import { sampleOf } from '../support/effort.ts';
import { CHANGES, type Edited } from './changes.ts';
import { copyProject } from './copy.ts';
import { versionsOf } from './versions.ts';

const root = path.resolve(import.meta.dirname, '../..');
const project = copyProject('callers');
const place = scratch();
afterAll(() => place.remove());

interface Report {
  readonly changes: readonly { readonly code: string; readonly places: readonly Place[] }[];
  readonly otherPlaces: readonly Place[];
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly advice: string;
  readonly fault?: string;
}

async function reported(edited: Edited): Promise<Report> {
  const { stdout, stderr } = await octavo(['diff', ...versionsOf(edited, place), '--callers', project, '--json'], { cwd: root });
  expect(stderr).not.toMatch(/^error/m);
  return JSON.parse(stdout) as Report;
}

/** `people.ts:12` for each line with the text. */
function lineOf([file, text]: readonly [string, string]): string {
  const lines = readFileSync(path.join(project, 'src', file), 'utf8').split('\n');
  const found = lines.flatMap((line, index) => (line.includes(text) ? [`${file}:${index + 1}`] : []));
  expect(found, `${file}: ${text}`).toHaveLength(1);
  return found[0] ?? '';
}

describe('each change', () => {
  test.each(sampleOf(CHANGES, 3).map((edited) => [edited.what, edited] as const))('%s', async (_what, edited) => {
    const { changes, otherPlaces } = await reported(edited);
    const found = [...changes.flatMap(({ places }) => places), ...otherPlaces].map(({ file, line }) => `${path.basename(file)}:${line}`);
    expect([...new Set(found)].sort()).toEqual(edited.places.map(lineOf).sort());
  });
});

describe('the command', () => {
  const run = async (edited: Edited | undefined, ...args: string[]) =>
    await octavo(['diff', ...versionsOf(edited ?? unchanged, place), ...args], { cwd: root });
  const unchanged: Edited = { document: 'h-email', what: 'nothing', edit: () => undefined, places: [] };
  const changed = CHANGES[0];

  test('lists the places below the change, with what to write and what the compiler says', async () => {
    const { code, stdout, stderr } = await run(changed, '--callers', project);
    expect(code).toBe(1);
    const line = lineOf(['people.ts', 'function foundIn({ email, score']).replace(/^/, '.octavo/tmp/callers/src/');
    expect(stdout).toMatch(/^breaking {4}was .*`\.data\.score` was removed\n {4}/);
    expect(stdout).toContain(`\n    ${line}:27  function foundIn({ email, score, position: title }: LikelyEmail)`);
    expect(stdout).toContain(
      "\n      leave the property out; it no longer compiles: Property 'score' does not exist on type 'LikelyEmail'.",
    );
    expect(stderr).toContain('1 place in ');
  });

  test('fails on changes that concern the code alone, where that is asked for', async () => {
    const unused = CHANGES.find(({ what }) => what.startsWith('an operation that the project does not call'));
    const { code, stdout, stderr } = await run(unused, '--callers', project, '--fail-on', 'affects-callers');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('1 change without a place in the code; `--verbose` lists them.');
    expect(stderr).toContain('No change concerns the code in ');
    expect((await run(changed, '--callers', project, '--fail-on', 'affects-callers')).code).toBe(1);
    expect(await run(changed, '--fail-on', 'affects-callers')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('`--fail-on affects-callers` needs the code of the callers.\n  Name its folder with `--callers`.'),
    });
  });

  test('says what a folder lacks', async () => {
    place.put('empty/readme.md', 'Nothing.');
    place.put('plain/tsconfig.json', '{ "files": ["a.ts"] }');
    place.put('plain/a.ts', 'export const a = 1;\n');
    place.put('broken/tsconfig.json', '{ "files": ["a.ts"] ');
    const said = async (folder: string) => (await run(changed, '--callers', folder)).stderr;
    expect(await said('nowhere')).toBe('error: There is no folder `nowhere`.\n  Name the folder of the code that calls the service.\n');
    expect(await said(path.join(place.root, 'empty'))).toContain('There is no tsconfig.json in');
    expect(await said(path.join(place.root, 'plain'))).toContain(
      'has no code that is generated from `h-email`.\n  Run `octavo generate` for it first',
    );
    expect(await said(path.join(place.root, 'broken'))).toMatch(
      /^error: Cannot read `.*tsconfig\.json`: '}' expected\.\n {2}Correct it, so that `tsc` accepts it\.$/m,
    );
  });

  test('says that the code has errors before the change', async () => {
    const folder = copyProject('callers-faulty');
    const people = path.join(folder, 'src/people.ts');
    writeFileSync(people, `${readFileSync(people, 'utf8')}\nexport const wrong: number = 'text';\n`);
    const { stdout, stderr } = await run(changed, '--callers', folder);
    expect(stderr).toContain('The code that uses the document has 1 error before the change, so more may be concerned than is listed.');
    expect(stdout).not.toContain('wrong');
  });
});
