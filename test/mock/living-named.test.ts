// Tests what a living mock makes of members that name other things, also where no request sends them, of lists beside what is made elsewhere, and of
// things of which some have no value to be sorted by.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const content = (schema: object) => ({ 'application/json': { schema } });
const refusals = Object.fromEntries([404, 409, 422].map((status) => [status, { description: 'Refused.' }]));
const own = { name: 'id', in: 'path', required: true, schema: text };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const made = (schema: object) => ({ 201: { description: 'Made.', content: content(schema) }, ...refusals });
const shown = (schema: object) => ({ 200: { description: 'It.', content: content(schema) }, ...refusals });
const body = (schema: object) => ({ required: true, content: content(schema) });

async function mockOf(paths: object) {
  const root = path.resolve(import.meta.dirname, '../..');
  const document = { openapi: '3.1.0', info: { title: 'Named', version: '1' }, paths, components };
  const found = await load('named.json', { root, allowRemote: [], text: JSON.stringify(document) }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  return living(found);
}

const guest = object({ id: text, name: text }, ['id', 'name']);
const guests = {
  '/guests': { post: { requestBody: body(object({ name: text }, ['name'])), responses: made(guest) } },
  '/guests/{id}': {
    parameters: [own],
    get: { responses: shown(guest) },
    delete: { description: 'A guest with a booking cannot be deleted (409).', responses: { 204: { description: 'Gone.' }, ...refusals } },
  },
};
const inquiry = object({ id: text, guestId: text, nights: whole }, ['id', 'guestId']);
const components = {
  schemas: { Booking: object({ id: text, guestId: text, nights: whole, paid: { type: 'boolean' } }, ['id', 'guestId']) },
};
const booking = { $ref: '#/components/schemas/Booking' };

test('what was made of another thing names what that one named, which stays as long', async () => {
  const ask = await mockOf({
    ...guests,
    '/inquiries': { post: { requestBody: body(object({ guestId: text, nights: whole }, ['guestId'])), responses: made(inquiry) } },
    '/inquiries/{id}': { parameters: [own], get: { responses: shown(inquiry) } },
    '/inquiries/{id}/accept': { parameters: [own], post: { responses: made(booking) } },
    '/bookings/{id}': { parameters: [own], get: { responses: shown(booking) } },
  });
  const [{ body: one }, { body: other }] = [await ask('POST', '/guests', { name: 'A' }), await ask('POST', '/guests', { name: 'B' })];
  const { body: asked } = await ask('POST', '/inquiries', { guestId: one.id, nights: 2 });
  const accepted = await ask('POST', `/inquiries/${asked.id}/accept`);
  expect(accepted.body).toMatchObject({ guestId: one.id, nights: 2 });
  expect((await ask('DELETE', `/guests/${one.id}`)).status).toBe(409);
  expect((await ask('DELETE', `/guests/${other.id}`)).status).toBe(204);
});

test.each([
  ['A guest who is not there is a 422.', 422],
  ['An unknown guest is a 409.', 409],
  ['The guest may come alone.', 201],
])('a body that names nothing: %s', async (description, status) => {
  const ask = await mockOf({
    ...guests,
    '/bookings': {
      post: { description, requestBody: body(object({ guestId: text, nights: whole }, ['guestId'])), responses: made(booking) },
    },
    '/bookings/{id}': { parameters: [own], get: { responses: shown(booking) } },
  });
  expect((await ask('POST', '/bookings', { guestId: 'nobody' })).status).toBe(status);
  const { body: known } = await ask('POST', '/guests', { name: 'A' });
  expect((await ask('POST', '/bookings', { guestId: known.id })).status).toBe(201);
});

test.each([
  ['A guest who is unknown is a 422.', 422],
  ['Moves the booking to a guest.', 200],
])('an action whose body names nothing: %s', async (description, status) => {
  const ask = await mockOf({
    ...guests,
    '/bookings': { post: { requestBody: body(object({ nights: whole })), responses: made(booking) } },
    '/bookings/{id}': { parameters: [own], get: { responses: shown(booking) } },
    '/bookings/{id}/assign': {
      parameters: [own],
      post: { description, requestBody: body(object({ guestId: text }, ['guestId'])), responses: shown(booking) },
    },
  });
  const { body: known } = await ask('POST', '/guests', { name: 'A' });
  const { body: one } = await ask('POST', '/bookings', { nights: 1 });
  expect((await ask('POST', `/bookings/${one.id}/assign`, { guestId: 'nobody' })).status).toBe(status);
  expect((await ask('POST', `/bookings/${one.id}/assign`, { guestId: known.id })).body.guestId).toBe(known.id);
});

test('a list beside the path of one thing has what is made below another one', async () => {
  const note = object({ id: text, text }, ['id', 'text']);
  const ask = await mockOf({
    ...guests,
    '/guests/{id}/notes': { parameters: [own], post: { requestBody: body(object({ text }, ['text'])), responses: made(note) } },
    '/notes': { get: { responses: shown({ type: 'array', items: note }) } },
    '/notes/{id}': { parameters: [own], delete: { responses: { 204: { description: 'Gone.' }, ...refusals } } },
  });
  const { body: one } = await ask('POST', '/guests', { name: 'A' });
  const { body: written } = await ask('POST', `/guests/${one.id}/notes`, { text: 'Late' });
  expect((await ask('GET', '/notes')).body).toEqual([written]);
  expect((await ask('DELETE', `/notes/${written.id}`)).status).toBe(204);
  expect((await ask('GET', '/notes')).body).toEqual([]);
});

test('things without the value that a list is ordered by come last', async () => {
  const run = object({ id: text, lap: whole }, ['id']);
  const ask = await mockOf({
    '/runs': {
      get: { summary: 'Lists runs, ordered by lap', responses: shown({ type: 'array', items: run }) },
      post: { requestBody: body(object({ lap: whole })), responses: made(run) },
    },
    '/runs/{id}': { parameters: [own], get: { responses: shown(run) } },
  });
  for (const one of [{ lap: 97 }, {}, { lap: 86 }, {}, { lap: 90 }]) expect((await ask('POST', '/runs', one)).status).toBe(201);
  const laps = (await ask('GET', '/runs')).body.map(({ lap }: { readonly lap?: number }) => lap);
  expect(laps).toEqual([86, 90, 97, undefined, undefined]);
});

test.each([
  ['- It does not end before it begins.', '2031-05-02', '2031-05-01', '2031-05-02'],
  ['Of the lease itself (422): it ends after it begins.', '2031-05-02', '2031-05-02', '2031-05-03'],
  ['A lease ends after the day on which it starts (422).', '2031-05-02', '2031-05-02', '2031-05-03'],
])('a pair of times: %s', async (description, from, wrong, right) => {
  const date = { type: 'string', format: 'date' };
  const times = { startsOn: date, endsOn: date };
  const lease = object({ id: text, ...times }, ['id']);
  const ask = await mockOf({
    '/leases': { post: { description, requestBody: body(object(times, ['startsOn', 'endsOn'])), responses: made(lease) } },
    '/leases/{id}': { parameters: [own], get: { responses: shown(lease) } },
  });
  expect((await ask('POST', '/leases', { startsOn: from, endsOn: wrong })).status).toBe(422);
  expect((await ask('POST', '/leases', { startsOn: from, endsOn: right })).status).toBe(201);
});

test('the first and the last of the same', async () => {
  const months = { firstIssue: text, lastIssue: text };
  const plan = object({ id: text, ...months }, ['id']);
  const ask = await mockOf({
    '/plans': {
      post: {
        description: 'The last month is not before the first one (422).',
        requestBody: body(object(months, ['firstIssue', 'lastIssue'])),
        responses: made(plan),
      },
    },
    '/plans/{id}': { parameters: [own], get: { responses: shown(plan) } },
  });
  expect((await ask('POST', '/plans', { firstIssue: '2031-05', lastIssue: '2031-04' })).status).toBe(422);
  expect((await ask('POST', '/plans', { firstIssue: '2031-05', lastIssue: '2031-05' })).status).toBe(201);
});
