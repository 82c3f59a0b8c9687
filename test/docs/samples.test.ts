// Samples of bodies other than JSON: the curl command, and a program that type-checks against the generated client.
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { samples } from '../../generator/docs/samples/index.ts';
import { shownParameters } from '../../generator/docs/samples/request.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const FILE = { type: 'string', format: 'binary' };
const body = (mediaType: string, schema: object) => ({
  post: {
    operationId: mediaType.replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase()),
    parameters: [{ name: 'lone', in: 'query', required: true, schema: { type: 'string' }, example: 'a\ud800b' }],
    requestBody: { required: true, content: { [mediaType]: { schema } } },
    responses: { 204: { description: 'Taken.' } },
  },
});

const parts = body('multipart/form-data', {
  type: 'object',
  required: ['cover', 'pages', 'note'],
  properties: { cover: FILE, pages: { type: 'array', items: FILE, minItems: 1 }, note: { type: 'string', const: 'Hi' } },
});
const headers = { 'X-Turn': { required: true, schema: { type: 'integer', const: 90 } } };
Object.assign(parts.post, { operationId: 'parts' });
Object.assign(parts.post.requestBody.content['multipart/form-data'] ?? {}, {
  encoding: { cover: { headers }, pages: { headers }, note: { headers: { 'X-Lang': { required: true, schema: { const: 'en' } } } } },
});

const DOCUMENT = {
  paths: {
    '/upload': body('multipart/form-data', { $ref: '#/components/schemas/Upload' }),
    '/form': body('application/x-www-form-urlencoded', {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', const: "it's" } },
    }),
    '/raw': body('application/octet-stream', {}),
    '/text': body('text/plain', { type: 'string' }),
    '/parts': parts,
  },
  components: {
    schemas: {
      Upload: {
        type: 'object',
        required: ['title', 'photo', 'more'],
        properties: { title: { type: 'string' }, photo: FILE, more: { type: 'array', items: FILE } },
      },
    },
  },
};

test('streams', async () => {
  const item = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };
  const post = (contentType: string, schema: object) => {
    const stream = { [contentType]: { schema } };
    return { post: { requestBody: { content: stream }, responses: { 200: { description: 'Items.', content: stream } } } };
  };
  const service = await serviceOf({
    paths: {
      '/lines': post('application/jsonl', item),
      '/sequence': post('application/json-seq', item),
      '/events': post('text/event-stream', item),
    },
  });
  const made = service.operations.map((operation) =>
    samples(service, operation, { clientModule: './index.ts', runtime: '@octavo/runtime' }),
  );
  const texts = made.map(([curl]) => /--data-binary '([^']*)'/.exec(curl?.source ?? '')?.[1]);
  expect(texts).toEqual(['{"n":1}\n', '\x1e{"n":1}\n', 'data: {"n":1}\n\n']);
  const programs = made.map(([, sample], index): [string, string] => [`sample${index}.ts`, sample?.source ?? '']);
  for (const [, program] of programs) expect(program).toContain('for await (const item of unwrap(result, 200)) console.log(item);');
  const folder = join(resolve(import.meta.dirname, '../..'), '.octavo/tmp/docs-streams');
  expect(typeCheck(folder, new Map([...emit(service, OPTIONS), ...programs]))).toBe('');
});

test('bodies other than JSON', async () => {
  const service = await serviceOf(DOCUMENT);
  const made = service.operations.map((operation) =>
    samples(service, operation, { clientModule: './index.ts', runtime: '@octavo/runtime' }),
  );
  const curl = made.map(([sample]) => sample?.source ?? '');
  expect(curl[0]).toContain('-F photo=@file');
  expect(curl[0]).toContain('--form-string title=text');
  expect(curl[0]).not.toContain('Content-Type');
  expect(curl[1]).toContain(`--data-urlencode 'a=it'\\''s'`);
  expect(curl[2]).toContain('--data-binary @file');
  expect(curl[3]).toContain('--data text');
  expect(curl[4]).toContain(`-F 'cover=@file;headers="X-Turn: 90"'`);
  expect(curl[4]).toContain(`-F 'note=Hi;headers="X-Lang: en"'`);
  for (const source of curl) expect(source).toContain('lone=a%EF%BF%BDb');
  const programs = made.map(([, sample], index): [string, string] => [`sample${index}.ts`, sample?.source ?? '']);
  expect(programs.map(([, text]) => text).join()).toContain("photo: new Blob(['the bytes of the file'])");
  const folder = join(resolve(import.meta.dirname, '../..'), '.octavo/tmp/docs-samples');
  expect(typeCheck(folder, new Map([...emit(service, OPTIONS), ...programs]))).toBe('');
});

