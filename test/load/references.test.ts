// Resolves references by the rules of OpenAPI and JSON Schema 2020-12: pointers, files, `$id`, anchors, discriminator mappings; `$ref` in data is
// ignored.
import { describe, expect, test } from 'vitest';
import { document, given, loadIn, loadText, project, withSchema } from './support.ts';

const files = {
  'api.yaml': document(
    '3.1.1',
    'paths:',
    '  /a: { $ref: paths/a.yaml }',
    'components:',
    '  schemas:',
    '    Local: { type: string }',
    '    "Odd/na~me %": { type: integer }',
    '    Tree: { $ref: "schemas/tree.json" }',
  ),
  'paths/a.yaml': [
    'get:',
    '  parameters:',
    '    - { $ref: ../shared.yaml#/components/parameters/Limit }',
    '  responses:',
    '    200: { description: d, content: { application/json: { schema: { $ref: ../api.yaml#/components/schemas/Local } } } }',
  ].join('\n'),
  'shared.yaml': document(
    '3.1.1',
    'components:',
    '  parameters:',
    '    Limit: { in: query, name: limit, schema: { $ref: "#/components/schemas/Limit" } }',
    '  schemas:',
    '    Limit: { type: integer }',
  ),
  'schemas/tree.json': '{ "type": "object", "properties": { "left": { "$ref": "#" }, "leaf": { "$ref": "leaf.json#leaf" } } }',
  'schemas/leaf.json': '{ "definitions": { "L": { "$anchor": "leaf", "type": "null" } } }',
};

describe('references between files', () => {
  test.each<[source: string, pointer: string, ref: string, want: [display: string, pointer: string, value: unknown]]>([
    ['api.yaml', '/x', '#/components/schemas/Local', ['api.yaml', '/components/schemas/Local', { type: 'string' }]],
    [
      'a.yaml',
      '/get/parameters/0',
      '../shared.yaml#/components/parameters/Limit',
      ['shared.yaml', '/components/parameters/Limit', expect.objectContaining({ name: 'limit' })],
    ],
    [
      'shared.yaml',
      '/components/parameters/Limit/schema',
      '#/components/schemas/Limit',
      ['shared.yaml', '/components/schemas/Limit', { type: 'integer' }],
    ],
    ['a.yaml', '/get', '../api.yaml#/components/schemas/Local', ['api.yaml', '/components/schemas/Local', { type: 'string' }]],
    ['tree.json', '/properties/left', '#', ['schemas/tree.json', '', expect.objectContaining({ type: 'object' })]],
    ['tree.json', '/properties/leaf', 'leaf.json#leaf', ['schemas/leaf.json', '/definitions/L', { $anchor: 'leaf', type: 'null' }]],
    ['api.yaml', '/x', '#/components/schemas/Odd~1na~0me%20%25', ['api.yaml', '/components/schemas/Odd~1na~0me %', { type: 'integer' }]],
    ['api.yaml', '/x', '#/components/schemas/Tree/properties/leaf/type', ['schemas/leaf.json', '/definitions/L/type', 'null']],
    ['api.yaml', '/x', './schemas/../schemas/tree.json', ['schemas/tree.json', '', expect.objectContaining({ type: 'object' })]],
  ])('%s%s: %s', async (from, pointer, ref, [display, wantedPointer, value]) => {
    const folder = await project(files);
    const description = given(await loadIn(folder, 'api.yaml'));
    const source = description.sources.find((each) => each.path.endsWith(from));
    if (source === undefined) throw new Error(`${from} was not read`);
    const resolved = description.resolve(ref, { source, pointer });
    expect([resolved.location.source.path, resolved.location.pointer]).toEqual([`${folder}/${display}`, wantedPointer]);
    expect(resolved.value).toEqual(value);
    expect(description.at(resolved.location)).toBe(resolved.value);
  });

  test('each file is read once, the entry first', async () => {
    const folder = await project(files);
    const description = given(await loadIn(folder, 'api.yaml'));
    expect(description.sources.map((source) => source.path.slice(folder.length + 1))).toEqual([
      'api.yaml',
      'paths/a.yaml',
      'schemas/tree.json',
      'shared.yaml',
      'schemas/leaf.json',
    ]);
    expect(description.sources[0]).toBe(description.entry);
  });

  test('faults of a referenced file are shown in that file', async () => {
    const folder = await project({ ...files, 'schemas/leaf.json': '{ "definitions": { "L": { "$anchor": "leaf",\n "minimum": "x" } } }' });
    expect((await loadIn(folder, 'api.yaml')).lines).toEqual(['warning component-name 10:5', 'unsupported wrong-type leaf.json:2:13']);
  });

  test('a referenced file that is not valid YAML', async () => {
    const folder = await project({
      'api.yaml': withSchema('{ properties: { a: { $ref: b.yaml }, b: { $ref: b.yaml } } }'),
      'b.yaml': 'a: [\n',
    });
    expect((await loadIn(folder, 'api.yaml')).lines).toEqual(['error ref-unreadable 8:56', 'error yaml-syntax b.yaml:2:1']);
  });

  test('a file that was not loaded cannot be resolved', async () => {
    const description = given(await loadText(withSchema('{}')));
    expect(() => description.resolve('#/nowhere', { source: description.entry, pointer: '' })).toThrow(/was not resolved/);
  });
});

