// Tests that a living mock keeps numbers as texts say that they are computed, and adds to lists that only their thing shows.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: Record<string, object>) => ({ type: 'object', required: ['id'], properties: { id: text, ...properties } });
const content = (schema: object, example?: object) => ({ 'application/json': { schema, ...(example === undefined ? {} : { example }) } });
const reply = (schema: object, example?: object) => ({ description: 'Done.', content: content(schema, example) });
const sends = (schema: object) => ({ required: true, content: content(schema) });
const fuelling = object({ boat_id: text, boat: text, litres: whole, price: whole, at: text });
const spares = { type: 'array', items: { type: 'object', properties: { weight: whole, pieces: whole } } };
const boat = object({
  name: text,
  spares,
  load: { ...whole, description: 'The sum of weight times pieces of the spares.' },
  crew: whole,
  gross: { ...whole, description: 'The load plus the crew.' },
  fuellings: { type: 'array', items: fuelling },
  litres_in_all: { ...whole, description: 'The sum of the litres of its fuellings.' },
});
const own = { name: 'id', in: 'path', required: true, schema: text };
const first = { id: 'f1', boat_id: 'b1', boat: 'b1', litres: 40, price: 70, at: 'Kiel' };
const heron = {
  ...{ id: 'b1', name: 'Heron', spares: [{ weight: 10, pieces: 2 }], load: 7, crew: 80, gross: 7 },
  ...{ fuellings: [first], litres_in_all: 7 },
};

const description = await load(
  'harbour.json',
  {
    root: import.meta.dirname,
    allowRemote: [],
    text: JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Harbour', version: '1' },
      paths: {
        '/boats': {
          post: {
            requestBody: sends({ type: 'object', properties: { name: text, spares, crew: whole } }),
            responses: { 201: reply(boat, heron) },
          },
          get: { responses: { 200: reply({ type: 'array', items: boat }, [heron]) } },
        },
        '/boats/{id}': {
          parameters: [own],
          get: {
            responses: { 200: { ...reply(boat, heron), headers: { ETag: { schema: text } } }, 404: { description: 'There is none.' } },
          },
        },
        '/fuellings': {
          post: {
            requestBody: sends({ type: 'object', required: ['boat_id'], properties: { boat_id: text, litres: whole, at: text } }),
            responses: { 201: reply(fuelling, first), 404: { description: 'There is no such boat.' } },
          },
        },
        '/fleet': { get: { responses: { 200: reply({ type: 'object', properties: { flagship: boat } }, { flagship: heron }) } } },
      },
    }),
  },
  new Problems(),
);
if (description === undefined) throw new Error('The document is at fault.');

test('numbers of new things, of things of the examples, and of answers without state are what their texts say', async () => {
  const ask = await living(description);
  const made = await ask('POST', '/boats', {
    name: 'Tern',
    spares: [
      { weight: 3, pieces: 4 },
      { weight: 5, pieces: 1 },
    ],
    crew: 100,
  });
  expect(made.body).toMatchObject({ load: 17, crew: 100, gross: 117 });
  expect((await ask('GET', `/boats/${made.body.id}`)).body).toEqual(made.body);
  const right = { load: 20, gross: 100, litres_in_all: 40 };
  expect((await ask('GET', '/boats')).body).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'b1', ...right })]));
  expect((await ask('GET', '/fleet')).body.flagship).toMatchObject(right);
});

test('what a body adds to a thing that it names is shown with the thing, and counted', async () => {
  const ask = await living(description);
  const before = await ask('GET', '/boats/b1');
  const added = await ask('POST', '/fuellings', { boat_id: 'b1', litres: 25, at: 'Lübeck' });
  expect(added).toMatchObject({ status: 201, body: { boat_id: 'b1', boat: 'b1', litres: 25, at: 'Lübeck' } });
  expect(added.body.id).not.toBe('f1');
  const { body, headers } = await ask('GET', '/boats/b1');
  expect(headers.etag).not.toBe(before.headers.etag);
  expect(body.fuellings).toEqual([first, added.body]);
  expect(body.litres_in_all).toBe(65);
  expect((await ask('POST', '/fuellings', { boat_id: 'none', litres: 1 })).status).toBe(404);
  expect(explainSource(description).find(({ path }) => path === '/fuellings')).toMatchObject({ does: 'adds to `fuellings` of a boat' });
});

