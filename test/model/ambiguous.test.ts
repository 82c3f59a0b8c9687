// Warnings where a server cannot tell which of two readings of a request was meant, each beside its neighbour that is clear.
import { describe, expect, test } from 'vitest';
import { pathDocument, read } from './support.ts';

const OK = `responses: { '204': { description: Fine. } }`;
const CODES = ['parameter-ambiguous', 'path-parameter-ambiguous', 'path-parameters-adjacent'];

async function warnings(template: string, parameters: string) {
  const { problems } = await read(pathDocument(`${template}:\n  get:\n    operationId: it\n    parameters: [${parameters}]\n    ${OK}`));
  return problems.filter(({ code }) => CODES.includes(code));
}

describe('text that may be two values', () => {
  const AMBIGUOUS: readonly (readonly [where: string, schema: string, message: string])[] = [
    [
      'path',
      `{ type: [string, 'null'] }`,
      "The path parameter 'q' may be a string or null, and `null` may be either: the server reads null.",
    ],
    [
      'query',
      `{ anyOf: [{ type: string }, { type: 'null' }] }`,
      "The query parameter 'q' may be a string or null, and `null` may be either: ",
    ],
    ['header', '{ type: [string, integer] }', "The header parameter 'q' may be a string or an integer, and `0` may be either: "],
    ['query', '{ oneOf: [{ type: number }, { type: string, maxLength: 3 }] }', "'q' may be a string or a number, and `0` may be either"],
    ['query', `{ anyOf: [{ type: integer }, { enum: [auto, '5'] }] }`, "'q' may be a string or an integer"],
    ['cookie', '{ type: [string, boolean] }', "The cookie parameter 'q' may be a string or a boolean, and `true` may be either"],
    ['query', `{ type: array, items: { type: [string, 'null'] } }`, "Each item of the query parameter 'q' may be a string or null"],
    [
      'query',
      '{ type: object, properties: { a: { type: [string, boolean] } } }',
      "The property 'a' of the query parameter 'q' may be a string or a boolean",
    ],
    [
      'query',
      '{ type: object, properties: { a: { type: [string, array], items: { type: string } } } }',
      "The property 'a' of the query parameter 'q' may be a single value or a list: a single value and a list of one look the same, so the server reads a list.",
    ],
    ['query', '{ type: [string, array], items: { type: string } }', "The query parameter 'q' may be a single value or a list: "],
  ];
  test.each(AMBIGUOUS)('in the %s, %s', async (where, schema, message) => {
    const found = await warnings(where === 'path' ? '/it/{q}' : '/it', `{ name: q, in: ${where}, required: true, schema: ${schema} }`);
    expect(found).toMatchObject([{ severity: 'warning', location: { pointer: expect.stringMatching(/\/parameters\/0$/) } }]);
    expect(found[0]?.message).toContain(message);
    expect(found[0]?.fix).toBeDefined();
  });

  test('null is never sent in a query that does not need it: a note', async () => {
    const found = await warnings('/it', `{ name: q, in: query, schema: { type: [string, 'null'] } }`);
    expect(found).toMatchObject([{ severity: 'note', fix: 'Describe it without null: a caller leaves the parameter out instead.' }]);
  });

  test.each([
    ['{ type: string }'],
    [`{ type: [integer, 'null'] }`],
    [`{ anyOf: [{ type: integer }, { enum: [auto, '05'] }] }`],
    [`{ anyOf: [{ type: string, format: date }, { type: 'null' }] }`],
    [`{ type: [string, 'null'], enum: [a, b, null] }`],
    [`{ type: [string, 'null'], pattern: '^[A-Z]+$' }`],
    [`{ type: [string, 'null'], minLength: 5 }`],
    ['{ type: [string, integer], pattern: "^[a-z]+$" }'],
    ['{ type: array, items: { type: string } }'],
  ])('%s is clear', async (schema) => {
    expect(await warnings('/it', `{ name: q, in: query, schema: ${schema} }`)).toEqual([]);
  });

  test('JSON says what it is', async () => {
    expect(await warnings('/it', `{ name: q, in: query, content: { application/json: { schema: { type: [string, 'null'] } } } }`)).toEqual(
      [],
    );
  });
});

describe('a field of a form that may be a value or a list', () => {
  const fields = async (type: string, tags: string, encoding = '') => {
    const media = `{ schema: { type: object, properties: { tags: ${tags} } }${encoding} }`;
    const operation = `post:\n    operationId: it\n    requestBody: { content: { ${type}: ${media} } }\n    ${OK}`;
    const { problems } = await read(pathDocument(`/it:\n  ${operation}`));
    return problems.filter(({ code }) => CODES.includes(code));
  };
  const either = '{ type: [string, array], items: { type: string } }';

  test.each([
    ['application/x-www-form-urlencoded', either, ''],
    ['multipart/form-data', either, ''],
    ['application/x-www-form-urlencoded', '{ oneOf: [{ type: integer }, { type: array, items: { type: integer } }] }', ''],
    ['application/x-www-form-urlencoded', either, ', encoding: { tags: { style: form, explode: false } }'],
  ])('%s, %s%s', async (type, tags, encoding) => {
    expect(await fields(type, tags, encoding)).toMatchObject([
      {
        severity: 'warning',
        message:
          "The field 'tags' of a form may be a single value or a list: a single value and a list of one look the same, so a list is read.",
        location: { pointer: expect.stringMatching(/\/properties\/tags$/) },
      },
    ]);
  });

  test.each([
    ['a list', 'application/x-www-form-urlencoded', '{ type: array, items: { type: string } }', ''],
    ['a list or null', 'application/x-www-form-urlencoded', `{ type: [array, 'null'], items: { type: string } }`, ''],
    ['brackets say that it is a list', 'application/x-www-form-urlencoded', either, ', encoding: { tags: { style: deepObject } }'],
    ['JSON', 'multipart/form-data', either, ', encoding: { tags: { contentType: application/json } }'],
    ['JSON as a whole', 'application/json', either, ''],
  ])('%s is clear', async (_title, type, tags, encoding) => {
    expect(await fields(type, tags, encoding)).toEqual([]);
  });
});

