// Tests lists of things as comma-separated values: with the columns that the text of the operation names, filtered, and quoted as RFC 4180 has it.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { createEngine } from '../../generator/mock/octavo/engine.ts';
import { buildService } from '../../generator/model/index.ts';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const none = { 404: { description: 'None.' } };
const members = { orchard: text, fruit: { ...text, enum: ['apple', 'pear'] }, kilos: { type: 'number' }, note: text };
const harvest = object({ id: text, ...members }, ['id', 'fruit']);

async function orchards(description: string, types: readonly string[] = ['text/csv']) {
  const paths = {
    '/harvests': {
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: object(members, ['fruit']) } } },
        responses: { 201: json(harvest) },
      },
    },
    '/harvests/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: { 200: json(harvest), ...none } },
    },
    '/reports/harvests': {
      get: {
        description,
        parameters: [
          { name: 'fruit', in: 'query', schema: { ...text, enum: ['apple', 'pear'] } },
          { name: 'min_kilos', in: 'query', description: 'At least so many.', schema: { type: 'number' } },
        ],
        responses: { 200: { description: 'All.', content: Object.fromEntries(types.map((type) => [type, { schema: text }])) } },
      },
    },
  };
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Orchards', version: '1' }, paths });
  const found = await load('orchards.json', { root: import.meta.dirname, allowRemote: [], text: document }, new Problems());
  const service = found && buildService(found, {}, new Problems());
  if (service === undefined) throw new Error('The document is at fault.');
  const engine = await createEngine(service, {}, { seed: 1, things: 0 });
  const send = async (method: string, target: string, headers: Record<string, string>, sent?: object) => {
    const body = sent === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(sent)) };
    const outcome = await engine.answer({
      document: 'orchards',
      dynamic: false,
      base: 'http://mock',
      request: { method, target, headers, ...body },
    });
    if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
    return { by: outcome.by, ...outcome.answer };
  };
  const made = [
    { orchard: 'Hill, north', fruit: 'apple', kilos: 12.5, note: 'The "old" trees' },
    { orchard: 'Brook', fruit: 'pear', kilos: 3 },
    { orchard: 'Brook', fruit: 'apple', note: 'Two\nlines' },
  ];
  for (const one of made) await send('POST', '/harvests', { 'content-type': 'application/json' }, one);
  return (query = '', accept = 'text/csv') => send('GET', `/reports/harvests${query}`, { accept });
}

test.each(['The columns are orchard, fruit, kilos and note.', 'A header line `orchard,fruit,kilos,note`, then a line for each.'])(
  'rows have the columns that are named: %s',
  async (description) => {
    const ask = await orchards(description);
    const { status, by, headers, body } = await ask();
    expect([status, by, headers['content-type']]).toEqual([200, 'living', expect.stringContaining('text/csv')]);
    const rows = ['orchard,fruit,kilos,note', '"Hill, north",apple,12.5,"The ""old"" trees"', 'Brook,pear,3,', 'Brook,apple,,"Two\nlines"'];
    expect(body).toBe(rows.map((row) => `${row}\r\n`).join(''));
  },
);

test('the query filters them, and without one there are the names alone', async () => {
  const ask = await orchards('The columns are fruit and kilos.');
  expect((await ask('?fruit=pear')).body).toBe('fruit,kilos\r\npear,3\r\n');
  expect((await ask('?min_kilos=5')).body).toBe('fruit,kilos\r\napple,12.5\r\n');
  expect((await ask('?fruit=pear&min_kilos=5')).body).toBe('fruit,kilos\r\n');
});

test.each([
  // No names, names of nothing that is kept, and another form that the caller asks for.
  ['All harvests.', undefined],
  ['The columns are driver, plate and harbour.', undefined],
  ['The columns are fruit and kilos.', 'application/x-ndjson'],
])('others are answered from the document: %s', async (description, accept) => {
  const ask = await orchards(description, ['text/csv', 'application/x-ndjson']);
  expect((await ask('', accept)).by).toBeUndefined();
});
