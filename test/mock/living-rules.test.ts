// Tests what a living mock keeps of rules that need more than the request: versions, marks that one thing has, what is done once, and times that two
// things may not have in common.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const content = (schema: object) => ({ 'application/json': { schema } });
const refusals = Object.fromEntries([404, 409, 410, 422].map((status) => [status, { description: 'Refused.' }]));

interface Written {
  readonly members: Readonly<Record<string, object>>;
  /** What answers show besides. */
  readonly shown?: Readonly<Record<string, object>>;
  /** The texts of the create and of the change. */
  readonly says?: string;
  readonly changes?: string;
  /** Where it is made, when that is another place than the one at which it is read. */
  readonly below?: string;
  readonly actions?: Readonly<Record<string, string>>;
}

function collection(name: string, { members, shown = {}, says = '', changes = '', below, actions = {} }: Written) {
  const id = { name: 'id', in: 'path', required: true, schema: text };
  const thing = { type: 'object', required: ['id', ...Object.keys(shown)], properties: { id: text, ...members, ...shown } };
  const one = { 200: { description: 'It.', content: content(thing) }, ...refusals };
  const body = { required: true, content: content({ type: 'object', properties: members }) };
  return {
    [below ?? `/${name}`]: {
      ...(below === undefined ? {} : { parameters: [id] }),
      post: { description: says, requestBody: body, responses: { 201: { description: 'Made.', content: content(thing) }, ...refusals } },
    },
    [`/${name}/{id}`]: {
      parameters: [id],
      get: { responses: one },
      patch: {
        description: changes,
        requestBody: { required: true, content: { 'application/merge-patch+json': { schema: { type: 'object', properties: members } } } },
        responses: one,
      },
      delete: { responses: { 204: { description: 'Gone.' }, ...refusals } },
    },
    ...Object.fromEntries(
      Object.entries(actions).map(([word, description]) => [
        `/${name}/{id}/${word}`,
        { parameters: [id], post: { description, responses: one } },
      ]),
    ),
  };
}

async function mockOf(paths: object, description = '') {
  const root = path.resolve(import.meta.dirname, '../..');
  const document = { openapi: '3.1.0', info: { title: 'Rules', version: '1', description }, paths };
  const found = await load('rules.json', { root, allowRemote: [], text: JSON.stringify(document) }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  return living(found);
}

test('a change names the present version, and gives the next one', async () => {
  const changes = 'The `revision` must be the one that the recipe has, or else it is a 409; the new revision is one more.';
  const ask = await mockOf(collection('recipes', { members: { title: text, revision: { type: 'integer', minimum: 1 } }, changes }));
  const { body: made } = await ask('POST', '/recipes', { title: 'Soup' });
  expect(made.revision).toBe(1);
  expect((await ask('PATCH', `/recipes/${made.id}`, { title: 'Stew', revision: 1 })).body).toMatchObject({ title: 'Stew', revision: 2 });
  expect((await ask('PATCH', `/recipes/${made.id}`, { title: 'Broth', revision: 1 })).status).toBe(409);
  expect((await ask('GET', `/recipes/${made.id}`)).body).toMatchObject({ title: 'Stew', revision: 2 });
});

test.each([
  ['takes it from the other', 'At most one card is `preferred`: one that becomes so takes it from the other.', 201, [false, true]],
  ['is refused', 'Only one card can be `preferred`; a second one is refused with 409.', 409, [true]],
])('of the things that have a mark, a second one %s', async (_, says, status, marks) => {
  const ask = await mockOf(collection('cards', { members: { label: text, preferred: { type: 'boolean' } }, says }));
  const { body: first } = await ask('POST', '/cards', { label: 'A', preferred: true });
  expect((await ask('POST', '/cards', { label: 'B', preferred: false })).status).toBe(201);
  const second = await ask('POST', '/cards', { label: 'C', preferred: true });
  expect(second.status).toBe(status);
  const ids = status === 201 ? [first.id, second.body.id] : [first.id];
  expect(await Promise.all(ids.map(async (id) => (await ask('GET', `/cards/${id}`)).body.preferred))).toEqual(marks);
});

describe('times that two things may not have in common', () => {
  const members = { court: text, from: time, to: time };
  const says = 'No two games of a court may overlap (409). Cancelled games do not block the court.';
  const actions = { cancel: 'The game is `cancelled` then.' };
  const shown = { status: { type: 'string', enum: ['planned', 'cancelled'] } };
  const game = (court: string, from: number, to: number) => ({ court, from: `2031-05-01T${from}:00:00Z`, to: `2031-05-01T${to}:00:00Z` });

  test('one more is refused in the time of another one of the same, and comes right after it', async () => {
    const ask = await mockOf(collection('games', { members, shown, says, actions }));
    const { body: first } = await ask('POST', '/games', game('north', 10, 12));
    expect((await ask('POST', '/games', game('north', 11, 13))).status).toBe(409);
    expect((await ask('POST', '/games', game('south', 11, 13))).status).toBe(201);
    const { status, body: next } = await ask('POST', '/games', game('north', 12, 13));
    expect(status).toBe(201);
    expect((await ask('POST', `/games/${first.id}/cancel`)).body.status).toBe('cancelled');
    expect((await ask('POST', '/games', game('north', 10, 11))).status).toBe(201);
    expect((await ask('GET', `/games/${next.id}`)).body.from).toBe('2031-05-01T12:00:00Z');
  });

  test('nor does a change lead into the time of another one', async () => {
    const ask = await mockOf(collection('games', { members, says, changes: 'The rules of a new game hold.' }));
    await ask('POST', '/games', game('north', 10, 12));
    const { body } = await ask('POST', '/games', game('north', 14, 16));
    expect((await ask('PATCH', `/games/${body.id}`, { from: '2031-05-01T11:00:00Z' })).status).toBe(409);
    expect((await ask('PATCH', `/games/${body.id}`, { from: '2031-05-01T13:00:00Z' })).status).toBe(200);
  });
});

describe('what is done once', () => {
  test('an action that no state remembers', async () => {
    const actions = { certify: 'Certifying a well a second time is refused with 422.', inspect: 'Looks at it.' };
    const ask = await mockOf(collection('wells', { members: { depth: { type: 'integer' } }, actions }));
    const [{ body: one }, { body: other }] = [await ask('POST', '/wells', { depth: 8 }), await ask('POST', '/wells', { depth: 9 })];
    const statuses = [];
    for (const target of [`${one.id}/certify`, `${one.id}/certify`, `${other.id}/certify`, `${one.id}/inspect`, `${one.id}/inspect`])
      statuses.push((await ask('POST', `/wells/${target}`)).status);
    expect(statuses).toEqual([200, 422, 200, 200, 200]);
  });

  test('an identifier that was given, where the text says that nothing else gets it', async () => {
    const members = { code: text, title: text };
    const paths = (description: string) => ({
      '/stamps/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
        put: {
          description,
          requestBody: { required: true, content: content({ type: 'object', properties: { title: text } }) },
          responses: {
            201: { description: 'Made.', content: content({ type: 'object', required: ['code'], properties: members }) },
            ...refusals,
          },
        },
        get: { responses: { 200: { description: 'It.', content: content({ type: 'object', properties: members }) }, ...refusals } },
        delete: { responses: { 204: { description: 'Gone.' }, ...refusals } },
      },
    });
    const again = async (description: string) => {
      const ask = await mockOf(paths(description));
      const statuses = [
        await ask('PUT', '/stamps/X7', { title: 'A' }),
        await ask('DELETE', '/stamps/X7'),
        await ask('PUT', '/stamps/X7', { title: 'B' }),
      ];
      return statuses.map(({ status }) => status);
    };
    expect(await again('A code is never given again.')).toEqual([201, 204, 409]);
    expect(await again('')).toEqual([201, 204, 201]);
  });
});

