// `x-errors` for documents that have none: the rows that the model makes of the bodies that operations declare for errors.
import { describe, expect, test } from 'vitest';
import { closestWord } from '../../generator/model/error-bodies/words.ts';
import { serviceOf } from '../emit/service.ts';
import { operation } from './support.ts';

type Json = unknown;

interface Given {
  readonly status?: string;
  readonly contentType?: string;
  readonly example?: Json;
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const list = (items: Json) => ({ type: 'array', items });
const object = (properties: Record<string, Json>, required: string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  ...more,
});

/** The rows of the service of one operation with one response. */
async function rowsOf(schema: Json, { status = '400', contentType = 'application/json', example }: Given = {}) {
  const media = { ...(schema === undefined ? {} : { schema }), ...(example === undefined ? {} : { example }) };
  const responses = { 204: { description: 'Done.' }, [status]: { description: 'Wrong.', content: { [contentType]: media } } };
  const built = await serviceOf({ paths: { '/it': { get: { operationId: 'it', responses } } } });
  expect(operation(built, 'it').errors).toBeUndefined();
  return built.errors;
}

const PARTS = ['/path', '/query', '/header', '/cookie', '/querystring', '/body'];
const problem = {
  type: 'about:blank',
  title: '{title}',
  status: '{status}',
  detail: '{detail}',
  code: '{code}',
  requestId: '{requestId}',
  errors: [{ pointer: '{issue.pointer}', detail: '{issue.pointer} {issue.detail}.' }],
};

