// `octavo diff` lists the changes of a component once for all operations that it reaches.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatGroup } from '../../generator/diff/format.ts';
import { compareServices, groupChanges } from '../../generator/diff/index.ts';
import { octavo } from '../cli/run.ts';
import { type Scratch, scratch } from '../generate/project.ts';
import { serviceOf } from './support.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ 'application/json': { schema } });

/** `count` operations that send and receive a pet, and one that lists pets. */
function documentOf(count: number, pet: object, more: { readonly tag?: object; readonly limit?: object; readonly own?: object } = {}) {
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' }, ...more.limit };
  const put = (index: number) => ({
    put: {
      operationId: `put${index}`,
      parameters: [{ $ref: '#/components/parameters/Limit' }],
      requestBody: { required: true, content: json(ref('Pet')) },
      responses: { 200: { description: 'The pet.', content: json(ref('Pet')) } },
    },
  });
  const list = { operationId: 'list', responses: { 200: { description: 'Pets.', content: json({ type: 'array', items: ref('Pet') }) } } };
  const own = { operationId: 'own', responses: { 200: { description: 'One.', content: json(more.own ?? {}) } } };
  const paths = Object.fromEntries(Array.from({ length: count }, (_, index) => [`/pets/${index}`, put(index)]));
  return {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: { ...paths, '/list': { get: list }, '/own': { get: own } },
    components: {
      schemas: { Pet: pet, Tag: more.tag ?? { type: 'object', properties: { id: { type: 'string' } } } },
      parameters: { Limit: limit },
    },
  };
}

const properties = { name: { type: 'string' }, age: { type: 'integer' }, tags: { type: 'array', items: ref('Tag') } };
const pet = (required: string[], more: object = {}) => ({ type: 'object', required, properties: { ...properties, ...more } });

async function linesOf(before: object, after: object): Promise<string[]> {
  const changes = compareServices(await serviceOf(before), await serviceOf(after));
  return groupChanges(changes).map((entry) => formatGroup(entry, false).replace(/ {2}test\/diff\/version\.json:\d+:\d+ {2}/, ' @ '));
}

describe('groups', () => {
  test('one edited `required` is one entry for each direction, whatever the number of operations', async () => {
    expect(await linesOf(documentOf(40, pet(['name'])), documentOf(40, pet([])))).toEqual([
      'compatible @ schema `Pet` in what callers send: `.name` is optional now (40 operations: put0, put1, put2 and 37 more)',
      'breaking   @ schema `Pet` in what callers receive: `.name` is optional now (41 operations: put0, put1, put2 and 38 more)',
    ]);
  });

  test('several changes of a schema are one entry with a line each', async () => {
    const lines = await linesOf(documentOf(2, pet(['name', 'age'])), documentOf(2, pet([], { age: { type: 'string' } })));
    expect(lines).toEqual([
      [
        'compatible @ schema `Pet` in what callers send (2 operations: put0, put1):',
        '              `.name` is optional now',
        '              `.age` is optional now',
      ].join('\n'),
      'breaking   @ schema `Pet` in what callers send: `.age` is string, was integer (2 operations: put0, put1)',
      [
        'breaking   @ schema `Pet` in what callers receive (3 operations: put0, put1, list):',
        '              `.name` is optional now',
        '              `.age` is optional now',
        '              `.age` is string, was integer',
      ].join('\n'),
    ]);
  });

  test('a change inside a component that another refers to is one of the inner', async () => {
    const tag = { type: 'object', properties: { id: { type: 'string', maxLength: 5 } } };
    expect(await linesOf(documentOf(2, pet([])), documentOf(2, pet([]), { tag }))).toEqual([
      'breaking   @ schema `Tag` in what callers send: `.id` has `maxLength` 5 (2 operations: put0, put1)',
      'compatible @ schema `Tag` in what callers receive: `.id` has `maxLength` 5 (3 operations: put0, put1, list)',
    ]);
  });

  test('components that are no schemas', async () => {
    expect(await linesOf(documentOf(2, pet([])), documentOf(2, pet([]), { limit: { required: true } }))).toEqual([
      'breaking   @ parameter `Limit`: query parameter `limit` is required now (2 operations: put0, put1)',
    ]);
  });

  test('a change outside of components, or of a single operation, stays as it is', async () => {
    const own = (type: string) => ({ own: { type: 'object', properties: { a: { type } } } });
    expect(await linesOf(documentOf(1, pet([]), own('string')), documentOf(1, pet([]), own('integer')))).toEqual([
      'breaking   @ own: 200 response body `.a` is integer, was string',
    ]);
    expect(await linesOf(documentOf(0, pet(['name'])), documentOf(0, pet([])))).toEqual([
      'breaking   @ list: 200 response body `[].name` is optional now',
    ]);
  });
});

describe('the command line', () => {
  let project: Scratch;
  beforeAll(() => {
    project = scratch();
    project.put('old.json', JSON.stringify(documentOf(20, pet(['name']))));
    project.put('new.json', JSON.stringify(documentOf(20, pet([]))));
  });
  afterAll(() => project.remove());

  test('groups, lists each change with `--verbose`, and has all of them as data with `--json`', async () => {
    const [grouped, verbose, data] = await Promise.all(
      [[], ['--verbose'], ['--json']].map((options) => octavo(['diff', 'old.json', 'new.json', ...options], { cwd: project.root })),
    );
    expect([grouped?.code, grouped?.stdout.trim().split('\n').length]).toEqual([1, 2]);
    expect(grouped?.stderr).toContain('Changes of a component are listed once for all its operations; `--verbose` lists each.');
    expect(grouped?.stderr).toContain('1 breaking change, 1 compatible change.');
    expect(verbose?.stdout.trim().split('\n').length).toBe(41);
    expect(JSON.parse(data?.stdout ?? '{}')).toMatchObject({ breaking: 21, compatible: 20, changes: { length: 41 } });
  });
});
