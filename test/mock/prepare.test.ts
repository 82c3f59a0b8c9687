// A document, and the copy of it that Prism gets.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../generator/load/description.ts';
import { prepare } from '../../generator/mock/prepare.ts';
import { refKeyStandIn } from '../../generator/mock/protocol.ts';

const head = { openapi: '3.1.0', info: { title: 'T', version: '1' } };

function schemaOf(schema: JsonObject, openapi = '3.1.0'): unknown {
  const document: JsonObject = { ...head, openapi, paths: {}, components: { schemas: { It: schema, Cat: cat, Dog: dog, Pinned: pinned } } };
  const components = prepare('t', document).document.components as { schemas: Record<string, unknown> };
  return components.schemas.It;
}

const cat = { type: 'object', properties: { kind: { type: 'string' } } };
const dog = { type: 'object', properties: { kind: { type: 'string' }, bark: { type: 'boolean' } } };
const pinned = { type: 'object', required: ['kind'], properties: { kind: { const: 'pinned' } } };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const pin = (name: string, ...values: string[]): JsonObject => ({
  allOf: [ref(name), { type: 'object', properties: { kind: { enum: values } }, required: ['kind'] }],
});

describe('schemas', () => {
  const table: { name: string; given: JsonObject; want: unknown; openapi?: string }[] = [
    {
      name: 'a discriminated union is pinned by its mapping',
      given: {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: {
          propertyName: 'kind',
          mapping: { cat: '#/components/schemas/Cat', kitten: 'Cat', dog: '#/components/schemas/Dog' },
        },
      },
      want: { oneOf: [pin('Cat', 'cat', 'kitten'), pin('Dog', 'dog')] },
    },
    {
      name: 'without a mapping, by the components’ names',
      given: { anyOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } },
      want: { anyOf: [pin('Cat', 'Cat'), pin('Dog', 'Dog')] },
    },
    {
      name: 'a branch that pins itself stays',
      given: { oneOf: [ref('Pinned'), ref('Dog')], discriminator: { propertyName: 'kind', mapping: { pinned: 'Pinned', dog: 'Dog' } } },
      want: { oneOf: [ref('Pinned'), pin('Dog', 'dog')] },
    },
    {
      name: 'case 29: faker keywords and extensions are gone, properties of the same names are not',
      given: {
        type: 'object',
        faker: 'image.dataUri',
        'x-faker': { 'system.filePath': [] },
        chance: 'guid',
        jsonPath: '$..*',
        properties: { faker: { type: 'string', faker: 'a.b' }, 'x-faker': { type: 'string' } },
      },
      want: { type: 'object', properties: { faker: { type: 'string' }, 'x-faker': { type: 'string' } } },
    },
    {
      name: 'a constraint beside $ref holds beside its target',
      given: { ...ref('Cat'), required: ['kind'], description: 'd' },
      want: { required: ['kind'], allOf: [ref('Cat')] },
    },
    { name: 'words beside $ref do not matter', given: { ...ref('Cat'), description: 'd' }, want: ref('Cat') },
    { name: 'in 3.0 nothing beside $ref counts', given: { ...ref('Cat'), required: ['kind'] }, want: ref('Cat'), openapi: '3.0.3' },
    {
      name: 'example data that looks like a reference is data',
      given: { type: 'object', examples: [{ $ref: 'http://127.0.0.1/' }], default: { a: [{ $ref: '#' }] } },
      want: { type: 'object', examples: [{ [refKeyStandIn]: 'http://127.0.0.1/' }], default: { a: [{ [refKeyStandIn]: '#' }] } },
    },
  ];
  for (const { name, given, want, openapi } of table) {
    test(name, () => expect(schemaOf(given, openapi)).toEqual(want));
  }

  test('case 11: `__proto__` stays an ordinary key', () => {
    const given = JSON.parse('{ "type": "object", "properties": { "__proto__": { "type": "string" } } }') as JsonObject;
    const made = schemaOf(given) as { properties: object };
    expect(Object.keys(made.properties)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(made.properties)).toBe(Object.prototype);
  });
});

