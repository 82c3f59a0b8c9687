// Tests that octavo conform finds numbers that are not what their descriptions say that they are computed from.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { formulaIn, laterIn, togetherIn } from '../../generator/inference/prose/index.ts';
import { formulasIn } from '../../generator/inference/stated/numbers.ts';
import type { Schema } from '../../generator/model/schema/schema.ts';
import { lookingFor, serviceFrom } from './support.ts';

const CHECK = 'stated-numbers';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: The orders.
          content: { application/json: { schema: { type: object, properties: { items: { type: array, items: { $ref: '#/components/schemas/Order' } } } } } }
components:
  schemas:
    Order:
      type: object
      properties:
        lines: { type: array, items: { type: object, properties: { quantity: { type: integer }, unitPriceMinor: { type: integer } } } }
        lineCount: { type: integer, description: How many lines there are. }
        goods: { type: integer, description: The sum of quantities times unit prices. }
        shipping: { type: integer }
        total: { type: integer, description: Goods plus shipping. }
        parts: { type: array, description: Together they are the total., items: { type: object, properties: { minor: { type: integer } } } }
        levy: { type: integer, description: '19 percent of goods, rounded half up.' }
        fee: { type: integer, description: 2 % of the goods. }
        loadRate: { type: integer }
        load: { type: integer, description: 'The goods times the load rate, rounded down.' }
        paid: { type: number }
        due: { type: number, description: The total less what is paid. }
        startsAt: { type: string, format: date-time }
        durationMinutes: { type: integer }
        endsAt: { type: string, format: date-time, description: '\`startsAt\` and \`durationMinutes\` later.' }
`);

const TIMES = { startsAt: '2030-01-01T10:00:00+01:00', durationMinutes: 30, endsAt: '2030-01-01T09:30:00Z' };
const ORDER = {
  lines: [line(2, 150), line(1, 99)],
  lineCount: 2,
  goods: 399,
  shipping: 50,
  total: 449,
  levy: 76,
  fee: 8,
  paid: 100.5,
  due: 348.5,
  ...TIMES,
};

function line(quantity: number, unitPriceMinor: number): object {
  return { quantity, unitPriceMinor };
}

async function findings(order: object): Promise<readonly string[]> {
  const target = (request: Request): Response =>
    new URL(request.url).pathname === '/orders' ? Response.json({ items: [order] }) : new Response(null, { status: 404 });
  const report = await conformService(service, { target, random: 1, ...lookingFor(CHECK), most: 10 });
  return report.findings.map(({ message, expected }) => `${/`(\w+)`/.exec(message)?.[1]}: ${expected}`);
}

describe('stated-numbers', () => {
  test('has no finding where all numbers are right, or a part is not shown', async () => {
    expect(await findings(ORDER)).toEqual([]);
    expect(await findings({ total: 3, goods: 4, due: 0 })).toEqual([]);
    expect(await findings({ ...ORDER, paid: 500, due: 0 })).toEqual([]);
    expect(await findings({ ...ORDER, parts: [{ minor: 225 }, { minor: 224 }] })).toEqual([]);
    expect(await findings({ ...ORDER, parts: [] })).toEqual([]);
    // A rate may be in percent.
    expect(await findings({ ...ORDER, loadRate: 15, load: 5985 })).toEqual([]);
    expect(await findings({ ...ORDER, loadRate: 15, load: 59 })).toEqual([]);
    expect(await findings({ ...ORDER, loadRate: 15, load: 62 })).toEqual(['load: “The goods times the load rate, rounded down.”']);
  });

  test.each([
    [{ lineCount: 3 }, 'lineCount: “How many lines there are.”'],
    [{ parts: [{ minor: 224 }, { minor: 224 }] }, 'total: “Together they are the total.”'],
    [{ durationMinutes: 45 }, 'endsAt: “`startsAt` and `durationMinutes` later.”'],
    [{ levy: 75 }, 'levy: “19 percent of goods, rounded half up.”'],
    [{ fee: 10 }, 'fee: “2 % of the goods.”'],
    [{ due: 448.5 }, 'due: “The total less what is paid.”'],
    [{ goods: 249, total: 299, due: 198.5, levy: 47, fee: 5 }, 'goods: “The sum of quantities times unit prices.”'],
  ])('finds %j', async (wrong, found) => {
    expect(await findings({ ...ORDER, ...wrong })).toEqual([found]);
  });

  test('finds a cent that is lost where the request gives the price, and allows a rounding of what it does not give', async () => {
    const made = await serviceFrom(`openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /lines:
    post:
      operationId: addLine
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Line' }, example: { price: '1.15', count: 1 } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Line' } } } } }
components:
  schemas:
    Line:
      type: object
      required: [price, count]
      properties:
        price: { type: string, pattern: '^\\d{1,4}\\.\\d{2}$' }
        count: { type: integer, minimum: 1, maximum: 9 }
        amount: { type: string, pattern: '^\\d+\\.\\d{2}$', readOnly: true, description: The price times the count. }
