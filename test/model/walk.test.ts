// Walks of the schema graph: reachability, strongly connected components, declared names.
import { expect, test } from 'vitest';
import { leadersIn } from '../../generator/base/connected.ts';
import { components, declared, eachUsed, isPlainRef, leadingTo, reachable } from '../../generator/model/schema/walk.ts';
import { type nameOf, schema, schemasDocument, service } from './support.ts';

const built = await service(
  schemasDocument(
    [
      "Even: { properties: { next: { $ref: '#/components/schemas/Odd' } } }",
      "Odd: { properties: { next: { $ref: '#/components/schemas/Even' } } }",
      'Leaf: { type: string }',
      "List: { type: array, items: { $ref: '#/components/schemas/List' } }",
      "User: { properties: { leaf: { $ref: '#/components/schemas/Leaf', description: A leaf. }, even: { $ref: '#/components/schemas/Even' }, short: { $ref: '#/components/schemas/Leaf', maxLength: 3 } } }",
      "Alias: { $ref: '#/components/schemas/Leaf' }",
    ].join('\n'),
  ),
);
const named = (schemas: Iterable<Parameters<typeof nameOf>[0]>) => [...schemas].flatMap((found) => found.name ?? []).sort();

test('reachable: all schemas that a schema refers to, directly or not, and itself', () => {
  expect(named(reachable([schema(built, 'User')]))).toEqual(['Even', 'Leaf', 'Odd', 'User']);
});

test('reachable, without some: what is refused, and what only it leads to, is left out', () => {
  const refused = schema(built, 'Even');
  expect(named(reachable([schema(built, 'User')], (one) => one !== refused))).toEqual(['Leaf', 'User']);
});

test('leadingTo: all schemas that refer to a schema, directly or not, and itself', () => {
  const leading = leadingTo(reachable(built.schemas), [schema(built, 'Leaf')]);
  expect(named(leading.keys())).toEqual(['Alias', 'Leaf', 'User']);
  expect(new Set(leading.values())).toEqual(new Set([schema(built, 'Leaf')]));
  const leaders = leadersIn(reachable(built.schemas), eachUsed);
  expect(named(leaders([schema(built, 'Odd')]).keys())).toEqual(['Even', 'Odd', 'User']);
  expect(named(leaders([schema(built, 'List')]).keys())).toEqual(['List']);
});

test("components: a callee's group comes before its callers'", () => {
  const groups = components(built.schemas);
  const position = (name: string) => groups.findIndex((group) => group.includes(schema(built, name)));
  expect(position('Even')).toBe(position('Odd'));
  expect(position('Leaf')).toBeLessThan(position('User'));
  expect(position('Even')).toBeLessThan(position('User'));
  // Following only in-place applicators, no schema here refers back to itself.
  expect(components(built.schemas, true).every((group) => group.length === 1)).toBe(true);
});

test('a reference with only annotations is equivalent to its target, one with constraints is not', () => {
  const properties = schema(built, 'User').properties;
  const [leaf, short] = [properties?.get('leaf'), properties?.get('short')];
  if (leaf === undefined || short === undefined) throw new Error('The properties are not there.');
  expect(isPlainRef(leaf)).toBe(true);
  expect(declared(leaf)).toBe(schema(built, 'Leaf'));
  expect(isPlainRef(short)).toBe(false);
  expect(declared(short)).toBeUndefined();
  expect(declared(schema(built, 'Alias'))).toBe(schema(built, 'Alias'));
});
