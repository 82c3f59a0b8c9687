// The living mock: what requests create, change and delete is what later requests see, from a document alone.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { conform } from '../../generator/conform/index.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource, startLivingMock } from '../../generator/mock/living/index.ts';
import { planOf } from '../../generator/mock/living/plan/plan.ts';
import { stateFor } from '../../generator/mock/living/plan/states.ts';
import { World } from '../../generator/mock/living/world.ts';
import { buildService } from '../../generator/model/index.ts';
import { octavo } from '../cli/run.ts';
import { IS_DEEP } from '../support/effort.ts';
import { living } from './living.ts';

const root = path.resolve(import.meta.dirname, '../..');

const CAFES = `
openapi: 3.1.0
info: { title: Cafés, version: '1' }
security: []
paths:
  /cafes:
    get:
      operationId: listCafes
      parameters:
        - { name: city, in: query, schema: { type: string } }
        - { name: prettyPrint, in: query, schema: { type: boolean } }
        - { name: sort, in: query, schema: { type: string, enum: [name, -name, note, -note] } }
        - { name: page, in: query, schema: { type: integer, minimum: 1, default: 1 } }
        - { name: per_page, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 10 } }
      responses:
        '200':
          description: Cafés.
          headers: { X-Total-Count: { required: true, schema: { type: integer } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/CafePage' } } }
    post:
      operationId: createCafe
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewCafe' } } } }
      responses:
        '201':
          description: Made.
          headers: { Location: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Cafe' } } }
        '409': { $ref: '#/components/responses/Refused' }
  /cafes/{cafeId}:
    parameters: [{ $ref: '#/components/parameters/CafeId' }]
    get:
      operationId: getCafe
      responses:
        '200':
          description: A café.
          headers: { ETag: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Cafe' } } }
        '404': { $ref: '#/components/responses/Refused' }
    put:
      operationId: replaceCafe
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewCafe' } } } }
      responses:
        '200': { description: Replaced., content: { application/json: { schema: { $ref: '#/components/schemas/Cafe' } } } }
        '404': { $ref: '#/components/responses/Refused' }
        '412': { $ref: '#/components/responses/Refused' }
    patch:
      operationId: changeCafe
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: '#/components/schemas/CafeChange' } } } }
      responses:
        '200': { description: Changed., content: { application/json: { schema: { $ref: '#/components/schemas/Cafe' } } } }
        '404': { $ref: '#/components/responses/Refused' }
    delete:
      operationId: deleteCafe
      responses: { '204': { description: Gone. }, '404': { $ref: '#/components/responses/Refused' } }
  /cafes/{cafeId}/close:
    post:
      operationId: closeCafe
      description: Only an open cafe can be closed.
      parameters: [{ $ref: '#/components/parameters/CafeId' }]
      responses:
        '200': { description: Closed., content: { application/json: { schema: { $ref: '#/components/schemas/Cafe' } } } }
        '404': { $ref: '#/components/responses/Refused' }
        '409': { $ref: '#/components/responses/Refused' }
  /cafes/{cafeId}/tables:
    parameters: [{ $ref: '#/components/parameters/CafeId' }]
    get:
      operationId: listTables
      responses:
        '200': { description: Tables., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Table' } } } } }
        '404': { $ref: '#/components/responses/Refused' }
    post:
      operationId: addTable
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewTable' } } } }
      responses:
        '201': { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Table' } } } }
        '404': { $ref: '#/components/responses/Refused' }
  /cafes/{cafeId}/tables/{number}:
    get:
      operationId: getTable
      parameters: [{ $ref: '#/components/parameters/CafeId' }, { name: number, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: A table., content: { application/json: { schema: { $ref: '#/components/schemas/Table' } } } }
        '404': { $ref: '#/components/responses/Refused' }
  /reports:
    get:
      operationId: searchReports
      parameters:
        - { name: pageToken, in: query, schema: { type: string } }
        - { name: pageSize, in: query, schema: { type: integer, minimum: 1 } }
      responses:
        '200':
          description: Reports.
          content:
            application/json:
              schema:
                type: object
                required: [rows]
                properties: { rows: { type: array, items: { type: object, properties: { text: { type: string } } } }, nextPageToken: { type: string } }
              example: { rows: [{ text: one }, { text: two }, { text: three }], nextPageToken: more }
  /weather:
    get: { operationId: readWeather, responses: { '200': { description: Text., content: { text/plain: { schema: { type: string } } } } } }
components:
  parameters:
    CafeId: { name: cafeId, in: path, required: true, schema: { type: string } }
  responses:
    Refused: { description: Refused., content: { application/json: { schema: { $ref: '#/components/schemas/Failure' } } } }
  schemas:
    Failure: { type: object, required: [message], properties: { message: { type: string } } }
    NewCafe:
      type: object
      required: [name, city]
      properties:
        name: { type: string, maxLength: 40, description: The name is unique. }
        city: { type: string }
        note: { type: string }
        seats: { type: integer, default: 12 }
    CafeChange: { type: object, properties: { name: { type: string }, city: { type: string }, note: { type: [string, 'null'] } } }
    Cafe:
      type: object
      required: [id, name, city, seats, status, createdAt, updatedAt]
      properties:
        id: { type: string }
        name: { type: string, description: The name is unique. }
        city: { type: string }
        note: { type: string }
        seats: { type: integer, default: 12 }
        status: { type: string, enum: [open, closed] }
        createdAt: { type: string, format: date-time }
        updatedAt: { type: string, format: date-time }
      examples:
        - { id: cafe_7k2, name: Blue Door, city: Porto, seats: 8, status: open, createdAt: '2026-01-02T03:04:05Z', updatedAt: '2026-01-02T03:04:05Z' }
    CafePage:
      type: object
      required: [data, total, next]
      properties:
        data: { type: array, items: { $ref: '#/components/schemas/Cafe' } }
        total: { type: integer }
        next: { type: [string, 'null'], format: uri }
    NewTable: { type: object, required: [places], properties: { places: { type: integer } } }
    Table: { type: object, required: [number, places], properties: { number: { type: integer }, places: { type: integer } } }
`;

