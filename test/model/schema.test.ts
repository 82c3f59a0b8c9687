// Turns schema objects into nodes: JSON Schema 2020-12 as written, and OpenAPI 3.0's dialect converted to it.
import { describe, expect, test } from 'vitest';
import { Problems, type Source } from '../../generator/base/problem.ts';
import type { Description, Json } from '../../generator/load/description.ts';
import { conjuncts } from '../../generator/model/schema/conjuncts.ts';
import { createGraph } from '../../generator/model/schema/graph.ts';
import { components, reachable } from '../../generator/model/schema/walk.ts';
import { byEffort } from '../support/effort.ts';
import { document, lines, nameOf, plain, read, schema, schemasDocument, service } from './support.ts';

describe('keywords', () => {
  const table: [title: string, version: string, given: string, want: unknown][] = [
    ['a boolean schema', '3.1.0', 'false', false],
    ['an empty schema', '3.1.0', '{}', {}],
    ['one type becomes a list', '3.1.0', '{ type: string }', { type: ['string'] }],
    ['several types', '3.1.0', "{ type: [string, 'null'] }", { type: ['string', 'null'] }],
    ['const null is kept apart from no const', '3.1.0', '{ const: null }', { const: { value: null } }],
    ['example joins examples', '3.1.0', '{ example: 1, examples: [2] }', { examples: [2, 1] }],
    [
      'tuple with the rest',
      '3.1.0',
      '{ prefixItems: [{ type: string }], items: false }',
      { prefixItems: [{ type: ['string'] }], items: false },
    ],
    [
      'conditions',
      '3.1.0',
      '{ if: { required: [a] }, then: { minProperties: 2 }, else: false }',
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { if: { required: ['a'] }, then: { minProperties: 2 }, else: false },
    ],
    [
      'dependencies',
      '3.1.0',
      '{ dependentRequired: { a: [b] }, dependentSchemas: { a: { required: [c] } } }',
      { dependentRequired: { a: ['b'] }, dependentSchemas: { a: { required: ['c'] } } },
    ],
    [
      'unevaluated',
      '3.1.0',
      '{ unevaluatedProperties: false, unevaluatedItems: { type: integer } }',
      { unevaluatedProperties: false, unevaluatedItems: { type: ['integer'] } },
    ],
    [
      'a map written with unevaluatedProperties',
      '3.1.0',
      '{ properties: { a: {} }, unevaluatedProperties: { type: integer } }',
      { properties: { a: {} }, additionalProperties: { type: ['integer'] } },
    ],
    [
      'unevaluatedProperties beside a combination',
      '3.1.0',
      '{ allOf: [{ required: [a] }], unevaluatedProperties: { type: integer } }',
      { allOf: [{ required: ['a'] }], unevaluatedProperties: { type: ['integer'] } },
    ],
    [
      'properties named as keywords and as members of every object',
      '3.1.0',
      "{ properties: { $ref: { type: string }, constructor: { type: integer }, '__proto__': { type: boolean } } }",
      {
        properties: Object.fromEntries([
          ['$ref', { type: ['string'] }],
          ['constructor', { type: ['integer'] }],
          ['__proto__', { type: ['boolean'] }],
        ]),
      },
    ],
    [
      'contentSchema is an annotation, which streams of events read',
      '3.1.0',
      '{ contentMediaType: application/json, contentSchema: { type: object } }',
      { contentMediaType: 'application/json', contentSchema: { type: ['object'] } },
    ],
    ['definitions are an annotation', '3.1.0', '{ definitions: { A: { type: string } } }', {}],
    ['unknown keywords are annotations', '3.1.0', '{ x-thing: 1, minimumm: 3 }', {}],
    ['3.0: nullable joins the type', '3.0.3', '{ type: string, nullable: true }', { type: ['string', 'null'] }],
    [
      '3.0: nullable joins the enum',
      '3.0.3',
      '{ type: string, enum: [a], nullable: true }',
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      '3.0: nullable enum that lists null',
      '3.0.3',
      '{ type: string, enum: [a, null], nullable: true }',
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['3.0: nullable: false says nothing', '3.0.3', '{ type: string, nullable: false }', { type: ['string'] }],
    [
      '3.0: nullable beside allOf is a union with null',
      '3.0.3',
      "{ description: A or none., nullable: true, allOf: [{ $ref: '#/components/schemas/Other' }] }",
      { description: 'A or none.', anyOf: [{ allOf: [{ $ref: 'Other' }] }, { type: ['null'] }] },
    ],
    [
      '3.0: exclusive bounds',
      '3.0.3',
      '{ minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }',
      { exclusiveMinimum: 1, maximum: 9 },
    ],
    ['3.0: siblings of $ref are ignored', '3.0.3', "{ $ref: '#/components/schemas/Other', maxLength: 3 }", { $ref: 'Other' }],
    ['3.1: siblings of $ref apply', '3.1.0', "{ $ref: '#/components/schemas/Other', maxLength: 3 }", { $ref: 'Other', maxLength: 3 }],
    ['3.1: exclusive bounds are numbers', '3.1.0', '{ exclusiveMinimum: 1 }', { exclusiveMinimum: 1 }],
  ];
  test.each(table)('%s', async (_title, version, given, want) => {
    const built = await service(schemasDocument(`It: ${given}\nOther: { type: string }`, version));
    expect(plain(schema(built, 'It'))).toEqual(want);
  });

  test('`__proto__` is an own entry of the map and changes no prototype', async () => {
    const built = await service(schemasDocument("It: { properties: { '__proto__': { type: string } }, required: ['__proto__'] }"));
    const it = schema(built, 'It');
    expect([...(it.properties?.keys() ?? [])]).toEqual(['__proto__']);
    expect(it.required).toEqual(['__proto__']);
    expect(({} as { type?: unknown }).type).toBeUndefined();
  });
});

describe('references', () => {
  test('resolve to nodes, one per location, recursive ones included', async () => {
    const built = await service(
      schemasDocument(
        "Tree: { type: object, properties: { left: { $ref: '#/components/schemas/Tree' }, right: { $ref: '#/components/schemas/Tree' } } }",
      ),
    );
    const tree = schema(built, 'Tree');
    expect(tree.properties?.get('left')?.ref).toBe(tree);
    expect(tree.properties?.get('right')?.ref).toBe(tree);
  });

  test('into a schema give their target a name', async () => {
    const built = await service(
      schemasDocument(
        [
          'A: { properties: { b: { type: array, items: { type: string } } }, $defs: { part-of: { type: integer } } }',
          "B: { $ref: '#/components/schemas/A/properties/b' }",
          "C: { $ref: '#/components/schemas/A/properties/b/items' }",
          "D: { $ref: '#/components/schemas/A/$defs/part-of' }",
        ].join('\n'),
      ),
    );
    expect(built.schemas.map(nameOf)).toEqual(['A', 'B', 'C', 'D', 'APartOf', 'AB', 'ABItem']);
    expect(schema(built, 'A').properties?.get('b')).toBe(schema(built, 'AB'));
  });

  test('case 26: 3,000 levels are built without stack overflow', () => {
    let value: Json = { type: 'string' };
    for (let level = 0; level < 3_000; level++) value = { type: 'array', items: value };
    const source: Source = { path: '/deep.json', display: 'deep.json', text: '', format: 'json' };
    const never = (): never => {
      throw new Error('There is no reference to follow.');
    };
    const description: Description = {
      id: 'deep',
      version: '3.1',
      root: {},
      entry: source,
      sources: [source],
      resolve: never,
      textAt: never,
      at: never,
    };
    const graph = createGraph(description, new Problems());
    const top = graph.at({ value, location: { source, pointer: '/components/schemas/Deep' } });
    graph.settle();
    let levels = 0;
    for (let node = top.items; node !== undefined; node = node.items) levels++;
    expect(levels).toBe(3_000);
    expect(reachable([top]).size).toBe(3_001);
    expect(components([top])).toHaveLength(3_001);
  });

  const LENGTH = byEffort({ quick: 8_000, deep: 20_000 });
  test(`a chain of ${LENGTH} references is built without stack overflow`, async () => {
    const chain = Array.from({ length: LENGTH }, (_, index) => `S${index}: { $ref: '#/components/schemas/S${index + 1}' }`);
    const built = await service(schemasDocument([...chain, `S${LENGTH}: { type: string }`].join('\n')));
    expect(built.schemas).toHaveLength(LENGTH + 1);
  });
});

const LIST = "List: { $id: 'https://e.example/list', items: { $dynamicRef: '#item' }, $defs: { item: { $dynamicAnchor: item } } }";
const USER = "User: { $id: 'https://e.example/user', type: object }";

describe('dynamic references', () => {
  const tree = [
    'Tree:',
    '  $id: https://example.com/tree',
    '  $dynamicAnchor: node',
    '  type: object',
    "  properties: { children: { type: array, items: { $dynamicRef: '#node' } } }",
    'StrictTree:',
    '  $id: https://example.com/strict-tree',
    '  $dynamicAnchor: node',
    '  $ref: tree',
    '  unevaluatedProperties: false',
    'Holder:',
    '  $id: https://example.com/holder',
    '  $ref: tree',
    '  $defs: { inner: { $dynamicAnchor: node, type: object, required: [id] } }',
  ].join('\n');

  test('mean the schema that the outermost resource has for the anchor', async () => {
    const built = await service(schemasDocument(tree));
    const childOf = (name: string) => {
      const of = schema(built, name);
      return (of.ref ?? of).properties?.get('children')?.items?.ref;
    };
    expect(['Tree', 'StrictTree', 'Holder'].map((name) => childOf(name)?.name)).toEqual(['Tree', 'StrictTree', 'HolderInner']);
    // `Tree` means other things within the two others, where it has no name and is written out.
    expect(schema(built, 'StrictTree').ref).not.toBe(schema(built, 'Tree'));
    expect(built.schemas.map(nameOf)).toEqual(['Tree', 'StrictTree', 'Holder', 'HolderInner']);
  });

  test.each<{ given: string; schemas: readonly string[]; want: readonly string[] }>([
    {
      given: 'a list whose user binds the item to a component',
      schemas: [LIST, "Users: { $id: 'https://e.example/users', $ref: list, $defs: { item: { $dynamicAnchor: item, $ref: user } } }", USER],
      want: ['List: ListItem', 'Users: User'],
    },
    {
      given: 'a list whose user binds the item in place',
      schemas: [
        LIST,
        "Ids: { $id: 'https://e.example/ids', allOf: [{ $ref: list }], $defs: { item: { $dynamicAnchor: item, type: integer } } }",
      ],
      want: ['List: ListItem', 'Ids: IdsItem'],
    },
    {
      given: 'two resources that bind it: the outer one counts',
      schemas: [
        LIST,
        USER,
        "Inner: { $id: 'https://e.example/inner', $ref: list, $defs: { item: { $dynamicAnchor: item, type: integer } } }",
        "Outer: { $id: 'https://e.example/outer', $ref: inner, $defs: { item: { $dynamicAnchor: item, $ref: user } } }",
      ],
      want: ['List: ListItem', 'Inner: InnerItem', 'Outer: User'],
    },
    {
      given: 'a user that binds nothing',
      schemas: [LIST, "Any: { $id: 'https://e.example/any', $ref: list }"],
      want: ['List: ListItem', 'Any: ListItem'],
    },
    {
      given: 'a reference beside a `$ref`',
      schemas: [
        "List: { $id: 'https://e.example/list', items: { $ref: user, $dynamicRef: '#item' }, $defs: { item: { $dynamicAnchor: item } } }",
        "Users: { $id: 'https://e.example/users', $ref: list, $defs: { item: { $dynamicAnchor: item, required: [age] } } }",
        USER,
      ],
      want: ['List: User ListItem', 'Users: User UsersItem'],
    },
    {
      given: 'a reference whose first target has no dynamic anchor: a plain one',
      schemas: [
        "List: { $id: 'https://e.example/list', items: { $dynamicRef: '#item' }, $defs: { item: { $anchor: item } } }",
        "Ids: { $id: 'https://e.example/ids', $ref: list, $defs: { item: { $dynamicAnchor: item, type: integer } } }",
      ],
      want: ['List: ListItem', 'Ids: ListItem'],
    },
  ])('in $given', async ({ schemas, want }) => {
    const built = await service(schemasDocument(schemas.join('\n')));
    const lines = built.schemas.flatMap((written) => {
      const list = conjuncts([written]).find((part) => part.items !== undefined);
      const meant = list?.items === undefined ? [] : [list.items.ref, ...(list.items.allOf ?? [])];
      return list === undefined
        ? []
        : [
            `${nameOf(written)}: ${meant
              .flatMap((one) => one ?? [])
              .map(nameOf)
              .join(' ')}`,
          ];
    });
    expect(lines).toEqual(want);
  });

  test('that lead back to a schema within another one give it a name there', async () => {
    const built = await service(
      schemasDocument(
        [
          "Chain: { $id: 'https://e.example/chain', properties: { value: { $dynamicRef: '#link' }, next: { $ref: chain } }, $defs: { link: { $dynamicAnchor: link } } }",
          "Numbers: { $id: 'https://e.example/numbers', properties: { chain: { $ref: chain } }, $defs: { link: { $dynamicAnchor: link, type: number } } }",
        ].join('\n'),
      ),
    );
    expect(built.schemas.map(nameOf)).toEqual(['Chain', 'Numbers', 'ChainLink', 'NumbersLink', 'ChainInNumbers']);
    expect(plain(schema(built, 'ChainInNumbers'))).toEqual({
      properties: { value: { $ref: 'NumbersLink' }, next: { $ref: 'ChainInNumbers' } },
    });
  });

  test('leave a schema as it is where they mean the same in it', async () => {
    const built = await service(
      schemasDocument(
        [
          LIST,
          "User: { $id: 'https://e.example/user', properties: { friends: { $ref: users } } }",
          "Users: { $id: 'https://e.example/users', $ref: list, $defs: { item: { $dynamicAnchor: item, $ref: user } } }",
        ].join('\n'),
      ),
    );
    const list = schema(built, 'Users').ref;
    expect(list?.items?.ref).toBe(schema(built, 'User'));
    expect(built.schemas.map(nameOf)).toEqual(['List', 'User', 'Users', 'ListItem']);
  });

  test('mean what each side writes', async () => {
    const json = "content: { application/json: { schema: { $ref: '#/components/schemas/Users' } } }";
    const built = await service(
      document(
        [
          `paths: { /users: { put: { requestBody: { ${json} }, responses: { '200': { description: Fine, ${json} } } } } }`,
          'components:',
          '  schemas:',
          `    ${LIST}`,
          "    User: { $id: 'https://e.example/user', properties: { id: { readOnly: true }, name: {} } }",
          "    Users: { $id: 'https://e.example/users', $ref: list, $defs: { item: { $dynamicAnchor: item, $ref: user } } }",
        ].join('\n'),
      ),
    );
    const itemOf = (name: string) => schema(built, name).ref?.items?.ref;
    expect(['Users', 'UsersWritable'].map((name) => itemOf(name)?.name)).toEqual(['User', 'UserWritable']);
    expect([...(itemOf('UsersWritable')?.properties?.keys() ?? [])]).toEqual(['name']);
  });

  test('that mean other schemas in too many places are left out, with what leads to them', async () => {
    // Each of these may be entered or not on the way to the last one, so the anchors are bound in 2¹⁷ ways.
    const steps = Array.from({ length: 17 }, (_, index) => {
      const next = `s${index + 1}`;
      const bound = `{ $dynamicAnchor: a${index} }`;
      return [
        `S${index}: { $id: 'https://e.example/s${index}', properties: { over: { $ref: ${next} }, by: { $ref: by${index} } } }`,
        `By${index}: { $id: 'https://e.example/by${index}', properties: { on: { $ref: ${next} } }, $defs: { a: ${bound} } }`,
      ];
    });
    const all = Array.from({ length: 17 }, (_, index) => `p${index}: { $dynamicRef: '#a${index}' }`);
    const defs = Array.from({ length: 17 }, (_, index) => `d${index}: { $dynamicAnchor: a${index} }`);
    const last = `S17: { $id: 'https://e.example/s17', properties: { ${all.join(', ')} }, $defs: { ${defs.join(', ')} } }`;
    const { service: built, problems } = await read(schemasDocument([...steps.flat(), last, 'Plain: {}'].join('\n')));
    expect(built?.schemas.map(nameOf)).toContain('Plain');
    expect(built?.schemas.map(nameOf)).not.toContain('S0');
    expect(problems[0]?.message).toContain('depends on the schemas around it in too many ways');
  });
});

describe('discriminators', () => {
  const pets = (discriminator: string) =>
    schemasDocument(
      [
        `Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: ${discriminator} }`,
        'Cat: { type: object, required: [kind], properties: { kind: { type: string } } }',
        'Dog: { type: object, required: [kind], properties: { kind: { type: string } } }',
      ].join('\n'),
    );
  const table: [title: string, given: string, want: string[]][] = [
    ['names of the branches', '{ propertyName: kind }', ['Cat: 0', 'Dog: 1']],
    ['bare names', '{ propertyName: kind, mapping: { cat: Cat } }', ['cat: 0', 'Dog: 1']],
    ['references', "{ propertyName: kind, mapping: { c: '#/components/schemas/Cat', d: '#/components/schemas/Dog' } }", ['c: 0', 'd: 1']],
    ['several tags of one branch', '{ propertyName: kind, mapping: { a: Cat, b: Cat, c: Dog } }', ['a: 0', 'b: 0', 'c: 1']],
  ];
  test.each(table)('%s', async (_title, given, want) => {
    const built = await service(pets(given));
    const pet = schema(built, 'Pet');
    const found = [...(pet.discriminator?.mapping ?? [])].map(([tag, branch]) => `${tag}: ${pet.oneOf?.indexOf(branch)}`);
    expect(found).toEqual(want);
  });
});

test('an x-ms-discriminator-value that is not a text is ignored with a warning', async () => {
  const { service, problems } = await read(
    schemasDocument(
      [
        'Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }',
        "Cat: { x-ms-discriminator-value: { en: cat }, allOf: [{ $ref: '#/components/schemas/Pet' }] }",
      ].join('\n'),
    ),
  );
  expect(lines(problems)).toEqual(['warning extension-foreign /components/schemas/Cat/x-ms-discriminator-value']);
  const pet = service?.schemas.find(({ name }) => name === 'Pet');
  expect([...(pet?.discriminator?.mapping.keys() ?? [])]).toEqual(['Cat']);
});

describe('a discriminator that must select the branch is reported', () => {
  const pets = (cat: string, dog: string, keyword = 'oneOf', extra = '') =>
    schemasDocument(
      [
        `Pet: { ${keyword}: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind${extra} } }`,
        `Cat: ${cat}`,
        `Dog: ${dog}`,
        'Name: { type: string, maxLength: 9 }',
      ].join('\n'),
    );
  const loose = '{ type: object, required: [kind], properties: { kind: { type: string } } }';
  const strict = (name: string) => `{ type: object, required: [kind], properties: { kind: { const: ${name} } } }`;
  const named = (name: string) => `{ type: object, properties: { name: ${name} } }`;
  const lint = async (text: string) => lines((await read(text)).problems).filter((line) => line.includes('discriminator-decides'));
  const WARNING = 'warning discriminator-decides /components/schemas/Pet/discriminator';

  test.each([
    ['equal branches', pets(loose, loose), [WARNING]],
    ['one branch takes all of the other', pets(loose, '{ type: object, required: [kind, bark], properties: { bark: {} } }'), [WARNING]],
    ['no property of that name', pets('{ type: object }', '{ type: object, properties: { bark: {} } }'), [WARNING]],
    [
      'a property with the same schema',
      pets(named("{ $ref: '#/components/schemas/Name' }"), named("{ $ref: '#/components/schemas/Name' }")),
      [WARNING],
    ],
    ['properties of which one is free', pets(named('{}'), named('{ type: string }')), [WARNING]],
    ['properties that check different things', pets(named('{ type: integer }'), named('{ type: string }')), []],
    ['constants', pets(strict('Cat'), strict('Dog')), []],
    ['constants that no tag selects', pets(loose, strict('wuff')), []],
    ['a property of its own that each requires', pets('{ type: object, required: [lives] }', '{ type: object, required: [bark] }'), []],
    [
      'closed branches',
      pets(
        `{ type: object, properties: { kind: {}, lives: {} }, additionalProperties: false }`,
        `{ type: object, properties: { kind: {}, bark: {} }, additionalProperties: false }`,
      ),
      [],
    ],
    ['anyOf', pets(loose, loose, 'anyOf'), []],
    ['a branch for other tags', pets(loose, loose, 'oneOf', ', defaultMapping: Cat'), []],
  ])('%s', async (_title, given, want) => {
    expect(await lint(given)).toEqual(want);
  });

  test('the message names both branches', async () => {
    const { problems } = await read(pets(loose, loose));
    expect(problems.find(({ code }) => code === 'discriminator-decides')?.message).toBe(
      'Every value of `Cat` matches `Dog` too, so `oneOf` would refuse it. Validators check the branch that `kind` names, and no other.',
    );
  });
});

describe('keywords without effect are reported', () => {
  test.each([
    ['3.1.0', '{ type: string, nullable: true }', '/components/schemas/It/nullable'],
    ['3.1.0', '{ dependencies: { a: [b] } }', '/components/schemas/It/dependencies'],
    ['3.0.3', "{ $ref: '#/components/schemas/Other', nullable: true }", '/components/schemas/It/nullable'],
  ])('%s %s', async (version, given, pointer) => {
    const { problems } = await read(schemasDocument(`It: ${given}\nOther: { type: string }`, version));
    expect(lines(problems)).toContain(`warning keyword-without-effect ${pointer}`);
  });
});
