// The service as a whole: security, webhooks, extensions, filters, and its list of schemas.
import { describe, expect, test } from 'vitest';
import { document, lines, nameOf, operation, read, service } from './support.ts';

const OK = "responses: { '204': { description: None. } }";

describe('security', () => {
  const schemes = `components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key, description: A key. }
    basic: { type: http, scheme: Basic }
    token: { type: http, scheme: bearer, bearerFormat: JWT }
    digest: { type: http, scheme: Digest }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: { read: Read all. } } } }
    openid: { type: openIdConnect, openIdConnectUrl: https://id.example.com/.well-known/openid-configuration }
    tls: { type: mutualTLS }
    signed:
      type: apiKey
      in: query
      name: auth_signature
      x-signature: { algorithm: hmac-sha256, encoding: hex, bodyDigest: md5, parameters: { key: k, timestamp: t, version: v, bodyDigest: d } }
`;

  test('schemes', async () => {
    const built = await service(document(`${schemes}paths: {}`));
    expect(built.securitySchemes.map(({ location: _location, ...scheme }) => scheme)).toEqual([
      { name: 'key', identifier: 'key', kind: 'apiKey', in: 'header', parameter: 'X-Key', description: 'A key.' },
      { name: 'basic', identifier: 'basic', kind: 'basic' },
      { name: 'token', identifier: 'token', kind: 'bearer', format: 'JWT' },
      { name: 'digest', identifier: 'digest', kind: 'http', scheme: 'Digest' },
      {
        name: 'oauth',
        identifier: 'oauth',
        kind: 'oauth2',
        flows: [{ flow: 'clientCredentials', tokenUrl: '/token', scopes: new Map([['read', 'Read all.']]) }],
      },
      { name: 'openid', identifier: 'openid', kind: 'openIdConnect', url: 'https://id.example.com/.well-known/openid-configuration' },
      { name: 'tls', identifier: 'tls', kind: 'mutualTLS' },
      {
        name: 'signed',
        identifier: 'signed',
        kind: 'signature',
        parameter: 'auth_signature',
        signature: {
          algorithm: 'hmac-sha256',
          encoding: 'hex',
          version: '1.0',
          bodyDigest: 'md5',
          toleranceSeconds: 600,
          parameters: { key: 'k', timestamp: 't', version: 'v', bodyDigest: 'd' },
        },
      },
    ]);
  });

  test.each([
    ['nothing written: as the document has it', '', [[{ scheme: 'key', scopes: [] }]]],
    ['none', 'security: []', []],
    ['none or a key', 'security: [{}, { key: [] }]', [[], [{ scheme: 'key', scopes: [] }]]],
    [
      'both, with scopes',
      'security: [{ key: [], oauth: [read] }]',
      [
        [
          { scheme: 'key', scopes: [] },
          { scheme: 'oauth', scopes: ['read'] },
        ],
      ],
    ],
  ])('of an operation: %s', async (_title, written, want) => {
    const built = await service(
      document(`security: [{ key: [] }]\n${schemes}paths:\n  /it:\n    get:\n      operationId: it\n      ${written}\n      ${OK}`),
    );
    expect(operation(built, 'it').security).toEqual(want);
  });

  test('an operation whose only requirement names an unknown scheme keeps it, so that it is not open to everybody', async () => {
    const { service: built, problems } = await read(
      document(
        `${schemes}paths:\n  /it:\n    get:\n      security: [{ kez: [] }]\n      ${OK}\n    put:\n      security: [{ kez: [] }, {}]\n      ${OK}`,
      ),
    );
    // The second is open anyway.
    expect(built?.operations.map(({ method, security }) => [method, security])).toEqual([
      ['GET', [[{ scheme: 'kez', scopes: [] }]]],
      ['PUT', [[]]],
    ]);
    expect(built?.securitySchemes.at(-1)).toMatchObject({ name: 'kez', kind: 'undeclared' });
    expect(lines(problems)).toEqual([
      'warning security-scheme-unknown /paths/~1it/get/security/0/kez',
      'warning security-scheme-unknown /paths/~1it/put/security/0/kez',
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      "The security scheme 'kez' is not under `components.securitySchemes`: clients send nothing for it, and a generated server refuses every request until its option `security` has a function for 'kez'.",
      "The security scheme 'kez' is not under `components.securitySchemes`, so this requirement is left out.",
    ]);
  });

  test.each([
    ['in: header', '{ parameters: { key: k, timestamp: t, version: v, bodyDigest: d } }'],
    ['in: query', '{ algorithm: hmac-sha1, parameters: { key: k, timestamp: t, version: v, bodyDigest: d } }'],
    ['in: query', '{ parameters: { key: k } }'],
  ])('x-signature %s %s is an error', async (where, signature) => {
    const text = `components: { securitySchemes: { s: { type: apiKey, ${where}, name: sig, x-signature: ${signature} } } }\npaths: {}`;
    const { service: built, problems } = await read(document(text));
    expect(built).toBeUndefined();
    expect(problems.map((problem) => problem.code)).toContain('signature-invalid');
  });
});

