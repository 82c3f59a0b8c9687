// Tests that octavo conform drives what comes with a thing, such as the legs of a trip, through its states, and that things keep what they were
// made of.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { companionsOf } from '../../generator/inference/companions.ts';
import { edgesOf } from '../../generator/inference/edges.ts';
import { isSnapshot } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const body = (name: string): string => `requestBody: { required: true, ${json(name)} }`;
const answers = (status: number, name: string): string =>
  `responses: { '${status}': { description: Done., ${json(name)} }, '404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. } }`;
const path = (name: string, text: string, example: string): string =>
  `{ name: ${name}, in: path, required: true, description: ${text}, schema: { type: string }, example: ${example} }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Trips, version: '1' }
paths:
  /stations/{code}:
    parameters: [${path('code', 'The code of a station.', 'GVA')}]
    get: { operationId: readStation, ${answers(200, 'Station')} }
    put:
      operationId: putStation
      description: Adds or replaces a station. Trips keep the fee that a station had when they were booked.
      ${body('NewStation')}
      responses: { '200': { description: Replaced., ${json('Station')} }, '201': { description: Added., ${json('Station')} }, '422': { description: Invalid. } }
  /trips:
    post: { operationId: bookTrip, ${body('NewTrip')}, ${answers(201, 'Trip')} }
  /trips/{tripId}:
    parameters: [${path('tripId', 'The number of a trip.', 'T1')}]
    get: { operationId: readTrip, ${answers(200, 'Trip')} }
  /trips/{tripId}/cancel:
    parameters: [${path('tripId', 'The number of a trip.', 'T1')}]
    post: { operationId: cancelTrip, description: All its legs are cancelled., ${answers(200, 'Trip')} }
  /trips/{tripId}/legs:
    parameters: [${path('tripId', 'The number of a trip.', 'T1')}]
    get:
      operationId: listLegs
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Leg' } } } } }, '404': { description: None. } }
  /trips/{tripId}/legs/{stop}:
    parameters: [${path('tripId', 'The number of a trip.', 'T1')}, ${path('stop', 'The station of a leg.', 'GVA')}]
    get: { operationId: readLeg, ${answers(200, 'Leg')} }
    put: { operationId: rateLeg, description: Adds one to \`ratings\`., ${body('Rating')}, ${answers(200, 'Leg')} }
  /trips/{tripId}/legs/{stop}/board:
    parameters: [${path('tripId', 'The number of a trip.', 'T1')}, ${path('stop', 'The station of a leg.', 'GVA')}]
    post: { operationId: boardLeg, description: 'Only a planned leg can be boarded, any other is a 409.', ${answers(200, 'Leg')} }
components:
  schemas:
    NewStation: { type: object, required: [fee], properties: { fee: { type: integer, minimum: 0, maximum: 9000 } }, example: { fee: 30 } }
    Station: { type: object, required: [code, fee], properties: { code: { type: string }, fee: { type: integer } } }
    NewTrip:
      type: object
      required: [parts]
      properties:
        parts: { type: array, minItems: 1, maxItems: 3, items: { type: object, required: [stations], properties: { stations: { type: array, minItems: 1, maxItems: 3, uniqueItems: true, items: { type: string, description: The code of a station. } } } } }
      example: { parts: [{ stations: [GVA, BRN] }] }
    Trip: { type: object, required: [id, fee, state], properties: { id: { type: string, pattern: '^T\\d+$' }, fee: { type: integer }, state: { enum: [booked, cancelled] } } }
    Rating: { type: object, required: [stars], properties: { stars: { type: integer, minimum: 1, maximum: 5 } } }
    Leg:
      type: object
      required: [station, state, ratings, boardedBy]
      properties:
        station: { type: string }
        state: { enum: [planned, boarded, cancelled] }
        ratings: { type: integer }
        boardedBy: { type: [string, 'null'], description: Null unless the leg is boarded. }
`);

type Fault = 'boards-cancelled' | 'rates-without-count' | 'boarded-stays' | 'fee-follows' | 'none';

interface Leg {
  station: string;
  state: string;
  ratings: number;
  boardedBy: string | null;
}

interface Trip {
  readonly stations: readonly string[];
  readonly fee: number;
  state: string;
  readonly legs: readonly Leg[];
}