describe('faults', () => {
  test.each<[title: string, schema: string, want: string[]]>([
    ['nowhere', '{ $ref: "#/components/schemas/T" }', ['unsupported ref-not-found 8:16']],
    ['an anchor that nothing has', '{ $ref: "#a" }', ['unsupported ref-not-found 8:16']],
    ['a bad escape', '{ $ref: "#/%zz" }', ['unsupported ref-invalid 8:16']],
    ['a bad URI', '{ $ref: "http://[" }', ['unsupported ref-invalid 8:16']],
    ['leads to text', '{ $ref: "#/info/title" }', ['unsupported ref-target 8:16']],
    ['leads to a list', '{ $ref: "#/components/schemas/S/required", required: [a] }', ['unsupported ref-target 8:16']],
    ['leads to another kind of component', '{ $ref: "#/components/responses/R" }', ['unsupported ref-wrong-kind 8:16']],
    ['what it leads to is no schema', '{ $ref: "#/x-a" }', ['unsupported wrong-type 5:19']],
    ['not text', '{ $ref: 1 }', ['warning wrong-type 8:16']],
    [
      'a mapping that leads nowhere',
      '{ discriminator: { propertyName: k, mapping: { a: "#/components/schemas/T" } } }',
      ['unsupported ref-not-found 8:58'],
    ],
  ])('%s', async (_title, schema, want) => {
    const text = withSchema(schema)
      .replace('paths: {}', 'x-a: { minLength: "x" }')
      .replace('components:', 'components:')
      .concat('  responses: { R: { description: d } }\n');
    expect((await loadText(text)).lines).toEqual(want);
  });

  test('a similar name is suggested', async () => {
    const { problems } = await loadText(
      withSchema('{ properties: { a: { $ref: "#/components/schemas/Sk" }, b: { $ref: "#/components/schemas/Custmer" } } }').concat(
        '    Customer: {}\n',
      ),
    );
    expect(problems.map((problem) => problem.fix)).toEqual([
      'Correct the reference, or add what it refers to.',
      'Did you mean `#/components/schemas/Customer`?',
    ]);
  });

  test('`#/` is not the whole document', async () => {
    const { problems } = await loadText(withSchema('{ $ref: "#/" }'));
    expect(problems.map(({ code, fix }) => [code, fix])).toEqual([
      ['ref-not-found', 'Write `#` for the whole document; `#/` refers to a member whose name is empty.'],
    ]);
  });

  test('3.0: ignored siblings of a reference are reported once, as a note', async () => {
    const { problems, description } = await loadText(
      withSchema(
        '{ properties: { a: { $ref: "#/components/schemas/T", nullable: true }, b: { $ref: "#/components/schemas/T", minLength: x } } }',
        '3.0.3',
      ).concat('    T: {}\n'),
    );
    expect(problems.map(({ severity, code, related }) => [severity, code, related?.length])).toEqual([['note', 'ref-siblings', 1]]);
    expect(description).toBeDefined();
  });

  test('3.1: siblings of a reference apply and are checked', async () => {
    expect((await loadText(withSchema('{ $ref: "#/components/schemas/T", minLength: x }').concat('    T: {}\n'))).lines).toEqual([
      'unsupported wrong-type 8:53',
    ]);
  });
});

