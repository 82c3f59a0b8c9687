// Tests that octavo conform reaches what rules keep from it that no schema has: it orders days, corrects what refusals blame, and prepares things for
// others.
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../generator/conform/contract/exchange.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { type Input, inOrder, isMasked, randomFor, sampleInput, withMask } from '../../generator/conform/plan/index.ts';
import { preparationsFor } from '../../generator/conform/reach/index.ts';
import { blamedPlaces } from '../../generator/conform/values/blamed.ts';
import { toldPlaces } from '../../generator/conform/values/told.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import type { Service } from '../../generator/model/service.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { CONTESTS, contestsOf } from './contests.ts';
import { FAIRS, fairsOf } from './fairs.ts';
import { serviceFrom } from './support.ts';

// Values are made from the time, so the order of requests differs from run to run: one of some hundred runs did not bring back a deleted fair.
test('a service with states, days, money and ids of the caller is reached as a whole', { retry: 1 }, async () => {
  const service = await serviceFrom(FAIRS);
  const judge = await createJudge(service);
  for (const seed of sampleOf([1, 2], 1)) {
    const report = await conformService(service, {
      ...{ target: fairsOf(judge), seed, random: 2, most: byEffort({ quick: 10, deep: 60 }) },
      checks: { 'refuses-method': false, 'unknown-path': false },
    });
    expect(report.operations.flatMap(({ operation, unreached }) => (unreached === undefined ? [] : [operation.id]))).toEqual([]);
    expect(report.findings.map(({ check, operation, message }) => [check, operation.id, message])).toEqual([]);
  }
});

test('what needs an open time above its thing, a version that a refusal says, and several steps is reached', async () => {
  const service = await serviceFrom(CONTESTS);
  const judge = await createJudge(service);
  for (const seed of sampleOf([1, 2], 1)) {
    const report = await conformService(service, {
      ...{ target: contestsOf(judge), seed, random: 2, most: byEffort({ quick: 10, deep: 40 }) },
      checks: { 'refuses-method': false, 'unknown-path': false },
    });
    expect(report.operations.flatMap(({ operation, unreached }) => (unreached === undefined ? [] : [operation.id]))).toEqual([]);
    expect(report.findings.map(({ check, operation, message }) => [check, operation.id, message])).toEqual([]);
  }
});

describe('what may bring a thing into another state', async () => {
  const fairs = await serviceFrom(FAIRS);
  const tickets = await serviceFrom(`openapi: 3.1.0
info: { title: Tickets, version: '1' }
paths:
  /tickets:
    post:
      operationId: create
      responses: { '201': { description: Made., content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } }
  /tickets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    patch:
      operationId: change
      requestBody: { content: { application/json: { schema: { type: object, properties: { status: { enum: [new, solved] } } } } } }
      responses: { '204': { description: Changed. } }
    delete: { operationId: remove, description: Only a solved ticket can be deleted., responses: { '204': { description: Gone. } } }
`);

  /** The steps of each way, with the bodies that they have in place of their own. */
  function waysTo(id: string, service: Service, refusal: string): readonly string[] {
    const operation = service.operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`There is no operation ${id}.`);
    const ways = preparationsFor(operation, service.operations, edgesOf(service, {}), refusal);
    return ways.map(({ steps }) =>
      steps.map(({ operation: { id: step }, body }) => (body === undefined ? step : `${step} ${JSON.stringify(body)}`)).join(', '),
    );
  }

  test('things below it come first, then what the answer speaks of', () => {
    expect(waysTo('openFair', fairs, 'A deleted fair cannot be opened.').slice(0, 3)).toEqual([
      'addStall',
      'addStall, removeFair',
      'addStall, restoreFair',
    ]);
    // A fair that the body names is first made anew, without a step: the one before may have been closed.
    expect(waysTo('sell', fairs, 'The fair is a draft.').slice(0, 3)).toEqual(['', 'addStall', 'addStall, openFair']);
  });

  test('a change sets each state, the one that the texts name first', () => {
    expect(waysTo('remove', tickets, 'No.').slice(0, 2)).toEqual(['change {"status":"solved"}', 'change {"status":"new"}']);
  });
});

/** The only operation of a document, with a body of these members. */
async function oneOperation(members: string, more = '') {
  const service = await serviceFrom(`openapi: 3.1.0
info: { title: One, version: '1' }
paths:
  /things:
    patch:
      operationId: change
      ${more}
      requestBody: { required: true, content: { application/json: { ${members} } } }
      responses: { '204': { description: Done. } }
`);
  const [operation] = service.operations;
  if (operation === undefined) throw new Error('The document has one operation.');
  return { operation, judge: await createJudge(service) };
}

