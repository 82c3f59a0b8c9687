// Numbers that add up what names a thing, as their descriptions say: the litres that are left in a tank less what was drawn, the hours of shifts
// that are approved, and what the first photo of an album does to it.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { asOfFirst, totalledIn } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]';
const closed = (required: string, members: string): string =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${members} } }`;
const open = (required: string, members: string): string => `{ type: object, required: [${required}], properties: { ${members} } }`;

const TANK = open(
  'id, litres, litres_left, state',
  "id: { type: integer }, litres: { type: integer }, litres_left: { type: integer, description: '`litres` less those of the draws from the tank.' }, state: { type: string, enum: [sealed, in_use] }",
);
const DRAW = open('id, litres', 'id: { type: integer }, litres: { type: integer }');
const WORKER = open(
  'id, name, hours_worked',
  'id: { type: integer }, name: { type: string }, hours_worked: { type: number, description: "The minutes of all approved shifts, in hours." }',
);
const SHIFT = open(
  'id, worker_id, minutes, state',
  'id: { type: integer }, worker_id: { type: integer }, minutes: { type: integer }, state: { type: string, enum: [noted, approved, revoked] }',
);
const DOCUMENT = `openapi: 3.1.0
info: { title: Depot, version: '1' }
paths:
  /tanks:
    get: { operationId: listTanks, responses: { '200': { description: All., ${json(`{ type: array, items: ${TANK} }`)} } } }
    post:
      operationId: addTank
      requestBody: { required: true, ${json(closed('litres', 'litres: { type: integer, minimum: 500, maximum: 900 }'))} }
      responses: { '201': { description: Filled., ${json(TANK)} }, '400': { description: Wrong. } }
  /tanks/{id}:
    ${ID}
    get: { operationId: readTank, responses: { '200': { description: It., ${json(TANK)} }, '404': { description: None. } } }
  /tanks/{id}/draws:
    ${ID}
    post:
      operationId: draw
      description: With its first draw a tank becomes \`in_use\`.
      requestBody: { required: true, ${json(closed('litres', 'litres: { type: integer, minimum: 1, maximum: 20 }'))} }
      responses: { '201': { description: Drawn., ${json(DRAW)} }, '400': { description: Wrong. }, '404': { description: None. } }
  /workers:
    post:
      operationId: addWorker
      requestBody: { required: true, ${json(closed('name', 'name: { type: string, minLength: 1, maxLength: 30 }'))} }
      responses: { '201': { description: Made., ${json(WORKER)} }, '400': { description: Wrong. } }
  /workers/{id}:
    ${ID}
    get: { operationId: readWorker, responses: { '200': { description: It., ${json(WORKER)} }, '404': { description: None. } } }
  /shifts:
    post:
      operationId: addShift
      requestBody: { required: true, ${json(closed('worker_id, minutes', 'worker_id: { type: integer, minimum: 1, maximum: 99999 }, minutes: { type: integer, minimum: 30, maximum: 600, multipleOf: 30 }'))} }
      responses: { '201': { description: Noted., ${json(SHIFT)} }, '400': { description: Wrong. }, '422': { description: There is no such worker. } }
  /shifts/{id}:
    ${ID}
    get: { operationId: readShift, responses: { '200': { description: It., ${json(SHIFT)} }, '404': { description: None. } } }
  /shifts/{id}/decision:
    ${ID}
    post:
      operationId: decide
      requestBody: { required: true, ${json(closed('to', 'to: { type: string, enum: [approved, revoked] }'))} }
      responses: { '200': { description: Decided., ${json(SHIFT)} }, '400': { description: Wrong. }, '404': { description: None. } }
`;

type DepotFault = 'draw-not-taken' | 'revoked-counts' | 'stays-sealed';

