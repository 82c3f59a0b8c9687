// Tests that octavo conform finds what a deleted shop still does, and changes of an order that is sent, where a shop has one order that is sent.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { isSaidTaken, keepingIn } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const ok = (status: number, name: string): string => `'${status}': { description: Done., ${json(name)} }, '404': { description: None. }`;
const path = 'parameters: [{ name: id, in: path, required: true, schema: { type: string, pattern: "^[so][0-9]{1,9}$" } }]';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Shops, version: '1' }
paths:
  /shops:
    post:
      operationId: addShop
      requestBody: { required: true, ${json('Shop')} }
      responses: { ${ok(201, 'Shop')}, '409': { description: Another shop that is not deleted has the slug. } }
  /shops/{id}:
    ${path}
    get: { operationId: readShop, responses: { ${ok(200, 'Shop')} } }
    delete:
      operationId: removeShop
      responses: { '204': { description: Gone. }, '404': { description: None. }, '409': { description: 'The shop is deleted already, or it has an order that is a draft or sent.' } }
  /shops/{id}/restore:
    ${path}
    post:
      operationId: restoreShop
      responses: { ${ok(200, 'Shop')}, '409': { description: 'The shop is not deleted, or its slug has been taken by another one since.' } }
  /orders:
    post:
      operationId: addOrder
      requestBody: { required: true, ${json('Order')} }
      responses: { ${ok(201, 'Order')}, '409': { description: The shop is deleted. }, '422': { description: There is no such shop. } }
  /orders/{id}:
    ${path}
    get: { operationId: readOrder, responses: { ${ok(200, 'Order')} } }
    patch:
      operationId: changeOrder
      requestBody: { required: true, content: { application/merge-patch+json: { schema: { type: object, minProperties: 1, properties: { note: { type: string, maxLength: 20 } } }, example: { note: Soon } } } }
      responses: { ${ok(200, 'Order')}, '409': { description: The order is no draft. } }
  /orders/{id}/send:
    ${path}
    post:
      operationId: sendOrder
      responses: { ${ok(200, 'Order')}, '409': { description: 'The order cannot be sent: its shop may have another one on its way.' } }
components:
  schemas:
    Shop:
      type: object
      required: [id, slug, deletedAt]
      properties:
        id: { type: string, readOnly: true }
        slug: { type: string, pattern: '^[a-z]{3,30}$' }
        title: { type: string, maxLength: 30 }
        deletedAt: { type: [string, 'null'], format: date-time, readOnly: true }
    Order:
      type: object
      required: [id, shopId, state]
      properties:
        id: { type: string, readOnly: true }
        shopId: { type: string }
        note: { type: string, maxLength: 20 }
        state: { type: string, enum: [draft, sent], readOnly: true }
`);

type Fault = 'none' | 'slug twice' | 'restored twice' | 'deleted in use' | 'ordered when deleted' | 'changed when sent';
interface Row {
  id?: string;
  slug?: string;
  deletedAt?: string | null;
  shopId?: string;
  state?: string;
}

function shops(fault: Fault): (request: Request) => Promise<Response> {
  const [all, orders] = [new Map<string, Row>(), new Map<string, Row>()];
  let count = 0;
  const refused = (status: number): Response => new Response(null, { status });
  const isTaken = (slug: unknown): boolean => [...all.values()].some((shop) => shop.slug === slug && shop.deletedAt === null);
  const hasOrder = (shop: unknown, isSent: boolean): boolean =>
    [...orders.values()].some((one) => one.shopId === shop && (!isSent || one.state === 'sent'));

  function onShop(shop: Row, method: string, action: string | undefined): Response {
    const isGone = shop.deletedAt !== null;
    if (method === 'DELETE') {
      if (isGone || (hasOrder(shop.id, false) && fault !== 'deleted in use')) return refused(409);
      shop.deletedAt = new Date().toISOString();
      return refused(204);
    }
    if (action === 'restore') {
      if (!isGone || (isTaken(shop.slug) && fault !== 'restored twice')) return refused(409);
      shop.deletedAt = null;
    }
    return Response.json(shop);
  }

  function onOrder(order: Row, action: string | undefined, patch: Row | undefined): Response {
    const isDraft = order.state === 'draft';
    if (patch !== undefined) {
      if (!isDraft && fault !== 'changed when sent') return refused(409);
      Object.assign(order, patch);
    }
    if (action === 'send') {
      if (!isDraft || hasOrder(order.shopId, true)) return refused(409);
      order.state = 'sent';
    }
    return Response.json(order);
  }

  return async (request) => {
    const [, kind = '', id, action] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    const body = text === '' ? undefined : (JSON.parse(text) as Row);
    if (id !== undefined) {
      const found = (kind === 'shops' ? all : orders).get(id);
      if (found === undefined) return refused(404);
      return kind === 'shops' ? onShop(found, request.method, action) : onOrder(found, action, body);
    }
    const row: Row = { ...body, id: `${kind[0]}${++count}`, ...(kind === 'shops' ? { deletedAt: null } : { state: 'draft' }) };
    if (kind === 'shops' && isTaken(row.slug) && fault !== 'slug twice') return refused(409);
    const shop = all.get(String(row.shopId));
    if (kind === 'orders' && shop === undefined) return refused(422);
    if (kind === 'orders' && shop?.deletedAt !== null && fault !== 'ordered when deleted') return refused(409);
    (kind === 'shops' ? all : orders).set(String(row.id), row);
    return Response.json(row, { status: 201 });
  };
}

test.each(
  sampleOf<readonly [fault: Fault, found: readonly RegExp[]]>(
    [
      ['none', []],
      ['slug twice', [/^unique-values: Two things have ".+" as `slug` after addShop/]],
      [
        'restored twice',
        [/^restored: Two things have the same `slug` after restoreShop, .*“The shop is not deleted, or its slug has been taken/],
      ],
      ['deleted in use', [/^delete-in-use: s\d+ is deleted with 204, although addOrder has named it/]],
      ['ordered when deleted', [/^state-rules: addOrder is answered with 201 where `deletedAt` is a time/]],
      ['changed when sent', [/^state-rules: changeOrder is answered with 200 where `state` is `sent`/]],
    ],
    3,
  ),
)('%s', async (fault, found) => {
  const checks = lookingFor('unique-values', 'restored', 'delete-in-use', 'state-rules');
  const { findings } = await conformService(service, { target: shops(fault), random: 1, most: 20, ...checks });
  expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual(found.map((one) => expect.stringMatching(one)));
});

test.each([
  ['Another organisation that is not deleted has the number.', true],
  ['Another team which is not archived uses the name.', true],
  ['The code is taken by a non-deleted coupon.', true],
  ['Another shop that is open has the slug, unless it is deleted.', false],
])('reads that a value is taken: “%s”: %s', (text, isTaken) => expect(isSaidTaken(text, '409')).toBe(isTaken));

test('reads states with an article', () => {
  const states = ['draft', 'in-review', 'done'];
  expect(keepingIn('It has an order that is a draft or in review, or a bill that is open.', 'orders', states)?.states).toEqual([
    'draft',
    'in-review',
  ]);
});
