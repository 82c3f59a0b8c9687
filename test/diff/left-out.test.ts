// `octavo diff` compares operations that are left out of generated code, and names those that are left out in one version only.
import { expect, test } from 'vitest';
import { compareServices } from '../../generator/diff/index.ts';
import { octavo } from '../cli/run.ts';
import { scratch } from '../generate/project.ts';
import { serviceOf } from './support.ts';

interface Version {
  /** What the property `name` must not match: one that JavaScript cannot compile leaves out what refers to the schema. */
  readonly pattern?: string;
  readonly required?: string[];
  readonly parameters?: object[];
  readonly mediaType?: string;
  readonly paths?: object;
  readonly operationId?: string;
}

const BROKEN = '(';

function documentOf({
  pattern = '.',
  required = [],
  parameters = [],
  mediaType = 'application/json',
  paths,
  operationId = 'getPet',
}: Version) {
  const content = { [mediaType]: { schema: { $ref: '#/components/schemas/Pet' } } };
  return {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: {
      '/other': { get: { operationId: 'other', responses: { 204: { description: 'Yes.' } } } },
      ...(paths ?? { '/pet': { get: { operationId, parameters, responses: { 200: { description: 'A pet.', content } } } } }),
    },
    webhooks: {
      born: { post: { operationId: 'onBorn', requestBody: { required: true, content }, responses: { 204: { description: 'Yes.' } } } },
    },
    components: { schemas: { Pet: { type: 'object', required, properties: { name: { type: 'string', not: { pattern } } } } } },
  };
}

async function changesOf(before: Version, after: Version): Promise<string[]> {
  const changes = compareServices(await serviceOf(documentOf(before)), await serviceOf(documentOf(after)));
  return changes.map(({ kind, code, operation, message }) => `${kind} ${code} ${operation}: ${message}`);
}

test('an operation that is left out now is named with the reason, and so is one that is generated now', async () => {
  const out = await changesOf({}, { pattern: BROKEN });
  expect(out).toContainEqual(expect.stringMatching(/^breaking operation-left-out getPet: is left out of generated code now: .*pattern/));
  expect(out).toContainEqual(expect.stringMatching(/^breaking operation-left-out onBorn: is left out of generated code now: /));
  expect(out.some((line) => line.includes('-removed') || line.includes('renamed'))).toBe(false);
  const back = await changesOf({ pattern: BROKEN }, {});
  expect(back).toContainEqual(expect.stringMatching(/^compatible operation-generated getPet: is generated now; it was left out: /));
  expect(back.some((line) => line.includes('-added') || line.includes('renamed'))).toBe(false);
});

test('an operation that is left out in both versions is compared', async () => {
  const parameters = [{ name: 'limit', in: 'query', required: true, schema: { type: 'integer' } }];
  expect(await changesOf({ pattern: BROKEN, required: ['name'] }, { pattern: BROKEN, parameters })).toEqual([
    'breaking required-parameter-added getPet: query parameter `limit` is new and required',
    'breaking property-optional getPet: 200 response body `.name` is optional now',
    'breaking property-optional onBorn: request body `.name` is optional now',
  ]);
  expect(await changesOf({ pattern: BROKEN }, { pattern: BROKEN })).toEqual([]);
});

test('a body that has no media type that is supported is compared by its schema', async () => {
  const mediaType = 'multipart/byteranges';
  expect(await changesOf({ mediaType, required: ['name'] }, { mediaType })).toEqual([
    'breaking property-optional getPet: 200 response body `.name` is optional now',
    'breaking property-optional onBorn: request body `.name` is optional now',
  ]);
});

test('one that is left out is removed, or new', async () => {
  expect(await changesOf({ pattern: BROKEN }, { pattern: BROKEN, paths: {} })).toEqual([
    'breaking operation-removed getPet: `GET /pet` was removed',
  ]);
  expect(await changesOf({ pattern: BROKEN, paths: {} }, { pattern: BROKEN })).toEqual([
    expect.stringMatching(/^compatible operation-added getPet: `GET \/pet` is new, and left out of generated code: /),
  ]);
});

test('one that is left out for a fault in the document is named so by the command', async () => {
  const project = scratch();
  const faulty = [{ name: 'limit', in: 'nowhere', required: true, schema: { type: 'integer' } }];
  project.put('good.json', JSON.stringify(documentOf({})));
  project.put('bad.json', JSON.stringify(documentOf({ parameters: faulty })));
  const run = async (...files: string[]) => (await octavo(['diff', ...files], { cwd: project.root })).stdout;
  expect(await run('good.json', 'bad.json')).toMatch(/^breaking {4}bad\.json:\d+:\d+ {2}getPet: is left out of generated code now: /);
  expect(await run('bad.json', 'good.json')).toMatch(/^compatible {2}good\.json:\d+:\d+ {2}getPet: is generated now; it was left out: /);
  project.remove();
});
