// Tests that octavo conform finds creates and lists that have another default than a sentence says, in a small service of customers and their orders.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /customers:
    post:
      operationId: addCustomer
      requestBody: { required: true, ${json(ref('NewCustomer'))} }
      responses: { '201': { description: Made., ${json(ref('Customer'))} }, '422': { description: Invalid. } }
  /customers/{id}:
    parameters: [${id}]
    get: { operationId: getCustomer, responses: { '200': { description: Found., ${json(ref('Customer'))} }, '404': { description: None. } } }
  /orders:
    get:
      operationId: listOrders
      parameters:
        - { name: kind, in: query, schema: { type: string, enum: [goods, service] }, description: 'The kind of the orders. If omitted, \`goods\` is used.' }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 }, description: How many at most; defaults to 20. }
      responses: { '200': { description: The orders., ${json(`{ type: array, items: ${ref('Order')} }`)} }, '422': { description: Invalid. } }
    post:
      operationId: addOrder
      description: Makes an order. If no kind is given, it is \`goods\`.
      requestBody: { required: true, ${json(ref('NewOrder'))} }
      responses: { '201': { description: Made., ${json(ref('Order'))} }, '422': { description: Invalid. } }
  /orders/{id}:
    parameters: [${id}]
    get: { operationId: getOrder, responses: { '200': { description: Found., ${json(ref('Order'))} }, '404': { description: None. } } }
components:
  schemas:
    NewCustomer: { type: object, required: [currency], properties: { currency: { type: string, enum: [EUR, USD, CHF] } } }
    Customer: { type: object, required: [id, currency], properties: { id: { type: integer }, currency: { type: string } } }
    NewOrder:
      type: object
      required: [customerId, reference]
      properties: &members
        customerId: { type: integer, minimum: 1, description: An existing customer. }
        reference: { type: string, minLength: 3, maxLength: 12 }
        label: { type: string, minLength: 1, maxLength: 12, description: 'How it is shown. When omitted, the value of \`reference\` is used.' }
        kind: { type: string, enum: [goods, service] }
        copies: { type: integer, minimum: 1, maximum: 9, description: Defaults to 1. }
        currency: { type: string, enum: [EUR, USD, CHF], description: 'Optional. Defaults to the currency of the customer.' }
        placedAt: { type: string, format: date-time, description: 'The time of the order: now, unless given.' }
    Order: { type: object, required: [id, customerId, reference], properties: { id: { type: integer }, <<: *members } }
`);
const judge = await createJudge(service);

type Members = Readonly<Record<string, unknown>>;

/**
 * What each of the two kinds of defaults is: `orders` gives the members that a create leaves out, and \`list\` the parameters that a list leaves out.
 */
interface Faults {
  readonly order?: Members;
  readonly list?: Readonly<Record<string, string>>;
}

function shop({ order = {}, list = {} }: Faults): (request: Request) => Promise<Response> {
  const kept: Members[] = [];
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, name = '', key] = pathname.split('/');
    const text = await request.text();
    const verdict = await verdictOn(judge, request, text);
    if (!verdict.accepted) return none(verdict.status === 400 ? 422 : verdict.status);
    if (key !== undefined) {
      const found = kept.find((one) => one.of === name && one.id === Number(key));
      return found === undefined ? none(404) : Response.json({ ...found, of: undefined });
    }
    if (request.method === 'GET') {
      const asked = { kind: 'goods', limit: '20', ...list, ...Object.fromEntries(searchParams) };
      const found = kept.filter((one) => one.of === name && (asked.kind === 'all' || one.kind === asked.kind));
      return Response.json(found.slice(-Number(asked.limit)).map((one) => ({ ...one, of: undefined })));
    }
    const body: Members = JSON.parse(text);
    const customer = kept.find((one) => one.of === 'customers' && one.id === body.customerId);
    if (name === 'orders' && customer === undefined) return none(422);
    const own = {
      label: body.reference,
      kind: 'goods',
      copies: 1,
      currency: customer?.currency,
      placedAt: new Date().toISOString(),
      ...order,
    };
    kept.push({ of: name, id: kept.length + 1, ...(name === 'orders' ? own : {}), ...body });
    return Response.json({ ...kept.at(-1), of: undefined }, { status: 201 });
  };
}

test.each<readonly [says: string, faults: Faults, found: readonly RegExp[]]>([
  ['a service without a fault', {}, []],
  [
    'a label of its own',
    { order: { label: 'none' } },
    [/^member-defaults: `label` is "none" after addOrder without it, and the document says: “When omitted/],
  ],
  [
    'another kind',
    { order: { kind: 'service' } },
    [/^member-defaults: `kind` is "service" .* the document says: “If no kind is given, it is `goods`\.”$/],
  ],
  ['no copies', { order: { copies: null } }, [/^member-defaults: `copies` is null after addOrder without it/]],
  ['one currency for all', { order: { currency: 'CHF' } }, [/^member-defaults: `currency` is "CHF" after addOrder without it/]],
  ['an old time', { order: { placedAt: '2001-02-03T04:05:06Z' } }, [/^member-defaults: `placedAt` is "2001-02-03T04:05:06Z"/]],
  ['a list of all kinds', { list: { kind: 'all' } }, [/^list-defaults: Without `kind` the list has other items/]],
  ['a shorter list', { list: { limit: '3' } }, [/^list-defaults: Without `limit` the list has other items/]],
])('%s', async (_, faults, expected) => {
  const checks = ['member-defaults', 'list-defaults'];
  const report = await conformService(service, { target: shop(faults), most: 1, random: 0, ...lookingFor(...checks) });
  const shown = report.findings.flatMap(({ check, message }) => (checks.includes(check) ? [`${check}: ${message}`] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const looked = report.operations.flatMap(({ cells }) => [...cells.keys()]);
  for (const check of checks) expect(looked).toContain(check);
});
