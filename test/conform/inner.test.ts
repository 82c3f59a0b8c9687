// Tests that octavo conform finds what goes wrong inside of things: lines of an order, repayments of a loan and stops of a route, which only their
// thing shows, and what is done once.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { insidesOf, insideWords } from '../../generator/inference/inner/index.ts';
import { beyondIn, doneOnceIn, otherContentIn, repeatIn } from '../../generator/inference/prose/index.ts';
import type { Operation } from '../../generator/model/service.ts';
import { sampleOf } from '../support/effort.ts';
import { body, handlerOf, ID, inPath, json, object, refusal, refused, serviceOf, shown } from './small-services.ts';
import { lookingFor } from './support.ts';

const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const PIECES = { type: 'integer', minimum: 1, maximum: 1000 };
const LINE = { article: TEXT, pieces: PIECES };
const ORDER = object({
  id: ID,
  customer: TEXT,
  lines: { type: 'array', items: object({ id: ID, ...LINE }) },
  pieceTotal: { type: 'integer' },
  lineCount: { type: 'integer' },
});
const REPAYMENT = { reference: TEXT, money: { type: 'string', pattern: '^\\d{1,6}\\.\\d{2}$' } };
const LOAN = object({
  loanNo: ID,
  borrower: TEXT,
  outstanding: { type: 'string' },
  repayments: { type: 'array', items: object(REPAYMENT) },
});
const STOP = object({ number: { type: 'integer' }, place: TEXT });
const ROUTE = object({
  id: ID,
  driver: TEXT,
  stops: { type: 'array', description: 'In the order in which they were added.', items: STOP },
  closed: { type: 'boolean' },
});

const made = (schema: object) => ({ responses: { 201: shown(schema), ...refused } });
const found = (schema: object) => ({ responses: { 200: shown(schema), ...refused } });

const service = await serviceOf({
  '/orders': {
    get: { operationId: 'listOrders', ...found({ type: 'array', items: ORDER }) },
    post: { operationId: 'createOrder', ...body(object({ customer: TEXT }), { customer: 'Mill' }), ...made(ORDER) },
  },
  '/orders/{id}': { ...inPath('id'), get: { operationId: 'getOrder', ...found(ORDER) } },
  '/orders/{id}/lines': {
    ...inPath('id'),
    post: { operationId: 'addLine', ...body(object(LINE), { article: 'Nail', pieces: 40 }), ...made(object({ id: ID, ...LINE })) },
  },
  '/orders/{id}/lines/{line}': {
    ...inPath('id', 'line'),
    delete: { operationId: 'dropLine', responses: { 204: { description: 'Gone.' }, ...refused } },
  },
  '/loans': { post: { operationId: 'grantLoan', ...body(object({ borrower: TEXT }), { borrower: 'Ada' }), ...made(LOAN) } },
  '/loans/{loanNo}': { ...inPath('loanNo'), get: { operationId: 'showLoan', ...found(LOAN) } },
  '/loans/{loanNo}/repayments': {
    ...inPath('loanNo'),
    post: {
      operationId: 'repay',
      description:
        'The `reference` makes it safe to retry: the same repayment again changes nothing. Another amount under a known reference is a 409. ' +
        'Repaying more than is outstanding is a 409.',
      ...body(object(REPAYMENT), { reference: 'bank-7', money: '20.00' }),
      ...made(LOAN),
    },
  },
  '/routes': { post: { operationId: 'planRoute', ...body(object({ driver: TEXT }), { driver: 'Bo' }), ...made(ROUTE) } },
  '/routes/{id}': { ...inPath('id'), get: { operationId: 'getRoute', ...found(ROUTE) } },
  '/routes/{id}/add-stop': {
    ...inPath('id'),
    post: { operationId: 'addStop', ...body(object({ place: TEXT }), { place: 'Gate' }), ...made(ROUTE) },
  },
  '/routes/{id}/close': {
    ...inPath('id'),
    post: {
      operationId: 'closeRoute',
      responses: { 200: shown(ROUTE), ...refused, 409: { description: 'The route was closed already.' } },
    },
  },
});

type Fault =
  | 'loses'
  | 'doubles'
  | 'forgets'
  | 'renames'
  | 'keepsSum'
  | 'counts last'
  | 'counts refused'
  | 'books again'
  | 'takes other'
  | 'overpays'
  | 'puts first'
  | 'numbers alike'
  | 'closes twice'
  | 'lists old sums';

interface Line {
  readonly id: string;
  readonly article: string;
  readonly pieces: number;
}

