// Operations: inherited parts of the path item, encoding of parameters and bodies, errors, and unsupported parts that are left out.
import { describe, expect, test } from 'vitest';
import { document, lines, nameOf, operation, pathDocument, plain, read, service } from './support.ts';

const OK = "responses: { '204': { description: None. } }";

/** A document with one query parameter that has this schema and these further fields. */
const withParameter = (schema: string, more = '', version = '3.1.0', components = '') =>
  pathDocument(
    `/it:\n  get:\n    operationId: it\n    parameters:\n      - { name: p, in: query, schema: ${schema}${more} }\n    ${OK}`,
    version,
    components,
  );

describe('parameters', () => {
  test('of the path item and the operation are merged; the operation’s win', async () => {
    const built = await service(
      pathDocument(
        [
          '/things/{id}:',
          '  parameters:',
          '    - { name: id, in: path, required: true, schema: { type: integer } }',
          '    - { name: q, in: query, description: Of the path., schema: { type: string } }',
          '  get:',
          '    operationId: getThing',
          '    parameters:',
          '      - { name: q, in: query, description: Of the operation., schema: { type: boolean }, required: true }',
          '      - { name: q, in: header, schema: { type: string } }',
          `    ${OK}`,
        ].join('\n'),
      ),
    );
    const { parameters } = operation(built, 'getThing');
    expect(parameters.map(({ name, in: where, required, description }) => [name, where, required, description])).toEqual([
      ['id', 'path', true, undefined],
      ['q', 'query', true, 'Of the operation.'],
      ['q', 'header', false, undefined],
    ]);
  });

  test.each([
    ['3.1.0', 'query', 'form', true],
    ['3.1.0', 'path', 'simple', false],
    ['3.1.0', 'header', 'simple', false],
    ['3.2.0', 'path', 'simple', true],
    ['3.2.0', 'cookie', 'form', true],
    ['3.2.0', 'cookie', 'cookie', false],
    ['3.2.0', 'header', 'simple', false],
  ])('in %s, allowReserved of %s %s counts: %s', async (version, where, style, want) => {
    const path = where === 'path' ? '/it/{p}' : '/it';
    const rows = `name: p, in: ${where}, style: ${style}, required: true, allowReserved: true, schema: { type: string }`;
    const built = await service(pathDocument(`${path}:\n  get:\n    operationId: it\n    parameters: [{ ${rows} }]\n    ${OK}`, version));
    expect(operation(built, 'it').parameters).toMatchObject([{ allowReserved: want }]);
  });

  test('deepObject allows objects up to eight levels deep with a thousand parts', async () => {
    const deep = (schema: string) => withParameter(schema, ', style: deepObject');
    const shape = async (schema: string) => (await service(deep(schema))).operations[0]?.parameters[0]?.shape;
    const text = { kind: 'primitive', types: ['string'] };
    const free = { kind: 'free' };
    const nested = { kind: 'object', properties: new Map([['b', { kind: 'array', items: free }]]), additional: free };
    expect(await shape('{ properties: { a: { properties: { b: { type: array } } } }, additionalProperties: false }')).toEqual({
      kind: 'object',
      properties: new Map([['a', nested]]),
    });
    const wide = Array.from({ length: 1001 }, (_, index) => `p${index}: {}`).join(', ');
    expect(await shape(`{ properties: { ${wide} } }`)).toBeUndefined();
    const closed = { kind: 'object', properties: new Map([['gt', { kind: 'primitive', types: ['integer'] }]]) };
    const integer = { kind: 'primitive', types: ['integer'] };
    const object = '{ type: object, properties: { gt: { type: integer } }, additionalProperties: false }';
    expect(await shape('{ type: string }')).toEqual(text);
    expect(await shape('{ type: array, items: { type: integer } }')).toEqual({ kind: 'array', items: integer });
    expect(await shape(`{ anyOf: [${object}, { type: integer }] }`)).toEqual({ kind: 'mixed', shapes: [integer, closed] });
    expect(await shape('{ type: object }')).toEqual({ kind: 'object', properties: new Map(), additional: free });
    expect(await shape(`{ anyOf: [${object}, { type: 'null' }] }`)).toEqual(closed);
    const levels = (count: number): string =>
      count === 0 ? '{ type: string }' : `{ properties: { a: ${levels(count - 1)} }, additionalProperties: false }`;
    expect(await shape(levels(8))).toBeDefined();
    expect(await shape(levels(9))).toBeUndefined();
  });

  test.each([
    ['path', 'simple', false],
    ['query', 'form', true],
    ['header', 'simple', false],
    ['cookie', 'form', true],
  ])('in %s have the style %s and explode %s by default', async (where, style, explode) => {
    const path = where === 'path' ? '/it/{p}' : '/it';
    const built = await service(
      pathDocument(
        `${path}:\n  get:\n    operationId: it\n    parameters:\n      - { name: p, in: ${where}, required: true, schema: { type: string } }\n    ${OK}`,
      ),
    );
    expect(operation(built, 'it').parameters).toMatchObject([{ style, explode, allowReserved: false }]);
  });

  test.each([
    ['style: spaceDelimited', 'spaceDelimited', false],
    ['style: deepObject, explode: true', 'deepObject', true],
    ['explode: false', 'form', false],
  ])('written with %s', async (written, style, explode) => {
    const built = await service(withParameter('{ type: object, properties: { a: { type: string } } }', `, ${written}`));
    expect(operation(built, 'it').parameters).toMatchObject([{ style, explode }]);
  });

  test('that the standard reserves are ignored with a note', async () => {
    const parameters = ['Accept', 'content-type', 'Authorization', 'X-Mine'].map(
      (name) => `      - { name: ${name}, in: header, schema: { type: string } }`,
    );
    const { service: built, problems } = await read(
      pathDocument(`/it:\n  get:\n    operationId: it\n    parameters:\n${parameters.join('\n')}\n    ${OK}`),
    );
    expect(built?.operations[0]?.parameters.map((parameter) => parameter.name)).toEqual(['X-Mine']);
    expect(lines(problems).filter((line) => line.includes('parameter-ignored'))).toHaveLength(3);
  });

  test('with `content` keep its media type and its schema', async () => {
    const built = await service(
      pathDocument(
        `/it:\n  get:\n    operationId: it\n    parameters:\n      - name: filter\n        in: query\n        content: { application/json: { schema: { type: object } } }\n    ${OK}`,
      ),
    );
    const [parameter] = operation(built, 'it').parameters;
    expect(parameter).toMatchObject({ contentType: 'application/json', shape: { kind: 'primitive', types: ['string'] } });
    expect(plain(parameter?.schema)).toEqual({ type: ['object'] });
  });

  test('keep their examples', async () => {
    const built = await service(withParameter('{ type: string }', ', examples: { one: { summary: A, value: a }, two: { value: b } }'));
    expect(operation(built, 'it').parameters[0]?.examples).toEqual([
      { name: 'one', summary: 'A', value: 'a' },
      { name: 'two', value: 'b' },
    ]);
  });
});

