// Constructs of OpenAPI 3.2 that say where the service is, which methods it has, and what a request carries beside its body.
import { expect } from 'vitest';
import { BASE, type Construct, code, isRead, isSound, none, type Sections, shows } from './kit.ts';

const ok = { 204: { description: 'Done.' } };
const object = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };
const json = (schema: object): object => ({ 'application/json': { schema } });

function get(parameters: readonly object[], more: object = {}): Sections {
  return { paths: { '/a/{id}': { get: { operationId: 'getA', parameters: [id, ...parameters], responses: ok, ...more } } } };
}
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'x' };

interface Parameters {
  readonly paths: Record<string, { get: { parameters: Record<string, unknown>[] } }>;
}
const parameter = (document: Parameters): Record<string, unknown> => document.paths['/a/{id}']?.get.parameters[1] ?? {};
const noBody = none('It is no part of a body.');

export const REQUESTS: readonly Construct[] = [
  {
    name: '`$self`, and references by it',
    section: '4.1.1',
    document: {
      $self: 'https://id.example.com/v1/pets',
      paths: {
        '/a': {
          get: {
            operationId: 'getA',
            responses: { 200: { description: 'A.', content: json({ $ref: 'https://id.example.com/v1/pets#/components/schemas/A' }) } },
          },
          put: { operationId: 'putA', requestBody: { content: json({ $ref: 'pets#/components/schemas/A' }) }, responses: ok },
        },
      },
      components: { schemas: { A: object } },
    },
    cells: {
      loader: isRead,
      types: code(
        "import type { A, GetAResult, PutAInput } from './index.ts';\nexport const a: A = { n: 1 };\nexport const b: GetAResult = { status: 200, body: a };\nexport const c: PutAInput = { body: a };",
      ),
      validators: async ({ issues }) => expect(await issues('A', {})).toEqual(['/n']),
      client: async ({ call }) =>
        expect((await call('getA', {}, { getA: () => ({ status: 200, body: { n: 1 } }) })).sent.url).toBe(`${BASE}/a`),
      server: async ({ serve }) => {
        const request = new Request(`${BASE}/a`, { method: 'PUT', body: '{"n":1}', headers: { 'content-type': 'application/json' } });
        expect((await serve(request, 'putA', { status: 204 })).input).toMatchObject({ body: { n: 1 } });
      },
      mock: async ({ mock, bundle }) => {
        expect(await (await mock(new Request(`${BASE}/a`))).json()).toHaveProperty('n');
        expect(JSON.stringify(bundle)).toContain('"$ref":"#/components/schemas/A"');
        expect(JSON.stringify(bundle)).not.toContain('pets#');
      },
      lint: isSound,
      docs: shows('[A](../schemas/A.md)'),
      diff: async ({ diff }) =>
        expect(
          await diff(
            (document: {
              $self: string;
              paths: { '/a': { get: { responses: { 200: { content: object } } }; put: { requestBody: object } } };
            }) => {
              document.$self = 'https://id.example.com/v2/pets';
              document.paths['/a'].get.responses[200].content = json({ $ref: '#/components/schemas/A' });
              document.paths['/a'].put.requestBody = { content: json({ $ref: './pets#/components/schemas/A' }) };
            },
          ),
        ).toEqual([]),
    },
  },
  {
    name: '`servers[].name`',
    section: '4.5.1',
    document: { servers: [{ url: BASE, name: 'live', description: 'Real pets.' }], ...get([]) },
    cells: {
      loader: isRead,
      types: none('Clients choose a server by `baseUrl`.'),
      validators: none('It describes no value.'),
      client: async ({ call }) =>
        expect((await call('getA', { path: { id: 'x' } }, { getA: () => ({ status: 204 }) })).sent.url).toBe(`${BASE}/a/x`),
      server: none('It has no effect on requests.'),
      mock: none('It has no effect on requests.'),
      lint: isSound,
      docs: ({ bundle }) => expect(bundle.servers).toEqual([{ url: BASE, name: 'live', description: 'Real pets.' }]),
      diff: async ({ diff }) =>
        expect(
          await diff((document: { servers: { name: string }[] }) => void Object.assign(document.servers[0] ?? {}, { name: 'main' })),
        ).toEqual([]),
    },
  },
  {
    name: 'a server variable: its `enum` has the default',
    section: '4.6.1',
    document: {
      servers: [{ url: 'https://{stage}.example.com', variables: { stage: { default: 'pets', enum: ['pets', 'test'] } } }],
      ...get([]),
    },
    cells: {
      loader: isRead,
      types: code(
        "import { createPetsClient } from './index.ts';\ncreatePetsClient({ variables: { stage: 'test' } });\n// @ts-expect-error: not in the enum.\ncreatePetsClient({ variables: { stage: 'other' } });",
      ),
      validators: none('It describes no value.'),
      client: async ({ call }) =>
        expect(
          (await call('getA', { path: { id: 'x' } }, { getA: () => ({ status: 204 }) }, { variables: { stage: 'test' } })).sent.url,
        ).toBe('https://test.example.com/a/x'),
      server: async ({ serve }) =>
        expect((await serve(new Request('https://test.example.com/a/x'), 'getA', { status: 204 })).response.status).toBe(204),
      mock: async ({ mock }) => expect((await mock(new Request('https://test.example.com/a/x'))).status).toBe(204),
      lint: isSound,
      docs: shows('https://pets.example.com/a/'),
      diff: async ({ diff }) =>
        expect(
          await diff(
            (document: { servers: { variables: { stage: { enum: string[] } } }[] }) => void document.servers[0]?.variables.stage.enum.pop(),
          ),
        ).toEqual(['breaking server-value-removed']),
    },
  },
  {
    name: '`tags[].summary`, `parent` and `kind`',
    section: '4.22.1',
    document: {
      tags: [
        { name: 'shop', summary: 'The shop', kind: 'nav' },
        { name: 'orders', summary: 'Orders', parent: 'shop' },
      ],
      ...get([], { tags: ['orders'] }),
    },
    cells: {
      loader: isRead,
      types: none('A tag has no type.'),
      validators: none('It describes no value.'),
      client: none('The members of clients are named after `name`.'),
      server: none('It has no effect on requests.'),
      mock: none('It has no effect on requests.'),
      lint: isSound,
      docs: shows('<h2>The shop › Orders</h2>'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: { tags: object[] }) => void Object.assign(document.tags[0] ?? {}, { summary: 'Shop', kind: 'audience' })),
        ).toEqual([]),
    },
  },
  {
    name: 'empty lists: `servers: []`, `tags: []`, `parameters: []`',
    section: '4.1.1',
    document: {
      servers: [],
      tags: [],
      paths: { '/a': { get: { operationId: 'getA', tags: [], parameters: [], servers: [], responses: ok } } },
    },
    cells: {
      loader: isRead,
      types: code("import type { GetAInput } from './index.ts';\nexport const a: GetAInput = {};"),
      validators: none('They describe no value.'),
      client: async ({ call }) =>
        expect((await call('getA', {}, { getA: () => ({ status: 204 }) }, { baseUrl: 'https://b.example.com' })).sent.url).toBe(
          'https://b.example.com/a',
        ),
      server: async ({ serve }) => expect((await serve(new Request(`${BASE}/a`), 'getA', { status: 204 })).response.status).toBe(204),
      mock: async ({ mock }) => expect((await mock(new Request(`${BASE}/a`))).status).toBe(204),
      lint: ({ findings }) => expect(findings.filter((finding) => !finding.endsWith('no-empty-servers'))).toEqual([]),
      docs: shows('<code>/a</code>'),
      diff: async ({ diff }) =>
        expect(await diff((document: { servers: object[] }) => void document.servers.push({ url: '/' }))).toEqual([]),
    },
  },
  {
    name: 'the method `query`',
    section: '4.9.1',
    document: {
      paths: {
        '/a': {
          query: {
            operationId: 'queryA',
            requestBody: { required: true, content: json(object) },
            responses: { 200: { description: 'Found.', content: json({ type: 'array', items: object }) } },
          },
        },
      },
    },
    cells: {
      loader: isRead,
      types: code(
        "import type { QueryAInput } from './index.ts';\nexport const a: QueryAInput = { body: { n: 1 } };\n// @ts-expect-error: n is a number.\nexport const b: QueryAInput = { body: { n: 'x' } };",
      ),
      validators: async ({ serve }) => {
        const request = new Request(`${BASE}/a`, { method: 'QUERY', body: '{}', headers: { 'content-type': 'application/json' } });
        expect((await serve(request, 'queryA', {})).response.status).toBe(400);
      },
      client: async ({ call }) => {
        const { sent, result } = await call('queryA', { body: { n: 1 } }, { queryA: () => ({ status: 200, body: [{ n: 2 }] }) });
        expect([sent.method, sent.body, result.body]).toEqual(['QUERY', '{"n":1}', [{ n: 2 }]]);
      },
      server: async ({ serve }) => {
        const request = new Request(`${BASE}/a`, { method: 'QUERY', body: '{"n":1}', headers: { 'content-type': 'application/json' } });
        expect((await serve(request, 'queryA', { status: 200, body: [] })).input).toMatchObject({ body: { n: 1 } });
      },
      mock: async ({ mock }) => {
        const request = new Request(`${BASE}/a`, { method: 'QUERY', body: '{"n":1}', headers: { 'content-type': 'application/json' } });
        expect((await mock(request)).status).toBe(200);
      },
      lint: isSound,
      docs: shows('# QUERY /a', 'curl -X QUERY'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: { paths: { '/a': Record<string, unknown> } }) => {
            document.paths['/a'].post = document.paths['/a'].query;
            delete document.paths['/a'].query;
          }),
        ).toContain('breaking operation-removed'),
    },
  },
  {
    name: '`additionalOperations`',
    section: '4.9.1',
    document: {
      paths: { '/a': { additionalOperations: { COPY: { operationId: 'copyA', requestBody: { content: json(object) }, responses: ok } } } },
    },
    cells: {
      loader: isRead,
      types: code(
        "import type { CopyAInput, CopyAResult } from './index.ts';\nexport const a: CopyAInput = { body: { n: 1 } };\nexport const b: CopyAResult = { status: 204 };",
      ),
      validators: async ({ serve }) => {
        const request = new Request(`${BASE}/a`, { method: 'COPY', body: '{}', headers: { 'content-type': 'application/json' } });
        expect((await serve(request, 'copyA', {})).response.status).toBe(400);
      },
      client: async ({ call }) =>
        expect((await call('copyA', { body: { n: 1 } }, { copyA: () => ({ status: 204 }) })).sent.method).toBe('COPY'),
      server: async ({ serve }) => {
        expect((await serve(new Request(`${BASE}/a`, { method: 'COPY' }), 'copyA', { status: 204 })).response.status).toBe(204);
        const { response } = await serve(new Request(`${BASE}/a`, { method: 'POST' }), 'copyA', {});
        expect([response.status, response.headers.get('allow')]).toEqual([405, expect.stringContaining('COPY')]);
      },
      mock: async ({ mock }) => expect((await mock(new Request(`${BASE}/a`, { method: 'COPY' }))).status).toBe(204),
      lint: isSound,
      docs: shows('# COPY /a'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: { paths: { '/a': { additionalOperations: object } } }) => {
            document.paths['/a'].additionalOperations = {};
          }),
        ).toEqual(['breaking operation-removed']),
    },
  },
  {
    name: '`in: querystring`',
    section: '4.12.1',
    document: get([
      {
        name: 'all',
        in: 'querystring',
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: object, example: { n: 7 } } },
      },
    ]),
    cells: {
      loader: isRead,
      types: code(
        "import type { GetAInput } from './index.ts';\nexport const a: GetAInput = { path: { id: 'x' }, querystring: { n: 1 } };\n// @ts-expect-error: the name is not part of it.\nexport const b: GetAInput = { path: { id: 'x' }, querystring: { all: { n: 1 } } };",
      ),
      validators: async ({ serve }) => expect((await serve(new Request(`${BASE}/a/x?n=y`), 'getA', {})).response.status).toBe(400),
      client: async ({ call }) =>
        expect((await call('getA', { path: { id: 'x' }, querystring: { n: 1 } }, { getA: () => ({ status: 204 }) })).sent.url).toBe(
          `${BASE}/a/x?n=1`,
        ),
      server: async ({ serve }) =>
        expect((await serve(new Request(`${BASE}/a/x?n=1`), 'getA', { status: 204 })).input).toEqual({
          path: { id: 'x' },
          querystring: { n: 1 },
        }),
      mock: async ({ mock }) =>
        expect([(await mock(new Request(`${BASE}/a/x?n=1`))).status, (await mock(new Request(`${BASE}/a/x`))).status]).toEqual([204, 400]),
      lint: isSound,
      docs: shows('`all`: querystring', '/a/x?n=7', 'querystring: { n: 7 }'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: Parameters) => {
            parameter(document).content = {
              'application/x-www-form-urlencoded': {
                schema: { ...object, required: ['n', 'm'], properties: { n: { type: 'integer' }, m: {} } },
              },
            };
          }),
        ).toEqual(['breaking required-property-added']),
    },
  },
  {
    name: '`style: cookie`',
    section: '4.12.3',
    document: get([
      { name: 'c', in: 'cookie', style: 'cookie', schema: { type: 'array', items: { type: 'string' } }, example: ['a=b', 'c'] },
    ]),
    cells: {
      loader: isRead,
      types: code("import type { GetAInput } from './index.ts';\nexport const a: GetAInput = { path: { id: 'x' }, cookie: { c: ['x'] } };"),
      validators: async ({ serve }) =>
        expect((await serve(new Request(`${BASE}/a/x`), 'getA', { status: 204 })).input).toEqual({ path: { id: 'x' } }),
      client: async ({ call }) =>
        expect(
          (await call('getA', { path: { id: 'x' }, cookie: { c: ['a%20b', 'c'] } }, { getA: () => ({ status: 204 }) })).sent.headers.get(
            'cookie',
          ),
        ).toBe('c=a%20b; c=c'),
      server: async ({ serve }) =>
        expect(
          (await serve(new Request(`${BASE}/a/x`, { headers: { cookie: 'c=a%20b; c=c' } }), 'getA', { status: 204 })).input,
        ).toMatchObject({ cookie: { c: ['a%20b', 'c'] } }),
      mock: async ({ mock }) => expect((await mock(new Request(`${BASE}/a/x`, { headers: { cookie: 'c=a' } }))).status).toBe(204),
      lint: isSound,
      docs: shows('`c`: cookie'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: Parameters) => {
            parameter(document).style = 'form';
          }),
        ).toEqual(['breaking parameter-serialised']),
    },
  },
  {
    name: '`allowReserved` in paths and cookies',
    section: '4.12.2.2',
    document: get([{ name: 'c', in: 'cookie', allowReserved: true, schema: { type: 'string' } }], {
      operationId: 'getA',
      parameters: [
        { ...id, allowReserved: true },
        { name: 'c', in: 'cookie', allowReserved: true, schema: { type: 'string' } },
      ],
    }),
    cells: {
      loader: isRead,
      types: none('It is about the text of a value, which has the same type.'),
      validators: none('It is about the text of a value, not about the value.'),
      client: async ({ call }) => {
        const { sent } = await call('getA', { path: { id: 'a:b@c' }, cookie: { c: '1:2' } }, { getA: () => ({ status: 204 }) });
        expect([sent.url, sent.headers.get('cookie')]).toEqual([`${BASE}/a/a:b@c`, 'c=1:2']);
      },
      server: async ({ serve }) =>
        expect((await serve(new Request(`${BASE}/a/a:b@c`, { headers: { cookie: 'c=1:2' } }), 'getA', { status: 204 })).input).toEqual({
          path: { id: 'a:b@c' },
          cookie: { c: '1:2' },
        }),
      mock: async ({ mock }) => expect((await mock(new Request(`${BASE}/a/a:b`))).status).toBe(204),
      lint: isSound,
      docs: shows('`c`: cookie'),
      diff: none('Servers read escaped and plain characters alike, so a change of it breaks no caller.'),
    },
  },
  {
    name: '`content` of a parameter, with the examples of its media type',
    section: '4.12.2.3',
    document: get([
      { name: 'n', in: 'query', content: { 'text/plain': { schema: { type: 'integer' }, examples: { seven: { dataValue: 7 } } } } },
    ]),
    cells: {
      loader: isRead,
      types: code("import type { GetAInput } from './index.ts';\nexport const a: GetAInput = { path: { id: 'x' }, query: { n: 1 } };"),
      validators: async ({ serve }) => expect((await serve(new Request(`${BASE}/a/x?n=y`), 'getA', {})).response.status).toBe(400),
      client: async ({ call }) =>
        expect((await call('getA', { path: { id: 'x' }, query: { n: 1 } }, { getA: () => ({ status: 204 }) })).sent.url).toBe(
          `${BASE}/a/x?n=1`,
        ),
      server: async ({ serve }) =>
        expect((await serve(new Request(`${BASE}/a/x?n=1`), 'getA', { status: 204 })).input).toMatchObject({ query: { n: 1 } }),
      mock: async ({ mock }) => expect((await mock(new Request(`${BASE}/a/x?n=y`))).status).toBe(400),
      lint: isSound,
      docs: shows('/a/x?n=7'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: Parameters) => {
            parameter(document).content = { 'text/plain': { schema: { type: 'boolean' } } };
          }),
        ).toContain('breaking type-changed'),
    },
  },
  {
    name: 'security: a requirement by URI',
    section: '4.30',
    document: {
      security: [{ '#/components/securitySchemes/old': [] }],
      ...get([]),
      components: { securitySchemes: { old: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    },
    cells: {
      loader: isRead,
      types: code("import { createPetsClient } from './index.ts';\ncreatePetsClient({ credentials: { old: 'k' } });"),
      validators: noBody,
      client: async ({ call }) => {
        const { sent } = await call(
          'getA',
          { path: { id: 'x' } },
          { getA: () => ({ status: 204 }) },
          { credentials: { old: 'k' }, security: { old: () => 1 } },
        );
        expect(sent.headers.get('x-key')).toBe('k');
      },
      server: async ({ serve }) => {
        const options = { security: { old: (key: string) => (key === 'k' ? 1 : null) } };
        const of = async (headers: Record<string, string>) =>
          (await serve(new Request(`${BASE}/a/x`, { headers }), 'getA', { status: 204 }, options)).response.status;
        expect([await of({}), await of({ 'x-key': 'n' }), await of({ 'x-key': 'k' })]).toEqual([401, 401, 204]);
      },
      mock: async ({ mock, bundle }) => {
        expect((await mock(new Request(`${BASE}/a/x`))).status).toBe(401);
        expect(bundle.security).toEqual([{ old: [] }]);
      },
      lint: isSound,
      docs: shows('- Credentials: `old` (apiKey)', 'X-Key'),
      diff: async ({ diff }) => {
        expect(
          await diff((document: { security: object[] }) => {
            document.security = [{ old: [] }];
          }),
        ).toEqual([]);
        expect(await diff((document: { security: object[] }) => void document.security.push({}))).toEqual(['compatible security-added']);
        expect(
          await diff((document: { security: object[] }) => {
            document.security = [];
          }),
        ).toEqual(['compatible security-added']);
      },
    },
  },
  {
    name: 'security: `flows.deviceAuthorization`, `oauth2MetadataUrl` and `deprecated`',
    section: '4.27.1, 4.28.1',
    document: {
      security: [{ login: ['read'] }],
      ...get([]),
      components: {
        securitySchemes: {
          login: {
            type: 'oauth2',
            deprecated: true,
            oauth2MetadataUrl: 'https://id.example.com/.well-known/oauth-authorization-server',
            flows: {
              deviceAuthorization: {
                deviceAuthorizationUrl: 'https://id.example.com/device',
                tokenUrl: 'https://id.example.com/token',
                scopes: { read: 'Reads.' },
              },
            },
          },
        },
      },
    },
    cells: {
      loader: isRead,
      types: ({ file }) => expect(file('client.ts')).toMatch(/\/\*\* @deprecated \*\/\n {2}login\?: BearerCredential;/),
      validators: noBody,
      client: async ({ call, file }) => {
        const { sent } = await call(
          'getA',
          { path: { id: 'x' } },
          { getA: () => ({ status: 204 }) },
          { credentials: { login: 't' }, security: { login: () => 1 } },
        );
        expect(sent.headers.get('authorization')).toBe('Bearer t');
        expect(file('operations.ts')).toContain("deviceAuthorizationUrl: 'https://id.example.com/device'");
      },
      server: async ({ serve }) =>
        expect((await serve(new Request(`${BASE}/a/x`), 'getA', { status: 204 }, { security: { login: () => 1 } })).response.status).toBe(
          401,
        ),
      mock: async ({ mock }) =>
        expect((await mock(new Request(`${BASE}/a/x`, { headers: { authorization: 'Bearer t' } }))).status).toBe(204),
      lint: isSound,
      docs: shows('- Credentials: `login` (oauth2; deprecated; scopes read)'),
      diff: async ({ diff }) =>
        expect(
          await diff((document: { security: object[] }) => {
            document.security = [{ login: ['write'] }];
          }),
        ).toContain('breaking security-removed'),
    },
  },
];
