// What the forms of the console begin with: the examples of the document, or samples where these contradict their schemas.
import { expect, test } from 'vitest';
import { operationsData } from '../../generator/docs/console/operation-data.ts';
import { schemaData } from '../../generator/docs/console/schema-data.ts';
import { initialValue } from '../../portal/console/form/initial.ts';
import { serviceFrom } from '../conform/support.ts';

async function startOf(parameters: string, body: string): Promise<Readonly<Record<string, unknown>>> {
  const service = await serviceFrom(`openapi: 3.1.1
info: { title: Shelf, version: '1' }
servers: [{ url: 'https://shelf.example' }]
paths:
  /notes:
    post:
      operationId: addNote
      parameters: [${parameters}]
      requestBody: { required: true, content: { application/json: ${body} } }
      responses: { '204': { description: Added. } }
components:
  schemas:
    Note: { type: object, required: [code], properties: { code: { type: string, pattern: '^[A-Z]{3}$' }, size: { type: integer } } }
`);
  const [operation] = operationsData(service, undefined);
  return operation?.example as Readonly<Record<string, unknown>>;
}

const NOTE = "schema: { $ref: '#/components/schemas/Note' }";

test('an example that matches its schema stays as it is', async () => {
  const { body, query } = await startOf(
    '{ name: q, in: query, required: true, schema: { type: integer, minimum: 9 }, example: 12 }',
    `{ ${NOTE}, example: { code: ABC, size: 4, more: true } }`,
  );
  expect(query).toEqual({ q: 12 });
  expect(body).toEqual({ code: 'ABC', size: 4, more: true });
});

test('an example that contradicts its schema is replaced', async () => {
  const { body, query } = await startOf(
    '{ name: q, in: query, required: true, schema: { type: integer, minimum: 9 }, example: many }',
    `{ ${NOTE}, example: { size: 4 } }`,
  );
  expect(query).toEqual({ q: expect.any(Number) });
  expect((query as { q: number }).q).toBeGreaterThanOrEqual(9);
  expect(body).toEqual(expect.objectContaining({ code: expect.stringMatching(/^[A-Z]{3}$/) }));
});

test('a value without an example keeps to all keywords of its schema', async () => {
  const { body } = await startOf(
    '',
    '{ schema: { type: object, minProperties: 1, additionalProperties: { type: string, minLength: 200 } } }',
  );
  const [text] = Object.values(body as Record<string, string>);
  expect(text?.length).toBeGreaterThanOrEqual(200);
});

test('an example stays where no value matches the schema', async () => {
  const { body } = await startOf('', '{ schema: { type: string, enum: [a], minLength: 2 }, example: b }');
  expect(body).toBe('b');
});

test.each([
  ['a limit beside a reference', "{ $ref: '#/components/schemas/Name', minLength: 3 }"],
  ['a limit beside the type', '{ minLength: 3, allOf: [{ type: string }] }'],
  ['a limit in the schema that a reference names', "{ $ref: '#/components/schemas/Long', description: Long. }"],
])('a form begins with a text that keeps to %s', async (_, schema) => {
  const service = await serviceFrom(`openapi: 3.1.1
info: { title: Shelf, version: '1' }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { content: { application/json: { schema: { type: object, required: [text], properties: { text: ${schema} } } } } }
      responses: { '204': { description: Added. } }
components:
  schemas:
    Name: { type: string }
    Long: { type: string, minLength: 3 }
`);
  const schemas = Object.fromEntries(service.schemas.map((one) => [one.name ?? '', schemaData(service, one, true)]));
  const [operation] = operationsData(service, undefined);
  const { text } = initialValue(operation?.body?.contents[0]?.schema ?? true, schemas) as { text: string };
  expect(text.length).toBeGreaterThanOrEqual(3);
});

test.each<readonly [string, string, (value: never) => boolean]>([
  [
    'items that differ',
    '{ type: array, uniqueItems: true, minItems: 2, items: { type: boolean } }',
    (list: boolean[]) => new Set(list).size === 2,
  ],
  [
    'an item that a list must contain',
    '{ type: array, items: { type: integer }, contains: { minimum: 7 } }',
    (list: number[]) => list.some((one) => one >= 7),
  ],
  [
    'as many members as are needed',
    '{ type: object, minProperties: 2, properties: { a: { type: string }, b: { type: string } } }',
    (all: object) => Object.keys(all).length >= 2,
  ],
  [
    'a member that another one needs',
    '{ type: object, required: [a], properties: { a: { type: integer }, b: { type: integer } }, dependentRequired: { a: [b] } }',
    (all: object) => 'b' in all,
  ],
])('a form begins with %s', async (_, schema, holds) => {
  const service = await serviceFrom(`openapi: 3.1.1
info: { title: Shelf, version: '1' }
paths: {}
components: { schemas: { Note: { type: object, required: [value], properties: { value: ${schema} } } } }
`);
  const schemas = Object.fromEntries(service.schemas.map((one) => [one.name ?? '', schemaData(service, one, true)]));
  const { value } = initialValue({ $ref: 'Note' }, schemas) as { value: never };
  expect(holds(value)).toBe(true);
});
