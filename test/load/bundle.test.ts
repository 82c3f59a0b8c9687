// Bundles a description into one document that has only internal references.
import { describe, expect, test } from 'vitest';
import { bundle } from '../../generator/load/bundle.ts';
import type { Json } from '../../generator/load/description.ts';
import { valueAt } from '../../generator/load/pointer.ts';
import { document, given, loadIn, loadText, project, withSchema } from './support.ts';

test('a document with only internal references is returned unchanged', async () => {
  const description = given(
    await loadText(
      withSchema(
        '{ items: { $ref: "#/components/schemas/S" }, properties: { "a b": {}, c: { $ref: "#/components/schemas/S/properties/a%20b" } } }',
      ),
    ),
  );
  expect(bundle(description)).toBe(description.root);
});

async function bundled(files: Readonly<Record<string, string>>): Promise<{ bundle: Json; again: readonly string[] }> {
  const folder = await project(files);
  const result = bundle(given(await loadIn(folder, 'api.yaml')));
  const text = JSON.stringify(result);
  return { bundle: result, again: (await loadText(text, {}, 'bundled.json')).lines };
}

describe('what is moved into the document', () => {
  test('schemas of other files, under free names, and their targets', async () => {
    const { bundle: result, again } = await bundled({
      'api.yaml': document(
        '3.1.1',
        'components:',
        '  schemas:',
        '    pet: { type: boolean }',
        '    A: { items: { $ref: pet.yaml } }',
        '    B: { items: { $ref: "more.yaml#/$defs/pet" } }',
        '    C: { items: { $ref: pet.yaml } }',
      ),
      'pet.yaml': 'properties: { child: { $ref: "#" }, other: { $ref: "api.yaml#/components/schemas/pet" } }\n',
      'more.yaml': '$defs: { pet: { type: "null" } }\n',
    });
    expect(again).toEqual([]);
    expect(valueAt(result, '/components')).toEqual({
      schemas: {
        pet: { type: 'boolean' },
        A: { items: { $ref: '#/components/schemas/pet_2' } },
        B: { items: { $ref: '#/components/schemas/pet_3' } },
        C: { items: { $ref: '#/components/schemas/pet_2' } },
        pet_2: { properties: { child: { $ref: '#/components/schemas/pet_2' }, other: { $ref: '#/components/schemas/pet' } } },
        pet_3: { type: 'null' },
      },
    });
  });

  test('each kind of object goes into its section of components; path items are inlined', async () => {
    const { bundle: result, again } = await bundled({
      'api.yaml': document(
        '3.1.1',
        'paths:',
        '  /a: { $ref: "rest.yaml#/path", summary: mine }',
        'webhooks:',
        '  w: { $ref: "rest.yaml#/path" }',
      ),
      'rest.yaml': [
        'path:',
        '  post:',
        '    parameters: [{ $ref: "#/parameter" }]',
        '    requestBody: { $ref: "#/body" }',
        '    responses: { 200: { $ref: "#/response" } }',
        'parameter: { in: query, name: q, schema: { $ref: "#/schema" }, examples: { e: { $ref: "#/example" } } }',
        'body: { content: { application/json: { schema: { $ref: "#/schema" } } } }',
        'response: { description: d, headers: { X-A: { $ref: "#/header" } } }',
        'header: { schema: { type: string } }',
        'example: { value: { $ref: kept.yaml } }',
        'schema: { type: string }',
      ].join('\n'),
    });
    expect(again).toEqual([]);
    const operation = {
      post: {
        parameters: [{ $ref: '#/components/parameters/parameter' }],
        requestBody: { $ref: '#/components/requestBodies/body' },
        responses: { 200: { $ref: '#/components/responses/response' } },
      },
    };
    expect(valueAt(result, '/paths')).toEqual({ '/a': { ...operation, summary: 'mine' } });
    expect(valueAt(result, '/webhooks')).toEqual({ w: operation });
    expect(Object.keys(valueAt(result, '/components') as object).sort()).toEqual([
      'examples',
      'headers',
      'parameters',
      'requestBodies',
      'responses',
      'schemas',
    ]);
    expect(valueAt(result, '/components/examples/example')).toEqual({ value: { $ref: 'kept.yaml' } });
  });

  test('mappings of discriminators point at the moved schemas', async () => {
    const { bundle: result } = await bundled({
      'api.yaml': document(
        '3.1.1',
        'components:',
        '  schemas:',
        '    P: { discriminator: { propertyName: k, mapping: { a: A, c: c.yaml } } }',
        '    A: {}',
      ),
      'c.yaml': 'type: object\n',
    });
    expect(valueAt(result, '/components/schemas/P/discriminator/mapping')).toEqual({
      a: '#/components/schemas/A',
      c: '#/components/schemas/c',
    });
  });

  test('a long chain of files, and a file that refers back to an earlier one', async () => {
    const files: Record<string, string> = { 'api.yaml': withSchema('{ $ref: "s0.yaml" }') };
    for (let index = 0; index < 300; index++) files[`s${index}.yaml`] = `items: { $ref: ${index === 299 ? 's0' : `s${index + 1}`}.yaml }\n`;
    const { bundle: result, again } = await bundled(files);
    expect(again).toEqual([]);
    expect(Object.keys(valueAt(result, '/components/schemas') as object)).toHaveLength(301);
  });
});