function handler(fault: Fault | undefined): Handler {
  const orders = new Map<string, { customer: string; lines: Line[]; pieceTotal: number; lineCount: number }>();
  const loans = new Map<string, { borrower: string; cents: number; repayments: { reference: string; money: string }[] }>();
  const routes = new Map<string, { driver: string; stops: { number: number; place: string }[]; closed: boolean }>();
  const is = (one: Fault): boolean => fault === one;
  const text = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 40;
  const isPieces = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 1000;
  const loan = (id: string): object => {
    const { cents = 0, ...rest } = loans.get(id) ?? {};
    return { loanNo: id, ...rest, outstanding: (cents / 100).toFixed(2) };
  };
  const none = (): Response => refusal(404, 'There is none.');
  return handlerOf({
    'POST orders'(_, { customer }) {
      if (!text(customer)) return refusal(422, 'customer');
      const id = crypto.randomUUID();
      orders.set(id, { customer, lines: [], pieceTotal: 0, lineCount: 0 });
      return json(201, { id, ...orders.get(id) });
    },
    'GET orders': () =>
      json(
        200,
        [...orders].map(([id, one]) => ({ id, ...one, pieceTotal: is('lists old sums') ? 0 : one.pieceTotal })),
      ),
    'GET orders/*': ([, id = '']) => (orders.has(id) ? json(200, { id, ...orders.get(id) }) : none()),
    'POST orders/*/lines'([, id = ''], { article, pieces }) {
      const order = orders.get(id);
      if (order === undefined) return none();
      if (!text(article) || !isPieces(pieces)) return refusal(422, 'line');
      if (order.lines.length >= 3) {
        if (is('counts refused')) order.lineCount++;
        return refusal(409, 'An order has three lines.');
      }
      const line = { id: crypto.randomUUID(), article, pieces };
      if (is('loses')) order.lines = [];
      if (!is('forgets')) order.lines.push(line);
      if (is('doubles')) order.lines.push({ ...line, id: crypto.randomUUID() });
      if (is('renames')) order.customer = line.id;
      order.pieceTotal = is('counts last') ? pieces : order.pieceTotal + pieces;
      order.lineCount++;
      return json(201, line);
    },
    'DELETE orders/*/lines/*'([, id = '', , line]) {
      const order = orders.get(id);
      const one = order?.lines.find((each) => each.id === line);
      if (order === undefined || one === undefined) return none();
      order.lines = order.lines.filter((each) => each !== one);
      order.lineCount--;
      if (!is('keepsSum')) order.pieceTotal -= one.pieces;
      return new Response(null, { status: 204 });
    },
    'POST loans'(_, { borrower }) {
      if (!text(borrower)) return refusal(422, 'borrower');
      const id = crypto.randomUUID();
      loans.set(id, { borrower, cents: 50_000, repayments: [] });
      return json(201, loan(id));
    },
    'GET loans/*': ([, id = '']) => (loans.has(id) ? json(200, loan(id)) : none()),
    'POST loans/*/repayments'([, id = ''], { reference, money }) {
      const one = loans.get(id);
      if (one === undefined) return none();
      if (!text(reference) || typeof money !== 'string' || !/^\d{1,6}\.\d{2}$/.test(money)) return refusal(422, 'repayment');
      const known = one.repayments.find((each) => each.reference === reference);
      if (known !== undefined && !is('books again') && (known.money === money || is('takes other'))) return json(201, loan(id));
      if (known !== undefined && !is('books again')) return refusal(409, 'known');
      const cents = Math.round(Number(money) * 100);
      if (cents > one.cents && !is('overpays')) return refusal(409, 'more');
      one.cents -= cents;
      one.repayments.push({ reference, money });
      return json(201, loan(id));
    },
    'POST routes'(_, { driver }) {
      if (!text(driver)) return refusal(422, 'driver');
      const id = crypto.randomUUID();
      routes.set(id, { driver, stops: [], closed: false });
      return json(201, { id, ...routes.get(id) });
    },
    'GET routes/*': ([, id = '']) => (routes.has(id) ? json(200, { id, ...routes.get(id) }) : none()),
    'POST routes/*/add-stop'([, id = ''], { place }) {
      const route = routes.get(id);
      if (route === undefined) return none();
      if (!text(place)) return refusal(422, 'place');
      const stop = { number: is('numbers alike') ? 1 : route.stops.length + 1, place };
      if (is('puts first')) route.stops.unshift(stop);
      else route.stops.push(stop);
      return json(201, { id, ...route });
    },
    'POST routes/*/close'([, id = '']) {
      const route = routes.get(id);
      if (route === undefined) return none();
      if (route.closed && !is('closes twice')) return refusal(409, 'closed');
      route.closed = true;
      return json(200, { id, ...route });
    },
  });
}

const CHECKS = ['inner-items', 'inner-sums', 'inner-keeps', 'stated-again', 'failed-change'];

