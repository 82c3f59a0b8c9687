// With `split: 'tags'`, each tag has a folder that edits of other tags do not change, and users see the same modules.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { inMemoryFetch } from '@octavo/runtime';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { layoutOf } from '../../generator/emit/files/layout.ts';
import { FILE_NAMES, fileNameOf } from '../../generator/emit/files/table.ts';
import { shortForms } from '../../generator/emit/held/forms.ts';
import type { EmitOptions } from '../../generator/emit/index.ts';
import type { Service } from '../../generator/model/service.ts';
import { root, serviceOf as serviceOfDocument, someDocuments } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { OPTIONS, serviceOf } from './service.ts';

const HELD: EmitOptions = { ...OPTIONS, held: shortForms({ int64: 'bigint', dates: 'date' }) };

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });
const problem = { description: 'It failed.', content: json(ref('Problem')) };
const id = { in: 'path', name: 'id', required: true, schema: ref('Id') };

/** Two tags with own and shared schemas, recursion, unions, ranges, several media types, a webhook, a callback and a link. */
function library(changes: { summary?: string; noteField?: string; extra?: object } = {}) {
  return {
    tags: [{ name: 'Notes', description: 'What readers wrote.' }, { name: 'Members' }],
    servers: [{ url: 'https://library.example' }],
    security: [{ key: [] }],
    paths: {
      '/notes': {
        get: {
          operationId: 'listNotes',
          tags: ['Notes'],
          summary: changes.summary ?? 'List notes',
          'x-pagination': { style: 'link' },
          responses: {
            200: { description: 'Notes.', content: json({ type: 'array', items: ref('Note') }) },
            '4XX': problem,
            default: problem,
          },
        },
        post: {
          operationId: 'addNote',
          tags: ['Notes'],
          requestBody: {
            required: true,
            content: { ...json(ref('Note')), 'application/x-www-form-urlencoded': { schema: ref('NoteForm') } },
          },
          responses: {
            201: {
              description: 'Added.',
              content: json(ref('Note')),
              links: { read: { operationId: 'getNote', parameters: { id: '$response.body#/id' } } },
            },
            default: problem,
          },
          callbacks: {
            answered: {
              '{$request.query.callback}': {
                post: {
                  operationId: 'noteAnswered',
                  requestBody: { required: true, content: json(ref('Note')) },
                  responses: { 204: { description: 'Seen.' } },
                },
              },
            },
          },
          parameters: [{ in: 'query', name: 'callback', schema: { type: 'string', format: 'uri' } }],
        },
      },
      '/notes/{id}': {
        get: {
          operationId: 'getNote',
          tags: ['Notes'],
          parameters: [id],
          responses: { 200: { description: 'A note.', content: json(ref('Note')) }, 404: problem },
        },
      },
      '/members/{id}': {
        get: {
          operationId: 'getMember',
          tags: ['Members'],
          parameters: [id],
          responses: { 200: { description: 'A member.', content: json(ref('Member')) }, 404: problem },
        },
        ...changes.extra,
      },
      '/health': { get: { operationId: 'getHealth', security: [], responses: { 204: { description: 'Well.' } } } },
    },
    webhooks: {
      noteAdded: {
        post: {
          operationId: 'noteAdded',
          requestBody: { required: true, content: json(ref('Note')) },
          responses: { 204: { description: 'Seen.' } },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
      schemas: {
        Id: { type: 'string', maxLength: 40, pattern: '^[a-z]+$' },
        Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
        NoteForm: {
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string' }, [changes.noteField ?? 'colour']: { type: 'string' } },
        },
        Note: {
          type: 'object',
          required: ['id'],
          properties: {
            id: ref('Id'),
            size: { type: 'integer', format: 'int64' },
            replies: { type: 'array', items: ref('Note') },
            at: { type: 'string', format: 'date-time' },
          },
        },
        Member: {
          type: 'object',
          required: ['id', 'card'],
          properties: { id: ref('Id'), card: { oneOf: [ref('Paper'), ref('Plastic')], discriminator: { propertyName: 'kind' } } },
        },
        Paper: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { const: 'Paper' }, since: { type: 'string', format: 'date-time' } },
        },
        Plastic: {
          type: 'object',
          required: ['kind'],
          properties: { kind: { const: 'Plastic' }, chip: { anyOf: [{ type: 'integer', format: 'int64' }, { type: 'boolean' }] } },
        },
        Unused: { type: 'object', properties: { of: ref('Lost') } },
        Lost: { type: 'string' },
      },
    },
  };
}

