// Tests that a living mock does what texts say: to members of a thing beside its state, to the states of other things, and where a caller prefers
// no body, or asks for what has changed.
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

async function mockOf(paths: object, description = '') {
  const root = path.resolve(import.meta.dirname, '../..');
  const document = { openapi: '3.1.0', info: { title: 'Told', version: '1', description }, paths };
  const read = await load('told.json', { root, allowRemote: [], text: JSON.stringify(document) }, new Problems());
  if (read === undefined) throw new Error('The document is at fault.');
  return living(read);
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

test.each([
  ['appointments', 'invoices', 'appointmentId', 'Refused with 409 where the appointment is not completed.', 'completed', true],
  ['lots', 'watches', 'lotId', 'A lot that is withdrawn cannot be watched (409).', 'withdrawn', false],
  ['members', 'bookings', 'memberId', 'Only a member that is active can book (409 otherwise).', 'active', true],
])('%s: in which states their %s may name one', async (name, others, reference, says, state, isNeeded) => {
  const owner = collection(name, { label: text, status: states('new', state) }, ['label'], { move: `The one is \`${state}\` then.` });
  const using = collection(others, { [reference]: text }, [reference]);
  const [[at, create] = ['', {}], ...rest] = Object.entries(using) as [string, { post?: { responses: object } }][];
  const refused = {
    ...create.post,
    description: says,
    responses: { ...create.post?.responses, 409: { description: 'Its state refuses it.' } },
  };
  const ask = await mockOf({ ...owner, [at]: { post: refused }, ...Object.fromEntries(rest) });
  const { id } = (await ask('POST', `/${name}`, { label: 'A' })).body;
  const add = async () => (await ask('POST', `/${others}`, { [reference]: id })).status;
  const before = await add();
  expect((await ask('POST', `/${name}/${id}/move`)).body.status).toBe(state);
  expect([before, await add()]).toEqual(isNeeded ? [409, 201] : [201, 409]);
});

test.each([
  ['boats', 'updatedAt', 'RFC 7240: `return=minimal` asks for a 204 without a body.', 'If-Modified-Since'],
  ['loans', 'modified_at', 'With `return=minimal`, the answer has no body.', 'If-Modified-Since'],
  ['courts', 'lastModified', '`return=minimal` gives an empty answer.', 'If-Unmodified-Since'],
])('a caller of %s may prefer no body, and ask what has changed since `%s`', async (name, changed, says, condition) => {
  const members = { name: text, [changed]: { ...text, format: 'date-time', readOnly: true } };
  const thing = { type: 'object', required: ['id', ...Object.keys(members)], properties: { id: text, ...members } };
  const headers = { ETag: { schema: text }, 'Preference-Applied': { schema: text }, 'Last-Modified': { schema: text } };
  const shown = { description: 'It.', headers, content: content(thing) };
  const since = { name: condition, in: 'header', schema: text };
  const body = { type: 'object', properties: { name: text } };
  const ask = await mockOf({
    [`/${name}`]: { post: { requestBody: { required: true, content: content(body) }, responses: { 201: shown } } },
    [`/${name}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }, since],
      get: { responses: { 200: shown, 304: { description: 'Known.' }, 404: { description: 'None.' } } },
      patch: {
        parameters: [{ name: 'Prefer', in: 'header', description: says, schema: text }],
        requestBody: { required: true, content: { 'application/merge-patch+json': { schema: body } } },
        responses: { 200: shown, 204: { description: 'Changed.', headers }, 412: { description: 'Changed since.' } },
      },
    },
  });
  const at = `/${name}/${(await ask('POST', `/${name}`, { name: 'A' })).body.id}`;
  const quiet = await ask('PATCH', at, { name: 'B' }, { prefer: 'return=minimal' });
  expect(quiet).toMatchObject({
    status: 204,
    body: undefined,
    headers: { 'preference-applied': 'return=minimal', etag: expect.any(String) },
  });
  const { headers: now, body: read } = await ask('GET', at);
  expect([read.name, now.etag]).toEqual(['B', quiet.headers.etag]);
  const [late, early] = [now['last-modified'] ?? '', 'Mon, 01 Jan 2001 00:00:00 GMT'];
  if (condition === 'If-Modified-Since') {
    expect((await ask('GET', at, undefined, { 'if-modified-since': late })).status).toBe(304);
    expect((await ask('GET', at, undefined, { 'if-modified-since': early })).status).toBe(200);
  } else {
    expect((await ask('PATCH', at, { name: 'C' }, { 'if-unmodified-since': early })).status).toBe(412);
    expect((await ask('PATCH', at, { name: 'C' }, { 'if-unmodified-since': late })).status).toBe(200);
  }
});

test.each([
  [
    'clients',
    'orders',
    'clientId',
    'A number in a path that we do not know gives 404. A code in a body that we do not know gives 422.',
    422,
  ],
  [
    'policies',
    'claims',
    'policyId',
    'Errors: 422 that the values do not fit each other or refer to something that is not there; 409 else.',
    422,
  ],
  ['teams', 'games', 'teamId', 'Requests that refer to unknown things are answered with 400.', 400],
  ['halls', 'plays', 'hallId', 'A path with an unknown name is a 404.', 201],
])('%s: what the document says of all bodies that name what is not there', async (name, others, reference, says, status) => {
  const using = collection(others, { [reference]: text }, [reference]);
  const [[at, create] = ['', {}], ...rest] = Object.entries(using) as [string, { post?: { responses: object } }][];
  const refusals = { 400: { description: 'Wrong.' }, 422: { description: 'Unfit.' } };
  const post = { ...create.post, responses: { ...create.post?.responses, ...refusals } };
  const ask = await mockOf({ ...collection(name, { label: text }, ['label']), [at]: { post }, ...Object.fromEntries(rest) }, says);
  expect((await ask('POST', `/${others}`, { [reference]: 'none' })).status).toBe(status);
  const { id } = (await ask('POST', `/${name}`, { label: 'A' })).body;
  expect((await ask('POST', `/${others}`, { [reference]: id })).status).toBe(201);
});

test.each([
  ['leases', 'sign', 'Turns a draft into an active lease, and the flat is no longer vacant.', ['draft', 'active', 'ended'], 'active'],
  ['calls', 'berthing', 'Takes a call from `arrived` to `berthed`.', ['arrived', 'berthed'], 'berthed'],
  ['parcels', 'buy', 'Buys a label, and makes its status `purchased`.', ['draft', 'purchased'], 'purchased'],
  ['tools', 'handover', 'The loan and its tool are `out` afterwards.', ['in', 'out'], 'out'],
  // What may be so need not be so.
  ['notes', 'look', 'If it is old, it turns into a draft.', ['final', 'draft'], 'final'],
])('%s: %s leads to the state that the text says', async (name, end, says, values, to) => {
  const ask = await mockOf(collection(name, { label: text, status: states(...values) }, ['label'], { [end]: says }));
  const { id } = (await ask('POST', `/${name}`, { label: 'A' })).body;
  await ask('POST', `/${name}/${id}/${end}`);
  expect((await ask('GET', `/${name}/${id}`)).body.status).toBe(to);
});
