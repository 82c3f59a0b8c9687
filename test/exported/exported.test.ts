// `octavo diff --api` says which release a package of generated code needs, by docs/versioning.md.
import { afterAll, expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';
import { scratch } from '../generate/project.ts';
import { byEffort } from '../support/effort.ts';

const place = scratch();
afterAll(() => place.remove());

const OLD = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
servers: [{ url: https://notes.example }]
paths:
  /notes/{id}:
    get:
      operationId: getNote
      summary: Read a note
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: lang, in: query, schema: { type: string, enum: [en, de] } }
      responses:
        '200': { description: The note., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
components:
  schemas:
    Note:
      type: object
      required: [id, kind]
      properties:
        id: { type: string }
        kind: { type: string, enum: [text, list] }
        title: { type: string }
`;

interface Report {
  readonly release: string;
  readonly changes: readonly { readonly kind: string; readonly name: string; readonly what: string; readonly release: string }[];
}

async function compared(now: string, ...args: string[]) {
  const files = [place.put('old/notes.yaml', OLD), place.put('new/notes.yaml', now)];
  return await octavo(['diff', ...files, '--api', ...args], { cwd: process.cwd() });
}

const replaced = (from: string, to: string): string => {
  expect(OLD).toContain(from);
  return OLD.replace(from, to);
};

type Row = readonly [what: string, from: string, to: string, release: string, change: string | undefined];

const ROWS: readonly Row[] = [
  ['a comment', 'Read a note', 'Read one note', 'patch', undefined],
  [
    'a new optional property',
    'title: { type: string }',
    'title: { type: string }\n        tag: { type: string }',
    'minor',
    'interface Note has the new optional `tag`',
  ],
  [
    'a new required property',
    'required: [id, kind]\n      properties:',
    'required: [id, kind, tag]\n      properties:\n        tag: { type: string }',
    'major',
    'interface Note has the new `tag`',
  ],
  ['a property that goes away', '        title: { type: string }\n', '', 'major', 'interface Note `title` was removed'],
  [
    'an optional property that becomes required',
    'required: [id, kind]',
    'required: [id, kind, title]',
    'major',
    'interface Note `title` is required, was optional',
  ],
  [
    'a property that becomes optional',
    'required: [id, kind]',
    'required: [id]',
    'major',
    'interface Note `kind` is optional, was required',
  ],
  ['a value that is new', 'enum: [text, list]', 'enum: [text, list, table]', 'major', 'interface Note `kind` is wider'],
  ['a value that goes away', 'enum: [text, list]', 'enum: [text]', 'major', 'interface Note `kind` is narrower'],
  ['another type', 'title: { type: string }', 'title: { type: integer }', 'major', 'interface Note `title` has another type'],
  [
    'a parameter that becomes required',
    'in: query, schema',
    'in: query, required: true, schema',
    'major',
    'interface GetNoteInput `query` is required, was optional',
  ],
  ['a schema by another name', 'Note:', 'Remark:', 'major', 'interface Note was removed'],
  [
    'a new schema',
    '    Note:',
    '    Tag: { type: object, properties: { name: { type: string } } }\n    Note:',
    'minor',
    'interface Tag is new',
  ],
  [
    'a new operation',
    'paths:',
    "paths:\n  /tags: { get: { operationId: listTags, responses: { '204': { description: Nothing. } } } }",
    'minor',
    'interface NotesClient has the new `listTags`',
  ],
  ['nothing', 'Notes', 'Notes', 'none', undefined],
];

// A quick run has the first change of each kind of release.
const FIRST = ROWS.filter((row, index) => ROWS.findIndex(([, , , release]) => release === row[3]) === index);

test.each(byEffort({ quick: FIRST, deep: ROWS }))('%s', async (what, from, to, release, change) => {
  const now =
    what === 'a schema by another name' ? OLD.replaceAll('Note:', 'Remark:').replace('schemas/Note', 'schemas/Remark') : replaced(from, to);
  const { code, stdout, stderr } = await compared(now, '--json');
  expect(stderr).not.toMatch(/^error/m);
  const report = JSON.parse(stdout) as Report;
  const lines = report.changes.map(({ kind, name, what: happened }) => `${kind} ${name} ${happened}`);
  if (change === undefined) expect(lines).toEqual([]);
  else expect(lines).toContain(change);
  expect(report.release, lines.join('\n')).toBe(release);
  expect(code).toBe(release === 'major' ? 1 : 0);
});

test('the lines, and the release at the end', async () => {
  const { code, stdout } = await compared(replaced('enum: [text, list]', 'enum: [text]'), '--fail-on', 'never');
  expect(stdout).toBe(`major  interface Note \`kind\` is narrower (client minor, server major, types major)
release: major
release of a part alone: client minor, server major, types major
`);
  expect(code).toBe(0);
});

test('another output is refused', async () => {
  const { code, stderr } = await compared(OLD, '--format', 'sarif');
  expect(code).toBe(2);
  expect(stderr).toContain('has no `--format`');
});

test('where the runtime is not installed, nothing is judged', async () => {
  const files = [place.put('old/notes.yaml', OLD), place.put('new/notes.yaml', OLD)];
  expect(await octavo(['diff', ...files, '--api'], { cwd: place.root })).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('error: The package `@octavo/runtime`, which the generated code imports, is not installed.'),
  });
});
