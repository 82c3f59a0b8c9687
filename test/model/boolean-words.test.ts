// `x-boolean-words` in documents and schemas: the resulting shapes, and for each invalid value the problem with its fix.
import { describe, expect, test } from 'vitest';
import { operation, pathDocument, read, service } from './support.ts';

/** A document that starts with the lines of `root` and has one query parameter with this schema. */
const withWords = (root: string, schema: string, version = '3.1.0') =>
  pathDocument(
    `/it:\n  get:\n    operationId: it\n    parameters: [{ name: a, in: query, schema: ${schema} }]\n    responses: { '200': { description: Good. } }`,
    version,
    `${root}components:\n  schemas:\n    Flag: { type: boolean, x-boolean-words: { true: [ja] } }\n    Plain: { type: boolean }\n`,
  );

const ROOT = "x-boolean-words: { true: [t, '1'], false: [f] }\n";
const ALL = ['boolean', 'true=t', 'true=1', 'false=f'];

describe('types of a shape', () => {
  test.each<[root: string, schema: string, types: readonly string[]]>([
    ['', '{ type: boolean }', ['boolean']],
    [ROOT, '{ type: boolean }', ALL],
    [ROOT, '{ enum: [true, false] }', ALL],
    [ROOT, '{ const: true }', ALL],
    [ROOT, "{ type: [boolean, 'null'] }", [...ALL, 'null']],
    [ROOT, "{ $ref: '#/components/schemas/Plain' }", ALL],
    [ROOT, "{ allOf: [{ $ref: '#/components/schemas/Plain' }] }", ALL],
    [ROOT, "{ $ref: '#/components/schemas/Flag' }", ['boolean', 'true=ja']],
    [ROOT, "{ $ref: '#/components/schemas/Flag', x-boolean-words: { false: [nej] } }", ['boolean', 'false=nej']],
    [ROOT, '{ type: boolean, x-boolean-words: false }', ['boolean']],
    [ROOT, '{ type: [boolean, string] }', ['boolean', 'string']],
    [ROOT, '{ type: [boolean, integer] }', ['integer', 'boolean']],
    [ROOT, '{ type: string }', ['string']],
    [ROOT, '{}', ['string']],
    ['', "{ type: boolean, x-boolean-words: { true: ['true', '', 'a=b'] } }", ['boolean', 'true=', 'true=a=b']],
    ['', "{ type: boolean, x-boolean-words: { 'false': [f, f] } }", ['boolean', 'false=f']],
    ['x-boolean-words: false\n', '{ type: boolean }', ['boolean']],
  ])('%s%s', async (root, schema, types) => {
    const built = await service(withWords(root, schema));
    expect(operation(built, 'it').parameters[0]?.shape).toEqual({ kind: 'primitive', types });
  });

  test('OpenAPI 3.0 with `nullable`', async () => {
    const built = await service(withWords(ROOT, '{ type: boolean, nullable: true }', '3.0.3'));
    expect(operation(built, 'it').parameters[0]?.shape).toEqual({ kind: 'primitive', types: [...ALL, 'null'] });
  });
});

const SCHEMA = '/paths/~1it/get/parameters/0/schema/x-boolean-words';
const WRITE = "Write `{ true: [t, '1'], false: [f, '0'] }` with the words that the service takes, or `false` for none.";

test.each<[root: string, schema: string, pointer: string, message: string, fix: string]>([
  ['', '{ type: boolean, x-boolean-words: {} }', SCHEMA, '`x-boolean-words` has words for `true` and `false`, and nothing else.', WRITE],
  [
    '',
    '{ type: boolean, x-boolean-words: { true: [t], yes: [y] } }',
    SCHEMA,
    '`x-boolean-words` has words for `true` and `false`, and nothing else.',
    WRITE,
  ],
  ['', '{ type: boolean, x-boolean-words: { true: t } }', `${SCHEMA}/true`, 'The words for `true` must be a list.', WRITE],
  [
    '',
    '{ type: boolean, x-boolean-words: { true: [t, 1] } }',
    `${SCHEMA}/true/1`,
    'Each word for `true` must be a string.',
    "Quote it, as in `true: [t, '1']`.",
  ],
  [
    '',
    "{ type: boolean, x-boolean-words: { true: ['a|b'] } }",
    `${SCHEMA}/true/0`,
    "'a|b' cannot be a word: `|` is not supported.",
    'Leave the word out.',
  ],
  [
    '',
    '{ type: boolean, x-boolean-words: { true: [t], false: [t] } }',
    `${SCHEMA}/false/0`,
    "'t' cannot mean false: it means true.",
    'Write each word once.',
  ],
  [
    '',
    "{ type: boolean, x-boolean-words: { true: ['false'] } }",
    `${SCHEMA}/true/0`,
    "'false' cannot mean true: it means false.",
    'Write each word once.',
  ],
  [
    '',
    "{ type: boolean, x-boolean-words: { false: ['null'] } }",
    `${SCHEMA}/false/0`,
    "'null' cannot mean false: it means null.",
    'Write each word once.',
  ],
  ...['{ type: string', '{ type: [boolean, string]', '{ type: [boolean, integer]', '{ enum: [1]', '{ minimum: 1'].map(
    (schema): [string, string, string, string, string] => [
      '',
      `${schema}, x-boolean-words: { true: [t] } }`,
      SCHEMA,
      '`x-boolean-words` stands on a schema that is not boolean.',
      'Write it beside `type: boolean`, or at the root of the document.',
    ],
  ),
  [
    '',
    '{ type: array, items: { type: boolean }, x-boolean-words: { true: [t] } }',
    SCHEMA,
    '`x-boolean-words` stands on a schema that is not boolean.',
    'Write it on the `items` of the list.',
  ],
])('%s%s is an error', async (root, schema, pointer, message, fix) => {
  const { service: built, problems } = await read(withWords(root, schema));
  expect(built).toBeUndefined();
  expect(problems.map(({ code, severity, location, ...said }) => [code, severity, location.pointer, said.message, said.fix])).toEqual([
    ['boolean-words-invalid', 'error', pointer, message, fix],
  ]);
});
