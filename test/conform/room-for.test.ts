// Tests that octavo conform fills what has room for so many things: kennels of a size, of which a new one has none, and boats with two seats.
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { createJudge } from '../../generator/conform/judge/index.ts';
import { belowTakenIn, givenBackIn, mayTouch, withRefusal } from '../../generator/inference/prose/index.ts';
import { lookingFor, serviceFrom, verdictOn } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 99999 } }]';

const kennels = await serviceFrom(`openapi: 3.1.0
info:
  title: Kennels
  version: '1'
  description: A stay does not take the day on which the dog is fetched, so the next dogs can come on the day on which the last ones leave.
paths:
  /sizes:
    post:
      operationId: addSize
      requestBody: { required: true, ${json('{ type: object, additionalProperties: false, required: [code], properties: { code: { $ref: "#/components/schemas/SizeCode" } } }')} }
      responses: { '201': { description: A size without kennels., ${json('{ type: object, required: [code], properties: { code: { $ref: "#/components/schemas/SizeCode" } } }')} }, '400': { description: Wrong. }, '409': { description: The code is taken. } }
  /kennels:
    post:
      operationId: addKennel
      requestBody: { required: true, ${json('{ type: object, additionalProperties: false, required: [size], properties: { size: { $ref: "#/components/schemas/SizeCode" } } }')} }
      responses: { '201': { description: Built., ${json('{ type: object, required: [id, size], properties: { id: { type: integer }, size: { $ref: "#/components/schemas/SizeCode" } } }')} }, '400': { description: Wrong. }, '422': { description: There is no such size. } }
  /stays:
    post:
      operationId: addStay
      description: If no kennel of the size is left on one of the days, the answer is 409.
      requestBody: { required: true, ${json('{ $ref: "#/components/schemas/NewStay" }')} }
      responses: { '201': { description: Booked., ${json('{ $ref: "#/components/schemas/Stay" }')} }, '400': { description: Wrong. }, '409': { description: Full. }, '422': { description: There is no such size. } }
  /stays/{id}:
    ${ID}
    get: { operationId: readStay, responses: { '200': { description: It., ${json('{ $ref: "#/components/schemas/Stay" }')} }, '404': { description: None. } } }
    patch:
      operationId: changeStay
      requestBody: { required: true, ${json('{ type: object, additionalProperties: false, minProperties: 1, properties: { starts_on: { type: string, format: date }, ends_on: { type: string, format: date } } }')} }
      responses: { '200': { description: Changed., ${json('{ $ref: "#/components/schemas/Stay" }')} }, '400': { description: Wrong. }, '404': { description: None. }, '409': { description: Full. } }
  /stays/{id}/cancel:
    ${ID}
    post:
      operationId: cancelStay
      description: Cancels the stay. As soon as this is done, its place can be booked again.
      responses: { '200': { description: Cancelled., ${json('{ $ref: "#/components/schemas/Stay" }')} }, '404': { description: None. } }
components:
  schemas:
    SizeCode: { type: string, pattern: '^[A-Z]{2,4}$', example: TOY }
    NewStay:
      type: object
      additionalProperties: false
      required: [size, dog, starts_on, ends_on]
      properties: { size: { $ref: '#/components/schemas/SizeCode' }, dog: { type: string, minLength: 1, maxLength: 30 }, starts_on: { type: string, format: date, example: '2031-05-03' }, ends_on: { type: string, format: date, example: '2031-05-05' } }
    Stay:
      type: object
      required: [id, size, dog, starts_on, ends_on, state]
      properties: { id: { type: integer }, size: { type: string }, dog: { type: string }, starts_on: { type: string, format: date }, ends_on: { type: string, format: date }, state: { type: string, enum: [booked, cancelled] } }
`);

interface Stay {
  readonly id: number;
  readonly size: string;
  readonly starts_on: string;
  readonly ends_on: string;
  state: string;
}

