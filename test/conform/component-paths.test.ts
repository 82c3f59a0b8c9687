// Tests that members are taken for references by the component that the path of one kind of thing alone has.
import { expect, test } from 'vitest';
import { edgesOf } from '../../generator/inference/edges.ts';
import { serviceFrom } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const at = (name: string, component: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { $ref: '#/components/schemas/${component}' } }`;

/** `PUT /rooms/{code}` or another way to make things, and a body that takes the component. */
const document = (
  making: string,
  path: string,
  parameters: string,
  thing: string,
  body: string,
  components: string,
): string => `openapi: 3.1.0
info: { title: House, version: '1' }
paths:
${making}
  ${path}:
    parameters: [${parameters}]
    get: { operationId: readThing, responses: { '200': { description: It., ${json(thing)} }, '404': { description: None. } } }
  /plans:
    post:
      operationId: addPlan
      requestBody: { required: true, ${json(body)} }
      responses: { '201': { description: Made., ${json('{ type: object, required: [number], properties: { number: { type: integer } } }')} } }
components:
  schemas:
${components}
`;

const made = async (text: string): Promise<readonly string[]> =>
  edgesOf(await serviceFrom(text)).flatMap(({ producer, consumer, from, to }) =>
    consumer.id === 'addPlan' ? [`${producer.id} ${from} ${to}`] : [],
  );

const code = "    RoomCode: { type: string, pattern: '^[A-Z]{2}-[0-9]{3}$' }";
const room = "{ type: object, required: [code], properties: { code: { $ref: '#/components/schemas/RoomCode' } } }";

test('a member and the items of a list that have the component of a path', async () => {
  const making = `  /rooms/{code}:
    parameters: [${at('code', 'RoomCode')}]
    put:
      operationId: saveRoom
      requestBody: { required: true, ${json('{ type: object, properties: { seats: { type: integer } } }')} }
      responses: { '201': { description: Made., ${json(room)} } }
    get: { operationId: getRoom, responses: { '200': { description: It., ${json(room)} } } }`;
  const body =
    "{ type: object, properties: { home: { $ref: '#/components/schemas/RoomCode' }, stops: { type: array, items: { $ref: '#/components/schemas/RoomCode' } }, note: { type: string } } }";
  const text = document(making, '/rooms/{code}/door', at('code', 'RoomCode'), room, body, code);
  expect(await made(text)).toEqual(['saveRoom /body/code /body/home', 'saveRoom /body/code /body/stops/0']);
});

test('a member whose component a created thing is known by', async () => {
  const berth = "{ type: object, required: [sign], properties: { sign: { $ref: '#/components/schemas/Sign' } } }";
  const making = `  /berths:
    post:
      operationId: addBerth
      requestBody: { required: true, ${json('{ type: object, properties: { length: { type: integer } } }')} }
      responses: { '201': { description: Made., ${json(berth)} } }`;
  const body = "{ type: object, properties: { nightPlace: { oneOf: [{ $ref: '#/components/schemas/Sign' }, { type: 'null' }] } } }";
  const text = document(
    making,
    '/berths/{sign}',
    at('sign', 'Sign'),
    berth,
    body,
    "    Sign: { type: string, pattern: '^[A-Z][0-9]{3}$' }",
  );
  expect(await made(text)).toEqual(['addBerth /body/sign /body/nightPlace']);
});

test('a component that several kinds of things share says nothing', async () => {
  const thing = "{ type: object, required: [id], properties: { id: { $ref: '#/components/schemas/Id' } } }";
  const make = (name: string): string => `  /${name}:
    post: { operationId: add-${name}, responses: { '201': { description: Made., ${json(thing)} } } }
  /${name}/{${name}Id}:
    parameters: [${at(`${name}Id`, 'Id')}]
    get: { operationId: get-${name}, responses: { '200': { description: It., ${json(thing)} } } }`;
  const body = "{ type: object, properties: { holder: { $ref: '#/components/schemas/Id' } } }";
  const text = document(`${make('cars')}\n${make('vans')}`, '/news', '', thing, body, '    Id: { type: string, minLength: 8 }');
  expect(await made(text)).toEqual([]);
});

test('values by which parts of a thing are known may mean the same elsewhere', async () => {
  const text = `openapi: 3.1.0
info: { title: House, version: '1' }
paths:
  /notes: { post: { operationId: addNote, responses: { '201': { description: Made., ${json('{ type: object, properties: { id: { type: integer } } }')} } } } }
  /notes/{id}/versions/{language}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }, ${at('language', 'Language')}]
    put: { operationId: saveVersion, responses: { '201': { description: Made., ${json("{ type: object, properties: { language: { $ref: '#/components/schemas/Language' } } }")} } } }
    get: { operationId: getVersion, responses: { '200': { description: It., ${json("{ type: object, properties: { language: { $ref: '#/components/schemas/Language' } } }")} } } }
  /plans:
    post: { operationId: addPlan, requestBody: { required: true, ${json("{ type: object, properties: { spoken: { $ref: '#/components/schemas/Language' } } }")} }, responses: { '201': { description: Made. } } }
components: { schemas: { Language: { type: string, pattern: '^[a-z]{2}$' } } }
`;
  expect(await made(text)).toEqual([]);
});
