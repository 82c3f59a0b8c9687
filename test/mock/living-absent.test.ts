// Tests what a living mock answers of what is not there, in the words of the document, what HEAD answers, and filters that ignore case.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { startLivingMock } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const sent = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const fault = object({ code: text, message: text }, ['code', 'message']);
const boat = object({ id: { ...text, example: 'boat-4471' }, name: text, harbour: text }, ['id', 'name']);
const berth = object({ id: whole, metres: whole }, ['id']);

async function described(words: readonly string[], filter = '') {
  const examples = Object.fromEntries(words.map((message, index) => [`e${index}`, { value: { code: 'gone_astray', message } }]));
  const none = { 404: { description: 'None.', content: { 'application/json': { schema: fault, examples } } } };
  const id = (schema: object) => ({ parameters: [{ name: 'id', in: 'path', required: true, schema }] });
  const paths = {
    '/boats': {
      get: {
        description: filter,
        parameters: ['name', 'harbour'].map((name) => ({ name, in: 'query', schema: text })),
        responses: { 200: json({ type: 'array', items: boat }) },
      },
      post: { ...sent(object({ name: text, harbour: text }, ['name'])), responses: { 201: json(boat) } },
    },
    '/boats/{id}': {
      ...id(text),
      get: { responses: { 200: json(boat), ...none } },
      head: { responses: { 200: { description: 'It is there.' }, 404: { description: 'None.' } } },
    },
    '/berths': { post: { ...sent(object({ metres: whole })), responses: { 201: json(berth) } } },
    '/berths/{id}': { ...id(whole), get: { responses: { 200: json(berth), ...none } } },
  };
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Harbour', version: '1' }, paths });
  const found = await load('harbour.json', { root: import.meta.dirname, allowRemote: [], text: document }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  return found;
}

test.each([
  [['The boat boat-4471 does not exist.'], '/boats/boat-9', 'The boat boat-9 does not exist.'],
  [['No boat was found with the id "boat-1203".'], '/boats/boat-1', 'No boat was found with the id "boat-1".'],
  [['The resource does not exist.'], '/boats/boat-9', 'The resource does not exist.'],
  [['The berth 12 does not exist.', 'There is no such boat.'], '/boats/boat-9', 'There is no such boat.'],
  [['The resource does not exist.'], '/berths/9', 'The resource does not exist.'],
])('%j for %s', async (words, path, message) => {
  const ask = await living(await described(words));
  const { status, body } = await ask('GET', path);
  expect([status, body]).toEqual([404, { code: 'gone_astray', message }]);
});

test.each([
  // About another kind of thing, about an identifier of an unknown form, and about something else.
  [['The berth 12 does not exist.'], '/boats/boat-9'],
  [['Nothing was found for XQ-77-1.'], '/boats/boat-9'],
  [['You may not see this boat.'], '/boats/boat-9'],
])('words that are of something else are not used: %j', async (words, path) => {
  const ask = await living(await described(words));
  const { status, body } = await ask('GET', path);
  expect([status, JSON.stringify(body)]).toEqual([404, expect.stringContaining('There is no boat `boat-9`.')]);
});

test('HEAD tells the length of what GET answers', async () => {
  const mock = await startLivingMock([await described([])]);
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' };
  const url = mock.urlOf('harbour');
  try {
    const made = await fetch(`${url}/boats`, { method: 'POST', headers, body: JSON.stringify({ name: 'Möwe', harbour: 'Kiel' }) });
    const { id }: { id: string } = await made.json();
    const [got, asked] = [await fetch(`${url}/boats/${id}`, { headers }), await fetch(`${url}/boats/${id}`, { method: 'HEAD', headers })];
    const bytes = (await got.arrayBuffer()).byteLength;
    expect(bytes).toBeGreaterThan(20);
    expect([asked.status, asked.headers.get('content-length'), await asked.text()]).toEqual([200, String(bytes), '']);
    const missed = await fetch(`${url}/boats/none`, { method: 'HEAD', headers });
    expect(missed.status).toBe(404);
  } finally {
    await mock.stop();
  }
});

test.each([
  ['An identifier of the request, which the answer repeats.', true],
  ['An identifier of the request.', false],
])('a running mock repeats a header where its text says so: %s', async (words, isRepeated) => {
  const paths = {
    '/tides': {
      get: {
        parameters: [{ name: 'X-Request-Id', in: 'header', description: words, schema: text }],
        responses: { 200: { ...json(object({ metres: whole })), headers: { 'X-Request-Id': { schema: text } } } },
      },
    },
  };
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Tides', version: '1' }, paths });
  const found = await load('tides.json', { root: import.meta.dirname, allowRemote: [], text: document }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  const mock = await startLivingMock([found]);
  try {
    const answer = await fetch(`${mock.urlOf('tides')}/tides`, { headers: { 'x-request-id': 'low-water-7' } });
    expect(answer.headers.get('x-request-id') === 'low-water-7').toBe(isRepeated);
  } finally {
    await mock.stop();
  }
});

test.each([
  ['A filter compares whole values and ignores upper and lower case.', 1],
  ['Filters are case-insensitive.', 1],
  ['Names are printed in upper case.', 0],
  ['', 0],
])('a filter of another case, where the text says: %s', async (filter, count) => {
  const ask = await living(await described([], filter));
  await ask('POST', '/boats', { name: 'Heron', harbour: 'Kiel' });
  expect((await ask('GET', '/boats?name=heRON')).body).toHaveLength(count);
  expect((await ask('GET', '/boats?name=Heron&harbour=Kiel')).body).toHaveLength(1);
});
