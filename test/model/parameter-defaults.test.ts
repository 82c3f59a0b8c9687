// Warnings where servers do not fill in the default of a parameter, each with its place and what would be right.
import { expect, test } from 'vitest';
import { pathDocument, read } from './support.ts';

const OK = `responses: { '204': { description: Fine. } }`;

async function warnings(parameters: string, options: Parameters<typeof read>[1] = {}) {
  const operation = (id: string) => `  ${id}:\n    operationId: ${id}It\n    ${OK}\n`;
  const { problems } = await read(pathDocument(`/it:\n  parameters: [${parameters}]\n${operation('get')}${operation('delete')}`), options);
  return problems.filter(({ code }) => code === 'default-ignored');
}

test.each<[string, string]>([
  ['{ type: integer, default: ten }', `"ten", the default of the query parameter 'q': it must be an integer.`],
  ['{ type: boolean, default: 1 }', 'it must be a boolean.'],
  [`{ type: [string, 'null'], default: 1.5 }`, 'it must be null or a string.'],
  ['{ type: string, enum: [up, down], default: left }', 'it must be one of "up", "down".'],
  ['{ enum: [1, 2, 3, 4, 5, 6, 7], default: 8 }', 'it must be one of 1, 2, 3, 4, 5, … (7 values).'],
  ['{ const: up, default: down }', 'it must be "up".'],
  ['{ type: array, items: { type: integer }, default: [1, two] }', 'its item 1 must be an integer.'],
  ['{ type: array, items: { type: string }, default: up }', 'it must be an array.'],
  ['{ allOf: [{ type: integer }, { default: ten }] }', 'it must be an integer.'],
])('%s', async (schema, message) => {
  const found = await warnings(`{ name: q, in: query, schema: ${schema} }`);
  expect(found).toMatchObject([
    {
      severity: 'warning',
      message: expect.stringContaining(message),
      fix: 'Write a default that the schema allows, or remove it.',
      location: { pointer: expect.stringMatching(/\/schema(?:\/allOf\/1)?\/default$/) },
    },
  ]);
});

test('objects are valid, but not filled in', async () => {
  const schema = '{ type: object, properties: { a: { type: integer } }, default: { a: 1 } }';
  expect(await warnings(`{ name: q, in: query, style: deepObject, schema: ${schema} }`)).toMatchObject([
    { message: expect.stringMatching(/: servers fill in no defaults that are objects\.$/), fix: 'Let the handler fill it in.' },
  ]);
});

test.each([
  ['a default that fits', '{ name: q, in: query, schema: { type: integer, default: 10 } }'],
  ['null that is allowed', `{ name: q, in: query, schema: { type: [integer, 'null'], default: null } }`],
  ['a list', '{ name: q, in: header, schema: { type: array, items: { type: integer }, default: [1, 2] } }'],
  ['a required parameter, which is always there', '{ name: q, in: query, required: true, schema: { type: integer, default: ten } }'],
])('%s is clear', async (_title, parameters) => {
  expect(await warnings(parameters)).toEqual([]);
});

test('servers that fill in no defaults ignore none', async () => {
  expect(await warnings('{ name: q, in: query, schema: { type: integer, default: ten } }', { parameterDefaults: 'ignore' })).toEqual([]);
});