type KennelFault = 'last-at-once' | 'counts-itself' | 'keeps-its-place' | 'day-of-leaving';

async function kennelsWith(fault?: KennelFault): Promise<Handler> {
  const judge = await createJudge(kennels);
  const sizes = new Set<string>();
  const built: string[] = [];
  const stays: Stay[] = [];
  const refuse = (status: number, message: string): Response => Response.json({ message }, { status });
  const isFull = (wish: Stay, self?: Stay): boolean => {
    const isThere = (one: Stay): boolean =>
      one.size === wish.size &&
      (one.state === 'booked' || fault === 'keeps-its-place') &&
      (one !== self || fault === 'counts-itself') &&
      one.starts_on < wish.ends_on &&
      (one.ends_on > wish.starts_on || (fault === 'day-of-leaving' && one.ends_on === wish.starts_on));
    return stays.filter(isThere).length >= built.filter((one) => one === wish.size).length;
  };
  return async (request) => {
    const [, kind, id, action] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    const { accepted } = await verdictOn(judge, request, text);
    if (!accepted) return refuse(400, 'Wrong.');
    const body = text === '' ? {} : JSON.parse(text);
    if (kind === 'sizes') {
      if (sizes.has(body.code)) return refuse(409, 'The code is taken.');
      sizes.add(body.code);
      return Response.json(body, { status: 201 });
    }
    if (kind === 'kennels' || (kind === 'stays' && id === undefined))
      if (!sizes.has(body.size)) return refuse(422, 'There is no such size.');
    if (kind === 'kennels') return Response.json({ id: built.push(body.size), size: body.size }, { status: 201 });
    if (id === undefined) {
      const stay: Stay = { ...body, id: 0, state: 'booked' };
      if (stay.ends_on <= stay.starts_on) return refuse(400, 'Wrong days.');
      if (isFull(stay)) return refuse(409, 'No kennel of this size is left.');
      if (fault === 'last-at-once') await wait(3);
      const made = { ...stay, id: stays.length + 1 };
      stays.push(made);
      return Response.json(made, { status: 201 });
    }
    const stay = stays.find((one) => String(one.id) === id);
    if (stay === undefined) return refuse(404, 'None.');
    const wish = { ...stay, ...body };
    if (wish.ends_on <= wish.starts_on) return refuse(400, 'Wrong days.');
    if (request.method === 'PATCH' && isFull(wish, stay)) return refuse(409, 'No kennel of this size is left.');
    Object.assign(stay, body, action === 'cancel' ? { state: 'cancelled' } : {});
    return Response.json(stay);
  };
}

