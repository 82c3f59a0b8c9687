// `octavo rename` carries a project over each rename, and the compiler has nothing to say afterwards.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { copyProject } from '../callers/copy.ts';
import { type EditedDocument, type Tree, versionsOf } from '../callers/versions.ts';
import { octavo } from '../cli/run.ts';
import { notes, scratch } from '../generate/project.ts';
import { sampleOf } from '../support/effort.ts';
import { RENAMES, type Renamed } from './renames.ts';

const root = path.resolve(import.meta.dirname, '../..');
const project = copyProject('renames-each');
const place = scratch();
afterAll(() => place.remove());

interface Report {
  readonly renames: readonly { readonly kind: string; readonly from: string; readonly to: string; readonly certainty: string }[];
  readonly unsure: readonly unknown[];
  readonly files: readonly { readonly file: string; readonly diff: string }[];
  readonly left: readonly unknown[];
}

describe('each rename', () => {
  test.each(sampleOf(RENAMES, 1).map((renamed) => [`${renamed.kind} ${renamed.from} → ${renamed.to}`, renamed] as const))(
    '%s',
    async (_name, renamed) => {
      const { stdout } = await octavo(['rename', ...versionsOf(renamed, place), project, '--json'], { cwd: root });
      const { renames, unsure, files, left } = JSON.parse(stdout) as Report;
      const { kind, from, to, lines } = renamed;
      expect(renames).toContainEqual(expect.objectContaining({ kind, from, to }));
      expect(unsure).toEqual([]);
      const added = files.flatMap(({ diff }) => diff.split('\n').filter((line) => line.startsWith('+')));
      for (const line of lines) expect(added.join('\n')).toContain(line);
      expect(left).toEqual([]);
    },
  );
});

describe('the command', () => {
  const folder = path.join(root, '.octavo/tmp/renames');
  const run = async (renamed: EditedDocument, ...more: string[]) =>
    await octavo(['rename', ...versionsOf(renamed, place), folder, ...more], { cwd: root });
  const rename = RENAMES.find(({ from }) => from === 'score') as Renamed;
  const people = path.join(folder, 'src/people.ts');

  beforeEach(() => {
    copyProject('renames');
  });

  test('shows a diff and changes nothing, until it is told to write', async () => {
    const before = readFileSync(people, 'utf8');
    const { code, stdout, stderr } = await run(rename);
    expect(code).toBe(0);
    expect(stderr).toContain('certain  property of LikelyEmail: score → points, the same place and schema (1 place)');
    expect(stdout).toContain('-function foundIn({ email, score, position: title }');
    expect(readFileSync(people, 'utf8')).toBe(before);
    expect((await run(rename, '--write')).stderr).toContain('Changed 1 file. Run `octavo generate` next.');
    expect(readFileSync(people, 'utf8')).toBe(before.replace('{ email, score, position', '{ email, points: score, position'));
    expect(existsSync(path.join(folder, '.octavo/rename.json'))).toBe(false);
  });

  test('leaves line ends, a byte order mark and links of comments in order', async () => {
    const text = `\ufeff/** As {@link LikelyEmail} says. */\n${readFileSync(people, 'utf8')}`.replaceAll('\n', '\r\n');
    writeFileSync(people, text);
    await run(RENAMES.find(({ from }) => from === 'LikelyEmail') as Renamed, '--write');
    expect(readFileSync(people, 'utf8')).toBe(text.replaceAll('LikelyEmail', 'Address'));
  });

  test('finishes what a run that was killed has begun', async () => {
    const changed = readFileSync(people, 'utf8').replace('score, position', 'points: score, position');
    mkdirSync(path.join(folder, '.octavo'), { recursive: true });
    writeFileSync(path.join(folder, '.octavo/rename.json'), JSON.stringify([{ file: people, after: changed }]));
    const { stderr } = await run({ document: 'h-email', edit: () => undefined });
    expect(stderr).toContain('Finished what a run that was ended has begun: .octavo/tmp/renames/src/people.ts.');
    expect(readFileSync(people, 'utf8')).toBe(changed);
  });

  test('a project that does not compile, or has changes that are not committed, is left alone unless forced', async () => {
    const text = `${readFileSync(people, 'utf8')}\nexport const wrong: number = 'text';\n`;
    writeFileSync(people, text);
    const broken = await run(rename, '--write');
    expect(broken.code).toBe(2);
    expect(broken.stderr).toMatch(
      /The project has 1 error before the change: \.octavo\/tmp\/renames\/src\/people\.ts:\d+:14 Type 'string' is not assignable/,
    );
    expect(readFileSync(people, 'utf8')).toBe(text);
    writeFileSync(people, text.replace("= 'text'", '= 1'));
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    expect((await run(rename, '--write')).stderr).toContain('Not committed: src/');
    expect(readFileSync(people, 'utf8')).not.toContain('points');
    expect((await run(rename, '--write', '--force')).code).toBe(0);
    expect(readFileSync(people, 'utf8')).toContain('points: score');
  });

  test('also where the code of the new version is generated already', async () => {
    const api = scratch();
    try {
      const old = api.put('old/notes.yaml', notes());
      const now = api.put('new/notes.yaml', notes().replace('operationId: getNote', 'operationId: readNote'));
      rmSync(path.join(folder, 'src'), { recursive: true });
      const generated = await octavo(['generate', now, '--out', path.join(folder, 'src/api'), '--no-schema'], { cwd: root });
      expect(generated.code, generated.stderr).toBe(0);
      const code = (name: string) =>
        `import type { NotesClient } from './api/notes/index.ts';\nexport const first = (client: NotesClient) => client.${name}({ path: { id: 1 } });\n`;
      const file = path.join(folder, 'src/first.ts');
      writeFileSync(file, code('getNote'));
      const { stderr } = await octavo(['rename', old, now, folder, '--write'], { cwd: root });
      expect(stderr).toMatch(/operation: getNote → readNote, the same method and path.* \(1 place\)/);
      expect(readFileSync(file, 'utf8')).toBe(code('readNote'));
      const diff = await octavo(['diff', old, now, '--callers', folder, '--fail-on', 'affects-callers'], { cwd: root });
      expect(diff).toMatchObject({ code: 0, stdout: '' });
      expect(diff.stderr).toContain('The code follows the new version already: it compiles with it, and not with the old one.');
    } finally {
      api.remove();
    }
  });

  test('two candidates are shown, and none is applied', async () => {
    const edit = (document: Tree) => {
      const { properties, required } = document.components.schemas.LikelyEmail;
      const { position } = properties;
      delete properties.position;
      Object.assign(properties, { job: position, title: structuredClone(position) });
      document.components.schemas.LikelyEmail.required = [...required.filter((name: string) => name !== 'position'), 'job', 'title'];
    };
    const { stdout, stderr } = await run({ document: 'h-email', edit });
    expect(stdout).toBe('');
    expect(stderr).toContain('unclear  property of LikelyEmail: position → job or title; nothing is changed for it');
    expect(stderr).toMatch(/left: \.octavo\/tmp\/renames\/src\/people\.ts:41:\d+ Property 'position' does not exist/);
  });

  test('documents that have nothing in common are refused in one line', async () => {
    const [old] = versionsOf({ document: 'f-instalments', edit: () => undefined }, place);
    const other = path.join(root, 'specs/c-controller.yaml');
    expect(await octavo(['rename', old, other, folder], { cwd: root })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The two documents share no operation.\n  Name two versions of one document.'),
    });
  });
});
