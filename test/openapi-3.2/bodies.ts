// Constructs of OpenAPI 3.2 that describe bodies, responses and schemas.
import { expect } from 'vitest';
import { BASE, type Construct, code, isRead, isSound, type Kit, none, type Sections, shows } from './kit.ts';

const ok = { 204: { description: 'Done.' } };
const item = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };
const Item = { $ref: '#/components/schemas/Item' };
const components = { schemas: { Item: item } };

/** An operation that takes the media type and one that returns it. */
function both(mediaType: string, media: object, more: object = {}): Sections {
  const content = { [mediaType]: media };
  return {
    paths: {
      '/a': {
        get: { operationId: 'getA', responses: { 200: { description: 'A.', content } } },
        post: { operationId: 'postA', requestBody: { required: true, content }, responses: ok },
      },
    },
    components,
    ...more,
  };
}

interface Both {
  readonly paths: {
    readonly '/a': {
      readonly get: { readonly responses: { 200: { content: Record<string, unknown>; summary?: string; description?: string } } };
      readonly post: { readonly requestBody: { content: Record<string, unknown> } };
    };
  };
  readonly components: { readonly schemas: { Item: Record<string, unknown> } };
}

function post(contentType: string, body: string): Request {
  return new Request(`${BASE}/a`, { method: 'POST', body, headers: { 'content-type': contentType } });
}

async function itemsOf(body: unknown): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const one of body as AsyncIterable<unknown>) items.push(one);
  return items;
}

/** A handler that puts the items of its body into a list. */
function taking(got: unknown[]): (input: { body: unknown }) => Promise<object> {
  return async ({ body }) => {
    got.push(...(await itemsOf(body)));
    return { status: 204 };
  };
}

const streamTypes = code(
  "import type { GetAResult, Item, PostAInput } from './index.ts';\nexport const a: PostAInput = { body: [{ n: 1 }] };\n// @ts-expect-error: n is a number.\nexport const b: PostAInput = { body: [{ n: 'x' }] };\nexport async function first(result: GetAResult): Promise<Item | undefined> {\n  for await (const one of result.body) return one;\n}",
);

/** The diff of a document in which the field of the item has another type. */
async function typeChanged({ diff }: Kit): Promise<void> {
  const changes = await diff((document: Both) => {
    document.components.schemas.Item.properties = { n: { type: 'string' } };
  });
  expect(changes).toContain('breaking type-changed');
}

/** The server refuses the first part of a body that is not an item. */
async function refusesPart({ serve }: Kit): Promise<void> {
  const request = post('multipart/mixed; boundary=b', '--b\r\ncontent-type: application/json\r\n\r\n{}\r\n--b--\r\n');
  expect((await serve(request, 'postA', {})).response.status).toBe(400);
}

/** Reading a body of items fails where one of them is none. */
function refusesItem(mediaType: string, text: string): (kit: Kit) => Promise<void> {
  return async ({ serve }) => {
    const { input } = await serve(post(mediaType, text), 'postA', { status: 204 });
    await expect(itemsOf((input as { body: unknown }).body)).rejects.toThrow();
  };
}

/** A body of items, one after the other: both ends of it, and its validators. */
function streamed(
  mediaType: string,
  text: string,
): Pick<Construct['cells'], 'loader' | 'types' | 'validators' | 'client' | 'server' | 'mock' | 'lint' | 'docs' | 'diff'> {
  return {
    loader: isRead,
    types: streamTypes,
    validators: refusesItem(mediaType, text.replace('"n":1', '"n":"x"')),
    client: async ({ call }) => {
      const { sent } = await call('postA', { body: [{ n: 1 }, { n: 2 }] }, { postA: taking([]) });
      expect([sent.headers.get('content-type'), sent.body]).toEqual([mediaType, text]);
      const { result } = await call('getA', {}, { getA: () => ({ status: 200, body: [{ n: 1 }, { n: 2 }] }) });
      expect(await itemsOf(result.body)).toEqual([{ n: 1 }, { n: 2 }]);
    },
    server: async ({ call, serve }) => {
      const got: unknown[] = [];
      await call('postA', { body: [{ n: 1 }, { n: 2 }] }, { postA: taking(got) });
      expect(got).toEqual([{ n: 1 }, { n: 2 }]);
      expect(await (await serve(new Request(`${BASE}/a`), 'getA', { status: 200, body: [{ n: 1 }, { n: 2 }] })).response.text()).toBe(text);
    },
    mock: async ({ mock }) => {
      const response = await mock(new Request(`${BASE}/a`));
      expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType]);
      expect(await response.text()).toContain('"n":');
    },
    lint: isSound,
    docs: shows(`\`${mediaType}\`: a stream of [Item](../schemas/Item.md)`),
    diff: typeChanged,
  };
}