test.each([
  ['claims', 'paid', 'recovered', 'cost', 'What is `paid` less what was `recovered`.'],
  ['bookings', 'total', 'by_voucher', 'due', 'The `total` less `by_voucher`.'],
  ['loans', 'granted', 'repaid', 'open', '`granted` less `repaid`.'],
])('what is left of the %s is not less than it may be', async (name, first, taken, rest, says) => {
  const amount = { ...whole, minimum: 0 };
  const thing = object({ label: text, [first]: amount, [taken]: amount, [rest]: { ...amount, description: says } });
  // The example of the document does not add up.
  const example = { id: 'x1', label: 'A', [first]: 10, [taken]: 70, [rest]: 5 };
  const paths = {
    [`/${name}`]: {
      post: {
        requestBody: sends({ type: 'object', required: ['label'], properties: { label: text } }),
        responses: { 201: reply(thing, example) },
      },
    },
    [`/${name}/{id}`]: { parameters: [own], get: { responses: { 200: reply(thing, example), 404: { description: 'None.' } } } },
  };
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Rests', version: '1' }, paths });
  const found = await load('rests.json', { root: import.meta.dirname, allowRemote: [], text: document }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  const ask = await living(found);
  const { body } = await ask('POST', `/${name}`, { label: 'B' });
  expect(body[rest]).toBe(body[first] - body[taken]);
  expect(body[rest]).toBeGreaterThanOrEqual(0);
  expect((await ask('GET', `/${name}/${body.id}`)).body).toEqual(body);
});

test.each([
  ['screenings', 'startsAt', 'lengthMinutes', 'endsAt', '`startsAt` and `lengthMinutes` later.', 60_000],
  ['washes', 'begin', 'duration_seconds', 'finish', 'The begin plus the duration.', 1000],
  ['shifts', 'opens_at', 'hours', 'closes_at', '`hours` after `opens_at`.', 3_600_000],
])('a time of the %s is so much later as its text says', async (name, from, by, to, says, unit) => {
  const time = { ...text, format: 'date-time' };
  const sent = { [from]: time, [by]: { type: 'integer', minimum: 1 } };
  const shown = { ...sent, [to]: { ...time, description: says } };
  const thing = object({ ...shown, breaks: { type: 'array', items: { type: 'object', required: [to], properties: shown } } });
  const example = { id: 'x1', [from]: '2027-01-01T10:00:00Z', [by]: 2, [to]: '2027-05-05T00:00:00Z', breaks: [] };
  const breaks = { type: 'array', items: { type: 'object', properties: sent } };
  const paths = {
    [`/${name}`]: {
      post: {
        requestBody: sends({ type: 'object', required: [from, by], properties: { ...sent, breaks } }),
        responses: { 201: reply(thing, example) },
      },
    },
    [`/${name}/{id}`]: {
      parameters: [own],
      get: { responses: { 200: reply(thing, example), 404: { description: 'None.' } } },
      patch: {
        requestBody: { required: true, content: { 'application/merge-patch+json': { schema: { type: 'object', properties: sent } } } },
        responses: { 200: reply(thing, example), 404: { description: 'None.' } },
      },
    },
  };
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Times', version: '1' }, paths });
  const found = await load('times.json', { root: import.meta.dirname, allowRemote: [], text: document }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  const ask = await living(found, 1);
  const lasts = (one: Record<string, string>) => (Date.parse(one[to] ?? '') - Date.parse(one[from] ?? '')) / unit;
  expect(lasts((await ask('GET', `/${name}/x1`)).body)).toBe(2);
  const start = { [from]: '2027-03-01T10:00:00Z' };
  const made = await ask('POST', `/${name}`, { ...start, [by]: 45, breaks: [{ ...start, [by]: 15 }] });
  expect([lasts(made.body), lasts(made.body.breaks[0])]).toEqual([45, 15]);
  expect(lasts((await ask('PATCH', `/${name}/${made.body.id}`, { [by]: 50 })).body)).toBe(50);
  expect(lasts((await ask('GET', `/${name}/${made.body.id}`)).body)).toBe(50);
  // A moment that no date can say is left as it is.
  expect((await ask('PATCH', `/${name}/${made.body.id}`, { [by]: Number.MAX_SAFE_INTEGER })).status).toBe(200);
});

test('a number of several others, and those of a page without state', async () => {
  const days = { type: 'integer', minimum: 0 };
  const members = {
    ...{ granted: days, saved: days, used: { ...days, readOnly: true } },
    left: { ...days, readOnly: true, description: 'What is left of `granted` and `saved` after `used`.' },
  };
  const allowance = { ...object(members), required: ['id', ...Object.keys(members)] };
  const lines = { type: 'array', items: { type: 'object', properties: { cost: whole } } };
  const bill = object({ lines, total: { ...whole, description: 'The sum of the cost of its lines.' } });
  const page = {
    type: 'object',
    required: ['items', 'next'],
    properties: { items: { type: 'array', items: bill }, next: { type: ['string', 'null'] } },
  };
  const paths = {
    '/allowances': {
      post: {
        requestBody: sends({ type: 'object', properties: { granted: days, saved: days } }),
        responses: { 201: reply(allowance, { id: 'a', granted: 30, saved: 2, used: 20, left: 12 }) },
      },
    },
    '/allowances/{id}': { parameters: [own], get: { responses: { 200: reply(allowance) } } },
    '/bills/{id}': { parameters: [own], get: { responses: { 200: reply(bill) } } },
    '/allowances/{id}/bills': {
      parameters: [own, ...['cursor', 'limit'].map((name) => ({ name, in: 'query', schema: name === 'limit' ? whole : text }))],
      get: { responses: { 200: reply(page, { items: [{ id: 'b', lines: [{ cost: 3 }, { cost: 4 }], total: 9 }], next: null }) } },
    },
  };
  const source = JSON.stringify({ openapi: '3.1.0', info: { title: 'Leave', version: '1' }, paths });
  const leave = await load('leave.json', { root: import.meta.dirname, allowRemote: [], text: source }, new Problems());
  if (leave === undefined) throw new Error('The document is at fault.');
  const ask = await living(leave);
  const { body } = await ask('POST', '/allowances', { granted: 5, saved: 1 });
  expect(body).toMatchObject({ granted: 5, saved: 1, left: body.granted + body.saved - body.used });
  expect((await ask('GET', `/allowances/${body.id}/bills`)).body).toMatchObject({ items: [{ total: 7 }] });
});
