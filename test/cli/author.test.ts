// What the author of a document got wrong, at every command that reads documents: exit 1, nothing is written, and `--partial` takes the rest.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { config, notes, type Scratch, scratch } from '../generate/project.ts';
import { typeCheck } from '../support/type-check.ts';
import { octavo, start } from './run.ts';

let project: Scratch;
beforeEach(() => {
  project = scratch();
  // The search for a configuration ends at a repository.
  project.put('.git/HEAD', '');
});
afterEach(() => project.remove());

const run = (args: string) => octavo(args.split(' ').filter(Boolean), { cwd: project.root });
const read = (file: string): string => readFileSync(path.join(project.root, file), 'utf8');
const mistyped = (text = notes()): string => text.replace('#/components/schemas/Note"', '#/components/schemas/Nota"');
const HINT =
  'Is it not your document? `--partial` takes what is sound of it, as `partial: true` beside its `input` in the configuration does.';

describe('generate', () => {
  test('exits with 1, keeps the last good output, and goes on with other documents', async () => {
    project.put('octavo.config.mjs', config('a', 'b'));
    project.put('specs/a.yaml', notes());
    project.put('specs/b.yaml', notes());
    expect((await run('generate')).code).toBe(0);
    const before = read('generated/a/operations.ts');
    project.put('specs/a.yaml', mistyped(notes('Jottings')));
    project.put('specs/b.yaml', notes('Jottings'));
    const { code, stderr } = await run('generate');
    expect(code).toBe(1);
    expect(stderr).toContain('error ref-not-found: Cannot resolve "#/components/schemas/Nota"');
    expect(stderr).toContain('at specs/a.yaml:17:31');
    expect(stderr).toContain('fix: Did you mean `#/components/schemas/Note`?');
    expect(stderr.split(HINT)).toHaveLength(2);
    expect(stderr).toContain('a: 1 error; nothing written; generated/a keeps the last good output.');
    expect(stderr).toContain('1 of 2 documents failed.');
    expect(read('generated/a/operations.ts')).toBe(before);
    expect(read('generated/b/operations.ts')).toContain('Jottings');
  });

  test('is red', async () => {
    project.put('openapi.yaml', mistyped());
    const { stderr } = await octavo(['generate'], { cwd: project.root, env: { FORCE_COLOR: '1' } });
    expect(stderr).toContain('\u001b[31merror\u001b[0m \u001b[1mref-not-found\u001b[0m');
  });

  test.each([
    ['--partial', '--partial', undefined],
    ['partial: true', '', "export default { documents: [{ input: 'openapi.yaml', partial: true }] };"],
  ])('%s leaves out what refers to nothing, by name', async (_, options, written) => {
    project.put('openapi.yaml', mistyped());
    if (written !== undefined) project.put('octavo.config.mjs', written);
    const { code, stderr } = await run(`generate ${options}`);
    expect(code).toBe(0);
    expect(stderr).toContain('unsupported ref-not-found');
    expect(stderr).toContain('openapi: 1 operation, 1 schema → generated/openapi');
    expect(stderr).toContain('Left out: 1 operation: Cannot resolve "#/components/schemas/Nota"');
    expect(stderr).not.toContain('--partial');
    expect((await run(`generate ${options} --strict`)).code).toBe(1);
  });

  test('a run with --partial is not taken for one without', async () => {
    project.put('openapi.yaml', mistyped());
    expect((await run('generate --partial')).code).toBe(0);
    expect((await run('generate')).code).toBe(1);
    expect((await run('generate --partial')).stderr).toContain('unchanged');
  });

  test('--partial names what is declared twice apart, everywhere: the output compiles under strict options', async () => {
    const twice = notes().replace(
      '    get:\n      operationId: getNote',
      '    head:\n      operationId: getNote\n      responses: { "200": { description: It is there. } }\n      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]\n    get:\n      operationId: getNote',
    );
    const text = `${twice.replace(/\n +- \{ name: id, in: path, required: true, schema: \{ type: integer \} \}/, (parameter) => `${parameter}${parameter.replace('integer', 'string')}`)}webhooks:\n  noted: { post: { operationId: listTags, responses: { "200": { description: Taken. } } } }\n`;
    project.put('openapi.yaml', text);
    const refused = await run('generate');
    expect(refused.code).toBe(1);
    expect(refused.stderr.match(/operation-id-duplicate|parameter-duplicate/g)?.sort()).toEqual([
      'operation-id-duplicate',
      'operation-id-duplicate',
      'parameter-duplicate',
    ]);
    expect((await run('generate --partial --import-extension .ts')).code).toBe(0);
    expect(read('generated/openapi/checks.ts').match(/^ {2}'?[\w /{}]+'?: \w+Checks,$/gm)).toEqual([
      '  getNote: getNoteChecks,',
      "  'GET /notes/{id}': getNotesIdChecks,",
      '  listTags: listTagsChecks,',
    ]);
    const folder = path.join(project.root, 'generated/openapi');
    const texts = new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith('.ts'))
        .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
    );
    expect(typeCheck(path.join(import.meta.dirname, '../../.octavo/test/author'), texts)).toBe('');
    expect(texts.get('schema.ts')?.match(/^ {4}\w+: \{$/gm)).toEqual(expect.arrayContaining(['    getNote: {', '    listTags: {']));
  });
});