describe('shapes', () => {
  const of = (...types: string[]) => ({ kind: 'primitive', types });
  const components =
    "components:\n  schemas:\n    Level: { type: string, enum: [a, b] }\n    Page: { allOf: [{ type: integer }, { minimum: 1 }] }\n    Range: { type: object, properties: { from: { $ref: '#/components/schemas/Page' } } }\n";
  const table: [schema: string, want: unknown][] = [
    ['{ type: integer }', { kind: 'primitive', types: ['integer'] }],
    ['{ type: number }', { kind: 'primitive', types: ['number'] }],
    ["{ type: [string, integer, boolean, 'null'] }", { kind: 'primitive', types: ['integer', 'boolean', 'null', 'string'] }],
    ['{}', { kind: 'primitive', types: ['string'] }],
    ['true', { kind: 'primitive', types: ['string'] }],
    ['{ enum: [1, 2] }', { kind: 'primitive', types: ['integer'] }],
    ['{ const: 1.5 }', { kind: 'primitive', types: ['number'] }],
    ['{ enum: [1, auto] }', { kind: 'primitive', types: ['integer', 'string'] }],
    ["{ $ref: '#/components/schemas/Level' }", { kind: 'primitive', types: ['string'] }],
    ["{ $ref: '#/components/schemas/Page' }", { kind: 'primitive', types: ['integer'] }],
    ['{ anyOf: [{ type: integer }, { const: all }] }', { kind: 'primitive', types: ['integer', 'string'] }],
    ['{ allOf: [{ type: [integer, string] }, { type: [integer, boolean] }] }', { kind: 'primitive', types: ['integer'] }],
    ['{ type: array, items: { type: integer } }', { kind: 'array', items: of('integer') }],
    ['{ type: array }', { kind: 'array', items: of('string') }],
    ["{ type: array, items: { $ref: '#/components/schemas/Level' } }", { kind: 'array', items: of('string') }],
    ['{ type: array, prefixItems: [{ type: integer }, { type: boolean }] }', { kind: 'array', items: of('integer', 'boolean') }],
    ['{ items: { type: integer } }', { kind: 'array', items: of('integer') }],
    ["{ type: [array, 'null'], items: { type: integer } }", { kind: 'array', items: of('integer') }],
    [
      '{ type: object, properties: { r: { type: integer }, g: {} } }',
      {
        kind: 'object',
        properties: new Map([
          ['r', of('integer')],
          ['g', of('string')],
        ]),
        additional: of('string'),
      },
    ],
    [
      "{ $ref: '#/components/schemas/Range' }",
      { kind: 'object', properties: new Map([['from', of('integer')]]), additional: of('string') },
    ],
    ['{ type: object, additionalProperties: { type: integer } }', { kind: 'object', properties: new Map(), additional: of('integer') }],
    [
      '{ type: object, additionalProperties: false, properties: { a: { type: boolean } } }',
      { kind: 'object', properties: new Map([['a', of('boolean')]]) },
    ],
    [
      '{ allOf: [{ type: object, properties: { a: { type: integer } } }, { properties: { b: { type: boolean } } }] }',
      {
        kind: 'object',
        properties: new Map([
          ['a', of('integer')],
          ['b', of('boolean')],
        ]),
        additional: of('string'),
      },
    ],
  ];
  test.each(table)('%s', async (given, want) => {
    const built = await service(withParameter(given, '', '3.1.0', components));
    expect(operation(built, 'it').parameters[0]?.shape).toEqual(want);
  });

  test.each([
    ['trace', '', 'warning request-unsendable /paths/~1it/trace'],
    ['get', 'requestBody: { required: true, content: { application/json: {} } }', 'unsupported left-out /paths/~1it/get/requestBody'],
    ['head', 'requestBody: { content: { application/json: {} } }', 'note body-ignored /paths/~1it/head/requestBody'],
    ['get', 'requestBody: { content: { application/json: { schema: {} } } }', 'note body-ignored /paths/~1it/get/requestBody'],
    [
      'get',
      'requestBody: { content: { application/json: { schema: { type: object } } } }',
      'unsupported left-out /paths/~1it/get/requestBody',
    ],
    ['get', 'requestBody: { content: { application/octet-stream: {} } }', 'unsupported left-out /paths/~1it/get/requestBody'],
    ['delete', 'requestBody: { required: true, content: { application/json: {} } }', undefined],
  ])('%s with %j cannot be sent by fetch: %s', async (method, body, line) => {
    const { service: built, problems } = await read(pathDocument(`/it:\n  ${method}:\n    operationId: it\n    ${body}\n    ${OK}`));
    expect(lines(problems)).toEqual(line === undefined ? [] : [line]);
    expect(built?.operations[0]?.body === undefined).toBe(method !== 'delete');
  });

  test('a schema of a value or a list is read as a list, with a warning', async () => {
    const { service: built, problems } = await read(
      withParameter('{ oneOf: [{ type: string }, { type: array, items: { type: string } }] }'),
    );
    expect(built?.operations[0]?.parameters[0]?.shape).toEqual({ kind: 'array', items: { kind: 'primitive', types: ['string'] } });
    expect(lines(problems)).toContain('warning parameter-ambiguous /paths/~1it/get/parameters/0');
  });

  test.each([
    ['{ type: array, items: { type: array, items: { type: string } } }'],
    ['{ type: array, items: { type: object } }'],
    ['{ type: object, properties: { a: { type: object } } }'],
    ['{ anyOf: [{ type: integer }, { type: object, properties: { gt: { type: integer } } }] }'],
    ['{ type: [array, object] }'],
    // With `content` instead of `schema`.
    ['', 'content: { application/vnd.thing: { schema: { type: object } } }'],
  ])(
    '%s cannot be encoded as text: the operation is left out, or only the parameter if it is optional',
    async (schema: string, content?: string) => {
      const document = content === undefined ? withParameter(schema) : withParameter('{}').replace('schema: {}', content);
      const { service: built, problems } = await read(document.replace('in: query', 'in: query, required: true'));
      expect(built?.operations).toEqual([]);
      const without = await read(document);
      expect(without.service?.operations.map(({ parameters }) => parameters)).toEqual([[]]);
      expect(lines(without.problems)).toContain('unsupported left-out /paths/~1it/get/parameters/0');
      const [problem] = problems.filter((candidate) => candidate.code === 'left-out');
      expect(problem).toMatchObject({ severity: 'unsupported', location: { pointer: '/paths/~1it/get' } });
      expect(problem?.related?.[0]?.location.pointer).toBe('/paths/~1it/get/parameters/0');
      expect(problem?.related?.[0]?.message).toBe('caused by');
    },
  );
});

