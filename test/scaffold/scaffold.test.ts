// Scaffold writes handlers to start from; run again on edited files, it adds what is missing and keeps the user's code byte for byte.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fits } from '../../generator/emit/held/fits.ts';
import type { Schema } from '../../generator/model/schema/schema.ts';
import type { Service } from '../../generator/model/service.ts';
import { read } from '../../generator/pipeline.ts';
import { planScaffold, type ScaffoldPlan } from '../../generator/scaffold/index.ts';
import { fileNameOf, handlersVariable } from '../../generator/scaffold/text.ts';
import { notes, type Scratch, scratch } from '../generate/project.ts';

let project: Scratch;
let folder: string;
beforeEach(() => {
  project = scratch();
  folder = path.join(project.root, 'src');
});
afterEach(() => project.remove());

async function serviceOf(text: string): Promise<Service> {
  const file = project.put('notes.yaml', text);
  const { service, problems } = await read({ root: project.root, allowRemote: [], strict: false }, { file });
  if (service === undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
  return service;
}

const options = () =>
  ({
    folder,
    generated: path.join(project.root, 'generated/notes'),
    importExtension: '.ts',
    runtime: '@octavo/runtime',
    adapter: 'node',
  }) as const;

async function scaffold(text: string): Promise<ScaffoldPlan> {
  const plan = planScaffold(await serviceOf(text), options());
  for (const [file, content] of plan.files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return plan;
}

const source = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
/** A further operation with the tag Notes or another. */
const more = (tag: string, id = 'putNote'): string =>
  notes().replace(
    'components:',
    `  /more:\n    put:\n      operationId: ${id}\n      tags: [${tag}]\n      responses: { "204": { description: Done. } }\ncomponents:`,
  );

describe('scaffold', () => {
  test('a file per tag, with the examples of the document, and a server', async () => {
    const plan = await scaffold(notes());
    expect(readdirSync(folder).sort()).toEqual(['notes.ts', 'server.ts', 'tags.ts']);
    expect(plan).toMatchObject({ added: ['getNote', 'listTags'], kept: [], advice: [] });
    expect(source('notes.ts')).toContain("export const getNote: NonNullable<NotesHandlers['getNote']> = (_input, _context) => {");
    expect(source('notes.ts')).toContain("body: { text: 'Buy milk' },");
    expect(source('tags.ts')).toContain('return { status: 204 };');
    expect(source('server.ts')).toMatch(/createNotesServer\((\{ |\n {2}\{ )\.\.\.notesHandlers, \.\.\.tagsHandlers \}/);
    expect(source('server.ts')).not.toMatch(/\{\s*\},/);
    expect(source('tags.ts')).toMatch(/\/\*\* .*[.] `[A-Z]+ /);
  });

  const blank = (id = 'readNote'): string =>
    notes().replace(
      'components:',
      `  /blank:\n    get:\n      operationId: ${id}\n      tags: [Tags]\n      responses: { "200": { description: Yes., content: { application/json: { schema: { type: object, required: [a] } } } } }\ncomponents:`,
    );

  test.each([
    ['a new file', false],
    ['a file that is there', true],
  ])('an operation without an example is not implemented yet, in %s', async (_name, before) => {
    if (before) await scaffold(notes());
    await scaffold(blank());
    expect(
      source('tags.ts')
        .match(/^import .*$/gm)
        ?.sort(),
    ).toEqual(["import type { NotesHandlers } from '../generated/notes/index.ts';", "import { notImplemented } from '@octavo/runtime';"]);
    expect(source('tags.ts')).toMatch(/readNote'\]> = \(\) => \{\n.*\n {2}return notImplemented\(\);\n\};\n/);
    expect(source('notes.ts')).not.toContain('notImplemented');
  });

  test('an existing import is reused, and a used name is avoided', async () => {
    await scaffold(blank());
    writeFileSync(path.join(folder, 'tags.ts'), source('tags.ts').replace('{ notImplemented }', '{ notImplemented as later }'));
    await scaffold(
      blank().replace(
        'components:',
        '  /too:\n    put: { operationId: putNote, tags: [Tags], responses: { default: { description: Any. } } }\ncomponents:',
      ),
    );
    expect(source('tags.ts').match(/notImplemented as|return later\(\);/g)).toEqual(['notImplemented as', 'return later();']);
    rmSync(folder, { recursive: true });
    await scaffold(blank('notImplemented'));
    expect(source('tags.ts')).toContain("import { notImplemented as notImplemented_ } from '@octavo/runtime';");
    expect(source('tags.ts')).toContain('return notImplemented_();');
  });

  test('a second run has nothing to do', async () => {
    await scaffold(notes());
    expect(await scaffold(notes())).toMatchObject({ added: [], kept: ['getNote', 'listTags'], advice: [] });
    expect(planScaffold(await serviceOf(notes()), options()).files.size).toBe(0);
  });

  const edits: [what: string, edit: (text: string) => string][] = [
    ['untouched', (text) => text],
    [
      'with odd spacing, comments and no newline at the end',
      (text) => `${text.replaceAll('  ', '\t ')}\n\n/* mine */   const  x=1 ;;\nexport { x }`,
    ],
    ['with Windows line ends', (text) => text.replaceAll('\n', '\r\n')],
    ['with a byte order mark', (text) => `\ufeff${text}`],
    ['with a syntax that only newer compilers know', (text) => `${text}\nusing resource = null;\n`],
  ];
  for (const [what, edit] of edits) {
    test(`a new operation is added at the end of a file that is ${what}; existing text stays byte for byte`, async () => {
      await scaffold(notes());
      const mine = edit(source('notes.ts'));
      writeFileSync(path.join(folder, 'notes.ts'), mine);
      const others = [source('server.ts'), source('tags.ts')];
      const plan = await scaffold(more('Notes'));
      expect(plan).toMatchObject({ added: ['putNote'], kept: ['getNote', 'listTags'] });
      expect([...plan.files.keys()]).toEqual([path.join(folder, 'notes.ts')]);
      expect(source('notes.ts').startsWith(mine)).toBe(true);
      expect(source('notes.ts').slice(mine.length)).toContain('export const putNote');
      if (what.includes('Windows')) expect(source('notes.ts').replaceAll('\r\n', '')).not.toContain('\n');
      expect([source('server.ts'), source('tags.ts')]).toEqual(others);
    });
  }

  test('a new tag is a new file, and two lines in the server', async () => {
    await scaffold(notes());
    const mine = source('server.ts').replace('const handler', '// mine\nconst handler');
    writeFileSync(path.join(folder, 'server.ts'), mine);
    const plan = await scaffold(more('Labels and more'));
    expect(plan.advice).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['labels-and-more.ts', 'notes.ts', 'server.ts', 'tags.ts']);
    const line = "import * as labelsAndMoreHandlers from './labels-and-more.ts';\n";
    expect(source('server.ts')).toContain(line);
    expect(source('server.ts').replace(line, '').replace(', ...labelsAndMoreHandlers', '')).toBe(mine);
  });

  test('a server that the user changed is left alone, and the output says what to add', async () => {
    await scaffold(notes());
    const mine = "import { run } from './elsewhere.ts';\nrun();\n";
    writeFileSync(path.join(folder, 'server.ts'), mine);
    const plan = await scaffold(more('Labels'));
    expect(source('server.ts')).toBe(mine);
    expect(plan.advice).toEqual([
      "Add `import * as labelsHandlers from './labels.ts';` to server.ts, and `...labelsHandlers` to the handlers that it passes to `createNotesServer`.",
    ]);
  });

  test('handlers that the user moved to another file, or into the server, are found', async () => {
    await scaffold(notes());
    rmSync(path.join(folder, 'notes.ts'));
    rmSync(path.join(folder, 'tags.ts'));
    mkdirSync(path.join(folder, 'deep'));
    writeFileSync(path.join(folder, 'deep/moved.ts'), 'export function getNote() {}\n');
    writeFileSync(path.join(folder, 'server.ts'), "createNotesServer({ getNote, 'listTags'() { return { status: 204 }; } }, {});\n");
    expect(await scaffold(notes())).toMatchObject({ added: [] });
  });

  test('case 15: tags become plain file names, and two tags with the same name are rejected', async () => {
    const cases: [tag: string | undefined, want: string][] = [
      ['../../x', 'x'],
      ['CON', 'con-handlers'],
      ['server', 'server-handlers'],
      ['a/b\\c', 'a-b-c'],
      ['Ä', 'ä'],
      ['A\u0308', 'ä'],
      ['...', 'handlers'],
      [undefined, 'handlers'],
    ];
    for (const [tag, want] of cases) expect(fileNameOf(tag)).toBe(want);
    expect(fileNameOf('x'.repeat(300)).length).toBeLessThanOrEqual(60);
    expect(handlersVariable('3-d')).toBe('_3DHandlers');
    const service = await serviceOf(notes().replace('tags: [Tags]', 'tags: ["notes!"]'));
    expect(() => planScaffold(service, options())).toThrow(/"Notes" and "notes!" would both become notes\.ts/);
  });

  test('text of the document stays text', async () => {
    await scaffold(
      notes()
        .replace('summary: One note of Notes.', 'summary: "*/ globalThis.PWNED = 1; /*"')
        .replace('Buy milk', '"\'; globalThis.PWNED = 1; //"'),
    );
    expect(source('notes.ts')).toContain("text: '\\'; globalThis.PWNED = 1; //'");
    expect(source('notes.ts')).not.toContain('*/ globalThis');
  });
});

describe('a handler returns a success', () => {
  const cases: [what: string, responses: string, want: string][] = [
    ['that is a code', '"201": { description: Done. }', '{ status: 201 }'],
    ['of a range', '2XX: { description: Done. }', '{ status: 200 }'],
    [
      'of a range beside a code',
      '"200": { description: Said., content: { text/plain: {} } }, 2XX: { description: Done. }',
      '{ status: 201 }',
    ],
    ['and nothing else', '4XX: { description: Wrong. }', 'notImplemented()'],
  ];
  test.each(cases)('%s', async (_, responses, want) => {
    await scaffold(more('Notes').replace('"204": { description: Done. }', responses));
    expect(source('notes.ts').split('const putNote')[1]).toContain(`return ${want};`);
  });
});

describe('an example is returned only if it has the type', () => {
  const schema = (rest: object): Schema => ({
    key: '',
    location: { source: { path: '', display: '', text: '', format: 'yaml' }, pointer: '' },
    ...rest,
  });
  const string = schema({ type: ['string'] });
  const cases: [what: string, value: unknown, schema: Schema, want: boolean][] = [
    ['a string', 'x', string, true],
    ['another type', 1, string, false],
    ['no type', 1, schema({}), true],
    ['a value of the enum', 'a', schema({ enum: ['a'] }), true],
    ['no value of the enum', 'b', schema({ enum: ['a'] }), false],
    ['a missing property', {}, schema({ properties: new Map([['a', string]]), required: ['a'] }), false],
    ['an unknown property', { b: 1 }, schema({ properties: new Map([['a', string]]) }), false],
    ['a free property', { b: 'x' }, schema({ properties: new Map([['a', string]]), additionalProperties: string }), true],
    ['items', ['x', 1], schema({ items: string }), false],
    ['a reference', 1, schema({ ref: string }), false],
    ['one of several', 1, schema({ oneOf: [string, schema({ type: ['integer'] })] }), true],
    ['more than a look', 1, schema({ not: string }), false],
    ['null', null, schema({ type: ['string', 'null'] }), true],
  ];
  for (const [what, value, of, want] of cases) test(what, () => expect(fits(value, of)).toBe(want));
});