async function depot(fault?: DepotFault) {
  const service = await serviceFrom(DOCUMENT);
  const judge = await createJudge(service);
  const tanks: { id: number; litres: number; litres_left: number; state: string }[] = [];
  const workers: { id: number; name: string; hours_worked: number }[] = [];
  const shifts: { id: number; worker_id: number; minutes: number; state: string }[] = [];
  const none = new Response(null, { status: 404 });
  const target: Handler = async (request) => {
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return new Response(null, { status: 400 });
    const [, kind, id, below] = new URL(request.url).pathname.split('/');
    const body = text === '' ? {} : JSON.parse(text);
    const [tank, worker, shift] = [tanks[Number(id) - 1], workers[Number(id) - 1], shifts[Number(id) - 1]];
    if (kind === 'tanks' && id === undefined) {
      if (request.method === 'GET') return Response.json(tanks);
      tanks.push({ id: tanks.length + 1, litres: body.litres, litres_left: body.litres, state: 'sealed' });
      return Response.json(tanks.at(-1), { status: 201 });
    }
    if (kind === 'tanks') {
      if (tank === undefined) return none.clone();
      if (below === undefined) return Response.json(tank);
      if (fault !== 'draw-not-taken') tank.litres_left -= body.litres;
      if (fault !== 'stays-sealed') tank.state = 'in_use';
      return Response.json({ id: 1000 - tank.litres_left, litres: body.litres }, { status: 201 });
    }
    if (kind === 'workers') {
      if (id !== undefined) return worker === undefined ? none.clone() : Response.json(worker);
      workers.push({ id: workers.length + 1, name: body.name, hours_worked: 0 });
      return Response.json(workers.at(-1), { status: 201 });
    }
    if (id === undefined) {
      if (workers[body.worker_id - 1] === undefined) return new Response(null, { status: 422 });
      shifts.push({ id: shifts.length + 1, ...body, state: 'noted' });
      return Response.json(shifts.at(-1), { status: 201 });
    }
    if (shift === undefined) return none.clone();
    const whose = workers[shift.worker_id - 1];
    if (below !== undefined && whose !== undefined && body.to !== shift.state) {
      if (body.to === 'approved') whose.hours_worked += shift.minutes / 60;
      else if (shift.state === 'approved' && fault !== 'revoked-counts') whose.hours_worked -= shift.minutes / 60;
      shift.state = body.to;
    }
    return Response.json(shift);
  };
  return conformService(service, { target, random: 2, sequences: true, ...lookingFor('counts-of-others', 'effects-elsewhere') });
}

async function messagesOf(fault?: DepotFault): Promise<readonly string[]> {
  return (await depot(fault)).findings.map(({ operation, message }) => `${operation.id}: ${message}`);
}

describe('numbers that add up others', () => {
  test('have no finding where each of them is right', async () => expect(await messagesOf()).toEqual([]));

  test('fall by what is taken off', async () =>
    expect(await messagesOf('draw-not-taken')).toEqual([
      expect.stringMatching(/^readTank: `litres_left` is \d+ after draw, not \d+, and/),
    ]));

  test('lose what is in no state that counts', async () =>
    expect(await messagesOf('revoked-counts')).toEqual([
      expect.stringMatching(/^readWorker: `hours_worked` is [\d.]+ after decide to revoked, not 0, and/),
    ]));

  test('what the first of several does to the thing above is seen', async () =>
    expect(await messagesOf('stays-sealed')).toEqual([expect.stringMatching(/^readTank: `state` of tanks is `sealed` after draw/)]));

  const BILL = { member: 'sum', others: 'payments', numbers: ['amount', 'fee'], own: ['total', 'sum'], states: ['booked', 'reversed'] };
  test.each([
    ['The sum of the payments.', 'amount', false],
    ['The total of the fees of all payments.', 'fee', false],
    ['The fees of its payments that are booked.', 'fee', false],
    ['The total less the fees of its payments.', 'fee', true],
    ["The amounts of the customer's payments, added up.", 'amount', false],
    ['The fee of the payment.', undefined, false],
    ['The number of its payments.', undefined, false],
    ['The sum of its large payments.', undefined, false],
    ['The sum of the payments, without reversed ones.', undefined, false],
    ['The sum of its refunds.', undefined, false],
  ])('are read: %s', (text, of, isTakenOff) => {
    expect(totalledIn(text, BILL)).toEqual(of === undefined ? undefined : { of, isTakenOff, factor: 1 });
  });

  test.each([
    ['With its first photo an album becomes public.', 'The album becomes public.'],
    ['An album becomes public with its first photo.', 'The album becomes public.'],
    ['With its last photo an album becomes empty.', 'With its last photo an album becomes empty.'],
  ])('what the first one does: %s', (text, said) => expect(asOfFirst(text, ['photo', 'photos'])).toBe(said));
});
