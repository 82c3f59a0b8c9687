// Tests the lists inside of new things: what operations add to them is not there before, and a text may stand for an item.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const step = {
  type: 'object',
  required: ['id', 'text', 'position'],
  properties: { id: { type: 'string', format: 'uuid' }, position: { type: 'integer' }, text },
};
const rating = { type: 'object', required: ['id', 'stars'], properties: { id: text, stars: { type: 'integer' } } };
const recipe = {
  type: 'object',
  required: ['id', 'title', 'steps', 'ratings', 'stars'],
  properties: {
    id: text,
    title: text,
    steps: { type: 'array', items: step },
    ratings: { type: 'array', items: rating },
    stars: { type: 'integer', description: 'The sum of the stars of all ratings.' },
  },
};
const example = {
  ...{ id: 'rc-1', title: 'Soup', steps: [{ id: '0b0fd2a2-6c6b-4c4e-9a63-2f0b8d3b7f10', text: 'Chop', position: 1 }] },
  ...{ ratings: [{ id: 'rt-1', stars: 4 }], stars: 4 },
};
const json = (schema: object, shown?: unknown) => ({
  description: 'Done.',
  content: { 'application/json': { schema, ...(shown === undefined ? {} : { example: shown }) } },
});
const sent = (properties: object) => ({
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object', properties } } } },
});
const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] };

const description = await load(
  'recipes.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Recipes', version: '1' },
      paths: {
        '/recipes': {
          post: {
            operationId: 'addRecipe',
            ...sent({ title: text, steps: { type: 'array', items: text } }),
            responses: { 201: json(recipe, example) },
          },
        },
        '/recipes/{id}': {
          ...id,
          get: { operationId: 'readRecipe', responses: { 200: json(recipe, example), 404: { description: 'None.' } } },
        },
        '/recipes/{id}/steps': { ...id, post: { operationId: 'addStep', ...sent({ text }), responses: { 201: json(step) } } },
        '/recipes/{id}/steps/{stepId}': {
          parameters: [...id.parameters, { name: 'stepId', in: 'path', required: true, schema: text }],
          delete: { operationId: 'removeStep', responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } } },
        },
        '/recipes/{id}/ratings': {
          ...id,
          post: { operationId: 'rate', ...sent({ stars: { type: 'integer' } }), responses: { 201: json(rating) } },
        },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('a list that operations add to begins empty, so that its sum is right', async () => {
  const ask = await living(description);
  const made = (await ask('POST', '/recipes', { title: 'Stew' })).body;
  expect(made).toMatchObject({ title: 'Stew', ratings: [], stars: 0 });
  for (const stars of [3, 5]) await ask('POST', `/recipes/${made.id}/ratings`, { stars });
  const { ratings, stars } = (await ask('GET', `/recipes/${made.id}`)).body;
  expect([ratings.map((one: { stars: number }) => one.stars), stars]).toEqual([[3, 5], 8]);
  expect(new Set(ratings.map((one: { id: string }) => one.id)).size).toBe(2);
});

test('texts that are sent for a list of objects become objects, which have paths of their own', async () => {
  const ask = await living(description);
  const made = (await ask('POST', '/recipes', { title: 'Stew', steps: ['Peel', 'Boil'] })).body;
  expect(made.steps).toMatchObject([
    { text: 'Peel', position: 1 },
    { text: 'Boil', position: 2 },
  ]);
  await ask('POST', `/recipes/${made.id}/steps`, { text: 'Salt' });
  expect((await ask('DELETE', `/recipes/${made.id}/steps/${made.steps[0].id}`)).status).toBe(204);
  const { steps } = (await ask('GET', `/recipes/${made.id}`)).body;
  expect(steps.map((one: { text: string }) => one.text)).toEqual(['Boil', 'Salt']);
});
