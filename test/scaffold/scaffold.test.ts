// Scaffold writes handlers to start from; run again on edited files, it adds what is missing and keeps the user's code byte for byte.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fits } from '../../generator/emit/held/fits.ts';
import type { HeldOptions } from '../../generator/emit/held/forms.ts';
import type { Schema } from '../../generator/model/schema/schema.ts';
import type { Service } from '../../generator/model/service.ts';
import { read } from '../../generator/run/pipeline.ts';
import { planScaffold } from '../../generator/scaffold/index.ts';
import { fileNameOf, handlersVariable } from '../../generator/scaffold/names.ts';
import type { ScaffoldPlan } from '../../generator/scaffold/options.ts';
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
    testRunner: 'vitest',
    servesNothing: true,
  }) as const;

async function scaffold(text: string, held: HeldOptions = {}): Promise<ScaffoldPlan> {
  const plan = planScaffold(await serviceOf(text), { ...options(), held });
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
  test('without vitest, the test runs under Node.js alone; what serves something already gets no dev.ts', async () => {
    const { files } = planScaffold(await serviceOf(notes().replace('example.com', 'example.com/v1')), {
      ...options(),
      testRunner: 'node',
      servesNothing: false,
    });
    const text = files.get(path.join(folder, 'server.test.ts'));
    expect(text).toContain("import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { inMemoryFetch } from");
    expect(text).toContain('  assert.equal(result.status, 204);\n');
    expect(text).not.toContain('vitest');
    expect(files.has(path.join(folder, 'dev.ts'))).toBe(false);
    const served = planScaffold(await serviceOf(notes().replace('example.com', 'example.com/v1')), options());
    expect(served.files.get(path.join(folder, 'dev.ts'))).toMatch(/\{ id: 'notes', url: `\$\{url\}\/v1` \}/);
  });

  test('a file per tag, with the examples of the document, what they need, a server and a test', async () => {
    const plan = await scaffold(notes());
    expect(readdirSync(folder).sort()).toEqual(['deps.ts', 'dev.ts', 'handlers', 'main.ts', 'server.test.ts', 'server.ts']);
    expect(readdirSync(path.join(folder, 'handlers')).sort()).toEqual(['notes.ts', 'tags.ts']);
    expect(plan).toMatchObject({ added: ['getNote', 'listTags'], kept: [], isNew: true, advice: [] });
    expect(
      source('dev.ts'),
    ).toBe(`// Runs the Notes service beside its mock: \`octavo dev\` starts what \`serve\` in the configuration names. Edit it freely.
import { serve } from '@octavo/runtime/node';
import { defineServe } from 'octavo/serve';
import { notesServer } from './server.ts';

export default defineServe(async ({ port, host }) => {
  const { url, close } = await serve(notesServer({ now: () => new Date() }), { port: port('notes'), hostname: host });
  return { services: [{ id: 'notes', url }], close };
});
`);
    expect(
      source('handlers/notes.ts'),
    ).toBe(`// Handlers of the operations tagged "Notes". Edit them freely: \`octavo scaffold\` only adds handlers that are missing.
import type { NotesNotesHandlers } from '../../generated/notes/index.ts';
import type { Deps, Principal } from '../deps.ts';

export const notesHandlers = (_deps: Deps): NotesNotesHandlers<Principal> => ({
  /** One note of Notes. \`GET /notes/{id}\` */
  getNote(_input, _context) {
    // The example from the document, until you implement this.
    return {
      status: 200,
      body: { text: 'Buy milk' },
    };
  },
});
`);
    expect(source('handlers/tags.ts')).toContain('return { status: 204 };');
    expect(source('server.ts')).toBe(`// The Notes service: all of its handlers, and who may call them. Edit it freely.
import { createNotesServer } from '../generated/notes/index.ts';
import type { Deps, Principal } from './deps.ts';
import { notesHandlers } from './handlers/notes.ts';
import { tagsHandlers } from './handlers/tags.ts';

export function notesServer(deps: Deps) {
  return createNotesServer<Principal>(
    {
      ...notesHandlers(deps),
      ...tagsHandlers(deps),
    },
  );
}
`);
    expect(source('server.test.ts')).toContain('const result = await client.listTags();\n  expect(result.status).toBe(204);');
  });

  test('authentication asks what is handed in, and refuses what is no key or token', async () => {
    const schemes = `  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login: { type: http, scheme: basic }
`;
    await scaffold(notes('Notes', schemes).replace('paths:', 'security: [{ key: [] }, { login: [] }]\npaths:'));
    expect(source('server.ts')).toContain('key: deps.findPrincipal,\n        login: () => null,\n');
    expect(source('deps.ts')).toContain('readonly findPrincipal: (credential: string) => Principal | null | Promise<Principal | null>;');
    expect(source('main.ts')).toContain('notesServer({ findPrincipal: () => null })');
    expect(source('server.test.ts')).toContain('credentials: { key: credential } });');
  });

  test('files beside the handlers that exist already are kept', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'deps.ts'), '// Mine.\n');
    const plan = await scaffold(notes());
    expect(source('deps.ts')).toBe('// Mine.\n');
    expect(plan.files.has(path.join(folder, 'deps.ts'))).toBe(false);
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
      source('handlers/tags.ts')
        .match(/^import .*$/gm)
        ?.sort(),
    ).toEqual([
      "import type { Deps, Principal } from '../deps.ts';",
      "import type { NotesTagsHandlers } from '../../generated/notes/index.ts';",
      "import { notImplemented } from '@octavo/runtime';",
    ]);
    expect(source('handlers/tags.ts')).toMatch(/ {2}readNote\(_input, _context\) \{\n.*\n {4}return notImplemented\(\);\n {2}\},\n/);
    expect(source('handlers/notes.ts')).not.toContain('notImplemented');
  });

  test('an existing import is reused, and a used name is avoided', async () => {
    await scaffold(blank());
    writeFileSync(
      path.join(folder, 'handlers/tags.ts'),
      source('handlers/tags.ts').replace('{ notImplemented }', '{ notImplemented as later }'),
    );
    await scaffold(
      blank().replace(
        'components:',
        '  /too:\n    put: { operationId: putNote, tags: [Tags], responses: { default: { description: Any. } } }\ncomponents:',
      ),
    );
    expect(source('handlers/tags.ts').match(/notImplemented as|return later\(\);/g)).toEqual(['notImplemented as', 'return later();']);
    rmSync(folder, { recursive: true });
    await scaffold(blank('notImplemented'));
    expect(source('handlers/tags.ts')).toContain("import { notImplemented as notImplemented_ } from '@octavo/runtime';");
    expect(source('handlers/tags.ts')).toContain('return notImplemented_();');
  });

  describe('with types of formats', () => {
    const held: HeldOptions = {
      'date-time': { kind: 'temporal', type: 'Instant', from: 'temporal-polyfill' },
      uuid: { kind: 'brand', brand: 'Uuid' },
      decimal: {
        kind: 'own',
        type: 'Decimal',
        from: 'decimal.js',
        module: '../../src/decimal.ts',
        read: 'readDecimal',
        write: 'writeDecimal',
      },
    };
    const example = "{ text: Buy milk, at: '2026-05-02T09:30:00Z', price: '1.50' }";
    const text = (extra = ''): string =>
      notes('Notes', '        at: { type: string, format: date-time }\n        price: { type: string, format: decimal }\n')
        .replace('schema: { type: integer }', 'schema: { type: string, format: uuid, examples: [3b241101-e2bb-4255-8caf-4136c566a962] }')
        .replace('{ text: Buy milk }', example)
        .replace('"204": { description: None yet. }', '"404": { description: None yet. }')
        .replace('components:', `${extra}components:`);
    const path = (id: string, tag: string): string =>
      `  /${id}:\n    get: { operationId: ${id}, tags: [${tag}], responses: { "200": { description: One., content: { application/json: { schema: { $ref: "#/components/schemas/Note" }, example: ${example} } } } } }\n`;

    test('examples have these types, in handlers and in the test', async () => {
      await scaffold(text(), held);
      expect(source('handlers/notes.ts').match(/^import .*$/gm)).toEqual([
        "import { Temporal } from 'temporal-polyfill';",
        "import { readDecimal } from '../decimal.ts';",
        "import type { NotesNotesHandlers } from '../../generated/notes/index.ts';",
        "import type { Deps, Principal } from '../deps.ts';",
      ]);
      expect(source('handlers/notes.ts')).toContain(
        "body: { text: 'Buy milk', at: Temporal.Instant.from('2026-05-02T09:30:00Z'), price: readDecimal('1.50') },",
      );
      expect(source('server.test.ts')).toContain("import { createNotesClient, toUuid } from '../generated/notes/index.ts';");
      expect(source('server.test.ts')).toContain("client.getNote({ path: { id: toUuid('3b241101-e2bb-4255-8caf-4136c566a962') } });");
    });

    test('a handler that is added has the imports that it lacks, and no example where a name is taken', async () => {
      await scaffold(text(), held);
      await scaffold(text(path('oneMore', 'Notes') + path('oneTag', 'Tags')), held);
      expect(source('handlers/notes.ts').match(/^import .*$/gm)).toHaveLength(4);
      expect(source('handlers/tags.ts').match(/^import .*$/gm)).toEqual(
        expect.arrayContaining(["import { Temporal } from 'temporal-polyfill';", "import { readDecimal } from '../decimal.ts';"]),
      );
      writeFileSync(
        `${folder}/handlers/tags.ts`,
        source('handlers/tags.ts').replace("import { Temporal } from 'temporal-polyfill';", 'const Temporal = 1;'),
      );
      await scaffold(text(path('oneMore', 'Notes') + path('oneTag', 'Tags') + path('another', 'Tags')), held);
      expect(source('handlers/tags.ts')).toMatch(/another\(_input, _context\) \{\n.*\n {4}return notImplemented\(\);/);
    });
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
    test(`a new operation is added to the object of a file that is ${what}; existing text stays byte for byte`, async () => {
      await scaffold(notes());
      const mine = edit(source('handlers/notes.ts'));
      writeFileSync(path.join(folder, 'handlers/notes.ts'), mine);
      const others = [source('server.ts'), source('handlers/tags.ts')];
      const plan = await scaffold(more('Notes'));
      expect(plan).toMatchObject({ added: ['putNote'], kept: ['getNote', 'listTags'] });
      expect([...plan.files.keys()]).toEqual([path.join(folder, 'handlers/notes.ts')]);
      const [, added = ''] = /([ \t\r\n]+\/\*\* putNote[\s\S]*?return \{ status: 204 \};\s+\},)/.exec(source('handlers/notes.ts')) ?? [];
      expect(added).toContain('putNote(_input, _context) {');
      expect(source('handlers/notes.ts').replace(added, '')).toBe(mine);
      expect(source('handlers/notes.ts').indexOf(added)).toBeLessThan(source('handlers/notes.ts').lastIndexOf('})'));
      if (what.includes('Windows')) expect(source('handlers/notes.ts').replaceAll('\r\n', '')).not.toContain('\n');
      expect([source('server.ts'), source('handlers/tags.ts')]).toEqual(others);
    });
  }

  const head = "import type { NotesNotesHandlers } from '../../generated/notes/index.ts';\n";
  const added =
    '  /** putNote. `PUT /more` */\n  putNote(_input, _context) {\n    // The example from the document, until you implement this.\n    return { status: 204 };\n  },';
  const forms: [what: string, before: string, after: string][] = [
    [
      'a function with a body, without a comma at the end',
      'export function notes(): NotesNotesHandlers {\n  return {\n    getNote\n  };\n}\n',
      `export function notes(): NotesNotesHandlers {\n  return {\n    getNote,\n\n${added}\n  };\n}\n`,
    ],
    [
      'a comment after the last handler',
      'export const notes: NotesNotesHandlers = {\n  getNote, // mine\n};\n',
      `export const notes: NotesNotesHandlers = {\n  getNote, // mine\n\n${added}\n};\n`,
    ],
    [
      'no handlers',
      'export const notes = (): NotesNotesHandlers => ({});\nexport const getNote = 1;\n',
      `export const notes = (): NotesNotesHandlers => ({\n${added}\n});\nexport const getNote = 1;\n`,
    ],
    [
      'one line',
      'export const notes = () => ({ getNote } satisfies NotesNotesHandlers);\n',
      `export const notes = () => ({ getNote,\n\n${added}\n } satisfies NotesNotesHandlers);\n`,
    ],
  ];
  test.each(forms)('a handler is added to an object with %s', async (_, before, after) => {
    await scaffold(notes());
    writeFileSync(path.join(folder, 'handlers/notes.ts'), head + before);
    expect(await scaffold(more('Notes'))).toMatchObject({ added: ['putNote'], advice: [] });
    expect(source('handlers/notes.ts')).toBe(head + after);
  });

  test('a file without such an object is left alone, and the output says what to add', async () => {
    await scaffold(notes());
    const mine = 'export const getNote = () => {};\n';
    writeFileSync(path.join(folder, 'handlers/notes.ts'), mine);
    const plan = await scaffold(more('Notes'));
    expect(plan).toMatchObject({ added: [], kept: ['getNote', 'listTags'] });
    expect(plan.advice).toEqual(['Add handlers to handlers/notes.ts, which has no function that returns `NotesNotesHandlers`: putNote.']);
    expect(source('handlers/notes.ts')).toBe(mine);
  });

  test('a new tag is a new file, and two lines in the server', async () => {
    await scaffold(notes());
    const mine = source('server.ts')
      .replace('  return', '  // mine\n  return')
      .replace('deps: Deps', 'needs: Deps')
      .replaceAll('(deps)', '(needs)');
    writeFileSync(path.join(folder, 'server.ts'), mine);
    const plan = await scaffold(more('Labels and more'));
    expect(plan.advice).toEqual([]);
    expect(readdirSync(path.join(folder, 'handlers')).sort()).toEqual(['labels-and-more.ts', 'notes.ts', 'tags.ts']);
    const line = "import { labelsAndMoreHandlers } from './handlers/labels-and-more.ts';\n";
    const spread = '      ...labelsAndMoreHandlers(needs),\n';
    expect(source('server.ts')).toContain(line);
    expect(source('server.ts')).toContain(spread);
    expect(source('server.ts').replace(line, '').replace(spread, '')).toBe(mine);
  });

  test('a server that the user changed is left alone, and the output says what to add', async () => {
    await scaffold(notes());
    const mine = "import { run } from './elsewhere.ts';\nrun();\n";
    writeFileSync(path.join(folder, 'server.ts'), mine);
    const plan = await scaffold(more('Labels'));
    expect(source('server.ts')).toBe(mine);
    expect(plan.advice).toEqual([
      "Add `import { labelsHandlers } from './handlers/labels.ts';` to server.ts, and `...labelsHandlers(deps)` to the handlers that it passes to `createNotesServer`.",
    ]);
  });

  test('handlers that the user moved to another file, or into the server, are found', async () => {
    await scaffold(notes());
    rmSync(path.join(folder, 'handlers'), { recursive: true });
    mkdirSync(path.join(folder, 'deep'));
    writeFileSync(path.join(folder, 'deep/moved.ts'), 'export function getNote() {}\n');
    writeFileSync(path.join(folder, 'server.ts'), "createNotesServer({ 'listTags'() { return { status: 204 }; } }, {});\n");
    expect(await scaffold(notes())).toMatchObject({ added: [] });
    writeFileSync(path.join(folder, 'deep/moved.ts'), 'const rest = { getNote() {} };\n');
    expect(await scaffold(notes())).toMatchObject({ added: ['getNote'] });
    rmSync(path.join(folder, 'handlers'), { recursive: true });
    writeFileSync(path.join(folder, 'deep/moved.ts'), 'const rest = (): Pick<NotesHandlers, "getNote"> => { return { getNote() {} }; };\n');
    expect(await scaffold(notes())).toMatchObject({ added: [] });
  });

  test('case 15: tags become plain file names, and two tags with the same name are rejected', async () => {
    const cases: [tag: string | undefined, want: string][] = [
      ['../../x', 'x'],
      ['CON', 'con-handlers'],
      ['server', 'server'],
      ['index', 'index-handlers'],
      ['a/b\\c', 'a-b-c'],
      ['Ä', 'ä'],
      ['A\u0308', 'ä'],
      ['...', 'handlers'],
      [undefined, 'handlers'],
    ];
    for (const [tag, want] of cases) expect(fileNameOf(tag)).toBe(want);
    expect(fileNameOf('x'.repeat(300)).length).toBeLessThanOrEqual(60);
    expect(handlersVariable('3-d')).toBe('_3DHandlers');
    const long = 'x'.repeat(60);
    const alike = notes().replace('tags: [Tags]', `tags: ["${long}a"]`).replace('tags: [Notes]', `tags: ["${long}b"]`);
    const service = await serviceOf(alike);
    expect(() => planScaffold(service, options())).toThrow(/"x+b" and "x+a" would both become x+\.ts/);
    const one = await serviceOf(notes().replace('tags: [Tags]', 'tags: ["notes!"]'));
    expect(planScaffold(one, options()).files.get(path.join(folder, 'handlers/notes.ts'))).toContain('listTags(_input, _context)');
  });

  test('text of the document stays text', async () => {
    await scaffold(
      notes()
        .replace('summary: One note of Notes.', 'summary: "*/ globalThis.PWNED = 1; /*"')
        .replace('Buy milk', '"\'; globalThis.PWNED = 1; //"'),
    );
    expect(source('handlers/notes.ts')).toContain("text: '\\'; globalThis.PWNED = 1; //'");
    expect(source('handlers/notes.ts')).not.toContain('*/ globalThis');
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
    expect(source('handlers/notes.ts').split('  putNote(')[1]).toContain(`return ${want};`);
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