describe('inside of things', () => {
  test.each(
    sampleOf<readonly [fault: Fault | undefined, found: readonly RegExp[]]>(
      [
        [undefined, []],
        ['loses', [/^inner-items: addLine has taken an item from `lines` of what getOrder reads/]],
        ['doubles', [/^inner-items: What addLine has added is in `lines` of what getOrder reads twice/]],
        ['forgets', [/^inner-items: What addLine has added is not in `lines`/]],
        ['renames', [/^inner-keeps: addLine has changed `customer` of what getOrder reads from ".*" to ".*"/]],
        ['keepsSum', [/^inner-sums: `pieceTotal` of what getOrder reads is \d+ after dropLine, and was \d+ before/]],
        ['counts last', [/^inner-sums: `pieceTotal` of what getOrder reads is \d+ after addLine, and was \d+ before it/]],
        ['counts refused', [/^failed-change: `lineCount` of what getOrder reads is \d+ after addLine was refused with 409/]],
        ['books again', [/^stated-again: `outstanding` has changed after repay was sent again as it was/]],
        ['takes other', [/^stated-again: repay has accepted another request with the `reference` of an earlier one/]],
        ['overpays', [/^stated-again: repay has accepted `money` [\d.]+, where `outstanding` was [\d.]+/]],
        ['puts first', [/^inner-items: The item that addStop has added is not the last one of `stops`/]],
        [
          'numbers alike',
          [/^inner-items: `number` of the new item in `stops` of what getRoute reads is 1|has two items with the `number` 1/],
        ],
        ['lists old sums', [/^inner-sums: `pieceTotal` is 0 in what listOrders lists after addLine, and \d+ in what getOrder reads/]],
        ['closes twice', [/^stated-again: closeRoute has succeeded twice on one thing/]],
      ],
      5,
    ),
  )('a service that %s', async (fault, expected) => {
    const report = await conformService(service, { target: handler(fault), seed: 1, random: 0, ...lookingFor(...CHECKS), most: 20 });
    const messages = report.findings.map(({ check, message }) => `${check}: ${message}`);
    expect(messages).toHaveLength(expected.length);
    for (const [index, pattern] of expected.entries()) expect(messages[index]).toMatch(pattern);
  });

  test('each operation says what it is taken for', () => {
    const said = insidesOf(service, edgesOf(service)).map((one) => `${one.operation.id} ${insideWords(one)}`);
    expect(said).toEqual([
      'addLine adds to `lines` of what getOrder reads, items known by `id` (by path)',
      'dropLine removes from `lines` of what getOrder reads, items known by `id` (by path)',
      'repay adds to `repayments` of what showLoan reads, items known by `reference` (by path)',
      'addStop adds to `stops` of what getRoute reads, items known by `number` (by name)',
      'closeRoute acts on a part of what getRoute reads',
    ]);
  });
});

const operation = (texts: { readonly description?: string; readonly responses?: object }): Operation =>
  ({ id: 'assessClaim', path: '/claims/{id}/assessment', summary: '', responses: [], ...texts }) as unknown as Operation;
const answer = (status: string, description: string) => ({ responses: [{ status, description }] });

describe('what is done again', () => {
  test.each([
    ['Sending the same `ticket` twice books it only once.', 'ticket'],
    ['A booking whose `ticket` was seen already is answered with the first booking.', 'ticket'],
    ['Repeating a request has no further effect.', undefined],
  ])('counts once: “%s”', (description, by) => {
    expect(repeatIn(operation({ description }), ['ticket', 'seats'])?.by).toBe(by);
  });

  test.each([
    'A customer may have the same ticket twice.',
    'It cannot be sent again.',
    'The first booking pays no fee.',
    'Its number is the next one of the project; numbers of deleted tasks are not given again.',
    'The code of a revoked pass is never used again.',
    'A new berth gets the lowest free letter, and letters of berths that are gone are not assigned a second time.',
  ])('says nothing: “%s”', (description) => expect(repeatIn(operation({ description }), ['ticket', 'seats'])).toBeUndefined());

  test.each([
    'A known `ticket` with different seats.',
    'The ticket was used for another booking.',
    'The ticket is known, and the content differs.',
  ])('refuses another content: “%s”', (text) =>
    expect(otherContentIn({ operations: [] }, operation(answer('409', text)), 'ticket')?.refusal).toBe('409'),
  );

  test.each(['The amount exceeds what is left.', 'Not enough is available.', 'It is higher than the `openSum`.'])(
    'refuses more: “%s”',
    (text) => expect(beyondIn({ operations: [] }, operation(answer('422', text)), 'openSum')?.refusal).toBe('422'),
  );

  test.each(['The body is larger than 2 MB.', 'The amount is below the minimum.'])('refuses nothing that is left: “%s”', (text) =>
    expect(beyondIn({ operations: [] }, operation(answer('422', text)), 'openSum')).toBeUndefined(),
  );

  test.each([
    ['The claim was assessed already.', true],
    ['The claim already has a verdict.', true],
    ['It has one verdict already.', true],
    ['A payment was recorded already with the same key.', false],
    ['The claim has another verdict that is open.', false],
    ['The whole number is never shown again.', false],
    ['The secret cannot be read a second time; keep it.', false],
    ['It is never returned in full again, and the last digits remain.', false],
    ['It must not be assessed a second time.', true],
    ['Assessing it again changes nothing and is not an error.', false],
    ['Assessing it again is an error.', true],
  ])('is done once: “%s” is %s', (text, isOnce) => {
    expect(doneOnceIn({ operations: [] }, operation(answer('409', text)), { thing: 'claims', part: 'verdict' }) !== undefined).toBe(isOnce);
  });
});
