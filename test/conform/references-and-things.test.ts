// Tests that octavo conform tells what makes a thing from what refers to one, what sorts by several members, and which header is about a body.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { withDigest } from '../../generator/conform/contract/digests.ts';
import { conformService } from '../../generator/conform/index.ts';
import { Kin } from '../../generator/conform/sequences/kin.ts';
import { countedStates, isLoose } from '../../generator/conform/sequences/relations/counted.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { listFactsOf } from '../../generator/inference/lists/facts.ts';
import { seriesOf } from '../../generator/inference/lists/series.ts';
import { creatorsOf, resourcesOf } from '../../generator/inference/resources.ts';
import type { Service } from '../../generator/model/service.ts';
import { serviceFrom } from './support.ts';

const made = (members: string): string =>
  `responses: { '201': { description: Made., content: { application/json: { schema: { type: object, properties: { ${members} } } } } }, '404': { description: None. } }`;
const found = (members: string): string => made(members).replace("'201'", "'200'");
const place = (name: string): string => `{ name: ${name}, in: path, required: true, schema: { type: string } }`;
const document = (paths: string): Promise<Service> =>
  serviceFrom(`openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths:${paths}\n`);

/** Things below others that have a path of their own, and a third kind of things that refers to them in a list. */
const listing = (above: string, things: string, id: string, groups: string, refs: string): string => `
  /${above}:
    post: { operationId: makeAbove, ${made('id: { type: string }')} }
  /${above}/{aboveId}/${things}:
    post: { operationId: make, parameters: [${place('aboveId')}], ${made('id: { type: string }, title: { type: string }')} }
  /${things}/{${id}}:
    parameters: [${place(id)}]
    get: { operationId: read, ${found('id: { type: string }, title: { type: string }')} }
    delete: { operationId: remove, responses: { '204': { description: Gone. } } }
  /${things}/{${id}}/notes:
    post: { operationId: note, parameters: [${place(id)}], ${made('id: { type: string }')} }
  /${groups}:
    post: { operationId: group, ${made(`id: { type: string }, ${refs}: { type: array, items: { type: string } }`)} }
  /${groups}/{groupId}:
    get: { operationId: readGroup, parameters: [${place('groupId')}], ${found('id: { type: string }')} }`;

test.each([
  listing('courses', 'lessons', 'lessonId', 'programmes', 'lessonIds'),
  listing('farms', 'animals', 'animal_id', 'herds', 'animal_ids'),
  listing('depots', 'vehicles', 'vehicle', 'convoys', 'vehicles'),
])('a list of references makes nothing: %#', async (paths) => {
  const edges = edgesOf(await document(paths));
  for (const consumer of ['read', 'remove', 'note'])
    expect(
      edges.filter((edge) => edge.consumer.id === consumer && edge.to.startsWith('/path/')).map(({ producer }) => producer.id),
    ).toEqual(['make']);
});

/** Things that nothing makes, and what refers to one of them. */
const referring = (things: string, id: string, below: string, users: string): string => `
  /${things}/{${id}}:
    get: { operationId: read, parameters: [${place(id)}], ${found('name: { type: string }')} }
  /${things}/{${id}}/${below}:
    post: { operationId: make, parameters: [${place(id)}], ${made('id: { type: string }')} }
  /${things}/{${id}}/${below}/{part}:
    get: { operationId: readPart, parameters: [${place(id)}, ${place('part')}], ${found('id: { type: string }')} }
  /${users}:
    post: { operationId: use, ${made(`id: { type: string }, ${id}: { type: string }`)} }
  /${users}/{user}:
    parameters: [${place('user')}]
    get: { operationId: readUser, ${found('id: { type: string }')} }
    delete: { operationId: removeUser, responses: { '204': { description: Gone. } } }`;

test.each([
  referring('rooms', 'roomId', 'desks', 'bookings'),
  referring('ships', 'ship_id', 'cabins', 'voyages'),
  referring('fields', 'field_code', 'samples', 'harvests'),
])('what a thing refers to is not above it: %#', async (paths) => {
  const service = await document(paths);
  const edges = edgesOf(service);
  const resources = creatorsOf(resourcesOf(service, edges), edges, () => true);
  const kin = new Kin(resources, edges);
  const of = (id: string) => resources.find(({ create }) => create.id === id);
  const [user, part] = [of('use'), of('make')];
  if (user === undefined || part === undefined) throw new Error('There are not all resources.');
  expect(kin.parentOf(part)).toBeUndefined();
  expect(kin.below(user)).toEqual([]);
  expect(service.operations.filter((one) => kin.isBelow(one, user)).map(({ id }) => id)).toEqual(['readUser', 'removeUser']);
});

