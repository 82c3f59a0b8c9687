// Documents with callbacks, links and webhooks for the tests of this folder.

const json = (schema: unknown) => ({ 'application/json': { schema } });
const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const text = { type: 'string' };
const none = { 204: { description: 'Taken.' } };

/** A subscription with callbacks of every kind of address, and a user with links of every kind of value. */
export const ORDERS = {
  paths: {
    '/orders/{shop}': {
      post: {
        operationId: 'order',
        parameters: [
          { name: 'shop', in: 'path', required: true, schema: text },
          { name: 'url', in: 'query', schema: text },
          { name: 'X-Callback', in: 'header', schema: text },
        ],
        requestBody: {
          required: true,
          content: json(object({ callbackUrl: text, deep: object({ urls: { type: 'array', items: text } }) }, [])),
        },
        responses: {
          201: { description: 'Made.', content: json(object({ id: { type: 'integer' }, hook: text }, ['id'])) },
          400: { description: 'Wrong.' },
        },
        callbacks: {
          paid: {
            '{$request.body#/callbackUrl}': {
              post: {
                summary: 'The order is paid',
                requestBody: { required: true, content: json(object({ kind: { const: 'paid' }, amount: { type: 'integer' } })) },
                responses: none,
                'x-webhook-signature': true,
              },
            },
          },
          byQuery: { '{$request.query.url}': { $ref: '#/components/pathItems/Ping' } },
          byHeader: { '$request.header.x-callback': { $ref: '#/components/pathItems/Ping2' } },
          deep: {
            '{$request.body#/deep/urls/1}/{$request.path.shop}?m={$method}&s={$statusCode}&id={$response.body#/id}': {
              $ref: '#/components/pathItems/Ping3',
            },
          },
          byUrl: { '{$url}/done': { post: { requestBody: { content: json({}) }, responses: none } } },
          shared: { $ref: '#/components/callbacks/Shared' },
        },
      },
      put: {
        operationId: 'reorder',
        parameters: [{ name: 'shop', in: 'path', required: true, schema: text }],
        requestBody: { required: true, content: json(object({ hook: text })) },
        responses: none,
        callbacks: { shared: { $ref: '#/components/callbacks/Shared' } },
      },
    },
    '/users': {
      post: {
        operationId: 'createUser',
        parameters: [{ name: 'realm', in: 'query', required: true, schema: text }],
        requestBody: { required: true, content: json(object({ name: text })) },
        responses: {
          200: {
            description: 'There already.',
            content: json(object({ id: text })),
            links: { getUser: { $ref: '#/components/links/User' } },
          },
          201: {
            description: 'Made.',
            headers: { 'X-Version': { schema: { type: 'integer' } } },
            content: json(object({ id: text, tags: { type: 'array', items: text } }, ['id'])),
            links: {
              getUser: { $ref: '#/components/links/User' },
              'rename it': {
                description: 'Gives the user another name.',
                operationRef: '#/paths/~1users~1%7Bid%7D/put',
                parameters: {
                  'path.id': '$response.body#/id',
                  'X-Version': '$response.header.X-Version',
                  note: 'in {$request.query.realm} by {$method}',
                },
                requestBody: '$request.body',
              },
            },
          },
          default: { description: 'Wrong.', content: json(object({ error: text })) },
        },
      },
    },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'getUser',
        parameters: [
          { name: 'expand', in: 'query', schema: { type: 'boolean' } },
          { name: 'lang', in: 'query', schema: text },
        ],
        responses: { 200: { description: 'The user.', content: json(object({ id: text })) } },
      },
      put: {
        operationId: 'putUser',
        parameters: [
          { name: 'X-Version', in: 'header', required: true, schema: { type: 'integer' } },
          { name: 'note', in: 'query', schema: text },
        ],
        requestBody: { required: true, content: json(object({ name: text })) },
        responses: none,
      },
    },
  },
  components: {
    callbacks: { Shared: { '{$request.body#/hook}': { post: { requestBody: { content: json({}) }, responses: none } } } },
    links: { User: { operationId: 'getUser', parameters: { id: '$response.body#/id', expand: true } } },
    pathItems: Object.fromEntries(
      ['Ping', 'Ping2', 'Ping3'].map((name) => [
        name,
        { post: { requestBody: { content: json(object({ n: { type: 'integer' } })) }, responses: none } },
      ]),
    ),
  },
};

/** Webhooks that are signed by default; one has several payloads. */
export const SHOP = {
  'x-webhook-signature': {},
  webhooks: {
    stock: {
      post: {
        requestBody: {
          required: true,
          content: json({
            oneOf: [{ $ref: '#/components/schemas/Low' }, { $ref: '#/components/schemas/Gone' }],
            discriminator: {
              propertyName: 'type',
              mapping: { 'stock.low': '#/components/schemas/Low', 'stock.gone': '#/components/schemas/Gone' },
            },
          }),
        },
        responses: none,
      },
    },
    closed: {
      post: {
        requestBody: { required: true, content: json(object({ type: { const: 'closed' } })) },
        responses: { 200: { description: 'Taken.', content: { 'text/plain': { schema: text } } } },
      },
    },
  },
  components: {
    schemas: {
      Low: object({ type: { const: 'stock.low' }, item: text, left: { type: 'integer' } }),
      Gone: object({ type: { const: 'stock.gone' }, item: text, since: text }),
    },
  },
};
