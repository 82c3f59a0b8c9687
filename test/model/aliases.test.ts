// `x-aliases` of operations and parameters, `x-lenient-type`, `x-comma` and `x-scheme-words`: what the model has of them, and the problem of each
// wrong form.
import { describe, expect, test } from 'vitest';
import { operation, pathDocument, read, service } from './support.ts';

const BODY =
  'requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, count: { type: integer }, tags: { type: array, items: { type: string } }, box: { type: object } } } } } }';

/** `/v1/it/{id}` with `put`, `/v1/it` with `get`, and `/v1/other` with `get`. */
function withAliases(aliases: string, more = BODY): string {
  return pathDocument(
    `/it/{id}:
  put:
    operationId: it
    x-aliases: ${aliases}
    parameters:
      - { name: id, in: path, required: true, schema: { type: integer } }
      - { name: q, in: query, schema: { type: array, items: { type: string } } }
      - { name: both, in: query, schema: { type: string } }
      - { name: both, in: header, schema: { type: string } }
      - { name: deep, in: query, style: deepObject, schema: { type: object } }
    ${more}
    responses: { '200': { description: Good. } }
/it:
  get: { operationId: list, responses: { '200': { description: Good. } } }
/other:
  get: { operationId: other, x-aliases: [{ path: /old/other }], responses: { '200': { description: Good. } } }`,
    '3.1.0',
    'servers: [{ url: https://a.example/v1 }]\n',
  );
}

const problemsOf = async (text: string) => {
  const { service: built, problems } = await read(text);
  return {
    built,
    problems: problems.map(({ code, severity, location, message, fix }) => [code, severity, location.pointer, message, fix]),
  };
};

