// `octavo diff --api` says which release a package needs that has the client alone, the server alone, or the types alone.
import { afterAll, expect, test } from 'vitest';
import { octavo } from '../cli/run.ts';
import { scratch } from '../generate/project.ts';
import { byEffort } from '../support/effort.ts';

const place = scratch();
afterAll(() => place.remove());

/** `Draft` is sent to the service, `Note` comes back, and `Label` is in both. The service sends `Alert` to its users. */
const OLD = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
servers: [{ url: https://notes.example }]
security: [{ key: [] }]
paths:
  /notes:
    post:
      operationId: createNote
      summary: Create a note
      parameters:
        - { name: lang, in: query, schema: { type: string, enum: [en, de] } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Draft' } } } }
      responses:
        '201': { description: The note., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
webhooks:
  noteAdded:
    post:
      operationId: noteAdded
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Alert' } } } }
      responses: { '204': { description: Taken. } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Draft: { type: object, required: [text], properties: { text: { type: string }, size: { enum: [a4, a5] }, label: { $ref: '#/components/schemas/Label' } } }
    Note: { type: object, required: [id], properties: { id: { type: string }, kind: { enum: [list, text] }, label: { $ref: '#/components/schemas/Label' } } }
    Label: { type: object, required: [name], properties: { name: { type: string }, hue: { enum: [red, blue] } } }
    Alert: { type: object, required: [id], properties: { id: { type: string }, level: { enum: [low, high] } } }
`;

type Row = readonly [what: string, edits: readonly (readonly [from: string, to: string])[], client: string, server: string, types: string];

const ROWS: readonly Row[] = [
  ['a value more in what clients read', [['[list, text]', '[list, table, text]']], 'major', 'minor', 'major'],
  ['a value less in what clients read', [['[list, text]', '[list]']], 'minor', 'major', 'major'],
  ['a value more in what clients write', [['[a4, a5]', '[a4, a5, a6]']], 'minor', 'major', 'major'],
  ['a value less in what clients write', [['[a4, a5]', '[a4]']], 'major', 'minor', 'major'],
  ['a value more in what both ends read', [['[red, blue]', '[red, green, blue]']], 'major', 'major', 'major'],
  ['a value less in a webhook, which is sent and received', [['[low, high]', '[low]']], 'major', 'major', 'major'],
  ['a value more of a parameter', [['[en, de]', '[en, de, fr]']], 'minor', 'major', 'major'],
  ['a required property that clients write', [['required: [text]', 'required: [size, text]']], 'major', 'minor', 'major'],
  [
    'a required property that clients read',
    [['required: [id], properties: { id: { type: string }, kind', 'required: [id, kind], properties: { id: { type: string }, kind']],
    'minor',
    'major',
    'major',
  ],
  [
    'an optional property that clients read',
    [['required: [id], properties: { id: { type: string }, kind', 'properties: { id: { type: string }, kind']],
    'major',
    'minor',
    'major',
  ],
  ['a new status', [['responses:\n', "responses:\n        '202': { description: Later. }\n"]], 'major', 'minor', 'major'],
  ['a property that goes away', [[', kind: { enum: [list, text] }', '']], 'major', 'major', 'major'],
  [
    'a new operation',
    [['paths:', "paths:\n  /tags: { get: { operationId: listTags, responses: { '204': { description: Nothing. } } } }"]],
    'minor',
    'minor',
    'minor',
  ],
  [
    'another kind of credential, whose scheme all packages have',
    [['{ type: apiKey, in: header, name: X-Key }', '{ type: http, scheme: basic }']],
    'major',
    'major',
    'major',
  ],
  [
    'a scheme more, which clients may give and servers have to check',
    [
      ['securitySchemes: { key', 'securitySchemes: { more: { type: http, scheme: bearer }, key'],
      ['[{ key: [] }]', '[{ key: [] }, { more: [] }]'],
    ],
    'minor',
    'major',
    'minor',
  ],
  ['a comment', [['Create a note', 'Write a note']], 'patch', 'patch', 'patch'],
  ['nothing', [], 'none', 'none', 'none'],
];

test.each(byEffort({ quick: ROWS.slice(0, 2), deep: ROWS }))('%s', async (_what, edits, client, server, types) => {
  const now = edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, OLD);
  const files = [place.put('old/notes.yaml', OLD), place.put('new/notes.yaml', now)];
  const { stdout, stderr } = await octavo(['diff', ...files, '--api', '--json'], { cwd: process.cwd() });
  expect(stderr).not.toMatch(/^error/m);
  const report = JSON.parse(stdout) as { packages: Record<string, string> };
  expect(report.packages, stdout).toEqual({ client, server, types });
});
