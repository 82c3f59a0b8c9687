// Tests that a living mock remembers what answers show beside their thing: the actions of a pump, which no operation creates.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const number = { type: 'integer' };
const pump = { type: 'object', required: ['id', 'name'], properties: { id: number, name: { type: 'string' } } };
const action = { type: 'object', required: ['id', 'command'], properties: { id: number, command: { type: 'string', example: 'start' } } };
const list = (items: object) => ({ type: 'array', items });
const ok = (properties: Record<string, object>, status = 200) => ({
  [status]: {
    description: 'Done.',
    content: { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } },
  },
  404: { description: 'Unknown.' },
});
const named = (...names: string[]) => ({ parameters: names.map((name) => ({ name, in: 'path', required: true, schema: number })) });

const description = await load(
  'pumps.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pumps', version: '1' },
      paths: {
        '/pumps': {
          post: {
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
            },
            responses: ok({ pump, actions: list(action) }, 201),
          },
        },
        '/pumps/{id}': { ...named('id'), get: { responses: ok({ pump }) } },
        '/pumps/{id}/actions': { ...named('id'), get: { responses: ok({ actions: list(action) }) } },
        '/pumps/{id}/actions/drain': { ...named('id'), post: { responses: ok({ action }, 201) } },
        '/pumps/{id}/actions/{action_id}': { ...named('id', 'action_id'), get: { responses: ok({ action }) } },
        '/actions': { get: { responses: ok({ actions: list(action) }) } },
        '/actions/{id}': { ...named('id'), get: { responses: ok({ action }) } },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('an action that an answer shows beside its thing is read and listed, below the thing and with all others', async () => {
  const ask = await living(description);
  const made = (await ask('POST', '/pumps', { name: 'North' })).body;
  const below = `/pumps/${made.pump.id}/actions`;
  expect((await ask('GET', below)).body).toEqual({ actions: made.actions });
  const first = (await ask('POST', `${below}/drain`)).body.action;
  const second = (await ask('POST', `${below}/drain`)).body.action;
  expect(second.id).not.toBe(first.id);
  expect((await ask('GET', `${below}/${second.id}`)).body).toEqual({ action: second });
  expect((await ask('GET', `/actions/${first.id}`)).body).toEqual({ action: first });
  expect((await ask('GET', below)).body.actions).toEqual([...made.actions, first, second]);
  expect((await ask('GET', '/actions')).body.actions).toEqual(expect.arrayContaining([first, second]));
});

test('an action that only answers with such a thing is known by it, and needs the thing of its path', async () => {
  const ask = await living(description);
  expect(explainSource(description).find(({ path }) => path.endsWith('/drain'))).toMatchObject({
    does: 'acts on a pump, and changes none of its members',
    why: 'it answers with one of the actions',
  });
  expect((await ask('POST', '/pumps/4711/actions/drain')).status).toBe(404);
});