async function read(text: string, id: string) {
  const description = await load(`${id}.yaml`, { root, allowRemote: [], text }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  return description;
}

const cafes = await read(CAFES, 'cafes');

const begin = () => living(cafes);

const HARBOUR = { name: 'Harbour', city: 'Lisbon' };

describe('a document as a service that remembers', () => {
  test('what is created is read and listed, with what only a service gives; what is deleted is gone with what is below it', async () => {
    const ask = await begin();
    const made = await ask('POST', '/cafes', HARBOUR);
    expect(made).toMatchObject({
      status: 201,
      isLiving: true,
      body: { ...HARBOUR, seats: 12, status: 'open', id: expect.stringMatching(/^cafe_\d[a-z]\d$/) },
    });
    const { id, createdAt } = made.body;
    expect(Date.now() - Date.parse(createdAt)).toBeLessThan(60_000);
    expect(made.headers.location).toBe(`http://mock/cafes/${id}`);
    expect((await ask('GET', `/cafes/${id}`)).body).toEqual(made.body);
    expect((await ask('GET', '/cafes')).body.data.map((cafe: { name: string }) => cafe.name)).toEqual(['Blue Door', 'Harbour']);
    expect(await ask('POST', `/cafes/${id}/tables`, { places: 4 })).toMatchObject({ status: 201, body: { places: 4 } });
    expect((await ask('POST', `/cafes/${id}/tables`, { places: 2 })).body).toEqual({ number: 2, places: 2 });
    expect((await ask('GET', `/cafes/${id}/tables`)).body).toHaveLength(2);
    expect((await ask('GET', `/cafes/${id}/tables/2`)).body).toEqual({ number: 2, places: 2 });
    expect((await ask('DELETE', `/cafes/${id}`)).status).toBe(204);
    for (const gone of [`/cafes/${id}`, `/cafes/${id}/tables`, `/cafes/${id}/tables/2`]) expect((await ask('GET', gone)).status).toBe(404);
    expect((await ask('GET', '/cafes/none')).body).toEqual({ message: 'There is no cafe `none`.' });
    expect((await ask('POST', '/cafes/none/tables', { places: 1 })).status).toBe(404);
  });

  test('PUT replaces, PATCH merges, an action moves the state, and each is refused where the document says so', async () => {
    const ask = await begin();
    const { id } = (await ask('POST', '/cafes', { ...HARBOUR, note: 'By the sea.', seats: 3 })).body;
    expect((await ask('PATCH', `/cafes/${id}`, { city: 'Faro' })).body).toMatchObject({ city: 'Faro', note: 'By the sea.', seats: 3 });
    expect((await ask('PATCH', `/cafes/${id}`, { note: null })).body).not.toHaveProperty('note');
    const etag = (await ask('GET', `/cafes/${id}`)).headers.etag ?? '';
    const replaced = await ask('PUT', `/cafes/${id}`, { name: 'Quay', city: 'Faro' }, { 'if-match': etag });
    expect(replaced).toMatchObject({ status: 200, body: { id, name: 'Quay', seats: 12, status: 'open' } });
    expect(replaced.body.note).toBeUndefined();
    expect((await ask('PUT', `/cafes/${id}`, HARBOUR, { 'if-match': etag })).status).toBe(412);
    expect((await ask('POST', `/cafes/${id}/close`)).body.status).toBe('closed');
    expect((await ask('GET', `/cafes/${id}`)).body.status).toBe('closed');
    expect(await ask('POST', `/cafes/${id}/close`)).toMatchObject({ status: 409, body: { message: 'It is `closed` now.' } });
    expect((await ask('POST', '/cafes', { name: 'Quay', city: 'Porto' })).status).toBe(409);
  });

  test('a list is filtered, sorted and paged, and says how many there are and where it goes on', async () => {
    const ask = await begin();
    for (const [name, city] of [
      ['Anchor', 'Faro'],
      ['Canal', 'Porto'],
      ['Buoy', 'Faro'],
    ])
      await ask('POST', '/cafes', { name, city });
    const names = async (query: string) => (await ask('GET', `/cafes${query}`)).body.data.map((cafe: { name: string }) => cafe.name);
    expect(await names('?city=Faro')).toEqual(['Anchor', 'Buoy']);
    expect(await names('?sort=-name')).toEqual(['Canal', 'Buoy', 'Blue Door', 'Anchor']);
    const page = await ask('GET', '/cafes?sort=name&per_page=3');
    expect(page.headers['x-total-count']).toBe('4');
    expect(page.body).toMatchObject({ total: 4, next: 'http://mock/cafes?sort=name&per_page=3&page=2' });
    expect(await names('?sort=name&per_page=3&page=2')).toEqual(['Canal']);
    expect((await ask('GET', '/cafes?sort=name&per_page=3&page=2')).body.next).toBeNull();
    for (const [name, note] of [
      ['Dock', 'Late.'],
      ['Eddy', 'Early.'],
    ])
      await ask('POST', '/cafes', { name, city: 'Aveiro', note });
    // Things without the member come last, whatever the direction.
    expect(await names('?sort=note')).toEqual(['Eddy', 'Dock', 'Blue Door', 'Anchor', 'Canal', 'Buoy']);
    expect(await names('?sort=-note')).toEqual(['Dock', 'Eddy', 'Blue Door', 'Anchor', 'Canal', 'Buoy']);
  });

  test('a key is answered once, and what fits no thing or asks for a response is answered from the document', async () => {
    const ask = await begin();
    const [first, again] = [
      await ask('POST', '/cafes', HARBOUR, { 'idempotency-key': 'k1' }),
      await ask('POST', '/cafes', HARBOUR, { 'idempotency-key': 'k1' }),
    ];
    expect(again.body).toEqual(first.body);
    expect((await ask('POST', '/cafes', { ...HARBOUR, city: 'Faro' }, { 'idempotency-key': 'k1' })).status).toBe(409);
    expect((await ask('GET', '/cafes')).body.total).toBe(2);
    expect(await ask('GET', '/weather')).toMatchObject({ status: 200, isLiving: false });
    expect(await ask('GET', '/cafes/cafe_7k2', undefined, { prefer: 'code=404' })).toMatchObject({ status: 404, isLiving: false });
    expect((await ask('POST', '/cafes', { city: 'Faro' })).status).toBe(400);
  });
});

test('the pages of a list of what is no thing come to an end', async () => {
  const ask = await begin();
  const [one, two, three] = ['one', 'two', 'three'].map((text) => ({ text }));
  const first = await ask('GET', '/reports?pageSize=2');
  expect(first).toMatchObject({ status: 200, isLiving: false, body: { rows: [one, two] } });
  const rest = await ask('GET', `/reports?pageSize=2&pageToken=${first.body.nextPageToken}`);
  expect(rest.body).toEqual({ rows: [three] });
  expect((await ask('GET', '/reports')).body).toEqual({ rows: [one, two, three] });
});

test('states are told by forms of verbs', () => {
  const states = ['draft', 'sent', 'paid', 'cancelled', 'active', 'denied'];
  expect(['send', 'pay', 'cancel', 'activate', 'deny', 'archive'].map((verb) => stateFor(verb, states))).toEqual([
    'sent',
    'paid',
    'cancelled',
    'active',
    'denied',
    undefined,
  ]);
});

test('the world has room for so much, and says when there is none', async () => {
  const world = new World();
  const service = buildService(cafes, {}, new Problems());
  const [kind] = service === undefined ? [] : planOf(service).kinds;
  if (kind === undefined) throw new Error('The document has no kind of thing.');
  const thing = (id: number) => ({ kind, collection: '/things', id: String(id), value: { text: 'x'.repeat(1024 * 1024) } });
  for (let number = 0; number < 63; number++) world.keep(thing(number));
  expect(() => world.keep(thing(63))).toThrow('The mock keeps 64 MiB of things');
  world.remove({ ...thing(0), version: 1 });
  expect(world.keep(thing(63)).id).toBe('63');
});

describe('what a mock takes the operations for', () => {
  test('each has its reason, or none where it is about no thing', () => {
    const found = new Map(explainSource(cafes).map(({ method, path: at, does, sure }) => [`${method} ${at}`, does && `${does} (${sure})`]));
    expect(found.get('GET /cafes')).toBe('lists cafes, filtered by city, sorted by sort, in pages by per_page, page (likely)');
    expect(found.get('POST /cafes/{cafeId}/close')).toBe('sets a cafe to `closed` (likely)');
    expect(found.get('GET /cafes/{cafeId}/tables/{number}')).toBe('reads a table (likely)');
    expect(found.get('GET /weather')).toBeUndefined();
  });

  test('the command prints them, and refuses options of the other kind of mock', async () => {
    const mock = (...args: string[]) => octavo(['mock', 'docs/guides/library.yaml', ...args], { cwd: root });
    const explained = await mock('--living', '--explain');
    expect(explained.code).toBe(0);
    expect(explained.stdout).toContain('POST /books            creates a book');
    expect((await mock('--explain')).code).toBe(2);
    expect((await mock('--living', '--dynamic')).stderr).toContain('`--living` and `--dynamic` exclude each other.');
  });
});

test.runIf(IS_DEEP)('conform finds nothing in the living mock of a document, but that it takes any credential', async () => {
  const mock = await startLivingMock([await read(readFileSync(path.join(root, 'bench/beds/warehouse/openapi.yaml'), 'utf8'), 'warehouse')]);
  try {
    const { findings, reached } = await conform({
      document: path.join(root, 'bench/beds/warehouse/openapi.yaml'),
      target: mock.urlOf('warehouse'),
      allowWrites: true,
      credentials: { given: { ApiKey: 'any', AdminToken: 'any' } },
      // A mock takes any credential, counts nothing, and lets all requests through.
      checks: {
        ...{ 'refuses-credential': false, 'counts-of-others': false, 'rate-limit': false },
        // It keeps no bytes of files, no text that no response has a place for, and counts no items that are added to a list in a thing.
        ...{ 'keeps-files': false, 'keeps-values': false, 'stated-numbers': false, 'inner-items': false },
      },
      maxTime: 90_000,
    });
    expect(findings.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`)).toEqual([]);
    expect(reached?.succeeded).toBeGreaterThan(50);
  } finally {
    await mock.stop();
  }
});
