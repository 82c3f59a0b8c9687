// Documents of Swagger 2.0: what each construct becomes, where problems are shown, how other files are read, and what is refused.
import { describe, expect, test } from 'vitest';
import type { LoadOptions } from '../../generator/load/index.ts';
import { given, type Loaded, loadIn, loadText, project } from './support.ts';

/** A document with these lines after its head of two lines. */
const swagger = (...lines: readonly string[]): string => ["swagger: '2.0'", "info: { title: T, version: '1' }", ...lines, ''].join('\n');

/** A document whose one operation, on line 5, has these fields. */
const withOperation = (fields: string, ...lines: readonly string[]): string =>
  swagger('paths:', '  /a:', `    post: { ${fields}, responses: { 204: { description: Done. } } }`, ...lines);

interface Any {
  readonly [key: string]: Any | undefined;
}

async function converted(text: string, options: Partial<LoadOptions> = {}): Promise<Any> {
  const loaded = await loadText(text, { partial: false, ...options });
  expect(loaded.lines).toEqual([]);
  return given(loaded).root as Any;
}

const operationOf = async (text: string): Promise<Any> => (await converted(text)).paths?.['/a']?.post ?? {};

/** `severity code line:column message | fix`. */
const said = ({ lines, problems }: Loaded): string[] =>
  lines.map((line, index) => `${line} ${problems[index]?.message} | ${problems[index]?.fix}`);

describe('the document', () => {
  test.each([
    ['host: a.example\nschemes: [http, https]\nbasePath: /v1/', [{ url: 'https://a.example/v1' }, { url: 'http://a.example/v1' }]],
    ['host: a.example:8080\nschemes: [http]', [{ url: 'http://a.example:8080' }]],
    ['basePath: /v1', [{ url: '/v1' }]],
    ['basePath: /', undefined],
    ['schemes: [https]', undefined],
  ])('servers of %s', async (fields, servers) => {
    const root = await converted(swagger(fields, 'paths: {}'));
    expect(root.servers).toEqual(servers);
    expect(root.openapi).toBe('3.0.4');
    expect(Object.keys(root).filter((key) => ['swagger', 'host', 'basePath', 'schemes'].includes(key))).toEqual([]);
  });

  test('an operation may have other schemes', async () => {
    const text = withOperation('schemes: [https]', 'host: a.example', 'schemes: [http, https]');
    expect((await operationOf(text)).servers).toEqual([{ url: 'https://a.example' }]);
    expect((await operationOf(text.replace('schemes: [https]', 'schemes: [https, http]'))).servers).toBeUndefined();
  });

  test('shared parts become components', async () => {
    const { components } = await converted(
      swagger(
        'paths: {}',
        'consumes: [application/xml]',
        'produces: [text/plain]',
        'definitions: { Pet: { type: object }, "Page«Pet»": { $ref: "#/definitions/Pet" } }',
        'parameters:',
        '  limit: { name: limit, in: query, type: integer, x-a: 1 }',
        '  body: { name: b, in: body, description: B., required: true, schema: { $ref: "#/definitions/Pet" } }',
        '  field: { name: f, in: formData, type: string }',
        'responses: { Gone: { description: Gone., schema: { type: string } } }',
        'securityDefinitions:',
        '  basic: { type: basic, description: B., x-a: 1 }',
        '  key: { type: apiKey, in: query, name: k }',
        '  code: { type: oauth2, flow: accessCode, authorizationUrl: "https://a.example/a", tokenUrl: "https://a.example/t", scopes: { r: R. } }',
        '  app: { type: oauth2, flow: application, tokenUrl: "https://a.example/t" }',
      ),
    );
    expect(components).toEqual({
      schemas: { Pet: { type: 'object' }, 'Page«Pet»': { $ref: '#/components/schemas/Pet' } },
      responses: { Gone: { description: 'Gone.', content: { 'text/plain': { schema: { type: 'string' } } } } },
      parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' }, 'x-a': 1 } },
      requestBodies: {
        body: { description: 'B.', required: true, content: { 'application/xml': { schema: { $ref: '#/components/schemas/Pet' } } } },
      },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'B.', 'x-a': 1 },
        key: { type: 'apiKey', in: 'query', name: 'k' },
        code: {
          type: 'oauth2',
          flows: { authorizationCode: { authorizationUrl: 'https://a.example/a', tokenUrl: 'https://a.example/t', scopes: { r: 'R.' } } },
        },
        app: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} } } },
      },
    });
  });

  test('schemas', async () => {
    const schema = [
      'definitions:',
      '  Pet:',
      '    discriminator: kind',
      '    properties:',
      '      kind: { type: string, readOnly: true, x-nullable: true, example: { $ref: "#/definitions/Nothing", type: file } }',
      '      friend: { $ref: "#/definitions/Pet", x-nullable: true }',
      '      size: { type: number, minimum: 0, exclusiveMinimum: true }',
    ];
    expect((await converted(swagger('paths: {}', ...schema))).components?.schemas?.Pet).toEqual({
      discriminator: { propertyName: 'kind' },
      properties: {
        kind: { type: 'string', readOnly: true, nullable: true, example: { $ref: '#/definitions/Nothing', type: 'file' } },
        friend: { nullable: true, allOf: [{ $ref: '#/components/schemas/Pet' }] },
        size: { type: 'number', minimum: 0, exclusiveMinimum: true },
      },
    });
  });
});