describe('path templates', () => {
  const path = (template: string, parameters: string, method = 'get') =>
    `${template}:\n  ${method}:\n    parameters: [${parameters}]\n    ${OK}`;
  const parameter = (name: string) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;

  test.each([
    ['undeclared', path('/a/{b}', ''), 'warning path-parameter-undeclared /paths/~1a~1{b}/get', [['b']]],
    ['unused', path('/a', parameter('b')), 'warning path-parameter-unused /paths/~1a/get/parameters/0', [[]]],
    ['repeated', path('/{b}/{b}', parameter('b')), 'unsupported left-out /paths/~1{b}~1{b}/get', []],
    ['a tie', `${path('/{a}', parameter('a'))}\n${path('/{b}', parameter('b'))}`, 'warning path-ambiguous /paths/~1{b}', [['a'], ['b']]],
    [
      'declared twice',
      path('/a', '{ name: q, in: query, schema: { type: integer } }, { name: q, in: query, schema: { type: string } }'),
      'warning parameter-duplicate /paths/~1a/get/parameters/1',
      [['q']],
    ],
  ])('%s', async (_title, given, problem, parameters) => {
    const { service: built, problems } = await read(pathDocument(given));
    expect(lines(problems)).toContain(problem);
    expect(built?.operations.map((found) => found.parameters.map(({ name }) => name))).toEqual(parameters);
  });

  test.each([
    ['/a/{;b}', 'OpenAPI has no operators in templates: write {b} in place of {;b}, and `style: matrix` at its parameter.'],
    ['/a{.b}', 'OpenAPI has no operators in templates: write {b} in place of {.b}, and `style: label` at its parameter.'],
    ['/a/{+b*}', 'OpenAPI has no operators in templates: write {b} in place of {+b*}.'],
    ['/a{?b}', 'Take {?b} out of the path, and declare b with `in: query`.'],
  ])('the operator in %s is none of OpenAPI', async (template, fix) => {
    const { problems } = await read(pathDocument(path(`'${template}'`, parameter('b'))));
    expect(problems.find(({ code }) => code === 'path-parameter-undeclared')?.fix).toBe(fix);
  });

  test('a path parameter that is not declared is a required string', async () => {
    const built = await service(pathDocument(path('/a/{b}', '')));
    expect(built.operations[0]?.parameters).toMatchObject([{ name: 'b', in: 'path', required: true, schema: { type: ['string'] } }]);
  });

  test.each([
    ['a fixed part goes before a parameter', `${path('/x/{id}', parameter('id'))}\n${path('/x/me', '')}`, ['/x/{id}', '/x/me']],
    ['ties of different methods', `${path('/{a}', parameter('a'))}\n${path('/{b}', parameter('b'), 'put')}`, ['/{a}', '/{b}']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the input
    ['case 4: text that only looks like code', path("'/a`${evil}\\\\'", parameter('evil')), ['/a`${evil}\\\\']],
  ])('%s: no problem', async (_title, given, want) => {
    const { service: built, problems } = await read(pathDocument(given));
    expect(problems.filter((problem) => problem.severity === 'error')).toEqual([]);
    expect(built?.operations.map((found) => found.path)).toEqual(want);
  });
});

describe('bodies', () => {
  const withBody = (contents: string, version = '3.1.0') =>
    pathDocument(`/it:\n  post:\n    operationId: it\n    requestBody: { required: true, content: { ${contents} } }\n    ${OK}`, version);

  test.each([
    ['application/json', '{ type: object }', 'json'],
    ['application/json; charset=utf-8', '{ type: object }', 'json'],
    ['application/problem+json', '{ type: object }', 'json'],
    ['application/json+sarif', '{ type: object }', 'json'],
    ['text/json', '{ type: object }', 'json'],
    ['application/vnd.thing', '{ type: object }', 'json'],
    ["'*/*'", '{ type: object }', 'json'],
    ['application/x-www-form-urlencoded', '{ type: object }', 'form'],
    ['multipart/form-data', '{ type: object }', 'multipart'],
    ['text/plain', '{ type: string }', 'text'],
    ['text/csv', '{}', 'text'],
    ['text/plain', '{ type: [integer, "null"] }', 'text'],
    ['text/plain; charset=utf-8', '{ type: boolean }', 'text'],
    ['application/xml', '{ type: string }', 'text'],
    ['application/xml', '{ type: object }', 'xml'],
    ['text/xml', '{ type: [array, "null"] }', 'xml'],
    ['image/svg+xml', '{ type: object }', 'xml'],
    ['application/octet-stream', '{ type: string, format: binary }', 'bytes'],
    ['application/json', '{ type: string, format: binary }', 'bytes'],
    ['application/json', '{ type: string, contentMediaType: image/png }', 'json'],
    ['application/json', '{ type: object, properties: { f: { type: string, format: binary } } }', 'json'],
    ['application/pdf', '{}', 'bytes'],
    ['image/*', '{ type: string }', 'bytes'],
    ["'*/*'", '{ type: string }', 'text'],
    ["'*/*'", '{ type: string, format: binary }', 'bytes'],
    ["'*/*'", '{}', 'bytes'],
    ['image/png', '{ type: object }', 'bytes'],
    ['application/zip', '{ type: array }', 'bytes'],
  ])('%s of %s is %s', async (contentType, schema, kind) => {
    const built = await service(withBody(`${contentType}: { schema: ${schema} }`));
    const [content] = operation(built, 'it').body?.contents ?? [];
    expect(content?.kind).toBe(kind);
    expect(content?.contentType).toBe(contentType.replaceAll("'", ''));
  });

  test('fields without a schema are files or texts, and lists of either', async () => {
    const body =
      'multipart/form-data: { schema: { type: object, properties: { f: {}, l: { type: array, items: {} }, t: { type: string } } } }';
    const [content] = operation(await service(withBody(body)), 'it').body?.contents ?? [];
    const either = { anyOf: [{ file: true, type: ['object'] }, { type: ['string'] }] };
    expect(plain(content?.schema)).toEqual({
      type: ['object'],
      properties: { f: either, l: { type: ['array'], items: either }, t: { type: ['string'] } },
    });
  });

  test.each([
    ['application/xml', '{ schema: { type: [object, array] } }'],
    ['text/csv', '{ schema: { type: array } }'],
    ['application/yaml', '{ schema: { type: object } }'],
    ['multipart/x-mixed-replace', '{ schema: { type: object } }'],
    ['multipart/form-data', '{ schema: { properties: { a: {} } }, encoding: { a: { headers: { Content-Disposition: { schema: {} } } } } }'],
  ])('%s with %s is not supported: the operation is left out, the others stay', async (contentType, media) => {
    const other = `\n/other:\n  get:\n    operationId: other\n    ${OK}`;
    const text = `/it:\n  post:\n    operationId: it\n    requestBody: { content: { ${contentType}: ${media} } }\n    ${OK}${other}`;
    const { service: built, problems } = await read(pathDocument(text));
    expect(built?.operations.map((found) => found.name)).toEqual(['other']);
    const [problem] = problems.filter((candidate) => candidate.severity === 'unsupported');
    expect(lines(problems)).toContain('unsupported left-out /paths/~1it/post');
    expect(problem?.message).toMatch(/^POST \/it is left out: /);
    expect(problem?.related?.[0]?.location.pointer).toMatch(/^\/paths\/~1it\/post\/requestBody\/content\//);
  });

  test('an unsupported media type is left out alone where another carries the same content', async () => {
    const xml = 'application/xml: { schema: { type: [object, array] } }';
    const json = 'application/json: { schema: { type: object } }';
    const text = [
      `/it:\n  post:\n    operationId: it\n    requestBody: { content: { ${xml}, ${json} } }`,
      `    responses: { '200': { description: Yes., content: { ${json}, ${xml} } }, '404': { description: No., content: { ${json}, multipart/x-mixed-replace: { schema: { type: object } } } } }`,
      `/only:\n  get:\n    responses: { '200': { description: Yes., content: { ${xml} } } }`,
    ].join('\n');
    const { service: built, problems } = await read(pathDocument(text));
    const [it, ...rest] = built?.operations ?? [];
    expect(rest).toEqual([]);
    const kept = [it?.body, ...(it?.responses ?? [])].map((each) => each?.contents.map((content) => content.contentType));
    expect(kept).toEqual([['application/json'], ['application/json'], ['application/json']]);
    const body = '/paths/~1it/post/requestBody/content/application~1xml';
    expect(lines(problems.filter(({ severity }) => severity === 'unsupported'))).toEqual([
      `unsupported left-out ${body}`,
      'unsupported left-out /paths/~1it/post/responses/404/content/multipart~1x-mixed-replace',
      'unsupported left-out /paths/~1only/get',
    ]);
    const [first] = problems.filter(({ location }) => location.pointer === body);
    expect(first?.message).toMatch(/^The media type application\/xml is left out of 2 bodies, which are carried as application\/json: /);
    expect(first?.related?.map(({ location }) => location.pointer)).toEqual(['/paths/~1it/post/responses/200/content/application~1xml']);
  });

  test('an operation that is left out leaves no schemas behind', async () => {
    const text = `/it:\n  post:\n    requestBody: { content: { text/csv: { schema: { type: object } } } }\n    responses: { '200': { description: Yes., content: { application/json: { schema: { type: object } } } } }`;
    const { service: built } = await read(pathDocument(text));
    expect(built).toMatchObject({ operations: [], schemas: [] });
  });

  test('with an inline schema get a name; with a plain reference they do not', async () => {
    const built = await service(
      document(
        [
          'paths:',
          '  /it:',
          '    post:',
          '      operationId: makeIt',
          '      requestBody: { content: { application/json: { schema: { type: object } } } }',
          '      responses:',
          "        '200': { description: Yes., content: { application/json: { schema: { type: array } } } }",
          "        '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/It', description: Made. } } } }",
          "        '202': { description: Two., content: { application/json: { schema: { type: object } }, text/plain: { schema: { type: string } } } }",
          "        4XX: { $ref: '#/components/responses/not_found' }",
          '        default: { description: No., content: { application/octet-stream: { schema: { type: string } } } }',
          'components:',
          '  schemas: { It: { type: object } }',
          '  responses: { not_found: { description: Not., content: { application/json: { schema: { type: string } } } } }',
        ].join('\n'),
      ),
    );
    expect(built.schemas.map(nameOf)).toEqual([
      'It',
      'MakeItBody',
      'MakeItResponse200',
      'MakeItResponse202Json',
      'MakeItResponse202Text',
      'NotFoundResponse',
    ]);
    expect(operation(built, 'makeIt').responses.map((response) => response.status)).toEqual(['200', '201', '202', '4XX', 'default']);
  });

  test('with files get their own schema name', async () => {
    const built = await service(
      pathDocument(
        `/it:\n  post:\n    operationId: it\n    requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { f: { type: string, format: binary } } } } } }\n    ${OK}`,
      ),
    );
    expect(built.schemas.map(nameOf)).toEqual(['ItBody']);
  });

  test('keep their examples, with references resolved', async () => {
    const built = await service(
      document(
        [
          'paths:',
          '  /it:',
          '    post:',
          '      operationId: it',
          "      requestBody: { content: { application/json: { schema: {}, examples: { one: { $ref: '#/components/examples/One' } } } } }",
          "      responses: { '200': { description: Yes., content: { application/json: { schema: {}, example: { $ref: text } } } } }",
          'components: { examples: { One: { summary: First., value: { a: 1 } } } }',
        ].join('\n'),
      ),
    );
    const { body, responses } = operation(built, 'it');
    expect(body?.contents[0]?.examples).toEqual([{ name: 'one', summary: 'First.', value: { a: 1 } }]);
    expect(responses[0]?.contents[0]?.examples).toEqual([{ name: 'example', value: { $ref: 'text' } }]);
  });

  test('response headers have a shape; Content-Type is ignored', async () => {
    const built = await service(
      pathDocument(
        `/it:\n  get:\n    operationId: it\n    responses: { '200': { description: Yes., headers: { X-Count: { required: true, description: How many., schema: { type: integer } }, content-type: { schema: { type: string } } } } }`,
      ),
    );
    expect(operation(built, 'it').responses[0]?.headers).toMatchObject([
      { name: 'X-Count', required: true, description: 'How many.', explode: false, shape: { kind: 'primitive', types: ['integer'] } },
    ]);
    expect(operation(built, 'it').responses[0]?.headers).toHaveLength(1);
  });

  test('response headers keep their examples', async () => {
    const header = (examples: string) => `{ schema: { type: integer }, ${examples} }`;
    const headers = `{ X-A: ${header('example: 3')}, X-B: ${header('examples: { few: { value: 1 }, many: { value: 9 } }')} }`;
    const built = await service(
      pathDocument(`/it:\n  get:\n    operationId: it\n    responses: { '200': { description: Yes., headers: ${headers} } }`),
    );
    expect(operation(built, 'it').responses[0]?.headers.map(({ examples }) => examples)).toEqual([
      [{ name: 'example', value: 3 }],
      [
        { name: 'few', value: 1 },
        { name: 'many', value: 9 },
      ],
    ]);
  });
});

describe('input', () => {
  test('has one part per parameter location, required when a parameter in it is', async () => {
    const built = await service(
      pathDocument(
        [
          '/it/{id}:',
          '  put:',
          '    operationId: putIt',
          '    parameters:',
          '      - { name: id, in: path, required: true, schema: { type: integer } }',
          '      - { name: q, in: query, schema: { type: string } }',
          '      - { name: X-A, in: header, required: true, schema: { type: string } }',
          '    requestBody: { content: { application/json: { schema: { type: object } } } }',
          `    ${OK}`,
        ].join('\n'),
      ),
    );
    const { input } = operation(built, 'putIt');
    expect(input.name).toBe('PutItInput');
    expect(built.schemas).not.toContain(input);
    expect(plain(input)).toEqual({
      type: ['object'],
      properties: {
        path: { type: ['object'], properties: { id: { type: ['integer'] } }, required: ['id'] },
        query: { type: ['object'], properties: { q: { type: ['string'] } } },
        header: { type: ['object'], properties: { 'X-A': { type: ['string'] } }, required: ['X-A'] },
        body: { type: ['object'] },
      },
      required: ['path', 'header'],
    });
  });

  test('with several media types is a union on contentType; a binary body is any value', async () => {
    const built = await service(
      pathDocument(
        `/it:\n  post:\n    operationId: it\n    requestBody: { required: true, content: { application/json: { schema: { type: object } }, 'image/*': { schema: { type: string } } } }\n    ${OK}`,
      ),
    );
    expect(plain(operation(built, 'it').input)).toEqual({
      type: ['object'],
      anyOf: [
        {
          type: ['object'],
          properties: { contentType: { const: { value: 'application/json' } }, body: { type: ['object'] } },
          required: ['body'],
        },
        {
          type: ['object'],
          properties: { contentType: { type: ['string'], pattern: '^image/.*$' }, body: true },
          required: ['contentType', 'body'],
        },
      ],
    });
  });

  const UPLOAD = [
    'components:',
    '  schemas:',
    '    Upload:',
    '      allOf:',
    '        - type: object',
    '          required: [file]',
    "          properties: { file: { $ref: '#/components/schemas/File' }, more: { type: array, maxItems: 3, items: { type: string, format: binary } }, title: { type: string } }",
    '    File: { type: string, format: binary }',
  ].join('\n');
  const uses = (...types: string[]) =>
    types
      .map(
        (type, index) =>
          `  /it${index}: { post: { operationId: it${index}, requestBody: { required: true, content: { ${type.replace('UPLOAD', "schema: { $ref: '#/components/schemas/Upload' }")} } }, responses: { '204': { description: None. } } } }\n`,
      )
      .join('');
  const file = { file: true, type: ['object'] };
  const withFiles = {
    allOf: [
      {
        type: ['object'],
        required: ['file'],
        properties: { file, more: { type: ['array'], maxItems: 3, items: file }, title: { type: ['string'] } },
      },
    ],
  };

  test('with a multipart body has files, and does not change a schema used elsewhere', async () => {
    const built = await service(document(`paths:\n${uses('multipart/form-data: { UPLOAD }', 'application/json: { UPLOAD }')}${UPLOAD}`));
    const { input } = operation(built, 'it0');
    expect(input.required).toEqual(['body']);
    const body = input.properties?.get('body');
    expect(built.schemas.map(nameOf)).toEqual(['Upload', 'PetsFile', 'It0Body']);
    expect(body).toBe(built.schemas[2]);
    expect(plain(body)).toEqual(withFiles);
    expect(plain(built.schemas[0]?.allOf?.[0]?.properties?.get('more'))).toEqual({
      type: ['array'],
      maxItems: 3,
      items: { type: ['string'], format: 'binary' },
    });
  });

  const HEADERS = 'encoding: { title: { headers: { X-Mark: { schema: { type: string } } } } }';
  test.each<[string, string[], string[]]>([
    ['one body', ['multipart/form-data: { UPLOAD }'], []],
    ['two bodies', ['multipart/form-data: { UPLOAD }', 'multipart/form-data: { UPLOAD }'], []],
    [
      'two, of which one encodes it',
      ['multipart/form-data: { UPLOAD }', `multipart/form-data: { UPLOAD, ${HEADERS} }`],
      ['It0Body', 'It1Body'],
    ],
    [
      'an item of a list too',
      ['multipart/form-data: { UPLOAD }', "application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Upload' } } }"],
      ['It0Body', 'It1Body'],
    ],
    [
      'a field of such a body too',
      [
        'multipart/form-data: { UPLOAD }',
        "multipart/form-data: { schema: { type: object, properties: { it: { $ref: '#/components/schemas/Upload' } } } }",
      ],
      ['It0Body', 'It1Body'],
    ],
  ])('a component used as %s', async (_, types, copies) => {
    const built = await service(document(`paths:\n${uses(...types)}${UPLOAD}`));
    expect(built.schemas.map(nameOf)).toEqual(['Upload', 'PetsFile', ...copies]);
    const [upload] = built.schemas;
    const body = operation(built, 'it0').input.properties?.get('body');
    expect(plain(copies.length === 0 ? upload : body)).toEqual(withFiles);
    expect(upload?.allOf?.[0]?.properties?.get('more')?.items?.file).toBe(copies.length === 0 ? true : undefined);
  });

  test('a body that two operations share, whose parts have headers', async () => {
    const shared = (name: string) =>
      `  /${name}: { post: { operationId: ${name}, requestBody: { $ref: '#/components/requestBodies/Up' }, responses: { '204': { description: None. } } } }\n`;
    const bodies = `\n  requestBodies: { Up: { content: { multipart/form-data: { schema: { $ref: '#/components/schemas/Upload' }, ${HEADERS} } } } }`;
    const built = await service(
      document(
        `paths:\n${shared('it')}${shared('that')}${UPLOAD.replace('allOf:\n        - type', 'type').replaceAll(/\n {10}/g, '\n      ')}${bodies}`,
      ),
    );
    expect(built.schemas.map(nameOf)).toEqual(['Upload', 'PetsFile']);
    expect(plain(built.schemas[0]?.properties?.get('title'))).toEqual({
      type: ['object'],
      properties: { body: { type: ['string'] }, headers: { type: ['object'], properties: { 'X-Mark': { type: ['string'] } } } },
      required: ['body'],
    });
  });

  test('without parameters and body is an object', async () => {
    const built = await service(pathDocument(`/it:\n  get:\n    operationId: it\n    ${OK}`));
    expect(plain(operation(built, 'it').input)).toEqual({ type: ['object'] });
  });
});

describe('texts, tags and servers', () => {
  test.each([
    ['3.1.0', 'Beside.'],
    ['3.0.3', 'Shared.'],
  ])('a description beside a $ref counts in OpenAPI %s as the standard has it', async (version, want) => {
    const built = await service(
      document(
        [
          'paths:',
          "  /it: { get: { operationId: it, parameters: [{ $ref: '#/components/parameters/Q', description: Beside. }], responses: { '204': { $ref: '#/components/responses/R', description: Beside. } } } }",
          'components:',
          '  parameters: { Q: { name: q, in: query, description: Shared., schema: { type: string } } }',
          '  responses: { R: { description: Shared. } }',
        ].join('\n'),
        version,
      ),
    );
    const { parameters, responses } = operation(built, 'it');
    expect([parameters[0]?.description, responses[0]?.description]).toEqual([want, want]);
  });

  test('come from the operation, otherwise from the path item', async () => {
    const built = await service(
      pathDocument(
        `/it:\n  summary: Of the path.\n  description: Path.\n  servers: [{ url: 'https://path.example.com' }]\n  get:\n    operationId: it\n    summary: Of the operation.\n    tags: [A]\n    deprecated: true\n    x-basis: stated\n    x-statements: [H1, H2]\n    ${OK}`,
        '3.1.0',
        "servers: [{ url: 'https://{cluster}.example.com', variables: { cluster: { default: eu, enum: [eu, us], description: Where. } } }]\n",
      ),
    );
    expect(operation(built, 'it')).toMatchObject({
      id: 'it',
      method: 'GET',
      path: '/it',
      summary: 'Of the operation.',
      description: 'Path.',
      tags: ['A'],
      deprecated: true,
      basis: 'stated',
      statements: ['H1', 'H2'],
      servers: [{ url: 'https://path.example.com', variables: [] }],
    });
    expect(built.servers).toEqual([
      { url: 'https://{cluster}.example.com', variables: [{ name: 'cluster', default: 'eu', enum: ['eu', 'us'], description: 'Where.' }] },
    ]);
  });

  test('a document without servers has one at /', async () => {
    expect((await service(pathDocument(`/it:\n  get:\n    ${OK}`))).servers).toEqual([{ url: '/', variables: [] }]);
  });
});

describe('OpenAPI 3.2', () => {
  test('query and other methods are operations', async () => {
    const built = await service(
      pathDocument(
        `/it:\n  query:\n    operationId: ask\n    ${OK}\n  additionalOperations:\n    COPY:\n      operationId: copy\n      ${OK}`,
        '3.2.0',
      ),
    );
    expect(built.operations.map(({ name, method }) => [name, method])).toEqual([
      ['ask', 'QUERY'],
      ['copy', 'COPY'],
    ]);
  });

  test('a querystring parameter is a part of the input', async () => {
    const built = await service(
      pathDocument(
        `/it:\n  get:\n    operationId: it\n    parameters:\n      - { name: all, in: querystring, required: true, content: { application/json: { schema: { type: object } } } }\n    ${OK}`,
        '3.2.0',
      ),
    );
    expect(plain(operation(built, 'it').input)).toEqual({
      type: ['object'],
      properties: { querystring: { type: ['object'] } },
      required: ['querystring'],
    });
  });
});

describe('what is not supported', () => {
  test('a schema in another dialect is left out with everything that uses it, and nothing else', async () => {
    const { service: built, problems } = await read(
      document(
        [
          'paths:',
          "  /a: { get: { operationId: a, responses: { '200': { description: Yes., content: { application/json: { schema: { $ref: '#/components/schemas/Uses' } } } } } } }",
          "  /b: { get: { operationId: b, responses: { '200': { description: Yes., content: { application/json: { schema: { $ref: '#/components/schemas/Fine' } } } } } } }",
          'components:',
          '  schemas:',
          "    Old: { $schema: 'http://json-schema.org/draft-04/schema#', type: string }",
          "    Uses: { type: array, items: { $ref: '#/components/schemas/Old' } }",
          '    Fine: { type: string }',
        ].join('\n'),
      ),
    );
    expect(built?.operations.map((found) => found.name)).toEqual(['b']);
    expect(built?.schemas.map(nameOf)).toEqual(['Fine']);
    const unsupported = problems.filter((problem) => problem.severity === 'unsupported');
    expect(unsupported.map((problem) => problem.location.pointer)).toEqual([
      '/paths/~1a/get',
      '/components/schemas/Old',
      '/components/schemas/Uses',
    ]);
    for (const problem of unsupported) expect(problem.related?.map((place) => place.location.pointer)).toEqual(['/components/schemas/Old']);
  });
});
