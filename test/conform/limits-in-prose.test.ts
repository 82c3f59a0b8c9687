// Limits that paragraphs state: of all fees of an order together, of loans that one pupil has at a time, and of badges that are compared in any
// case.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { limitInAll, mostIn, statesCalled, uncountedIn, withRefusal } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]';
const TEXT = '{ type: string, minLength: 1, maxLength: 30 }';
const closed = (required: string, members: string): string =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`;
const open = (required: string, members: string): string => `{ type: object, required: [${required}], properties: { ${members} } }`;

type Body = Readonly<Record<string, unknown>>;
type Answer = readonly [status: number, body?: unknown];

/** A service that refuses what its document does not allow, and answers all else as given. */
async function serving(text: string, answer: (request: Request, path: readonly string[], body: Body) => Answer) {
  const service = await serviceFrom(text);
  const judge = await createJudge(service);
  const target: Handler = async (request) => {
    const sent = await request.text();
    if (!(await verdictOn(judge, request, sent)).accepted) return new Response(null, { status: 400 });
    const path = new URL(request.url).pathname.split('/').slice(1);
    const [status, body] = answer(request, path, sent === '' ? {} : JSON.parse(sent));
    return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  };
  return (...checks: readonly string[]) => conformService(service, { target, random: 2, sequences: true, ...lookingFor(...checks) });
}

const ORDER = open(
  'id, label, fees, fees_total',
  `id: { type: integer }, label: ${TEXT}, fees: { type: array, items: ${open('name, count, price', `name: ${TEXT}, count: { type: integer }, price: { type: integer }`)} }, fees_total: { type: integer, description: What all fees together cost. }`,
);
const ORDERS = `openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post:
      operationId: addOrder
      requestBody: { required: true, ${json(closed('label', `label: ${TEXT}`))} }
      responses: { '201': { description: Made., ${json(ORDER)} }, '400': { description: Wrong. } }
  /orders/{id}:
    ${ID}
    get: { operationId: readOrder, responses: { '200': { description: It., ${json(ORDER)} }, '404': { description: None. } } }
  /orders/{id}/fees:
    ${ID}
    post:
      operationId: addFee
      description: All fees of an order together may come to 50,000 cents and not more. A fee that would exceed this is refused with 409.
      requestBody: { required: true, ${json(closed('name, count, price', `name: ${TEXT}, count: { type: integer, minimum: 1, maximum: 90 }, price: { type: integer, minimum: 1, maximum: 20000 }`))} }
      responses: { '201': { description: The order., ${json(ORDER)} }, '400': { description: Wrong. }, '404': { description: None. }, '409': { description: They cost too much. } }
`;

interface Order {
  readonly id: number;
  readonly label: unknown;
  fees: readonly Body[];
  fees_total: number;
}

/** `isAlone`: each fee is compared alone. */
function orders(isAlone: boolean) {
  const all: Order[] = [];
  return serving(ORDERS, (request, [, id, below], { label, name, count, price }) => {
    if (id === undefined) {
      const order = { id: all.length + 1, label, fees: [], fees_total: 0 };
      all.push(order);
      return [201, order];
    }
    const order = all[Number(id) - 1];
    if (order === undefined) return [404];
    if (below === undefined || request.method === 'GET') return [200, order];
    const cost = Number(count) * Number(price);
    if ((isAlone ? 0 : order.fees_total) + cost > 50_000) return [409];
    order.fees = [...order.fees, { name, count, price }];
    order.fees_total += cost;
    return [201, order];
  });
}

describe('all fees of an order', () => {
  test('are not more than a sentence lets them be', async () => {
    expect((await (await orders(false))('stated-again')).findings).toEqual([]);
    const { findings } = await (await orders(true))('stated-again');
    expect(findings.map(({ operation, message }) => `${operation.id}: ${message}`)).toEqual([
      expect.stringMatching(/^addFee: addFee has succeeded where `fees_total` was \d+, and all together come to more than 50000 by it\.$/),
    ]);
  });

  test.each([
    ['The hours of a task together must not exceed 40 hours.', ['hours'], 40],
    ['All gifts of a fund together may come to 1,200,000 cents and not more.', ['amount'], 1_200_000],
    ['All notes of a task together may have at most 500 characters.', ['note'], undefined],
    ['All withdrawals of a day together may come to 500 per card.', ['amount'], undefined],
    ['All refunds together cannot be more than 20 percent of the price.', ['amount'], undefined],
    ['Each refund may come to 500.', ['amount'], undefined],
  ])('have a limit that is read: %s', (text, members, most) => expect(limitInAll(text, members)).toBe(most));
});

const LOAN = open(
  'id, pupil_id, state',
  'id: { type: integer }, pupil_id: { type: integer }, state: { type: string, enum: [open, overdue, returned] }',
);
const PUPIL = open('id, badge', `id: { type: integer }, badge: { type: string }`);
const LOANS = `openapi: 3.1.0
info: { title: Loans, version: '1' }
tags:
  - { name: Pupils, description: 'Badges are unique within a school. When we compare two badges, upper and lower case and hyphens do not matter.' }
