// The constants of enumerations: which schemas have one, the names of its members, and what is said of an extension that does not fit.
import { describe, expect, test } from 'vitest';
import type { EnumConstant } from '../../generator/model/service.ts';
import { pathDocument, read, schemasDocument } from './support.ts';

async function readEnums(text: string, enums: 'closed' | 'open' = 'closed') {
  const { service, problems } = await read(text, { enumConstants: true, enums });
  return { enums: service?.enums ?? [], problems };
}

const membersOf = ({ members }: EnumConstant) => members.map(({ name, value }) => [name, value]);

/** The one constant of a document with this schema. */
async function constantOf(schema: string, version?: string) {
  const { enums, problems } = await readEnums(schemasDocument(`State: ${schema}`, version));
  const [constant] = enums;
  if (constant === undefined || enums.length > 1) throw new Error(`There are ${enums.length} constants.`);
  return { constant, problems };
}

describe('names of members', () => {
  test.each<[values: string, names: readonly string[]]>([
    ['new, in_transit, kebab-case, camelCase', ['New', 'InTransit', 'KebabCase', 'CamelCase']],
    ['NEW, IN_TRANSIT, IN-STORE, A4, ÄON', ['NEW', 'IN_TRANSIT', 'IN_STORE', 'A4', 'ÄON']],
    ['application/json, invitee.created, en-US, gpt-4.1', ['ApplicationJson', 'InviteeCreated', 'EnUS', 'Gpt4_1']],
    ['1, -1, 1.5, 200', ['Value1', 'Minus1', 'Value1_5', 'Value200']],
    ["'+1', '-1', reactions--1, '2024-01-02', 4xx", ['Plus1', 'Minus1', 'ReactionsMinus1', 'Value2024_01_02', 'Value4xx']],
    ['name, -name', ['Name', 'MinusName']],
    ["'', ' ', '=', '<=', '*', '😀', '&&'", ['Empty', 'Space', 'Equal', 'LessOrEqual', 'Asterisk', 'U1F600', 'AndAnd']],
    ['all, labels, descriptions, __proto__, constructor, then', ['All', 'Labels', 'Descriptions', 'Proto', 'Constructor', 'Then']],
    ['straße, 新しい, 𝒜, "it\'s"', ['Straße', '新しい', '𝒜', 'ItS']],
    ['new, new', ['New']],
  ])('enum: [%s]', async (values, names) => {
    const { constant, problems } = await constantOf(`{ enum: [${values}] }`);
    expect(constant.members.map(({ name }) => name)).toEqual(names);
    expect(problems.filter(({ code }) => code !== 'enum-duplicate')).toEqual([]);
  });

  test.each<[schema: string, members: readonly (readonly [string, string | number])[]]>([
    [
      '{ enum: [1, 2], x-enum-varnames: [LOW, high] }',
      [
        ['LOW', 1],
        ['high', 2],
      ],
    ],
    [
      '{ enum: [1, 2], x-enumNames: [Low, High] }',
      [
        ['Low', 1],
        ['High', 2],
      ],
    ],
    [
      '{ enum: [1, 2], x-enum-names: { 2: High } }',
      [
        ['Value1', 1],
        ['High', 2],
      ],
    ],
    [
      '{ enum: [1, 2], x-enum-varnames: [A, B], x-enumNames: [C, D] }',
      [
        ['A', 1],
        ['B', 2],
      ],
    ],
    [
      '{ enum: [a, null, b], x-enum-varnames: [X, Y] }',
      [
        ['X', 'a'],
        ['Y', 'b'],
      ],
    ],
    [
      '{ enum: [a, null, b], x-enum-varnames: [X, None, Y] }',
      [
        ['X', 'a'],
        ['Y', 'b'],
      ],
    ],
    [
      '{ enum: [1, 2], x-enum-labels: [On the way, Gone] }',
      [
        ['OnTheWay', 1],
        ['Gone', 2],
      ],
    ],
    [
      '{ enum: [a, b], x-enum-labels: [On the way, Gone] }',
      [
        ['A', 'a'],
        ['B', 'b'],
      ],
    ],
    [
      '{ oneOf: [{ const: a, title: On the way }, { const: b }, { enum: [c], title: Gone }] }',
      [
        ['OnTheWay', 'a'],
        ['B', 'b'],
        ['Gone', 'c'],
      ],
    ],
    [`{ oneOf: [{ const: a, title: ${'A sentence '.repeat(4)} }] }`, [['A', 'a']]],
  ])('%s', async (schema, members) => {
    const { constant, problems } = await constantOf(schema);
    expect(membersOf(constant)).toEqual(members);
    expect(problems).toEqual([]);
  });

  test('labels, descriptions and deprecation', async () => {
    const { constant } = await constantOf("{ enum: [a, b], x-enumLabels: { a: An a }, x-enumDescriptions: ['The first.', ''] }");
    expect(constant.members.map(({ label, description }) => [label, description])).toEqual([
      ['An a', 'The first.'],
      [undefined, undefined],
    ]);
    const { constant: named } = await constantOf(rows(', values: [{ value: b, name: Second, description: The second. }]'));
    expect(named.members.map(({ name, description }) => [name, description])).toEqual([
      ['A', undefined],
      ['Second', 'The second.'],
    ]);
    expect((await constantOf(rows(''))).problems).toEqual([]);
    const { constant: union } = await constantOf('{ oneOf: [{ const: a, title: An a, description: The first., deprecated: true }] }');
    expect(union.members).toMatchObject([{ name: 'AnA', label: 'An a', description: 'The first.', deprecated: true }]);
  });
});

