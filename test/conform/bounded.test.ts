// Tests that a thing is refused whose members another thing bounds, on a service of fairs and their stalls that has one fault at a time.
import { describe, expect, test } from 'vitest';
import { type ConformReport, conformService } from '../../generator/conform/index.ts';
import { boundsIn, hasBothDays, isWithin, lengthsIn } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, SOME_CASES, serviceFrom } from './support.ts';

const body = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const FAIRS = `openapi: 3.1.0
info: { title: Fairs, version: '1' }
paths:
  /fairs:
    post:
      operationId: addFair
      requestBody: { required: true, ${body('NewFair')} }
      responses: { '201': { description: Made., ${body('Fair')} }, '400': { description: Not as declared. } }
  /fairs/{fairId}:
    parameters: [{ name: fairId, in: path, required: true, schema: { type: string, format: uuid } }]
    get: { operationId: readFair, responses: { '200': { description: Found., ${body('Fair')} }, '404': { description: None. } } }
  /fairs/{fairId}/stalls:
    parameters: [{ name: fairId, in: path, required: true, schema: { type: string, format: uuid } }]
    post:
      operationId: addStall
      description: |
        A stall is held within the days of the fair. Its fee is in the currency of the fair, and the guests are at most its capacity; all three are a 422 otherwise.
      requestBody: { required: true, ${body('NewStall')} }
      responses: { '201': { description: Made., ${body('Stall')} }, '404': { description: None. }, '422': { description: A rule is broken. } }
  /fairs/{fairId}/stalls/{stallId}:
    parameters:
      - { name: fairId, in: path, required: true, schema: { type: string, format: uuid } }
      - { name: stallId, in: path, required: true, schema: { type: string, format: uuid } }
    get: { operationId: readStall, responses: { '200': { description: Found., ${body('Stall')} }, '404': { description: None. } } }
components:
  schemas:
    Currency: { type: string, enum: [EUR, GBP, PLN] }
    NewFair:
      type: object
      required: [startDate, endDate, capacity, currency]
      properties:
        startDate: { type: string, format: date }
        endDate: { type: string, format: date }
        capacity: { type: integer, minimum: 20, maximum: 500 }
        currency: { $ref: '#/components/schemas/Currency' }
      example: { startDate: '2090-05-02', endDate: '2090-05-09', capacity: 100, currency: EUR }
    Fair:
      allOf:
        - $ref: '#/components/schemas/NewFair'
        - { type: object, required: [id], properties: { id: { type: string, format: uuid } } }
    NewStall:
      type: object
      required: [opens, closes, guests, fee]
      properties:
        opens: { type: string, format: date-time }
        closes: { type: string, format: date-time }
        guests: { type: integer, minimum: 1, maximum: 900 }
        fee:
          type: object
          additionalProperties: false
          required: [amount, currency]
          properties: { amount: { type: integer, minimum: 0, maximum: 9000 }, currency: { $ref: '#/components/schemas/Currency' } }
      example: { opens: '2090-05-03T09:00:00Z', closes: '2090-05-03T17:00:00Z', guests: 5, fee: { amount: 100, currency: EUR } }
    Stall:
      allOf:
        - $ref: '#/components/schemas/NewStall'
        - { type: object, required: [id], properties: { id: { type: string, format: uuid } } }
`;

interface Fair {
  readonly startDate: string;
  readonly endDate: string;
  readonly capacity: number;
  readonly currency: string;
}
interface Stall {
  readonly opens: string;
  readonly closes: string;
  readonly guests: number;
  readonly fee: { readonly currency: string };
}

const RULES: Readonly<Record<string, (stall: Stall, fair: Fair) => boolean>> = {
  days: ({ opens, closes }, { startDate, endDate }) => opens.slice(0, 10) >= startDate && closes.slice(0, 10) <= endDate,
  currency: ({ fee }, { currency }) => fee.currency === currency,
  guests: ({ guests }, { capacity }) => guests <= capacity,
};

async function runWithout(rule?: string): Promise<ConformReport> {
  const [fairs, kept] = [new Map<string, Fair>(), new Map<string, Stall>()];
  const target = async (request: Request): Promise<Response> => {
    const [, , fairId, stalls, stallId] = new URL(request.url).pathname.split('/');
    const id = crypto.randomUUID();
    if (fairId === undefined) {
      const made = (await request.json()) as Fair;
      fairs.set(id, made);
      return Response.json({ ...made, id }, { status: 201 });
    }
    const fair = fairs.get(fairId);
    if (fair === undefined) return new Response(null, { status: 404 });
    if (stalls === undefined) return Response.json({ ...fair, id: fairId });
    if (stallId !== undefined) {
      const found = kept.get(stallId);
      return found === undefined ? new Response(null, { status: 404 }) : Response.json({ ...found, id: stallId });
    }
    const stall = (await request.json()) as Stall;
    if (!Object.entries(RULES).every(([name, holds]) => name === rule || holds(stall, fair))) return new Response(null, { status: 422 });
    kept.set(id, stall);
    return Response.json({ ...stall, id }, { status: 201 });
  };
  return conformService(await serviceFrom(FAIRS), { target, random: 2, ...SOME_CASES, ...lookingFor('stated-rules') });
}

