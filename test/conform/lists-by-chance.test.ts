// Tests that operations are reached whose identifiers stand in a list that shows nothing for a page by chance, or under another name than that of the
// parameter.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { identifierFor } from '../../generator/inference/names.ts';
import type { Service } from '../../generator/model/service.ts';
import { serviceFrom } from './support.ts';

/** Shops that exist, and that no operation makes. `query`: the optional parameter of their list. */
function shops(query: string): Promise<Service> {
  return serviceFrom(`openapi: 3.1.0
info: { title: Shops, version: '1' }
paths:
  /shops:
    get:
      operationId: listShops
      parameters: [${query}]
      responses:
        '200': { description: The shops., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Shop' } } } } }
        '400': { description: There is no such page. }
  /shops/{shop}:
    get:
      operationId: readShop
      parameters: [{ name: shop, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: The shop., content: { application/json: { schema: { $ref: '#/components/schemas/Shop' } } } }
        '404': { description: Unknown. }
components:
  schemas:
    Shop: { type: object, required: [id], properties: { id: { type: string } } }
`);
}

/** `empty`: what the list answers to a request that asks for a part of it. `seen`: gets the paths that were asked for. */
function shopkeeper(empty: () => Response, seen: string[]): Handler {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    seen.push(request.method + pathname + search);
    if (pathname === '/shops') return search === '' ? Response.json([{ id: 'north-17' }]) : empty();
    return pathname === '/shops/north-17' ? Response.json({ id: 'north-17' }) : new Response(null, { status: 404 });
  };
}

const none = (): Response => Response.json([]);

test.each([
  ['a page', '{ name: page, in: query, example: 50, schema: { type: integer } }', none],
  ['a cursor', '{ name: next, in: query, example: b2, schema: { type: string } }', () => new Response(null, { status: 400 })],
  ['a filter', '{ name: city, in: query, example: Turin, schema: { type: string } }', none],
  ['an offset', '{ name: offset, in: query, example: 90, schema: { type: integer } }', none],
])('a list is read without %s by chance, where something of it is needed', async (_, query, empty) => {
  const seen: string[] = [];
  const report = await conformService(await shops(query), { target: shopkeeper(empty, seen), random: 2, sequences: false });
  expect(report.reached).toEqual({ succeeded: 2, of: 2 });
  // Before all the cases that leave out the parameter by themselves.
  expect(seen.slice(0, 12)).toContain('GET/shops/north-17');
});

test.each([
  ['userEmail', 'users', ['id', 'email'], 'email'],
  ['user_email', 'users', ['id', 'email'], 'email'],
  ['factionSymbol', 'factions', ['name', 'symbol'], 'symbol'],
  ['email', 'users', ['id', 'userEmail'], 'userEmail'],
  ['shelf', 'shelves', ['id', 'label'], 'id'],
  ['contentId', 'courses', ['id', 'name'], 'id'],
  ['user_account', 'accounts', ['id', 'account'], 'id'],
])('{%s} of %s with %j is %s', (parameter, collection, properties, wanted) => {
  expect(identifierFor(parameter, collection, properties)).toBe(wanted);
});

const BOOK = '{ type: object, required: [model], properties: { model: { type: string } } }';

test('a list says what there is, before the answer of an operation that has the name alone', async () => {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Models, version: '1' }
paths:
  /labs/{lab}/answers:
    post:
      operationId: ask
      parameters: [{ name: lab, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: ${BOOK} } } }
      responses: { '200': { description: The answer., content: { application/json: { schema: ${BOOK} } } } }
  /models:
    get:
      operationId: listModels
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: ${BOOK} } } } } }
  /models/{model}:
    get:
      operationId: readModel
      parameters: [{ name: model, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: One., content: { application/json: { schema: ${BOOK} } } }, '404': { description: Unknown. } }
`);
  const edges = edgesOf(service).map(({ producer, consumer }) => `${producer.id} ${consumer.id}`);
  expect(edges).toEqual(expect.arrayContaining(['ask readModel', 'listModels readModel']));
  const target: Handler = async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST') return Response.json(await request.json());
    if (pathname === '/models') return Response.json([{ model: 'm-9' }]);
    return pathname === '/models/m-9' ? Response.json({ model: 'm-9' }) : new Response(null, { status: 404 });
  };
  const report = await conformService(service, { target, allowWrites: true, random: 2, sequences: false });
  expect(report.reached).toEqual({ succeeded: 3, of: 3 });
});

const SHELF = '{ type: object, required: [name, room], properties: { name: { type: string, minLength: 1 }, room: { type: string } } }';

/** Shelves that are known by their names. `keepsRoom`: a fault. */
function shelving(keepsRoom: boolean): Handler {
  const rooms = new Map<string, string>();
  return async (request) => {
    const [, , name = ''] = new URL(request.url).pathname.split('/').map(decodeURIComponent);
    const body: unknown = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    const member = (key: string): string | undefined => {
      const found = typeof body === 'object' && body !== null ? Object.entries(body).find(([one]) => one === key)?.[1] : undefined;
      return typeof found === 'string' ? found : undefined;
    };
    const [own, room] = [member('name'), member('room')];
    if (request.method !== 'GET' && (own === undefined || own === '' || room === undefined)) return new Response(null, { status: 422 });
    if (request.method === 'POST') {
      rooms.set(String(own), String(room));
      return Response.json({ name: own, room }, { status: 201 });
    }
    if (!rooms.has(name)) return new Response(null, { status: 404 });
    if (request.method === 'PUT' && !keepsRoom) rooms.set(name, String(room));
    return Response.json({ name, room: rooms.get(name) });
  };
}

test.each([
  ['keeps the name that its path has', false, []],
  ['keeps all', true, ['`room`']],
])('a change that %s', async (_, keepsRoom, wanted) => {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves:
    post:
      operationId: addShelf
      requestBody: { required: true, content: { application/json: { schema: ${SHELF} } } }
      responses: { '201': { description: Added., content: { application/json: { schema: ${SHELF} } } }, '422': { description: Wrong. } }
  /shelves/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readShelf
      responses: { '200': { description: It., content: { application/json: { schema: ${SHELF} } } }, '404': { description: Unknown. } }
    put:
      operationId: changeShelf
      requestBody: { required: true, content: { application/json: { schema: ${SHELF} } } }
      responses: { '200': { description: It., content: { application/json: { schema: ${SHELF} } } }, '404': { description: Unknown. }, '422': { description: Wrong. } }
`);
  const report = await conformService(service, { target: shelving(keepsRoom), allowWrites: true, random: 2 });
  const found = report.findings.filter(({ check }) => check === 'read-after-change').map(({ message }) => message.split(' ')[0]);
  expect([...new Set(found)]).toEqual(wanted);
});