const AS_WRITTEN = 'Name the members with `x-enum-varnames`, a list in the order of `enum`.';
const WORDS = 'Write a list of 2 texts, in the order of `enum`, or an object with texts by value.';
const LETTERS = 'Write letters, digits and `_`, with a letter first.';

/** `x-ms-enum` with these rows. */
const rows = (values: string) => `{ enum: [a, b], x-ms-enum: { name: State, modelAsString: true${values} } }`;
const ROW = 'Write a list of rows, such as `{ value: new, name: New, description: It was placed. }`.';

describe('what does not fit', () => {
  test.each<[schema: string, names: readonly string[], pointer: string, severity: string, message: string, fix: string]>([
    [
      '{ enum: [new, New] }',
      ['new', 'New'],
      'enum/1',
      'note',
      "The values 'new' and 'New' of State come to the name New, so their members are 'new' and 'New'.",
      AS_WRITTEN,
    ],
    [
      "{ enum: [all, a-b, All, 'a b', a_b, a.b] }",
      ['All_2', 'a-b', 'All', 'a b', 'a_b', 'a.b'],
      'enum/2',
      'note',
      "The values 'all' and 'All' of State come to the name All, so their members are 'All_2' and 'All'.",
      AS_WRITTEN,
    ],
    [
      '{ enum: [x, new], x-enum-varnames: { x: New } }',
      ['New', 'new'],
      'enum/1',
      'note',
      "The values 'x' and 'new' of State come to the name New, so their members are 'New' and 'new'.",
      AS_WRITTEN,
    ],
    [
      "{ enum: [1, '1'] }",
      ['1', 'Value1_2'],
      'enum/1',
      'note',
      "The values '1' and '1' of State come to the name Value1, so their members are '1' and 'Value1_2'.",
      AS_WRITTEN,
    ],
    [
      '{ enum: [a, b], x-enum-varnames: [all, B] }',
      ['A', 'B'],
      'x-enum-varnames/0',
      'note',
      "The member 'all' of State is A in code, since all has a meaning there.",
      'Give it another name.',
    ],
    [
      '{ enum: [a, b], x-enum-varnames: [In transit, 2nd] }',
      ['InTransit', 'Value2nd'],
      'x-enum-varnames/0',
      'note',
      "The member 'In transit' of State is InTransit in code, since no name may be as it is written. 1 more of its names is changed likewise.",
      LETTERS,
    ],
    [
      '{ enum: [a, b], x-enum-varnames: [A] }',
      ['A', 'B'],
      'x-enum-varnames',
      'warning',
      'There is 1 text for 2 values, so `x-enum-varnames` is ignored.',
      WORDS,
    ],
    [
      '{ enum: [a, b], x-enumNames: [X, Y, Z] }',
      ['A', 'B'],
      'x-enumNames',
      'warning',
      'There are 3 texts for 2 values, so `x-enumNames` is ignored.',
      WORDS,
    ],
    [
      '{ enum: [a, b], x-enumNames: [X, 2] }',
      ['A', 'B'],
      'x-enumNames/1',
      'warning',
      'This is not a text, so `x-enumNames` is ignored.',
      WORDS,
    ],
    [
      '{ enum: [a, b], x-enum-varnames: [X, X] }',
      ['A', 'B'],
      'x-enum-varnames/1',
      'warning',
      "'X' stands here twice, so `x-enum-varnames` is ignored.",
      WORDS,
    ],
    [
      '{ enum: [a, b], x-enum-labels: { c: C } }',
      ['A', 'B'],
      'x-enum-labels/c',
      'warning',
      "'c' is not a value of `enum`, so `x-enum-labels` is ignored.",
      WORDS,
    ],
    [
      '{ enum: [a, b], x-enumLabels: A }',
      ['A', 'B'],
      'x-enumLabels',
      'warning',
      'This is neither a list nor an object, so `x-enumLabels` is ignored.',
      WORDS,
    ],
    [
      rows(', values: [{ value: c }]'),
      ['A', 'B'],
      'x-ms-enum/values/0',
      'warning',
      'This row is of no value of `enum`, so `x-ms-enum` is ignored.',
      ROW,
    ],
    [
      rows(', values: [{ value: a, name: 1 }]'),
      ['A', 'B'],
      'x-ms-enum/values/0/name',
      'warning',
      'This is not a text, so `x-ms-enum` is ignored.',
      ROW,
    ],
    [rows(', values: none'), ['A', 'B'], 'x-ms-enum/values', 'warning', 'This is not a list, so `x-ms-enum` is ignored.', ROW],
  ])('%s', async (schema, names, pointer, severity, message, fix) => {
    const { constant, problems } = await constantOf(schema);
    expect(constant.members.map(({ name }) => name)).toEqual(names);
    const [first] = problems;
    expect([first?.location.pointer, first?.severity, first?.message, first?.fix]).toEqual([
      `/components/schemas/State/${pointer}`,
      severity,
      message,
      fix,
    ]);
  });

  test('nothing is read or said where there are to be no constants', async () => {
    const { service, problems } = await read(schemasDocument('State: { enum: [new, New], x-enum-varnames: [A] }'));
    expect([service?.enums, problems]).toEqual([[], []]);
  });
});

