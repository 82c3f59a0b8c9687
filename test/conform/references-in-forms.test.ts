// Tests that the fields of a form refer to what other operations make, also where these answer with an address and no body.
import { expect, test } from 'vitest';
import { asTaken } from '../../generator/conform/sequences/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { serviceFrom } from './support.ts';

const documentOf = (type: string, fields: string, id = '{ type: integer, minimum: 1 }'): string => `openapi: 3.1.0
info: { title: Boats, version: '1' }
paths:
  /boats:
    post:
      operationId: addBoat
      requestBody: { required: true, content: { ${type}: { schema: { type: object, properties: { name: { type: string } } } } } }
      responses: { '201': { description: Added., headers: { Location: { required: true, schema: { type: string } } } } }
  /boats/{boatId}:
    get:
      operationId: readBoat
      parameters: [{ name: boatId, in: path, required: true, schema: ${id} }]
      responses: { '200': { description: It., content: { application/json: { schema: { type: object, properties: { id: ${id}, name: { type: string } } } } } } }
  /trips:
    post:
      operationId: addTrip
      requestBody: { required: true, content: { ${type}: { schema: { type: object, properties: { ${fields} } } } } }
      responses: { '201': { description: Added., headers: { Location: { required: true, schema: { type: string } } } } }
`;

const FORM = 'application/x-www-form-urlencoded';

test.each([
  ['a number in a form', documentOf(FORM, 'boat: { type: integer }, day: { type: string }'), ['/body/boat']],
  ['a number in a form with parts', documentOf('multipart/form-data', 'boatId: { type: integer }'), ['/body/boatId']],
  ['a text in JSON', documentOf('application/json', 'boat: { type: string }', '{ type: string }'), ['/body/boat']],
  ['a list in a form', documentOf(FORM, 'boats: { type: array, items: { type: integer } }'), ['/body/boats/0']],
  ['a flag', documentOf(FORM, 'sailingBoat: { type: boolean }, sails: { type: integer }'), []],
  ['a text where the path takes a number', documentOf(FORM, 'boat: { type: string }'), []],
])('%s', async (_, document, places) => {
  const edges = edgesOf(await serviceFrom(document)).filter(({ consumer }) => consumer.id === 'addTrip');
  expect(edges.map(({ producer, from, to }) => [producer.id, from, to])).toEqual(
    places.map((place) => ['addBoat', '/headers/Location', place]),
  );
});

test.each([
  ['a number', '{ type: integer }', 42],
  ['a number or null', "{ type: [integer, 'null'] }", 42],
  ['a text', '{ type: string }', '42'],
  ['either', '{ type: [integer, string] }', '42'],
])('a body that takes %s takes the identifier of an address as such', async (_, schema, taken) => {
  const { operations } = await serviceFrom(documentOf(FORM, `boat: ${schema}`));
  const [operation] = operations.filter(({ id }) => id === 'addTrip');
  expect(operation && asTaken(operation, '/body/boat', '42')).toBe(taken);
  expect(operation && asTaken(operation, '/body/boat', 'a42')).toBe('a42');
});
