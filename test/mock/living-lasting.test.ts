// A living mock whose things come back after they are deleted, are created several at once, name each other by URIs, and are changed under a
// condition.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const root = path.resolve(import.meta.dirname, '../..');

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string) => `{ $ref: '#/components/schemas/${name}' }`;

const DESK = `
openapi: 3.1.0
info: { title: Desk, version: '1' }
security: []
paths:
  /persons:
    get: { operationId: listPeople, responses: { '200': { description: All., ${json(`{ type: array, items: ${ref('Person')} }`)} } } }
    post: { operationId: addPerson, requestBody: { required: true, ${json(ref('NewPerson'))} }, responses: { '201': { description: Made., ${json(ref('Person'))} } } }
  /persons/bulk:
    post:
      operationId: addPeople
      requestBody: { required: true, ${json(`{ type: array, items: ${ref('NewPerson')} }`)} }
      responses:
        '200': { description: What became of each., ${json(`{ type: object, required: [results], properties: { created: { type: integer }, failed: { type: integer }, results: { type: array, items: ${ref('Result')} } } }`)} }
  /persons/import:
    post:
      operationId: importPeople
      requestBody: { required: true, ${json(`{ type: object, required: [persons], properties: { persons: { type: array, items: ${ref('NewPerson')} } } }`)} }
      responses:
        '201': { description: The people., ${json(`{ type: array, items: ${ref('Person')} }`)} }
        '409': { description: One is there already. Then none is added. }
  /persons/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getPerson, responses: { '200': { description: One., ${json(ref('Person'))} }, '404': { description: None. } } }
    delete: { operationId: dropPerson, responses: { '204': { description: Gone. }, '404': { description: None. }, '409': { description: A ticket names the person. } } }
  /tickets:
    get:
      operationId: listTickets
      parameters: [{ name: include_deleted, in: query, schema: { type: boolean } }]
      responses: { '200': { description: All., ${json(`{ type: array, items: ${ref('Ticket')} }`)} } }
    post:
      operationId: addTicket
      requestBody: { required: true, ${json(ref('NewTicket'))} }
      responses:
        '201': { description: Made., ${json(ref('Ticket'))} }
        '422': { description: An unknown person. }
  /tickets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getTicket, responses: { '200': { description: One., headers: { ETag: { schema: { type: string } } }, ${json(ref('Ticket'))} }, '404': { description: None. }, '410': { description: It is deleted. } } }
    patch:
      operationId: changeTicket
      parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object, properties: { title: { type: string } } } } } }
      responses: { '200': { description: One., ${json(ref('Ticket'))} }, '412': { description: Changed. }, '428': { description: Without a condition. } }
    delete: { operationId: dropTicket, responses: { '204': { description: Deleted. }, '404': { description: None. }, '410': { description: It is deleted. } } }
  /tickets/{id}/notes:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: listNotes, responses: { '200': { description: All., ${json(`{ type: array, items: ${ref('Note')} }`)} }, '410': { description: The ticket is deleted. } } }
    post: { operationId: addNote, requestBody: { required: true, ${json(ref('Note'))} }, responses: { '201': { description: Made., ${json(ref('Note'))} } } }
  /tickets/{id}/notes/{number}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }, { name: number, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getNote, responses: { '200': { description: One., ${json(ref('Note'))} }, '404': { description: None. } } }
  /tickets/{id}/restore:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    post: { operationId: restoreTicket, responses: { '200': { description: One., ${json(ref('Ticket'))} }, '404': { description: None. }, '409': { description: It is not deleted. } } }
components:
  schemas:
    NewPerson: { type: object, required: [email], properties: { email: { type: string, description: Unique. } } }
    Person: { type: object, required: [id, email], properties: { id: { type: integer }, email: { type: string, description: Unique. } } }
    Result:
      type: object
      required: [index, status, error, person]
      properties:
        index: { type: integer }
        status: { type: string, enum: [failed, created] }
        error: { type: [string, 'null'] }
        person: { oneOf: [${ref('Person')}, { type: 'null' }] }
    NewTicket: { type: object, required: [title, person_url], properties: { title: { type: string }, person_url: { type: string, format: uri } } }
    Ticket:
      type: object
      required: [id, title, person_url, deleted_at]
      properties: { id: { type: string }, title: { type: string }, person_url: { type: string, format: uri }, deleted_at: { type: [string, 'null'], format: date-time } }
    Note: { type: object, required: [text], properties: { number: { type: integer, readOnly: true }, text: { type: string } } }
`;

const desk = await load('desk.yaml', { root, allowRemote: [], text: DESK }, new Problems());
if (desk === undefined) throw new Error('The document is at fault.');
const begin = (things = 0) => living(desk, things);
const explained = new Map(explainSource(desk).map(({ method, path: at, does }) => [`${method} ${at}`, does]));
const ANN = { email: 'ann@example.com' };
const BO = { email: 'bo@example.com' };
const withPerson = async (ask: Awaited<ReturnType<typeof begin>>) => {
  const { id } = (await ask('POST', '/persons', ANN)).body;
  return { id, person_url: `https://desk.example.com/persons/${id}` };
};

