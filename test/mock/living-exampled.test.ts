// Tests that requests with the examples of paths find things, and that a member with a single value identifies none.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const tenant = { type: 'object', required: ['id', 'key', 'name'], properties: { id: text, key: text, name: text } };
const envelope = (result: object) => ({
  type: 'object',
  required: ['code', 'result'],
  properties: { code: { type: 'integer', enum: [2000] }, result },
});
const ok = (schema: object) => ({
  200: { description: 'Done.', content: { 'application/json': { schema } } },
  404: { description: 'It is not there.' },
});
const named = (name: string, example?: string) => ({
  name,
  in: 'path',
  required: true,
  schema: text,
  ...(example === undefined ? {} : { example }),
});

const description = await load(
  'tenants.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Tenants', version: '1' },
      paths: {
        '/houses/{house}/tenants': {
          parameters: [named('house', 'mill-lane')],
          get: {
            operationId: 'listTenants',
            responses: ok({ type: 'object', required: ['tenants'], properties: { tenants: { type: 'array', items: tenant } } }),
          },
          post: {
            operationId: 'addTenant',
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { type: 'object', required: ['name'], properties: { name: text } } } },
            },
            responses: ok(envelope(tenant)),
          },
        },
        '/houses/{house}/tenants/{tenant}': {
          parameters: [named('house', 'mill-lane'), named('tenant', 'te-4711')],
          get: { operationId: 'readTenant', responses: ok(envelope(tenant)) },
          delete: { operationId: 'removeTenant', responses: ok(envelope(tenant)) },
        },
        '/houses/{house}/tenants/{tenant}/regenerate-key': {
          parameters: [named('house'), named('tenant')],
          post: { operationId: 'regenerateKey', responses: ok(envelope(tenant)) },
        },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('a thing has the identifier of the example in its path, below the examples of what is no thing', async () => {
  const ask = await living(description, 3);
  const { tenants } = (await ask('GET', '/houses/mill-lane/tenants')).body;
  expect(tenants).toHaveLength(3);
  expect(tenants.map(({ id }: { id: string }) => id)).toContain('te-4711');
  expect((await ask('GET', '/houses/mill-lane/tenants/te-4711')).body.result.id).toBe('te-4711');
  expect((await ask('DELETE', '/houses/mill-lane/tenants/te-4711')).status).toBe(200);
  expect((await ask('GET', '/houses/mill-lane/tenants/te-4711')).status).toBe(404);
  expect((await ask('GET', '/houses/other/tenants/te-4711')).status).toBe(404);
});

test('with no things, those of paths are not there either', async () => {
  const ask = await living(description);
  expect((await ask('GET', '/houses/mill-lane/tenants')).body).toEqual({ tenants: [] });
});

test('a code with one value identifies nothing, and what a path renews is another value', async () => {
  const why = explainSource(description).find(({ method, path }) => method === 'GET' && path.endsWith('{tenant}'))?.why;
  expect(why).toMatch(/`?result\.id`?/);
  const ask = await living(description);
  const made = (await ask('POST', '/houses/mill-lane/tenants', { name: 'Ann' })).body.result;
  const renewed = await ask('POST', `/houses/mill-lane/tenants/${made.id}/regenerate-key`);
  expect(renewed).toMatchObject({ isLiving: true, body: { code: 2000, result: { id: made.id, name: 'Ann' } } });
  expect(renewed.body.result.key).not.toBe(made.key);
  expect((await ask('GET', `/houses/mill-lane/tenants/${made.id}`)).body).toEqual(renewed.body);
});