describe('a `$ref` that is data is not followed', () => {
  test.each([
    '{ properties: { $ref: { type: string } } }',
    '{ example: { $ref: nowhere.yaml }, examples: [{ $ref: nowhere.yaml }], default: { $ref: nowhere.yaml } }',
    '{ enum: [{ $ref: nowhere.yaml }], const: { $ref: http://127.0.0.1/ } }',
    '{ x-thing: { $ref: file:///etc/passwd } }',
    '{ unknown: { $ref: file:///etc/passwd } }',
    '{ enum: [{ $id: "https://a.example/", $anchor: a }, { $id: "https://a.example/", $anchor: a }] }',
  ])('%s', async (schema) => {
    expect((await loadText(withSchema(schema))).lines).toEqual([]);
  });

  test('in the value of an Example Object, and in the parameters of a link', async () => {
    const { lines } = await loadText(
      document(
        '3.1.1',
        'components:',
        '  examples: { E: { value: { $ref: nowhere.yaml } } }',
        '  links: { L: { operationId: x, parameters: { $ref: nowhere.yaml }, requestBody: { $ref: nowhere.yaml } } }',
      ),
    );
    expect(lines).toEqual([]);
  });

  test('a reference into an unknown keyword makes its target a schema', async () => {
    expect(
      (await loadText(withSchema('{ properties: { a: { $ref: "#/components/schemas/S/unknown" } }, unknown: { minLength: x } }'))).lines,
    ).toEqual(['unsupported wrong-type 8:95']);
  });
});

