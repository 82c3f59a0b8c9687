// Tests what there is once at a path, such as the climate of a greenhouse, and parts of things at paths of their own.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const house = { type: 'object', required: ['id', 'name', 'phase'], properties: { id: text, name: text, phase: text } };
const climate = {
  type: 'object',
  required: ['warmth'],
  properties: { warmth: number, shade: { type: 'boolean', default: false }, measured: { type: 'integer', readOnly: true } },
};
const valve = { type: 'object', required: ['name', 'opening'], properties: { name: text, opening: number } };
const opening = { type: 'object', required: ['opening'], properties: { opening: number } };
const asText = { type: 'object', required: ['opening'], properties: { opening: text } };
const json = (schema: object, example?: unknown) => ({
  description: 'Done.',
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
const sent = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const named = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: text }] });
const none = { 404: { description: 'None.' } };

const description = await load(
  'greenhouses.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Greenhouses', version: '1' },
      paths: {
        '/houses': { post: { operationId: 'addHouse', ...sent(house), responses: { 201: json(house) } } },
        '/houses/{id}': {
          ...named('id'),
          get: { operationId: 'readHouse', responses: { 200: json(house), ...none } },
          delete: { operationId: 'removeHouse', responses: { 204: { description: 'Gone.' }, ...none } },
        },
        '/houses/{id}/climate': {
          ...named('id'),
          get: { operationId: 'readClimate', responses: { 200: json(climate, { warmth: 21, measured: 4 }), ...none } },
          put: { operationId: 'putClimate', ...sent(climate), responses: { 204: { description: 'Set.' }, ...none } },
          patch: { operationId: 'patchClimate', ...sent({ ...climate, required: [] }), responses: { 200: json(climate), ...none } },
          delete: { operationId: 'clearClimate', responses: { 204: { description: 'Gone.' }, ...none } },
        },
        '/houses/{id}/phase': {
          ...named('id'),
          get: { operationId: 'readPhase', responses: { 200: json({ type: 'object', properties: { phase: text } }), ...none } },
          put: {
            operationId: 'putPhase',
            ...sent({ type: 'object', required: ['phase'], properties: { phase: text } }),
            responses: { 204: { description: 'Set.' }, ...none },
          },
        },
        // What is shown of another kind of thing is no part of a house, although it has a name too.
        '/houses/{id}/gardener': {
          ...named('id'),
          get: {
            operationId: 'readGardener',
            responses: { 200: json({ type: 'object', properties: { name: text, since: text } }, { name: 'Ada' }), ...none },
          },
        },
        '/valves': {
          get: { operationId: 'listValves', responses: { 200: json({ type: 'array', items: valve }, [{ name: 'main', opening: 3 }]) } },
        },
        '/valves/{valve}/opening': {
          ...named('valve'),
          get: { operationId: 'readOpening', responses: { 200: json(opening), ...none } },
          post: { operationId: 'setOpening', summary: 'Set the opening', ...sent(opening), responses: { 200: json(opening), ...none } },
        },
        '/valves/{valve}/text': {
          ...named('valve'),
          get: { operationId: 'readText', responses: { 200: json(asText, { opening: 'three' }) } },
        },
        '/notice': {
          get: { operationId: 'readNotice', responses: { 200: json({ type: 'object', properties: { words: text } }, { words: 'Open' }) } },
          post: {
            operationId: 'setNotice',
            summary: 'Change the notice',
            ...sent({ type: 'object', properties: { words: text } }),
            responses: { 200: { description: 'Set.' } },
          },
        },
        '/weather': { get: { operationId: 'readWeather', responses: { 200: json(climate, { warmth: 9 }) } } },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('what there is once is replaced, merged and deleted, below each thing by itself', async () => {
  const ask = await living(description);
  const ids = [];
  for (const name of ['Palms', 'Ferns']) ids.push((await ask('POST', '/houses', { id: name, name, phase: 'new' })).body.id);
  const [palms, ferns] = ids;
  expect((await ask('GET', `/houses/${palms}/climate`)).body).toEqual({ warmth: 21, measured: 4 });
  expect((await ask('PUT', `/houses/${palms}/climate`, { warmth: 28, shade: true, measured: 9 })).status).toBe(204);
  expect((await ask('GET', `/houses/${palms}/climate`)).body).toEqual({ warmth: 28, shade: true, measured: 4 });
  expect((await ask('PATCH', `/houses/${palms}/climate`, { warmth: 26 }, { 'content-type': 'application/json' })).body).toEqual({
    warmth: 26,
    shade: true,
    measured: 4,
  });
  expect((await ask('GET', `/houses/${ferns}/climate`)).body).toEqual({ warmth: 21, measured: 4 });
  expect((await ask('DELETE', `/houses/${palms}/climate`)).status).toBe(204);
  expect((await ask('GET', `/houses/${palms}/climate`)).status).toBe(404);
  expect((await ask('PUT', `/houses/${palms}/climate`, { warmth: 20 })).status).toBe(204);
  expect((await ask('GET', `/houses/${palms}/climate`)).body).toMatchObject({ warmth: 20, shade: false });
  expect((await ask('GET', '/houses/none/climate')).status).toBe(404);
  await ask('DELETE', `/houses/${ferns}`);
  expect((await ask('GET', `/houses/${ferns}/climate`)).status).toBe(404);
});

test('a part of a thing is shown and set at its own path', async () => {
  const ask = await living(description);
  const { id } = (await ask('POST', '/houses', { id: 'x', name: 'Palms', phase: 'new' })).body;
  expect((await ask('GET', `/houses/${id}/phase`)).body).toEqual({ phase: 'new' });
  await ask('PUT', `/houses/${id}/phase`, { phase: 'open' });
  expect((await ask('GET', `/houses/${id}`)).body).toEqual({ id, name: 'Palms', phase: 'open' });
  expect((await ask('GET', `/houses/${id}/gardener`)).body).toEqual({ name: 'Ada' });
  expect((await ask('POST', '/valves/main/opening', { opening: 8 })).body).toEqual({ opening: 8 });
  expect((await ask('GET', '/valves/main/opening')).body).toEqual({ opening: 8 });
  expect((await ask('GET', '/valves')).body).toEqual([{ name: 'main', opening: 8 }]);
  expect((await ask('GET', '/valves/side/opening')).status).toBe(404);
  // A text is no part of a valve, whose opening is a number.
  expect((await ask('GET', '/valves/main/text')).body).toEqual({ opening: 'three' });
});

test('a notice without a thing above is kept, and what nothing changes is answered from the document', async () => {
  const ask = await living(description);
  expect((await ask('GET', '/notice')).body).toEqual({ words: 'Open' });
  await ask('POST', '/notice', { words: 'Closed' });
  expect(await ask('GET', '/notice')).toMatchObject({ isLiving: true, body: { words: 'Closed' } });
  expect((await ask('GET', '/weather')).isLiving).toBe(false);
  const words = new Map(explainSource(description).map((one) => [`${one.method} ${one.path}`, one.does]));
  expect([words.get('GET /notice'), words.get('POST /notice'), words.get('DELETE /houses/{id}/climate')]).toEqual([
    'reads the notice',
    'changes the notice',
    'deletes the climate',
  ]);
});
