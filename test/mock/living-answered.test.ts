// Tests that what a create answers with is there, also where the document allows no answer with what was sent.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const json = (schema: object, example?: object) => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
const id = { name: 'id', in: 'path', required: true, schema: text };
/** An answer has room for one of the members that are sent. */
const drum = { type: 'object', required: ['id'], maxProperties: 2, properties: { id: text, kind: text, size: { type: 'integer' } } };
const horn = { type: 'object', required: ['id'], properties: { id: text, kind: text } };

const description = await load(
  'drums.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Drums', version: '1' },
      paths: Object.fromEntries(
        Object.entries({ drums: drum, horns: horn }).flatMap(([name, shown]) => [
          [
            `/${name}`,
            {
              post: {
                operationId: `add-${name}`,
                requestBody: {
                  required: true,
                  ...json({ type: 'object', required: ['kind'], properties: { kind: text, size: { type: 'integer' } } }),
                },
                responses: { 201: { description: 'Made.', ...json(shown, { id: 'x1', kind: 'round' }) } },
              },
            },
          ],
          [
            `/${name}/{id}`,
            {
              parameters: [id],
              get: {
                operationId: `read-${name}`,
                responses: { 200: { description: 'It.', ...json(shown) }, 404: { description: 'None.' } },
              },
            },
          ],
        ]),
      ),
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('what the document allows no answer of is kept as its example, under an identifier of its own', async () => {
  const ask = await living(description);
  const made = [await ask('POST', '/drums', { kind: 'flat', size: 4 }), await ask('POST', '/drums', { kind: 'flat', size: 4 })];
  const [one, other] = made.map(({ body }) => body);
  expect(one).toEqual({ id: expect.any(String), kind: 'round' });
  expect(one.id).not.toBe(other.id);
  expect((await ask('GET', `/drums/${one.id}`)).body).toEqual(one);
});

test('an identifier that no answer can have is not taken from a request', async () => {
  const ask = await living(description);
  const { body } = await ask('POST', '/horns', { kind: 'long', id: 7 });
  expect(body).toEqual({ id: expect.any(String), kind: 'long' });
  expect((await ask('GET', `/horns/${body.id}`)).body).toEqual(body);
  expect((await ask('POST', '/horns', { kind: 'long', id: 'own' })).body.id).toBe('own');
});
