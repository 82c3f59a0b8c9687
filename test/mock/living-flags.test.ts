// Tests that a boolean or a time says a state of a thing, by which texts refuse what is done to it, below it or with its name.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const flag = { type: 'boolean', default: false };
const kennel = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { ...text, readOnly: true }, name: text, archived: flag },
};
const keeper = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { ...text, readOnly: true }, name: text, isActive: { type: 'boolean', default: true } },
};
const walk = {
  type: 'object',
  required: ['id', 'keeperId'],
  properties: {
    id: { ...text, readOnly: true },
    keeperId: text,
    pausedAt: { type: ['string', 'null'], format: 'date-time', readOnly: true },
  },
};
const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const sent = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] };
const refused = {
  404: { description: 'None.' },
  409: { description: 'It cannot be done.' },
};

const description = await load(
  'kennels.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Kennels', version: '1' },
      paths: {
        '/kennels': { post: { operationId: 'addKennel', ...sent(kennel), responses: { 201: json(kennel) } } },
        '/kennels/{id}': {
          ...id,
          get: { operationId: 'readKennel', responses: { 200: json(kennel), ...refused } },
          put: {
            operationId: 'putKennel',
            description: 'An archived kennel cannot be changed (409).',
            ...sent(kennel),
            responses: { 200: json(kennel), ...refused },
          },
          delete: {
            operationId: 'removeKennel',
            description: 'Only archived kennels can be deleted (409).',
            responses: { 204: { description: 'Gone.' }, ...refused },
          },
        },
        '/kennels/{id}/archive': { ...id, post: { operationId: 'archive', responses: { 200: json(kennel), ...refused } } },
        '/kennels/{id}/walks': {
          ...id,
          post: {
            operationId: 'addWalk',
            description: 'Archived kennels take no walks (409), and inactive keepers cannot go on walks (409).',
            ...sent(walk),
            responses: { 201: json(walk), ...refused },
          },
        },
        '/kennels/{id}/walks/{walkId}': {
          parameters: [...id.parameters, { name: 'walkId', in: 'path', required: true, schema: text }],
          get: { operationId: 'readWalk', responses: { 200: json(walk), ...refused } },
        },
        '/keepers': { post: { operationId: 'addKeeper', ...sent(keeper), responses: { 201: json(keeper) } } },
        '/keepers/{id}': { ...id, get: { operationId: 'readKeeper', responses: { 200: json(keeper), ...refused } } },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('a flag refuses changes and deletes of its thing, and what is made below it', async () => {
  const ask = await living(description);
  const made = (await ask('POST', '/kennels', { name: 'North' })).body;
  const keeperId = (await ask('POST', '/keepers', { name: 'Ada' })).body.id;
  const path = `/kennels/${made.id}`;
  expect((await ask('PUT', path, { name: 'South' })).status).toBe(200);
  expect((await ask('POST', `${path}/walks`, { keeperId })).status).toBe(201);
  expect((await ask('DELETE', path)).status).toBe(409);
  expect((await ask('POST', `${path}/archive`)).body).toMatchObject({ archived: true });
  expect((await ask('PUT', path, { name: 'East' })).status).toBe(409);
  expect((await ask('POST', `${path}/walks`, { keeperId })).status).toBe(409);
  expect((await ask('GET', path)).body).toMatchObject({ name: 'South', archived: true });
  expect((await ask('DELETE', path)).status).toBe(204);
});

test('a flag of what a body names refuses it', async () => {
  const ask = await living(description);
  const { id: kennelId } = (await ask('POST', '/kennels', { name: 'North' })).body;
  const walkOf = async (isActive: boolean) => {
    const keeperId = (await ask('POST', '/keepers', { name: 'Ada', isActive })).body.id;
    return ask('POST', `/kennels/${kennelId}/walks`, { keeperId });
  };
  expect((await walkOf(true)).status).toBe(201);
  expect((await walkOf(false)).status).toBe(409);
});
