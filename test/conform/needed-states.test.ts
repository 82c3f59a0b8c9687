// Tests that rights and keys are tried on things in the state that an operation needs, and unique values by a PUT that makes things.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ORDER =
  '{ type: object, required: [id, state], properties: { id: { type: integer }, state: { type: string, enum: [new, paid, refunded] } } }';
const action = (name: string, text: string): string => `
  /orders/{id}/${name}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }]
    post:
      operationId: ${name}Order
      description: ${text}
      security: [{ auth: [orders] }]
      responses: { '200': { description: Done., ${json(ORDER)} }, '403': { description: No. }, '404': { description: None. }, '409': { description: Not now. } }`;

const SHOP = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    post:
      operationId: addOrder
      security: [{ auth: [orders] }]
      responses: { '201': { description: Made., ${json(ORDER)} }, '403': { description: No. } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }]
    get:
      operationId: getOrder
      security: [{ auth: [read] }]
      responses: { '200': { description: It., ${json(ORDER)} }, '404': { description: None. } }${action('pay', 'Pays a new order.')}${action('refund', 'Refunds a paid order.')}
components:
  securitySchemes: { auth: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://shop.example/token, scopes: { read: Reads., orders: Writes. } } } } }
`;

/** Orders that are paid before they are refunded. The clerk only reads, but refunds by a fault. */
function shop(isOpen: boolean): Handler {
  const states: string[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const shown = (id: number, code = 200): Response => Response.json({ id, state: states[id - 1] }, { status: code });
  return (request) => {
    const caller = request.headers.get('authorization')?.slice('Bearer '.length);
    const [, , part, action] = new URL(request.url).pathname.split('/');
    if (caller !== 'owner' && caller !== 'clerk') return status(401);
    const mayCall = caller === 'owner' || request.method === 'GET' || (isOpen && action === 'refund');
    if (!mayCall) return status(403);
    if (part === undefined) return shown(states.push('new'), 201);
    const id = Number(part);
    if (states[id - 1] === undefined) return status(404);
    if (action !== undefined && states[id - 1] !== (action === 'pay' ? 'new' : 'paid')) return status(409);
    if (action !== undefined) states[id - 1] = action === 'pay' ? 'paid' : 'refunded';
    return shown(id);
  };
}

test.each([
  [false, []],
  [true, ['refuses-fewer-rights refundOrder']],
])('a credential of fewer rights is tried where the operation can succeed: %s', async (isOpen, findings) => {
  const report = await conformService(await serviceFrom(SHOP), {
    target: shop(isOpen),
    credentials: { given: { auth: 'owner' }, limited: { auth: 'clerk' } },
    random: 0,
    most: 1,
    ...lookingFor('refuses-fewer-rights'),
  });
  expect(report.findings.map(({ check, operation }) => `${check} ${operation.id}`)).toEqual(findings);
});

const ROOMS = `openapi: 3.1.0
info: { title: House, version: '1' }
paths:
  /rooms/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, pattern: '^[a-z]{3,20}$' } }]
    put:
      operationId: putRoom
      description: Two rooms cannot have the same title, in upper or lower case. That is a 409.
      requestBody: { required: true, ${json("{ $ref: '#/components/schemas/NewRoom' }")} }
      responses:
        '200': { description: Replaced., ${json("{ $ref: '#/components/schemas/Room' }")} }
        '201': { description: Made., ${json("{ $ref: '#/components/schemas/Room' }")} }
        '400': { description: Wrong. }
        '409': { description: Taken. }
    get:
      operationId: getRoom
      responses: { '200': { description: It., ${json("{ $ref: '#/components/schemas/Room' }")} }, '404': { description: None. } }
components:
  schemas:
    NewRoom: { type: object, required: [title], properties: { title: { type: string, minLength: 3, maxLength: 40 } } }
    Room: { type: object, required: [name, title], properties: { name: { type: string }, title: { type: string } } }
`;

/** Rooms that are made by PUT. By a fault, titles are compared as they are. */
function rooms(isExact: boolean): Handler {
  const titles = new Map<string, string>();
  const plain = (text: string): string => (isExact ? text : text.toLowerCase());
  return async (request) => {
    const name = new URL(request.url).pathname.split('/')[2] ?? '';
    const before = titles.get(name);
    if (request.method !== 'PUT')
      return before === undefined ? new Response(null, { status: 404 }) : Response.json({ name, title: before });
    const body: unknown = await request.json().catch(() => undefined);
    const title = typeof body === 'object' && body !== null && 'title' in body ? body.title : undefined;
    if (typeof title !== 'string' || title.length < 3 || title.length > 40) return new Response(null, { status: 400 });
    if ([...titles].some(([other, own]) => other !== name && plain(own) === plain(title))) return new Response(null, { status: 409 });
    titles.set(name, title);
    return Response.json({ name, title }, { status: before === undefined ? 201 : 200 });
  };
}

test.each([
  [false, []],
  [true, ['unique-values putRoom']],
])('what a PUT makes has a unique title, whatever its case: %s', async (isExact, findings) => {
  const report = await conformService(await serviceFrom(ROOMS), {
    target: rooms(isExact),
    random: 0,
    most: 1,
    sequences: true,
    ...lookingFor('unique-values'),
  });
  expect(report.findings.map(({ check, operation }) => `${check} ${operation.id}`)).toEqual(findings);
});

const DESK = '{ type: object, required: [id, open], properties: { id: { type: integer }, open: { type: boolean } } }';
const DESKS = `openapi: 3.1.0
info: { title: Desks, version: '1' }
paths:
  /desks:
    post: { operationId: addDesk, responses: { '201': { description: Made., ${json(DESK)} } } }
  /desks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }]
    get: { operationId: getDesk, responses: { '200': { description: It., ${json(DESK)} }, '404': { description: None. }, '410': { description: The desk is deleted. } } }
    delete: { operationId: removeDesk, description: Only a closed desk can be deleted., responses: { '204': { description: Gone. }, '404': { description: None. }, '409': { description: It is open. } } }
  /desks/{id}/close:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999 } }]
    post: { operationId: closeDesk, responses: { '200': { description: Closed., ${json(DESK)} }, '404': { description: None. } } }
`;

/** Desks that are closed before they are deleted. */
function desks(gone: number): Handler {
  const all: ('open' | 'closed' | 'gone')[] = [];
  const status = (code: number): Response => new Response(null, { status: code });
  const shown = (id: number, code = 200): Response => Response.json({ id, open: all[id - 1] === 'open' }, { status: code });
  return ({ method, url }) => {
    const [, , part, action] = new URL(url).pathname.split('/');
    if (part === undefined) return shown(all.push('open'), 201);
    const id = Number(part);
    const state = all[id - 1];
    if (state === undefined) return status(404);
    if (state === 'gone') return status(gone);
    if (method === 'DELETE' && state === 'open') return status(409);
    if (method !== 'GET') all[id - 1] = action === undefined ? 'gone' : 'closed';
    return method === 'DELETE' ? status(204) : shown(id);
  };
}

test.each([
  [410, []],
  [404, ['read-after-delete getDesk']],
])('a thing is deleted in the state that its delete needs: %s', async (gone, findings) => {
  const report = await conformService(await serviceFrom(DESKS), {
    target: desks(gone),
    ...{ random: 0, most: 1, sequences: true },
    ...lookingFor('read-after-delete'),
  });
  expect(report.findings.map(({ check, operation }) => `${check} ${operation.id}`)).toEqual(findings);
});
