// Tests what a living mock takes for the name of a thing: a member that paths take, no pair of parameters, and no identifier of another thing.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const ok = (schema: object) => ({ 200: { description: 'Done.', content: { 'application/json': { schema } } } });
const missing = { 404: { description: 'Not there.' } };
const named = (...names: readonly string[]) => ({ parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })) });
const listOf = (...required: readonly string[]) => ({
  type: 'array',
  items: { type: 'object', required, properties: Object.fromEntries(required.map((name) => [name, text])) },
});
const motion = { type: 'object', required: ['id', 'hash'], properties: { id: text, hash: text } };
const span = {
  type: 'object',
  required: ['id', 'tags'],
  properties: { id: text, tags: { type: 'array', items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } } },
};
const preset = {
  type: 'object',
  required: ['id', 'parent', 'code'],
  properties: {
    id: text,
    parent: { type: 'string', description: 'Unique identifier of the parent preset. Presets may stand in each other.' },
    code: { type: 'string', description: 'Unique code of the preset.' },
  },
};
const train = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
const order = (required: readonly string[]) => ({
  type: 'object',
  required,
  properties: { id: { type: 'string', readOnly: true }, status: { type: 'string', enum: ['open', 'closed'] } },
});
const line = { type: 'object', required: ['id'], properties: { id: text } };
const size = { name: 'count', in: 'query', description: 'The number of results displayed on one page.', schema: { type: 'integer' } };
const span$ = { $ref: '#/components/schemas/Span' };

const description = await load(
  'names.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Names', version: '1' },
      paths: {
        '/labels': { get: { parameters: [size], responses: ok(listOf('label', 'count')) } },
        '/labels/{label}': { ...named('label'), get: { responses: { ...ok(listOf('transaction')), ...missing } } },
        '/motions': { get: { responses: ok({ type: 'array', items: motion }) } },
        '/motions/{motion_id}': { ...named('motion_id'), get: { responses: { ...ok(motion), ...missing } } },
        '/motions/{hash}/{index}/votes': {
          ...named('hash', 'index'),
          get: { responses: { ...ok(listOf('voter', 'vote')), ...missing } },
        },
        '/spans': { get: { responses: ok(span$) } },
        '/spans/{spanId}': { ...named('spanId'), get: { responses: { ...ok(span$), ...missing } } },
        '/presets': {
          post: {
            requestBody: { required: true, content: { 'application/json': { schema: preset } } },
            responses: { ...ok(preset), 409: { description: 'Taken.' } },
          },
        },
        '/presets/{id}': { ...named('id'), get: { responses: { ...ok(preset), ...missing } } },
      },
      components: { schemas: { Span: span } },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('a listed thing without a path of its own is named by the member that paths below the list take', async () => {
  const ask = await living(description, 4);
  const [first, ...others] = (await ask('GET', '/labels')).body;
  expect(others.length).toBeGreaterThan(2);
  expect((await ask('GET', `/labels/${first.label}`)).status).toBe(200);
  expect((await ask('GET', '/labels/unheard-of')).status).toBe(404);
  // Where the text says so, `count` is the size of a page, although the items have such a member.
  expect((await ask('GET', '/labels?count=2')).body).toHaveLength(2);
});

test('two parameters in a row name no thing that one parameter names elsewhere', async () => {
  const ask = await living(description, 4);
  expect((await ask('GET', '/motions/unheard-of')).status).toBe(404);
  expect((await ask('GET', '/motions/unheard-of/1/votes')).status).toBe(200);
});

test('a collection that answers with the same as one of its things does not list the parts of that', async () => {
  const ask = await living(description, 4);
  expect((await ask('GET', '/spans')).isLiving).toBe(false);
  expect((await ask('GET', '/spans/2')).body).toMatchObject({ id: '2' });
});

test('many things may name the same other one, and have no value twice that is their own', async () => {
  const ask = await living(description);
  expect((await ask('POST', '/presets', { id: 'a', parent: 'top', code: 'one' })).status).toBe(200);
  expect((await ask('POST', '/presets', { id: 'b', parent: 'top', code: 'two' })).status).toBe(200);
  expect((await ask('POST', '/presets', { id: 'c', parent: 'top', code: 'two' })).status).toBe(409);
});

