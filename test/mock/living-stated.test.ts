// Tests that a living mock refuses what sentences say of values, of members together, of objects inside a body, and of a query.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { singular } from '../../generator/inference/prose/index.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const said = (description: string, schema: object = text) => ({ ...schema, description });
const tour = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', readOnly: true },
    currency: said('An ISO 4217 code.'),
    opens: said('When it opens.', { type: 'string', format: 'date' }),
    closes: said('Must be after `opens`.', { type: 'string', format: 'date' }),
    phone: text,
    extension: said('Can only be used together with `phone`.'),
    guides: said('A guide that is named twice is a 422.', { type: 'array', items: text }),
    title: said('Must not be blank.'),
    place: {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['hall', 'park'] }, room: said('Required if `kind` is `hall`.') },
    },
  },
};
const reply = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });

const description = await load(
  'tours.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Tours', version: '1' },
      paths: {
        '/tours': {
          post: {
            requestBody: { required: true, content: { 'application/json': { schema: tour } } },
            responses: { 201: reply(tour), 422: { description: 'Wrong.' } },
          },
          get: {
            parameters: [
              { name: 'scope', in: 'query', schema: { type: 'string', enum: ['all', 'guide'] } },
              { name: 'guide', in: 'query', schema: text, description: 'Required if `scope` is `guide`.' },
            ],
            responses: { 200: reply({ type: 'array', items: tour }), 400: { description: 'Wrong.' } },
          },
        },
        '/tours/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          get: { responses: { 200: reply(tour) } },
        },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test.each([
  { wrong: { currency: 'E1R' }, right: { currency: 'NOK' } },
  { wrong: { opens: '2030-01-02', closes: '2030-01-01' }, right: { opens: '2030-01-02', closes: '2030-01-03' } },
  { wrong: { opens: '2030-01-02', closes: '2030-01-02' }, right: { closes: '2030-01-02' } },
  { wrong: { extension: '12' }, right: { extension: '12', phone: '+493012345' } },
  { wrong: { guides: ['Ann', 'Ann'] }, right: { guides: ['Ann', 'Ben'] } },
  { wrong: { title: '  ' }, right: { title: 'By night' } },
  { wrong: { place: { kind: 'hall' } }, right: { place: { kind: 'hall', room: '2' } } },
])('$wrong is refused, and $right is not', async ({ wrong, right }) => {
  const ask = await living(description);
  expect((await ask('POST', '/tours', wrong)).status).toBe(422);
  expect((await ask('POST', '/tours', right)).status).toBe(201);
});

test('a list is refused where its query breaks what a text says', async () => {
  const ask = await living(description);
  expect((await ask('GET', '/tours?scope=guide')).status).toBe(400);
  expect((await ask('GET', '/tours?scope=guide&guide=Ann')).status).toBe(200);
});

test('one of the statuses is a status', () => {
  expect(['statuses', 'status', 'orderStatuses', 'menus', 'houses'].map(singular)).toEqual([
    'status',
    'status',
    'orderStatus',
    'menu',
    'house',
  ]);
});