describe('the parameters of samples', () => {
  const text = (name: string, place = 'query') => ({ name, in: place, schema: { type: 'string' }, example: 'x' });
  const number = (name: string) => ({ name, in: 'query', schema: { type: 'integer' }, example: 1 });
  const schema = { type: 'object', properties: { next: { type: 'string' }, items: { type: 'array', items: { type: 'string' } } } };
  const paged = (style: object, ...parameters: object[]) => ({
    get: {
      'x-pagination': { ...style, items: '/items' },
      parameters,
      responses: { 200: { description: 'A page.', content: { 'application/json': { schema } } } },
    },
  });
  const cursor = (place: string) => ({ style: 'cursor', cursor: place, next: '/next' });

  test.for<{ readonly it: string; readonly given: object; readonly want: readonly string[] }>([
    {
      it: 'leave out an optional cursor, since samples read the first page',
      given: paged(cursor('query.after'), text('limit'), text('after'), text('tag'), text('sort'), text('more')),
      want: ['query.limit', 'query.tag', 'query.sort'],
    },
    {
      it: 'leave out the cursor of a header, and keep the parameter of the same name',
      given: paged(cursor('header.After'), text('After', 'header'), text('After')),
      want: ['query.After'],
    },
    { it: 'have a required cursor', given: paged(cursor('query.after'), { ...text('after'), required: true }), want: ['query.after'] },
    { it: 'have the number of the page', given: paged({ style: 'page', page: 'query.page' }, number('page')), want: ['query.page'] },
    { it: 'have the offset', given: paged({ style: 'offset', offset: 'query.skip' }, number('skip')), want: ['query.skip'] },
  ])('$it', async ({ given, want }) => {
    const { operations } = await serviceOf({ paths: { '/items': given } });
    expect(operations.map((operation) => shownParameters(operation).map(({ in: place, name }) => `${place}.${name}`))).toEqual([want]);
  });
});

test('curl sends values of a query in the style of their parameter', async () => {
  const list = { type: 'array', items: { type: 'string' } };
  const object = { type: 'object', properties: { low: { type: 'integer' }, high: { type: 'integer' } } };
  const parameter = (name: string, style: string, explode: boolean, schema: object, example: unknown) => ({
    name,
    in: 'query',
    required: true,
    style,
    explode,
    schema,
    example,
  });
  const parameters = [
    parameter('ids', 'form', true, list, ['a b', 'c']),
    parameter('tags', 'form', false, list, ['x', 'y']),
    parameter('piped', 'pipeDelimited', false, list, ['x', 'y']),
    parameter('spaced', 'spaceDelimited', false, list, ['x', 'y']),
    parameter('range', 'deepObject', true, object, { low: 1, high: 2 }),
    parameter('pair', 'form', false, object, { low: 3, high: 4 }),
    parameter('fields', 'form', true, object, { low: 5, high: 6 }),
  ];
  const service = await serviceOf({
    paths: { '/things': { get: { operationId: 'list', parameters, responses: { 204: { description: 'None.' } } } } },
  });
  const [operation] = service.operations;
  const [sample] = operation === undefined ? [] : samples(service, operation, { clientModule: './index.ts', runtime: '@octavo/runtime' });
  expect(sample?.source).toContain(
    '/things?ids=a%20b&ids=c&tags=x,y&piped=x%7Cy&spaced=x%20y&range%5Blow%5D=1&range%5Bhigh%5D=2&pair=low,3,high,4&low=5&high=6',
  );
});

test.for([
  { it: 'on one line where it is short', example: { name: 'Reed' }, want: `--data '{"name":"Reed"}'` },
  {
    it: 'on a line for each member where it is long',
    example: { name: `It's a name of ${'x'.repeat(60)}`, tags: ['a'] },
    want: `--data '{\n  "name": "It'\\''s a name of ${'x'.repeat(60)}",\n  "tags": [\n    "a"\n  ]\n}'`,
  },
])('curl has a body of JSON $it', async ({ example, want }) => {
  const content = { 'application/json': { schema: { type: 'object' }, example } };
  const service = await serviceOf({
    paths: { '/things': { post: { operationId: 'make', requestBody: { content }, responses: { 204: { description: 'None.' } } } } },
  });
  const [operation] = service.operations;
  const [sample] = operation === undefined ? [] : samples(service, operation, { clientModule: './index.ts', runtime: '@octavo/runtime' });
  expect(sample?.source.endsWith(want)).toBe(true);
});