describe('aliases of an operation', () => {
  test.each<[aliases: string, want: unknown[]]>([
    ["[{ path: '/old/{id}' }]", [{ method: 'PUT', path: '/old/{id}', moved: [] }]],
    ["[{ method: post, path: '/old/{id}', parameters: {} }]", [{ method: 'POST', path: '/old/{id}', moved: [] }]],
    [
      '[{ path: /old, parameters: { id: query.key } }]',
      [{ method: 'PUT', path: '/old', moved: [{ to: { in: 'path', name: 'id' }, from: { in: 'query', name: 'key' } }] }],
    ],
    [
      "[{ path: '/old/{id}/{q}' }]",
      [{ method: 'PUT', path: '/old/{id}/{q}', moved: [{ to: { in: 'query', name: 'q' }, from: { in: 'path', name: 'q' } }] }],
    ],
    [
      "[{ path: '/old/{user}', parameters: { path.id: path.user, header.both: body.name, body.name: header.X-Name, body.count: query.n } }]",
      [
        {
          method: 'PUT',
          path: '/old/{user}',
          moved: [
            { to: { in: 'path', name: 'id' }, from: { in: 'path', name: 'user' } },
            { to: { in: 'header', name: 'both' }, from: { in: 'body', name: 'name' } },
            { to: { in: 'body', name: 'name' }, from: { in: 'header', name: 'X-Name' } },
            {
              to: { in: 'body', name: 'count' },
              shape: { kind: 'primitive', types: ['integer'] },
              from: { in: 'query', name: 'n' },
            },
          ],
        },
      ],
    ],
    ["[{ path: '/old/{id}', parameters: { id: path.id, q: query.q } }]", [{ method: 'PUT', path: '/old/{id}', moved: [] }]],
    // Another method of a declared path, and a literal path that a declared template matches too.
    ["[{ method: POST, path: '/v1/it/{key}', parameters: { id: path.key } }]", [expect.objectContaining({ path: '/v1/it/{key}' })]],
    ['[{ path: /v1/it/first, parameters: { id: query.id } }]', [expect.objectContaining({ path: '/v1/it/first' })]],
  ])('%s', async (aliases, want) => {
    const found = operation(await service(withAliases(aliases)), 'it').aliases ?? [];
    expect(found.map(({ location: _, ...alias }) => alias)).toEqual(want);
  });

  const AT = '/paths/~1it~1{id}/put/x-aliases';
  const FIRST = `${AT}/0`;
  const LIST = 'Write a list of other requests, such as `[{ method: GET, path: /v1/find, parameters: { id: query.key } }]`.';
  test.each<[aliases: string, pointer: string, message: string, fix: string]>([
    ["[{ path: '/{id}' }, b]", `${AT}/1`, 'Each entry of `x-aliases` must be an object with a `path`.', LIST],
    ['[{}]', FIRST, 'An alias must have a `path`.', 'Write an absolute path, such as `path: /v1/find/{id}`.'],
    [
      '[{ path: old }]',
      `${FIRST}/path`,
      'The `path` of an alias must be an absolute path.',
      'Begin it with `/`, without a host, query and fragment.',
    ],
    [
      "[{ path: '/old?id={id}' }]",
      `${FIRST}/path`,
      'The `path` of an alias must be an absolute path.',
      'Begin it with `/`, without a host, query and fragment.',
    ],
    [
      "[{ path: '/../{id}' }]",
      `${FIRST}/path`,
      'The `path` of an alias must be an absolute path.',
      'Begin it with `/`, without a host, query and fragment.',
    ],
    ["[{ path: '/{id}/{id}' }]", `${FIRST}/path`, 'The path has {id} more than once.', 'Give each part of the path a name of its own.'],
    [
      "[{ path: '/{id}', methods: PUT }]",
      `${FIRST}/methods`,
      "An alias has no field 'methods': it has method, path, parameters.",
      "Remove 'methods'.",
    ],
    ["[{ path: '/{id}', method: 1 }]", `${FIRST}/method`, 'The `method` of an alias must be an HTTP method.', 'Write one such as POST.'],
    [
      "[{ path: '/{id}', parameters: [q] }]",
      `${FIRST}/parameters`,
      '`parameters` of an alias must be an object.',
      'Write it as `parameters: { id: query.key }`.',
    ],
    [
      '[{ path: /old }]',
      FIRST,
      "The alias has no value for the path parameter 'id'.",
      'Write {id} into `path`, or say under `parameters` where it comes from: `id: query.id`.',
    ],
    [
      "[{ path: '/old/{id}/{x}' }]",
      `${FIRST}/path`,
      'The operation has no parameter for {x}.',
      'Write the name of a parameter, or say under `parameters` what path.x stands for.',
    ],
    [
      "[{ path: '/old/{id}/{both}' }]",
      `${FIRST}/path`,
      'The operation has no parameter for {both}.',
      'Write the name of a parameter, or say under `parameters` what path.both stands for.',
    ],
    [
      "[{ path: '/old/{id}', parameters: { r: query.s } }]",
      `${FIRST}/parameters/r`,
      "The operation has no parameter 'r'.",
      'Declare it, name one of: id, q, both, both, deep; or write `body.` and a field of the body.',
    ],
    [
      "[{ path: '/old/{id}', parameters: { both: query.s } }]",
      `${FIRST}/parameters/both`,
      "The operation has several parameters 'both'.",
      'Say which: write query.both or header.both.',
    ],
    [
      "[{ path: '/old/{id}', parameters: { deep: query.s } }]",
      `${FIRST}/parameters/deep`,
      "'deep' has several values, and cannot come from another place.",
      'Leave it where the operation has it.',
    ],
    [
      "[{ path: '/old/{id}', parameters: { body.box: query.s } }]",
      `${FIRST}/parameters/body.box`,
      "The field 'box' has several values, and cannot come from another place.",
      'Leave it in the body.',
    ],
    [
      "[{ path: '/old/{id}', parameters: { body.x: query.s } }]",
      `${FIRST}/parameters/body.x`,
      "The body has no field 'x'.",
      'Name a property of its schema.',
    ],
    [
      "[{ path: '/old/{id}', parameters: { q: s } }]",
      `${FIRST}/parameters/q`,
      'This is not a place in a request.',
      'Write `query.`, `header.`, `path.` or `body.`, and a name.',
    ],
    [
      "[{ path: '/old/{id}', parameters: { q: path.s } }]",
      `${FIRST}/parameters/q`,
      'The path of the alias has no {s}.',
      'Write {s} into `path`, or name another place.',
    ],
    [
      "[{ path: '/old/{id}', parameters: { q: query.s, body.name: query.s } }]",
      `${FIRST}/parameters/body.name`,
      'Two parameters come from query.s.',
      'Give each a place of its own.',
    ],
    [
      "[{ path: '/old/{id}', parameters: { q: query.s, query.q: query.t } }]",
      `${FIRST}/parameters/query.q`,
      "`parameters` has 'q' twice.",
      'Remove one of the two.',
    ],
  ])('%s', async (aliases, pointer, message, fix) => {
    const { built, problems } = await problemsOf(withAliases(aliases));
    expect(built).toBeUndefined();
    expect(problems).toEqual([['alias-invalid', 'error', pointer, message, fix]]);
  });

  test.each([
    ['{ name: a, in: cookie, schema: { type: string } }', "'a' is a cookie, and cannot come from another place."],
    [
      '{ name: p, in: path, required: true, style: label, schema: { type: string } }',
      "'p' is in the style label, and cannot come from another place.",
    ],
  ])('%s cannot move', async (parameter, message) => {
    const name = parameter.includes('cookie') ? 'a' : 'p';
    const alias = name === 'a' ? "{ path: '/old/{p}', parameters: { a: query.s } }" : '{ path: /old, parameters: { p: query.s } }';
    const { problems } = await problemsOf(
      pathDocument(
        `/it/{p}:
  parameters: [{ name: p, in: path, required: true, schema: { type: string } }]
  get: { operationId: it, x-aliases: [${alias}], parameters: [${parameter}], responses: { '200': { description: Good. } } }`,
      ),
    );
    expect(problems.map(([code, , pointer, said]) => [code, pointer, said])).toEqual([
      ['alias-invalid', `/paths/~1it~1{p}/get/x-aliases/0/parameters/${name}`, message],
    ]);
  });

  test('fields of the body need a JSON or form body', async () => {
    const { problems } = await problemsOf(withAliases("[{ path: '/old/{id}', parameters: { body.name: query.s } }]", 'tags: []'));
    expect(problems).toEqual([
      [
        'alias-invalid',
        'error',
        `${FIRST}/parameters/body.name`,
        'The operation has no JSON or form body, so it has no fields of the body.',
        'Name a parameter instead.',
      ],
    ]);
  });

  test('a list of names is the extension of another tool', async () => {
    const { built, problems } = await problemsOf(withAliases('[modify, change]'));
    expect(built?.operations[0]?.aliases).toBeUndefined();
    expect(problems.map(([code, severity]) => [code, severity])).toEqual([['extension-foreign', 'warning']]);
  });

  test.each<[aliases: string, message: string]>([
    ["[{ path: '/v1/it/{id}' }]", 'PUT /v1/it/{id}, an alias of it, is the path of it.'],
    ['[{ method: GET, path: /v1/it, parameters: { id: query.id } }]', 'GET /v1/it, an alias of it, is the path of list.'],
    ["[{ path: '/a/{id}' }, { path: '/a/{x}', parameters: { id: path.x } }]", 'PUT /a/{x}, an alias of it, is an alias of it.'],
  ])('collision: %s', async (aliases, message) => {
    const { built, problems } = await problemsOf(withAliases(aliases));
    expect(built).toBeUndefined();
    expect(problems.map(([code, , , said]) => [code, said])).toEqual([['alias-collision', message]]);
  });

  test('an alias that two operations have', async () => {
    const { problems } = await problemsOf(withAliases('[{ method: GET, path: /old/other, parameters: { id: query.id } }]'));
    expect(problems.map(([code, , , said]) => [code, said])).toEqual([
      ['alias-collision', 'GET /old/other, an alias of other, is an alias of it.'],
    ]);
  });
});

