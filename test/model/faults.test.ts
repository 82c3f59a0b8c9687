// What a fault of a document costs: the smallest part that holds it. Each document has one fault and, beside it, an operation without any.
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundle } from '../../generator/load/bundle.ts';
import { read as readDocument } from '../../generator/run/pipeline.ts';
import { project as files, loadIn } from '../load/support.ts';
import { project } from '../support/documents.ts';
import { byEffort } from '../support/effort.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';
import { document, read } from './support.ts';

const GOOD = '  /good: { get: { operationId: good, responses: { "200": { description: d } } } }';
const answer = (content: string): string => `{ "200": { description: d, content: { ${content} } } }`;
const get = (id: string, rest: string): string => `{ get: { operationId: ${id}, ${rest} } }`;
const paths = (path: string, item: string, more = ''): string => `paths:\n${GOOD}\n  ${path}: ${item}\n${more}`;
const JSON_OBJECT = 'application/json: { schema: { type: object } }';

interface Row {
  readonly version?: string;
  readonly document: string;
  /** The operations that are left. */
  readonly operations: readonly string[];
  readonly schemas?: readonly string[];
  /** `severity code`, and the end of the message. */
  readonly problems: readonly (readonly [problem: string, end: string])[];
}

const rows: Readonly<Record<string, Row>> = {
  'a media type without a slash, beside another': {
    document: paths('/a', get('a', `responses: ${answer(`${JSON_OBJECT}, examples: {}`)}`)),
    operations: ['good', 'a'],
    problems: [['unsupported media-type', 'The media type `examples` is left out.']],
  },
  'a media type without a slash, alone': {
    document: paths('/a', get('a', `responses: ${answer('examples: {}')}`)),
    operations: ['good'],
    problems: [['unsupported media-type', 'GET /a is left out.']],
  },
  'a status in small letters': {
    document: paths('/a', get('a', 'responses: { "200": { description: d }, "4xx": { description: d } }')),
    operations: ['good', 'a'],
    problems: [['warning status-code', 'The status `4xx` is read as `4XX`.']],
  },
  'a status that is none': {
    document: paths('/a', get('a', 'responses: { "200": { description: d }, "ok": { description: d } }')),
    operations: ['good', 'a'],
    problems: [['unsupported status-code', 'The response `ok` is left out.']],
  },
  'a parameter that is not required': {
    document: paths('/a', get('a', 'parameters: [{ name: q, in: querry, schema: {} }], responses: { "200": { description: d } }')),
    operations: ['good', 'a'],
    problems: [['unsupported parameter-in', 'This parameter is left out.']],
  },
  'a required parameter': {
    document: paths(
      '/a',
      get('a', 'parameters: [{ name: q, in: querry, required: true, schema: {} }], responses: { "200": { description: d } }'),
    ),
    operations: ['good'],
    problems: [['unsupported parameter-in', 'GET /a is left out.']],
  },
  'a required parameter of a path, by reference': {
    document: paths(
      '/a',
      `{ parameters: [{ $ref: "#/components/parameters/Q" }], get: { responses: { "200": { description: d } } } }`,
      'components: { parameters: { Q: { name: q, in: query, required: true, schema: { type: nothing } } } }',
    ),
    operations: ['good'],
    problems: [['unsupported schema-type', 'The parameter Q is left out, and so is /a, which uses it.']],
  },
  'a response header': {
    document: paths('/a', get('a', 'responses: { "200": { description: d, headers: { "X A": { schema: {} } } } }')),
    operations: ['good', 'a'],
    problems: [['warning header-name', 'The header `X A` is left out.']],
  },
  'a server of one operation': {
    document: paths('/a', get('a', 'servers: [{ url: "https://{region}.example.com" }], responses: { "200": { description: d } }')),
    operations: ['good', 'a'],
    problems: [['warning server-variable', 'This server is left out.']],
  },
  'a default that is not in the enum of a server variable': {
    document: `servers: [{ url: 'https://example.com/{version}', variables: { version: { default: '', enum: [v1, v2] } } }]\npaths:\n${GOOD}`,
    operations: ['good'],
    problems: [['warning server-variable', 'it is accepted all the same.']],
  },
  'a schema, with all that uses it': {
    document: paths(
      '/a',
      get('a', `responses: ${answer('application/json: { schema: { $ref: "#/components/schemas/B" } }')}`),
      'components: { schemas: { A: { properties: { x: { $ref: "#/components/schemas/Nope" } } }, B: { items: { $ref: "#/components/schemas/A" } }, C: {} } }',
    ),
    operations: ['good'],
    schemas: ['C'],
    problems: [['unsupported ref-not-found', 'The schema A is left out, and so are the schema B and GET /a, which use it.']],
  },
  'a reference to another kind of component': {
    document: paths(
      '/a',
      get('a', 'responses: { "200": { $ref: "#/components/requestBodies/B" } }'),
      'components: { requestBodies: { B: { content: {} } } }',
    ),
    operations: ['good'],
    problems: [['unsupported ref-wrong-kind', 'GET /a is left out.']],
  },
  'two faults in one part': {
    document: paths('/a', get('a', 'parameters: [{ in: querry, required: true }], responses: { "200": { description: d } }')),
    operations: ['good'],
    problems: [
      ['warning parameter-shape', 'It is read as a text.'],
      ['unsupported missing-field', 'GET /a is left out.'],
      ['unsupported parameter-in', 'not a valid parameter location.'],
    ],
  },
  'a parameter of the template that is not declared': {
    document: paths('/a/{id}', get('a', 'responses: { "200": { description: d } }')),
    operations: ['good', 'a'],
    problems: [['warning path-parameter-undeclared', 'so it is read as a required string.']],
  },
  'the exclusive limits of 3.0 in 3.1': {
    document: paths(
      '/a',
      get('a', `responses: ${answer('application/json: { schema: { $ref: "#/components/schemas/A" } }')}`),
      'components: { schemas: { A: { type: number, minimum: 0, exclusiveMinimum: true, exclusiveMaximum: false } } }',
    ),
    operations: ['good', 'a'],
    schemas: ['A'],
    problems: [
      ['warning wrong-type', 'It is read as `exclusiveMinimum: 0`.'],
      ['warning wrong-type', 'It is ignored.'],
    ],
  },
  'the exclusive limit of 3.1 and a list of types in 3.0': {
    version: '3.0.3',
    document: `paths:\n${GOOD}\ncomponents: { schemas: { A: { type: [integer, "null"], exclusiveMinimum: 0 } } }`,
    operations: ['good'],
    schemas: ['A'],
    problems: [
      ['warning schema-type', 'It is read as `type: integer` with `nullable: true`.'],
      ['warning wrong-type', 'It is read as `minimum: 0` with `exclusiveMinimum: true`.'],
    ],
  },
  '`required: true` on a schema': {
    document: paths(
      '/a',
      get('a', 'parameters: [{ name: q, in: query, schema: { type: string, required: true } }], responses: { "200": { description: d } }'),
    ),
    operations: ['good', 'a'],
    problems: [['warning wrong-type', 'It is ignored.']],
  },
  'values without quotes, with too many, and none': {
    document: paths(
      '/a',
      get(
        'a',
        'description: ~, tags: ~, deprecated: "true", parameters: [{ name: 7, in: query, schema: { maxLength: "3" } }], responses: { "200": { description: d } }',
      ),
    ),
    operations: ['good', 'a'],
    problems: [
      ['warning wrong-type', 'It is ignored.'],
      ['warning wrong-type', 'It is ignored.'],
      ['warning wrong-type', 'It is read as `true`.'],
      ['warning wrong-type', 'It is read as a string.'],
      ['warning wrong-type', 'It is read as `3`.'],
    ],
  },
};