paths:
  /pupils:
    post:
      operationId: addPupil
      tags: [Pupils]
      description: A badge that another pupil has is refused with 409.
      requestBody: { required: true, ${json(closed('badge', `badge: { type: string, pattern: '^[A-Za-z]{3,12}$' }`))} }
      responses: { '201': { description: Made., ${json(PUPIL)} }, '400': { description: Wrong. }, '409': { description: The badge is taken. } }
  /pupils/{id}:
    ${ID}
    get: { operationId: readPupil, tags: [Pupils], responses: { '200': { description: It., ${json(PUPIL)} }, '404': { description: None. } } }
  /loans:
    post:
      operationId: addLoan
      description: A pupil can only have one loan at a time that is open or overdue; a second one is refused with 409.
      requestBody: { required: true, ${json(closed('pupil_id, title', `pupil_id: { type: integer, minimum: 1, maximum: 99999 }, title: ${TEXT}`))} }
      responses: { '201': { description: Lent., ${json(LOAN)} }, '400': { description: Wrong. }, '409': { description: They have one. }, '422': { description: There is no such pupil. } }
  /loans/{id}:
    ${ID}
    get: { operationId: readLoan, responses: { '200': { description: It., ${json(LOAN)} }, '404': { description: None. } } }
  /loans/{id}/return:
    ${ID}
    post: { operationId: returnLoan, responses: { '200': { description: Back., ${json(LOAN)} }, '404': { description: None. } } }
`;

function library(fault?: 'second-loan' | 'badges-as-written' | 'returned-counted') {
  const pupils: { readonly id: number; readonly badge: string }[] = [];
  const loans: { readonly id: number; readonly pupil_id: number; state: string }[] = [];
  return serving(LOANS, (_, [kind, id, action], { badge, pupil_id }) => {
    if (kind === 'pupils' && id === undefined) {
      const key = (text: unknown): string => (fault === 'badges-as-written' ? String(text) : String(text).toLowerCase());
      if (pupils.some((one) => key(one.badge) === key(badge))) return [409];
      pupils.push({ id: pupils.length + 1, badge: String(badge) });
      return [201, pupils.at(-1)];
    }
    if (kind === 'pupils') return pupils[Number(id) - 1] === undefined ? [404] : [200, pupils[Number(id) - 1]];
    if (id === undefined) {
      if (pupils[Number(pupil_id) - 1] === undefined) return [422];
      const isBusy = loans.some((one) => one.pupil_id === pupil_id && (one.state !== 'returned' || fault === 'returned-counted'));
      if (isBusy && fault !== 'second-loan') return [409];
      loans.push({ id: loans.length + 1, pupil_id: Number(pupil_id), state: 'open' });
      return [201, loans.at(-1)];
    }
    const loan = loans[Number(id) - 1];
    if (loan === undefined) return [404];
    if (action === 'return') loan.state = 'returned';
    return [200, loan];
  });
}

describe('what a pupil has', () => {
  test('has no finding where each rule holds', async () =>
    expect((await (await library())('most-things', 'unique-values')).findings).toEqual([]));

  test('is one loan at a time', async () => {
    const { findings } = await (await library('second-loan'))('most-things');
    expect(findings.map(({ message }) => message)).toEqual([expect.stringMatching(/^addLoan has succeeded 2 times below \d+/)]);
  });

  test('is one loan again once the first one is returned', async () => {
    const { findings } = await (await library('returned-counted'))('most-things');
    expect(findings.map(({ message }) => message)).toEqual([
      'addLoan is refused with 409 after one of 1 has become `returned`, as it was before.',
    ]);
  });

  test('is a badge that nobody has in other letters', async () => {
    const { findings } = await (await library('badges-as-written'))('unique-values');
    expect(findings.map(({ operation }) => operation.id)).toEqual(['addPupil']);
  });

  test.each([
    ['A reader can only have one loan at a time.', 'loans', 1],
    ['A car may only have two permits.', 'permits', 2],
    ['A reader can only have loans.', 'loans', undefined],
  ])('has a limit that is read: %s', (text, name, count) =>
    expect(mostIn(withRefusal(text), name, ['readers', 'cars'])?.count).toBe(count),
  );
});

test.each<readonly [text: string, owner: string | undefined]>([
  ['At most 3 bookings per guest.', 'guests'],
  ['A guest can have at most 3 bookings at a time, counted over all boats.', 'guests'],
  ['For each boat there may be at most 3 bookings, whichever guest makes them.', 'boats'],
  ['There are at most 3 bookings.', undefined],
])('whose limit it is: %s', (text, owner) => expect(mostIn({ text }, 'bookings', ['boats', 'guests'])?.owner).toBe(owner));

test.each<readonly [text: string, states: readonly string[] | undefined]>([
  ['`done` and `lost` are final. The other two are what we call *open*.', ['new', 'running']],
  ['A task counts as open while it is neither done nor lost.', ['new', 'running']],
  ['New and running tasks are called open.', ['new', 'running']],
  ['A task may be open while it is running.', undefined],
  ['There can be five open tasks.', undefined],
])('what a word means: %s', (text, states) => expect(statesCalled([text], 'open', ['new', 'running', 'done', 'lost'])).toEqual(states));

test.each([
  ['At most five passes per guest. Returned ones are not counted.', 'At most five passes per guest.', ['returned']],
  ['At most five passes per guest, not counting lost ones.', 'At most five passes per guest, not counting lost ones.', ['lost']],
  ['A guest has at most two passes that are not lost.', 'A guest has at most two passes that are not lost.', ['lost']],
  ['At most five passes per guest. Lost ones count too.', 'At most five passes per guest.', []],
])('what does not count: %s', (text, limit, states) => expect(uncountedIn(text, limit, ['valid', 'returned', 'lost'])).toEqual(states));