/** Two operations that share one parameter, so that a fault in it would be reported twice. */
const withParameter = (parameter: string, other = '{ name: other, in: query, schema: { type: string } }'): string =>
  pathDocument(
    `/it/{p}:
  parameters: [{ name: p, in: path, required: true, schema: { type: array, items: { type: string } } }]
  get: { operationId: it, parameters: [{ $ref: '#/components/parameters/A' }, ${other}], responses: { '200': { description: Good. } } }
  put: { operationId: that, parameters: [{ $ref: '#/components/parameters/A' }], responses: { '200': { description: Good. } } }`,
    '3.1.0',
    `components:\n  parameters:\n    A: ${parameter}\n`,
  );
const LISTED = 'schema: { type: array, items: { type: string } }';

describe('aliases of a parameter', () => {
  const NAMES = 'Write a list of names, such as `x-aliases: [post.fields]`.';
  test.each<[parameter: string, want: unknown]>([
    [`{ name: a, in: query, x-aliases: [b, c.d], ${LISTED} }`, ['b', 'c.d']],
    [`{ name: a, in: query, x-aliases: ['b[]'], ${LISTED} }`, ['b[]']],
    ['{ name: A, in: header, x-aliases: [X-A], schema: { type: string } }', ['X-A']],
    ['{ name: A, in: query, explode: false, x-aliases: [a], schema: { type: object } }', ['a']],
  ])('%s', async (parameter, want) => {
    const built = await service(withParameter(parameter));
    expect(operation(built, 'it').parameters.find(({ name }) => name.toLowerCase() === 'a')?.aliases).toEqual(want);
  });

  test.each<[parameter: string, pointer: string, message: string, fix: string]>([
    ['{ name: a, in: query, x-aliases: [], schema: {} }', '', '`x-aliases` of a parameter must be a list of names.', NAMES],
    [
      '{ name: a, in: query, x-aliases: [b, b], schema: {} }',
      '/1',
      "The parameter has the name 'b' already.",
      'Remove it from `x-aliases`.',
    ],
    ['{ name: a, in: header, x-aliases: [A], schema: {} }', '/0', "The parameter has the name 'A' already.", 'Remove it from `x-aliases`.'],
    [
      '{ name: a, in: header, x-aliases: [b c], schema: {} }',
      '/0',
      "'b c' cannot be the name of a header.",
      'Use letters, digits and `-`.',
    ],
    [
      '{ name: a, in: query, x-aliases: [b], schema: { type: object } }',
      '',
      '`x-aliases` is on an object whose properties have names of their own.',
      'Remove it.',
    ],
    [
      '{ name: p, in: path, required: true, x-aliases: [b], schema: {} }',
      '',
      '`x-aliases` is on a path parameter.',
      'Remove it: only parameters in the query and headers can have other names.',
    ],
  ])('%s', async (parameter, below, message, fix) => {
    const { built, problems } = await problemsOf(withParameter(parameter));
    expect(built).toBeUndefined();
    expect(problems).toEqual([['alias-invalid', 'error', `/components/parameters/A/x-aliases${below}`, message, fix]]);
  });

  test.each([
    ['b', '{ name: b, in: query, schema: { type: string } }'],
    ['b', '{ name: c, in: query, x-aliases: [b], schema: { type: string } }'],
  ])('the name %s of another parameter, %s', async (alias, other) => {
    const { problems } = await problemsOf(withParameter(`{ name: a, in: query, x-aliases: [${alias}], schema: {} }`, other));
    expect(problems.map(([code]) => code)).toEqual(['alias-collision']);
    expect(problems[0]?.[3]).toMatch(/^'b', an alias of the query parameter '[ac]', is a name of the parameter '[ab]' too\.$/);
  });
});