/** A list that can be sorted by `number`, by `name` and by `date`. */
const sorted = async (says: string, ofParameter = '') => {
  const members = ['number', 'season', 'name', 'last_name', 'first_name', 'date', 'floor'];
  const service = await document(`
  /things:
    get:
      operationId: list
      description: ${JSON.stringify(says)}
      parameters: [{ name: sort, in: query, description: ${JSON.stringify(ofParameter)}, schema: { enum: [number, name, date] } }]
      responses: { '200': { description: Found., content: { application/json: { schema: { type: array, items: { type: object, properties: { ${members.map((one) => `${one}: { type: string }`).join(', ')} } } } } } } }`);
  const [operation] = service.operations;
  const facts = operation && listFactsOf(service, operation);
  if (facts === undefined) throw new Error('There is no list.');
  return (key: string) => seriesOf(facts, key, key);
};

test.each([
  ['Sorted by `number`, episodes come by season and then by number.', 'number', ['season', 'number']],
  ['`number`: rooms go by floor, then by number.', 'number', ['floor', 'number']],
  ['If you sort by name, people come by last name, then by first name.', 'name', ['last_name', 'first_name']],
  ['Sorted by number, items come by number within each season.', 'number', ['season', 'number']],
  ['Sorted by number, the parts of each season come within it.', 'number', []],
  ['Sorted by `date`, items come by date and then by name.', 'date', undefined],
  ['Sorted by `number`, episodes come by season and then by number.', 'date', undefined],
  ['Sorted by due date, then by name.', 'name', []],
  ['Things of the house.', 'number', undefined],
])('the members that one value sorts by: %s %s', async (says, key, wanted) => {
  expect((await sorted(says))(key)).toEqual(wanted);
  expect((await sorted('Things.', says))(key)).toEqual(wanted);
});

test.each([
  ['How many episodes the show has, drafts among them.', ['draft', 'published']],
  ['The number of orders, including cancelled ones.', ['open', 'cancelled']],
  ['How many animals live here, also sold ones.', ['kept', 'sold']],
  ['All tickets of the queue, closed or not.', ['open', 'closed']],
  ['How many visits the ward has, open and closed ones.', ['open', 'paused', 'over']],
])('a count with what it includes counts all: %s', (text, states) => expect(countedStates(text, states)).toBeUndefined());

test.each([
  ['X-Checksum', 'The SHA-256 of the body in lower-case hexadecimal.', 'sha256', 'hex'],
  ['Content-MD5', 'As RFC 1864 has it.', 'md5', 'base64'],
  ['X-File-Hash', 'SHA-512 of the file, base64.', 'sha512', 'base64'],
] as const)('a header for the digest of a body has it: %s', async (name, description, algorithm, form) => {
  const service = await document(`
  /files:
    put:
      operationId: put
      parameters: [{ name: ${name}, in: header, description: '${description}', schema: { type: string } }]
      requestBody: { content: { text/plain: { schema: { type: string } } } }
      responses: { '204': { description: Kept. } }`);
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('There is no operation.');
  const request = { method: 'PUT', target: '/files', headers: { [name.toLowerCase()]: 'made-up' }, body: 'sable' };
  const value = createHash(algorithm).update('sable').digest(form);
  expect(withDigest(operation, request, '').headers[name.toLowerCase()]).toBe(value);
  // What is wrong on purpose stays.
  expect(withDigest(operation, request, `/header/${name}`).headers[name.toLowerCase()]).toBe('made-up');
  // A header of another thing, or one that is not sent, is left alone.
  const other = {
    ...operation,
    parameters: operation.parameters.map((one) => ({ ...one, name: 'X-Parent-Hash', description: 'The SHA-256 of the parent.' })),
  };
  const sent = { ...request, headers: { 'x-parent-hash': 'made-up' } };
  expect(withDigest(other, sent, '').headers).toEqual(sent.headers);
  expect(withDigest(operation, { ...request, headers: {} }, '').headers).toEqual({});
});

