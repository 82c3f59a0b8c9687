// What actions of a living mock do to members of things, by their verbs and bodies, and things whose paths have verbs.
import path from 'node:path';
import { expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { explainSource } from '../../generator/mock/living/index.ts';
import { living } from './living.ts';

const body = (properties: string) =>
  `requestBody: { content: { application/json: { schema: { type: object, properties: { ${properties} } } } } }`;
const ref = (name: string) => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const action = (name: string, properties = '') => `
  /servers/{id}/actions/${name}:
    ${id}
    post: { operationId: ${name}, ${properties === '' ? '' : `${body(properties)}, `}responses: { '201': { description: Begun., ${ref('Action')} }, '404': { description: None. } } }`;

const SERVERS = `
openapi: 3.1.0
info: { title: Servers, version: '1' }
security: []
paths:
  /servers/create:
    post: { operationId: createServer, ${body('name: { type: string }, id: { type: integer }')}, responses: { '201': { description: Made., ${ref('Server')} } } }
  /servers/list:
    get: { operationId: listServers, parameters: [{ name: offset, in: query, schema: { type: integer, minimum: 1, default: 1 } }], responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Server' } } } } } } }
  /servers/{id}/json:
    ${id}
    get: { operationId: getServer, responses: { '200': { description: One., ${ref('Server')} }, '404': { description: None. } } }
  /servers/destroy/{id}:
    ${id}
    post: { operationId: destroyServer, responses: { '204': { description: Gone. }, '404': { description: None. } } }
  /servers/{id}/metrics:
    ${id}
    get: { operationId: readMetrics, responses: { '200': { description: Numbers., content: { application/json: { schema: { type: object, properties: { load: { type: number } } } } } }, '404': { description: None. } } }${[
      action('attach_to_network', 'network: { type: integer }, ip: { type: string }'),
      action('detach_from_network', 'network: { type: integer }'),
      action('assign', 'owner: { type: integer }'),
      action('unassign'),
      action('change_protection', 'delete: { type: boolean }'),
      action('enable_rescue'),
      action('disable_rescue'),
      action('lock'),
      action('poweroff'),
      action('change_type', 'plan: { type: string }'),
      action('create_image', 'name: { type: string }'),
      action('disks', 'label: { type: string }, gigabytes: { type: integer }'),
    ].join('')}
components:
  schemas:
    Action: { type: object, required: [command], properties: { command: { type: string, example: something } } }
    Server:
      type: object
      required: [id, name, networks, protection, status]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        owner: { type: [integer, 'null'] }
        plan: { type: object, properties: { name: { type: string } } }
        disks: { type: array, items: { type: object, properties: { label: { type: string }, gigabytes: { type: integer } } }, default: [] }
        networks: { type: array, items: { type: object, required: [network, aliases], properties: { network: { type: integer }, ip: { type: string }, aliases: { type: array, items: { type: string }, default: [] } } }, default: [] }
        protection: { type: object, properties: { delete: { type: boolean }, rebuild: { type: boolean } }, default: { delete: false, rebuild: false } }
        locked: { type: boolean, default: false }
        rescue_enabled: { type: boolean, default: false }
        status: { type: string, enum: [running, off] }
`;

const servers = await load(
  'servers.yaml',
  { root: path.resolve(import.meta.dirname, '../..'), allowRemote: [], text: SERVERS },
  new Problems(),
);
if (servers === undefined) throw new Error('The document is at fault.');
const ask = await living(servers);
const made = await ask('POST', '/servers/create', { name: 'one', id: 77 });
const at = `/servers/${made.body.id}`;
const server = async () => (await ask('GET', `${at}/json`)).body;
const act = async (name: string, sent?: unknown) => {
  expect(await ask('POST', `${at}/actions/${name}`, sent)).toMatchObject({ status: 201, body: { command: 'something' }, isLiving: true });
  return server();
};

test('a thing is found behind the verbs of its paths, and no request sets what only the service sets', async () => {
  expect(made).toMatchObject({ status: 201, isLiving: true, body: { name: 'one' } });
  expect(made.body.id).not.toBe(77);
  const gone = (await ask('POST', '/servers/create', { name: 'two' })).body.id;
  expect((await ask('GET', '/servers/list?offset=1')).body.map(({ name }: { name: string }) => name)).toEqual(['one', 'two']);
  expect((await ask('POST', `/servers/destroy/${gone}`)).status).toBe(204);
  expect((await ask('GET', `/servers/${gone}/json`)).status).toBe(404);
  expect((await ask('GET', '/servers/list?offset=2')).body).toEqual([]);
});

test('an item of a list is added and taken away, with what it must have besides', async () => {
  const first = { network: 7, ip: '10.0.0.2', aliases: [] };
  expect(await act('attach_to_network', { network: 7, ip: '10.0.0.2' })).toMatchObject({ networks: [first] });
  expect((await act('attach_to_network', { network: 8, ip: '10.1.0.2' })).networks).toHaveLength(2);
  expect(await act('detach_from_network', { network: 8 })).toMatchObject({ networks: [first] });
});

test('what is sent to the name of a list is added to it', async () => {
  expect(await act('disks', { label: 'root', gigabytes: 20 })).toMatchObject({ disks: [{ label: 'root', gigabytes: 20 }] });
  expect((await act('disks', { label: 'logs', gigabytes: 5 })).disks).toHaveLength(2);
  const does = explainSource(servers).find((one) => one.path === '/servers/{id}/actions/disks')?.does;
  expect(does).toBe('adds to `disks` of a server');
});

test('members are set, switched, and emptied by the opposite verb', async () => {
  expect(await act('assign', { owner: 43 })).toMatchObject({ owner: 43 });
  expect(await act('unassign')).toMatchObject({ owner: null });
  expect(await act('change_protection', { delete: true })).toMatchObject({ protection: { delete: true, rebuild: false } });
  expect(await act('enable_rescue')).toMatchObject({ rescue_enabled: true });
  expect(await act('disable_rescue')).toMatchObject({ rescue_enabled: false });
  expect(await act('lock')).toMatchObject({ locked: true });
  expect(await act('poweroff')).toMatchObject({ status: 'off' });
});

test('what the verb or the form of the body does not tell is answered without state', () => {
  const does = new Map(explainSource(servers).map((one) => [`${one.method} ${one.path}`, one.does]));
  expect(does.get('POST /servers/{id}/actions/attach_to_network')).toBe('adds to `networks` of a server');
  expect(does.get('POST /servers/{id}/actions/detach_from_network')).toBe('takes from `networks` of a server');
  expect(does.get('POST /servers/destroy/{id}')).toBe('deletes a server, and what stands below it');
  expect(['change_type', 'create_image'].map((name) => does.get(`POST /servers/{id}/actions/${name}`))).toEqual([undefined, undefined]);
});

test('what stands below a thing is not found without it, also where it has no state', async () => {
  expect(await ask('GET', `${at}/metrics`)).toMatchObject({ status: 200, isLiving: false });
  expect((await ask('GET', '/servers/987/metrics')).status).toBe(404);
});

const SUBSCRIPTIONS = `
openapi: 3.1.0
info: { title: Subscriptions, version: '1', description: The body of a request has at most 400 bytes. }
security: []
paths:
  /subscriptions:
    post:
      operationId: addSubscription
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewSubscription' } } } }
      responses: { '201': { description: Made., ${ref('Subscription')} }, '400': { description: Refused. }, '413': { description: Too large. } }
  /subscriptions/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getSubscription, responses: { '200': { description: One., ${ref('Subscription')} } } }
    patch:
      operationId: changeSubscription
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { $ref: '#/components/schemas/NewSubscription' } } } }
      responses: { '200': { description: One., ${ref('Subscription')} }, '400': { description: Refused. } }
components:
  schemas:
    NewSubscription:
      type: object
      required: [scope]
      properties:
        scope: { type: string, enum: [user, organization] }
        user: { type: string, description: Required with the scope \`user\`. }
        note: { type: string, description: Max 10 characters. }
    Subscription: { type: object, required: [id, scope], properties: { id: { type: integer }, scope: { type: string, enum: [user, organization] }, user: { type: string }, note: { type: string } } }
`;

test('what sentences say of the body of a request is refused where it does not hold', async () => {
  const document = await load(
    'subscriptions.yaml',
    { root: path.resolve(import.meta.dirname, '../..'), allowRemote: [], text: SUBSCRIPTIONS },
    new Problems(),
  );
  if (document === undefined) throw new Error('The document is at fault.');
  const send = await living(document);
  const status = async (sent: object) => (await send('POST', '/subscriptions', sent)).status;
  expect(await status({ scope: 'organization' })).toBe(201);
  expect(await status({ scope: 'user' })).toBe(400);
  expect(await status({ scope: 'user', user: 'ann' })).toBe(201);
  expect(await status({ scope: 'organization', note: '0123456789' })).toBe(201);
  expect(await status({ scope: 'organization', note: '0123456789x' })).toBe(400);
  expect(await status({ scope: 'organization', user: 'x'.repeat(400) })).toBe(413);
  const { id } = (await send('POST', '/subscriptions', { scope: 'user', user: 'ann' })).body;
  expect((await send('PATCH', `/subscriptions/${id}`, { scope: 'user' })).status).toBe(200);
});

test('the pages of a list are those of `x-pagination`, also by the last item of the page before', async () => {
  const old = 'parameters: [{ name: offset, in: query, schema: { type: integer, minimum: 1, default: 1 } }]';
  const open = async (parameter: string, pagination: string) => {
    const query = `parameters: [{ name: limit, in: query, schema: { type: integer } }, { name: ${parameter}, in: query, schema: { type: integer } }]`;
    const text = SERVERS.replace(old, `x-pagination: ${pagination}, ${query}`);
    const document = await load(
      'servers.yaml',
      { root: path.resolve(import.meta.dirname, '../..'), allowRemote: [], text },
      new Problems(),
    );
    if (document === undefined) throw new Error('The document is at fault.');
    const send = await living(document);
    for (const name of ['one', 'two', 'three']) await send('POST', '/servers/create', { name });
    return async (more: string): Promise<readonly { id: number; name: string }[]> => (await send('GET', `/servers/list?${more}`)).body;
  };
  const from = await open('from', '{ style: offset, offset: query.from, first: 1 }');
  expect((await from('limit=2&from=1')).map(({ name }) => name)).toEqual(['one', 'two']);
  expect((await from('limit=2&from=3')).map(({ name }) => name)).toEqual(['three']);
  const below = await open('above', '{ style: cursor, cursor: query.above, next: last#/id, step: 1 }');
  const [first] = await below('limit=1');
  expect((await below(`limit=5&above=${(first?.id ?? 0) + 1}`)).map(({ name }) => name)).toEqual(['two', 'three']);
  expect(await below('limit=5&above=99999')).toEqual([]);
});