describe('x-comma', () => {
  const at = '/components/parameters/A/x-comma';
  test.each([`{ name: a, in: query, explode: false, x-comma: encoded, ${LISTED} }`])('%s', async (parameter) => {
    const built = await service(withParameter(parameter));
    expect(operation(built, 'it').parameters.find(({ name }) => name === 'a')?.comma).toBe('encoded');
  });

  test.each([
    [`{ name: a, in: query, explode: false, x-comma: encode, ${LISTED} }`, '`x-comma` has one value, `encoded`.'],
    [`{ name: a, in: query, x-comma: encoded, ${LISTED} }`, '`x-comma` is on a parameter whose value is not a list separated by commas.'],
    [
      `{ name: a, in: query, explode: false, style: pipeDelimited, x-comma: encoded, ${LISTED} }`,
      '`x-comma` is on a parameter whose value is not a list separated by commas.',
    ],
    [`{ name: a, in: header, x-comma: encoded, ${LISTED} }`, '`x-comma` is on a parameter whose value is not a list separated by commas.'],
    [
      '{ name: a, in: query, explode: false, x-comma: encoded, schema: { type: string } }',
      '`x-comma` is on a parameter whose value is not a list separated by commas.',
    ],
  ])('%s', async (parameter, message) => {
    const { built, problems } = await problemsOf(withParameter(parameter));
    expect(built).toBeUndefined();
    expect(problems.map(([code, , pointer, said]) => [code, pointer, said])).toEqual([['comma-invalid', at, message]]);
  });
});