const split = (service: Service, options: EmitOptions = OPTIONS) => emit(service, { ...options, split: 'tags' });

test('there is a folder for each tag, one for shared code, and the usual top-level files', async () => {
  const service = await serviceOf(library());
  const names = [...split(service, HELD).keys()].sort();
  const whole = [...emit(service, HELD).keys()].sort();
  expect(names.filter((name) => !name.includes('/'))).toEqual(whole);
  const files = ['checks.ts', 'client.ts', 'examples.ts', 'operations.ts', 'server.ts', 'types.ts', 'validators.ts'];
  expect(names.filter((name) => name.startsWith('notes/'))).toEqual(files.map((file) => `notes/${file}`));
  expect(names.filter((name) => name.startsWith('members/'))).toEqual(files.map((file) => `members/${file}`));
  expect(names.filter((name) => name.startsWith('shared/'))).toEqual(
    ['checks.ts', 'example-facts.ts', 'examples.ts', 'operation-rows.ts', 'operations.ts', 'types.ts', 'validators.ts'].map(
      (file) => `shared/${file}`,
    ),
  );
});

test('a schema that one tag uses is in that tag’s folder; any other is in the shared folder', async () => {
  const files = split(await serviceOf(library()));
  const typesOf = (file: string) => [...(files.get(file) ?? '').matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
  expect(typesOf('notes/types.ts')).toEqual(['NoteForm', 'ListNotesResponse200']);
  expect(typesOf('members/types.ts')).toEqual(['Member', 'Paper', 'Plastic']);
  // The webhook and the callback have no tag, so their schemas are shared.
  expect(typesOf('shared/types.ts')).toEqual(['Id', 'Problem', 'Note', 'Unused', 'Lost']);
  expect(files.get('types.ts')).toBe(`// Generated by Octavo from pets. Do not edit; edit the document and run \`octavo generate\`.
export * from './shared/types.ts';
export * from './notes/types.ts';
export * from './members/types.ts';
`);
});

test.each<[string, Parameters<typeof library>[0], readonly string[]]>([
  ['nothing', {}, []],
  // The top-level `server.ts` and `client.ts` have no comment about the operation.
  ['a comment of an operation', { summary: 'List all notes' }, ['notes/client.ts', 'notes/operations.ts', 'notes/server.ts']],
  ['a field of a schema', { noteField: 'paper' }, ['notes/examples.ts', 'notes/types.ts', 'notes/validators.ts']],
  [
    'another operation',
    {
      extra: { delete: { operationId: 'removeMember', tags: ['Members'], parameters: [id], responses: { 204: { description: 'Gone.' } } } },
    },
    [
      'checks.ts',
      'client.ts',
      'examples.ts',
      ...['checks', 'client', 'examples', 'operations', 'server', 'validators'].map((name) => `members/${name}.ts`),
    ],
  ],
])('an edit of %s changes only the listed files', async (_, changes, want) => {
  const before = split(await serviceOf(library()));
  const after = split(await serviceOf(library(changes)));
  expect(
    [...after]
      .filter(([name, text]) => before.get(name) !== text)
      .map(([name]) => name)
      .sort(),
  ).toEqual(want);
  expect(after.size).toBe(before.size);
});

/** Names that a module exports, including re-exports. */
function exportsOf(files: ReadonlyMap<string, string>, name: string): string[] {
  const text = files.get(name) ?? '';
  const own = [...text.matchAll(/^export (?:const|function|interface|type) (\w+)/gm)].map(([, one = '']) => one);
  const picked = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.match(/\b(?!type\b)\w+/g) ?? []);
  const others = [...text.matchAll(/^export \* from '(.*)'/gm)].flatMap(([, from = '']) =>
    exportsOf(files, posix.join(posix.dirname(name), from)),
  );
  return [...new Set([...own, ...picked, ...others])].sort();
}

