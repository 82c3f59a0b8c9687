// Tests that an action in a living mock does what its text says: to members of its thing beside the state, and to the states of other things.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const content = (schema: object) => ({ 'application/json': { schema } });
const own = { name: 'id', in: 'path', required: true, schema: text };
const none = { 404: { description: 'None.' } };

type Members = Readonly<Record<string, object>>;

function collection(name: string, members: Members, sent: readonly string[], actions: Readonly<Record<string, string>> = {}) {
  const thing = { type: 'object', required: ['id', ...Object.keys(members)], properties: { id: text, ...members } };
  const input = Object.fromEntries(Object.entries(members).filter(([member]) => sent.includes(member)));
  const shown = { description: 'It.', content: content(thing) };
  return {
    [`/${name}`]: {
      post: {
        requestBody: { required: true, content: content({ type: 'object', required: sent, properties: input }) },
        responses: { 201: { ...shown, description: 'Made.' } },
      },
    },
    [`/${name}/{id}`]: { parameters: [own], get: { responses: { 200: shown, ...none } } },
    ...Object.fromEntries(
      Object.entries(actions).map(([end, description]) => [
        `/${name}/{id}/${end}`,
        { parameters: [own], post: { description, responses: { 200: shown, ...none, 409: { description: 'Its state refuses it.' } } } },
      ]),
    ),
  };
}

async function mockOf(paths: object) {
  const root = path.resolve(import.meta.dirname, '../..');
  const document = { openapi: '3.1.0', info: { title: 'Told', version: '1' }, paths };
  const description = await load('told.json', { root, allowRemote: [], text: JSON.stringify(document) }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  return living(description);
}

const states = (...values: readonly string[]) => ({ type: 'string', enum: values, default: values[0] });
const time = { type: ['string', 'null'], format: 'date-time', default: null };

test.each([
  [
    'tickets',
    'reopen',
    'The ticket is `open` again, its `resolution` is null, and `reopenCount` is one more.',
    { resolution: null, reopenCount: 4 },
  ],
  [
    'loans',
    'settle',
    'Opens the loan, and sets `decidedAt`. Then `isPaid` is true.',
    { decidedAt: expect.stringMatching(/^20/), isPaid: true },
  ],
  ['meters', 'restart', 'Resets `reopenCount` to 0, and clears the `resolution`.', { reopenCount: 0, resolution: null }],
])('%s: %s changes members as its text says', async (name, end, says, after) => {
  const members = {
    status: states('closed', 'open'),
    resolution: { type: ['string', 'null'] },
    reopenCount: { type: 'integer' },
    decidedAt: time,
    isPaid: { type: 'boolean', default: false },
  };
  const ask = await mockOf(collection(name, members, ['resolution', 'reopenCount'], { [end]: says }));
  const { body } = await ask('POST', `/${name}`, { resolution: 'Done.', reopenCount: 3 });
  expect((await ask('POST', `/${name}/${body.id}/${end}`)).body).toMatchObject(after);
  expect((await ask('GET', `/${name}/${body.id}`)).body).toMatchObject(after);
});

test.each([
  [
    'calls',
    'orders',
    'callId',
    'cancellation',
    'Orders of the call that are open are cancelled with it.',
    ['open', 'done', 'cancelled'],
    'cancelled',
  ],
  [
    'screenings',
    'bookings',
    'screeningId',
    'cancel',
    'Cancels the screening and all its confirmed bookings.',
    ['confirmed', 'used', 'cancelled'],
    'cancelled',
  ],
  ['projects', 'tasks', 'projectId', 'archive', 'Archives the project. Its tasks become `closed`.', ['open', 'closed'], 'closed'],
])('%s: what is done to one is done to its %s', async (name, others, reference, end, says, values, to) => {
  const ask = await mockOf({
    ...collection(name, { label: text, status: states('active', 'cancelled', 'archived') }, ['label'], { [end]: says }),
    ...collection(others, { [reference]: text, status: states(...values) }, [reference]),
  });
  const [one, another] = [(await ask('POST', `/${name}`, { label: 'A' })).body.id, (await ask('POST', `/${name}`, { label: 'B' })).body.id];
  const [own, theirs] = [
    (await ask('POST', `/${others}`, { [reference]: one })).body.id,
    (await ask('POST', `/${others}`, { [reference]: another })).body.id,
  ];
  expect((await ask('POST', `/${name}/${one}/${end}`)).status).toBe(200);
  expect((await ask('GET', `/${others}/${own}`)).body.status).toBe(to);
  expect((await ask('GET', `/${others}/${theirs}`)).body.status).toBe(values[0]);
});

test.each([
  ['shipments', 'parcels', 'A shipment has at most 3 parcels.', 3],
  ['objects', 'treatments', 'An object has one treatment at a time (409).', 1],
  ['points', 'meters', 'For a point that has no meter yet (409 otherwise).', 1],
])('%s: there are as many %s below one as the text says', async (name, others, says, count) => {
  const below = collection(others, { label: text, status: states('open', 'done', 'cancelled') }, ['label'], { cancel: 'Cancels it.' });
  const [create, read, cancelled] = Object.values(below) as { post?: { responses: object } }[];
  const post = {
    ...create?.post,
    description: says,
    responses: { ...create?.post?.responses, 409: { description: 'No.' } },
  };
  const ask = await mockOf({
    ...collection(name, { label: text }, ['label']),
    [`/${name}/{id}/${others}`]: { parameters: [own], post },
    [`/${others}/{id}`]: read,
    [`/${others}/{id}/cancel`]: cancelled,
  });
  const [one, another] = [(await ask('POST', `/${name}`, { label: 'A' })).body.id, (await ask('POST', `/${name}`, { label: 'B' })).body.id];
  const add = async (to: string) => ask('POST', `/${name}/${to}/${others}`, { label: 'C' });
  const made = [];
  for (let index = 0; index < count; index++) made.push(await add(one));
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
  expect((await add(one)).status).toBe(409);
  expect((await add(another)).status).toBe(201);
  // What is over is none of those at one time.
  expect((await ask('POST', `/${others}/${made[0]?.body.id}/cancel`)).status).toBe(200);
  expect((await add(one)).status).toBe(says.includes('at a time') ? 201 : 409);
});
