// Tests that a living mock keeps what texts say of values and of headers: what no two things share, and in which form a tag or an address is given.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { living } from './living.ts';

const text = { type: 'string' };
const json = (schema: object) => ({ 'application/json': { schema } });

async function mockOf(name: string, paths: object, components = {}) {
  const root = path.resolve(import.meta.dirname, '../..');
  const document = { openapi: '3.1.0', info: { title: name, version: '1' }, security: [], paths, components };
  const description = await load('promises.json', { root, allowRemote: [], text: JSON.stringify(document) }, new Problems());
  if (description === undefined) throw new Error('The document is at fault.');
  return living(description);
}

/** Things of one kind with a text about their create. */
function collection(name: string, members: Record<string, object>, says: string, headers: Record<string, object> = {}, below = '') {
  const thing = { type: 'object', required: ['id', ...Object.keys(members)], properties: { id: text, ...members } };
  const declared = Object.fromEntries(Object.entries(headers).map(([header, schema]) => [header, { required: true, schema }]));
  const parameters = [...(below === '' ? [] : [below]), 'id'].map((one) => ({ name: one, in: 'path', required: true, schema: text }));
  const at = below === '' ? `/${name}` : `/places/{${below}}/${name}`;
  return {
    [at]: {
      parameters: parameters.slice(0, -1),
      post: {
        description: says,
        requestBody: { required: true, content: json({ type: 'object', required: Object.keys(members), properties: members }) },
        responses: {
          201: { description: 'Made.', headers: declared, content: json(thing) },
          400: { description: 'Not as described.', headers: { 'Api-Edition': { required: true, schema: { ...text, enum: ['seven'] } } } },
          409: { description: 'Conflict.' },
          422: { description: 'The body refers to something that we do not know.' },
        },
      },
    },
    [`${at}/{id}`]: {
      parameters,
      get: {
        parameters: [{ name: 'If-None-Match', in: 'header', schema: text }],
        responses: {
          200: { description: 'It.', headers: declared, content: json(thing) },
          304: { description: 'Not changed.' },
          404: { description: 'None.' },
        },
      },
    },
  };
}

describe('what no two things share', () => {
  test.each([
    ['studios', 'code', 'The code is used once: one that another studio has is a 409.', 'AB12', 'ab12', 201],
    [
      'members',
      'email',
      'No two members have the same email, regardless of upper and lower case (409).',
      'a@b.example',
      'A@B.example',
      409,
    ],
    ['agents', 'handle', 'A handle that is taken is a 409.', 'kim', 'lee', 201],
  ])('%s: `%s`', async (name, member, says, value, other, status) => {
    const ask = await mockOf(name, collection(name, { [member]: text }, says));
    expect((await ask('POST', `/${name}`, { [member]: value })).status).toBe(201);
    expect((await ask('POST', `/${name}`, { [member]: value })).status).toBe(409);
    expect((await ask('POST', `/${name}`, { [member]: other })).status).toBe(status);
  });

  test.each([
    ['orders', 'clients', 'clientId', 'reference', 'A reference is taken (409) while another order of the same client has it.'],
    ['rooms', 'houses', 'houseId', 'label', 'Two rooms of the same house cannot have the same label (409).'],
    ['seats', 'halls', 'hallId', 'number', 'Two seats in the same hall cannot have the same number (409).'],
  ])('%s: among those of the same one of the %s', async (name, owners, owner, member, says) => {
    const ask = await mockOf(name, {
      ...collection(owners, { title: text }, ''),
      ...collection(name, { [member]: text, [owner]: text }, says),
    });
    const [one, another] = [
      (await ask('POST', `/${owners}`, { title: 'A' })).body.id,
      (await ask('POST', `/${owners}`, { title: 'B' })).body.id,
    ];
    const add = async (of: string) => (await ask('POST', `/${name}`, { [member]: '7', [owner]: of })).status;
    expect([await add(one), await add(one), await add(another), await add('unknown')]).toEqual([201, 409, 201, 422]);
  });
});