describe('a name that two parameters read', () => {
  const page = (more = '') => `{ name: page, in: query, schema: { type: object, properties: { limit: { type: integer } }${more} } }`;
  const deep = '{ name: filter, in: query, style: deepObject, schema: { type: object, properties: { a: { type: string } } } }';
  const map = (name: string) => `{ name: ${name}, in: query, schema: { type: object, additionalProperties: { type: string } } }`;
  const plain = (name: string) => `{ name: '${name}', in: query, schema: { type: integer } }`;

  test.each([
    ['a property of an exploded object', `${page()}, ${plain('limit')}`, "'page' and 'limit' both read `limit`"],
    ['the other way round', `${plain('limit')}, ${page()}`, "'limit' and 'page' both read `limit`"],
    ['brackets of a deepObject', `${deep}, ${plain('filter[a]')}`, "'filter' and 'filter[a]' both read `filter[a]`"],
    ['two maps', `${map('a')}, ${map('b')}`, "'a' and 'b' both read every name that is not declared"],
  ])('%s', async (_title, parameters, message) => {
    const found = await warnings('/it', parameters);
    expect(found).toMatchObject([
      {
        severity: 'warning',
        message: `The query parameters ${message}, so the server cannot tell which of them a request means.`,
        location: { pointer: '/paths/~1it/get/parameters/1' },
        related: [{ location: { pointer: '/paths/~1it/get/parameters/0' } }],
      },
    ]);
  });

  test.each([
    ['another name', `${page()}, ${plain('offset')}`],
    ['a header', `${page()}, { name: limit, in: header, schema: { type: integer } }`],
    ['an object that is not exploded', `${page().replace('in: query', 'in: query, explode: false')}, ${plain('limit')}`],
    ['brackets of another name', `${deep}, ${plain('filters[a]')}`],
    ['one map', `${map('a')}, ${page(', additionalProperties: false')}`],
  ])('%s is clear', async (_title, parameters) => {
    expect(await warnings('/it', parameters)).toEqual([]);
  });
});

describe('text after a path parameter that its value may contain', () => {
  const list = '{ type: array, items: { type: integer } }';
  const object = '{ type: object, properties: { n: { type: integer } }, additionalProperties: false }';
  const both = (schema: string, more = '') =>
    `{ name: a, in: path, required: true, schema: ${schema}${more} }, { name: b, in: path, required: true, schema: { type: string } }`;

  test.each([
    ['/x/{a},{b}', list, ''],
    ['/x/{a}={b}', object, ', explode: true'],
    ['/x/{a}.{b}', list, ', style: label, explode: true'],
    ['/x/{a};{b}', list, ', style: matrix, explode: true'],
    ['/x/{a}-{b}', list, ''],
    ['/x/{a}.{b}', '{ type: string }', ''],
    ['/x/{a}.{b}', '{ type: number }', ''],
    ['/x/{a}...{b}', '{ type: string }', ''],
    ['/x/{a}-{b}', '{ type: string, format: date }', ''],
    ['/x/{a}-{b}', '{ enum: [a, b-c] }', ''],
    ['/x/{a}:{b}', '{ type: string }', ', allowReserved: true'],
  ])('%s with %s%s', async (template, schema, more) => {
    const document = `${template}:\n  get:\n    operationId: it\n    parameters: [${both(schema, more)}]\n    ${OK}`;
    const { problems } = await read(pathDocument(document, '3.2.0'));
    const literal = template.slice('/x/{a}'.length, -'{b}'.length);
    expect(problems.filter(({ code }) => CODES.includes(code))).toMatchObject([
      {
        code: 'path-parameter-ambiguous',
        severity: 'warning',
        message: `The text of {a} may contain \`${literal}\`, which stands before {b} in ${template}: a server ends {a} at the first \`${literal}\`.`,
        location: { pointer: `/paths/${template.replaceAll('/', '~1')}` },
        related: [{ location: { pointer: `/paths/${template.replaceAll('/', '~1')}/get/parameters/0` } }],
      },
    ]);
  });

  test.each([
    ['/x/{a}:{b}', '{ type: string }', ''],
    ['/x/{a},{b}', '{ type: string }', ''],
    ['/x/{a}:{b}', list, ''],
    ['/x/{a}.{b}', list, ''],
    ['/x/{a}-{b}', '{ type: integer }', ''],
    ['/x/{a}.{b}', '{ type: integer }', ''],
    ['/x/{a}.{b}', '{ type: string, format: uuid }', ''],
    ['/x/{a}.{b}', `{ type: string, pattern: '^[a-z]+$' }`, ''],
    ['/x/{a}-{b}', '{ enum: [a, b] }', ''],
    ['/x/{a}.{b}', '{ type: string }', ', style: label'],
    ['/x/{a}/{b}.json', '{ type: string }', ''],
  ])('%s with %s%s is clear', async (template, schema, more) => {
    expect(await warnings(template, both(schema, more))).toEqual([]);
  });
});
