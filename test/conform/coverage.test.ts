// Tests which branches of schemas count as exercised: by discriminator, by what a branch allows, by value and by media type.
import { expect, test } from 'vitest';
import { createBranchCounter } from '../../generator/conform/coverage/branches.ts';
import { sampleSchemas } from '../../generator/conform/judge/schemas.ts';
import { serviceFrom } from './support.ts';

const document = (schemas: string, parameters = '[]'): string => `openapi: 3.1.0
info: { title: Shapes, version: '1' }
servers: [{ url: / }]
paths:
  /shapes:
    post:
      operationId: draw
      parameters: ${parameters}
      requestBody:
        content:
          application/json: { schema: { $ref: '#/components/schemas/Shape' } }
          text/*: { schema: { type: string } }
      responses:
        '200': { description: Drawn., content: { application/json: { schema: { $ref: '#/components/schemas/Shape' } } } }
        '404': { description: None., content: { application/json: { schema: { $ref: '#/components/schemas/Shape' } } } }
components:
  schemas:
${schemas}
`;

async function counterOf(text: string) {
  const service = await serviceFrom(text);
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has no operation.');
  const counter = createBranchCounter(operation, sampleSchemas(service));
  const taken = () =>
    counter.branches.filter(({ exchanges }) => exchanges > 0).map(({ of, at, name, exchanges }) => `${of} ${at} ${name} ${exchanges}`);
  return { operation, counter, taken };
}

const SHAPES = document(
  `    Shape: { oneOf: [{ $ref: '#/components/schemas/Dot' }, { $ref: '#/components/schemas/Group' }] }
    Dot:
      type: object
      required: [size]
      properties: { size: { type: integer }, fill: { type: string, enum: [red, blue] }, only: { type: string, enum: [one] } }
    Group:
      type: object
      required: [shapes]
      properties: { shapes: { type: array, items: { $ref: '#/components/schemas/Shape' } } }`,
  '[{ name: unit, in: query, schema: { anyOf: [{ type: integer }, { type: string, enum: [mm, cm] }] } }]',
);

test('each named schema is listed once for requests and once for responses, and circles end', async () => {
  const { counter } = await counterOf(SHAPES);
  expect(counter.isCut).toBe(false);
  expect(counter.branches.map(({ of, at, kind, name }) => `${of} ${at} ${kind} ${name}`)).toEqual([
    'request /query/unit anyOf branch 1',
    'request /query/unit anyOf branch 2',
    'request /query/unit enum "mm"',
    'request /query/unit enum "cm"',
    'request /body media-type application/json',
    'request /body oneOf Dot',
    'request /body oneOf Group',
    'request /body/fill enum "red"',
    'request /body/fill enum "blue"',
    'request /body media-type text/*',
    '200 /body media-type application/json',
    '200 /body oneOf Dot',
    '200 /body oneOf Group',
    '200 /body/fill enum "red"',
    '200 /body/fill enum "blue"',
    '404 /body media-type application/json',
  ]);
});

test('a value takes the branches that allow it, at every depth, and an exchange counts once', async () => {
  const { counter, operation, taken } = await counterOf(SHAPES);
  const dot = { size: 1, fill: 'blue' };
  counter.request({ query: { unit: 'cm' }, body: { shapes: [{ shapes: [dot, dot] }] } }, 'application/json; charset=utf-8');
  counter.request({ query: { unit: 5 }, body: 'a dot' }, 'text/plain');
  expect(taken()).toEqual([
    'request /query/unit branch 1 1',
    'request /query/unit branch 2 1',
    'request /query/unit "cm" 1',
    'request /body application/json 1',
    'request /body Dot 1',
    'request /body Group 1',
    'request /body/fill "blue" 1',
    'request /body text/* 1',
  ]);
  const [content] = operation.responses[1]?.contents ?? [];
  if (content === undefined) throw new Error('The response has no content.');
  counter.response(content, { size: 2, fill: 'red' });
  expect(taken().slice(8)).toEqual(['200 /body Dot 1', '200 /body/fill "red" 1', '404 /body application/json 1']);
});

test('a discriminator decides, also where a base has it', async () => {
  const tagged = document(`    Shape:
      oneOf: [{ $ref: '#/components/schemas/Dot' }, { $ref: '#/components/schemas/Line' }]
      discriminator: { propertyName: kind, mapping: { dot: '#/components/schemas/Dot', line: '#/components/schemas/Line' } }
    Dot: { type: object, required: [kind], properties: { kind: { const: dot } } }
    Line: { type: object, required: [kind], properties: { kind: { const: line } } }`);
  const { counter, taken } = await counterOf(tagged);
  counter.request({ body: { kind: 'line' } }, 'application/json');
  expect(taken()).toEqual(['request /body application/json 1', 'request /body Line 1']);

  const based = document(`    Shape:
      type: object
      required: [kind]
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, mapping: { dot: '#/components/schemas/Dot', line: '#/components/schemas/Line' } }
    Dot: { allOf: [{ $ref: '#/components/schemas/Shape' }], properties: { fill: { type: string, enum: [red, blue] } } }
    Line: { allOf: [{ $ref: '#/components/schemas/Shape' }], properties: { width: { type: integer } } }`);
  const heirs = await counterOf(based);
  expect(heirs.counter.branches.filter(({ kind }) => kind === 'discriminator').map(({ of, name }) => `${of} ${name}`)).toEqual([
    'request Dot',
    'request Line',
    '200 Dot',
    '200 Line',
  ]);
  heirs.counter.request({ body: { kind: 'dot', fill: 'red' } }, 'application/json');
  expect(heirs.taken()).toEqual(['request /body application/json 1', 'request /body Dot 1', 'request /body/fill "red" 1']);
});

test('an operation with very many branches says that not all are counted', async () => {
  const values = Array.from({ length: 501 }, (_, index) => `v${index}`).join(', ');
  const { counter, taken } = await counterOf(document(`    Shape: { type: string, enum: [${values}] }`));
  expect(counter.branches.length).toBe(500);
  expect(counter.isCut).toBe(true);
  counter.request({ body: 'v7' }, 'application/json');
  expect(taken()).toEqual(['request /body application/json 1', 'request /body "v7" 1']);
});
