// Tests that octavo conform does actions with numbers beyond what other numbers bound, and how it reads the sentences that say so.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { boundsIn, doneOnceIn, mostIn, onceIn, stateRulesOf, withRefusal } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const body = (name: string): string => `requestBody: { required: true, ${json(name)} }`;
const none = "'404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. }";
const answers = (status: number, name: string): string => `responses: { '${status}': { description: Done., ${json(name)} }, ${none} }`;
const parameter = '{ name: cardId, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Cards, version: '1' }
paths:
  /cards:
    post: { operationId: addCard, ${body('NewCard')}, ${answers(201, 'Card')} }
  /cards/{cardId}:
    parameters: [${parameter}]
    get: { operationId: readCard, ${answers(200, 'Card')} }
  /cards/{cardId}/purchase:
    parameters: [${parameter}]
    post: { operationId: buy, description: A purchase above the ceiling is a 409., ${body('Amount')}, ${answers(200, 'Card')} }
  /cards/{cardId}/ceiling:
    parameters: [${parameter}]
    put:
      operationId: setCeiling
      description: 'The ceiling covers at least what is spent, and is not above the limit of the pot (422).'
      ${body('Amount')}
      ${answers(200, 'Card')}
components:
  schemas:
    NewCard: { type: object, required: [pots], properties: { pots: { type: array, minItems: 1, maxItems: 2, items: { $ref: '#/components/schemas/Pot' } } } }
    Pot: { type: object, required: [limit], properties: { limit: { type: integer, minimum: 100, maximum: 900 } } }
    Amount: { type: object, required: [amount], properties: { amount: { type: integer, minimum: 1, maximum: 5000 } }, example: { amount: 40 } }
    Card:
      type: object
      required: [id, spent, ceiling, pots]
      properties: { id: { type: integer }, spent: { type: integer }, ceiling: { type: integer }, pots: { type: array, items: { $ref: '#/components/schemas/Pot' } } }