/** Cities that nobody can ask for, with their stations, and trains below those; and of two paths, each has an example of its own. */
const stations = await load(
  'stations.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Stations', version: '1' },
      paths: {
        '/cities/{city}/stations': {
          ...named('city'),
          get: {
            responses: {
              ...ok({ type: 'array', items: { type: 'object', required: ['id', 'city'], properties: { id: text, city: text } } }),
              ...missing,
            },
          },
        },
        '/cities/{city}/stations/{id}': {
          ...named('city', 'id'),
          get: { responses: { ...ok({ type: 'object', required: ['id', 'city'], properties: { id: text, city: text } }), ...missing } },
          delete: { responses: { 204: { description: 'Gone.' }, ...missing } },
        },
        '/trains/{id}': {
          parameters: [{ ...named('id').parameters[0], example: 'T1' }],
          get: { responses: { ...ok(train), ...missing } },
        },
        '/trains': { get: { responses: ok({ type: 'array', items: train }) } },
        '/trains/{train_id}/stops': {
          parameters: [{ ...named('train_id').parameters[0], example: 'T2' }],
          get: { responses: { ...ok(listOf('id', 'place')), ...missing } },
        },
      },
    }),
  },
  new Problems(),
);

test('what stands below a thing that nobody can know is there when it is first asked for, and is not made again', async () => {
  if (stations === undefined) throw new Error('The document is at fault.');
  const ask = await living(stations, 5);
  const there = (await ask('GET', '/cities/lyon/stations')).body;
  expect(there.map(({ city }: { city: string }) => city)).toEqual(['lyon', 'lyon', 'lyon']);
  for (const { id } of there) expect((await ask('GET', `/cities/lyon/stations/${id}`)).body).toEqual({ id, city: 'lyon' });
  expect((await ask('GET', '/cities/lyon/stations/unheard-of')).status).toBe(404);
  for (const { id } of there) expect((await ask('DELETE', `/cities/lyon/stations/${id}`)).status).toBe(204);
  expect((await ask('GET', '/cities/lyon/stations')).body).toEqual([]);
});

test('each example of a parameter that names a thing finds one', async () => {
  if (stations === undefined) throw new Error('The document is at fault.');
  const ask = await living(stations, 5);
  expect((await ask('GET', '/trains/T1')).status).toBe(200);
  expect((await ask('GET', '/trains/T2/stops')).status).toBe(200);
  expect((await ask('GET', '/trains/T3/stops')).status).toBe(404);
});

/** Orders, whose create answers with the identifier alone, and lines, which a closed order takes none of. */
const orders = await load(
  'orders.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Orders', version: '1' },
      paths: {
        '/orders': {
          post: { requestBody: { required: true, content: { 'application/json': { schema: order(['status']) } } }, responses: ok(text) },
        },
        '/orders/{id}': { ...named('id'), get: { responses: { ...ok(order(['id', 'status'])), ...missing } } },
        '/orders/{id}/lines': {
          ...named('id'),
          post: {
            description: 'Adds a line. Lines cannot be added to an order that is `closed`.',
            requestBody: { required: true, content: { 'application/json': { schema: line } } },
            responses: { ...ok(line), ...missing, 409: { description: 'The order is closed.' } },
          },
          get: { responses: { ...ok({ type: 'array', items: line }), ...missing } },
        },
        '/orders/{id}/lines/{line_id}': { ...named('id', 'line_id'), get: { responses: { ...ok(line), ...missing } } },
      },
    }),
  },
  new Problems(),
);

test('a create that answers with an identifier alone makes a thing that has it', async () => {
  if (orders === undefined) throw new Error('The document is at fault.');
  const ask = await living(orders);
  const { body: id } = await ask('POST', '/orders', { status: 'open' });
  expect((await ask('GET', `/orders/${id}`)).body).toEqual({ id, status: 'open' });
});

test('a create below a thing is refused in a state of that thing in which its text refuses it', async () => {
  if (orders === undefined) throw new Error('The document is at fault.');
  const ask = await living(orders);
  const { body: open } = await ask('POST', '/orders', { status: 'open' });
  const { body: closed } = await ask('POST', '/orders', { status: 'closed' });
  expect((await ask('POST', `/orders/${open}/lines`, { id: 'a' })).status).toBe(200);
  expect((await ask('POST', `/orders/${closed}/lines`, { id: 'a' })).status).toBe(409);
  expect((await ask('GET', `/orders/${closed}/lines`)).body).toEqual([]);
});