describe('ends come after starts', async () => {
  const { operation, judge } = await oneOperation('schema: { type: object }');
  const ordered = (body: object): unknown => inOrder(judge, operation, { body }).body;

  test.each<readonly [what: string, given: object, want: object]>([
    ['days', { startDate: '2030-05-09', endDate: '2021-01-01' }, { startDate: '2030-05-09', endDate: '2030-05-10' }],
    ['days that are far from each other', { from: '2030-05-09', to: '2039-01-01' }, { from: '2030-05-09', to: '2030-05-10' }],
    [
      'instants',
      { opens_at: '2030-05-09T10:00:00Z', closes_at: '2030-05-09T09:00:00Z' },
      { opens_at: '2030-05-09T10:00:00Z', closes_at: '2030-05-09T11:00:00Z' },
    ],
    ['numbers', { minPrice: 9, maxPrice: 4 }, { minPrice: 4, maxPrice: 9 }],
    [
      'members of members',
      { visit: { arrival: '2030-05-09', departure: '2030-05-01' } },
      { visit: { arrival: '2030-05-09', departure: '2030-05-10' } },
    ],
    ['what is in order', { start: '2030-05-09', end: '2030-05-12' }, { start: '2030-05-09', end: '2030-05-12' }],
    ['texts', { from: 'b', to: 'a' }, { from: 'b', to: 'a' }],
    ['other names', { created: '2030-05-09', seen: '2021-01-01' }, { created: '2030-05-09', seen: '2021-01-01' }],
  ])('%s', (_, given, want) => expect(ordered(given)).toEqual(want));

  test('values that the document does not allow stay', async () => {
    const strict = await oneOperation(
      "schema: { type: object, properties: { end: { const: '2021-01-01' }, start: { const: '2030-05-09' } } }",
    );
    const input = { body: { start: '2030-05-09', end: '2021-01-01' } };
    expect(inOrder(strict.judge, strict.operation, input)).toEqual(input);
  });
});

test('an example without members that have defaults is mended, and not replaced', async () => {
  const schema =
    '{ type: object, required: [title, size], properties: { title: { type: string }, size: { type: integer, default: 7 }, note: { type: string } } }';
  const { operation, judge } = await oneOperation(`schema: ${schema}, example: { title: Sand }`);
  const input = sampleInput(judge, operation, randomFor(1, 'x'), { examples: 'first' });
  expect(input?.body).toEqual({ title: 'Sand', size: 7 });
});

describe('update masks', async () => {
  const mask = '{ name: update_mask, in: query, required: true, explode: false, schema: { type: array, items: { enum: [title, size] } } }';
  const { operation, judge } = await oneOperation('schema: { type: object }', `parameters: [${mask}]`);
  const input: Input = { query: { update_mask: ['size'] }, body: { title: 'x', other: 1 } };

  test('name the members of the body that they may name', () => {
    expect(withMask(judge, operation, input).query).toEqual({ update_mask: ['title'] });
  });

  test('stay where a case is about them', () => {
    expect(withMask(judge, operation, input, '/query/update_mask')).toBe(input);
  });

  test('leave out what they do not name', () => {
    expect([isMasked(operation, input, '/body/title'), isMasked(operation, input, '/body/size/0')]).toEqual([true, false]);
  });
});

describe('what a refusal blames', async () => {
  const { operation } = await oneOperation('schema: { type: object, properties: { title: { type: string }, count: { type: integer } } }');
  const input = { query: { limit: 1 }, body: { title: 'x', price: { amount: 1, currency: 'EUR' }, lines: [{ sku: 'a' }] } };

  function blamed(body: unknown): readonly string[] {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const response = { status: 422, headers: new Headers(), body: bytes, timing: { wait: 0, receive: 0 } };
    const request = { method: 'PATCH', target: '/things', headers: {} };
    const one = {
      id: '',
      operation,
      intent: { kind: 'valid', by: 'all' },
      says: '',
      location: operation.location,
      request,
      input,
      credential: 'given',
    } as const;
    const exchange: Exchange = {
      case: one,
      sent: { ...request, secrets: [] },
      response,
      reading: { headers: {}, faults: [] },
      began: 0,
      milliseconds: 0,
    };
    return blamedPlaces(exchange);
  }

  test.each<readonly [what: string, body: unknown, want: readonly string[]]>([
    ['a JSON pointer', { errors: [{ pointer: '#/price/currency', detail: 'is another one' }] }, ['/body/price/currency']],
    ['a path', { violations: [{ propertyPath: 'lines[0].sku', message: 'is unknown' }] }, ['/body/lines/0/sku']],
    ['tokens', { detail: [{ loc: ['body', 'price', 'amount'], msg: 'too much' }] }, ['/body/price/amount']],
    ['messages by name', { errors: { title: ['is taken'] } }, ['/body/title']],
    ['a name in quotes', { message: 'The `currency` is not that of the shop.' }, ['/body/price/currency']],
    ['a parameter', { errors: [{ parameter: 'limit' }] }, ['/query/limit']],
    ['a member that is missing', { errors: [{ field: 'count', code: 'missing' }] }, ['/body/count']],
    ['a name behind its kind', { detail: 'The parameter limit is not the `next` of a list.' }, ['/query/limit']],
    ['a name before a value', { detail: 'The thing has the count 3.' }, ['/body/count']],
    ['nothing', { title: 'Unprocessable', detail: 'The thing is closed.' }, []],
  ])('%s', (_, body, want) => expect(blamed(body)).toEqual(want));
});

describe('what a refusal means that names no member', async () => {
  const members = [
    "'on': { type: string, format: date, description: A day of the period. Other days are refused with 409. }",
    'depositPaid: { type: integer, description: Less than the deposit that is due is rejected. }',
    'hours: { type: number, description: Must be at least what the meter showed. }',
    'note: { type: string, description: What the day was like. }',
  ];
  const { operation } = await oneOperation(`schema: { type: object, properties: { ${members.join(', ')} } }`);
  const places = ['/body/on', '/body/depositPaid', '/body/hours', '/body/note'];

  test.each<readonly [message: string, want: readonly string[]]>([
    ['The day is not in the period.', ['/body/on']],
    ['Date outside of the booked period', ['/body/on']],
    ['The deposit is higher.', ['/body/depositPaid']],
    ['insufficient_deposit', ['/body/depositPaid']],
    ['The meter showed more.', ['/body/hours']],
    ['The thing is closed.', []],
    ['Things of this kind are refused.', []],
  ])('%s', (message, want) => expect(toldPlaces(operation, places, message)).toEqual(want));
});