describe('operations', () => {
  test.each([
    ['csv', { style: 'form', explode: false }],
    ['multi', { style: 'form', explode: true }],
    ['ssv', { style: 'spaceDelimited', explode: false }],
    ['pipes', { style: 'pipeDelimited', explode: false }],
    [undefined, { style: 'form', explode: false }],
  ])('the list of a query with `collectionFormat: %s`', async (format, style) => {
    const field = format === undefined ? '' : `, collectionFormat: ${format}`;
    const { parameters } = await operationOf(
      withOperation(`parameters: [{ name: p, in: query, type: array, items: { type: string }${field}, x-example: [a] }]`),
    );
    expect(parameters).toEqual([
      { name: 'p', in: 'query', ...style, schema: { type: 'array', items: { type: 'string' } }, example: ['a'] },
    ]);
  });

  test('a body has the media types of the operation, or of the document, or is JSON', async () => {
    const body = 'parameters: [{ name: p, in: body, schema: { type: integer }, x-examples: { text/csv: 1 } }]';
    const media = { schema: { type: 'integer' } };
    expect((await operationOf(withOperation(body))).requestBody).toEqual({ content: { 'application/json': media } });
    const both = withOperation(`consumes: [text/csv, text/xml], ${body}`, 'consumes: [text/plain]');
    expect((await operationOf(both)).requestBody).toEqual({ content: { 'text/csv': { ...media, example: 1 }, 'text/xml': media } });
    const shared = await operationOf(both.replace('consumes: [text/csv, text/xml], ', ''));
    expect(shared.requestBody).toEqual({ content: { 'text/plain': media } });
    expect(shared.parameters).toBeUndefined();
  });

  test('a shared body or response that the operation has in other media types is written out', async () => {
    const text = (fields: string): string =>
      [
        swagger(
          'paths:',
          '  /a:',
          `    post: { ${fields} parameters: [{ $ref: '#/parameters/b' }], responses: { 200: { $ref: '#/responses/r' } } }`,
        ),
        "parameters: { b: { name: b, in: body, schema: { $ref: '#/definitions/S' } } }",
        "responses: { r: { description: R., schema: { $ref: '#/definitions/S' } } }",
        'definitions: { S: { type: string } }',
      ].join('\n');
    const same = await operationOf(text('consumes: [application/json],'));
    expect(same.requestBody).toEqual({ $ref: '#/components/requestBodies/b' });
    expect(same.responses).toEqual({ 200: { $ref: '#/components/responses/r' } });
    const other = await operationOf(text('consumes: [text/plain], produces: [text/csv],'));
    const schema = { $ref: '#/components/schemas/S' };
    expect(other.requestBody).toEqual({ content: { 'text/plain': { schema } } });
    expect(other.responses).toEqual({ 200: { description: 'R.', content: { 'text/csv': { schema } } } });
  });

  test('the fields of a form, of the path and of the operation', async () => {
    const root = await converted(
      swagger(
        'paths:',
        '  /a:',
        '    parameters: [{ $ref: "#/parameters/shared" }, { name: own, in: formData, type: integer }, { name: q, in: query, type: string }]',
        '    post:',
        '      parameters:',
        '        - { name: own, in: formData, type: string, required: true, description: O. }',
        '        - { name: csv, in: formData, type: array, items: { type: string } }',
        '        - { name: multi, in: formData, type: array, items: { type: string }, collectionFormat: multi }',
        '      responses: { 204: { description: Done. } }',
        '    put:',
        '      consumes: [application/json, multipart/form-data]',
        '      responses: { 204: { description: Done. } }',
        '    patch:',
        '      parameters: [{ name: f, in: formData, type: file }]',
        '      responses: { 204: { description: Done. } }',
        'parameters: { shared: { name: shared, in: formData, type: string } }',
      ),
    );
    const list = { type: 'array', items: { type: 'string' } };
    const { parameters, post, put, patch } = root.paths?.['/a'] ?? {};
    expect(parameters).toEqual([{ name: 'q', in: 'query', schema: { type: 'string' } }]);
    expect(post?.requestBody).toEqual({
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: {
            type: 'object',
            required: ['own'],
            properties: { shared: { type: 'string' }, own: { type: 'string', description: 'O.' }, csv: list, multi: list },
          },
          encoding: { csv: { style: 'form', explode: false } },
        },
      },
    });
    const form = { shared: { type: 'string' }, own: { type: 'integer' } };
    expect(put?.requestBody).toEqual({ content: { 'multipart/form-data': { schema: { type: 'object', properties: form } } } });
    expect(patch?.requestBody?.content?.['multipart/form-data']?.schema?.properties?.f).toEqual({ type: 'string', format: 'binary' });
    expect(root.components).toBeUndefined();
  });

  test('responses: media types, examples, headers and files', async () => {
    const root = await converted(
      swagger(
        'produces: [application/json, text/xml]',
        'paths:',
        '  /a:',
        '    get:',
        '      responses:',
        '        200: { description: O., schema: { type: string }, examples: { text/xml: x }, headers: { X-A: { type: array, items: { type: string } } } }',
        '        204: { description: N. }',
        '    put: { produces: [], responses: { 200: { description: F., schema: { type: file } } } }',
      ),
    );
    const { get, put } = root.paths?.['/a'] ?? {};
    expect(get?.responses).toEqual({
      200: {
        description: 'O.',
        headers: { 'X-A': { schema: { type: 'array', items: { type: 'string' } } } },
        content: { 'application/json': { schema: { type: 'string' } }, 'text/xml': { schema: { type: 'string' }, example: 'x' } },
      },
      204: { description: 'N.' },
    });
    expect(put?.responses?.[200]?.content).toEqual({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } });
  });
});

