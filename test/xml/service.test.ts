// One document with XML bodies, generated, compiled and called: client and server agree, and what goes over the wire is what the standard shows.

import path from 'node:path';
import { inMemoryFetch } from '@octavo/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import { shortForms } from '../../generator/emit/held/forms.ts';
import { OPTIONS, serviceOf } from '../emit/service.ts';
import { root } from '../support/documents.ts';
import { emit } from '../support/emit.ts';
import { typeCheck } from '../support/type-check.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const xmlOf = (schema: object, type = 'application/xml') => ({ content: { [type]: { schema } } });
const echo = (operationId: string, schema: object, type?: string) => ({
  post: {
    operationId,
    requestBody: { required: true, ...xmlOf(schema, type) },
    responses: { 200: { description: 'The same.', ...xmlOf(schema, type) } },
  },
});
const string = { type: 'string' };

const schemas = {
  Pet: {
    type: 'object',
    required: ['name', 'photoUrls', 'aliases'],
    additionalProperties: false,
    xml: { name: 'pet' },
    properties: {
      id: { type: 'integer', format: 'int64', xml: { attribute: true } },
      name: string,
      born: { ...string, format: 'date-time' },
      category: ref('Category'),
      photoUrls: { type: 'array', xml: { wrapped: true }, items: { ...string, xml: { name: 'photoUrl' } } },
      aliases: { type: 'array', items: { ...string, xml: { name: 'alias' } } },
      tags: { type: 'array', xml: { name: 'labels', wrapped: true }, items: ref('Category') },
      parent: ref('Pet'),
      weight: { type: ['number', 'null'] },
      tame: { type: 'boolean' },
    },
  },
  Category: { type: 'object', properties: { id: { type: 'integer' }, name: string }, xml: { name: 'category' } },
  Person: {
    type: 'object',
    properties: {
      id: { type: 'integer', xml: { attribute: true, prefix: 'm', namespace: 'urn:meta' } },
      name: { ...string, xml: { namespace: 'https://example.com/schema/sample', prefix: 'sample' } },
      lang: { ...string, xml: { attribute: true, prefix: 'xml' } },
    },
  },
  Pets: { type: 'array', items: ref('Pet') },
  Shape: {
    oneOf: [
      { type: 'object', required: ['radius'], properties: { radius: { type: 'number' } } },
      { type: 'object', required: ['side'], properties: { side: { type: 'number' } } },
    ],
  },
  Animal: {
    type: 'object',
    required: ['kind'],
    discriminator: { propertyName: 'kind', mapping: { cat: ref('Cat').$ref, dog: ref('Dog').$ref } },
    properties: { kind: string },
  },
  Cat: { allOf: [ref('Animal'), { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } }] },
  Dog: { allOf: [ref('Animal'), { type: 'object', properties: { toys: { type: 'array', items: { type: 'number' } } } }] },
  Counts: { type: 'object', additionalProperties: { type: 'integer' } },
};
const DOCUMENT = {
  paths: {
    '/pet': echo('pet', ref('Pet')),
    '/person': echo('person', ref('Person'), 'application/vnd.person+xml'),
    '/pets': echo('pets', ref('Pets'), 'text/xml'),
    '/shape': echo('shape', ref('Shape')),
    '/animal': echo('animal', ref('Animal')),
    '/counts': echo('counts', ref('Counts')),
    '/anything': echo('anything', { type: 'object' }),
    '/number': echo('number', { type: 'integer', xml: { name: 'n' } }),
    '/both': {
      post: {
        operationId: 'both',
        requestBody: { content: { 'application/json': { schema: ref('Category') }, 'application/xml': { schema: ref('Category') } } },
        responses: {
          200: {
            description: 'The same.',
            content: { 'application/json': { schema: ref('Category') }, 'application/xml': { schema: ref('Category') } },
          },
        },
      },
    },
  },
  components: { schemas },
};

const USE = `import type { PetInput, PetsHandlers } from './index.ts';

export const input: PetInput = { body: { id: 2n ** 60n, name: 'a', photoUrls: [], aliases: [], born: new Date(0) } };
const same = ({ body }: { readonly body: any }) => ({ status: 200, body }) as const;
export const handlers: PetsHandlers = {
  pet: same, person: same, pets: same, shape: same, animal: same, counts: same, anything: same, number: same,
  both: ({ body, contentType }) => ({ status: 200, body: body ?? {}, contentType: contentType ?? 'application/json' }),
};
`;