/** The modules that a module imports at run time. */
function neededBy(files: ReadonlyMap<string, string>, name: string): string[] {
  const statements = [...(files.get(name) ?? '').matchAll(/^(?:import|export) (?!type)(\{[^}]*\}|\*) from '(\..*)';$/gm)];
  const values = statements.filter(
    ([, names = '']) => names === '*' || names.split(',').some((one) => !/^[\s{]*(?:type\b|\}?$)/.test(one)),
  );
  return values.map(([, , from = '']) => posix.join(posix.dirname(name), from));
}

function circleIn(files: ReadonlyMap<string, string>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(name)) return [...way, name];
    if (done.has(name)) return undefined;
    for (const next of neededBy(files, name)) {
      const circle = visit(next, [...way, name]);
      if (circle !== undefined) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of files.keys()) {
    const circle = visit(name, []);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** The test's document with each held form, and every document of the repository that has groups. */
async function services(): Promise<readonly (readonly [string, Service, EmitOptions])[]> {
  const own = await serviceOf(library());
  const configured = await Promise.all(
    someDocuments.map(async (document) => {
      const { id, service } = await serviceOfDocument(document);
      return [id, service, { ...OPTIONS, held: document.held }] as const;
    }),
  );
  return [['library', own, OPTIONS], ['held', own, HELD], ...configured];
}

describe.each(await services())('%s', (id, service, options) => {
  const whole = emit(service, options);
  const parts = split(service, options);

  test('each module exports the same names in both layouts', () => {
    for (const name of whole.keys()) expect(exportsOf(parts, name), name).toEqual(exportsOf(whole, name));
  });

  test.each([
    ['whole', whole, options],
    ['split', parts, { ...options, split: 'tags' as const }],
  ])('%s, each file exports what the list of declarations has', (_, files, chosen) => {
    const { folders } = layoutOf(service, chosen);
    for (const folder of folders) {
      for (const file of FILE_NAMES) {
        const text = files.get(posix.join(folder.path, fileNameOf(file)));
        if (text === undefined) continue;
        const exported = [...text.matchAll(/^export (?:const|function|interface|type) ([\w$]+)/gm)].map(([, name = '']) => name);
        // Which `matches…` functions transforms need is known only from their text, so the list does not have them.
        const own = exported.filter((name) => !name.startsWith('matches'));
        const constants = file === 'operation-rows' || file === 'parameter-validators';
        if (!constants) expect(own.sort(), `${folder.path} ${file}`).toEqual([...folder.declared(file)].sort());
      }
    }
  });

  test('no import cycle exists at run time', () => {
    expect(neededBy(parts, 'index.ts').length).toBeGreaterThan(5);
    expect(circleIn(parts)).toBeUndefined();
  });

  test.each([
    ['whole', whole],
    ['split', parts],
  ])('importing has no side effect, so that bundlers drop unused code: %s', async (_, files) => {
    const names = (at: string, from: string): string => posix.join(posix.dirname(at), from);
    const { outputFiles } = await build({
      stdin: { contents: "import './index.ts';" },
      bundle: true,
      write: false,
      format: 'esm',
      plugins: [
        {
          name: 'emitted',
          setup({ onResolve, onLoad }) {
            onResolve({ filter: /^\./ }, ({ path, importer }) => ({ path: names(importer, path), namespace: 'emitted' }));
            onResolve({ filter: /^@/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
            onLoad({ filter: /./, namespace: 'emitted' }, ({ path }) => ({ contents: files.get(path) ?? '', loader: 'ts' }));
          },
        },
      ],
    });
    expect(
      outputFiles[0]?.text
        .replaceAll(/^\/\/.*$/gm, '')
        .trim()
        .slice(0, 400),
    ).toBe('');
  });

  test('type-checks', () => {
    expect(typeCheck(join(root, '.octavo/tmp/emit-split', `check-${id}`), parts)).toBe('');
  });
});

describe('at run time', () => {
  const folder = join(root, '.octavo/tmp/emit-split/run');

  beforeAll(async () => {
    const service = await serviceOf(library());
    rmSync(folder, { recursive: true, force: true });
    for (const [layout, files] of [
      ['whole', emit(service, OPTIONS)],
      ['split', split(service)],
    ] as const) {
      for (const [name, text] of files) {
        const file = join(folder, layout, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
    }
  });

  test('a client of one layout works with the mock of the other', async () => {
    const { createPetsClient } = await import(join(folder, 'split/index.ts'));
    for (const layout of ['split', 'whole']) {
      const { mockPetsServer } = await import(join(folder, layout, 'examples.ts'));
      const { petsValidators } = await import(join(folder, 'split/checks.ts'));
      const client = createPetsClient({
        fetch: inMemoryFetch(mockPetsServer({}, { seed: 7 })),
        credentials: { key: 'k' },
        validate: petsValidators,
      });
      const results = [
        await client.notes.list(),
        await client.notes.add({ body: { id: 'a' } }),
        await client.members.get({ path: { id: 'a' } }),
        await client.getHealth(),
      ];
      expect(results.map(({ status }) => status)).toEqual([200, 201, 200, 204]);
    }
  });

  test.each([
    [
      'one operation',
      "import { getMember, petsService } from './index.ts'; export default await call(createTransport(petsService), getMember, { path: { id: 'a' } });",
    ],
    [
      'one operation and its checks',
      "import { getMember, getMemberChecks, petsService } from './index.ts'; export default await call(createTransport(petsService, { validate: getMemberChecks }), getMember, { path: { id: 'a' } });",
    ],
    [
      'one group',
      "import { createPetsMembers, petsService } from './index.ts'; export default createPetsMembers(createTransport(petsService));",
    ],
    ['the client', "import { createPetsClient } from './index.ts'; export default createPetsClient();"],
  ])('a bundle of %s is no larger', async (_, program) => {
    const sizes = await Promise.all(
      ['whole', 'split'].map(async (layout) => {
        const { outputFiles } = await build({
          stdin: {
            contents: `import { call, createTransport } from '@octavo/runtime'; void call; ${program}`,
            resolveDir: join(folder, layout),
            loader: 'ts',
          },
          bundle: true,
          write: false,
          minify: true,
          format: 'esm',
          target: 'es2022',
          treeShaking: true,
        });
        return outputFiles[0]?.contents.length ?? 0;
      }),
    );
    const [whole = 0, parts = 0] = sizes;
    expect(whole).toBeGreaterThan(1000);
    // Minified names differ, and each tag has its own constants, so sizes differ by a few bytes.
    expect(parts).toBeLessThanOrEqual(whole * 1.005);
  });
});

test('a document with fewer than two tags stays together', async () => {
  const service = await serviceOf({
    paths: { '/a': { get: { operationId: 'a', tags: ['Notes'], responses: { 204: { description: 'None.' } } } } },
  });
  expect([...split(service)]).toEqual([...emit(service, OPTIONS)]);
});

test.each([
  [
    ['Shared', 'Con'],
    ['con-tag', 'shared-tag'],
  ],
  [
    ['Direct messages', 'OAuth apps'],
    ['direct-messages', 'oauth-apps'],
  ],
  [
    ['Größe', '名前'],
    ['größe', '名前'],
  ],
  [
    ["../../'; x", '\u0301/etc', '℘'],
    ['etc', 'tag', 'x'],
  ],
])('folders of the tags %j', async (tags, want) => {
  const paths = Object.fromEntries(
    tags.map((tag, index) => [`/${index}`, { get: { tags: [tag], responses: { 204: { description: 'None.' } } } }]),
  );
  const folders = new Set(
    [...split(await serviceOf({ paths })).keys()].flatMap((name) => (name.includes('/') ? [posix.dirname(name)] : [])),
  );
  folders.delete('shared');
  expect([...folders].sort()).toEqual(want);
});

test('a relative path of the runtime resolves from every folder', async () => {
  const files = split(await serviceOf(library()), { ...OPTIONS, runtime: '../runtime.ts' });
  for (const [name, text] of files) {
    const from = [...text.matchAll(/from '(.*runtime.*)'/g)].map(([, path = '']) => path.replace('/testing', ''));
    for (const path of from) expect(path, name).toBe(name.includes('/') ? '../../runtime.ts' : '../runtime.ts');
  }
});
