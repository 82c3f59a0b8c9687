// `operations` of the configuration: extensions of single operations of a document that is not edited.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkConfig } from '../../generator/config/check.ts';
import type { OperationsOptions } from '../../generator/config/operation-options.ts';
import { read } from '../../generator/run/pipeline.ts';
import { octavo } from '../cli/run.ts';
import { fencesOf } from '../support/fences.ts';
import { type Scratch, scratch } from './project.ts';

const root = path.resolve(import.meta.dirname, '../..');

let project: Scratch;
beforeEach(() => {
  project = scratch();
});
afterEach(() => project.remove());

const DOCUMENT = `openapi: 3.1.0
info: { title: T, version: '1' }
servers: [{ url: https://example.com }]
paths:
  /a:
    get: &same
      operationId: listA
      x-stream: bytes
      responses: { '200': { $ref: '#/components/responses/Yes' } }
    put: { responses: { '200': { $ref: '#/components/responses/Yes' } } }
  /b:
    get: { operationId: listB, responses: { '200': { $ref: '#/components/responses/Yes' } } }
  /c: { $ref: '#/components/pathItems/C' }
webhooks:
  told: { post: { operationId: told, responses: { '200': { $ref: '#/components/responses/Yes' } } } }
components:
  pathItems:
    C: { get: { operationId: listC, responses: { '200': { $ref: '#/components/responses/Yes' } } } }
  responses:
    Yes: { description: Yes., content: { application/json: { schema: { type: integer } } } }
`;

async function readWith(operations: OperationsOptions, document = DOCUMENT) {
  const file = project.put('t.yaml', document);
  const { service, problems } = await read({ root: project.root, allowRemote: [], strict: false }, { file, operations });
  const kinds = [...(service?.operations ?? []), ...(service?.webhooks ?? [])].map(({ id, responses }) => [
    id,
    responses[0]?.contents[0]?.kind,
  ]);
  return { kinds: Object.fromEntries(kinds), problems };
}

test('operations are named by operationId, or by method and path; others stay as they are', async () => {
  const { kinds, problems } = await readWith({
    listA: { 'x-stream': 'ndjson' },
    'PUT /a': { 'x-stream': { format: 'json-seq', end: '[DONE]' } },
    listC: { 'x-stream': 'event-stream' },
    told: { 'x-stream': 'bytes' },
  });
  expect(problems).toEqual([]);
  expect(kinds).toEqual({ listA: 'ndjson', 'PUT /a': 'json-seq', listB: 'json', listC: 'event-stream', told: 'bytes' });
});

test('an operation that YAML repeats by an alias is another one', async () => {
  const document = DOCUMENT.replace(
    "get: { operationId: listB, responses: { '200': { $ref: '#/components/responses/Yes' } } }",
    'get: *same',
  )
    .replace('get: &same\n      operationId: listA\n', 'get: &same\n')
    .replace('      x-stream: bytes\n', '');
  expect((await readWith({ 'GET /b': { 'x-stream': 'ndjson' } }, document)).kinds).toMatchObject({ 'GET /a': 'json', 'GET /b': 'ndjson' });
});

test('an overlay can do the same, and `operations` are set after it', async () => {
  const actions = ['/a', '/b'].map((at) => ({ target: `$.paths['${at}'].get`, update: { 'x-stream': 'json-seq' } }));
  const overlay = project.put('ours.yaml', JSON.stringify({ overlay: '1.0.0', info: { title: 'Ours', version: '1' }, actions }));
  const file = project.put('t.yaml', DOCUMENT);
  const options = { file, overlays: [overlay], operations: { listB: { 'x-stream': 'ndjson' } } } as const;
  const { service, problems } = await read({ root: project.root, allowRemote: [], strict: false }, options);
  expect(problems).toEqual([]);
  const kinds = service?.operations.map(({ id, responses }) => [id, responses[0]?.contents[0]?.kind]);
  expect(Object.fromEntries(kinds ?? [])).toMatchObject({ listA: 'json-seq', listB: 'ndjson', listC: 'json' });
});

test('an operation that the document does not have is an error with a suggestion', async () => {
  const { kinds, problems } = await readWith({ listb: { 'x-stream': 'ndjson' }, 'GET /x/y/z': {} });
  expect(kinds).toEqual({});
  expect(problems.map(({ code, severity, message, fix }) => [code, severity, message, fix])).toEqual([
    [
      'operation-unknown',
      'error',
      "The configuration has options for the operation 'listb', which this document does not have.",
      'Name an operationId, or method and path as in `GET /pets`, under `operations`. Did you mean `listB`?',
    ],
    [
      'operation-unknown',
      'error',
      "The configuration has options for the operation 'GET /x/y/z', which this document does not have.",
      'Name an operationId, or method and path as in `GET /pets`, under `operations`.',
    ],
  ]);
});

test('a fault of the extension is reported at the operation', async () => {
  const { problems } = await readWith({ listB: { 'x-stream': { format: 'ndjson', end: '' } } });
  expect(problems.map(({ message }) => message).join()).toContain(
    '`end` of `x-stream` is not a text of one line without blanks around it.',
  );
});

test.each<[string, unknown, string[]]>([
  ['an option', { a: { 'x-stream': 'ndjson' } }, []],
  ['a list', [], ['`documents[0].operations` must be an object.']],
  ['a text', { a: 'ndjson' }, ['`documents[0].operations["a"]` must be an object.']],
  [
    'an unknown extension',
    { a: { 'x-streams': 'ndjson' } },
    ['Unknown option `documents[0].operations["a"].x-streams`. Did you mean `documents[0].operations["a"].x-stream`?'],
  ],
  ['a function', { a: { 'x-stream': () => 1 } }, ['`documents[0].operations["a"].x-stream` must be a JSON value.']],
  ['a bigint', { a: { 'x-errors': { 400: { body: 1n } } } }, ['`documents[0].operations["a"].x-errors` must be a JSON value.']],
])('the configuration is checked: %s', (_title, operations, want) => {
  expect(checkConfig({ documents: [{ input: 'a.yaml', operations }] })).toEqual(want);
});

test('the example of docs/configuration.md reads lines as they arrive', async () => {
  const folder = path.join(root, '.octavo/tmp/operations');
  mkdirSync(folder, { recursive: true });
  const fences = fencesOf(readFileSync(path.join(root, 'docs/configuration.md'), 'utf8'));
  for (const { info, text } of fences) {
    const name = info.get('file');
    if (name !== undefined) writeFileSync(path.join(folder, name), text);
  }
  const generated = await octavo(['generate', '--no-schema'], { cwd: folder });
  expect(generated.code, generated.stderr).toBe(0);
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.write('{"type":"ADDED"}\n');
    setTimeout(() => response.end('{"type":"MODIFIED"}\n'), 50);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = { ...process.env, CLUSTER: `http://127.0.0.1:${port}` };
  const { stdout } = await promisify(execFile)(process.execPath, ['watch.ts'], { cwd: folder, env });
  server.close();
  expect(stdout).toBe(fences.find(({ info }) => info.get('output') === 'watch.ts')?.text);
});
