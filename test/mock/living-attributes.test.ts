// Tests things whose members stand in `attributes`, as JSON:API has them: a living mock treats them as members of the thing, and shows them there.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Quarry, version: '1' }
security: []
paths:
  /blocks:
    get:
      parameters:
        - { name: 'filter[stone]', in: query, schema: { type: string } }
        - { name: sort, in: query, schema: { type: string, enum: [tonnes, '-tonnes'] } }
      responses: { '200': { description: All., content: { application/vnd.api+json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: '#/components/schemas/Block' } } } } } } } }
    post:
      requestBody: { required: true, content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/NewBlock' } } } }
      responses:
        '201': { description: Made., content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/OneBlock' } } } }
        '409': { description: There is a block with this mark. }
  /blocks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: One., content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/OneBlock' } } } }, '404': { description: None. } } }
    patch:
      requestBody: { required: true, content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/NewBlock' } } } }
      responses: { '200': { description: Changed., content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/OneBlock' } } } }, '404': { description: None. }, '409': { description: There is a block with this mark. } }
    delete: { responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /blocks/{id}/release:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post:
      description: A block that is \`cut\` becomes \`released\`. One in another state is refused with 409.
      responses: { '200': { description: Released., content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/OneBlock' } } } }, '404': { description: None. }, '409': { description: It is in another state. } }
  /faces:
    post:
      requestBody: { required: true, content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/NewFace' } } } }
      responses: { '201': { description: Made., content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/OneFace' } } } } }
  /faces/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': { description: One., content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/OneFace' } } } }, '404': { description: None. } } }
    patch:
      requestBody: { required: true, content: { application/json-patch+json: { schema: { type: array, items: { type: object, required: [op, path], properties: { op: { type: string }, path: { type: string }, value: {} } } } } } }
      responses: { '200': { description: Changed., content: { application/vnd.api+json: { schema: { $ref: '#/components/schemas/OneFace' } } } }, '409': { description: It does not fit. } }
    delete: { description: A face of which there are blocks cannot be deleted (409)., responses: { '204': { description: Gone. }, '404': { description: None. }, '409': { description: There are blocks of it. } } }
components:
  schemas:
    NewFace: { type: object, required: [data], properties: { data: { type: object, required: [type], properties: { type: { type: string, enum: [faces] }, attributes: { type: object, properties: { metres: { type: integer } } } } } } }
    OneFace: { type: object, required: [data], properties: { data: { type: object, required: [type, id, attributes], properties: { type: { type: string, enum: [faces] }, id: { type: string }, attributes: { type: object, required: [metres], properties: { metres: { type: integer } } } } } } }
    NewBlock:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [type]
          properties:
            type: { type: string, enum: [blocks] }
            id: { type: string }
            attributes:
              type: object
              properties: { stone: { type: string }, tonnes: { type: number }, mark: { type: string } }
            relationships: { $ref: '#/components/schemas/Related' }
    OneBlock: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Block' } } }
    Related: { type: object, properties: { face: { type: object, properties: { data: { type: object, properties: { type: { type: string }, id: { type: string } } } } } } }
    Block:
      type: object
      required: [type, id, attributes]
      properties:
        type: { type: string, enum: [blocks] }
        id: { type: string, example: blk-2201 }
        attributes:
          type: object
          required: [stone, status, createdAt, polish]
          properties:
            stone: { type: string, example: granite }
            tonnes: { type: number }
            mark: { type: string, description: The mark of the block. Unique. }
            polish: { type: string, default: none }
            status: { type: string, enum: [cut, released, sold] }
            createdAt: { type: string, format: date-time, readOnly: true }
            updatedAt: { type: string, format: date-time, readOnly: true }
        relationships: { $ref: '#/components/schemas/Related' }
`;

const found = await load('quarry.yaml', { root: import.meta.dirname, allowRemote: [], text: DOCUMENT }, new Problems());
if (found === undefined) throw new Error('The document is at fault.');
const description = found;
const api = { 'content-type': 'application/vnd.api+json' };
const sent = (attributes: object, others: object = {}) => ({ data: { type: 'blocks', attributes, ...others } });

async function quarry(things = 0) {
  const ask = await living(description, things);
  return {
    ask,
    add: (attributes: object, others?: object) => ask('POST', '/blocks', sent(attributes, others), api),
    change: (id: string, attributes: object) => ask('PATCH', `/blocks/${id}`, sent(attributes), api),
  };
}

test('what is sent is kept, and what only the service gives is given, in the same place', async () => {
  const { add, ask } = await quarry();
  const related = { face: { data: { type: 'faces', id: 'f-1' } } };
  const made = await add({ stone: 'basalt', tonnes: 2.5, mark: 'B-1' }, { relationships: related });
  expect([made.status, made.isLiving]).toEqual([201, true]);
  const { id } = made.body.data;
  expect(made.body.data).toEqual({
    type: 'blocks',
    id: expect.stringMatching(/^blk-\d{4}$|^[a-z]{3}-\d{4}$/),
    attributes: {
      stone: 'basalt',
      tonnes: 2.5,
      mark: 'B-1',
      polish: 'none',
      status: 'cut',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
    relationships: related,
  });
  expect(Math.abs(Date.parse(made.body.data.attributes.createdAt) - Date.now())).toBeLessThan(60_000);
  expect((await ask('GET', `/blocks/${id}`)).body).toEqual(made.body);
  expect((await ask('GET', '/blocks')).body.data).toEqual([made.body.data]);
});

test('a change merges into the attributes, and moves the time of the last change alone', async () => {
  const { add, change } = await quarry();
  const { data } = (await add({ stone: 'basalt', tonnes: 2.5 })).body;
  await new Promise((resolve) => setTimeout(resolve, 5));
  const changed = (await change(data.id, { tonnes: 3 })).body.data;
  expect(changed.attributes).toEqual({ ...data.attributes, tonnes: 3, updatedAt: expect.any(String) });
  expect(changed.attributes.updatedAt > data.attributes.createdAt).toBe(true);
});

test('a unique attribute is so, and a state refuses', async () => {
  const { add, ask, change } = await quarry();
  const { data } = (await add({ stone: 'basalt', mark: 'B-1' })).body;
  expect((await add({ stone: 'slate', mark: 'B-1' })).status).toBe(409);
  const other = (await add({ stone: 'slate', mark: 'B-2' })).body.data;
  expect((await change(other.id, { mark: 'B-1' })).status).toBe(409);
  expect((await ask('POST', `/blocks/${data.id}/release`)).body.data.attributes.status).toBe('released');
  expect((await ask('POST', `/blocks/${data.id}/release`)).status).toBe(409);
  expect((await ask('GET', `/blocks/${data.id}`)).body.data.attributes).toMatchObject({ status: 'released', mark: 'B-1' });
});

test('lists filter and sort by attributes', async () => {
  const { add, ask } = await quarry();
  for (const [stone, tonnes] of [
    ['basalt', 2],
    ['slate', 1],
    ['basalt', 1.5],
  ])
    await add({ stone, tonnes });
  const tonnes = (body: { data: { attributes: { tonnes: number } }[] }) => body.data.map((one) => one.attributes.tonnes);
  expect(tonnes((await ask('GET', '/blocks?filter%5Bstone%5D=basalt')).body)).toEqual([2, 1.5]);
  expect(tonnes((await ask('GET', '/blocks?sort=-tonnes')).body)).toEqual([2, 1.5, 1]);
});

test('the world begins with things of this form, which differ', async () => {
  const { ask } = await quarry(4);
  const { data } = (await ask('GET', '/blocks')).body;
  expect(data).toHaveLength(4);
  for (const one of data) expect(Object.keys(one).toSorted()).toEqual(expect.arrayContaining(['attributes', 'id', 'type']));
  expect(new Set(data.map((one: { attributes: { createdAt: string } }) => one.attributes.createdAt)).size).toBe(4);
  expect((await ask('GET', `/blocks/${data[0].id}`)).body.data).toEqual(data[0]);
});

test('a relationship names a thing, which stays as long', async () => {
  const { ask, add } = await quarry();
  const face = async () => (await ask('POST', '/faces', { data: { type: 'faces', attributes: { metres: 12 } } }, api)).body.data.id;
  const [used, free] = [await face(), await face()];
  await add({ stone: 'basalt' }, { relationships: { face: { data: { type: 'faces', id: used } } } });
  expect((await ask('DELETE', `/faces/${used}`)).status).toBe(409);
  expect((await ask('DELETE', `/faces/${free}`)).status).toBe(204);
});

test('a JSON Patch names the places that answers show', async () => {
  const { ask } = await quarry();
  const { id } = (await ask('POST', '/faces', { data: { type: 'faces', attributes: { metres: 12 } } }, api)).body.data;
  const patch = (path: string) =>
    ask('PATCH', `/faces/${id}`, [{ op: 'replace', path, value: 15 }], { 'content-type': 'application/json-patch+json' });
  expect((await patch('/attributes/metres')).body.data).toEqual({ type: 'faces', id, attributes: { metres: 15 } });
  expect((await patch('/metres')).status).toBe(409);
});

test('each operation has state', () => {
  expect(explainSource(description).filter(({ does }) => does === undefined)).toEqual([]);
});
