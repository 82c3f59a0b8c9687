// Tests what a POST makes once at a path, such as the inspection of a bridge: it is not there before, and no second one is made.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const sent = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const none = { 404: { description: 'None.' } };
const conflict = { 409: { description: 'Not in this state, or once more.' } };
const bridge = object({ id: text, name: text, state: { ...text, enum: ['open', 'closed'] } }, ['id', 'name', 'state']);
const inspection = object({ by: text, grade: { type: 'integer', default: 3 }, startedAt: { ...text, format: 'date-time' } }, [
  'by',
  'grade',
  'startedAt',
]);

async function described(refusals: object, missing: object = none) {
  const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] };
  const paths = {
    '/bridges': { post: { ...sent(object({ name: text }, ['name'])), responses: { 201: json(bridge) } } },
    '/bridges/{id}': { ...id, get: { responses: { 200: json(bridge), ...none } } },
    '/bridges/{id}/close': { ...id, post: { responses: { 200: json(bridge), ...none } } },
    '/bridges/{id}/inspection': {
      ...id,
      get: { responses: { 200: json(inspection), ...missing } },
      post: {
        description: 'Begins the inspection. Refused with 409 if the bridge is `closed`.',
        ...sent(object({ by: text }, ['by'])),
        responses: { 201: { ...json(inspection), headers: { Location: { schema: text } } }, ...none, ...refusals },
      },
      delete: { responses: { 204: { description: 'Gone.' }, ...none } },
    },
  };
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Bridges', version: '1' }, paths });
  const found = await load('bridges.json', { root: import.meta.dirname, allowRemote: [], text: document }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  return found;
}

test('what is made once is not there before, is refused a second time, and may be made again after a delete', async () => {
  const ask = await living(await described(conflict), 2);
  const { id } = (await ask('POST', '/bridges', { name: 'North' })).body;
  const path = `/bridges/${id}/inspection`;
  expect((await ask('GET', path)).status).toBe(404);
  const made = await ask('POST', path, { by: 'Ann' });
  expect([made.status, made.isLiving]).toEqual([201, true]);
  expect(made.body).toEqual({ by: 'Ann', grade: 3, startedAt: expect.any(String) });
  expect(made.headers.location).toMatch(new RegExp(`${path}$`));
  expect((await ask('GET', path)).body).toEqual(made.body);
  expect((await ask('POST', path, { by: 'Bob' })).status).toBe(409);
  expect((await ask('GET', path)).body.by).toBe('Ann');
  expect((await ask('DELETE', path)).status).toBe(204);
  expect((await ask('GET', path)).status).toBe(404);
  expect((await ask('POST', path, { by: 'Bob' })).body.by).toBe('Bob');
});

test('a thing with a list and a count is no list', async () => {
  const step = object({ span: { type: 'integer' }, by: text }, ['span']);
  const plan = object({ bridgeId: text, count: { type: 'integer' }, steps: { type: 'array', items: step } }, [
    'bridgeId',
    'count',
    'steps',
  ]);
  const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] };
  const paths = {
    '/bridges': { post: { ...sent(object({ name: text }, ['name'])), responses: { 201: json(bridge) } } },
    '/bridges/{id}': { ...id, get: { responses: { 200: json(bridge), ...none } } },
    '/bridges/{id}/plan': {
      ...id,
      get: { responses: { 200: json(plan), ...none } },
      post: { ...sent(object({ count: { type: 'integer' } }, ['count'])), responses: { 201: json(plan), ...none, ...conflict } },
    },
  };
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Plans', version: '1' }, paths });
  const found = await load('plans.json', { root: import.meta.dirname, allowRemote: [], text: document }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  const ask = await living(found);
  const { body: one } = await ask('POST', '/bridges', { name: 'North' });
  expect((await ask('GET', `/bridges/${one.id}/plan`)).status).toBe(404);
  expect(await ask('POST', `/bridges/${one.id}/plan`, { count: 3 })).toMatchObject({ status: 201, isLiving: true, body: { count: 3 } });
  expect((await ask('POST', `/bridges/${one.id}/plan`, { count: 3 })).status).toBe(409);
});

test('the state of what it stands below refuses it', async () => {
  const ask = await living(await described(conflict));
  const { id } = (await ask('POST', '/bridges', { name: 'North' })).body;
  await ask('POST', `/bridges/${id}/close`);
  expect((await ask('POST', `/bridges/${id}/inspection`, { by: 'Ann' })).status).toBe(409);
});

test('where no conflict is declared, the second one is kept; where there is no 404, it is answered from the document', async () => {
  const ask = await living(await described({}));
  const { id } = (await ask('POST', '/bridges', { name: 'North' })).body;
  await ask('POST', `/bridges/${id}/inspection`, { by: 'Ann' });
  expect((await ask('POST', `/bridges/${id}/inspection`, { by: 'Bob' })).status).toBe(201);
  expect((await ask('GET', `/bridges/${id}/inspection`)).body.by).toBe('Bob');
  const doing = (description: Parameters<typeof explainSource>[0]) =>
    explainSource(description).find(({ method, path }) => method === 'POST' && path.endsWith('/inspection'))?.does;
  expect([doing(await described(conflict)), doing(await described(conflict, {}))]).toEqual(['creates the inspection', undefined]);
});

test('a PUT that makes a thing answers without a body where its 201 has none, and with the thing where it replaces one', async () => {
  const id = { parameters: [{ name: 'code', in: 'path', required: true, schema: text }] };
  const lock = object({ code: text, metres: { type: 'integer' } }, ['code', 'metres']);
  const put = {
    ...sent(object({ metres: { type: 'integer' } }, ['metres'])),
    responses: { 200: json(lock), 201: { description: 'Made.' } },
  };
  const paths = { '/locks/{code}': { ...id, get: { responses: { 200: json(lock), ...none } }, put } };
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Locks', version: '1' }, paths });
  const found = await load('locks.json', { root: import.meta.dirname, allowRemote: [], text: document }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  const ask = await living(found);
  expect(await ask('PUT', '/locks/L1', { metres: 12 })).toMatchObject({ status: 201, isLiving: true, body: undefined });
  expect(await ask('PUT', '/locks/L1', { metres: 14 })).toMatchObject({ status: 200, body: { code: 'L1', metres: 14 } });
});