test('a new thing begins in the state that the text gives its kind', async () => {
  const members = { method: { type: 'string', enum: ['cash', 'wire'] } };
  const shown = { status: { type: 'string', enum: ['open', 'settled', 'void'] } };
  const ask = await mockOf(collection('gifts', { members, shown, says: 'Wire gifts are open first. Cash gifts are settled at once.' }));
  expect((await ask('POST', '/gifts', { method: 'cash' })).body.status).toBe('settled');
  expect((await ask('POST', '/gifts', { method: 'wire' })).body.status).toBe('open');
});

test.each([
  ['All times come back in UTC.', '2031-05-01T18:30:00Z', '2031-05-01T18:30:00.5Z'],
  ['Times are shown in UTC with milliseconds.', '2031-05-01T18:30:00.000Z', '2031-05-01T18:30:00.500Z'],
  ['', '2031-05-01T20:30:00+02:00', '2031-05-01T20:30:00.5+02:00'],
])('times have the form that the document says: %s', async (says, whole, parts) => {
  const ask = await mockOf(collection('flights', { members: { note: text, departs: time } }), says);
  const note = '2031-05-01T20:30:00+02:00';
  expect((await ask('POST', '/flights', { note, departs: note })).body).toMatchObject({ note, departs: whole });
  expect((await ask('POST', '/flights', { note, departs: '2031-05-01T20:30:00.5+02:00' })).body.departs).toBe(parts);
});

test('what was made below a thing that is deleted for a while is hidden with it', async () => {
  const actions = { restore: 'Takes back the delete.' };
  const paths = {
    ...collection('albums', { members: { title: text }, actions }),
    ...collection('photos', { members: { title: text }, below: '/albums/{id}/photos' }),
  };
  const ask = await mockOf(paths);
  const { body: album } = await ask('POST', '/albums', { title: 'A' });
  const { body: photo } = await ask('POST', `/albums/${album.id}/photos`, { title: 'P' });
  const read = async () => (await ask('GET', `/photos/${photo.id}`)).status;
  expect(await read()).toBe(200);
  expect((await ask('DELETE', `/albums/${album.id}`)).status).toBe(204);
  expect(await read()).toBe(404);
  expect((await ask('POST', `/albums/${album.id}/restore`)).status).toBe(200);
  expect(await read()).toBe(200);
});

test('nothing is made below a thing that is called by the state in which it takes none', async () => {
  const members = { title: text, status: { type: 'string', enum: ['draft', 'open'] } };
  const ask = await mockOf({
    ...collection('petitions', { members }),
    ...collection('signatures', { members: { name: text }, below: '/petitions/{id}/signatures', says: 'Drafts take no signatures (409).' }),
  });
  const [{ body: draft }, { body: open }] = [
    await ask('POST', '/petitions', { title: 'A', status: 'draft' }),
    await ask('POST', '/petitions', { title: 'B', status: 'open' }),
  ];
  expect((await ask('POST', `/petitions/${draft.id}/signatures`, { name: 'Ann' })).status).toBe(409);
  expect((await ask('POST', `/petitions/${open.id}/signatures`, { name: 'Ann' })).status).toBe(201);
});