function trips(fault: Fault): (request: Request) => Promise<Response> {
  const stations = new Map<string, number>([
    ['GVA', 30],
    ['BRN', 20],
  ]);
  const all = new Map<string, Trip>();
  const feeOf = (codes: readonly string[]): number => codes.reduce((sum, code) => sum + (stations.get(code) ?? 0), 0);
  const shown = (id: string, trip: Trip): object => ({
    id,
    fee: fault === 'fee-follows' ? feeOf(trip.stations) : trip.fee,
    state: trip.state,
  });
  const refused = (status: number): Response => Response.json({}, { status });
  return async (request) => {
    const [, kind = '', id = '', below, stop, action] = new URL(request.url).pathname.split('/').map(decodeURIComponent);
    const sent = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    if (kind === 'stations') return station(request.method, id, sent);
    if (request.method === 'POST' && id === '') return book(sent);
    const trip = all.get(id);
    if (trip === undefined) return refused(404);
    if (below === 'cancel') {
      trip.state = 'cancelled';
      for (const leg of trip.legs) {
        leg.state = 'cancelled';
        if (fault !== 'boarded-stays') leg.boardedBy = null;
      }
    }
    if (below === undefined || below === 'cancel') return Response.json(shown(id, trip));
    if (below !== 'legs') return refused(404);
    if (stop === undefined) return Response.json(trip.legs);
    const leg = trip.legs.find((one) => one.station === stop);
    if (leg === undefined) return refused(404);
    if (action === 'board') {
      if (leg.state !== 'planned' && !(fault === 'boards-cancelled' && leg.state === 'cancelled')) return refused(409);
      Object.assign(leg, { state: 'boarded', boardedBy: 'me' });
    } else if (request.method === 'PUT') {
      if (!Number.isInteger(sent?.stars) || sent.stars < 1 || sent.stars > 5) return refused(422);
      if (fault !== 'rates-without-count' || leg.state !== 'boarded') leg.ratings++;
    }
    return Response.json(leg);
  };

  function station(method: string, code: string, sent: { fee?: unknown } | undefined): Response {
    const known = stations.get(code);
    if (method === 'GET') return known === undefined ? refused(404) : Response.json({ code, fee: known });
    // The text of a name says more than its schema.
    if (!/^[A-Z]{2,8}$/.test(code) || !Number.isInteger(sent?.fee) || Number(sent?.fee) < 0 || Number(sent?.fee) > 9000)
      return refused(422);
    stations.set(code, Number(sent?.fee));
    return Response.json({ code, fee: sent?.fee }, { status: known === undefined ? 201 : 200 });
  }

  function book(sent: { parts?: readonly { stations?: readonly string[] }[] } | undefined): Response {
    const codes = (sent?.parts ?? []).flatMap((part) => part.stations ?? []);
    if (codes.length === 0 || new Set(codes).size < codes.length || codes.some((code) => !stations.has(code))) return refused(422);
    const id = `T${all.size + 1}`;
    const legs = codes.map((code): Leg => ({ station: code, state: 'planned', ratings: 0, boardedBy: null }));
    const trip: Trip = { stations: codes, fee: feeOf(codes), state: 'booked', legs };
    all.set(id, trip);
    return Response.json(shown(id, trip), { status: 201 });
  }
}

test('finds what comes with a thing by its list, and by which members its path names it', () => {
  const found = companionsOf(service, edgesOf(service));
  expect(found.map(({ name, maker, list, places }) => [name, maker.id, list.id, places])).toEqual([
    ['legs', 'bookTrip', 'listLegs', [{ to: '/path/stop', members: ['station'] }]],
  ]);
});

test.each(
  sampleOf<[Fault, string | undefined]>(
    [
      ['none', undefined],
      ['boards-cancelled', 'boardLeg is answered with 200 where `state` is `cancelled`'],
      ['rates-without-count', '`ratings` is 0 after rateLeg'],
      ['boarded-stays', '`boardedBy` is "me" where `state` is `cancelled`'],
      ['fee-follows', '`fee` is'],
    ],
    3,
  ),
)('drives legs through their states, and changes what a trip was made of: %s', async (fault, message) => {
  const looking = lookingFor('state-rules', 'effects-elsewhere');
  const { findings } = await conformService(service, { target: trips(fault), random: 1, most: 20, allowWrites: true, ...looking });
  if (message === undefined) expect(findings.map((one) => one.message)).toEqual([]);
  else expect(findings.map((one) => one.message).join('\n')).toContain(message);
});

test.each([
  'Orders keep the price and the turnaround that a test had when it was ordered.',
  'A changed discount counts for orders that are placed later.',
  'Changing the premium does not affect policies that were issued before.',
  'New tariffs apply to future contracts only.',
  'The berth fee, as it was when the call was booked.',
  'The price of the product at the time of purchase.',
  'Existing bookings keep their nightly rate.',
])('reads that what was made keeps what others had: %s', (text) => {
  expect(isSnapshot(text)).toBe(true);
});

test.each([
  'The balance at the time of the request.',
  'A new price applies to existing and new orders.',
  'A closed order keeps its lines.',
  'The price may be changed until the order is placed.',
  'A changed discount counts for all open orders at once.',
])('reads no such thing: %s', (text) => {
  expect(isSnapshot(text)).toBe(false);
});
