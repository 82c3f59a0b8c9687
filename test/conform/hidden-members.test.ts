// Tests that octavo conform finds members that a sentence keeps for a scope in what a credential without it is shown.
import { expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { scopeToSee } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const SCOPES = ['pay:read', 'orders.cost', 'audit'];

test.each([
  ['What is paid. Only tokens with `pay:read` see it.', 'pay:read'],
  ['Only shown to callers with the scope orders.cost.', 'orders.cost'],
  ['Left out of the answer where the token lacks `audit`.', 'audit'],
  ['Visible only with `pay:read`.', 'pay:read'],
  ['Requires `orders.cost` to be read.', 'orders.cost'],
  ['Only tokens with `pay:read` or `audit` see it.', undefined],
  ['Only people in the audit see it.', undefined],
  ['Tokens with `pay:read` may set it.', undefined],
])('%s', (text, scope) => expect(scopeToSee(text, SCOPES)).toBe(scope));

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const refusals = "'401': { description: Unknown. }, '403': { description: No. }";

const BAKERY = `openapi: 3.1.0
info: { title: Bakery, version: '1' }
paths:
  /costs:
    get: { operationId: readCosts, security: [{ auth: [orders.cost] }], responses: { '200': { description: It., ${json('{ type: object }')} }, ${refusals} } }
  /orders:
    get: { operationId: listOrders, security: [{ auth: [orders] }], responses: { '200': { description: All., ${json("{ type: array, items: { $ref: '#/components/schemas/Order' } }")} }, ${refusals} } }
    post:
      operationId: addOrder
      security: [{ auth: [orders] }]
      requestBody: { required: true, ${json('{ type: object, required: [loaves], properties: { loaves: { type: integer, minimum: 1, maximum: 9 } } }')} }
      responses: { '201': { description: Made., ${json("{ $ref: '#/components/schemas/Order' }")} }, '422': { description: Invalid. }, ${refusals} }
components:
  schemas:
    Order:
      type: object
      required: [id, loaves]
      properties:
        id: { type: integer }
        loaves: { type: integer }
        cost: { type: integer, description: In cents. Only shown with \`orders.cost\`. }
  securitySchemes:
    auth: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://bakery.example/token, scopes: { orders: Orders., orders.cost: Costs. } } } }
`;

/** The second baker has no right to see costs. */
function bakery(shows: (path: string, method: string) => boolean): Handler {
  const orders: { readonly id: number; readonly loaves: number }[] = [];
  return ({ headers, method, url }) => {
    const caller = headers.get('authorization')?.slice('Bearer '.length);
    if (caller !== 'boss' && caller !== 'baker') return new Response(null, { status: 401 });
    const { pathname } = new URL(url);
    const shown = (one: object): object => (caller === 'boss' || shows(pathname, method) ? { ...one, cost: 120 } : one);
    if (pathname === '/costs') return caller === 'boss' ? Response.json({}) : new Response(null, { status: 403 });
    if (method === 'GET') return Response.json(orders.map(shown));
    const order = { id: orders.length + 1, loaves: 1 };
    orders.push(order);
    return Response.json(shown(order), { status: 201 });
  };
}

test.each<readonly [says: string, shows: (path: string, method: string) => boolean, found: readonly string[]]>([
  ['nowhere', () => false, []],
  ['in lists', (_, method) => method === 'GET', ['listOrders']],
  ['where it is made', (_, method) => method === 'POST', ['addOrder']],
])('the cost is shown to everybody %s', async (_, shows, found) => {
  const credentials = { given: { auth: 'boss' }, limited: { auth: 'baker' } };
  const report = await conformService(await serviceFrom(BAKERY), {
    target: bakery(shows),
    credentials,
    random: 0,
    most: 1,
    ...lookingFor('refuses-fewer-rights'),
  });
  expect(report.findings.map(({ operation }) => operation.id)).toEqual(found);
});