test.each([
  ['^"[0-9a-f]{16}"$', '^/'],
  ['^"[0-9]+"$', '^https?://'],
  ['^W/"', '^/[a-z]+/[^/]+$'],
])('a tag is as %s, and an address as %s', async (tag, address) => {
  const ask = await mockOf(
    'boats',
    collection('boats', { name: text }, '', { ETag: { ...text, pattern: tag }, Location: { ...text, pattern: address } }),
  );
  const { headers, body } = await ask('POST', '/boats', { name: 'Heron' });
  expect(headers.etag).toMatch(new RegExp(tag));
  expect(headers.location).toMatch(new RegExp(address));
  // The response 304 has no header in the document.
  const known = await ask('GET', `/boats/${body.id}`, undefined, { 'if-none-match': headers.etag ?? '' });
  expect(known).toMatchObject({ status: 304, headers: { etag: headers.etag } });
});

test('a refusal has the headers that the document requires of it', async () => {
  const ask = await mockOf('boats', collection('boats', { name: text }, ''));
  expect(await ask('POST', '/boats', {})).toMatchObject({ status: 400, headers: { 'api-edition': 'seven' } });
});

test.each([
  ['boats', { const: 'Bearer' }, 'Bearer'],
  ['recipes', { pattern: '^Bearer realm="the [a-z]+"$', example: 'Bearer realm="the kitchen"' }, 'Bearer realm="the kitchen"'],
  ['loans', { enum: ['Bearer charset="UTF-8"'] }, 'Bearer charset="UTF-8"'],
  // Nothing is said of its form: it is that of the generated server.
  ['courts', {}, expect.stringMatching(/^Bearer realm="promises"/)],
])('a refusal of the credential of %s has `WWW-Authenticate` in its own form', async (name, schema, challenge) => {
  const refusal = { description: 'No token.', headers: { 'WWW-Authenticate': { required: true, schema: { ...text, ...schema } } } };
  const ask = await mockOf(
    name,
    { '/own': { get: { responses: { 204: { description: 'Fine.' }, 401: refusal }, security: [{ token: [] }] } } },
    { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  );
  expect(await ask('GET', '/own', undefined, { authorization: 'Basic YTpi' })).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': challenge },
  });
});

test.each([
  ['/logo', 'image/png', '"a1"', { ETag: { schema: { type: 'string' } } }],
  ['/terms', 'text/plain', 'W/"2027"', {}],
  ['/rates', 'application/json', '"7f"', { ETag: { schema: { type: 'string' } } }],
])('what has no state is not sent again: %s as %s', async (place, type, tag, none) => {
  const headers = { ETag: { required: true, schema: text, example: tag } };
  const schema = type === 'image/png' ? { type: 'string', format: 'binary' } : text;
  const responses = {
    200: { description: 'It.', headers, content: { [type]: { schema } } },
    304: { description: 'Known.', headers: none },
  };
  const ask = await mockOf('files', {
    [place]: { get: { parameters: [{ name: 'If-None-Match', in: 'header', schema: text }], responses } },
  });
  expect(await ask('GET', place)).toMatchObject({ status: 200, headers: { etag: tag } });
  expect((await ask('GET', place, undefined, { 'if-none-match': '"other"' })).status).toBe(200);
  const known = await ask('GET', place, undefined, { 'if-none-match': `"other", ${tag}` });
  expect([known.status, known.headers.etag]).toEqual([304, 'ETag' in none ? tag : undefined]);
});

test.each([
  ['Request-Id', 'request_id', 'A name for the request, which its answer repeats.', 'As in the header Request-Id.'],
  ['X-Correlation-Id', 'correlationId', 'Echoed in the response.', 'The value of X-Correlation-Id.'],
  ['Trace', 'trace', 'It is returned in the answer.', 'The same as the header Trace.'],
])('an answer has the %s of its request, and in `%s` too', async (header, member, says, same) => {
  const schema = {
    type: 'object',
    required: ['id', member],
    properties: { id: { type: 'integer' }, [member]: { ...text, description: same } },
  };
  const headers = { [header]: { required: true, schema: { ...text, pattern: '^[a-z$&]+$' } } };
  const ask = await mockOf('boats', {
    '/boat': {
      get: {
        parameters: [{ name: header, in: 'header', description: says, schema: text }],
        responses: { 200: { description: 'It.', headers, content: json(schema) } },
      },
    },
  });
  const own = await ask('GET', '/boat', undefined, { [header.toLowerCase()]: 'mine$&' });
  expect(own).toMatchObject({ status: 200, headers: { [header.toLowerCase()]: 'mine$&' }, body: { [member]: 'mine$&' } });
  const plain = await ask('GET', '/boat');
  expect(plain.body[member]).toBe(plain.headers[header.toLowerCase()]);
  // What the header of the answer may not be is not repeated.
  const wrong = await ask('GET', '/boat', undefined, { [header.toLowerCase()]: 'MINE' });
  expect(wrong.headers[header.toLowerCase()]).toBe(plain.headers[header.toLowerCase()]);
});

