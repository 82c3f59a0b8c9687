// Tests in which order a living mock lists things: by what a query asks for, in all the ways in which documents write that.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const grade = { type: 'string', enum: ['low', 'normal', 'high', 'urgent'] };
const content = (schema: object) => ({ 'application/json': { schema } });

/** Things with a grade and a place, in a list that takes these parameters. */
async function gradesOf(name: string, parameters: readonly object[], says: string, query: string): Promise<readonly unknown[]> {
  const members = { title: text, grade, place: { type: 'integer' } };
  const thing = { type: 'object', required: ['id', 'title', 'grade', 'place'], properties: { id: text, ...members } };
  const document = {
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    paths: {
      [`/${name}`]: {
        get: { summary: says, parameters, responses: { 200: { description: 'All.', content: content({ type: 'array', items: thing }) } } },
        post: {
          requestBody: { required: true, content: content({ type: 'object', required: Object.keys(members), properties: members }) },
          responses: { 201: { description: 'Made.', content: content(thing) } },
        },
      },
      [`/${name}/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { responses: { 200: { description: 'It.', content: content(thing) }, 404: { description: 'None.' } } },
      },
    },
  };
  const root = path.resolve(import.meta.dirname, '../..');
  const description = await load('orders.json', { root, allowRemote: [], text: JSON.stringify(document) }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  const ask = await living(description);
  const all = [
    { title: 'Ann', grade: 'high', place: 20 },
    { title: 'Cem', grade: 'low', place: 3 },
    { title: 'Ben', grade: 'urgent', place: 7 },
  ];
  for (const one of all) expect((await ask('POST', `/${name}`, one)).status).toBe(201);
  return (await ask('GET', `/${name}?${query}`)).body.map((one: { title: string }) => one.title);
}

const sortBy = (values: readonly string[], description = '') => [
  { name: 'sort', in: 'query', description, schema: { type: 'string', enum: values } },
];
const turned = [{ name: 'order', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'] } }];

test.each([
  ['customers', sortBy(['title,asc', 'title,desc']), '', 'sort=title,desc', ['Cem', 'Ben', 'Ann']],
  ['tickets', sortBy(['grade:asc', 'grade:desc'], 'From low to urgent.'), '', 'sort=grade:asc', ['Cem', 'Ann', 'Ben']],
  ['alarms', sortBy(['grade', '-grade'], 'By grade means from `low` to `urgent`.'), '', 'sort=-grade', ['Ben', 'Ann', 'Cem']],
  // Nothing is said of the order of the grades: they are compared as texts.
  ['notes', sortBy(['grade', '-grade']), '', 'sort=grade', ['Ann', 'Cem', 'Ben']],
  ['articles', turned, 'Lists articles by place', 'order=desc', ['Ann', 'Ben', 'Cem']],
  ['articles', turned, 'Lists articles by place', 'order=asc', ['Cem', 'Ben', 'Ann']],
])('%s', async (name, parameters, says, query, titles) => {
  expect(await gradesOf(name, parameters, says, query)).toEqual(titles);
});
