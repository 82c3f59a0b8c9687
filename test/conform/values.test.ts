// Tests the values that `octavo conform` sends from requests that have succeeded: which refusals it reports, and which may be rules of prose.
import { describe, expect, test } from 'vitest';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { serviceFrom } from './support.ts';

const ORDERS = `openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post:
      operationId: order
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              additionalProperties: false
              required: [item, count, least, most]
              properties:
                item: { type: string, pattern: '^[A-Z]{3}$', examples: [ABC] }
                count: { type: integer, minimum: 1, maximum: 500 }
                least: { type: integer, minimum: 0, maximum: 90 }
                most: { type: integer, minimum: 0, maximum: 90 }
                name: { type: string, maxLength: 60 }
                size: { type: string, enum: [small, middle, large] }
                motto: { oneOf: [{ $ref: '#/components/schemas/Motto' }, { type: 'null' }] }
                lines:
                  type: array
                  maxItems: 4
                  items: { type: object, required: [price], properties: { price: { type: number, minimum: 0, maximum: 9 } } }
                extras: { type: array, maxItems: 2, uniqueItems: true, items: { $ref: '#/components/schemas/Extra' } }
            example: { item: ABC, count: 7, least: 1, most: 80 }
      responses:
        '204': { description: Ordered. }
        '422': { description: Refused. }
components:
  schemas:
    Extra: { enum: [ribbon, card, box] }
    Motto: { type: string, enum: [luck, love] }
`;

interface Line {
  readonly price?: unknown;
}

interface Order {
  readonly item: string;
  readonly count: number;
  readonly least: number;
  readonly most: number;
  readonly name?: string;
  readonly size?: string;
  readonly motto?: string | null;
  readonly lines?: readonly Line[];
  readonly extras?: readonly string[];
}

/** Whether the schema allows an order. The checks of a real service are of the same kind. */
function isOrder(body: unknown): body is Order {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const {
    item,
    count,
    least,
    most,
    name = '',
    size = 'small',
    motto = null,
    lines = [],
    extras = [],
    ...others
  } = body as Record<string, unknown>;
  const within = (value: unknown, from: number, to: number): boolean =>
    Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
  return (
    Object.keys(others).length === 0 &&
    typeof item === 'string' &&
    /^[A-Z]{3}$/.test(item) &&
    within(count, 1, 500) &&
    within(least, 0, 90) &&
    within(most, 0, 90) &&
    typeof name === 'string' &&
    [...name].length <= 60 &&
    ['small', 'middle', 'large'].includes(String(size)) &&
    [null, 'luck', 'love'].some((one) => one === motto) &&
    Array.isArray(lines) &&
    lines.length <= 4 &&
    Array.isArray(extras) &&
    extras.length <= 2 &&
    new Set(extras).size === extras.length &&
    extras.every((extra) => ['ribbon', 'card', 'box'].includes(extra)) &&
    lines.every((line) => typeof line === 'object' && line !== null && !Array.isArray(line))
  );
}

const priced = ({ lines = [] }: Order): boolean => lines.every(({ price }) => typeof price === 'number' && price >= 0 && price <= 9);

/** A run against a service that knows one item, and wants the least to be less than the most; the document says neither. */
async function runOn(accepts: (order: Order) => boolean = priced, document = ORDERS): Promise<ConformReport> {
  const target = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    if (new URL(request.url).pathname !== '/orders') return new Response(null, { status: 404 });
    if (!/^application\/json *(?:;|$)/i.test(request.headers.get('content-type') ?? '')) return new Response(null, { status: 415 });
    const text = await request.text();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return new Response(null, { status: 400 });
    }
    const isDouble = /"item".*"item"/.test(text);
    const isRight = !isDouble && isOrder(body) && body.item === 'ABC' && body.least < body.most && accepts(body);
    return new Response(null, { status: isRight ? 204 : 422 });
  };
  return conformService(await serviceFrom(document), { target, random: 2 });
}

const shown = ({ findings }: ConformReport): readonly string[] => findings.map(({ check, message }) => `${check}: ${message}`);

test('refusals for rules of prose are doubts, and no findings', async () => {
  const report = await runOn();
  expect(shown(report)).toEqual([]);
  expect([...new Set((report.doubts ?? []).map(({ at }) => at))].toSorted()).toEqual(['/body/least', '/body/most']);
  const { tried, of, untried } = report.constraints ?? { tried: 0, of: 0, untried: [] };
  expect(untried.filter(({ at, keyword }) => !(at === '/body/least' || at === '/body/most' || keyword === 'pattern'))).toEqual([]);
  expect(tried).toBeGreaterThan(of - 6);
});

describe.each(
  sampleOf<readonly [fault: string, accepts: (order: Order) => boolean, message: string]>(
    [
      ['a limit that is one too low', ({ count }) => count < 500, 'its neighbour inside the limit is accepted'],
      [
        'a limit of fractions that is one too low',
        ({ lines = [] }) => lines.every(({ price }) => Number(price) <= 8),
        'its neighbour inside the limit is accepted',
      ],
      ['a shorter length', ({ name = '' }) => [...name].length <= 40, 'one with 40 characters is accepted'],
      ['a value of an enumeration that is refused', ({ size }) => size !== 'large', 'all other values of the list are accepted'],
      ['a list that may not be as long', ({ lines = [] }) => lines.length < 4, 'its neighbour inside the limit is accepted'],
      ['a list of choices that may not be as long', ({ extras = [] }) => extras.length < 2, 'its neighbour inside the limit is accepted'],
      ['a length in units of UTF-16', ({ name = '' }) => name.length <= 60, 'as many letters are accepted, and so are fewer'],
      ['a text in several scripts', ({ name = '' }) => /^[ -~]*$/.test(name), 'the same with another value is accepted'],
      ['an empty text', ({ name }) => name !== '', 'the same with another value is accepted'],
      ['null, which one branch of a union is', ({ motto }) => motto !== null, 'the same with another value is accepted'],
      ['an optional member that is required', ({ size }) => size !== undefined, 'the same with it is accepted'],
    ],
    3,
  ),
)('%s', (_, accepts, message) => {
  test('is found', async () => {
    const report = await runOn((order) => priced(order) && accepts(order));
    expect(shown(report)).toEqual([expect.stringContaining(message)]);
  });
});

test.each([
  'An order has a ribbon, or a card in a box.',
  'Which `extras` are allowed together depends on the item.',
  'A box cannot be combined with the other extras.',
])('choices of a list need not go together where a text speaks of them: %s', async (sentence) => {
  const document = ORDERS.replace('      operationId:', `      description: "${sentence}"\n      operationId:`);
  expect(shown(await runOn((order) => priced(order) && (order.extras ?? []).length < 2, document))).toEqual([]);
});

describe.each<readonly [fault: string, accepts: (order: Order) => boolean]>([
  [
    'a member that is missing in an item',
    ({ lines = [] }) => lines.every(({ price = 1 }) => typeof price === 'number' && price >= 0 && price <= 9),
  ],
  [
    'a number that is a text',
    ({ lines = [] }) => lines.every(({ price }) => price !== undefined && Number(price) >= 0 && Number(price) <= 9),
  ],
])('%s, behind rules of prose', (_, accepts) => {
  test('is found', async () => {
    const { findings } = await runOn(accepts);
    expect([...new Set(findings.map(({ check }) => check))]).toEqual(['refuses-invalid']);
  });
});