/** Things that can be deleted and listed, with an amount that is a text. */
function priced(name: string, gone: number) {
  const thing = {
    type: 'object',
    required: ['id', 'rate', 'updatedAt'],
    properties: { id: text, rate: { ...text, pattern: '^\\d+\\.\\d{2}$' }, updatedAt: { ...text, format: 'date-time', readOnly: true } },
  };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const none = { 404: { description: 'None.' }, ...(gone === 410 ? { 410: { description: 'It is deleted.' } } : {}) };
  const sorting = { name: 'sort', in: 'query', schema: { type: 'string', enum: ['rate', '-rate'] } };
  const modified = { 'Last-Modified': { required: true, schema: text } };
  return {
    [`/${name}`]: {
      get: { parameters: [sorting], responses: { 200: { description: 'All.', content: json({ type: 'array', items: thing }) } } },
      post: {
        requestBody: { required: true, content: json({ type: 'object', required: ['rate'], properties: { rate: thing.properties.rate } }) },
        responses: { 201: { description: 'Made.', content: json(thing) } },
      },
    },
    [`/${name}/{id}`]: {
      parameters,
      get: { responses: { 200: { description: 'It.', headers: modified, content: json(thing) }, ...none } },
      delete: { responses: { 204: { description: 'Gone.' }, ...none } },
    },
  };
}

test.each([
  ['bikes', 410],
  ['cabins', 404],
])('what was deleted of the %s is answered by %s, and what never was by 404', async (name, gone) => {
  const ask = await mockOf(name, priced(name, gone));
  const at = `/${name}/${(await ask('POST', `/${name}`, { rate: '7.50' })).body.id}`;
  const { body, headers } = await ask('GET', at);
  expect(Date.parse(headers['last-modified'] ?? '')).toBe(Math.floor(Date.parse(body.updatedAt) / 1000) * 1000);
  expect((await ask('DELETE', at)).status).toBe(204);
  for (const method of ['GET', 'DELETE']) expect((await ask(method, at)).status).toBe(gone);
  expect((await ask('GET', `/${name}/none`)).status).toBe(404);
});

test('a thing without times says a moment that moves with each change', async () => {
  const thing = { type: 'object', required: ['id', 'rate'], properties: { id: text, rate: text } };
  const shown = { description: 'It.', headers: { 'Last-Modified': { required: true, schema: text } }, content: json(thing) };
  const since = { name: 'If-Unmodified-Since', in: 'header', schema: text };
  const ask = await mockOf('kayaks', {
    '/kayaks': { post: { requestBody: { content: json(thing) }, responses: { 201: { description: 'Made.', content: json(thing) } } } },
    '/kayaks/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: { 200: shown, 404: { description: 'None.' } } },
      put: { parameters: [since], requestBody: { content: json(thing) }, responses: { 200: shown, 412: { description: 'Changed.' } } },
    },
  });
  const at = `/kayaks/${(await ask('POST', '/kayaks', { id: 'k1', rate: '7.50' })).body.id}`;
  const first = (await ask('GET', at)).headers['last-modified'] ?? '';
  const change = () => ask('PUT', at, { id: 'k1', rate: '8.00' }, { 'if-unmodified-since': first });
  const changed = await change();
  expect(changed.status).toBe(200);
  expect(Date.parse(changed.headers['last-modified'] ?? '')).toBeGreaterThan(Date.parse(first));
  expect((await change()).status).toBe(412);
});