test('2,000 values that all come to one name are named at once', async () => {
  const values = Array.from({ length: 2000 }, (_, index) => `a${'-'.repeat(index + 1)}b`);
  const started = performance.now();
  const { constant } = await constantOf(`{ enum: [${values.join(', ')}] }`);
  expect(new Set(constant.members.map(({ name }) => name)).size).toBe(2000);
  expect(performance.now() - started).toBeLessThan(2000);
});

describe('which schemas have a constant', () => {
  test.each<[schema: string, version: string, besides: readonly string[] | undefined]>([
    ['{ type: string, enum: [a, b] }', '3.1.0', []],
    ['{ type: string, nullable: true, enum: [a] }', '3.0.3', ['null']],
    ['{ type: string, nullable: true, enum: [a, null] }', '3.0.3', ['null']],
    ["{ type: [string, 'null'], enum: [a, null] }", '3.1.0', ['null']],
    ['{ type: string, enum: [a, null, 1] }', '3.1.0', []],
    ["{ anyOf: [{ enum: [a] }, { type: 'null' }] }", '3.1.0', ['null']],
    ['{ nullable: true, oneOf: [{ enum: [a] }, { enum: [b] }] }', '3.0.3', ['null']],
    ['{ anyOf: [{ type: string }, { type: string, enum: [a] }] }', '3.1.0', ['text']],
    ['{ enum: [a, true] }', '3.1.0', undefined],
    ['{ enum: [{ a: 1 }] }', '3.1.0', undefined],
    ['{ const: a }', '3.1.0', undefined],
    ['{ type: string }', '3.1.0', undefined],
    ['{ oneOf: [{ const: a }, { type: integer }] }', '3.1.0', undefined],
  ])('%s of %s', async (schema, version, besides) => {
    const { enums } = await readEnums(schemasDocument(`State: ${schema}`, version));
    expect(enums[0]?.besides).toEqual(besides);
  });

  test('an enum that is opened keeps its values', async () => {
    const text = pathDocument(
      `/a:\n  post:\n    operationId: a\n    requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/State' } } } }
    responses: { '200': { description: Good., content: { application/json: { schema: { $ref: '#/components/schemas/State' } } } } }`,
      '3.1.0',
      'components: { schemas: { State: { enum: [a, b, null], x-enum-varnames: [X, Y] } } }\n',
    );
    const { enums } = await readEnums(text, 'open');
    expect(enums.map((constant) => [constant.name, constant.besides, membersOf(constant)])).toEqual([
      [
        'State',
        ['null', 'text'],
        [
          ['X', 'a'],
          ['Y', 'b'],
        ],
      ],
    ]);
  });

  test('inline ones, where the name is certain', async () => {
    const ref = "{ $ref: '#/components/schemas/Kind' }";
    const text = pathDocument(
      `/orders:
  parameters: [{ name: view, in: query, schema: { enum: [all, own] } }]
  get:
    operationId: listOrders
    parameters:
      - { name: orders_sort, in: query, schema: { enum: [up, down] } }
      - { name: with, in: query, schema: { type: array, items: { enum: [lines, notes] } } }
      - { $ref: '#/components/parameters/Direction' }
    responses: { '204': { description: Good. } }
  delete:
    operationId: deleteOrders
    parameters: [{ $ref: '#/components/parameters/Direction' }]
    responses: { '204': { description: Good. } }`,
      '3.1.0',
      `components:
  parameters:
    Direction: { name: direction, in: query, schema: { enum: [asc, desc] } }
  schemas:
    Order:
      type: object
      properties:
        state: { enum: [new, paid] }
        order_type: { enum: [a, b] }
        kind: ${ref}
        alone: { enum: [one] }
        taken: { enum: [a, b] }
        line: { type: object, properties: { colour: { enum: [red, blue] }, order: { enum: [a, b] }, deep: { type: object, properties: { er: { enum: [a, b] } } } } }
        tags: { type: array, items: { enum: [x, y] } }
        one_two: { enum: [a, b] }
        oneTwo: { enum: [a, b] }
    OrderTaken: { type: string }
    Kind: { enum: [k, l] }
    Alias: ${ref}
    Problem: { type: object, properties: { problem: { enum: [a, b] } } }
`,
    );
    const { enums, problems } = await readEnums(text);
    expect(problems).toEqual([]);
    expect(enums.map(({ name, owner }) => [name, owner === 'shared' ? owner : owner.name])).toEqual([
      ['OrderState', 'Order'],
      ['OrderType', 'Order'],
      ['OrderLineColour', 'Order'],
      ['OrderLineOrder', 'Order'],
      ['OrderTagsItem', 'Order'],
      ['Kind', 'Kind'],
      ['ProblemProblem', 'Problem'],
      ['ListOrdersSort', 'listOrders'],
      ['ListOrdersWithItem', 'listOrders'],
      ['DirectionParameter', 'shared'],
    ]);
  });
});