describe('JSON Schema: `$id`, anchors, known meta-schemas', () => {
  /** The target of the reference at `pointer` inside the schema. */
  async function leadsTo(schema: string, pointer: string, ref: string): Promise<string> {
    const description = given(await loadText(withSchema(schema)));
    const { location } = description.resolve(ref, { source: description.entry, pointer: `/components/schemas/S${pointer}` });
    return location.source === description.entry ? location.pointer : `${location.source.display}#${location.pointer}`;
  }

  test.each<[title: string, schema: string, pointer: string, ref: string, want: string]>([
    ['the root of the resource', '{ $id: "https://a.example/s", items: { $ref: "#" } }', '/items', '#', '/components/schemas/S'],
    [
      'a pointer is relative to the resource',
      '{ $id: "https://a.example/s", $defs: { D: {} }, items: { $ref: "#/$defs/D" } }',
      '/items',
      '#/$defs/D',
      '/components/schemas/S/$defs/D',
    ],
    [
      'an inner `$id`',
      '{ $id: "https://a.example/x/s", $defs: { D: { $id: d } }, items: { $ref: d } }',
      '/items',
      'd',
      '/components/schemas/S/$defs/D',
    ],
    [
      'by its whole URI',
      '{ $id: "https://a.example/x/s", $defs: { D: { $id: d } }, items: { $ref: "https://a.example/x/d" } }',
      '/items',
      'https://a.example/x/d',
      '/components/schemas/S/$defs/D',
    ],
    [
      'a URN',
      '{ $id: "urn:example:s", $defs: { D: { type: string } }, items: { $ref: "urn:example:s#/$defs/D" } }',
      '/items',
      'urn:example:s#/$defs/D',
      '/components/schemas/S/$defs/D',
    ],
    ['an anchor', '{ $defs: { D: { $anchor: d } }, items: { $ref: "#d" } }', '/items', '#d', '/components/schemas/S/$defs/D'],
    [
      'an anchor of another resource',
      '{ $id: "https://a.example/s", $defs: { D: { $id: d, $defs: { E: { $anchor: e } } } }, items: { $ref: "d#e" } }',
      '/items',
      'd#e',
      '/components/schemas/S/$defs/D/$defs/E',
    ],
    ['a dynamic anchor', '{ $dynamicAnchor: n, items: { $dynamicRef: "#n" } }', '/items', '#n', '/components/schemas/S'],
    [
      'the same anchor in two resources',
      '{ $id: "https://a.example/s", $anchor: x, $defs: { D: { $id: d, $anchor: x, items: { $ref: "#x" } } } }',
      '/$defs/D/items',
      '#x',
      '/components/schemas/S/$defs/D',
    ],
    [
      'the meta-schema',
      '{ items: { $ref: "https://json-schema.org/draft/2020-12/schema" } }',
      '/items',
      'https://json-schema.org/draft/2020-12/schema',
      'https://json-schema.org/draft/2020-12/schema#',
    ],
    [
      'a vocabulary',
      '{ items: { $ref: "https://json-schema.org/draft/2020-12/meta/core#/$defs/anchorString" } }',
      '/items',
      'https://json-schema.org/draft/2020-12/meta/core#/$defs/anchorString',
      'https://json-schema.org/draft/2020-12/meta/core#/$defs/anchorString',
    ],
    [
      'the dialect of OpenAPI',
      '{ items: { $ref: "https://spec.openapis.org/oas/3.1/dialect/base" } }',
      '/items',
      'https://spec.openapis.org/oas/3.1/dialect/base',
      'https://spec.openapis.org/oas/3.1/dialect/base#',
    ],
  ])('%s', async (_title, schema, pointer, ref, want) => {
    expect(await leadsTo(schema, pointer, ref)).toBe(want);
  });

  test('two schemas with the same `$id`', async () => {
    expect((await loadText(withSchema('{ $defs: { A: { $id: "https://a.example/" }, B: { $id: "https://a.example/" } } }'))).lines).toEqual(
      ['unsupported schema-id-twice 8:56'],
    );
  });

  test('3.0 has neither `$id` nor anchors', async () => {
    expect((await loadText(withSchema('{ properties: { a: { $ref: "#d" } } }', '3.0.3'))).lines).toEqual([
      'unsupported ref-not-found 8:35',
    ]);
  });

  test('3.2: `$self` is the base of relative references', async () => {
    const folder = await project({
      'api.yaml': document(
        '3.2.0',
        '$self: https://a.example/api',
        'components: { schemas: { S: { $ref: "/api#/components/schemas/T" }, T: { $ref: "other.yaml" } } }',
      ),
      'other.yaml': '{}',
    });
    expect((await loadIn(folder, 'api.yaml')).lines).toEqual(['error ref-remote 6:80']);
  });
});

describe('discriminators', () => {
  test('a mapping may name a component, or refer to a schema', async () => {
    const folder = await project({
      'api.yaml': document(
        '3.1.1',
        'components:',
        '  schemas:',
        '    P: { discriminator: { propertyName: k, mapping: { a: A, b: "#/components/schemas/A", c: c.yaml } } }',
        '    A: { type: object }',
      ),
      'c.yaml': 'type: object\n',
    });
    const description = given(await loadIn(folder, 'api.yaml'));
    const at = (key: string) => ({ source: description.entry, pointer: `/components/schemas/P/discriminator/mapping/${key}` });
    expect(description.resolve('A', at('a')).location.pointer).toBe('/components/schemas/A');
    expect(description.resolve('#/components/schemas/A', at('b')).location.pointer).toBe('/components/schemas/A');
    expect(description.resolve('c.yaml', at('c')).location.source.display).toMatch(/c\.yaml$/);
  });
});