test('an answer that it has not changed names the same moment, in the form that is declared', async () => {
  const thing = {
    type: 'object',
    required: ['id', 'rate', 'updatedAt'],
    properties: { id: text, rate: text, updatedAt: { ...text, format: 'date-time' } },
  };
  const modified = {
    'Last-Modified': { required: true, schema: { ...text, pattern: '^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$' } },
  };
  const ask = await mockOf('sledges', {
    '/sledges': {
      post: {
        requestBody: { content: json({ ...thing, required: [] }) },
        responses: { 201: { description: 'Made.', content: json(thing) } },
      },
    },
    '/sledges/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        parameters: [{ name: 'If-Modified-Since', in: 'header', schema: text }],
        responses: {
          200: { description: 'It.', headers: modified, content: json(thing) },
          304: { description: 'The same.', headers: modified },
          404: { description: 'None.' },
        },
      },
    },
  });
  const at = `/sledges/${(await ask('POST', '/sledges', { rate: '7.50' })).body.id}`;
  const moment = (await ask('GET', at)).headers['last-modified'] ?? '';
  expect(Date.parse(moment)).toBeGreaterThan(0);
  const same = await ask('GET', at, undefined, { 'if-modified-since': moment });
  expect([same.status, same.headers['last-modified']]).toEqual([304, moment]);
});

test('amounts that are texts are sorted as numbers', async () => {
  const ask = await mockOf('bikes', priced('bikes', 404));
  for (const rate of ['455.58', '54.62', '7.97']) await ask('POST', '/bikes', { rate });
  const rates = async (sort: string) => (await ask('GET', `/bikes?sort=${sort}`)).body.map((one: { rate: string }) => one.rate);
  expect(await rates('rate')).toEqual(['7.97', '54.62', '455.58']);
  expect(await rates('-rate')).toEqual(['455.58', '54.62', '7.97']);
});

test.each([
  ['vessels', '_links', '^/', { total: { type: 'integer' } }],
  ['flats', 'links', '^/', { info: { type: 'object', required: ['total'], properties: { total: { type: 'integer' } } } }],
  [
    'halls',
    'links',
    '^http',
    { numbers: { type: 'object', required: ['count', 'total'], properties: { count: text, total: { type: 'integer' } } } },
  ],
])('the list of %s tells of itself in its own form: %s as %s', async (name, links, pattern, around) => {
  const link = { type: 'object', required: ['href'], properties: { href: { ...text, pattern } } };
  const page = {
    type: 'object',
    required: ['items', links, ...Object.keys(around)],
    properties: {
      ...around,
      [links]: { type: 'object', required: ['self'], properties: { self: link, next: link } },
      items: { type: 'array', items: { type: 'object', required: ['id', 'title'], properties: { id: text, title: text } } },
    },
  };
  const size = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, default: 20 } };
  const number = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } };
  const paths = collection(name, { title: text }, '');
  const list = { get: { parameters: [size, number], responses: { 200: { description: 'A page.', content: json(page) } } } };
  const ask = await mockOf(name, { ...paths, [`/${name}`]: { ...paths[`/${name}`], ...list } });
  for (const title of ['a', 'b', 'c']) await ask('POST', `/${name}`, { title });
  const { body, isLiving } = await ask('GET', `/${name}?limit=2`);
  expect(isLiving).toBe(true);
  expect(body.items).toHaveLength(2);
  expect(JSON.stringify(body)).toContain('"total":3');
  expect(body[links].next.href).toMatch(new RegExp(`${pattern}.*page=2`));
});

test('among the things of one thing above, also where all are read in one place', async () => {
  const room = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const ask = await mockOf('rooms', {
    ...collection('studios', { title: text }, ''),
    '/studios/{id}/rooms': {
      parameters,
      post: {
        description: 'Two rooms of the same studio cannot have the same name (409).',
        requestBody: { required: true, content: json({ type: 'object', required: ['name'], properties: { name: text } }) },
        responses: { 201: { description: 'Made.', content: json(room) }, 409: { description: 'Conflict.' } },
      },
    },
    '/rooms/{id}': { parameters, get: { responses: { 200: { description: 'It.', content: json(room) }, 404: { description: 'None.' } } } },
  });
  const [one, other] = [(await ask('POST', '/studios', { title: 'A' })).body.id, (await ask('POST', '/studios', { title: 'B' })).body.id];
  const add = async (studio: string) => (await ask('POST', `/studios/${studio}/rooms`, { name: 'Blue' })).status;
  expect([await add(one), await add(one), await add(other)]).toEqual([201, 409, 201]);
});
