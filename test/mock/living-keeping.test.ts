// Tests which things of a living mock keep others from being deleted, by the texts of the delete.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const content = (schema: object) => ({ 'application/json': { schema } });
const own = { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } };
/** Values of such integers may be larger than numbers hold. */
const long: object = { type: 'integer', format: 'int64' };
const force = { name: 'force', in: 'query', schema: { type: 'boolean' } };
const status = { type: 'string', enum: ['booked', 'done', 'cancelled'], default: 'booked' };

type Members = Readonly<Record<string, object>>;

const thingOf = (members: Members) => ({
  type: 'object',
  required: ['id', ...Object.keys(members)],
  properties: { id: own.schema, ...members },
});
const made = (members: Members, sent: Members) => ({
  requestBody: { required: true, content: content({ type: 'object', required: Object.keys(sent), properties: sent }) },
  responses: { 201: { description: 'Made.', content: content(thingOf(members)) } },
});
const readOf = (members: Members) => ({
  parameters: [own],
  get: { responses: { 200: { description: 'It.', content: content(thingOf(members)) }, 404: { description: 'None.' } } },
});

async function mockOf(
  name: string,
  others: string,
  says: { readonly description?: string; readonly refusal?: string },
  isBelow: boolean,
  Id: object = text,
) {
  const [label, reference] = [{ label: text }, { [`${name.slice(0, -1)}Id`]: own.schema }];
  const using = { ...(isBelow ? {} : reference), label: text, status };
  const { status: _, ...sent } = using;
  const root = path.resolve(import.meta.dirname, '../..');
  const paths = {
    [`/${name}`]: { post: made(label, label) },
    [`/${name}/{id}`]: {
      ...readOf(label),
      delete: {
        parameters: [force],
        description: says.description ?? '',
        responses: { 204: { description: 'Gone.' }, 409: { description: says.refusal ?? 'Conflict.' } },
      },
    },
    [isBelow ? `/${name}/{id}/${others}` : `/${others}`]: { ...(isBelow ? { parameters: [own] } : {}), post: made(using, sent) },
    [`/${others}/{id}`]: readOf(using),
    [`/${others}/{id}/cancel`]: {
      parameters: [own],
      post: { responses: { 200: { description: 'Cancelled.', content: content(thingOf(using)) } } },
    },
  };
  const document = { openapi: '3.1.0', info: { title: name, version: '1' }, paths, components: { schemas: { Id } } };
  const description = await load('keeping.json', { root, allowRemote: [], text: JSON.stringify(document) }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  const ask = await living(description);
  const one = async () => {
    const { id } = (await ask('POST', `/${name}`, { label: 'A' })).body;
    const at = isBelow ? `/${name}/${id}/${others}` : `/${others}`;
    const other = (await ask('POST', at, { label: 'B', ...(isBelow ? {} : { [`${name.slice(0, -1)}Id`]: id }) })).body.id;
    return { id, other };
  };
  return { ask, one };
}

test.each([
  ['rooms', 'appointments', { refusal: 'An appointment in this room is booked.' }, false],
  ['courses', 'sessions', { description: 'A course that has a booked session cannot be removed (409).' }, true],
  ['docks', 'visits', { description: 'Refused with 409 while a visit that is booked names it, unless `force` is true.' }, false],
  ['plots', 'tents', { refusal: 'A tent on this plot is booked.' }, false, long],
])('%s: those of its %s that the text means keep one from being deleted', async (name, others, says, isBelow, Id = text) => {
  const { ask, one } = await mockOf(name, others, says, isBelow, Id);
  const { id, other } = await one();
  expect((await ask('DELETE', `/${name}/${id}`)).status).toBe(409);
  expect((await ask('POST', `/${others}/${other}/cancel`)).status).toBe(200);
  expect((await ask('DELETE', `/${name}/${id}`)).status).toBe(204);
  const { id: next } = await one();
  expect((await ask('DELETE', `/${name}/${next}?force=true`)).status).toBe(204);
});

test('where the text names no things, each one that names it does', async () => {
  const { ask, one } = await mockOf('rooms', 'appointments', {}, false);
  const { id, other } = await one();
  expect((await ask('POST', `/appointments/${other}/cancel`)).status).toBe(200);
  expect((await ask('DELETE', `/rooms/${id}`)).status).toBe(409);
});
