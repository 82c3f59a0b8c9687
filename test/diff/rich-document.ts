// A document that writes most of what the model has a field for, so that changing each of its parts shows what a comparison misses.

const pet = { $ref: '#/components/schemas/Pet' };

export const richDocument = {
  openapi: '3.2.0',
  info: { title: 'Rich', version: '1', description: 'Everything.' },
  servers: [
    { url: 'https://{region}.example', variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Where.' } } },
    { url: 'https://other.example', description: 'Other.' },
  ],
  tags: [{ name: 'pets', description: 'Pets.' }],
  security: [{ key: [] }, { oauth: ['read'] }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        tags: ['pets'],
        summary: 'Lists.',
        description: 'Lists pets.',
        deprecated: true,
        parameters: [
          { name: 'limit', in: 'query', description: 'How many.', schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'q', in: 'query', allowEmptyValue: true, allowReserved: true, schema: { type: 'string' }, example: 'x' },
          { name: 'ids', in: 'query', style: 'pipeDelimited', explode: false, schema: { type: 'array', items: { type: 'string' } } },
          {
            name: 'where',
            in: 'query',
            content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } },
          },
          { name: 'old', in: 'header', deprecated: true, schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'Fine.',
            headers: {
              'X-Total': { description: 'All.', required: true, schema: { type: 'integer' } },
              'X-Map': { explode: true, schema: { type: 'object', properties: { a: { type: 'string' } } } },
            },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['data', 'undeclared'],
                  properties: { data: { type: 'array', items: pet }, next: { type: 'string' } },
                },
              },
            },
            links: { first: { operationId: 'getPet', parameters: { id: '$response.body#/data/0/id' }, description: 'The first.' } },
          },
          default: { description: 'Wrong.', content: { 'application/problem+json': { schema: { type: 'object' } } } },
        },
        'x-pagination': { style: 'cursor', items: '/data', cursor: 'query.cursor', next: '/next' },
      },
      post: {
        operationId: 'createPet',
        tags: ['making'],
        security: [{ signed: [] }],
        parameters: [{ name: 'url', in: 'query', required: true, schema: { type: 'string' } }],
        requestBody: {
          required: true,
          description: 'A pet.',
          content: {
            'application/json': { schema: pet },
            'application/xml': { schema: { $ref: '#/components/schemas/Beast' } },
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { photo: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } }, note: { type: 'string' } },
              },
              encoding: {
                photo: { contentType: 'image/png', headers: { 'X-Size': { schema: { type: 'integer' } } } },
                note: { contentType: 'text/plain' },
              },
            },
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } },
              encoding: { list: { style: 'spaceDelimited', explode: false } },
            },
          },
        },
        responses: { 201: { description: 'Made.', content: { 'application/json': { schema: pet } } } },
        callbacks: {
          made: {
            '{$request.query.url}': {
              post: {
                operationId: 'made',
                requestBody: { content: { 'application/json': { schema: pet } } },
                responses: { 200: { description: 'Seen.' } },
              },
            },
          },
        },
      },
    },
    '/pets/{id}': {
      get: {
        operationId: 'getPet',
        servers: [{ url: 'https://pets.example' }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^p', maxLength: 10 } }],
        responses: {
          200: {
            description: 'Fine.',
            content: {
              'application/json': {
                schema: {
                  oneOf: [pet, { $ref: '#/components/schemas/Beast' }],
                  discriminator: {
                    propertyName: 'kind',
                    defaultMapping: '#/components/schemas/Pet',
                    mapping: { pet: '#/components/schemas/Pet', beast: '#/components/schemas/Beast' },
                  },
                },
              },
            },
          },
        },
      },
    },
    '/events': {
      get: {
        operationId: 'watch',
        security: [{ discovered: [] }],
        responses: { 200: { description: 'A stream.', content: { 'application/jsonl': { itemSchema: pet, 'x-stream': { end: 'bye' } } } } },
      },
    },
  },
  webhooks: {
    moved: {
      post: {
        operationId: 'moved',
        'x-webhook-signature': { scheme: 'timestamped', header: 'X-Signature', toleranceSeconds: 300 },
        requestBody: { content: { 'application/json': { schema: pet } } },
        responses: { 200: { description: 'Seen.' } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        title: 'A pet',
        required: ['id'],
        properties: {
          id: { type: 'string', format: 'uuid', description: 'Its id.' },
          kind: { const: 'pet' },
          age: { type: 'integer', multipleOf: 1, exclusiveMinimum: -1, deprecated: true, examples: [3] },
          color: { enum: ['red', 'blue'], default: 'red' },
          secret: { type: 'string', writeOnly: true },
          made: { type: 'string', readOnly: true },
          blob: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
          pair: { type: 'array', prefixItems: [{ type: 'string' }], items: false, uniqueItems: true, minItems: 1 },
          any: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
          map: { type: 'object', additionalProperties: { type: 'integer' }, propertyNames: { minLength: 2 }, minProperties: 1 },
        },
        dependentRequired: { age: ['color'] },
        patternProperties: { '^x-': { type: 'string' } },
        not: { required: ['never'] },
      },
      Beast: {
        type: 'object',
        xml: { name: 'beast', namespace: 'https://ns.example', prefix: 'b' },
        properties: {
          kind: { const: 'beast', xml: { nodeType: 'attribute' } },
          teeth: { type: 'array', xml: { nodeType: 'element', name: 'teeth' }, items: { type: 'string', xml: { name: 'tooth' } } },
        },
      },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'A key.' },
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://auth.example/a',
            tokenUrl: 'https://auth.example/t',
            refreshUrl: 'https://auth.example/r',
            scopes: { read: 'Read.', write: 'Write.' },
          },
          clientCredentials: { tokenUrl: 'https://auth.example/c', scopes: { read: 'Read.' } },
        },
      },
      discovered: { type: 'openIdConnect', openIdConnectUrl: 'https://auth.example/.well-known/openid-configuration' },
      signed: {
        type: 'apiKey',
        in: 'query',
        name: 'sig',
        'x-signature': { parameters: { key: 'k', timestamp: 't', version: 'v', bodyDigest: 'd' }, toleranceSeconds: 60 },
      },
    },
  },
};