type Call = (input: object) => Promise<{ status: number; body: unknown; contentType?: string }>;
let client: Record<string, Call>;
let server: (request: Request) => Promise<Response>;
let examples: Record<string, () => { body: unknown }>;
let operations = '';
const sent: string[] = [];

beforeAll(async () => {
  const folder = path.join(root, '.octavo/tmp/xml-service');
  const files = new Map(
    emit(await serviceOf(DOCUMENT), { ...OPTIONS, formats: 'assert', held: shortForms({ int64: 'bigint', dates: 'date' }) }),
  ).set('use.ts', USE);
  operations = files.get('operations.ts') ?? '';
  expect(typeCheck(folder, files)).toBe('');
  const module = await import(path.join(folder, 'index.ts'));
  examples = await import(path.join(folder, 'examples.ts'));
  const { handlers } = await import(path.join(folder, 'use.ts'));
  server = module.createPetsServer(handlers);
  const fetch = inMemoryFetch(server);
  client = module.createPetsClient({
    baseUrl: 'https://pets.example.com',
    fetch: async (url: string, init: RequestInit) => {
      sent.push(String(init.body));
      return fetch(url, init);
    },
  });
});

const full = {
  id: 2n ** 60n,
  name: 'Rex & <Co>\r\n\t"\'',
  born: new Date(0),
  category: { id: 1, name: ' dogs ' },
  photoUrls: ['a', '', ']]>'],
  aliases: ['x', 'y'],
  tags: [{ id: 1 }, {}],
  parent: { name: '', photoUrls: [], aliases: [] },
  weight: null,
  tame: true,
};

