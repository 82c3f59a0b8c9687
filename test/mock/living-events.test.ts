// Webhooks and callbacks of a living mock: sent when it makes, changes or deletes what they are about, to this machine alone, and shown by control.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { standardSignature, unwrap } from '@octavo/runtime';
import { afterAll, expect, test, vi } from 'vitest';
import { Problems } from '../../generator/base/problem.ts';
import { load } from '../../generator/load/index.ts';
import { startLivingMock } from '../../generator/mock/living/index.ts';
import { controlValidators, createControlClient } from '../../services/generated/control/index.ts';

const ref = (name: string) => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const one = '{ name: id, in: path, required: true, schema: { type: integer } }';

const ORDERS = `
openapi: 3.1.0
info: { title: Orders, version: '1' }
security: []
webhooks:
  orderCreated: { post: { x-webhook-signature: { scheme: standard }, requestBody: { required: true, ${ref('Order')} }, responses: { '204': { description: Taken. } } } }
  orderEvent:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [event, data]
              properties: { event: { type: string, enum: [order.shipped, order.deleted] }, data: { type: object, required: [order], properties: { order: { $ref: '#/components/schemas/Order' } } } }
            example: { event: order.shipped, data: { order: { id: 1, item: Lamp, status: shipped } } }
      responses: { '204': { description: Taken. } }
paths:
  /hooks:
    post: { operationId: addHook, requestBody: { required: true, ${ref('NewHook')} }, responses: { '201': { description: Made., ${ref('Hook')} } } }
  /hooks/{id}:
    parameters: [${one}]
    get: { operationId: getHook, responses: { '200': { description: One., ${ref('Hook')} } } }
  /orders:
    post:
      operationId: addOrder
      requestBody: { required: true, ${ref('NewOrder')} }
      responses: { '201': { description: Made., ${ref('Order')} } }
      callbacks:
        placed:
          '{$request.body#/callbackUrl}/orders/{$response.body#/id}':
            post: { requestBody: { required: true, ${ref('Order')} }, responses: { '204': { description: Taken. } } }
  /orders/{id}:
    parameters: [${one}]
    get: { operationId: getOrder, responses: { '200': { description: One., ${ref('Order')} } } }
    delete: { operationId: dropOrder, responses: { '204': { description: Gone. } } }
  /orders/{id}/ship:
    parameters: [${one}]
    post: { operationId: shipOrder, responses: { '200': { description: One., ${ref('Order')} } } }
components:
  schemas:
    NewHook: { type: object, required: [url], properties: { url: { type: string, format: uri }, secret: { type: string, writeOnly: true }, events: { type: array, items: { type: string } } } }
    Hook: { type: object, required: [id, url], properties: { id: { type: integer }, url: { type: string, format: uri }, events: { type: array, items: { type: string } } } }
    NewOrder: { type: object, required: [item], properties: { item: { type: string }, callbackUrl: { type: string } } }
    Order: { type: object, required: [id, item, status], properties: { id: { type: integer }, item: { type: string }, status: { type: string, enum: [placed, shipped] } } }
`;

const received: (readonly [path: string | undefined, body: unknown])[] = [];
const signed: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const receiver = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  received.push([request.url, JSON.parse(text)]);
  if (request.url === '/signed') signed.push({ headers: request.headers, body: text });
  response
    .writeHead(request.url === '/gone' ? 410 : request.url === '/busy' ? 503 : request.url === '/signed' ? 200 : 204)
    .end(request.url === '/signed' ? 'Seen.' : '');
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
afterAll(() => receiver.close());
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const orders = await load(
  'orders.yaml',
  { root: path.resolve(import.meta.dirname, '../..'), allowRemote: [], text: ORDERS },
  new Problems(),
);
if (orders === undefined) throw new Error('The document is at fault.');
const mock = await startLivingMock([orders], { controlPort: 0, things: 0 });
afterAll(() => mock.stop());
const control = createControlClient({
  baseUrl: mock.control?.url ?? '',
  credentials: { token: mock.control?.token ?? '' },
  validate: controlValidators,
});

