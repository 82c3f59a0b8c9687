// Tests that a living mock keeps what sentences say of when something is, how long it lasts, and which times and numbers of other things bound it.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const day = { type: 'string', format: 'date' };
const time = { type: 'string', format: 'date-time' };
const whole = { type: 'integer' };
const DAY = 86_400_000;
const content = (schema: object, example?: object) => ({ 'application/json': { schema, ...(example === undefined ? {} : { example }) } });
const own = { name: 'id', in: 'path', required: true, schema: text };
const refusals = Object.fromEntries([400, 404, 409, 422].map((status) => [status, { description: 'Refused.' }]));

/** So many days from now. */
const at = (days: number): string => new Date(Date.now() + days * DAY).toISOString();
const dayAt = (days: number): string => at(days).slice(0, 10);

type Members = Readonly<Record<string, object>>;

interface Written {
  readonly members: Members;
  /** What callers send; all members where it is absent. */
  readonly sent?: readonly string[];
  readonly says?: string;
  readonly example?: object;
  /** Actions and what stands below, by the end of their paths. */
  readonly below?: Readonly<Record<string, { readonly says: string; readonly body: Members; readonly answer?: Members }>>;
}

function collection(name: string, { members, sent = Object.keys(members), says = '', example, below = {} }: Written) {
  const thing = { type: 'object', required: ['id', ...Object.keys(members)], properties: { id: text, ...members } };
  const input = Object.fromEntries(Object.entries(members).filter(([member]) => sent.includes(member)));
  const body = (properties: Members, required: readonly string[], shown?: object) => ({
    required: true,
    content: content({ type: 'object', required, properties }, shown),
  });
  return {
    [`/${name}`]: {
      post: {
        description: says,
        requestBody: body(input, sent, example),
        responses: { 201: { description: 'Made.', content: content(thing) }, ...refusals },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [own],
      get: { responses: { 200: { description: 'It.', content: content(thing) }, 404: { description: 'None.' } } },
      patch: {
        description: says,
        requestBody: { required: true, content: { 'application/merge-patch+json': { schema: { type: 'object', properties: input } } } },
        responses: { 200: { description: 'It.', content: content(thing) }, ...refusals },
      },
    },
    ...Object.fromEntries(
      Object.entries(below).map(([end, one]) => [
        `/${name}/{id}/${end}`,
        {
          parameters: [own],
          post: {
            description: one.says,
            requestBody: body(one.body, Object.keys(one.body)),
            responses: { 200: { description: 'Done.', content: content(thing) }, ...refusals },
          },
        },
      ]),
    ),
  };
}

async function mockOf(name: string, paths: object) {
  const root = path.resolve(import.meta.dirname, '../..');
  const document = { openapi: '3.1.0', info: { title: name, version: '1' }, paths };
  const description = await load('bounds.json', { root, allowRemote: [], text: JSON.stringify(document) }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  return living(description);
}

describe('what may not lie in the past or in the future', () => {
  test.each([
    ['pupils', 'bornOn', day, 'A pupil cannot be born in the future (422).', dayAt(3), dayAt(-3000)],
    ['members', 'birthDate', day, 'A birth date lies in the past (422).', dayAt(3), dayAt(-3000)],
    ['readings', 'takenAt', time, 'A reading that was taken in the future is refused with 422.', at(0.5), at(-0.5)],
    ['patients', 'bornOn', { ...day, description: 'Not later than today.' }, '', dayAt(2), dayAt(0)],
    ['visits', 'from', { ...day, description: 'Today or later.' }, '', dayAt(-3), dayAt(0)],
    ['tours', 'startsAt', { ...time, description: 'Must be at least 24 hours from now.' }, '', at(0.5), at(1.5)],
    ['bookings', 'on', { ...day, description: 'At most 30 days in advance.' }, '', dayAt(33), dayAt(29)],
  ])('%s', async (name, member, schema, says, wrong, right) => {
    const ask = await mockOf(name, collection(name, { members: { label: text, [member]: schema }, says }));
    expect((await ask('POST', `/${name}`, { label: 'A', [member]: wrong })).status).toBe(422);
    const { status, body } = await ask('POST', `/${name}`, { label: 'A', [member]: right });
    expect(status).toBe(201);
    expect((await ask('PATCH', `/${name}/${body.id}`, { [member]: wrong })).status).toBe(422);
    expect((await ask('PATCH', `/${name}/${body.id}`, { label: 'B' })).status).toBe(200);
  });

  test('a document whose own example has passed means something else', async () => {
    const members = { label: text, from: { ...day, description: 'Today or later.' } };
    const ask = await mockOf('visits', collection('visits', { members, example: { label: 'A', from: '2020-01-01' } }));
    expect((await ask('POST', '/visits', { label: 'A', from: '2019-01-01' })).status).toBe(201);
  });
});

describe('how long something lasts, and which of two is the later one', () => {
  test.each([
    ['rentals', 'from', 'to', day, 'A rental takes 28 days at most (422).', '2031-03-01', '2031-03-30', '2031-03-20'],
    ['stays', 'arrives', 'leaves', day, 'A stay is at most 7 nights.', '2031-03-01', '2031-03-09', '2031-03-08'],
    [
      'meetings',
      'startsAt',
      'endsAt',
      time,
      'It lasts 8 hours at most.',
      '2031-03-01T08:00:00Z',
      '2031-03-01T16:01:00Z',
      '2031-03-01T16:00:00Z',
    ],
    ['breaks', 'begins', 'ends', time, 'At least 10 minutes long.', '2031-03-01T08:00:00Z', '2031-03-01T08:09:00Z', '2031-03-01T08:10:00Z'],
  ])('%s', async (name, start, end, schema, says, from, wrong, right) => {
    const ask = await mockOf(name, collection(name, { members: { [start]: schema, [end]: schema }, says }));
    expect((await ask('POST', `/${name}`, { [start]: from, [end]: wrong })).status).toBe(422);
    const { status, body } = await ask('POST', `/${name}`, { [start]: from, [end]: right });
    expect(status).toBe(201);
    // The start is that of the thing.
    expect((await ask('PATCH', `/${name}/${body.id}`, { [end]: wrong })).status).toBe(422);
  });

  test.each([
    ['grants', 'opensOn', 'closesOn', 'It is not before `opensOn`.'],
    ['lists', 'validFrom', 'validUntil', 'The last day, which is not before `validFrom`, or null for a list without an end.'],
    ['parcels', 'shipDate', 'deliverBy', 'The last day for the delivery, not before `shipDate`.'],
  ])('%s: a change of one member alone is held against the other one of the thing', async (name, first, last, says) => {
    const ask = await mockOf(name, collection(name, { members: { [first]: day, [last]: { ...day, description: says } } }));
    const wrong = { [first]: '2031-03-02', [last]: '2031-03-01' };
    expect((await ask('POST', `/${name}`, wrong)).status).toBe(422);
    const { body } = await ask('POST', `/${name}`, { ...wrong, [last]: '2031-03-05' });
    expect((await ask('PATCH', `/${name}/${body.id}`, { [last]: wrong[last] })).status).toBe(422);
    expect((await ask('PATCH', `/${name}/${body.id}`, { [last]: wrong[first] })).status).toBe(200);
  });
});

describe('what a thing has bounds what is sent', () => {
  test.each([
    [
      'incidents',
      'happenedAt',
      time,
      'resolve',
      'at',
      'It cannot be resolved before it happened (422).',
      '2031-04-01T08:00:00Z',
      '2031-04-01T07:00:00Z',
      422,
    ],
    ['staff', 'hiredOn', day, 'departure', 'lastDay', 'Not possible for a day before the hiring (409).', '2031-04-02', '2031-04-01', 409],
    ['cards', 'spent', whole, 'limit', 'limit', 'A limit below what is `spent` is refused with 409.', 40, 39, 409],
  ])('%s', async (name, member, schema, end, sent, says, right, wrong, status) => {
    const ask = await mockOf(
      name,
      collection(name, { members: { [member]: schema }, below: { [end]: { says, body: { [sent]: schema } } } }),
    );
    const { body } = await ask('POST', `/${name}`, { [member]: right });
    expect((await ask('POST', `/${name}/${body.id}/${end}`, { [sent]: wrong })).status).toBe(status);
    expect((await ask('POST', `/${name}/${body.id}/${end}`, { [sent]: right })).status).toBe(200);
  });
});