describe('one body for every fault with the status', () => {
  test.each<[name: string, schema: Json, body: Json, given?: Given]>([
    ['a message', object({ message: text }), { message: '{detail}' }],
    ['code and message', object({ code: integer, message: text }, ['code', 'message']), { code: '{status}', message: '{detail}' }],
    ['a code that is a text', object({ code: text, message: text }), { code: '{code}', message: '{detail}' }],
    ['`error` alone is the sentence', object({ error: text }), { error: '{detail}' }],
    [
      '`error` beside a sentence is the code',
      object({ error: text, error_description: text }),
      { error: '{code}', error_description: '{detail}' },
    ],
    [
      'as web frameworks write it',
      object({ timestamp: { type: 'string', format: 'date-time' }, status: integer, error: text, message: text, path: text }),
      { timestamp: '{timestamp}', status: '{status}', error: '{code}', message: '{detail}' },
    ],
    ['in capitals', object({ Message: text, Type: text, ErrorNumber: integer }), { Message: '{detail}', Type: '{code}' }],
    ['nested', object({ error: object({ status: integer, message: text }) }), { error: { status: '{status}', message: '{detail}' } }],
    [
      'nested under another name',
      object({ meta: object({ error_type: text, error_message: text }) }),
      { meta: { error_type: '{code}', error_message: '{detail}' } },
    ],
    ['nested under a name of its own, for want of others', object({ outcome: object({ text }) }), { outcome: { text: '{detail}' } }],
    ['flags', object({ ok: { type: 'boolean' }, error: text }, ['ok']), { ok: false, error: '{detail}' }],
    ['an identifier', object({ message: text, trace_id: text, id: text }), { message: '{detail}', trace_id: '{requestId}' }],
    ['one sentence is enough', object({ message: text, description: text, summary: text }), { message: '{detail}' }],
    [
      'but all that is required',
      object({ message: text, description: text }, ['message', 'description']),
      { message: '{detail}', description: '{detail}' },
    ],
    [
      'nullable members',
      object({ message: { type: ['string', 'null'] }, code: { type: ['integer', 'null'] } }),
      { message: '{detail}', code: '{status}' },
    ],
    [
      'a list of issues beside the sentence',
      object({ message: text, errors: list(object({ field: text, message: text, code: text })) }),
      { message: '{detail}', errors: [{ field: '{issue.name}', message: '{issue.detail}', code: '{code}' }] },
    ],
    [
      'pointers',
      object({ detail: text, violations: list(object({ pointer: text, reason: text })) }),
      { detail: '{detail}', violations: [{ pointer: '{issue.pointer}', reason: '{issue.detail}' }] },
    ],
    [
      'issues as texts',
      object({ message: text, details: list(text) }),
      { message: '{detail}', details: ['{issue.pointer} {issue.detail}.'] },
    ],
    [
      'of Python',
      object({ message: text, detail: list(object({ loc: list(text), msg: text, type: text }, ['loc', 'msg', 'type'])) }),
      { message: '{detail}', detail: [{ loc: ['request', '{issue.name}'], msg: '{issue.detail}', type: '{code}' }] },
    ],
    ['a text', text, '{detail}'],
    ['plain text with a length', object({ message: { ...text, maxLength: 60 } }), { message: '{title}' }],
    ['all of', { allOf: [object({ code: integer }, ['code']), object({ message: text })] }, { code: '{status}', message: '{detail}' }],
    [
      'the branch that tells most',
      { oneOf: [object({ count: integer }, ['count']), object({ message: text }, ['message'])] },
      { message: '{detail}' },
    ],
    ['no schema', undefined, problem],
    ['any object', { type: 'object' }, problem],
    [
      'RFC 9457 as JSON',
      object({ type: text, title: text, status: integer, detail: text }),
      { type: '{code}', title: '{title}', status: '{status}', detail: '{detail}' },
    ],
    ['no member that tells of it, but room', object({ ok: { const: false } }, ['ok']), { ...problem, errors: undefined, ok: false }],
    ['no member that tells of it, and no room', object({ ok: { const: false } }, ['ok'], { additionalProperties: false }), { ok: false }],
    [
      'other required members',
      object(
        {
          message: text,
          kept: { enum: ['a', 'b'] },
          n: { type: 'integer', minimum: 3 },
          said: { ...text, examples: ['x'] },
          list: list(text),
          at: { ...text, format: 'date' },
          shown: text,
        },
        ['kept', 'n', 'said', 'list', 'at', 'shown'],
      ),
      { message: '{detail}', kept: 'a', n: 3, said: 'x', list: [], at: '2026-11-21', shown: 'as here' },
      { example: { message: 'Other', shown: 'as here' } },
    ],
    ['a required member that is not described', object({}, ['message']), { message: '{detail}' }],
    [
      'a name that JavaScript knows',
      JSON.parse('{"type":"object","properties":{"message":{"type":"string"},"__proto__":{"const":1}},"required":["__proto__"]}'),
      JSON.parse('{"message":"{detail}","__proto__":1}'),
    ],
  ])('%s', async (_, schema, body, given) => {
    const [row, ...others] = await rowsOf(schema, given);
    expect(others).toEqual([]);
    expect(row).toEqual({ status: '400', contentType: 'application/json', body });
  });
});

test('the media type is the declared one', async () => {
  expect(await rowsOf(object({ message: text }), { contentType: 'application/vnd.api+json', status: '4XX' })).toEqual([
    { status: '4XX', contentType: 'application/vnd.api+json', body: { message: '{detail}' } },
  ]);
});

describe('a required list has an item for each issue, or one for the fault', () => {
  test.each<[name: string, schema: Json, issues: Json, fault: Json]>([
    ['texts', object({ errors: list(text) }, ['errors']), { errors: ['{issue.pointer} {issue.detail}.'] }, { errors: ['{detail}'] }],
    [
      'objects',
      object({ errors: list(object({ message: text, field: text })) }),
      { errors: [{ message: '{issue.detail}', field: '{issue.name}' }] },
      { errors: [{ message: '{detail}' }] },
    ],
    ['the whole body', list(object({ message: text }, ['message'])), [{ message: '{issue.detail}' }], [{ message: '{detail}' }]],
  ])('%s', async (_, schema, issues, fault) => {
    expect(await rowsOf(schema)).toEqual([
      { status: '400', when: { kind: ['invalid-request'], at: PARTS }, contentType: 'application/json', body: issues },
      { status: '400', contentType: 'application/json', body: fault },
    ]);
  });

  test('but only one where there may not be more', async () => {
    const rows = await rowsOf(object({ errors: { ...list(object({ message: text })), maxItems: 1 } }));
    expect(rows.map(({ body }) => body)).toEqual([{ errors: [{ message: '{detail}' }] }]);
  });
});