describe.each(Object.entries(rows))('%s', (_, { version = '3.1.0', document: body, operations, schemas, problems }) => {
  test('costs only what holds it', async () => {
    const found = await read(document(body, version));
    expect(found.problems.map(({ severity, code, message }) => [`${severity} ${code}`, message])).toEqual(
      problems.map(([problem, end]) => [problem, expect.stringMatching(new RegExp(`${end.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`))]),
    );
    expect(found.service?.operations.map(({ name }) => name)).toEqual(
      operations.map((name) => (name === 'a' && body.includes('operationId: a') ? 'a' : name)),
    );
    if (schemas !== undefined) expect(found.service?.schemas.map(({ name }) => name)).toEqual(schemas);
  });
});

test('the spellings mean what they say', async () => {
  const old = await read(document(rows['the exclusive limit of 3.1 and a list of types in 3.0']?.document ?? '', '3.0.3'));
  expect(old.service?.schemas[0]).toMatchObject({ type: ['integer', 'null'], exclusiveMinimum: 0 });
  const now = await read(document(rows['the exclusive limits of 3.0 in 3.1']?.document ?? ''));
  expect(now.service?.schemas[0]).toMatchObject({ type: ['number'], exclusiveMinimum: 0 });
  expect(now.service?.schemas[0]).not.toHaveProperty('exclusiveMaximum');
});

