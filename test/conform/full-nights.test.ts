// A harbour with few berths: what has succeeded once is full at its own time, and succeeds at later ones.
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../generator/conform/contract/target.ts';
import { conformService } from '../../generator/conform/index.ts';
import { lookingFor, serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Moorings, version: '1', description: 'Whatever belongs to another club is answered as if it did not exist.' }
security: [{ club: [] }]
paths:
  /stays:
    get:
      operationId: listStays
      description: The stays of the club.
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Stay' } } } } }, '401': { description: Who? } }
    post:
      operationId: createStay
      description: The arrival is not before today, and a berth takes a crew of a certain size (422). If no berth is left on one of the nights, the answer is a 409.
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewStay' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Stay' } } } }, '400': { description: Wrong. }, '401': { description: Who? }, '409': { description: Full. }, '422': { description: Past. } }
  /stays/{id}:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    get: { operationId: readStay, responses: { '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Stay' } } } }, '401': { description: Who? }, '404': { description: None. } } }
  /stays/{id}/cancel:
    parameters: [{ $ref: '#/components/parameters/Id' }]
    post:
      operationId: cancelStay
      description: Only a \`booked\` stay can be cancelled, which makes it \`cancelled\` (409 otherwise).
      responses: { '200': { description: Cancelled., content: { application/json: { schema: { $ref: '#/components/schemas/Stay' } } } }, '401': { description: Who? }, '404': { description: None. }, '409': { description: It is not booked. } }
components:
  securitySchemes: { club: { type: http, scheme: bearer } }
  parameters: { Id: { name: id, in: path, required: true, schema: { type: string, pattern: '^S[0-9]{4}$' } } }
  schemas:
    NewStay: { type: object, additionalProperties: false, required: [boat, crew, arrival, departure], properties: { boat: { type: string, minLength: 1, maxLength: 40 }, crew: { type: integer, minimum: 1, maximum: 90 }, arrival: { type: string, format: date }, departure: { type: string, format: date } } }
    Stay: { type: object, required: [id, boat, crew, arrival, departure, state], properties: { id: { type: string }, boat: { type: string }, crew: { type: integer }, arrival: { type: string, format: date }, departure: { type: string, format: date }, state: { type: string, enum: [booked, cancelled] } } }
`);

interface Stay {
  readonly id: string;
  readonly club: string;
  readonly boat: string;
  readonly crew: number;
  readonly arrival: string;
  readonly departure: string;
  state: string;
}

const DAY = 86_400_000;
const isDay = (value: unknown): value is string => typeof value === 'string' && new Date(value).toJSON()?.slice(0, 10) === value;

/** Two berths for each night; what is cancelled keeps its berth. */
function harbour(fault?: 'cancelled-twice' | 'read-by-all'): { readonly target: Handler; readonly stays: readonly Stay[] } {
  const stays = ['north', 'south'].map(
    (club, at): Stay => ({ id: `S000${at}`, club, boat: 'Tern', crew: 2, arrival: '2031-05-01', departure: '2031-05-02', state: 'booked' }),
  );
  const shown = ({ club: _, ...rest }: Stay): object => rest;
  const refuse = (status: number): Response => new Response(null, { status });
  const target: Handler = async (request) => {
    const club = /^bearer (north|south)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (club === undefined) return refuse(401);
    const [, , id, action] = new URL(request.url).pathname.split('/');
    if (id === undefined && request.method === 'GET') return Response.json(stays.filter((one) => one.club === club).map(shown));
    if (id === undefined) {
      const body = (await request.json().catch(() => undefined)) as Partial<Stay> | null | undefined;
      const { boat, crew, arrival, departure, ...more } = body ?? {};
      const isText = typeof boat === 'string' && [...boat].length > 0 && [...boat].length <= 40;
      const isCrew = typeof crew === 'number' && Number.isInteger(crew) && crew >= 1 && crew <= 90;
      if (!isText || !isCrew || !isDay(arrival) || !isDay(departure) || Object.keys(more).length > 0) return refuse(400);
      if (arrival < new Date().toISOString().slice(0, 10) || departure <= arrival || Date.parse(departure) - Date.parse(arrival) > 9 * DAY)
        return refuse(422);
      if (crew > 6) return Response.json({ message: 'The berth takes 6 people.' }, { status: 422 });
      if (stays.filter((one) => one.arrival < departure && one.departure > arrival).length >= 2) return refuse(409);
      const stay = { id: `S${String(stays.length + 1000)}`, club, boat, crew, arrival, departure, state: 'booked' };
      stays.push(stay);
      return Response.json(shown(stay), { status: 201 });
    }
    const stay = stays.find((one) => one.id === id && (one.club === club || (fault === 'read-by-all' && action === undefined)));
    if (stay === undefined) return refuse(404);
    if (action === 'cancel') {
      if (stay.state !== 'booked' && fault !== 'cancelled-twice') return refuse(409);
      stay.state = 'cancelled';
    }
    return Response.json(shown(stay));
  };
  return { target, stays };
}

const credentials = { given: { club: 'north' }, other: { club: 'south' } };

describe('what is full at its own time', () => {
  test('is made at later times, so that a stay can be cancelled twice', async () => {
    const { target, stays } = harbour('cancelled-twice');
    const { findings } = await conformService(service, { target, credentials, random: 2, sequences: true, ...lookingFor('state-rules') });
    expect(findings.map(({ check, operation }) => `${check} ${operation.id}`)).toContain('state-rules cancelStay');
    expect(stays.length).toBeGreaterThan(10);
  });

  test('has no finding where cancelling keeps its rule', async () => {
    const { target } = harbour();
    const { findings } = await conformService(service, { target, credentials, random: 2, sequences: true, ...lookingFor('state-rules') });
    expect(findings).toEqual([]);
  });
});

describe('what the list of one account leaves out', () => {
  test.each([
    ['read-by-all', true],
    [undefined, false],
  ] as const)('is read by it: %s', async (fault, isFound) => {
    const { target } = harbour(fault);
    const { findings } = await conformService(service, {
      target,
      credentials,
      random: 2,
      sequences: true,
      ...lookingFor('refuses-foreign-credential', 'other-account'),
    });
    expect(findings.some(({ operation }) => operation.id === 'readStay')).toBe(isFound);
  });
});
