// Tests a living mock of things that no operation creates or lists, and of what requests name beside their own thing.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const page = { type: 'object', required: ['id', 'title'], properties: { id: text, title: text } };
const crate = { type: 'object', required: ['Id', 'Driver'], properties: { Id: text, Driver: text } };
const ok = (schema: object) => ({ 200: { description: 'Done.', content: { 'application/json': { schema } } } });
const body = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const named = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: text }] });

const description = await load(
  'pages.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pages', version: '1' },
      paths: {
        '/pages/{id}': {
          ...named('id'),
          get: { operationId: 'readPage', responses: ok(page) },
          patch: { operationId: 'changePage', ...body({ type: 'object', properties: { title: text } }), responses: ok(page) },
          delete: { operationId: 'deletePage', responses: ok(page) },
        },
        '/crates/create': {
          post: {
            operationId: 'createCrate',
            ...body({ type: 'object', properties: { Driver: { type: 'string', default: 'local' } } }),
            responses: ok({ type: 'object', properties: { Id: text } }),
          },
        },
        '/crates/{id}/json': { ...named('id'), get: { operationId: 'readCrate', responses: ok(crate) } },
        '/nets/create': { post: { operationId: 'createNet', responses: ok({ type: 'object', properties: { netId: text } }) } },
        '/nets/{id}': { ...named('id'), get: { operationId: 'readNet', responses: ok({ type: 'object', properties: { id: text } }) } },
        '/nets/{id}/connect': {
          ...named('id'),
          post: {
            operationId: 'connect',
            ...body({ type: 'object', properties: { Crate: text } }),
            responses: { 200: { description: 'Connected.' }, 404: { description: 'Net or crate not found.' } },
          },
        },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('what no operation creates or lists is there when it is first asked for, and remembered', async () => {
  const ask = await living(description);
  expect(explainSource(description).find(({ method, path }) => method === 'GET' && path === '/pages/{id}')?.does).toBe(
    'reads a page, which is made when it is first asked for',
  );
  expect((await ask('GET', '/pages/my-page')).body).toEqual({ id: 'my-page', title: expect.any(String) });
  expect((await ask('PATCH', '/pages/other', { title: 'Mine' }, { 'content-type': 'application/json' })).status).toBe(200);
  expect((await ask('GET', '/pages/other')).body).toEqual({ id: 'other', title: 'Mine' });
  expect((await ask('DELETE', '/pages/other')).status).toBe(200);
  expect((await ask('GET', '/pages/other')).status).toBe(404);
  expect((await ask('GET', '/pages/my-page')).status).toBe(200);
});

test('a create has the identifier under the name that it has there, and the defaults of its body', async () => {
  const ask = await living(description);
  const { Id } = (await ask('POST', '/crates/create', {})).body;
  expect((await ask('GET', `/crates/${Id}/json`)).body).toEqual({ Id, Driver: 'local' });
  const { netId } = (await ask('POST', '/nets/create')).body;
  expect((await ask('GET', `/nets/${netId}`)).body).toEqual({ id: netId });
});

test('an action is refused where a 404 says that what its body names is not there', async () => {
  const ask = await living(description);
  const { Id } = (await ask('POST', '/crates/create', {})).body;
  const { netId } = (await ask('POST', '/nets/create')).body;
  expect((await ask('POST', `/nets/${netId}/connect`, { Crate: Id })).status).toBe(200);
  expect((await ask('POST', `/nets/${netId}/connect`, { Crate: 'none' })).status).toBe(404);
  expect((await ask('POST', '/nets/none/connect', { Crate: Id })).status).toBe(404);
});