test('a whole document of faults gives output that compiles', async () => {
  const entries = Object.entries(rows).filter(([, { version, document: body }]) => version === undefined && body.startsWith('paths:'));
  const all = new Map<string, string>();
  for (const [index, [title, { document: body }]] of entries.entries()) {
    if (index % byEffort({ quick: 6, deep: 3 }) !== 0) continue;
    const text = document(body);
    const { service, problems } = await readDocument(project, { file: resolve('fault.yaml'), partial: true }, { text });
    if (service === undefined) throw new Error(`${title}: ${problems.map(({ message }) => message).join('\n')}`);
    const { importExtension, examples, runtime } = project;
    const { files: texts } = { files: emit(service, { importExtension, formats: 'assert', examples, runtime, schema: false }) };
    for (const [name, source] of texts) all.set(`${index}/${name}`, source);
  }
  expect(typeCheck(join(import.meta.dirname, '../../.octavo/test/faults'), all)).toBe('');
});

describe('a `$ref` where OpenAPI allows none', () => {
  const entry = document(`info2: 1
paths: { $ref: ./paths.yaml }
tags: { $ref: './shared.yaml#/tags' }
components:
  schemas: { $ref: ./schemas.yaml }
  responses: { Bad: { description: d, content: { application/json: { $ref: './shared.yaml#/json' } } } }
`).replace('info2: 1\n', '');
  const written = {
    'api.yaml': entry,
    'paths.yaml': '/a: { get: { $ref: "./operations/a.yaml" } }\n/b: { get: { responses: { "200": { description: d } } } }\n',
    'operations/a.yaml':
      'operationId: a\nparameters: { $ref: "../shared.yaml#/parameters" }\nresponses: { $ref: "../shared.yaml#/responses" }\n',
    'schemas.yaml': 'A: { type: object, properties: { $ref: "./shared.yaml#/properties" } }\nB: { $ref: "#/A" }\n',
    'shared.yaml': [
      'tags: [{ name: t }]',
      'parameters: [{ name: q, in: query, schema: { type: string } }]',
      'responses: { "200": { description: d, content: { application/json: { schema: { $ref: "schemas.yaml#/B" } } } } }',
      'properties: { x: { type: integer }, y: { $ref: "schemas.yaml#/A" } }',
      'json: { schema: { type: string }, example: { $ref: "data" } }',
    ].join('\n'),
  };

  test('is read as the maps, lists and objects that it leads to', async () => {
    const folder = await files(written);
    const { description, problems } = await loadIn(folder, 'api.yaml');
    expect(problems.map(({ severity, code, message }) => `${severity} ${code} ${message}`)).toEqual([
      'warning ref-not-allowed OpenAPI does not allow `$ref` here and in 8 more places; what it leads to is read in its place.',
    ]);
    if (description === undefined) return;
    const whole = bundle(description) as Record<string, Record<string, unknown>>;
    expect(whole.tags).toEqual([{ name: 't' }]);
    expect(Object.keys(whole.paths ?? {})).toEqual(['/a', '/b']);
    expect(whole.paths?.['/a']).toMatchObject({ get: { operationId: 'a', parameters: [{ $ref: expect.any(String) }] } });
    expect(whole.components?.responses).toMatchObject({ Bad: { content: { 'application/json': { example: { $ref: 'data' } } } } });
  });

  test('leads to nothing, or to itself: what holds it is left out', async () => {
    const folder = await files({ 'api.yaml': document(`${paths('/a', '{ get: { $ref: "#/nowhere" } }')}x-loop: { $ref: '#/x-loop' }\n`) });
    const { problems, description } = await loadIn(folder, 'api.yaml');
    expect(problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['warning ref-not-allowed', 'unsupported ref-not-found']);
    expect(description?.root.paths).toEqual({ '/good': expect.anything(), '/a': {} });
  });
});