describe('problems are shown in the words of Swagger 2.0, where it says so', () => {
  test.each([
    [
      'a list with tabs',
      'parameters: [{ name: p, in: query, type: array, items: { type: string }, collectionFormat: tsv }]',
      'unsupported swagger-collection 5:104',
    ],
    [
      '`multi` in a path',
      'parameters: [{ name: p, in: header, type: array, items: { type: string }, collectionFormat: multi }]',
      'unsupported swagger-collection 5:105',
    ],
    ['a scheme for sockets', 'schemes: [wss]', 'warning swagger-scheme 5:23'],
    [
      'a media type that is none',
      'consumes: [json, text/csv], parameters: [{ name: p, in: body, schema: {} }]',
      'unsupported media-type 5:24',
    ],
    ['a body without a schema', 'parameters: [{ name: p, in: body }]', 'unsupported parameter-shape 5:26'],
    ['a body that is typed', 'parameters: [{ name: p, in: body, type: string }]', 'warning parameter-shape 5:26'],
    ['a parameter without a type', 'parameters: [{ name: p, in: query }]', 'warning parameter-shape 5:26'],
    ['a schema of a parameter', 'parameters: [{ name: p, in: query, schema: { type: string } }]', 'warning parameter-shape 5:48'],
    ['a word for a type', 'parameters: [{ name: p, in: query, type: int }]', 'warning schema-type 5:54'],
    ['a media type without a list', 'consumes: text/csv', 'warning wrong-type 5:23'],
    ['a reference to nothing', 'parameters: [{ name: p, in: body, schema: { $ref: "#/definitions/Pat" } }]', 'error ref-not-found 5:63'],
    ['two bodies', 'parameters: [{ name: p, in: body, schema: {} }, { name: q, in: body, schema: {} }]', 'error parameter-duplicate 5:61'],
    [
      'a body and a form',
      'parameters: [{ name: p, in: body, schema: {} }, { name: q, in: formData, type: string }]',
      'error parameter-duplicate 5:61',
    ],
    ['a cookie', 'parameters: [{ name: p, in: cookie, type: string }]', 'unsupported parameter-in 5:41'],
  ])('%s', async (_title, fields, line) => {
    const loaded = await loadText(withOperation(fields, 'definitions: { Pet: { type: string } }'), { partial: false });
    expect(loaded.lines).toEqual([line]);
    expect(loaded.problems.map(({ message, fix }) => `${message} ${fix}`).join()).not.toMatch(/components|OpenAPI 3\.0|requestBody/);
  });

  test('a name that is nearly there', async () => {
    const text = withOperation('parameters: [{ name: p, in: body, schema: { $ref: "#/definitions/Pat" } }]', 'definitions: { Pet: {} }');
    expect((await loadText(text)).problems[0]?.fix).toBe('Did you mean `#/definitions/Pet`?');
    expect((await loadText(text.replace('definitions/Pat', 'components/schemas/Pet'))).problems[0]?.fix).toBe(
      'Did you mean `#/definitions/Pet`?',
    );
  });

  test.each([
    ['swagger: 1.2\n', 'error version-unknown 1:10 Unsupported Swagger version 1.2; expected 2.0.'],
    ['openapi: 2.0\n', 'error version-unknown 1:10 Unsupported OpenAPI version 2; expected 3.0, 3.1 or 3.2. | Write `swagger: "2.0"`.'],
    [
      'swagger: 2.0\ninfo: { title: T, version: "1" }\npaths: {}\n',
      'warning wrong-type 1:10 `swagger` is the number 2; expected a string.',
    ],
    [swagger('host: https://a.example/', 'schemes: [https]', 'paths: {}'), 'warning swagger-host 3:7'],
    [swagger('basePath: v1', 'paths: {}'), 'warning swagger-host 3:11'],
    [
      swagger('host: a.example', 'paths: {}'),
      'note swagger-scheme 3:7 The document has `host` and no `schemes`. Its server is read as `https`.',
    ],
    [swagger('paths: {}', 'definitions: { A: { nullable: true }, B: { nullable: true } }'), 'note swagger-newer 4:21'],
    [swagger('paths: {}', 'securityDefinitions: { a: { type: oauth2, flow: authorizationCode } }'), 'unsupported security-type 4:49'],
    [swagger('paths: {}', 'responses: { r: { description: R., examples: { a/b: 1 } } }'), 'note swagger-example 4:36'],
    [swagger('paths: {}', 'responses: { r: { description: R., schema: {}, examples: { a/b: 1 } } }'), 'note swagger-example 4:60'],
  ])('%s', async (text, want) => {
    const [line, ...others] = said(await loadText(text, { partial: false }));
    expect(line?.slice(0, want.length)).toBe(want);
    expect(others).toEqual([]);
  });
});