const shown = ({ findings }: ConformReport): readonly string[] =>
  findings.filter(({ check }) => check === 'stated-rules').map(({ message }) => message);

test('a service that keeps its rules has no finding', async () => {
  expect(shown(await runWithout())).toEqual([]);
});

test.each(
  sampleOf(
    [
      ['days', /^addStall with times after the end of \S+ is accepted with 201, and the document says: “A stall is held/],
      ['currency', /^addStall with the `currency` \w+ beside the `currency` \w+ of /],
      ['guests', /^addStall with a `guests` above the `capacity` of /],
    ],
    1,
  ),
)('a service that does not keep the rule of %s is found', async (rule, message) => {
  expect(shown(await runWithout(rule))).toEqual([expect.stringMatching(message)]);
});

describe('sentences about another thing', () => {
  const own = ['total', 'amount', 'seats', 'currency', 'weightGrams'];
  const order = { name: 'orders', members: ['grandTotal', 'currency', 'maxWeight', 'seatCount'] };
  test.each([
    ['The amount cannot exceed the grand total of the order.', [{ kind: 'most', member: 'amount', of: 'grandTotal' }]],
    ["`amount` must not be greater than the order's `grandTotal`.", [{ kind: 'most', member: 'amount', of: 'grandTotal' }]],
    ['`weightGrams` is up to the max weight of its order.', [{ kind: 'most', member: 'weightGrams', of: 'maxWeight' }]],
    ['The seats may not be fewer than the seat count of the order.', [{ kind: 'least', member: 'seats', of: 'seatCount' }]],
    ['The total must fit the grand total of the order.', [{ kind: 'most', member: 'total', of: 'grandTotal' }]],
    ['The `weightGrams` has to fit within the max weight of its order.', [{ kind: 'most', member: 'weightGrams', of: 'maxWeight' }]],
    ['The amount is in the currency of the order.', [{ kind: 'same', member: 'currency', of: 'currency' }]],
    ["The currency must match the order's currency.", [{ kind: 'same', member: 'currency', of: 'currency' }]],
  ])('%s', (text, bounds) => {
    expect(boundsIn(text, own, order)).toEqual(bounds);
  });

  test.each([
    'The amount is shown in the currency of the order.',
    'The amount is at most the grand total of the order, unless a discount is given.',
    'Defaults to the currency of the order.',
    'Two lines of an order cannot have the same amount.',
    'The grand total of the order is the sum of its lines.',
    'The currency of an order never changes.',
  ])('no rule: %s', (text) => {
    expect(boundsIn(text, own, order)).toEqual([]);
  });

  test.each([
    ['A slot starts on a day of the order, counted in UTC.', true],
    ['The delivery must be within the dates of its order.', true],
    ['Lines cannot be changed during the order.', false],
    ["The amount is in the order's currency.", false],
    ['An order is in the list.', false],
  ])('%s', (text, isSaid) => {
    expect(isWithin(text, 'orders')).toBe(isSaid);
  });
});

describe('how long something lasts', () => {
  test.each([
    ['A festival lasts at most 14 days, the first and the last counted.', ['most 14 days, both counted']],
    ['It lasts 10 minutes at least and 8 hours at most.', ['least 10 minutes', 'most 8 hours']],
    ['An appointment lasts between 5 and 120 minutes.', ['least 5 minutes', 'most 120 minutes']],
    ['A rental cannot be longer than thirty days.', ['most thirty days']],
    ['Stays of one night or more.', ['least one night']],
    ['A refund takes at most 5 days.', []],
    ['It can be cancelled up to 24 hours before the start.', []],
    ['Tokens are valid for at most 2 hours.', []],
    ['At most 3 bookings per day.', []],
  ])('%s', (text, lengths) => {
    expect(lengthsIn(text).map((one) => `${one.kind} ${one.says}${one.isInclusive ? ', both counted' : ''}`)).toEqual(lengths);
  });
});

test.each<readonly [text: string, isSaid: boolean]>([
  ['A period has its first and its last day in it, so that a period of one day starts and ends on the same date.', true],
  ['Stays include their first and their last day.', true],
  ['Ranges are given by dates, and both ends are included.', true],
  ['A loan of one day starts and ends on the same day.', true],
  ['The last day of a stay is not included.', false],
  ['A booking has a first and a last day.', false],
  ['A page has its first and its last link in it.', false],
])('both days count: %s', (text, isSaid) => {
  expect(hasBothDays(text)).toBe(isSaid);
});