async function messagesOf(fault?: KennelFault): Promise<readonly string[]> {
  const target = await kennelsWith(fault);
  const { findings } = await conformService(kennels, { target, random: 2, sequences: true, ...lookingFor('capacity', 'create-at-once') });
  return findings.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`);
}

describe('kennels of a size', () => {
  test('have no finding where each rule holds', async () => expect(await messagesOf()).toEqual([]));

  test.each<[KennelFault, RegExp]>([
    ['last-at-once', /^create-at-once addStay: (?:Two requests|Requests) at once/],
    ['counts-itself', /^capacity changeStay: changeStay to the values that \d+ has is refused with 409/],
    ['keeps-its-place', /^capacity addStay: addStay is refused with 409 after cancelStay, as it was before it\.$/],
    ['day-of-leaving', /^capacity addStay: addStay is answered with 409 where it begins at the end of \d+, and succeeds a little later\.$/],
  ])('are found: %s', async (fault, message) => {
    expect(await messagesOf(fault)).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});

const boats = await serviceFrom(`openapi: 3.1.0
info: { title: Boats, version: '1' }
paths:
  /boats:
    post:
      operationId: addBoat
      requestBody: { required: true, ${json('{ type: object, additionalProperties: false, required: [name, seats], properties: { name: { type: string, minLength: 1, maxLength: 30 }, seats: { type: integer, minimum: 2, maximum: 40, example: 9 } } }')} }
      responses: { '201': { description: Added., ${json('{ type: object, required: [id], properties: { id: { type: integer } } }')} }, '400': { description: Wrong. } }
  /boats/{id}:
    ${ID}
    get: { operationId: readBoat, responses: { '200': { description: It., ${json('{ type: object, required: [id], properties: { id: { type: integer } } }')} }, '404': { description: None. } } }
  /boats/{id}/rowers:
    ${ID}
    post:
      operationId: addRower
      description: A boat never has more rowers than seats, even when several come aboard at the same moment (409).
      requestBody: { required: true, ${json('{ type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 30 } } }')} }
      responses: { '201': { description: Aboard., ${json('{ type: object, required: [id], properties: { id: { type: integer } } }')} }, '400': { description: Wrong. }, '404': { description: None. }, '409': { description: Full. } }
  /rowers/{id}:
    ${ID}
    get: { operationId: readRower, responses: { '200': { description: It., ${json('{ type: object, required: [id], properties: { id: { type: integer } } }')} }, '404': { description: None. } } }
`);

async function boatsWith(isLate: boolean): Promise<readonly string[]> {
  const judge = await createJudge(boats);
  const all: { readonly seats: number; rowers: number }[] = [];
  let rowers = 0;
  const refuse = (status: number): Response => new Response(null, { status });
  const target: Handler = async (request) => {
    const [, kind, id, below] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    if (!(await verdictOn(judge, request, text)).accepted) return refuse(400);
    if (id === undefined) return Response.json({ id: all.push({ seats: JSON.parse(text).seats, rowers: 0 }) }, { status: 201 });
    if (kind === 'rowers') return Number(id) <= rowers ? Response.json({ id: Number(id) }) : refuse(404);
    const boat = all[Number(id) - 1];
    if (boat === undefined) return refuse(404);
    if (below === undefined) return Response.json({ id: Number(id) });
    if (boat.rowers >= boat.seats) return refuse(409);
    if (isLate) await wait(3);
    boat.rowers++;
    return Response.json({ id: ++rowers }, { status: 201 });
  };
  const { findings } = await conformService(boats, { target, random: 1, sequences: true, ...lookingFor('create-at-once') });
  return findings.map(({ operation, message }) => `${operation.id}: ${message}`);
}

describe('boats with two seats at least', () => {
  test('are filled up to the last seat, which two get at once', async () => {
    expect(await boatsWith(true)).toEqual([expect.stringMatching(/^addRower: Two requests at once that use up the same of boats/)]);
  });
  test('have no finding where one gets it', async () => expect(await boatsWith(false)).toEqual([]));
});

describe('sentences', () => {
  test.each([
    ['A size below the number of its visits is a 409.', 'things'],
    ['The size cannot be less than the visits of the day (409).', 'things'],
    ['The size cannot be less than the size of a visit (409).', undefined],
    ['The size cannot be less than `seats_taken`, nor less than the cost of a visit (409).', 'number'],
  ])('say what a change may not go below: %s', (text, taken) => expect(belowTakenIn(withRefusal(text), 'size', 'visits')).toBe(taken));

  test.each([
    ['As soon as this is done, its seats can be sold again.', true],
    ['Once it is confirmed, the places are free.', true],
    ['Once a refund was paid, the places are free.', false],
  ])('give back what was taken: %s', (text, isSaid) => expect(givenBackIn(text) !== undefined).toBe(isSaid));

  test.each([
    ['The next tenants can move in on the day on which the last ones leave.', true],
    ['The following car may be picked up at the very hour at which the one before it returns.', true],
    ['The next tenants cannot move in on the day on which the last ones leave.', false],
    ['The next tenants can call on the day of their choice.', false],
  ])('let one follow another: %s', (text, isSaid) => expect(mayTouch([text])).toBe(isSaid));
});
