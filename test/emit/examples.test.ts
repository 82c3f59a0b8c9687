// Given a document with components, want what examples share written once in `examples.ts`, whatever else has the name.
import { describe, expect, test } from 'vitest';
import { emitExamples } from '../../generator/emit/examples.ts';
import { emit } from '../../generator/emit/index.ts';
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

/** All constants but the tables of schemas. */
function constantsOf(file: string): string[] {
  return [...file.matchAll(/^(?:export )?const (?!schemas|sharedSchemas)[\s\S]*?;\n/gm)].map(([found]) => found.trimEnd());
}

const missing = { $ref: '#/components/responses/missing' };
const MISSING = { responses: { missing: { description: 'None.', ...json(text, 'None.') } } };
const MISSING_TEXT =
  "const missingResponse: ExampleResponse = { contents: { 'application/json': { $ref: 'MissingResponse', examples: ['None.'] } } };";
const limit = { $ref: '#/components/parameters/limit' };
const LIMIT = { parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' }, example: 5 } } };

describe('examples.ts', () => {
  test.each<[string, Sections, readonly string[]]>([
    [
      'a response of the components',
      { a: { responses: { 404: missing } }, b: { responses: { 404: missing, 410: missing } }, components: MISSING },
      [
        MISSING_TEXT,
        "const aFacts: ExampleFacts = { input: { type: ['object'], properties: {} }, responses: { 404: missingResponse } };",
        "const bFacts: ExampleFacts = {\n  input: { type: ['object'], properties: {} },\n  responses: { 404: missingResponse, 410: missingResponse },\n};",
      ],
    ],
    [
      'a parameter of the components',
      { a: { parameters: [limit] }, components: LIMIT },
      [
        "const limitParameter: ExampleSchema = { type: ['integer'], examples: [5] };",
        "const aFacts: ExampleFacts = {\n  input: { type: ['object'], properties: { query: { type: ['object'], properties: { limit: limitParameter } } } },\n  responses: { 204: {} },\n};",
        "const bFacts: ExampleFacts = { input: { type: ['object'], properties: {} }, responses: { 204: {} } };",
      ],
    ],
    [
      'headers that several answers declare',
      {
        a: { responses: { 200: { description: 'A', headers: { 'X-Left': count } } } },
        b: { responses: { 200: { description: 'B', headers: { 'X-Left': count } } } },
      },
      [
        "const leftHeaders: ExampleSchema = { type: ['object'], properties: { 'X-Left': { type: ['integer'], examples: [3] } } };",
        "const aFacts: ExampleFacts = {\n  input: { type: ['object'], properties: {} },\n  responses: { 200: { headers: leftHeaders } },\n};",
        "const bFacts: ExampleFacts = {\n  input: { type: ['object'], properties: {} },\n  responses: { 200: { headers: leftHeaders } },\n};",
      ],
    ],
    [
      'not those of one answer',
      { a: { responses: { 200: { description: 'A', headers: { 'X-Left': count } } } } },
      [
        "const aFacts: ExampleFacts = {\n  input: { type: ['object'], properties: {} },\n  responses: { 200: { headers: { type: ['object'], properties: { 'X-Left': { type: ['integer'], examples: [3] } } } } },\n};",
        "const bFacts: ExampleFacts = { input: { type: ['object'], properties: {} }, responses: { 204: {} } };",
      ],
    ],
  ])('%s', async (_, sections, want) => {
    expect(constantsOf(emitExamples(await service(sections), OPTIONS))).toEqual(want);
  });

  test('a constant goes round the name of an operation', async () => {
    const file = emitExamples(await service({ c: { responses: { 404: missing } }, components: MISSING }), OPTIONS);
    expect(constantsOf(file)[0]).toBe(MISSING_TEXT.replace('missingResponse', 'missingResponse_2'));
    expect(file).toContain('responses: { 404: missingResponse_2 }');
    expect(file).toContain('exampleInput(schemas, missingResponse, missingResponseFacts,');
  });

  test('what differs by who says it is not shared', async () => {
    const Note = { type: 'object', properties: { id: { ...text, readOnly: true }, key: { ...text, writeOnly: true } } };
    const note = { description: 'A note.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } };
    const answer = { responses: { 200: { $ref: '#/components/responses/note' } } };
    const both = await serviceOf({
      paths: { '/a': { get: { operationId: 'a', ...answer } } },
      webhooks: { told: { post: { operationId: 'told', ...answer } } },
      components: { schemas: { Note }, responses: { note } },
    });
    const [constant, a, told] = constantsOf(emitExamples(both, OPTIONS));
    expect(constant).toBe("const noteResponse: ExampleResponse = { contents: { 'application/json': { $ref: 'Note' } } };");
    expect(a).toContain('200: noteResponse');
    expect(told).toContain("200: { contents: { 'application/json': { $ref: 'NoteWritable' } } }");
  });

  test('split by tags, constants stand beside the schemas that tags share', async () => {
    const files = emit(await service({ a: { responses: { 404: missing } }, components: MISSING }), { ...OPTIONS, split: 'tags' });
    expect(constantsOf(files.get('shared/example-schemas.ts') ?? '')).toEqual([
      "export const missingResponse: ExampleResponse = {\n  contents: { 'application/json': { $ref: 'MissingResponse', examples: ['None.'] } },\n};",
    ]);
    expect(files.get('one/examples.ts')).toContain("import { missingResponse, sharedSchemas } from '../shared/example-schemas.ts';");
    expect(files.get('two/examples.ts')).not.toContain('missingResponse');
    expect(files.get('index.ts')).not.toContain('example-schemas');
  });
});