describe('a generated service', () => {
  test.each<[name: string, body: unknown]>([
    ['pet', full],
    ['pet', { name: 'a', photoUrls: [], aliases: [], tags: [], weight: -0.5 }],
    ['person', { id: 1, name: 'n', lang: 'de\n' }],
    ['pets', [full, full]],
    ['pets', []],
    ['shape', { radius: 1.5 }],
    ['shape', { side: 2 }],
    ['animal', { kind: 'cat', lives: 9 }],
    ['animal', { kind: 'dog', toys: [1, 2.5] }],
    ['counts', { a: 1, b: 2 }],
    ['counts', {}],
    ['anything', { a: 'x', b: ['1', '2'], c: { d: '' } }],
    ['number', 42],
  ])('%s: both ends have the same value', async (name, body) => {
    expect(await client[name]?.({ body })).toMatchObject({ status: 200, body });
  });

  test('what goes over the wire', async () => {
    sent.length = 0;
    await client.pet?.({ body: full });
    await client.person?.({ body: { id: 1, name: 'n', lang: 'de\n' } });
    await client.pets?.({ body: [{ name: 'a', photoUrls: [], aliases: [] }] });
    await client.number?.({ body: 42 });
    const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
    expect(sent).toEqual(
      [
        '<pet id="1152921504606846976"><name>Rex &amp; &lt;Co&gt;&#13;\n\t"\'</name><born>1970-01-01T00:00:00.000Z</born>' +
          '<category><id>1</id><name> dogs </name></category><photoUrls><photoUrl>a</photoUrl><photoUrl/><photoUrl>]]&gt;</photoUrl></photoUrls>' +
          '<alias>x</alias><alias>y</alias><labels><category><id>1</id></category><category/></labels>' +
          '<pet><name/><photoUrls/></pet>' +
          '<weight xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/><tame>true</tame></pet>',
        '<Person xmlns:m="urn:meta" m:id="1" xml:lang="de&#10;"><sample:name xmlns:sample="https://example.com/schema/sample">n</sample:name></Person>',
        '<Pets><pet><name>a</name><photoUrls/></pet></Pets>',
        '<n>42</n>',
      ].map((text) => head + text),
    );
  });

  test('the examples are written and read back', async () => {
    for (const name of ['Pet', 'Person', 'Pets', 'Shape', 'Counts', 'Number']) {
      const body = examples[`example${name}Input`]?.().body;
      expect(await client[name.toLowerCase()]?.({ body }), name).toMatchObject({ status: 200, body });
    }
  });

  test('JSON beside XML stays the first media type', async () => {
    const body = { id: 1 };
    expect(await client.both?.({ body })).toMatchObject({ contentType: 'application/json', body });
    expect(await client.both?.({ contentType: 'application/xml', body })).toMatchObject({ contentType: 'application/xml', body });
  });

  const post = (target: string, body: string, type = 'application/xml'): Promise<Response> =>
    server(new Request(`https://pets.example.com${target}`, { method: 'POST', body, headers: { 'content-type': type } }));

  test.each<[target: string, body: string, detail: string]>([
    ['/pet', '<pet><name>a</name></pet>', '/body/photoUrls is missing.'],
    ['/pet', '<pet><name>a</name><photoUrls/><rank>1</rank></pet>', '/body/rank is not a known property.'],
    ['/pet', '<pet id="x"><name>a</name><photoUrls/></pet>', '/body/id must be an integer, but is a string.'],
    ['/pet', '<pet><name>a</name><name>b</name><photoUrls/></pet>', 'The body has <name> twice, which is not a list.'],
    ['/pet', '<pet><name><b/></name><photoUrls/></pet>', 'The body has elements in <name>, which must hold text.'],
    [
      '/pet',
      '<pet><name>a</name><photoUrls><url/></photoUrls></pet>',
      'The body has <url> in <photoUrls>, where only <photoUrl> may stand.',
    ],
    ['/pet', '<dog><name>a</name><photoUrls/></dog>', 'The body does not have <pet> as its root element.'],
    ['/pet', '<pet><name>a</nam></pet>', 'The body is not well-formed XML.'],
    ['/pet', '{}', 'The body is not well-formed XML.'],
    ['/pet', '', '/body is missing.'],
  ])('%s %s is refused', async (target, body, detail) => {
    expect(await (await post(target, body)).json()).toMatchObject({ status: 400, detail });
  });

  test('what other programs write is read', async () => {
    const text = `<?xml version='1.0' encoding='ISO-8859-1' standalone="yes"?>
<!-- a comment --><?go on?>
<p:pet xmlns:p="urn:other" id = '7'>
  <name><![CDATA[<Rex>]]> &#x26; &amp;</name>
  <alias>x</alias> <weight> 1.5 </weight> <alias>y</alias>
  <photoUrls>
    <photoUrl>a</photoUrl>
  </photoUrls>
</p:pet>`;
    const answer = await post('/pet', text, 'application/xml;charset=utf-8');
    expect(await answer.text()).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<pet id="7"><name>&lt;Rex&gt; &amp; &amp;</name><photoUrls><photoUrl>a</photoUrl></photoUrls>' +
        '<alias>x</alias><alias>y</alias><weight>1.5</weight></pet>',
    );
    expect(answer.headers.get('content-type')).toBe('application/xml');
  });

  test('a client names what it cannot write or read', async () => {
    await expect(client.counts?.({ body: { 'a b': 1 } })).rejects.toThrow('counts: body cannot be written in its media type.');
    await expect(client.pet?.({ body: { name: 'a\0', photoUrls: [], aliases: [] } })).rejects.toThrow('cannot be written');
    const module = await import(path.join(root, '.octavo/tmp/xml-service', 'index.ts'));
    const broken = module.createPetsClient({
      baseUrl: 'https://pets.example.com',
      fetch: async () => new Response('<n>1', { headers: { 'content-type': 'application/xml' } }),
    });
    await expect(broken.number({ body: 1 })).rejects.toThrow('number: cannot read the response (200): its body is not well-formed XML.');
  });

  test('the mapping is printed once for each component', () => {
    expect(operations.match(/const petXml: XmlShape/g)).toHaveLength(1);
    expect(operations).toContain("contents: { 'application/xml': /* @__PURE__ */ xml({ name: 'pet', shape: () => petXml }) }");
    expect(operations).toContain("import { xml, type XmlShape } from '@octavo/runtime/xml';");
  });
});
