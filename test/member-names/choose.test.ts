// What properties are called in code: the rule of cases, names that the document gives, and what is refused since it would not be exact both ways.
import { describe, expect, test } from 'vitest';
import { checkConfig } from '../../generator/config/check.ts';
import { camelCaseMember } from '../../generator/model/names/member-case.ts';
import { readService } from '../emit/service.ts';
import { byEffort } from '../support/effort.ts';
import fc from '../support/fast-check.ts';

describe('camelCase', () => {
  test.each([
    ['user_id', 'userId'],
    ['user-id', 'userId'],
    ['UserId', 'userId'],
    ['USER_ID', 'userId'],
    ['ID', 'id'],
    ['HTTPStatus', 'httpStatus'],
    ['user_URLs', 'userUrls'],
    ['line_1', 'line1'],
    ['line_1_a', 'line1A'],
    ['two_2fa', 'two2fa'],
    ['x-y.z', 'xYZ'],
    ['a b', 'aB'],
    ['class_', 'class'],
    ['-$B', 'b'],
    ['straße_name', 'straßeName'],
    ['_links_self', '_linksSelf'],
    ['$ref_id', '$refId'],
    ...['userId', 'userID', 'aBC', '_id', '__typename', '@type', '@odata.type', '2fa_code', '', '_', '---', '中文'].map((name) => [
      name,
      name,
    ]),
  ])('%s → %s', (name, wanted) => expect(camelCaseMember(name)).toBe(wanted));

  test('applied twice, it changes nothing more', () => {
    const characters = fc.constantFrom(...'aBzZ09_-. $@éÉßİ中', '\u0301', '😀');
    const name = fc.array(characters, { maxLength: 8 }).map((all) => all.join(''));
    const property = fc.property(name, (given) => {
      expect(camelCaseMember(camelCaseMember(given))).toBe(camelCaseMember(given));
    });
    fc.assert(property, { numRuns: byEffort({ quick: 500, deep: 200_000 }) });
  });
});

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

async function read(schemas: object, properties: 'camelCase' | 'given' = 'camelCase') {
  const { service, problems } = await readService(
    { components: { schemas } },
    'pets',
    properties === 'given' ? {} : { names: { properties } },
  );
  const names = Object.fromEntries((service?.schemas ?? []).map((schema) => [schema.name, Object.fromEntries(schema.codeNames ?? [])]));
  return { names, problems: problems.list.filter(({ severity }) => severity === 'error') };
}

describe('names that the document gives', () => {
  const NAMED = { Pet: object({ pet_name: { ...text, 'x-octavo-name': 'title' }, pet_age: text }) };

  test('without the option, they alone are used', async () =>
    expect((await read(NAMED, 'given')).names).toEqual({ Pet: { pet_name: 'title' } }));
  test('with it, before the case', async () =>
    expect((await read(NAMED)).names).toEqual({ Pet: { pet_name: 'title', pet_age: 'petAge' } }));
  test('without either, no schema has names', async () =>
    expect((await read({ Pet: object({ a_b: text }) }, 'given')).names).toEqual({ Pet: {} }));
  test('in every schema of the value that mentions the property', async () => {
    const schemas = { Pet: { allOf: [ref('Base'), { required: ['pet_name'] }] }, Base: NAMED.Pet };
    expect((await read(schemas)).names.Base).toEqual({ pet_name: 'title', pet_age: 'petAge' });
  });
});

describe('what would not be exact is refused, with both places', () => {
  test.each<[string, object, string, string]>([
    [
      'in one object',
      { Pet: object({ user_id: text, userId: text }) },
      '`user_id` and `userId`',
      '#/components/schemas/Pet/properties/userId',
    ],
    [
      'across `allOf`',
      { Pet: { allOf: [ref('Base'), object({ UserId: text })] }, Base: object({ user_id: text }) },
      'called `userId`',
      '/Pet/allOf/1/',
    ],
    ['across a union', { Pet: { oneOf: [object({ a_b: text }), object({ aB: text })] } }, 'called `aB`', '/Pet/oneOf/1/'],
    ['in items', { Pets: { type: 'array', items: object({ a_b: text, 'a-b': text }) } }, 'called `aB`', '/Pets/items/'],
    ['by a given name', { Pet: object({ a: { ...text, 'x-octavo-name': 'b' }, b: text }) }, '`a` and `b`', '/Pet/properties/b'],
  ])('%s', async (_, schemas, message, place) => {
    const { problems } = await read(schemas);
    expect(problems).toMatchObject([{ code: 'property-name', message: expect.stringContaining(message) }]);
    expect(problems[0]?.location.pointer).toContain(place.replace('#', ''));
    expect(problems[0]?.fix).toBe('Write `x-octavo-name` on one of them, with another name.');
    expect(problems[0]?.related).toHaveLength(1);
  });

  test('two given names for one property of a value', async () => {
    const named = (name: string) => object({ a: { ...text, 'x-octavo-name': name } });
    const { problems } = await read({ Pet: { allOf: [named('one'), named('two')] } });
    expect(problems.map(({ message }) => message)).toEqual([
      'The property `a` has the names `one` and `two`, and one value may be of both schemas.',
    ]);
  });

  test('a schema that another one renames in one place only', async () => {
    const schemas = { Base: object({ a_b: text }), Pet: { allOf: [ref('Base'), object({ a_b: { 'x-octavo-name': 'c' } })] } };
    expect((await read(schemas)).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('The property `a_b` would be called `'),
    ]);
  });
});

test('the option is checked', () => {
  const faults = (names: unknown) => checkConfig({ documents: ['a.yaml'], names });
  expect(faults({ properties: 'camelCase' })).toEqual([]);
  expect(faults({ properties: 'snake_case' })).toEqual(["`names.properties` must be 'camelCase'."]);
  expect(faults({ propertys: 'camelCase' })).toEqual(['Unknown option `names.propertys`. Did you mean `names.properties`?']);
  expect(faults('camelCase')).toEqual(['`names` must be an object.']);
});