`);
    const found = async (amountOf: (price: number, count: number) => number, shownAs = (price: string) => price): Promise<number> => {
      const target = async (request: Request): Promise<Response> => {
        const { price, count } = JSON.parse((await request.text()) || '{}') as { price: string; count: number };
        if (!/^\d{1,4}\.\d{2}$/.test(price) || !Number.isInteger(count) || count < 1 || count > 9)
          return new Response(null, { status: 400 });
        return Response.json({ price: shownAs(price), count, amount: amountOf(Number(price), count).toFixed(2) }, { status: 201 });
      };
      const { findings: all } = await conformService(made, { target, random: 1, ...lookingFor(CHECK), most: 20 });
      return all.filter(({ check }) => check === CHECK).length;
    };
    const cents = (price: number): number => Math.round(price * 100);
    expect(await found((price, count) => (cents(price) * count) / 100)).toBe(0);
    expect(await found((price, count) => (Math.floor(price * 100) * count) / 100)).toBeGreaterThan(0);
    // The price of the answer is another one: its amount may be that of a finer price.
    expect(
      await found(
        (_, count) => 77.33 * count + 0.01,
        () => '77.33',
      ),
    ).toBe(0);
  });

  const LINE = {
    numbers: ['quantity', 'unit_price_cents', 'amount_cents', 'base'],
    lists: new Map([
      ['parts', ['cents']],
      ['shots', ['seconds', 'count']],
    ]),
  };

  test.each([
    ['The quantity times the unit price, rounded to whole cents. Half a cent is rounded up.', { step: 1, way: 'half-up' }],
    ['The quantity times the unit price, rounded down to whole cents.', { step: 1, way: 'down' }],
    ['The quantity times the unit price, rounded to two decimals.', { step: 0.01, way: 'nearest' }],
    ['The quantity times the unit price, rounded.', { way: 'nearest' }],
    ['The quantity times the unit price, rounded to ten cents.', undefined],
  ])('reads how a number is rounded: “%s”', (text, rounding) => {
    expect(formulaIn(text, 'amount_cents', LINE)?.rounding).toEqual(rounding);
  });

  test('reads a formula that says a thing in other words', () => {
    const text = 'How long it lasts in all, that is the sum of `seconds` times `count` over the shots.';
    expect(formulaIn(text, 'length', LINE)).toEqual({ quote: text, kind: 'items', list: 'shots', of: ['seconds', 'count'] });
  });

  test.each([
    ['rounded to whole cents. Half a cent is rounded up', 2.5, 245, [613], [612]],
    ['rounded to whole cents', 2.5, 245, [612, 613], [611, 614]],
    ['rounded down to whole cents', 2.5, 245, [612], [613]],
    ['rounded up to whole cents', 2.5, 245, [613], [612]],
    // What is told in euros has hundredths.
    ['rounded to whole cents', 2.5, 2.45, [6.13, 6.12], []],
  ])('finds an amount that is %s and is not', async (says, quantity, price, right, wrong) => {
    const member = '{ type: number, minimum: 0.25, maximum: 1000, multipleOf: 0.01 }';
    const lines = await serviceFrom(`openapi: 3.1.0
info: { title: Lines, version: '1' }
paths:
  /lines:
    post:
      operationId: addLine
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [quantity, unitPriceMinor], properties: { quantity: ${member}, unitPriceMinor: ${member} } }, example: { quantity: ${quantity}, unitPriceMinor: ${price} } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { type: object, properties: { quantity: ${member}, unitPriceMinor: ${member}, amount: { type: number, description: 'The quantity times the unit price, ${says}.' } } } } } } }
`);
    const found = async (amount: number): Promise<number> => {
      const target = async (request: Request): Promise<Response> => {
        const body = (await request.json().catch(() => ({}))) as { quantity?: number; unitPriceMinor?: number };
        if (body.quantity !== quantity || body.unitPriceMinor !== price) return new Response(null, { status: 400 });
        return Response.json({ ...body, amount }, { status: 201 });
      };
      const { findings: all } = await conformService(lines, { target, random: 1, ...lookingFor(CHECK), most: 3 });
      return all.filter(({ check }) => check === CHECK).length;
    };
    for (const amount of right) expect(await found(amount)).toBe(0);
    for (const amount of wrong) expect(await found(amount)).toBe(1);
  });

  test.each([
    ['The start plus the duration.', true],
    ['The duration after the start.', true],
    ['It is `startsAt` + `durationMinutes`.', true],
    ['The start plus the duration and a break.', false],
    ['Later than the start.', false],
  ])('reads a later time in “%s”: %s', (text, isSaid) => {
    expect(laterIn(text, ['startsAt', 'createdAt'], ['durationMinutes']) !== undefined).toBe(isSaid);
  });

  const INSIDE = {
    numbers: ['asked', 'plan/ownShare', 'fee', 'discounts'],
    lists: new Map([
      ['plan/costs', ['cents']],
      ['visits', ['minutes', 'price']],
      ['sales', ['amount', 'discount']],
    ]),
  };

  test.each([
    ['The sum of the costs of the plan.', { kind: 'items', list: 'plan/costs', of: ['cents'] }],
    ['The sum of the costs of the plan without `ownShare`.', { kind: 'items', list: 'plan/costs', of: ['cents'], less: 'plan/ownShare' }],
    ['The sum of the visits minus the fee.', { kind: 'items', list: 'visits', of: ['price'], less: 'fee' }],
    // Each sale has its discount beside its amount, and the fee may be in the prices.
    ['The sum of the sales, without discounts.', { kind: 'items', list: 'sales', of: ['amount'] }],
    ['The sum of the visits without the fee.', undefined],
    ['The sum of the costs of another plan.', undefined],
    ['The sum of the costs of the plan without taxes.', undefined],
  ])('reads the sum of a list inside an object, and what is taken off: “%s”', (text, found) => {
    expect(formulaIn(text, 'total', INSIDE)).toEqual(found && { quote: text, ...found });
  });

  test('finds a sum that does not leave out what the object with its list says', async () => {
    const grants = await serviceFrom(`openapi: 3.1.0