describe('keys of OpenAPI 3', () => {
  const mixed = swagger(
    'servers: [{ url: https://a.example }]',
    'paths:',
    '  /a:',
    '    post:',
    '      requestBody: { content: {} }',
    '      parameters: [{ name: p, in: query, type: array, items: { type: string }, explode: true }]',
    '      responses: { 200: { description: O., content: {} } }',
    'components: { schemas: {} }',
  );
  const places = ['3:1', '7:7', '8:80', '9:44', '10:1'];

  test('each is an error that says what to write, and nothing is read', async () => {
    const loaded = await loadText(mixed, { partial: false });
    expect(loaded.description).toBeUndefined();
    expect(loaded.lines).toEqual(places.map((place) => `error swagger-mixed ${place}`));
    expect(said(loaded)[1]).toBe(
      'error swagger-mixed 7:7 `post` has `requestBody` of OpenAPI 3, which Swagger 2.0 does not have. | Write a parameter with `in: body` and a `schema`, and the media types in `consumes`.',
    );
  });

  test('under `partial`, they are ignored', async () => {
    const loaded = await loadText(mixed);
    expect(loaded.lines).toEqual(places.map((place) => `warning swagger-mixed ${place}`));
    expect((given(loaded).root as Any).paths?.['/a']?.post?.requestBody).toBeUndefined();
  });
});