describe('words of a list', () => {
  const coded = (words: string[]) => object({ code: { enum: words }, message: text });
  test.each<[words: string[], status: string, code: string]>([
    [['not_found', 'bad_request', 'unauthorized'], '400', 'bad_request'],
    [['not_found', 'bad_request', 'unauthorized'], '401', 'unauthorized'],
    [['NOT_FOUND', 'BAD_REQUEST'], '404', 'NOT_FOUND'],
    [['UserNotFound', 'InvalidParameter'], '400', 'InvalidParameter'],
    [['a', 'b'], '400', 'a'],
    [['a', 'E400'], '400', 'E400'],
  ])('%j at %s', async (words, status, code) => {
    expect(await rowsOf(coded(words), { status })).toEqual([
      { status, code, contentType: 'application/json', body: { code: '{code}', message: '{detail}' } },
    ]);
  });

  test('a range has a row for each status with another word', async () => {
    const rows = await rowsOf(coded(['bad_request', 'not_found', 'conflict']), { status: '4XX' });
    expect(rows.map(({ status, code }) => [status, code])).toEqual([
      ['404', 'not_found'],
      ['409', 'conflict'],
      ['4XX', 'bad_request'],
    ]);
  });

  test('a code with a pattern is spelled as it asks', async () => {
    const [row] = await rowsOf(object({ code: { ...text, pattern: '^[A-Z_]+$' }, message: text }));
    expect(row).toMatchObject({ code: 'INVALID_REQUEST', body: { code: '{code}', message: '{detail}' } });
  });

  test('a status that is a text', async () => {
    const [row] = await rowsOf(object({ errors: list(object({ status: text, detail: text })) }));
    expect(row).toMatchObject({ body: { errors: [{ status: '400', detail: '{issue.detail}' }] } });
  });

  test.each([
    [['ServiceUnavailable', 'Throttling', 'InternalServerError'], 429, 'Throttling'],
    [['ServiceUnavailable', 'Throttling', 'InternalServerError'], 500, 'InternalServerError'],
    [['ServiceUnavailable', 'Throttling', 'InternalServerError'], 503, 'ServiceUnavailable'],
    [['x'], 404, 'x'],
    [[], 404, undefined],
  ])('%j: %i is %s', (words, status, word) => {
    expect(closestWord(words, status)).toBe(word);
  });
});

test.each<[name: string, schema: Json, given?: Given]>([
  ['problem details that the document declares', object({ title: text, detail: text }), { contentType: 'application/problem+json' }],
  ['plain text, which the server answers anyway', text, { contentType: 'text/plain' }],
  ['bytes', undefined, { contentType: 'application/octet-stream' }],
  ['branches that all match', { oneOf: [object({ message: text }), object({ message: text })] }],
  ['what no value matches', object({ signature: { allOf: [{ const: 'a' }, { const: 'b' }] } }, ['signature'])],
])('nothing is inferred from %s', async (_, schema, given) => {
  expect(await rowsOf(schema, given)).toEqual([]);
});

