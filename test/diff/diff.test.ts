// Classifies the changes between two versions of a document as breaking or not, with their locations.
import { describe, expect, test } from 'vitest';
import { formatGroup } from '../../generator/diff/format.ts';
import { compareServices } from '../../generator/diff/index.ts';
import { position } from '../../generator/load/frame.ts';
import { serviceOf as configured, documents } from '../support/documents.ts';
import { serviceOf } from './support.ts';

interface Parts {
  parameters?: object[];
  choices?: string[][];
  aliases?: object[];
  body?: object;
  bodyRequired?: boolean;
  response?: object;
  optionalBody?: boolean;
  stream?: string;
  statuses?: object;
  headers?: object;
  security?: object[];
  operationId?: string;
  method?: string;
  path?: string;
}

/** A document with one operation, with the parts under test. */
function documentOf(parts: Parts): object {
  const json = (schema: object): object => ({ 'application/json': { schema } });
  const operation = {
    operationId: parts.operationId ?? 'getThing',
    ...(parts.parameters === undefined ? {} : { parameters: parts.parameters }),
    ...(parts.body === undefined ? {} : { requestBody: { required: parts.bodyRequired ?? true, content: json(parts.body) } }),
    ...(parts.choices === undefined ? {} : { 'x-any-of-parameters': parts.choices }),
    ...(parts.security === undefined ? {} : { security: parts.security }),
    ...(parts.aliases === undefined ? {} : { 'x-aliases': parts.aliases }),
    responses: {
      200: {
        description: 'Fine.',
        ...(parts.headers === undefined ? {} : { headers: parts.headers }),
        ...(parts.response === undefined ? {} : { content: json(parts.response) }),
        ...(parts.optionalBody === undefined ? {} : { 'x-optional-body': parts.optionalBody }),
        ...(parts.stream === undefined ? {} : { content: { 'application/json': { schema: {}, 'x-stream': parts.stream } } }),
      },
      ...parts.statuses,
    },
  };
  return {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    paths: { [parts.path ?? '/things']: { [parts.method ?? 'post']: operation } },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' }, token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

async function changesOf(before: Parts, after: Parts): Promise<string[]> {
  const changes = compareServices(await serviceOf(documentOf(before)), await serviceOf(documentOf(after)));
  return changes.map((change) => `${change.kind} ${change.code}`);
}

const query = (name: string, rest: object = {}): object => ({ in: 'query', name, schema: { type: 'string' }, ...rest });
const both = [query('a'), query('b')];
const three = [...both, query('c')];
const object = (properties: object, required: string[] = []): object => ({ type: 'object', properties, required });

describe('servers', () => {
  const at = (...urls: string[]): object[] => urls.map((url) => ({ url }));
  const regions = (...values: string[]): object[] => [
    {
      url: 'https://{region}.example',
      variables: { region: { default: 'eu', ...(values.length === 0 ? {} : { enum: values }) } },
    },
  ];
  const removed = 'breaking server-removed';
  const added = 'compatible server-added';
  test.each<[what: string, before: object, after: object, want: string[]]>([
    ['of the document', { all: at('/a') }, { all: at('/b') }, [`${removed} `, `${added} `]],
    ['of the operation', { own: at('/a') }, { own: at('/b') }, [`${removed} getThing`, `${added} getThing`]],
    ['one more of the operation', { own: at('/a') }, { own: at('/a', '/b') }, [`${added} getThing`]],
    ['the same, now written at the operation', { all: at('/a') }, { all: at('/a'), own: at('/a') }, []],
    ['the operation leaves the others', { all: at('/a') }, { all: at('/a'), own: at('/b') }, [`${removed} getThing`, `${added} getThing`]],
    ['the operation stays where it was', { all: at('/a') }, { all: at('/b'), own: at('/a') }, [`${removed} `, `${added} `]],
    ['of the path', { path: at('/a') }, { path: at('/b') }, [`${removed} getThing`, `${added} getThing`]],
    ['a value gone', { own: regions('eu', 'us') }, { own: regions('eu') }, ['breaking server-value-removed getThing']],
    ['one more value', { all: regions('eu') }, { all: regions('eu', 'us') }, ['compatible server-value-added ']],
    ['only these values', { all: regions() }, { all: regions('eu') }, ['breaking server-value-removed ']],
    ['any value', { all: regions('eu') }, { all: regions() }, ['compatible server-value-added ']],
  ])('%s', async (_, before, after, want) => {
    const version = ({ all, own, path: shared }: { all?: object[]; own?: object[]; path?: object[] }) => {
      const thing = { operationId: 'getThing', ...(own && { servers: own }), responses: { 200: { description: 'Fine.' } } };
      const other = { operationId: 'getOther', responses: { 200: { description: 'Fine.' } } };
      const paths = { '/things': { get: thing, ...(shared && { servers: shared }) }, '/others': { get: other } };
      return serviceOf({ openapi: '3.1.1', info: { title: 'T', version: '1' }, ...(all && { servers: all }), paths });
    };
    const changes = compareServices(await version(before), await version(after));
    expect(changes.map(({ kind, code, operation = '' }) => `${kind} ${code} ${operation}`)).toEqual(want);
    for (const change of changes) expect(formatGroup(change, false)).toMatch(/version\.json:\d+:\d+/);
  });
});

describe('operations and parameters', () => {
  const cases: [what: string, before: Parts, after: Parts, want: string[]][] = [
    ['nothing', {}, {}, []],
    ['another path', {}, { path: '/others' }, ['breaking operation-removed', 'compatible operation-added']],
    ['another method', {}, { method: 'put' }, ['breaking operation-removed', 'compatible operation-added']],
    ['another name', {}, { operationId: 'fetchThing' }, ['breaking operation-renamed']],
    ['a new optional parameter', {}, { parameters: [query('a')] }, ['compatible parameter-added']],
    ['a new required parameter', {}, { parameters: [query('a', { required: true })] }, ['breaking required-parameter-added']],
    ['a parameter gone', { parameters: [query('a')] }, {}, ['breaking parameter-removed']],
    [
      'a parameter now required',
      { parameters: [query('a')] },
      { parameters: [query('a', { required: true })] },
      ['breaking parameter-required'],
    ],
    [
      'a parameter now optional',
      { parameters: [query('a', { required: true })] },
      { parameters: [query('a')] },
      ['compatible parameter-optional'],
    ],
    [
      'a tighter limit',
      { parameters: [query('a', { schema: { type: 'integer', maximum: 100 } })] },
      { parameters: [query('a', { schema: { type: 'integer', maximum: 50 } })] },
      ['breaking limit-tightened'],
    ],
    [
      'a looser limit',
      { parameters: [query('a', { schema: { type: 'integer', maximum: 100 } })] },
      { parameters: [query('a', { schema: { type: 'integer' } })] },
      ['compatible limit-loosened'],
    ],
    [
      'another style',
      { parameters: [query('a', { schema: { type: 'array', items: { type: 'string' } } })] },
      { parameters: [query('a', { schema: { type: 'array', items: { type: 'string' } }, explode: false })] },
      ['breaking parameter-serialised'],
    ],
    [
      'an alias',
      {},
      { aliases: [{ path: '/v1/{id}', parameters: { a: 'path.id' } }], parameters: [query('a')] },
      ['compatible parameter-added', 'compatible alias-added'],
    ],
    ['no alias now', { aliases: [{ path: '/v1' }] }, {}, ['breaking alias-removed']],
    [
      'an alias with other names',
      { aliases: [{ path: '/v1/{a}' }], parameters: [query('a')] },
      { aliases: [{ path: '/v1/{b}', parameters: { a: 'path.b' } }], parameters: [query('a')] },
      [],
    ],
    [
      'other names of a parameter',
      { parameters: [query('a', { 'x-aliases': ['b', 'c'] })] },
      { parameters: [query('a', { 'x-aliases': ['c', 'd'] })] },
      ['breaking alias-removed', 'compatible alias-added'],
    ],
    ['one of two now', { parameters: both }, { parameters: both, choices: [['a'], ['b']] }, ['breaking choice-narrowed']],
    ['neither of two now', { parameters: both, choices: [['a'], ['b']] }, { parameters: both }, ['compatible choice-widened']],
    [
      'both instead of one of them',
      { parameters: three, choices: [['a'], ['b']] },
      { parameters: three, choices: [['a', 'c'], ['b']] },
      ['breaking choice-narrowed'],
    ],
    [
      'one more to choose',
      { parameters: three, choices: [['a'], ['b', 'c']] },
      { parameters: three, choices: [['b'], ['a']] },
      ['compatible choice-widened'],
    ],
    ['the same sets', { parameters: both, choices: [['a'], ['b']] }, { parameters: both, choices: [['b'], ['a']] }, []],
    ['a credential now', {}, { security: [{ key: [] }] }, ['breaking security-removed', 'compatible security-added']],
    [
      'one more way to authenticate',
      { security: [{ key: [] }] },
      { security: [{ key: [] }, { token: [] }] },
      ['compatible security-added'],
    ],
    ['one way fewer', { security: [{ key: [] }, { token: [] }] }, { security: [{ key: [] }] }, ['breaking security-removed']],
    ['no credential any more', { security: [{ key: [] }] }, {}, ['compatible security-added']],
  ];
  for (const [what, before, after, want] of cases) test(what, async () => expect(await changesOf(before, after)).toEqual(want));
});

describe('bodies: the same change of a schema, sent and received', () => {
  const cases: [what: string, before: object, after: object, sent: string[], received: string[]][] = [
    ['a description', { type: 'string' }, { type: 'string', description: 'x' }, [], []],
    ['a new optional property', object({}), object({ a: {} }), ['compatible property-added'], ['compatible property-added']],
    [
      'a new required property',
      object({}),
      object({ a: {} }, ['a']),
      ['breaking required-property-added'],
      ['compatible required-property-added'],
    ],
    ['a property gone', object({ a: {} }), object({}), ['breaking property-removed'], ['breaking property-removed']],
    [
      'a property now required',
      object({ a: {} }),
      object({ a: {} }, ['a']),
      ['breaking property-required'],
      ['compatible property-required'],
    ],
    [
      'a property now optional',
      object({ a: {} }, ['a']),
      object({ a: {} }),
      ['compatible property-optional'],
      ['breaking property-optional'],
    ],
    ['null now allowed', { type: 'string' }, { type: ['string', 'null'] }, ['compatible type-widened'], ['breaking type-widened']],
    ['null no longer allowed', { type: ['string', 'null'] }, { type: 'string' }, ['breaking type-narrowed'], ['compatible type-narrowed']],
    ['number to integer', { type: 'number' }, { type: 'integer' }, ['breaking type-narrowed'], ['compatible type-narrowed']],
    ['string to integer', { type: 'string' }, { type: 'integer' }, ['breaking type-changed'], ['breaking type-changed']],
    ['one value more', { enum: ['a'] }, { enum: ['a', 'b'] }, ['compatible enum-widened'], ['breaking enum-widened']],
    ['one value fewer', { enum: ['a', 'b'] }, { enum: ['a'] }, ['breaking enum-narrowed'], ['compatible enum-narrowed']],
    ['const to the same enum', { const: 'a' }, { enum: ['a'] }, [], []],
    ['a pattern', { type: 'string' }, { type: 'string', pattern: '^a' }, ['breaking pattern-narrowed'], ['compatible pattern-narrowed']],
    [
      'another format',
      { type: 'string', format: 'date' },
      { type: 'string', format: 'email' },
      ['breaking format-changed'],
      ['breaking format-changed'],
    ],
    ['closed to other properties', object({}), { ...object({}), additionalProperties: false }, ['breaking closed'], ['compatible closed']],
    [
      'a change deep inside',
      object({ a: { type: 'array', items: object({ b: { type: 'string' } }) } }),
      object({ a: { type: 'array', items: object({ b: { type: 'integer' } }) } }),
      ['breaking type-changed'],
      ['breaking type-changed'],
    ],
    ['the same, by allOf', object({ a: {}, b: {} }, ['a']), { allOf: [object({ a: {} }, ['a']), object({ b: {} })] }, [], []],
    [
      'a branch more',
      { oneOf: [{ type: 'string' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      ['compatible branch-added'],
      ['breaking branch-added'],
    ],
    [
      'a keyword that is compared whole',
      { type: 'string' },
      { type: 'string', not: { const: 'a' } },
      ['breaking keyword-changed'],
      ['compatible keyword-changed'],
    ],
    [
      'a constant in it',
      { not: { const: { title: 'a' } } },
      { not: { const: { title: 'b' } } },
      ['breaking keyword-changed'],
      ['breaking keyword-changed'],
    ],
    ['only what it tells people', { not: { type: 'string' } }, { not: { type: 'string', title: 'A text', readOnly: true } }, [], []],
  ];
  for (const [what, before, after, sent, received] of cases) {
    test(`${what}, sent`, async () => expect(await changesOf({ body: before }, { body: after })).toEqual(sent));
    test(`${what}, received`, async () => expect(await changesOf({ response: before }, { response: after })).toEqual(received));
  }

  test('a value that becomes a stream, and a stream that changes its format', async () => {
    expect(await changesOf({ response: {} }, { stream: 'ndjson' })).toEqual(['breaking stream-changed']);
    expect(await changesOf({ stream: 'ndjson' }, { response: {} })).toEqual(['breaking stream-changed']);
    expect(await changesOf({ stream: 'ndjson' }, { stream: 'json-seq' })).toEqual(['breaking stream-changed']);
    expect(await changesOf({ stream: 'ndjson' }, { stream: 'ndjson' })).toEqual([]);
  });

  test('an optional body that becomes required', async () => {
    expect(await changesOf({ body: {}, bodyRequired: false }, { body: {} })).toEqual(['breaking body-required']);
    expect(await changesOf({ body: {} }, {})).toEqual(['breaking body-removed']);
    expect(await changesOf({}, { body: {}, bodyRequired: false })).toEqual(['compatible body-added']);
  });
});

describe('responses', () => {
  const error = { description: 'No.' };
  const refused = (...codes: string[]): object => ({
    description: 'No.',
    'x-refusals': { at: '/code', codes: Object.fromEntries(codes.map((code) => [code, 'It is so.'])) },
    content: { 'application/json': { schema: {} } },
  });
  const header = (rest: object = {}): object => ({ 'X-A': { schema: { type: 'string' }, ...rest } });
  const cases: [what: string, before: Parts, after: Parts, want: string[]][] = [
    ['a new error', {}, { statuses: { 404: error } }, ['compatible response-added']],
    ['a new success', {}, { statuses: { 202: error } }, ['breaking response-added']],
    ['an error gone', { statuses: { 404: error } }, {}, ['compatible response-removed']],
    ['no body any more', { response: {} }, {}, ['breaking response-body-removed']],
    ['a body that may be left out', { response: {} }, { response: {}, optionalBody: true }, ['breaking response-body-optional']],
    [
      'a body that is always there',
      { response: {}, optionalBody: true },
      { response: {}, optionalBody: false },
      ['compatible response-body-required'],
    ],
    [
      'other codes of refusals',
      { statuses: { 409: refused('full', 'late') } },
      { statuses: { 409: refused('full', 'paused') } },
      ['compatible refusal-added', 'compatible refusal-removed'],
    ],
    ['a header gone', { headers: header() }, {}, ['breaking header-removed']],
    ['a header now optional', { headers: header({ required: true }) }, { headers: header() }, ['breaking header-optional']],
    ['a new header', {}, { headers: header() }, ['compatible header-added']],
  ];
  for (const [what, before, after, want] of cases) test(what, async () => expect(await changesOf(before, after)).toEqual(want));
});

describe('the rest', () => {
  test('a recursive schema is compared once, and its changes are found', async () => {
    const tree = (leaf: object): object => ({
      openapi: '3.1.1',
      info: { title: 'T', version: '1' },
      paths: {
        '/t': {
          get: {
            operationId: 'getTree',
            responses: { 200: { description: 'x', content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } } },
          },
        },
      },
      components: { schemas: { Tree: object({ leaf, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } }) } },
    });
    const changes = compareServices(await serviceOf(tree({ type: 'string' })), await serviceOf(tree({ type: ['string', 'null'] })));
    expect(changes.map(({ code, message }) => `${code}: ${message}`)).toEqual(['type-widened: 200 response body `.leaf` can be null now']);
  });

  test('a caller receives webhooks, so widening a webhook body is breaking', async () => {
    const hook = (schema: object): object => ({
      openapi: '3.1.1',
      info: { title: 'T', version: '1' },
      webhooks: {
        made: {
          post: {
            operationId: 'onMade',
            requestBody: { required: true, content: { 'application/json': { schema } } },
            responses: { 204: { description: 'x' } },
          },
        },
      },
    });
    const changes = compareServices(await serviceOf(hook({ enum: ['a'] })), await serviceOf(hook({ enum: ['a', 'b'] })));
    expect(changes.map(({ kind, code }) => `${kind} ${code}`)).toEqual(['breaking enum-widened']);
  });

  test('a callback is compared like a webhook, and matched by operation, key and address', async () => {
    const calling = (schema: object, address = 'https://a.example/{$request.query.to}'): object => ({
      openapi: '3.1.1',
      info: { title: 'T', version: '1' },
      paths: {
        '/make': {
          post: {
            parameters: [{ name: 'to', in: 'query', schema: { type: 'string' } }],
            responses: { 204: { description: 'x' } },
            callbacks: {
              made: {
                [address]: {
                  post: {
                    requestBody: { required: true, content: { 'application/json': { schema } } },
                    responses: { 204: { description: 'x' } },
                  },
                },
              },
            },
          },
        },
      },
    });
    const before = await serviceOf(calling({ enum: ['a'] }));
    const codes = async (after: object) => compareServices(before, await serviceOf(after)).map(({ kind, code }) => `${kind} ${code}`);
    expect(await codes(calling({ enum: ['a', 'b'] }))).toEqual(['breaking enum-widened']);
    expect(await codes(calling({ enum: ['a'] }, 'https://b.example'))).toEqual(['breaking callback-removed', 'compatible callback-added']);
  });

  test('a change is reported at its line', async () => {
    const before = await serviceOf(documentOf({ body: object({ a: { type: 'string' } }) }));
    const after = await serviceOf(documentOf({ body: object({ a: { type: 'string', maxLength: 5 } }) }));
    const [change] = compareServices(before, after);
    if (change === undefined) throw new Error('no change');
    expect(change.message).toBe('request body `.a` has `maxLength` 5');
    const line = change.location.source.text.split('\n')[position(change.location).line - 1];
    expect(line?.trim()).toBe('"maxLength": 5');
  });

  test('a removal is reported at the old location', async () => {
    const [with_, without] = [await serviceOf(documentOf({ body: object({ a: {} }) })), await serviceOf(documentOf({ body: object({}) }))];
    const lines = [...compareServices(with_, without), ...compareServices(without, with_)].map((change) => formatGroup(change, false));
    expect(lines).toEqual([
      expect.stringMatching(/^breaking {4}was test\/diff\/version\.json:\d+:\d+ {2}.*`\.a` was removed$/),
      expect.stringMatching(/^compatible {2}test\/diff\/version\.json:\d+:\d+ {2}.*`\.a` is new$/),
    ]);
  });

  test('operations that share a key find each other', async () => {
    const responses = { 204: { description: 'd' } };
    const read = (name: string) => ({ get: { parameters: [{ name, in: 'path', required: true, schema: {} }], responses } });
    const shared = (posted: object) => ({
      openapi: '3.1.1',
      info: { title: 'T', version: '1' },
      paths: { '/pets/{id}': read('id'), '/pets/{name}': read('name') },
      webhooks: { pet: { delete: { responses }, post: { ...posted, responses } } },
    });
    const before = await serviceOf(shared({}));
    expect(compareServices(before, await serviceOf(shared({})))).toEqual([]);
    const changes = compareServices(before, await serviceOf(shared({ parameters: [{ name: 'X-A', in: 'header', schema: {} }] })));
    expect(changes.map(({ code, operation }) => `${operation} ${code}`)).toEqual(['pet parameter-added']);
  });

  test.each(documents.map((document) => [document.id, document] as const))('%s does not differ from itself', async (_, document) => {
    const [before, after] = [await configured(document), await configured(document)];
    expect(compareServices(before.service, after.service)).toEqual([]);
  });
});