describe('references that become pointers', () => {
  test.each<[title: string, given: string, want: unknown]>([
    [
      'an anchor',
      '{ $defs: { D: { $anchor: d } }, items: { $ref: "#d" } }',
      { $defs: { D: {} }, items: { $ref: '#/components/schemas/S/$defs/D' } },
    ],
    [
      'an `$id`',
      '{ $id: "https://a.example/s", $defs: { D: { $id: d } }, items: { $ref: d } }',
      { $defs: { D: {} }, items: { $ref: '#/components/schemas/S/$defs/D' } },
    ],
    [
      'a pointer inside a resource',
      '{ $id: "https://a.example/s", $defs: { D: {} }, items: { $ref: "#/$defs/D" } }',
      { $defs: { D: {} }, items: { $ref: '#/components/schemas/S/$defs/D' } },
    ],
    ['a dynamic reference', '{ $dynamicAnchor: n, items: { $dynamicRef: "#n" } }', { items: { $ref: '#/components/schemas/S' } }],
    [
      'a pointer through a reference',
      '{ $defs: { A: { $ref: "#/components/schemas/S/$defs/B" }, B: { items: {} } }, not: { $ref: "#/components/schemas/S/$defs/A/items" } }',
      { $defs: { A: { $ref: '#/components/schemas/S/$defs/B' }, B: { items: {} } }, not: { $ref: '#/components/schemas/S/$defs/B/items' } },
    ],
    [
      '`$id` and `$ref` that are data stay',
      '{ $id: "https://a.example/s", const: { $id: a, $ref: b }, properties: { $id: {}, __proto__: {} } }',
      {
        const: { $id: 'a', $ref: 'b' },
        properties: Object.fromEntries([
          ['$id', {}],
          ['__proto__', {}],
        ]),
      },
    ],
  ])('%s', async (_title, schema, want) => {
    const { bundle: result, again } = await bundled({ 'api.yaml': withSchema(schema) });
    expect(again).toEqual([]);
    expect(valueAt(result, '/components/schemas/S')).toEqual(want);
  });

  test('the meta-schema is included when it is referenced', async () => {
    const { bundle: result, again } = await bundled({ 'api.yaml': withSchema('{ $ref: "https://json-schema.org/draft/2020-12/schema" }') });
    expect(again).toEqual([]);
    expect(valueAt(result, '/components/schemas/S')).toEqual({ $ref: '#/components/schemas/schema' });
  });

  test('3.0 documents are bundled too', async () => {
    const { bundle: result, again } = await bundled({
      'api.yaml': withSchema('{ properties: { a: { $ref: "a.yaml" } } }', '3.0.3'),
      'a.yaml': 'type: string\nnullable: true\n',
    });
    expect(again).toEqual([]);
    expect(valueAt(result, '/components/schemas/a')).toEqual({ type: 'string', nullable: true });
  });
});