describe('documents', () => {
  test('3.1 gets its dialect, 3.0 does not', () => {
    expect(prepare('t', { ...head, paths: {} }).document.jsonSchemaDialect).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(prepare('t', { ...head, openapi: '3.0.4', paths: {} }).document).not.toHaveProperty('jsonSchemaDialect');
  });

  test('callbacks, webhooks, extensions and faker settings never reach Prism', () => {
    const text = JSON.stringify(
      prepare('t', {
        ...head,
        'x-json-schema-faker': { locale: 'de', resolveJsonPath: true },
        webhooks: { w: { post: { responses: { 200: { description: 'd' } } } } },
        paths: {
          'x-faker': { get: {} },
          '/a': { post: { 'x-signature': {}, callbacks: { c: { '{$request.body#/url}': { post: {} } } }, responses: {} } },
        },
      }).document,
    );
    expect(text).not.toMatch(/x-|callbacks|webhooks|locale/);
    expect(text).toContain('"/a":{"post":{"responses":{}}}');
  });

  test('Prism checks the header of an HTTP scheme that it does not know, and gets the others in lower case', () => {
    const securitySchemes = { own: { type: 'http', scheme: 'Shop-Auth' }, basic: { type: 'http', scheme: 'Basic' } };
    expect(prepare('t', { ...head, paths: {}, components: { securitySchemes } }).document).toMatchObject({
      components: {
        securitySchemes: { own: { type: 'apiKey', in: 'header', name: 'Authorization' }, basic: { type: 'http', scheme: 'basic' } },
      },
    });
  });

  const servers: { name: string; given: JsonObject; want: { basePath: string; basePaths: string[] } }[] = [
    { name: 'no server', given: {}, want: { basePath: '', basePaths: [''] } },
    {
      name: 'a path',
      given: { servers: [{ url: 'https://a.example/v2/' }, { url: 'https://a.example/v3' }] },
      want: { basePath: '/v2', basePaths: ['/v2'] },
    },
    { name: 'a relative URL', given: { servers: [{ url: '/api' }] }, want: { basePath: '/api', basePaths: ['/api'] } },
    {
      name: 'variables',
      given: { servers: [{ url: 'https://{host}/{base}', variables: { host: { default: 'h.example' }, base: { default: 'v1' } } }] },
      want: { basePath: '/v1', basePaths: ['/v1'] },
    },
    {
      name: 'servers of an operation are mapped as well',
      given: {
        servers: [{ url: 'https://a.example/v2' }],
        paths: { '/u': { post: { servers: [{ url: 'https://upload.example/v2/files' }], responses: {} } } },
      },
      want: { basePath: '/v2', basePaths: ['/v2/files', '/v2'] },
    },
  ];
  for (const { name, given, want } of servers) {
    test(`base path: ${name}`, () => expect(prepare('t', { ...head, paths: {}, ...given })).toMatchObject(want));
  }

  test('operations are listed; those that Prism cannot serve are named', () => {
    const given = { ...head, openapi: '3.2.0', paths: { '/a': { get: {}, query: {}, additionalOperations: { COPY: {} } } } };
    expect(prepare('t', given)).toMatchObject({
      operations: ['GET /a', 'QUERY /a', 'COPY /a'],
      beyondPrism: [{ operation: 'QUERY /a' }, { operation: 'COPY /a' }],
    });
  });
});

describe('streams', () => {
  const item = { type: 'object', properties: { data: { type: 'string', contentMediaType: 'application/json', contentSchema: cat } } };
  const operation = (content: JsonObject): JsonObject => ({
    requestBody: { content },
    responses: { 200: { description: 'Yes.', content } },
  });
  const preparedOf = (content: JsonObject) => {
    const { document } = prepare('t', { ...head, openapi: '3.2.0', paths: { '/it': { post: operation(content) } } });
    return (document.paths as Record<string, Record<string, JsonObject>>)['/it']?.post;
  };

  test('streamed requests are not validated, and streamed responses are lists of items', () => {
    expect(preparedOf({ 'application/jsonl': { itemSchema: cat }, 'application/json': { schema: cat, 'x-stream': 'ndjson' } })).toEqual({
      requestBody: { content: { 'application/jsonl': {}, 'application/json': {} } },
      responses: {
        200: {
          description: 'Yes.',
          content: {
            'application/jsonl': { schema: { type: 'array', minItems: 1, maxItems: 2, items: cat } },
            'application/json': { schema: cat },
          },
        },
      },
    });
  });

  test('JSON data has the schema of its content', () => {
    expect(preparedOf({ 'text/event-stream': { itemSchema: item } })).toMatchObject({
      responses: { 200: { content: { 'text/event-stream': { schema: { items: { required: ['data'], properties: { data: cat } } } } } } },
    });
  });
});

test('of two paths that match the same requests, Prism gets the operations of the first, as servers have it', () => {
  const operation = (operationId: string): JsonObject => ({ operationId, responses: { 204: { description: 'Done.' } } });
  const paths = {
    '/c/{id}': { get: operation('byId') },
    '/c/{num}': { parameters: [], get: operation('byNum'), put: operation('putNum') },
    '/c/me': { get: operation('me') },
  };
  const prepared = prepare('t', { ...head, paths });
  const methods = Object.entries(prepared.document.paths as Record<string, object>).map(([path, item]) => [path, Object.keys(item)]);
  expect(methods).toEqual([
    ['/c/{id}', ['get']],
    ['/c/{num}', ['parameters', 'put']],
    ['/c/me', ['get']],
  ]);
});