describe('webhooks', () => {
  const webhook = (more: string, root = '') =>
    document(
      `${root}security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: apiKey, in: query, name: k } } }\nwebhooks:\n  channel_occupied:\n    post:\n      ${more}\n      requestBody: { content: { application/json: { schema: { type: object } } } }\n      ${OK}`,
    );

  test('are operations without a path and without security, named by their key', async () => {
    const built = await service(webhook('summary: Someone came.'));
    expect(built.operations).toEqual([]);
    expect(built.webhooks).toMatchObject([
      {
        key: 'channel_occupied',
        id: 'channel_occupied',
        name: 'channelOccupied',
        typeName: 'ChannelOccupied',
        method: 'POST',
        path: '',
        security: [],
      },
    ]);
    expect(built.schemas.map(nameOf)).toEqual(['ChannelOccupiedBody']);
  });

  test('keep their operationId', async () => {
    expect((await service(webhook('operationId: onOccupied'))).webhooks).toMatchObject([{ id: 'onOccupied', name: 'onOccupied' }]);
  });

  test.each([
    ['{ scheme: hmac-hex, header: X-S, keyHeader: X-K }', { scheme: 'hmac-hex', header: 'X-S', keyHeader: 'X-K' }],
    ['{ scheme: timestamped, header: X-S, toleranceSeconds: 180 }', { scheme: 'timestamped', header: 'X-S', toleranceSeconds: 180 }],
    ['{ scheme: standard }', { scheme: 'standard', toleranceSeconds: 300 }],
  ])('are signed as %s', async (written, want) => {
    expect((await service(webhook(`x-webhook-signature: ${written}`))).webhooks[0]?.signature).toEqual(want);
    expect((await service(webhook('summary: By the document.', `x-webhook-signature: ${written}\n`))).webhooks[0]?.signature).toEqual(want);
  });

  test.each(['{ scheme: rot13, header: X-S }', '{ scheme: hmac-hex }'])('x-webhook-signature %s is an error', async (written) => {
    const { service: built, problems } = await read(webhook(`x-webhook-signature: ${written}`));
    expect(built).toBeUndefined();
    expect(lines(problems)).toContain('error webhook-signature-invalid /webhooks/channel_occupied/post/x-webhook-signature');
  });
});