info: { title: Plans, version: '1' }
paths:
  /plans: { get: { operationId: listPlans, responses: { '200': { description: Plans., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Plan' } } } } } } } }
components:
  schemas:
    Plan:
      type: object
      properties:
        plan: { oneOf: [{ $ref: '#/components/schemas/Costs' }, { type: 'null' }] }
        asked: { type: integer, description: 'The sum of the costs of the plan without \`ownShare\`. It is 0 without a plan.' }
    Costs: { type: object, properties: { ownShare: { type: integer }, costs: { type: array, items: { type: object, properties: { cents: { type: integer } } } } } }
`);
    const found = async (asked: number, plan: object | null): Promise<number> => {
      const target = (): Response => Response.json([{ plan, asked }]);
      return (await conformService(grants, { target, random: 1, ...lookingFor(CHECK), most: 10 })).findings.length;
    };
    const plan = { ownShare: 20, costs: [{ cents: 70 }, { cents: 50 }] };
    expect([await found(100, plan), await found(0, null), await found(120, plan)]).toEqual([0, 0, 1]);
  });

  test.each([
    'The sum of quantity times unit price, less the discount.',
    'How many of its lines are open.',
    'The total when the order was placed.',
    'Goods plus something else.',
  ])('reads no formula in “%s”', (text) => {
    const named = { numbers: ['goods', 'shipping'], lists: new Map([['lines', ['quantity', 'unitPriceMinor']]]) };
    expect(formulaIn(text, 'total', named)).toBeUndefined();
  });
});

test.each<readonly [text: string, list: string, total: string | undefined]>([
  ['Together they are the fee.', 'parts', 'fee/minor'],
  ['They add up to the total.', 'shares', 'total'],
  ['The amounts total to what is paid.', 'shares', 'paid'],
  ['Their sum equals the fee.', 'parts', 'fee/minor'],
  ['They add up to 100.', 'shares', undefined],
  ['Together they are the fee if it is paid.', 'parts', undefined],
  ['Together they make up the total.', 'lines', undefined],
])('the items of a list are a number together: %s', (text, list, total) => {
  const lists = new Map([
    ['parts', ['minor']],
    ['shares', ['percent', 'amount']],
    ['lines', ['net', 'gross']],
  ]);
  expect(togetherIn(text, list, { numbers: ['fee/minor', 'total', 'paid'], lists })?.total).toBe(total);
});

describe('a sum of what the thing itself has', () => {
  const named = {
    numbers: ['printsTotal', 'id'],
    lists: new Map([['prints', ['id', 'price_cents', 'pages']]]),
    members: ['id', 'customerId', 'prints', 'printsTotal'],
  };

  test.each(['The sum of the prices of all prints of the order.', 'The total of the prints of this order.'])('%s', (text) =>
    expect(formulaIn(text, 'printsTotal', named)).toEqual({ quote: text, kind: 'items', list: 'prints', of: ['price_cents'] }),
  );

  test.each([
    // A member names the customer, who may have other prints too.
    'The sum of the prices of all prints of the customer.',
    'The sum of the weights of all prints of the order.',
    'The sum of the prices of all prints of the order that are paid.',
  ])('another sum: %s', (text) => expect(formulaIn(text, 'printsTotal', named)).toBeUndefined());
});

test('an identifier is no part of a sum, though it has the word of what is summed', () => {
  const description = 'Total amount of the invoice without tax';
  const partsFor = (first: string): readonly string[] => {
    const numbers = { [first]: { type: ['integer'] }, TaxAmount: { type: ['number'] }, NetAmount: { type: ['number'], description } };
    return formulasIn(new Map(Object.entries(numbers).map(([name, schema]) => [name, [schema as unknown as Schema]]))).flatMap(
      ([name, { kind }]) => `${name}: ${kind}`,
    );
  };
  expect(partsFor('InvoiceTotal')).toEqual(['NetAmount: difference']);
  expect(partsFor('InvoiceCategoryId')).toEqual([]);
});
