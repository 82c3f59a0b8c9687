// The emitted example data of a document: JSON in one template, with shared components written once.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emitExamples } from '../../generator/emit/examples/examples.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { OPTIONS, serviceOf } from './service.ts';

const text = { type: 'string' };
const count = { schema: { type: 'integer' }, example: 3 };
const json = (schema: unknown, example: unknown) => ({ content: { 'application/json': { schema, example } } });

interface Sections {
  readonly a?: object;
  readonly b?: object;
  readonly c?: object;
  readonly components?: Readonly<Record<string, object>>;
}

function service({ a = {}, b = {}, c, components = {} }: Sections) {
  const operation = (operationId: string, tag: string, rest: object) => ({
    operationId,
    tags: [tag],
    responses: { 204: { description: 'Done.' } },
    ...rest,
  });
  return serviceOf({
    paths: {
      '/a': { get: operation('a', 'One', a) },
      '/b': { get: operation('b', 'Two', b) },
      ...(c === undefined ? {} : { '/c': { get: operation('missingResponse', 'Two', c) } }),
    },
    components,
  });
}

/** The JSON in the template of a file. */
function textOf(file: string | undefined): string {
  return /String\.raw`([^`]*)`/.exec(file ?? '')?.[1] ?? '';
}

const missing = { $ref: '#/components/responses/missing' };
const MISSING = { responses: { missing: { description: 'None.', ...json(text, 'None.') } } };
const MISSING_FACTS = { contents: { 'application/json': { $ref: 'MissingResponse', examples: ['None.'] } } };
const MISSING_SCHEMA = { MissingResponse: { type: ['string'] } };
const limit = { $ref: '#/components/parameters/limit' };
const LIMIT = { parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' }, example: 5 } } };
const nothing = { type: ['object'], properties: {} };
const left = { type: ['object'], properties: { 'X-Left': { type: ['integer'], examples: [3] } } };
const b = { input: nothing, responses: { 204: {} } };

describe('examples.ts', () => {
  test.each<[string, Sections, object]>([
    [
      'a response of the components',
      { a: { responses: { 404: missing } }, b: { responses: { 404: missing, 410: missing } }, components: MISSING },
      {
        schemas: MISSING_SCHEMA,
        responses: { missing: MISSING_FACTS },
        operations: {
          a: { input: nothing, responses: { 404: { $ref: '#/responses/missing' } } },
          b: { input: nothing, responses: { 404: { $ref: '#/responses/missing' }, 410: { $ref: '#/responses/missing' } } },
        },
      },
    ],
    [
      'a parameter of the components',
      { a: { parameters: [limit] }, components: LIMIT },
      {
        parameters: { limit: { type: ['integer'], examples: [5] } },
        operations: {
          a: {
            input: {
              type: ['object'],
              properties: { query: { type: ['object'], properties: { limit: { $ref: '#/parameters/limit' } } } },
            },
            responses: { 204: {} },
          },
          b,
        },
      },
    ],
    [
      'headers that several answers declare',
      {
        a: { responses: { 200: { description: 'A', headers: { 'X-Left': count } } } },
        b: { responses: { 200: { description: 'B', headers: { 'X-Left': count } } } },
      },
      {
        headers: { LeftHeaders: left },
        operations: {
          a: { input: nothing, responses: { 200: { headers: { $ref: '#/headers/LeftHeaders' } } } },
          b: { input: nothing, responses: { 200: { headers: { $ref: '#/headers/LeftHeaders' } } } },
        },
      },
    ],
    [
      'headers whose form HTTP gives, where the document says only that they are texts',
      {
        a: {
          responses: {
            200: {
              description: 'A',
              headers: {
                ETag: { schema: text },
                Link: { schema: { ...text, minLength: 2 } },
                'Last-Modified': { schema: text, example: 'now' },
              },
            },
          },
        },
      },
      {
        operations: {
          a: {
            input: nothing,
            responses: {
              200: {
                headers: {
                  type: ['object'],
                  properties: {
                    ETag: { type: ['string'], enum: ['"a1"'] },
                    Link: { type: ['string'], minLength: 2 },
                    'Last-Modified': { type: ['string'], examples: ['now'] },
                  },
                },
              },
            },
          },
          b,
        },
      },
    ],
    [
      'not those of one answer',
      { a: { responses: { 200: { description: 'A', headers: { 'X-Left': count } } } } },
      { operations: { a: { input: nothing, responses: { 200: { headers: left } } }, b } },
    ],
  ])('%s', async (_, sections, want) => {
    expect(JSON.parse(textOf(emitExamples(await service(sections), OPTIONS)))).toEqual(want);
  });

  test('a value that fits stays on one line; any other has one member per line', async () => {
    const file = emitExamples(
      await service({ a: { responses: { 200: { description: 'A', ...json(text, 'a '.repeat(70)) }, 404: missing } }, components: MISSING }),
      OPTIONS,
    );
    expect(textOf(file)).toBe(`{
  "schemas": {
    "AResponse200": { "type": ["string"] },
    "MissingResponse": { "type": ["string"] }
  },
  "responses": {
    "missing": { "contents": { "application/json": { "$ref": "MissingResponse", "examples": ["None."] } } }
  },
  "operations": {
    "a": {
      "input": { "type": ["object"], "properties": {} },
      "responses": {
        "200": {
          "contents": {
            "application/json": {
              "$ref": "AResponse200",
              "examples": [
                "${'a '.repeat(70)}"
              ]
            }
          }
        },
        "404": { "$ref": "#/responses/missing" }
      }
    },
    "b": { "input": { "type": ["object"], "properties": {} }, "responses": { "204": {} } }
  }
}`);
    expect(file).toContain("return examples.result('a', operations.a, checks.aChecks, random, status);");
  });

  test('an operation may have any name', async () => {
    const file = emitExamples(await service({ c: { operationId: 'examples' } }), OPTIONS);
    expect(file).toContain("return examples.input('examples', operations.examples, checks.examplesChecks, random);");
  });

  test('a schema may have any name', async () => {
    const schemas = { Examples: text, String: text, Random: text };
    const files = emit(await service({ components: { schemas } }), OPTIONS);
    expect(files.get('examples.ts')).toContain('const examples = new Examples_(String.raw`{');
    expect(typeCheck(join(root, '.octavo/tmp/example-names'), files)).toBe('');
  });

  test.each<[string, string, object | undefined]>([
    ['A body has at most 2,000 bytes.', '    { maxBodyBytes: 2000, ...options },\n', undefined],
    [
      'JSON bodies have at most 4 KiB.',
      '    { maxBodyBytes: { default: 4096, a: 1048576 }, ...options },\n',
      { requestBody: { content: { 'image/png': { schema: {} } } } },
    ],
    ['There are 2,000 things.', '{ ...options });', undefined],
  ])('the limit of bodies of the mock: %s', async (description, want, a = {}) => {
    const responses = { 204: { description: 'Done.' } };
    const paths = { '/a': { post: { operationId: 'a', responses, ...a } } };
    const limited = await serviceOf({ info: { title: 'Pets', version: '1', description }, paths });
    expect(emitExamples(limited, OPTIONS)).toContain(want);
  });

  test('schemas that differ between requests and responses are not shared', async () => {
    const Note = { type: 'object', properties: { id: { ...text, readOnly: true }, key: { ...text, writeOnly: true } } };
    const note = { description: 'A note.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } };
    const answer = { responses: { 200: { $ref: '#/components/responses/note' } } };
    const both = await serviceOf({
      paths: { '/a': { get: { operationId: 'a', ...answer } } },
      webhooks: { told: { post: { operationId: 'told', ...answer } } },
      components: { schemas: { Note }, responses: { note } },
    });
    expect(JSON.parse(textOf(emitExamples(both, OPTIONS)))).toMatchObject({
      responses: { note: { contents: { 'application/json': { $ref: 'Note' } } } },
      operations: {
        a: { responses: { 200: { $ref: '#/responses/note' } } },
        told: { responses: { 200: { contents: { 'application/json': { $ref: 'NoteWritable' } } } } },
      },
    });
  });

  test('with `split`, shared components are in the shared folder', async () => {
    const files = emit(await service({ a: { responses: { 404: missing } }, components: MISSING }), { ...OPTIONS, split: 'tags' });
    const shared = files.get('shared/example-facts.ts');
    expect(shared).toContain('export const sharedExamples: Examples = new Examples(');
    expect(JSON.parse(textOf(shared))).toEqual({ responses: { missing: MISSING_FACTS } });
    const one = files.get('one/examples.ts');
    expect(one).toContain("import { sharedExamples } from '../shared/example-facts.ts';");
    expect(one).toMatch(/^}`, sharedExamples\);$/m);
    expect(JSON.parse(textOf(one))).toEqual({
      schemas: MISSING_SCHEMA,
      operations: { a: { input: nothing, responses: { 404: { $ref: '#/responses/missing' } } } },
    });
    expect(files.get('index.ts')).not.toContain('example-facts');
  });
});