test.each<[name: string, schema: Json, body: Json]>([
  ['a text that must match a pattern', object({ message: { ...text, pattern: '^E\\d+ .*$' } }, ['message']), { message: 'E0 ' }],
  [
    'a member with a pattern',
    object({ id: { ...text, pattern: '^id_[0-9]{3}$' }, message: text }, ['id']),
    { id: 'id_000', message: '{detail}' },
  ],
  ['a list with an item', object({ to: { ...list(text), minItems: 1 }, message: text }, ['to']), { to: [''], message: '{detail}' }],
  ['a member that must not be there', { ...object({ message: text }), not: { required: ['message'] } }, { detail: '{detail}' }],
])('%s', async (_, schema, body) => {
  expect(await rowsOf(schema)).toMatchObject([{ status: '400', body }]);
});

test('problem details with members that the server does not have are filled', async () => {
  const schema = object({ title: text, detail: text, balance: integer }, ['balance']);
  expect(await rowsOf(schema, { contentType: 'application/problem+json' })).toEqual([
    { status: '400', contentType: 'application/problem+json', body: { title: '{title}', detail: '{detail}', balance: 0 } },
  ]);
});

describe('levels', () => {
  const wrong = (properties: Record<string, Json>, contentType = 'application/json') => ({
    description: 'Wrong.',
    content: { [contentType]: { schema: object(properties, Object.keys(properties)) } },
  });
  const levels = async (operations: Record<string, object>, more: object = {}) => {
    const paths = Object.fromEntries(
      Object.entries(operations).map(([operationId, { errors, ...responses }]: [string, { errors?: Json }]) => [
        `/${operationId}`,
        {
          get: {
            operationId,
            ...(errors === undefined ? {} : { 'x-errors': errors }),
            responses: { 204: { description: 'Done.' }, ...responses },
          },
        },
      ]),
    );
    const built = await serviceOf({ paths, ...more });
    return [built.errors, Object.fromEntries(built.operations.map(({ name, errors }) => [name, errors]))];
  };
  const row = (status: string, body: Json) => ({ status, contentType: 'application/json', body });
  const message = { message: '{detail}' };

  test('one body for all errors is that of the service', async () => {
    const operations = { a: { 400: wrong({ message: text }), 404: wrong({ message: text }) }, b: { default: wrong({ message: text }) } };
    expect(await levels(operations)).toEqual([[row('default', message)], { a: undefined, b: undefined }]);
  });

  test('statuses with bodies of their own', async () => {
    const operations = { a: { 400: wrong({ message: text }), 404: wrong({ reason: text }) }, b: { 400: wrong({ message: text }) } };
    expect(await levels(operations)).toEqual([[row('400', message), row('404', { reason: '{detail}' })], { a: undefined, b: undefined }]);
  });

  test('an operation that differs has all of its own', async () => {
    const operations = {
      a: { 400: wrong({ message: text }), 404: wrong({ message: text }) },
      b: { 400: wrong({ message: text }) },
      c: { 400: wrong({ reason: text }), 404: wrong({ message: text }) },
      d: { 400: wrong({ title: text }, 'application/problem+json'), 404: { description: 'Text.', content: { 'text/plain': {} } } },
    };
    expect(await levels(operations)).toEqual([
      [row('default', message)],
      {
        a: undefined,
        b: undefined,
        c: [row('400', { reason: '{detail}' }), row('404', message)],
        d: [
          { status: '400', contentType: 'application/problem+json', body: problem },
          { status: '404', contentType: 'text/plain', body: '{detail}' },
        ],
      },
    ]);
  });

  test('an operation with `x-errors` keeps what it has written', async () => {
    const operations = { a: { errors: { 401: { code: 'login' } }, 400: wrong({ message: text }) }, b: { 400: wrong({ message: text }) } };
    expect(await levels(operations)).toEqual([[row('400', message)], { a: [{ status: '401', code: 'login' }], b: undefined }]);
  });

  test('a document with `x-errors` too', async () => {
    const operations = { a: { 400: wrong({ message: text }) } };
    expect(await levels(operations, { 'x-errors': { 401: { code: 'login' } } })).toEqual([
      [{ status: '401', code: 'login' }],
      { a: undefined },
    ]);
  });
});
