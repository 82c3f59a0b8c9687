// Tests that the living mock does what a request chooses: the members of an answer and those of a change, what was done for its key before, and what
// stands below a thing that is not there.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: text };
const kite = {
  type: 'object',
  required: ['id', 'maker'],
  properties: { id: text, maker: text, colour: text, span: { type: 'integer' }, signingKey: text },
};
const sent = {
  type: 'object',
  required: ['maker'],
  properties: { maker: text, colour: text, span: { type: 'integer' }, signingKey: text },
};
const flight = { type: 'object', required: ['id'], properties: { id: text, note: text } };
const order = { ...text, description: 'Makes it safe to send the request again: an order with the same number is made once.' };
const fields = { name: 'fields', in: 'query', schema: text, description: 'Only these members are shown.' };
const ok = (schema: object) => ({ 200: { description: 'Done.', ...json(schema) }, 404: { description: 'It is not there.' } });
const made = (schema: object) => ({ 201: { description: 'Made.', ...json(schema) }, 404: { description: 'It is not there.' } });
const body = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });

const description = await load(
  'kites.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Kites', version: '1' },
      paths: {
        '/kites': {
          get: { operationId: 'listKites', parameters: [fields], responses: ok({ type: 'array', items: kite }) },
          post: { operationId: 'addKite', ...body(sent), responses: made(kite) },
        },
        '/kites/{id}': {
          parameters: [id],
          get: { operationId: 'readKite', parameters: [fields], responses: ok(kite) },
          patch: {
            operationId: 'changeKite',
            parameters: [{ name: 'update_mask', in: 'query', schema: { type: 'array', items: text } }],
            ...body({ type: 'object', properties: sent.properties }),
            responses: ok(kite),
          },
          delete: { operationId: 'dropKite', responses: { 204: { description: 'Gone.' } } },
        },
        '/kites/{id}/renew': { parameters: [id], post: { operationId: 'renewKite', summary: 'Renew the insurance', responses: ok(kite) } },
        '/kites/{id}/rotate': { parameters: [id], post: { operationId: 'rotateKite', responses: ok(kite) } },
        '/kites/{id}/flights': {
          parameters: [id],
          get: { operationId: 'listFlights', responses: ok({ type: 'array', items: flight }) },
          post: { operationId: 'addFlight', ...body({ type: 'object', properties: { note: text } }), responses: made(flight) },
        },
        '/flights/{id}': { parameters: [id], get: { operationId: 'readFlight', responses: ok(flight) } },
        '/seals/{seal}/key/rotate': {
          parameters: [{ ...id, name: 'seal' }],
          post: {
            operationId: 'rotateSeal',
            responses: { 200: { description: 'Done.', ...json({ type: 'object', required: ['key'], properties: { key: text } }) } },
          },
        },
        '/orders': {
          post: {
            operationId: 'orderKite',
            ...body({ type: 'object', required: ['orderKey'], properties: { orderKey: order, maker: text } }),
            responses: made({ type: 'object', required: ['id'], properties: { id: text } }),
          },
        },
        '/orders/{id}': {
          parameters: [id],
          get: { operationId: 'readOrder', responses: ok({ type: 'object', required: ['id'], properties: { id: text } }) },
        },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

const AS_JSON = { 'content-type': 'application/json' };
const RED = { maker: 'Lund', colour: 'red', span: 90, signingKey: 'first' };

test('an answer has the members that `fields` names, and those that it must have', async () => {
  const ask = await living(description);
  const { id: own } = (await ask('POST', '/kites', RED)).body;
  expect((await ask('GET', '/kites?fields=colour')).body).toEqual([{ id: own, maker: 'Lund', colour: 'red' }]);
  expect((await ask('GET', `/kites/${own}?fields=span,colour`)).body).toEqual({ id: own, maker: 'Lund', colour: 'red', span: 90 });
  expect((await ask('GET', `/kites/${own}`)).body).toEqual({ id: own, ...RED });
});

test('a change with a mask changes the members that the mask names', async () => {
  const ask = await living(description);
  const { id: own } = (await ask('POST', '/kites', RED)).body;
  const change = { colour: 'blue', span: 70 };
  expect((await ask('PATCH', `/kites/${own}?update_mask=colour`, change, AS_JSON)).body).toMatchObject({ colour: 'blue', span: 90 });
  expect((await ask('PATCH', `/kites/${own}`, change, AS_JSON)).body).toMatchObject({ colour: 'blue', span: 70 });
});

test('what is renewed keeps its secret, unless a word says that the secret is', async () => {
  const ask = await living(description);
  const { id: own } = (await ask('POST', '/kites', RED)).body;
  expect((await ask('POST', `/kites/${own}/renew`)).body).toMatchObject({ signingKey: 'first' });
  const { signingKey } = (await ask('POST', `/kites/${own}/rotate`)).body;
  expect(signingKey).not.toBe('first');
});

test('each answer of a renewal without state has another secret', async () => {
  const ask = await living(description);
  const keys = [await ask('POST', '/seals/a/key/rotate'), await ask('POST', '/seals/a/key/rotate')].map((one) => one.body.key);
  expect(new Set(keys).size).toBe(2);
});

test('what is listed below a thing and read elsewhere is not there where the thing is not', async () => {
  const ask = await living(description);
  const { id: own } = (await ask('POST', '/kites', RED)).body;
  expect((await ask('GET', '/kites/none/flights')).status).toBe(404);
  const { id: flown } = (await ask('POST', `/kites/${own}/flights`, { note: 'high' })).body;
  expect((await ask('GET', `/flights/${flown}`)).body).toMatchObject({ note: 'high' });
  expect((await ask('GET', `/kites/${own}/flights`)).body).toHaveLength(1);
  await ask('DELETE', `/kites/${own}`);
  expect((await ask('GET', `/kites/${own}/flights`)).status).toBe(404);
});

test('a request with a key that came before is done once, where its text says so of a member', async () => {
  const ask = await living(description);
  const first = (await ask('POST', '/orders', { orderKey: 'a1', maker: 'Lund' })).body;
  expect((await ask('POST', '/orders', { orderKey: 'a1', maker: 'Lund' })).body).toEqual(first);
  expect((await ask('POST', '/orders', { orderKey: 'b2', maker: 'Lund' })).body).not.toEqual(first);
});