describe('x-lenient-type', () => {
  const withType = (value: string, body: string): string =>
    pathDocument(
      `/it:\n  post: { operationId: it, x-lenient-type: ${value}, requestBody: { content: { ${body}: {} } }, responses: { '200': { description: Good. } } }`,
    );

  test.each([
    ['true', true],
    ['false', undefined],
  ])('%s', async (value, want) => {
    expect(operation(await service(withType(value, 'application/json')), 'it').lenientType).toBe(want);
  });

  test.each([['true', 'image/png', '`x-lenient-type` is on an operation that has no JSON body.']])(
    '%s with %s',
    async (value, body, message) => {
      const { problems } = await problemsOf(withType(value, body));
      expect(problems.map(([code, , pointer, said]) => [code, pointer, said])).toEqual([
        ['lenient-type-invalid', '/paths/~1it/post/x-lenient-type', message],
      ]);
    },
  );
});

describe('x-scheme-words', () => {
  const withSchemes = (schemes: string): string => pathDocument('/it: {}', '3.1.0', `components: { securitySchemes: { ${schemes} } }\n`);

  test.each<[scheme: string, want: readonly string[]]>([
    ["{ type: http, scheme: Shop-Auth, x-scheme-words: [Token, '*Auth'] }", ['Token', '*Auth']],
    ['{ type: http, scheme: bearer, x-scheme-words: [Token] }', ['Token']],
    ['{ type: apiKey, in: header, name: Authorization, x-scheme-words: [Token] }', ['Token']],
  ])('%s', async (scheme, want) => {
    expect((await service(withSchemes(`a: ${scheme}`))).securitySchemes[0]?.words).toEqual(want);
  });

  const LIST = '`x-scheme-words` must be a list of words.';
  test.each<[scheme: string, below: string, message: string]>([
    ['{ type: http, scheme: A, x-scheme-words: [] }', '', LIST],
    ['{ type: http, scheme: A, x-scheme-words: [a b] }', '/0', 'Each of `x-scheme-words` must be a word without spaces and separators.'],
    ["{ type: http, scheme: A, x-scheme-words: ['*'] }", '/0', "'*' would accept every word."],
    ['{ type: http, scheme: A, x-scheme-words: [B, a] }', '/1', "The scheme accepts the word 'a' already."],
    ['{ type: apiKey, in: query, name: k, x-scheme-words: [B] }', '', '`x-scheme-words` is on a scheme that reads no header.'],
  ])('%s', async (scheme, below, message) => {
    const { problems } = await problemsOf(withSchemes(`a: ${scheme}`));
    expect(problems.map(([code, , pointer, said]) => [code, pointer, said])).toEqual([
      ['scheme-words-invalid', `/components/securitySchemes/a/x-scheme-words${below}`, message],
    ]);
  });

  test.each<[schemes: string, message: string | undefined]>([
    ["a: { type: http, scheme: A, x-scheme-words: ['B*'] }, b: { type: http, scheme: bearer }", "'B*' of the security scheme 'a'"],
    [
      'a: { type: http, scheme: A, x-scheme-words: [C] }, b: { type: http, scheme: B, x-scheme-words: [C] }',
      "'C' of the security scheme 'b'",
    ],
    [
      "a: { type: http, scheme: A, x-scheme-words: ['*C'] }, b: { type: http, scheme: B, x-scheme-words: [AC] }",
      "'AC' of the security scheme 'b'",
    ],
    [
      'a: { type: http, scheme: bearer, x-scheme-words: [C] }, b: { type: openIdConnect, openIdConnectUrl: https://a.example, x-scheme-words: [C] }',
      undefined,
    ],
    ["a: { type: http, scheme: A, x-scheme-words: ['B*'] }, b: { type: http, scheme: C }", undefined],
    ["a: { type: apiKey, in: header, name: X-Key, x-scheme-words: ['B*'] }, b: { type: http, scheme: bearer }", undefined],
  ])('%s', async (schemes, message) => {
    const { problems } = await problemsOf(withSchemes(schemes));
    expect(problems.map(([code]) => code)).toEqual(message === undefined ? [] : ['scheme-words-collision']);
    if (message !== undefined) expect(problems[0]?.[3]).toContain(message);
  });
});
