// Tests creates that find what is there already, as their texts say, and things whose list has the plural of their path.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { isSaidTaken, knownAlreadyIn } from '../../generator/inference/prose/index.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const code = { type: 'object', required: ['kind', 'value'], properties: { kind: text, value: text, note: text } };
const plant = {
  type: 'object',
  required: ['id', 'label'],
  properties: {
    id: { type: 'integer' },
    label: text,
    bed: text,
    codes: { type: 'array', items: code },
    tags: { type: 'array', items: text },
    watered: { type: 'string', format: 'date-time' },
  },
};
const newPlant = {
  type: 'object',
  required: ['label'],
  properties: { ...plant.properties, codes: { oneOf: [{ type: 'array', items: code }, code] } },
};
const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const sent = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const byId = { parameters: [{ name: 'plantId', in: 'path', required: true, schema: { type: 'integer' } }] };

async function garden(description: string, put = '') {
  const found = await load(
    'garden.json',
    {
      root: import.meta.dirname,
      allowRemote: [],
      text: JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Garden', version: '1' },
        paths: {
          '/plant': {
            post: { operationId: 'addPlant', description, ...sent(newPlant), responses: { 200: json(plant), 201: json(plant) } },
          },
          '/plant/{plantId}': {
            ...byId,
            get: { operationId: 'readPlant', responses: { 200: json(plant), 404: { description: 'None.' } } },
            put: { operationId: 'putPlant', description: put, ...sent(newPlant), responses: { 200: json(plant) } },
          },
          '/plants': {
            get: {
              operationId: 'listPlants',
              parameters: ['search', 'bed'].map((name) => ({ name, in: 'query', schema: text })),
              responses: { 200: json({ type: 'array', items: plant }) },
            },
          },
          '/plant/bulk': {
            post: {
              operationId: 'addPlants',
              description,
              ...sent({ type: 'array', items: newPlant }),
              responses: { 200: json({ type: 'array', items: plant }), 409: { description: 'Taken.' } },
            },
          },
        },
      }),
    },
    new Problems(),
  );
  if (found === undefined) throw new Error('The document is at fault.');
  return found;
}

const known = [{ kind: 'rfid', value: 'A1' }];

test('what a create knows is changed, by the first of the members that its text names', async () => {
  const ask = await living(
    await garden('If a plant with one of the `codes`, the `label` or the `id` exists, it is updated, and omitted fields stay.'),
  );
  const { id } = (await ask('POST', '/plant', { label: 'Quince', bed: 'north', codes: known })).body;
  const other = (await ask('POST', '/plant', { label: 'Medlar', codes: { kind: 'rfid', value: 'B2' } })).body;
  expect(other).toMatchObject({ codes: [{ kind: 'rfid', value: 'B2' }] });
  expect(other.id).not.toBe(id);
  const again = await ask('POST', '/plant', { label: 'Quince tree', codes: { kind: 'rfid', value: 'A1' } });
  expect(again).toMatchObject({ status: 200, body: { id, label: 'Quince tree', bed: 'north' } });
  // The identifier comes before others, and a text before a list.
  expect((await ask('POST', '/plant', { id: other.id, label: 'Quince tree' })).body.id).toBe(other.id);
  expect((await ask('POST', '/plant', { label: 'Quince tree', codes: [{ kind: 'rfid', value: 'B2' }] })).body.id).toBe(id);
  const many = await ask('POST', '/plant/bulk', [{ label: 'QUINCE' }, { label: 'Quince tree', bed: 'south' }]);
  expect(many.body.map((one: { id: number }) => one.id === id)).toEqual([false, true]);
  expect((await ask('GET', '/plants?bed=south')).body).toMatchObject([{ id }]);
});

test('it is replaced, or answered as it is, where the text says so', async () => {
  const replacing = await living(await garden('A plant with a known `label` is replaced.'));
  const { id } = (await replacing('POST', '/plant', { label: 'Quince', bed: 'north' })).body;
  const after = (await replacing('POST', '/plant', { label: 'Quince', tags: ['old'] })).body;
  expect([after.id, after.bed, after.tags]).toEqual([id, undefined, ['old']]);
  const answering = await living(await garden('Adds a plant. Where one with this label is there already, that one is returned.'));
  const made = (await answering('POST', '/plant', { label: 'Quince', bed: 'north' })).body;
  expect((await answering('POST', '/plant', { label: 'Quince', bed: 'south' })).body).toEqual(made);
});

test('without such a text, a second thing is made', async () => {
  const ask = await living(await garden('Adds a plant.'));
  const first = (await ask('POST', '/plant', { label: 'Quince' })).body;
  expect((await ask('POST', '/plant', { label: 'Quince' })).body.id).not.toBe(first.id);
});

test('the list of things has the plural of their path, and a search looks into tags', async () => {
  const description = await garden('Adds a plant.');
  expect(explainSource(description).find(({ path }) => path === '/plants')?.does).toMatch(/^lists plants, filtered by bed, searched by/);
  const ask = await living(description);
  const { id } = (await ask('POST', '/plant', { label: 'Quince', tags: ['Frost_hardy'] })).body;
  await ask('POST', '/plant', { label: 'Medlar', tags: ['tender'] });
  expect((await ask('GET', '/plants?search=frost_h')).body).toMatchObject([{ id }]);
});

test('a PUT keeps the members that its text says, and no others', async () => {
  const ask = await living(await garden('Adds a plant.', 'Replaces the plant. If `codes` is omitted, the existing codes are kept.'));
  const { id } = (await ask('POST', '/plant', { label: 'Quince', tags: ['old'], codes: known })).body;
  const { body } = await ask('PUT', `/plant/${id}`, { label: 'Medlar' });
  expect([body.label, body.codes, body.tags]).toEqual(['Medlar', known, undefined]);
});

test.each([
  ['If a customer with this email exists, it is updated.', ['email'], 'merge'],
  ['Where one with the same `reference` exists already, the existing one is returned.', ['reference'], 'nothing'],
  ['When a customer exists with this reference, it is overwritten.', ['reference'], 'replace'],
  ['A customer whose email is known is updated, any other is added.', ['email'], 'merge'],
  ['Adds a customer, or updates the one with the same email.', ['email'], 'merge'],
  ['Creates or replaces a customer by its reference.', ['reference'], 'replace'],
])('%s', (sentence, by, does) => {
  expect(knownAlreadyIn(sentence, 'customers', ['email', 'reference'])).toMatchObject({ by, does });
});

test.each([
  'If a customer with this email exists, its name is updated.',
  'If a customer with this email exists, the request is refused.',
  'If an order with this reference exists, it is updated.',
  'If a customer with this email exists, it is not updated.',
  'A customer with a known email is a 409.',
  'A customer with an email is updated each night.',
  'Updates the customer with this email.',
])('nothing is known by: %s', (sentence) => {
  expect(knownAlreadyIn(sentence, 'customers', ['email', 'reference'])).toBeUndefined();
});

test('a member that other kinds of things may not have is not taken', () => {
  expect(isSaidTaken('another may not have `potSize`', '422')).toBe(false);
  expect(isSaidTaken('another plant may not have the same `label`', '409')).toBe(true);
});