const discriminated = {
  paths: {
    '/a': {
      get: {
        operationId: 'getA',
        responses: { 200: { description: 'A.', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } } },
      },
      post: {
        operationId: 'postA',
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: ok,
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Other' }],
        discriminator: { propertyName: 'kind', mapping: { Cat: '#/components/schemas/Cat' }, defaultMapping: 'Other' },
      },
      Cat: { type: 'object', required: ['kind', 'lives'], properties: { kind: { const: 'Cat' }, lives: { type: 'integer' } } },
      Other: { type: 'object', required: ['name'], properties: { kind: { type: 'string' }, name: { type: 'string' } } },
    },
  },
};

const headerOf = (headers: Record<string, unknown> | undefined): unknown => headers?.['Set-Cookie'];

export const BODIES: readonly Construct[] = [
  {
    name: '`components.mediaTypes`, and `$ref` to one in bodies, parameters and headers',
    section: '4.7.1, 4.14',
    document: {
      paths: {
        '/a': {
          get: {
            operationId: 'getA',
            parameters: [{ name: 'q', in: 'query', content: { 'application/json': { $ref: '#/components/mediaTypes/One' } } }],
            responses: {
              200: {
                description: 'A.',
                headers: { 'X-One': { content: { 'application/json': { $ref: '#/components/mediaTypes/One' } } } },
                content: { 'application/json': { $ref: '#/components/mediaTypes/One' } },
              },
            },
          },
          post: {
            operationId: 'postA',
            requestBody: { required: true, content: { 'application/json': { $ref: '#/components/mediaTypes/One' } } },
            responses: ok,
          },
        },
      },
      components: { ...components, mediaTypes: { One: { schema: Item, examples: { seven: { value: { n: 7 } } } } } },
    },
    cells: {
      loader: isRead,
      types: code(
        "import type { GetAInput, GetAResult, Item, PostAInput } from './index.ts';\nconst item: Item = { n: 1 };\nexport const a: GetAInput = { query: { q: item } };\nexport const b: PostAInput = { body: item };\nexport const c: GetAResult = { status: 200, body: item, headers: { 'X-One': item } };",
      ),
      validators: async ({ serve }) => expect((await serve(post('application/json', '{}'), 'postA', {})).response.status).toBe(400),
      client: async ({ call }) => {
        const { sent, result } = await call(
          'getA',
          { query: { q: { n: 1 } } },
          { getA: () => ({ status: 200, body: { n: 2 }, headers: { 'X-One': { n: 3 } } }) },
        );
        expect([decodeURIComponent(sent.url), result.body, result.headers]).toEqual([
          `${BASE}/a?q={"n":1}`,
          { n: 2 },
          expect.objectContaining({ 'X-One': { n: 3 } }),
        ]);
      },
      server: async ({ serve }) =>
        expect((await serve(post('application/json', '{"n":1}'), 'postA', { status: 204 })).input).toMatchObject({ body: { n: 1 } }),
      mock: async ({ mock }) => expect(await (await mock(new Request(`${BASE}/a`))).json()).toEqual({ n: 7 }),
      lint: isSound,
      docs: shows('`application/json`: [Item](../schemas/Item.md)'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: { components: { mediaTypes: { One: object } } }) => {
            document.components.mediaTypes.One = { schema: { type: 'string' } };
          }),
        ).toContain('breaking type-changed'),
    },
  },
  {
    name: '`itemSchema` of `application/jsonl`',
    section: '4.14.1, 4.14.3',
    document: both('application/jsonl', { itemSchema: Item }),
    cells: streamed('application/jsonl', '{"n":1}\n{"n":2}\n'),
  },
  {
    name: '`itemSchema` of `application/json-seq`',
    section: '4.14.3',
    document: both('application/json-seq', { itemSchema: Item }),
    cells: streamed('application/json-seq', '\x1e{"n":1}\n\x1e{"n":2}\n'),
  },
  {
    name: '`itemSchema` of `text/event-stream`',
    section: '4.14.3',
    document: both('text/event-stream', {
      itemSchema: {
        type: 'object',
        required: ['data'],
        properties: { event: { type: 'string' }, data: { type: 'string', contentMediaType: 'application/json', contentSchema: Item } },
      },
    }),
    cells: {
      loader: isRead,
      types: code(
        "import type { GetAResult, PostAInput } from './index.ts';\nexport const a: PostAInput = { body: [{ event: 'e', data: { n: 1 } }] };\nexport async function first(result: GetAResult): Promise<number | undefined> {\n  for await (const { data } of result.body) return data.n;\n}",
      ),
      validators: refusesItem('text/event-stream', 'data: {"n":"x"}\n\n'),
      client: async ({ call }) => {
        const { result } = await call('getA', {}, { getA: () => ({ status: 200, body: [{ event: 'e', data: { n: 1 } }] }) });
        expect(await itemsOf(result.body)).toMatchObject([{ event: 'e', data: { n: 1 } }]);
      },
      server: async ({ serve }) =>
        expect(
          await (await serve(new Request(`${BASE}/a`), 'getA', { status: 200, body: [{ event: 'e', data: { n: 1 } }] })).response.text(),
        ).toBe('event: e\ndata: {"n":1}\n\n'),
      mock: async ({ mock }) => expect(await (await mock(new Request(`${BASE}/a`))).text()).toMatch(/^data: \{"n":-?\d+\}$/m),
      lint: isSound,
      docs: shows('`text/event-stream`: a stream of'),
      diff: typeChanged,
    },
  },
  {
    name: '`multipart/mixed` with `prefixEncoding` and `itemEncoding`',
    section: '4.14.1, 4.15.2',
    document: both('multipart/mixed', {
      schema: { type: 'array', prefixItems: [Item], items: { type: 'string' } },
      prefixEncoding: [{ contentType: 'application/json' }],
      itemEncoding: { contentType: 'text/plain' },
    }),
    cells: {
      loader: isRead,
      types: code(
        "import type { PostAInput } from './index.ts';\nexport const a: PostAInput = { body: [{ n: 1 }, 'x', 'y'] };\n// @ts-expect-error: the first part is an Item.\nexport const b: PostAInput = { body: ['x'] };",
      ),
      validators: refusesPart,
      client: async ({ call }) => {
        const { sent } = await call('postA', { body: [{ n: 1 }, 'x'] }, { postA: () => ({ status: 204 }) });
        expect(sent.body).toMatch(
          /content-type: application\/json\r\n\r\n\{"n":1\}\r\n[\s\S]*content-type: text\/plain[^\r]*\r\n\r\nx\r\n/i,
        );
      },
      server: async ({ serve }) => {
        const text = '--b\r\ncontent-type: application/json\r\n\r\n{"n":1}\r\n--b\r\ncontent-type: text/plain\r\n\r\nx\r\n--b--\r\n';
        expect((await serve(post('multipart/mixed; boundary=b', text), 'postA', { status: 204 })).input).toMatchObject({
          body: [{ n: 1 }, 'x'],
        });
      },
      mock: async ({ mock }) => {
        const response = await mock(new Request(`${BASE}/a`));
        expect([response.status, response.headers.get('content-type')]).toEqual([
          200,
          expect.stringMatching(/^multipart\/mixed; ?boundary=/),
        ]);
      },
      lint: isSound,
      docs: shows('`multipart/mixed`'),
      diff: typeChanged,
    },
  },
  {
    name: '`multipart/mixed` as a stream: `itemSchema` with `itemEncoding`',
    section: '4.14.3, 4.15.2',
    document: both('multipart/mixed', { itemSchema: Item, itemEncoding: { contentType: 'application/json' } }),
    cells: {
      loader: isRead,
      types: code(
        "import type { GetAResult, Item, PostAInput } from './index.ts';\nexport const a: PostAInput = { body: [{ n: 1 }] };\nexport const first = (result: GetAResult): Item | undefined => result.body[0];",
      ),
      validators: refusesPart,
      client: async ({ call }) => {
        const { result } = await call('getA', {}, { getA: () => ({ status: 200, body: [{ n: 1 }, { n: 2 }] }) });
        expect(result.body).toEqual([{ n: 1 }, { n: 2 }]);
      },
      server: async ({ serve }) => {
        const text = '--b\r\ncontent-type: application/json\r\n\r\n{"n":1}\r\n--b--\r\n';
        expect((await serve(post('multipart/mixed; boundary=b', text), 'postA', { status: 204 })).input).toMatchObject({
          body: [{ n: 1 }],
        });
      },
      mock: async ({ mock }) => expect((await mock(new Request(`${BASE}/a`))).status).toBe(200),
      lint: isSound,
      docs: shows('`multipart/mixed`'),
      diff: typeChanged,
    },
  },
  {
    name: '`encoding` inside an Encoding Object',
    section: '4.15.2.3',
    document: both('multipart/form-data', {
      schema: {
        type: 'object',
        required: ['meta', 'name'],
        properties: { name: { type: 'string' }, meta: { type: 'object', properties: { n: { type: 'integer' } } } },
      },
      encoding: { meta: { contentType: 'multipart/form-data', encoding: { n: { contentType: 'text/plain' } } } },
    }),
    cells: {
      loader: ({ problems }) => expect(problems).toEqual(['unsupported left-out', 'unsupported left-out']),
      types: none('A multipart body inside a part is not supported: the media type that has it is left out, and Octavo says so.'),
      validators: none('The media type is left out, so there is nothing of it.'),
      client: none('The media type is left out, so there is nothing of it.'),
      server: none('The media type is left out, so there is nothing of it.'),
      mock: none('The media type is left out, so there is nothing of it.'),
      lint: none('Octavo says that it is not supported; Redocly finds no fault.'),
      docs: ({ bundle }) => expect(JSON.stringify(bundle)).toContain('"encoding":{"n":{"contentType":"text/plain"}}'),
      diff: none('What is left out is compared only by what is left.'),
    },
  },
  {
    name: 'a response with `summary`, without `description`',
    section: '4.17.1',
    document: {
      paths: {
        '/a': {
          get: { operationId: 'getA', responses: { 200: { summary: 'All is well.' }, 404: { $ref: '#/components/responses/None' } } },
        },
      },
      components: { responses: { None: { summary: 'There is none.' } } },
    },
    cells: {
      loader: isRead,
      types: code("import type { GetAResult } from './index.ts';\nexport const a: GetAResult = { status: 404 };"),
      validators: none('It describes no value.'),
      client: async ({ call }) => expect((await call('getA', {}, { getA: () => ({ status: 404 }) })).result.status).toBe(404),
      server: async ({ serve }) => expect((await serve(new Request(`${BASE}/a`), 'getA', { status: 200 })).response.status).toBe(200),
      mock: async ({ mock }) => expect((await mock(new Request(`${BASE}/a`))).status).toBe(200),
      lint: isSound,
      docs: shows('All is well.', 'There is none.'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: Both) => {
            document.paths['/a'].get.responses[200].description = 'Well.';
          }),
        ).toEqual([]),
    },
  },
  {
    name: '`discriminator.defaultMapping`, and a property that is optional',
    section: '4.25.1, 4.25.4',
    document: discriminated,
    cells: {
      loader: isRead,
      types: code(
        "import type { Pet } from './index.ts';\nexport const cat: Pet = { kind: 'Cat', lives: 9 };\nexport const other: Pet = { name: 'Bo' };",
      ),
      validators: async ({ issues }) => {
        expect(await issues('Pet', { kind: 'Cat', lives: 9 })).toEqual([]);
        expect(await issues('Pet', { name: 'Bo' })).toEqual([]);
        expect(await issues('Pet', { kind: 'hamster', name: 'Bo' })).toEqual([]);
        expect(await issues('Pet', { kind: 'hamster' })).toContain('/name');
      },
      client: async ({ call }) =>
        expect((await call('getA', {}, { getA: () => ({ status: 200, body: { kind: 'hamster', name: 'Bo' } }) })).result.body).toEqual({
          kind: 'hamster',
          name: 'Bo',
        }),
      server: async ({ serve }) => {
        expect((await serve(post('application/json', '{"name":"Bo"}'), 'postA', { status: 204 })).input).toMatchObject({
          body: { name: 'Bo' },
        });
        expect((await serve(post('application/json', '{"kind":"Cat"}'), 'postA', {})).response.status).toBe(400);
      },
      mock: async ({ mock, issues }) => expect(await issues('Pet', await (await mock(new Request(`${BASE}/a`))).json())).toEqual([]),
      lint: isSound,
      docs: shows('[Pet](../schemas/Pet.md)'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: { components: { schemas: { Other: { required: string[] } } } }) => {
            document.components.schemas.Other.required = [];
          }),
        ).toContain('breaking property-optional'),
    },
  },
  {
    name: '`xml.nodeType`',
    section: '4.26.1',
    document: both(
      'application/xml',
      { schema: Item },
      {
        components: {
          schemas: {
            Item: {
              type: 'object',
              xml: { name: 'item' },
              properties: {
                n: { type: 'integer', xml: { nodeType: 'attribute' } },
                words: { type: 'array', xml: { nodeType: 'element' }, items: { type: 'string', xml: { name: 'word' } } },
                note: {
                  type: 'object',
                  properties: {
                    lang: { type: 'string', xml: { nodeType: 'attribute' } },
                    text: { type: 'string', xml: { nodeType: 'cdata' } },
                  },
                },
              },
            },
          },
        },
      },
    ),
    cells: {
      loader: isRead,
      types: code(
        "import type { PostAInput } from './index.ts';\nexport const a: PostAInput = { body: { n: 1, words: ['x'], note: { lang: 'en', text: 'a<b' } } };",
      ),
      validators: async ({ issues }) => expect(await issues('Item', { n: 'x' })).toEqual(['/n']),
      client: async ({ call }) => {
        const { sent } = await call(
          'postA',
          { body: { n: 1, words: ['x', 'y'], note: { lang: 'en', text: 'a<b' } } },
          { postA: () => ({ status: 204 }) },
        );
        expect(sent.body).toContain('<item n="1"><words><word>x</word><word>y</word></words><note lang="en"><![CDATA[a<b]]></note></item>');
      },
      server: async ({ serve }) => {
        const text = '<item n="1"><words><word>x</word></words></item>';
        expect((await serve(post('application/xml', text), 'postA', { status: 204 })).input).toMatchObject({
          body: { n: 1, words: ['x'] },
        });
      },
      mock: async ({ mock }) => expect(await (await mock(new Request(`${BASE}/a`))).text()).toContain('<item'),
      lint: isSound,
      docs: shows('`application/xml`: [Item](../schemas/Item.md)'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: Both) => {
            Object.assign(document.components.schemas.Item.properties as object, { n: { type: 'integer', xml: { nodeType: 'element' } } });
          }),
        ).toEqual(['breaking xml-node-changed', 'breaking xml-node-changed']),
    },
  },
  {
    name: 'an example with `dataValue` and `serializedValue`',
    section: '4.19.1',
    document: both('application/json', { schema: Item, examples: { seven: { dataValue: { n: 7 }, serializedValue: '{"n":7}' } } }),
    cells: {
      loader: isRead,
      types: none('An example is no type.'),
      validators: none('An example is no constraint.'),
      client: none('An example is not sent.'),
      server: none('An example is not sent.'),
      mock: async ({ mock }) => expect(await (await mock(new Request(`${BASE}/a`))).json()).toEqual({ n: 7 }),
      lint: isSound,
      docs: shows('"n": 7', '{"n":7}'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: Both) => {
            document.paths['/a'].get.responses[200].content = { 'application/json': { schema: Item, example: { n: 8 } } };
          }),
        ).toEqual([]),
    },
  },
  {
    name: 'the header `Set-Cookie`',
    section: '4.21.1',
    document: {
      paths: {
        '/a': {
          get: {
            operationId: 'getA',
            responses: {
              204: {
                description: 'Cookies.',
                headers: {
                  'Set-Cookie': { required: true, schema: { type: 'array', items: { type: 'string' } }, example: ['a=1', 'b=2'] },
                },
              },
            },
          },
        },
      },
    },
    cells: {
      loader: isRead,
      types: code(
        "import type { GetAResult } from './index.ts';\nexport const a: GetAResult = { status: 204, headers: { 'Set-Cookie': ['a=1; Path=/'] } };",
      ),
      validators: none('A header is checked by its codec: each line is one item.'),
      client: async ({ call }) => {
        const lines = ['a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT', 'b=2'];
        expect(
          headerOf((await call('getA', {}, { getA: () => ({ status: 204, headers: { 'Set-Cookie': lines } }) })).result.headers),
        ).toEqual(lines);
      },
      server: async ({ serve }) => {
        const { response } = await serve(new Request(`${BASE}/a`), 'getA', { status: 204, headers: { 'Set-Cookie': ['a=1', 'b=2'] } });
        expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      },
      mock: async ({ mock }) => expect((await mock(new Request(`${BASE}/a`))).headers.getSetCookie()).toEqual(['a=1', 'b=2']),
      lint: isSound,
      docs: shows('header `Set-Cookie`'),
      diff: async ({ diff }: Kit) =>
        expect(
          await diff(
            (document: { paths: { '/a': { get: { responses: { 204: { headers?: object } } } } } }) =>
              void delete document.paths['/a'].get.responses[204].headers,
          ),
        ).toEqual(['breaking header-removed']),
    },
  },
];
