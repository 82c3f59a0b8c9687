// What a living mock finds in documents whose things are known by URIs, stand in envelopes, or are made by no operation.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const root = path.resolve(import.meta.dirname, '../..');

async function read(text: string, id: string) {
  const description = await load(`${id}.yaml`, { root, allowRemote: [], text }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  return description;
}

const scheduling = await read(readFileSync(path.join(root, 'specs/e-scheduling.yaml'), 'utf8'), 'e-scheduling');

const explained = new Map(
  explainSource(scheduling).map(({ method, path: at, does, why, sure }) => [`${method} ${at}`, { does, why, sure }]),
);

describe('things that are known by URIs, in an envelope', () => {
  test('are found, with the reason', () => {
    expect(explained.get('POST /api/v2/webhook_subscriptions')).toEqual({
      does: 'creates a webhook subscription',
      why: '{webhook_uuid} is the last part of `uri`',
      sure: 'likely',
    });
    expect(explained.get('GET /api/v2/scheduled_events/{uuid}')?.does).toBe('reads a scheduled event');
    expect([...explained.values()].filter(({ does }) => does !== undefined).length).toBeGreaterThan(20);
  });

  test('are made with a URI of their own, read by its last part, listed, and deleted', async () => {
    const ask = await living(scheduling);
    const organization = 'https://scheduling.example.com/api/v2/organizations/AAAA';
    const made = await ask('POST', '/api/v2/webhook_subscriptions', {
      url: 'https://hooks.example.com/calls',
      events: ['invitee.created'],
      organization,
      scope: 'organization',
    });
    expect(made).toMatchObject({ status: 201, isLiving: true, body: { resource: { organization, scope: 'organization' } } });
    expect(made.body.resource.callback_url).toBe('https://hooks.example.com/calls');
    const { uri } = made.body.resource;
    const one = new URL(uri).pathname;
    expect(one).toMatch(/^\/api\/v2\/webhook_subscriptions\/\w+$/);
    expect((await ask('GET', one)).body).toEqual(made.body);
    expect((await ask('DELETE', one)).status).toBe(204);
    expect((await ask('GET', one)).status).toBe(404);
  });

  test('are those of the examples where no operation makes them, and the action of a noun moves their state', async () => {
    const ask = await living(scheduling);
    const listed = (await ask('GET', '/api/v2/scheduled_events')).body.collection;
    const { uri } = listed.find(({ status }: { status: string }) => status === 'active');
    const one = new URL(uri).pathname;
    expect((await ask('GET', one)).body.resource.status).toBe('active');
    const cancelled = await ask('POST', `${one}/cancellation`, { reason: 'Ill.' });
    expect(cancelled).toMatchObject({ status: 201, isLiving: true });
    expect((await ask('GET', one)).body.resource.status).toBe('canceled');
  });
});

const SHELVES = `
openapi: 3.1.0
info: { title: Shelves, version: '1' }
security: []
paths:
  /shelves/{shelf}:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
    put:
      operationId: putShelf
      parameters:
        - { name: If-Match, in: header, schema: { type: string } }
        - { name: If-None-Match, in: header, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewShelf' } } } }
      responses:
        '200': { description: Replaced., headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '201': { description: Made., headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '412': { description: Changed meanwhile. }
        '428': { description: Needs If-Match. }
    get:
      operationId: getShelf
      responses:
        '200': { description: A shelf., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '404': { description: None. }
    patch:
      operationId: patchShelf
      requestBody: { required: true, content: { application/json-patch+json: { schema: { type: array, items: { type: object } } } } }
      responses:
        '200': { description: Changed., content: { application/json: { schema: { $ref: '#/components/schemas/Shelf' } } } }
        '404': { description: None. }
        '409': { description: A test or a place does not fit. }
        '422': { description: Not a shelf afterwards. }
  /readings:
    get:
      operationId: listReadings
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }]
      responses:
        '200': { description: Readings., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Reading' } } } } }
components:
  schemas:
    NewShelf: { type: object, required: [name], properties: { name: { type: string }, tags: { type: array, items: { type: string } } } }
    Shelf: { type: object, required: [shelf, name], properties: { shelf: { type: string }, id: { type: string }, name: { type: string }, tags: { type: array, items: { type: string } } } }
    Reading: { type: object, required: [at, value], properties: { at: { type: string, format: date-time }, value: { type: number } } }
`;
const shelves = await read(SHELVES, 'shelves');

describe('conditions and patches', () => {
  test('PUT refuses what is there by If-None-Match, and a change without If-Match where 428 is declared', async () => {
    const ask = await living(shelves);
    const made = await ask('PUT', '/shelves/north', { name: 'North' }, { 'if-none-match': '*' });
    expect(made).toMatchObject({ status: 201, body: { shelf: 'north', name: 'North' } });
    expect((await ask('PUT', '/shelves/north', { name: 'South' }, { 'if-none-match': '*' })).status).toBe(412);
    expect((await ask('PUT', '/shelves/north', { name: 'South' })).status).toBe(428);
    expect((await ask('PUT', '/shelves/north', { name: 'South' }, { 'if-match': '"other"' })).status).toBe(412);
    expect((await ask('PUT', '/shelves/north', { name: 'South' }, { 'if-match': made.headers.etag ?? '' })).body.name).toBe('South');
  });

  test('a JSON Patch is made as a whole or not at all', async () => {
    const ask = await living(shelves);
    await ask('PUT', '/shelves/north', { name: 'North', tags: ['a', 'b'] });
    const patch = (body: unknown) => ask('PATCH', '/shelves/north', body, { 'content-type': 'application/json-patch+json' });
    const changed = await patch([
      { op: 'test', path: '/name', value: 'North' },
      { op: 'add', path: '/tags/-', value: 'c' },
      { op: 'remove', path: '/tags/0' },
      { op: 'replace', path: '/name', value: 'Far north' },
    ]);
    expect(changed).toMatchObject({ status: 200, body: { shelf: 'north', name: 'Far north', tags: ['b', 'c'] } });
    const refused = await patch([
      { op: 'replace', path: '/name', value: 'Lost' },
      { op: 'test', path: '/name', value: 'North' },
    ]);
    expect(refused.status).toBe(409);
    expect((await patch([{ op: 'remove', path: '/none' }])).status).toBe(409);
    expect((await ask('GET', '/shelves/north')).body.name).toBe('Far north');
  });

  test('things that a list alone shows are in pages', async () => {
    const ask = await living(shelves, 3);
    expect(await ask('GET', '/readings?limit=1')).toMatchObject({ status: 200, isLiving: true, body: [expect.anything()] });
  });
});
