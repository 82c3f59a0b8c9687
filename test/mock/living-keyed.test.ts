// Tests imports whose callers say by what things are known: by a member, by a kind of item in a list, or by what another member of the request names.
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const list = (items: object) => ({ type: 'array', items });
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const sent = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });

const mark = object({ kind: { ...text, enum: ['eartag', 'chip', 'oldchip'] }, number: text }, ['kind', 'number']);
const measure = object({ id: whole, value: text }, ['id', 'value']);
const own = { name: text, herdBook: text, marks: { oneOf: [list(mark), mark] }, measures: list(measure) };
const animal = object({ id: whole, ...own, marks: list(mark) }, ['id', 'marks']);
const failed = list(object({ index: whole, reason: text }, ['index', 'reason']));

async function stable(by: object, answer: object = object({ id: whole, failedAnimals: failed })) {
  const request = object({ animals: list(object(own, ['marks'])), measureId: whole, ...by }, ['animals']);
  const paths = {
    '/animal': { post: { ...sent(object(own, ['marks'])), responses: { 201: json(animal) } } },
    '/animal/{animalId}': {
      parameters: [{ name: 'animalId', in: 'path', required: true, schema: whole }],
      get: { responses: { 200: json(animal), 404: { description: 'None.' } } },
    },
    '/animals': { get: { parameters: [{ name: 'name', in: 'query', schema: text }], responses: { 200: json(list(animal)) } } },
    '/animals/import': { post: { ...sent(request), responses: { 200: json(answer), 409: { description: 'Taken.' } } } },
  };
  const document = JSON.stringify({ openapi: '3.1.0', info: { title: 'Stable', version: '1' }, paths });
  const found = await load('stable.json', { root: import.meta.dirname, allowRemote: [], text: document }, new Problems());
  if (found === undefined) throw new Error('The document is at fault.');
  const ask = await living(found);
  const add = async (body: object): Promise<number> => (await ask('POST', '/animal', body)).body.id;
  const bella = await add({
    name: 'Bella',
    herdBook: 'HB-1',
    marks: [{ kind: 'eartag', number: 'DE 01' }],
    measures: [{ id: 7, value: '612' }],
  });
  const alma = await add({ name: 'Alma', herdBook: 'HB-2', marks: [{ kind: 'oldchip', number: 'C-9' }] });
  return { ask, bella, alma, take: async (body: object) => (await ask('POST', '/animals/import', body)).body };
}

const matchBy = {
  matchBy: {
    ...text,
    enum: ['herdBook', 'eartag', 'chip', 'eartag_or_chip', 'measureId'],
    description: 'How known animals are identified.',
  },
};
const eartag = { kind: 'eartag', number: 'DE 01' };

test.each([
  ['a member', { herdBook: 'HB-2', marks: [eartag] }, { matchBy: 'herdBook' }, 'alma'],
  ['an item of a kind', { herdBook: 'HB-2', marks: [eartag] }, { matchBy: 'eartag' }, 'bella'],
  ['an item that stands without its list', { marks: eartag }, { matchBy: 'eartag' }, 'bella'],
  ['one kind, then another', { marks: [{ kind: 'chip', number: '5' }, eartag] }, { matchBy: 'eartag_or_chip' }, 'bella'],
  ['what the request names', { marks: [], measures: [{ id: 7, value: '612' }] }, { matchBy: 'measureId', measureId: 7 }, 'bella'],
  ['another value of that', { marks: [], measures: [{ id: 7, value: '613' }] }, { matchBy: 'measureId', measureId: 7 }, 'new'],
  ['another one that the request names', { marks: [], measures: [{ id: 7, value: '612' }] }, { matchBy: 'measureId', measureId: 8 }, 'new'],
  ['an item of another kind', { marks: [{ kind: 'chip', number: 'C-9' }] }, { matchBy: 'chip' }, 'new'],
  ['nothing that the caller asks for', { herdBook: 'HB-2', marks: [eartag] }, {}, 'new'],
])('an animal is known by %s', async (_, one, by, want) => {
  const { take, bella, alma, ask } = await stable(matchBy);
  const { id, failedAnimals } = await take({ animals: [{ name: 'Cora', ...one }], ...by });
  const known = new Map([
    [bella, 'bella'],
    [alma, 'alma'],
  ]);
  expect([known.get(id) ?? 'new', failedAnimals ?? []]).toEqual([want, []]);
  expect((await ask('GET', `/animal/${id}`)).body.name).toBe('Cora');
  expect((await ask('GET', '/animals')).body).toHaveLength(want === 'new' ? 3 : 2);
});

test('where a list of failures is all that an answer has, it has no animal that was saved', async () => {
  const { take, ask } = await stable(matchBy);
  const body = await take({
    animals: [
      { name: 'Cora', marks: [] },
      { name: 'Dora', marks: [] },
    ],
    matchBy: 'eartag',
  });
  expect(body.failedAnimals ?? []).toEqual([]);
  expect((await ask('GET', '/animals')).body).toHaveLength(4);
});

test('an enumeration of which no text or name says that it identifies is none', async () => {
  const { take, bella } = await stable({ origin: { ...text, enum: ['herdBook', 'eartag'] } });
  expect((await take({ animals: [{ marks: [eartag] }], origin: 'eartag' })).id).not.toBe(bella);
});