describe('filters', () => {
  const text = document(
    [
      'paths:',
      "  /pets: { get: { operationId: listPets, tags: [pets], responses: { '200': { description: Yes., content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } } }",
      `  /pets/{id}: { delete: { operationId: deletePet, tags: [pets, admin], parameters: [{ name: id, in: path, required: true, schema: {} }], ${OK} } }`,
      "  /users: { get: { operationId: listUsers, tags: [users], responses: { '200': { description: Yes., content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } } } }",
      'components:',
      '  schemas:',
      '    User: { type: object }',
      "    Pet: { type: object, properties: { toy: { $ref: '#/components/schemas/Toy' } } }",
      '    Toy: { type: string }',
      '    Unused: { type: string }',
    ].join('\n'),
  );
  test.each([
    ['none', {}, ['listPets', 'deletePet', 'listUsers'], ['User', 'Pet', 'Toy', 'Unused']],
    ['a tag', { include: { tags: ['pets'] } }, ['listPets', 'deletePet'], ['Pet', 'Toy']],
    ['without a tag', { exclude: { tags: ['admin'] } }, ['listPets', 'listUsers'], ['User', 'Pet', 'Toy']],
    ['a tag without another', { include: { tags: ['pets'] }, exclude: { tags: ['admin'] } }, ['listPets'], ['Pet', 'Toy']],
    ['a path', { include: { paths: ['/pets/*'] } }, ['deletePet'], []],
    ['paths', { include: { paths: ['/pets*'] } }, ['listPets', 'deletePet'], ['Pet', 'Toy']],
    ['a path with what a pattern could read', { include: { paths: ['/pets/{id}'] } }, ['deletePet'], []],
    ['an operation', { include: { operations: ['listUsers'] } }, ['listUsers'], ['User']],
    ['any of the lists', { include: { operations: ['listUsers'], tags: ['admin'] } }, ['deletePet', 'listUsers'], ['User']],
  ])('%s', async (_title, options, operations, schemas) => {
    const built = await service(text, options);
    expect(built.operations.map((found) => found.name)).toEqual(operations);
    expect(built.schemas.map(nameOf)).toEqual(schemas);
  });

  test('a schema that only a left-out operation uses is not listed', async () => {
    const stream =
      "{ description: Yes., content: { application/jsonl: { x-stream: ndjsn, schema: { $ref: '#/components/schemas/Pet/properties/toy' } } } }";
    const given = text.replace('paths:', `paths:\n  /all: { get: { operationId: all, responses: { '200': ${stream} } } }`);
    const built = await service(given, { include: { operations: ['all', 'listUsers'] } });
    expect(built.operations.map((found) => found.name)).toEqual(['listUsers']);
    expect(built.schemas.map(nameOf)).toEqual(['User']);
  });

  test('an entry that matches nothing is a warning', async () => {
    const { problems } = await read(text, { include: { tags: ['pets', 'petz'] } });
    expect(problems.filter((problem) => problem.code === 'filter-without-effect').map((problem) => problem.message)).toEqual([
      "No operation matches tag 'petz' of `include`.",
    ]);
    expect(problems.map(({ severity }) => severity)).not.toContain('error');
  });

  test.each([
    [
      { tags: ['Pet'] },
      "No operation matches tag 'Pet' of `include`, so nothing would be generated.",
      "Did you mean 'pets'? The tags are: pets, admin, users.",
    ],
    [
      { paths: ['/dogs/*'] },
      "No operation matches path '/dogs/*' of `include`, so nothing would be generated.",
      'The paths are: /pets, /pets/{id}, /users.',
    ],
    [
      { operations: ['listPet'] },
      "No operation matches operation 'listPet' of `include`, so nothing would be generated.",
      "Did you mean 'listPets'? The operations are: listPets, deletePet, listUsers.",
    ],
  ])('an include that matches nothing at all is an error that says what there is: %j', async (include, message, fix) => {
    const { service: built, problems } = await read(text, { include });
    expect(built).toBeUndefined();
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({ code: 'filter-without-operations', message, fix: expect.stringContaining(fix) }),
    ]);
  });

  test('operations that are filtered out are not checked', async () => {
    const broken = `${text.replace(OK, 'security: [{ nobody: [] }], responses: {}')}`;
    expect((await read(broken)).problems.map(({ code }) => code)).toContain('security-scheme-unknown');
    const without = await read(broken, { exclude: { operations: ['deletePet'] } });
    expect(without.service?.operations).toHaveLength(2);
    expect(without.problems.map(({ code }) => code)).not.toContain('security-scheme-unknown');
  });
});

describe('case 25: cycles', () => {
  test.each([
    ["A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }"],
    ["A: { allOf: [{ $ref: '#/components/schemas/A' }] }"],
    ["A: { oneOf: [{ $ref: '#/components/schemas/B' }] }\n    B: { oneOf: [{ $ref: '#/components/schemas/A' }] }"],
  ])('%s is left out, with a message that shows the cycle', async (schemas) => {
    const { service: built, problems } = await read(document(`components:\n  schemas:\n    ${schemas}\npaths: {}`));
    expect(built?.schemas).toEqual([]);
    expect(
      problems
        .filter((problem) => problem.severity === 'unsupported')
        .map((problem) => problem.message)
        .join(),
    ).toMatch(/^Circular reference: .*A → /);
  });

  test('a cycle through a $dynamicRef leaves out everything that uses it', async () => {
    const { service: built, problems } = await read(
      document(
        "components:\n  schemas:\n    A: { $id: 'https://a.example/a', $dynamicAnchor: n, allOf: [{ $dynamicRef: '#n' }] }\n    B: { items: { $ref: '#/components/schemas/A' } }\n    C: {}\npaths: {}",
      ),
    );
    expect(built?.schemas.map(nameOf)).toEqual(['C']);
    expect(lines(problems)).toEqual(['unsupported left-out /components/schemas/A', 'unsupported left-out /components/schemas/B']);
    expect(problems[0]?.message).toMatch(/cycle A → A\.$/);
  });

  test('a recursive tree is not a cycle', async () => {
    const { service: built, problems } = await read(
      document(
        "components:\n  schemas:\n    Tree: { type: object, properties: { next: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] } } }\npaths: {}",
      ),
    );
    expect(built?.schemas.map(nameOf)).toEqual(['Tree']);
    expect(problems).toEqual([]);
  });
});

test('the same text gives the same service', async () => {
  const text = document(
    `paths:\n  /it:\n    get:\n      ${OK}\ncomponents:\n  schemas:\n    A: { $ref: '#/components/schemas/B/properties/c' }\n    B: { properties: { c: { type: string } } }`,
  );
  const [one, two] = [await service(text), await service(text)];
  expect(one.schemas.map((schema) => [schema.key, schema.name])).toEqual(two.schemas.map((schema) => [schema.key, schema.name]));
  expect(one.operations.map(({ name, typeName }) => [name, typeName])).toEqual(
    two.operations.map(({ name, typeName }) => [name, typeName]),
  );
});