describe('a thing that is deleted', () => {
  test('is gone for all requests until it is restored, with what stands below it', async () => {
    expect(explained.get('DELETE /tickets/{id}')).toBe('deletes a ticket until it is restored');
    expect(explained.get('POST /tickets/{id}/restore')).toBe('restores a deleted ticket');
    const ask = await begin();
    const { person_url } = await withPerson(ask);
    const { id, deleted_at } = (await ask('POST', '/tickets', { title: 'Ink', person_url })).body;
    expect(deleted_at).toBeNull();
    await ask('POST', `/tickets/${id}/notes`, { text: 'Blue.' });
    expect((await ask('POST', `/tickets/${id}/restore`)).status).toBe(409);
    expect((await ask('DELETE', `/tickets/${id}`)).status).toBe(204);
    for (const [method, target] of [
      ['GET', `/tickets/${id}`],
      ['DELETE', `/tickets/${id}`],
      ['GET', `/tickets/${id}/notes`],
    ] as const)
      expect((await ask(method, target)).status, `${method} ${target}`).toBe(410);
    expect((await ask('GET', '/tickets')).body).toEqual([]);
    expect((await ask('GET', '/tickets?include_deleted=true')).body).toMatchObject([{ id, deleted_at: expect.stringMatching(/^\d{4}-/) }]);
    expect(await ask('POST', `/tickets/${id}/restore`)).toMatchObject({
      status: 200,
      isLiving: true,
      body: { id, title: 'Ink', deleted_at: null },
    });
    expect((await ask('GET', '/tickets')).body).toMatchObject([{ id }]);
    expect((await ask('GET', `/tickets/${id}/notes`)).body).toMatchObject([{ text: 'Blue.' }]);
    expect((await ask('POST', '/tickets/none/restore')).status).toBe(404);
  });

  test('is none of those that a world begins with', async () => {
    const { body } = await (await begin(5))('GET', '/tickets');
    expect(body.map(({ deleted_at }: { deleted_at: unknown }) => deleted_at)).toEqual([null, null, null, null, null]);
  });
});

describe('several things at once', () => {
  test('have a result for each, with the reason why one was not made', async () => {
    expect(explained.get('POST /persons/bulk')).toBe('creates several persons');
    const ask = await begin();
    const { id } = await withPerson(ask);
    const told = await ask('POST', '/persons/bulk', [BO, ANN, BO, { email: 'cy@example.com' }]);
    expect(told).toMatchObject({ status: 200, isLiving: true });
    const twice = { status: 'failed', error: 'Another person has this `email`.', person: null };
    expect(told.body).toEqual({
      created: 2,
      failed: 2,
      results: [
        { index: 0, status: 'created', error: null, person: { id: id + 1, ...BO } },
        { index: 1, ...twice },
        { index: 2, ...twice },
        { index: 3, status: 'created', error: null, person: { id: id + 2, email: 'cy@example.com' } },
      ],
    });
    expect((await ask('GET', '/persons')).body.length).toBe(3);
  });

  test('are made together or not at all where the answer has no results', async () => {
    const ask = await begin();
    expect(await ask('POST', '/persons/import', { persons: [ANN, ANN] })).toMatchObject({ status: 409 });
    expect((await ask('GET', '/persons')).body).toEqual([]);
    const made = await ask('POST', '/persons/import', { persons: [ANN, BO] });
    expect(made).toMatchObject({ status: 201, isLiving: true, body: [ANN, BO] });
    expect((await ask('GET', '/persons')).body).toEqual(made.body);
  });
});

test('a thing is named by a URI that ends with its identifier', async () => {
  const ask = await begin();
  const { id, person_url } = await withPerson(ask);
  expect((await ask('POST', '/tickets', { title: 'Ink', person_url: 'https://desk.example.com/persons/99' })).status).toBe(422);
  expect((await ask('POST', '/tickets', { title: 'Ink', person_url })).status).toBe(201);
  expect((await ask('DELETE', `/persons/${id}`)).status).toBe(409);
  const seeded = await begin(3);
  const people = (await seeded('GET', '/persons')).body.map(({ id: one }: { id: number }) => String(one));
  const named = (await seeded('GET', '/tickets')).body.map((one: { person_url: string }) => one.person_url.split('/').at(-1));
  expect(people).toEqual(expect.arrayContaining(named));
});

test('a change without the condition that it needs is the 428 of the document, and not a faulty request', async () => {
  const ask = await begin();
  const { person_url } = await withPerson(ask);
  const { id } = (await ask('POST', '/tickets', { title: 'Ink', person_url })).body;
  const change = (headers: Record<string, string> = {}) => ask('PATCH', `/tickets/${id}`, { title: 'Blue ink' }, headers);
  expect((await change()).status).toBe(428);
  expect((await change({ 'if-match': '"v0"' })).status).toBe(412);
  const tag = String((await ask('GET', `/tickets/${id}`)).headers.etag);
  expect(await change({ 'if-match': tag })).toMatchObject({ status: 200, body: { title: 'Blue ink' } });
});
