// Parents that list their children in `oneOf` or `anyOf`, while the children include the parent by `allOf`, are read as inheritance.
import { describe, expect, test } from 'vitest';
import { emitTypes } from '../../generator/emit/types/types.ts';
import { describeForTypes, startSchemaWorker } from '../../generator/raw/schema.ts';
import { OPTIONS } from '../emit/service.ts';
import { loadIn, loadText, project } from '../load/support.ts';
import { typeCheck } from '../support/type-check.ts';
import { documentOf, emitDocument, root } from './pipeline.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kindOf = (kind: string, field: string) => ({
  type: 'object',
  required: [field],
  properties: { kind: { type: 'string', enum: [kind] }, [field]: { type: 'integer' } },
});
const PETS = {
  Pet: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' }, parent: ref('Pet') },
    oneOf: [ref('Cat'), ref('Dog')],
    discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } },
  },
  Cat: { allOf: [ref('Pet'), kindOf('cat', 'lives')] },
  Dog: { allOf: [ref('Pet'), kindOf('dog', 'bones')] },
  // Does not stand in the list, so it must match one of those that do.
  Kitten: { allOf: [ref('Pet'), { type: 'object', properties: { lives: { maximum: 9 } } }] },
};

const valid = [
  ['Pet', { kind: 'cat', lives: 9 }],
  ['Pet', { kind: 'dog', bones: 1, parent: { kind: 'dog', bones: 2 } }],
  ['Cat', { kind: 'cat', lives: 9, parent: { kind: 'dog', bones: 2 } }],
  ['Kitten', { kind: 'cat', lives: 9 }],
] as const;
const invalid = [
  ['Pet', { kind: 'cow' }],
  ['Pet', { kind: 'cat', bones: 1 }],
  ['Pet', { lives: 9 }],
  ['Cat', { kind: 'dog', lives: 9 }],
  ['Cat', { lives: 9 }],
  ['Cat', { kind: 'cat', lives: 9, parent: { kind: 'cow' } }],
  ['Kitten', { kind: 'cow', lives: 9 }],
] as const;

describe.each(['oneOf', 'anyOf', 'oneOf without discriminator'])('%s', async (form) => {
  const { oneOf, discriminator, ...own } = PETS.Pet;
  const Pet = form === 'anyOf' ? { ...own, anyOf: oneOf, discriminator } : form === 'oneOf' ? PETS.Pet : { ...own, oneOf };
  const pets = await emitDocument('pets.json', `inheritance-${form.replaceAll(' ', '-')}`, { text: documentOf({ ...PETS, Pet }) });

  test.each(valid)('%s accepts %j', (name, value) => {
    expect(pets.validator(`validate${name}`)(value, [])).toBe(true);
  });

  test.each(invalid)('%s refuses %j', (name, value) => {
    expect(pets.validator(`validate${name}`)(value, [])).toBe(false);
  });

  test('the types are finite, in types.ts and in schema.ts', async () => {
    const types = emitTypes(pets.service, OPTIONS);
    expect(types).toContain('export type Pet = { kind: string; parent?: Pet } & (Cat | Dog);');
    expect(types).toContain("export type Cat = PetBase & { kind: 'cat'; lives: number };");
    const worker = startSchemaWorker();
    const outcome = await worker.run(describeForTypes(pets.bundle, pets.service));
    await worker.close();
    const use = `import type { components } from './schema.ts';
import type { Cat, Pet } from './types.ts';
export const cat: Cat = { kind: 'cat', lives: 9, parent: { kind: 'dog', bones: 1 } };
export const pet: Pet = cat;
// @ts-expect-error
export const cow: Pet = { kind: 'cow' };
export const raw: components['schemas']['Cat'] = { kind: 'cat', lives: 9 };
`;
    const files = new Map([
      ['types.ts', types],
      ['schema.ts', 'text' in outcome ? outcome.text : outcome.failure],
      ['use.ts', use],
    ]);
    expect(typeCheck(`${root}/.octavo/tmp/inheritance`, files)).toBe('');
  });
});

test('a warning names the list of the parent, and shows the children', async () => {
  const { problems, marked } = await loadText(documentOf(PETS), {}, 'api.json');
  expect(marked).toEqual(['warning inheritance-circular "oneOf"']);
  expect(problems[0]?.message).toBe(
    '`Pet` lists `Cat` and 1 more in `oneOf`, and they include `Pet` in `allOf`, so that each would need the other. It is read as inheritance: `allOf` means `Pet` without its `oneOf`.',
  );
  expect(problems[0]?.related?.map(({ location }) => location.pointer)).toEqual([
    '/components/schemas/Cat/allOf/0/$ref',
    '/components/schemas/Dog/allOf/0/$ref',
  ]);
});

test('grandchildren, and families in several files', async () => {
  const folder = await project({
    'api.yaml': `openapi: 3.0.3
info: { title: A, version: '1' }
paths: { /a: { get: { responses: { '200': { description: Yes., content: { application/json: { schema: { $ref: 'a/parent.yaml' } } } } } } } }
`,
    'a/parent.yaml': "type: object\nrequired: [id]\nproperties: { id: { $ref: 'id.yaml' } }\noneOf: [{ $ref: '../b/child.yaml' }]\n",
    'a/id.yaml': 'type: string\n',
    'b/child.yaml':
      "allOf: [{ $ref: '../a/parent.yaml' }, { type: object, properties: { a: { type: string } } }]\nanyOf: [{ $ref: grandchild.yaml }]\n",
    'b/grandchild.yaml': "allOf: [{ $ref: child.yaml }, { $ref: '../a/parent.yaml' }, { required: [a] }]\n",
  });
  const { description, lines } = await loadIn(folder, 'api.yaml');
  expect([...lines].sort()).toEqual(['warning inheritance-circular child.yaml:2:1', 'warning inheritance-circular parent.yaml:4:1']);
  expect(description).toBeDefined();
});

test('a schema that includes itself in another way is left out as before', async () => {
  const text = documentOf({ A: { oneOf: [ref('B')] }, B: ref('A'), C: { not: { allOf: [ref('C')] } } });
  const { lines } = await loadText(text, {}, 'api.json');
  expect(lines.every((line) => line.startsWith('unsupported reference-cycle'))).toBe(true);
  expect(lines).toHaveLength(2);
});