`);

type Fault = 'above the limit' | 'above the ceiling';

interface Card {
  readonly pots: readonly { readonly limit: number }[];
  spent: number;
  ceiling: number;
}

/** The service of the document, with a fault. The limit of a card is that of its first pot. */
function cards(fault?: Fault): (request: Request) => Promise<Response> {
  const all = new Map<number, Card>();
  const status = (code: number): Response => new Response(null, { status: code });
  const isWhole = (value: unknown, least: number, most: number): value is number =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  const add = (pots: unknown): Response => {
    const isFine = Array.isArray(pots) && [1, 2].includes(pots.length) && pots.every((one) => isWhole(one?.limit, 100, 900));
    if (!isFine) return status(422);
    const card: Card = { pots: pots.map(({ limit }) => ({ limit })), spent: 0, ceiling: 100 };
    all.set(all.size + 1, card);
    return Response.json({ id: all.size, ...card }, { status: 201 });
  };
  const set = (card: Card, amount: number): boolean => {
    if (amount < card.spent) return false;
    if (amount > (card.pots[0]?.limit ?? 0) && fault !== 'above the limit') return false;
    card.ceiling = amount;
    return true;
  };
  const buy = (card: Card, amount: number): boolean => {
    if (amount > card.ceiling && fault !== 'above the ceiling') return false;
    card.spent = amount;
    return true;
  };
  return async (request) => {
    const [, , key, part] = new URL(request.url).pathname.split('/');
    const sent = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    if (key === undefined) return add(sent?.pots);
    const card = all.get(Number(key));
    if (card === undefined) return status(404);
    if (part !== undefined && !isWhole(sent?.amount, 1, 5000)) return status(422);
    if (part === 'ceiling' && !set(card, sent.amount)) return status(422);
    if (part === 'purchase' && !buy(card, sent.amount)) return status(409);
    return Response.json({ id: Number(key), ...card });
  };
}

async function findings(fault?: Fault): Promise<readonly string[]> {
  const report = await conformService(service, {
    target: cards(fault),
    random: 1,
    allowWrites: true,
    ...lookingFor('stated-rules'),
    most: 20,
  });
  return report.findings.map(({ message }) => message.replace(/\d{2,}/g, '#'));
}

describe('numbers of actions', () => {
  test('have no finding where they are held to what bounds them', async () => {
    expect(await findings()).toEqual([]);
  });

  test.each(
    sampleOf<[fault: Fault, found: string]>(
      [
        [
          'above the limit',
          'setCeiling with a `amount` above the `limit` of # is accepted with #, and the document says: “The ceiling covers at least what is spent, and is not above the limit of the pot (#).”',
        ],
        [
          'above the ceiling',
          'buy with a `amount` above the `ceiling` of # is accepted with #, and the document says: “A purchase above the ceiling is a #.”',
        ],
      ],
      3,
    ),
  )('have a finding: %s', async (fault, found) => {
    expect(await findings(fault)).toContain(found);
  });
});

describe('sentences that hold a number against another thing', () => {
  const vans = { name: 'vans', members: ['maxLoad', 'wheels', 'loadedTotal'] };
  test.each([
    ['For a van, the load cannot weigh more than its greatest load.', ['most load maxLoad']],
    ['The load must not be heavier than the maximum load of the van.', ['most load maxLoad']],
    ['The load is at most what is loaded.', ['most load loadedTotal']],
    ['The load cannot be lighter than the van’s max load.', ['least load maxLoad']],
    ['The parcels in a van cannot come deeper than the greatest load of the van.', ['most load maxLoad']],
    ['The load is shown beside the greatest load of the van.', []],
    ['The load may be heavier than the greatest load of the van if it is light.', []],
  ])('“%s”', (text, found) => {
    const bounds = boundsIn(text, ['load'], vans);
    expect(bounds.map(({ kind, member, of }) => `${kind} ${member} ${of}`)).toEqual(found);
  });
});

test.each([
  ['A boat has one open hire of a skipper at a time: more is a 409.', 'hires', { count: 1, adjective: 'open', kind: 'skipper' }],
  ['A reader holds three loans at a time (409).', 'loans', { count: 3 }],
  ['A room takes only one active booking at any time, or a 409.', 'bookings', { count: 1, adjective: 'active' }],
  ['A room has one window.', 'bookings', undefined],
])('how many at a time: %s', (text, name, most) => {
  expect(mostIn(withRefusal(text), name)).toEqual(most);
});

test.each([
  ['Only for clerks, while the order is packed, and once for each parcel (409).', 'parcels', true],
  ['At most once per parcel: 409 otherwise.', 'parcels', true],
  ['It can be done once for every parcel, or else a 422 follows.', 'parcels', true],
  ['Once per parcel, unless it is lost (409).', 'parcels', false],
  ['Once per day (409).', 'parcels', false],
  ['The price is shown once for each parcel.', 'parcels', false],
])('what is done once for each thing: %s', (description, name, isOnce) => {
  expect(onceIn({ description }, ['parcel']) !== undefined).toBe(isOnce);
  const [operation] = service.operations;
  const own = operation && { ...operation, summary: '', description, responses: [] };
  expect(own && doneOnceIn({ operations: [own] }, own, { thing: name, part: 'return' }) !== undefined).toBe(isOnce);
});

test.each([
  ['If the order was packed already, the packing is undone and the order is `open` again.', 'packed open'],
  ['When it is packed, it goes back to open.', 'packed open'],
  ['Where an order has been packed, then the order returns to open.', 'packed open'],
  ['If the order was packed already, it may be open again.', ''],
  ['Takes an order from `open` to `packed` (409 otherwise).', 'open packed'],
  ['This brings the order from open or packed to sent.', 'open sent,packed sent'],
  ['Moves it from open to packed if it has lines.', ''],
  ['If the weather is bad, the order is open.', ''],
])('what becomes of a thing in a state: %s', (description, turns) => {
  const { becomes } = stateRulesOf({ description, responses: [] }, ['open', 'packed', 'sent'], ['order']);
  expect([...becomes].map((one) => one.join(' ')).join()).toBe(turns);
});