async function ask(method: string, target: string, body?: unknown) {
  const given = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${mock.urlOf('orders')}${target}`, { method, ...given });
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

const deliveries = async () =>
  (
    unwrap(await control.listDeliveries({ query: {} })) as {
      deliveries: { id: string; event: string; url: string; state: string; reason?: string }[];
    }
  ).deliveries;

test('what is made, reaches a state and is deleted is told to those who asked for it, with the thing', async () => {
  await ask('POST', '/hooks', { url: `${address}/all` });
  await ask('POST', '/hooks', { url: `${address}/shipped`, events: ['order.shipped'] });
  const order = await ask('POST', '/orders', { item: 'Desk' });
  await ask('GET', `/orders/${order.id}`);
  await ask('POST', `/orders/${order.id}/ship`);
  await ask('POST', `/orders/${order.id}/ship`);
  await ask('DELETE', `/orders/${order.id}`);
  const shipped = { ...order, status: 'shipped' };
  await vi.waitFor(() => expect(received.length).toBe(4));
  expect(received).toEqual(
    expect.arrayContaining([
      ['/all', order],
      ['/all', { event: 'order.shipped', data: { order: shipped } }],
      ['/shipped', { event: 'order.shipped', data: { order: shipped } }],
      ['/all', { event: 'order.deleted', data: { order: shipped } }],
    ]),
  );
  await vi.waitFor(async () => expect((await deliveries()).map(({ state }) => state)).toEqual(Array(4).fill('delivered')));
  await control.resetSandbox({});
  expect(await deliveries()).toEqual([]);
});

test('a callback goes to the address that the request and its answer give', async () => {
  received.length = 0;
  const order = await ask('POST', '/orders', { item: 'Lamp', callbackUrl: address });
  await vi.waitFor(() => expect(received).toEqual([[`/orders/${order.id}`, order]]));
  await ask('POST', '/orders', { item: 'Lamp' });
  expect((await deliveries()).map(({ event, url }) => [event, url])).toEqual([['placed', `${address}/orders/${order.id}`]]);
  await control.resetSandbox({});
});

test('another machine is not called, a receiver that is gone gets no more, and one that fails is called again', async () => {
  for (const url of ['https://hooks.example.com/x', 'http://10.0.0.7/x', `${address}/gone`, `${address}/busy`])
    await ask('POST', '/hooks', { url });
  await ask('POST', '/orders', { item: 'Desk' });
  const seen = async () => Object.fromEntries((await deliveries()).map(({ url, state, reason }) => [url, [state, reason]]));
  await vi.waitFor(async () =>
    expect(await seen()).toEqual({
      'https://hooks.example.com/x': ['gave-up', 'blocked'],
      'http://10.0.0.7/x': ['gave-up', 'blocked'],
      [`${address}/gone`]: ['gave-up', 'gone'],
      [`${address}/busy`]: ['waiting', undefined],
    }),
  );
  const id = (await deliveries()).find(({ url }) => url.startsWith('http://10.'))?.id ?? '';
  expect(unwrap(await control.getDelivery({ path: { id } }))).toMatchObject({
    log: [
      {
        number: 1,
        outcome: 'gave-up',
        error: "BlockedAddressError: The receiver's address is on another machine, and a mock delivers to this one alone.",
      },
    ],
  });
});

test('a webhook is signed as the document says, with the secret that the receiver has, and control explains it and sends it again', async () => {
  await control.resetSandbox({});
  const secret = `whsec_${Buffer.from('a secret of the receiver').toString('base64')}`;
  await ask('POST', '/hooks', { url: `${address}/signed`, secret, events: ['orderCreated'] });
  await ask('POST', '/hooks', { url: `${address}/other`, events: ['orderCreated'] });
  await ask('POST', '/orders', { item: 'Shelf' });
  await vi.waitFor(async () => expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered']));
  const scheme = standardSignature({ toleranceSeconds: 300 });
  const isRight = ({ headers, body }: (typeof signed)[number]) =>
    scheme.verify(new TextEncoder().encode(body), (name) => [headers[name]].flat()[0], secret);
  expect(await Promise.all(signed.map(isRight))).toEqual([{ id: expect.any(String) }]);
  const [other, own] = await deliveries();
  const secretsOf = async (id = '') => unwrap(await control.revealSecret({ path: { id } }), 200).secrets;
  expect([await secretsOf(own?.id), await secretsOf(other?.id)]).toEqual([[secret], ['whsec_b2N0YXZvIG1vY2sgLS1saXZpbmc=']]);
  const path = { id: own?.id ?? '' };
  expect(unwrap(await control.checkSignature({ path }), 200)).toMatchObject({ result: 'matches', signature: { scheme: 'standard' } });
  expect((await control.checkSignature({ path, query: { attempt: 2 } })).status).toBe(404);
  expect((await control.replayDelivery({ path })).status).toBe(202);
  await vi.waitFor(async () =>
    expect(unwrap(await control.getDelivery({ path }), 200)).toMatchObject({
      state: 'delivered',
      log: [{ number: 1 }, { number: 2, status: 200, answer: { body: 'Seen.' } }],
    }),
  );
  expect(await Promise.all(signed.map(isRight))).toEqual([{ id: path.id }, { id: path.id }]);
});
