// A document whose own names are not wanted in code: some it changes itself by `x-octavo-name`, others the configuration names.
import type { ModelOptions } from '../../generator/model/index.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const user = ref('user-dto_V2');

export const DOCUMENT = {
  servers: [{ url: 'https://directory.example.com' }],
  tags: [{ name: 'users' }, { name: 'teams' }],
  paths: {
    '/v2/users': {
      get: {
        operationId: 'list_users_v2',
        'x-octavo-name': 'listUsers',
        tags: ['users'],
        'x-pagination': { style: 'cursor', cursor: 'query.page_token', next: '/next', items: '/users' },
        parameters: [
          { name: 'page_token', in: 'query', 'x-octavo-name': 'after', schema: { type: 'string' } },
          { name: 'page_size', in: 'query', schema: { type: 'integer', default: 2, maximum: 50 } },
          { name: 'X-Trace-ID', in: 'header', schema: { type: 'string' } },
          { name: 'dark-mode', in: 'cookie', 'x-octavo-name': 'dark', schema: { type: 'boolean' } },
          {
            name: 'born_in',
            in: 'query',
            style: 'deepObject',
            'x-octavo-name': 'born',
            schema: { type: 'object', properties: { start_year: { type: 'integer' } }, additionalProperties: { type: 'string' } },
          },
          { name: 'state', in: 'query', schema: ref('user-state') },
        ],
        responses: {
          200: {
            description: 'Users.',
            ...json({
              type: 'object',
              required: ['users'],
              properties: { next: { type: 'string' }, users: { type: 'array', items: user } },
            }),
          },
        },
      },
      post: {
        operationId: 'create_user_v2',
        tags: ['users'],
        parameters: [{ name: 'call_back', in: 'query', schema: { type: 'string' } }],
        requestBody: { required: true, ...json(user) },
        responses: {
          201: {
            description: 'Created.',
            ...json(user),
            links: { self: { operationId: 'get_user_v2', parameters: { user_id: '$response.body#/id' } } },
          },
        },
        callbacks: {
          made: {
            '{$request.query.call_back}': {
              post: {
                operationId: 'user_made_v2',
                'x-octavo-name': 'userMade',
                requestBody: json(user),
                responses: { 204: { description: 'Seen.' } },
              },
            },
          },
        },
      },
    },
    '/v2/users/{user_id}': {
      get: {
        operationId: 'get_user_v2',
        tags: ['users'],
        parameters: [{ name: 'user_id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'One.', ...json(user) }, 404: { description: 'None.', ...json(ref('ErrorDTO')) } },
      },
    },
    '/v2/parties': {
      get: { tags: ['teams'], responses: { 200: { description: 'All.', ...json({ type: 'array', items: ref('party') }) } } },
    },
  },
  webhooks: { 'user-gone': { post: { requestBody: json(user), responses: { 204: { description: 'Seen.' } } } } },
  components: {
    schemas: {
      'user-state': { type: 'string', enum: ['new', 'old'], 'x-octavo-name': 'Standing' },
      'user-dto_V2': {
        type: 'object',
        'x-octavo-name': 'Member',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string' },
          hook: { type: 'string', format: 'uri' },
          state: ref('user-state'),
        },
      },
      team_V2: { type: 'object', required: ['kind'], properties: { kind: { const: 'team_V2' }, size: { type: 'integer' } } },
      robot_V2: { type: 'object', required: ['kind'], properties: { kind: { const: 'robot_V2' }, model: { type: 'string' } } },
      party: { oneOf: [ref('team_V2'), ref('robot_V2')], discriminator: { propertyName: 'kind' } },
      ErrorDTO: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};

export const NAMES: NonNullable<ModelOptions['names']> = {
  operations: { create_user_v2: 'createUser', get_user_v2: 'getUser', 'GET /v2/parties': 'listParties', 'POST user-gone': 'userLeft' },
  parameters: { page_size: 'size', 'path.user_id': 'id', 'X-Trace-ID': 'trace', call_back: 'notify' },
  schemas: { 'user-dto_V2': 'User', team_V2: 'Team', robot_V2: 'Robot', ErrorDTO: 'Refusal' },
};