describe('several files', () => {
  const files = {
    'api.yaml': swagger(
      'consumes: [text/csv]',
      'paths:',
      "  /a: { $ref: 'paths/a.yaml' }",
      'definitions:',
      "  Own: { type: object, properties: { other: { $ref: 'definitions.yaml#/Pet' } } }",
    ),
    'paths/a.yaml': [
      'post:',
      "  parameters: [{ $ref: '../parameters.yaml#/body' }, { $ref: '../parameters.yaml#/limit' }]",
      "  responses: { 200: { $ref: '../responses.yaml#/ok' } }",
      'put:',
      "  parameters: [{ $ref: '../parameters.yaml#/field' }]",
      '  responses: { 204: { description: Done. } }',
    ].join('\n'),
    'parameters.yaml': [
      "body: { name: b, in: body, schema: { $ref: 'definitions.yaml#/Pet' } }",
      'limit: { name: limit, in: query, type: integer }',
      'field: { name: f, in: formData, type: file }',
    ].join('\n'),
    'responses.yaml': "ok: { description: O., schema: { $ref: 'api.yaml#/definitions/Own' } }\n",
    'definitions.yaml':
      "Pet: { type: object, x-nullable: true, discriminator: kind, properties: { kind: { type: string }, next: { $ref: '#/Pet' } } }\n",
  };

  test('parts in other files are converted where they stand', async () => {
    const loaded = await loadIn(await project(files), 'api.yaml', { partial: false });
    expect(loaded.lines).toEqual([]);
    const description = given(loaded);
    const at = (ref: string): unknown => description.resolve(ref, { source: description.entry, pointer: '' }).value;
    expect(at('paths/a.yaml')).toMatchObject({
      post: {
        requestBody: { $ref: expect.stringMatching(/parameters\.yaml#\/body$/) },
        parameters: [{ $ref: expect.stringMatching(/parameters\.yaml#\/limit$/) }],
        responses: { 200: { $ref: expect.stringMatching(/responses\.yaml#\/ok$/) } },
      },
      put: { requestBody: { content: { 'multipart/form-data': { schema: { properties: { f: { format: 'binary' } } } } } } },
    });
    expect(at('parameters.yaml#/body')).toEqual({
      content: { 'text/csv': { schema: { $ref: expect.stringMatching(/definitions\.yaml#\/Pet$/) } } },
    });
    expect(at('responses.yaml#/ok')).toEqual({
      description: 'O.',
      content: { 'application/json': { schema: { $ref: expect.stringMatching(/api\.yaml#\/components\/schemas\/Own$/) } } },
    });
    expect(at('definitions.yaml#/Pet')).toMatchObject({ nullable: true, discriminator: { propertyName: 'kind' } });
  });

  test('problems are shown in the file that has them', async () => {
    const changed = {
      ...files,
      'parameters.yaml': files['parameters.yaml'].replace('type: integer', 'type: array, items: {}, collectionFormat: tsv'),
    };
    expect((await loadIn(await project(changed), 'api.yaml', { partial: false })).lines).toEqual([
      'unsupported swagger-collection parameters.yaml:2:76',
    ]);
  });

  test('a place in the converted description leads to the text', async () => {
    const description = given(await loadIn(await project(files), 'api.yaml', { partial: false }));
    const { location } = description.resolve('paths/a.yaml#/put/requestBody/content/multipart~1form-data/schema/properties/f', {
      source: description.entry,
      pointer: '',
    });
    const { source, pointer } = description.textAt(location);
    expect(`${source.path.split('/').at(-1)}#${pointer}`).toBe('parameters.yaml#/field');
  });

  test('an overlay changes the document as it is written', async () => {
    const folder = await project({
      'api.yaml': swagger('paths: {}', 'definitions: { A: { type: string } }'),
      'o.yaml': [
        'overlay: 1.0.0',
        "info: { title: T, version: '1' }",
        'actions:',
        "  - { target: '$.definitions', update: { B: { type: string, nullable: true } } }",
      ].join('\n'),
    });
    const loaded = await loadIn(folder, 'api.yaml', { overlays: [`${folder}/o.yaml`] });
    expect(loaded.lines).toEqual(['note swagger-newer o.yaml:4:61']);
    expect((given(loaded).root as Any).components?.schemas).toEqual({ A: { type: 'string' }, B: { type: 'string', nullable: true } });
  });
});

test('the converted document has a limit', async () => {
  const types = Array.from({ length: 40 }, (_, index) => `a/t${index}`).join(', ');
  const text = withOperation('parameters: [{ name: p, in: body, schema: { type: string } }]', `consumes: [${types}]`);
  expect((await loadText(text, { limits: { convertedValues: 60 } })).lines).toEqual(['error limit-converted-values 1:10']);
  expect((await loadText(text)).lines).toEqual([]);
});