const UPLOADS = `
  /orders:
    post: { operationId: createOrder, ${made('id: { type: string }')} }
  /orders/{orderId}:
    get: { operationId: readOrder, parameters: [${place('orderId')}], ${found('id: { type: string }')} }
  /orders/{orderId}/receipt:
    parameters: [${place('orderId')}]
    get: { operationId: readReceipt, responses: { '200': { description: Found., headers: { ETag: { schema: { type: string } } }, content: { text/plain: { schema: { type: string } } } }, '404': { description: None. } } }
    put:
      operationId: putReceipt
      parameters:
        - { name: If-Match, in: header, description: Only if it is the current ETag., schema: { type: string } }
        - { name: X-Content-Sha256, in: header, schema: { type: string, pattern: '^[0-9a-f]{64}$' } }
      requestBody: { required: true, content: { text/plain: { schema: { type: string, minLength: 1, maxLength: 20 } } } }
      responses: { '204': { description: Kept. }, '404': { description: None. }, '412': { description: Another version. }, '422': { description: Wrong. } }
  /orders/{orderId}/settle:
    post:
      operationId: settle
      description: An order needs its receipt (409).
      parameters: [${place('orderId')}]
      responses: { '204': { description: Settled. }, '404': { description: None. }, '409': { description: It has no receipt. } }`;

const tagOf = (text: string): string => `"${createHash('md5').update(text).digest('hex')}"`;

/** Orders with a receipt that is put once, with the digest of what is sent, and that is needed later. */
function orders(): (request: Request) => Promise<Response> {
  const kept = new Map<string, string | undefined>();
  return async (request) => {
    const [, , id = '', part] = new URL(request.url).pathname.split('/');
    if (request.method === 'POST' && id === '') {
      const own = `o${kept.size}`;
      kept.set(own, undefined);
      return Response.json({ id: own }, { status: 201 });
    }
    if (!kept.has(id)) return new Response(null, { status: 404 });
    const receipt = kept.get(id);
    if (part === undefined) return Response.json({ id });
    if (part === 'settle') return new Response(null, { status: receipt === undefined ? 409 : 204 });
    if (request.method === 'GET')
      return receipt === undefined
        ? new Response(null, { status: 404 })
        : new Response(receipt, { headers: { etag: tagOf(receipt), 'content-type': 'text/plain' } });
    const text = await request.text();
    const match = request.headers.get('if-match');
    if (match !== null && (receipt === undefined || match !== tagOf(receipt))) return new Response(null, { status: 412 });
    const digest = request.headers.get('x-content-sha256');
    if (text === '' || [...text].length > 20) return new Response(null, { status: 422 });
    if (digest !== null && digest !== createHash('sha256').update(text).digest('hex')) return new Response(null, { status: 422 });
    kept.set(id, text);
    return new Response(null, { status: 204 });
  };
}

test('what is put for the first time has no ETag, and what needs it is reached', async () => {
  const checks = { 'refuses-method': false, 'unknown-path': false, 'head-like-get': false, 'refuses-content-type': false } as const;
  const report = await conformService(await document(UPLOADS), { target: orders(), random: 2, most: 40, checks });
  expect(report.operations.flatMap(({ operation, unreached }) => (unreached === undefined ? [] : [operation.id]))).toEqual([]);
  expect(report.findings.filter(({ check }) => /^(?:accepts-valid|stated)/.test(check)).map(({ message }) => message)).toEqual([]);
});

/** A member of a body that says where something is in or on a thing, or which thing it is. */
const placing = (things: string, member: string): string => `
  /${things}:
    post: { operationId: make, ${made('id: { type: string }')} }
  /${things}/{id}:
    get: { operationId: read, parameters: [${place('id')}], ${found('id: { type: string }')} }
  /uses:
    post: { operationId: use, requestBody: { content: { application/json: { schema: { type: object, properties: { ${member}: { type: string } } } } } }, ${made('id: { type: string }')} }`;

test.each([
  ['containers', 'PathInContainer', []],
  ['pages', 'position_on_page', []],
  ['servers', 'portAtServer', []],
  ['warehouses', 'stored_in_warehouse', ['/body/stored_in_warehouse']],
  ['containers', 'fromContainer', ['/body/fromContainer']],
])('what is in a thing does not name it: %s, %s', async (things, member, expected) => {
  const edges = edgesOf(await document(placing(things, member)));
  expect(edges.filter(({ consumer }) => consumer.id === 'use').map(({ to }) => to)).toEqual(expected);
});

test.each<readonly [text: string, states: readonly string[], isSo: boolean]>([
  ['How many visits are open.', ['open', 'paused', 'closed'], true],
  ['How many visits are `open`.', ['open', 'paused', 'closed'], false],
  ['How many visits are open.', ['open', 'closed', 'cancelled'], false],
  ['How many visits are paused.', ['open', 'paused', 'closed'], false],
])('open may mean what is not over: %s %j', (text, states, isSo) => expect(isLoose(text, states)).toBe(isSo));