describe('other commands', () => {
  test.each([
    ['docs', 'docs', 1],
    ['mock', 'mock --port 0', 1],
    ['scaffold', 'scaffold openapi.yaml', 1],
    ['diff', 'diff openapi.yaml good.yaml', 1],
    ['diff, new version', 'diff good.yaml openapi.yaml', 1],
    ['conform', 'conform openapi.yaml --target http://127.0.0.1:9', 2],
    ['proxy', 'proxy openapi.yaml --target http://127.0.0.1:9 --port 0 --max-time 1', 2],
  ])('%s refuses the document', async (_, command, code) => {
    project.put('openapi.yaml', mistyped());
    project.put('good.yaml', notes());
    const refused = await run(command);
    expect(refused.code).toBe(code);
    expect(refused.stderr).toContain('error ref-not-found');
    expect(refused.stderr.split(HINT)).toHaveLength(2);
    expect(existsSync(path.join(project.root, 'site'))).toBe(false);
    expect(existsSync(path.join(project.root, 'services'))).toBe(false);
  });

  test.each([
    ['scaffold', 'scaffold openapi.yaml --partial', 0],
    ['diff', 'diff openapi.yaml openapi.yaml --partial', 0],
    // Nothing answers there.
    ['conform', 'conform openapi.yaml --target http://127.0.0.1:9 --partial', 3],
    ['proxy', 'proxy openapi.yaml --target http://127.0.0.1:9 --port 0 --max-time 0.1 --partial', 0],
  ])('%s --partial takes the rest', async (_, command, code) => {
    project.put('openapi.yaml', mistyped());
    const { code: found, stderr } = await run(command);
    expect([found, stderr]).toEqual([code, expect.stringContaining('unsupported ref-not-found')]);
  });

  test('the watch keeps the last good output, says so and goes on, also with a file that the document refers to', async () => {
    project.put('octavo.config.mjs', config('a'));
    const good = notes().replace('#/components/schemas/Note"', 'note.yaml#/Note"');
    project.put('specs/a.yaml', good);
    project.put('specs/note.yaml', 'Nota: { type: object }\n');
    const { child, outcome, says } = start(['generate', '--watch'], { cwd: project.root });
    expect(await says('Watching for changes.')).toContain('a: 1 error; nothing written.');
    writeFileSync(path.join(project.root, 'specs/note.yaml'), 'Note: { type: object }\n');
    await says('Done in');
    expect(read('generated/a/operations.ts')).toContain('getNote');
    writeFileSync(path.join(project.root, 'specs/note.yaml'), 'Nota: { type: object }\n');
    expect(await says('Done in')).toContain('generated/a keeps the last good output');
    expect(read('generated/a/operations.ts')).toContain('getNote');
    child.kill('SIGINT');
    expect((await outcome).code).toBe(130);
  });
});
