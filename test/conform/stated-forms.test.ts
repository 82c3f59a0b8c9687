// Tests the checks of what answers are said to have: times in UTC, identifiers that a header has too, whole things in place of identifiers, and names
// of files.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Trips, version: '1' }
paths:
  /trips:
    get:
      operationId: listTrips
      parameters:
        - { name: kind, in: query, schema: { type: string, enum: [walk, ride] } }
        - { $ref: '#/components/parameters/Expand' }
      responses:
        '200': { description: All., content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: '#/components/schemas/Trip' } } } } } } }
  /trips/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string }, example: t1 }, { $ref: '#/components/parameters/Expand' }]
    get:
      operationId: readTrip
      responses:
        '200': { description: The trip., content: { application/json: { schema: { $ref: '#/components/schemas/Trip' } } } }
        '404':
          description: Unknown.
          headers: { X-Request-Id: { description: Names the request., schema: { type: string } } }
          content: { application/problem+json: { schema: { type: object, properties: { requestId: { type: string, description: The same as the header \`X-Request-Id\`. } } } } }
  /trips/map:
    get:
      operationId: readMap
      responses: { '200': { description: A map., content: { application/pdf: {}, image/svg+xml: {}, application/zip: {} } } }
components:
  parameters:
    Expand: { name: expand, in: query, description: Members that have the whole thing., explode: false, schema: { type: array, items: { type: string, enum: [guide] } } }
  schemas:
    Guide: { type: object, required: [id], properties: { id: { type: string } } }
    Trip:
      type: object
      required: [id, kind, guide, starts_at]
      properties:
        id: { type: string }
        kind: { type: string }
        guide: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Guide' }, { type: 'null' }] }
        starts_at: { type: string, format: date-time, description: 'When it starts, in UTC.' }
        ends_at: { type: string, format: date-time, description: 'When it ends, in the zone of the guide.' }
`);

interface Faults {
  readonly offset?: string;
  readonly requestId?: string;
  /** Where `expand` is not looked at. */
  readonly short?: 'list' | 'one';
  readonly mapType?: string;
}

function trips({ offset = 'Z', requestId = 'r1', short, mapType = 'application/pdf' }: Faults) {
  return (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    const isWhole = searchParams.get('expand')?.includes('guide') === true;
    const trip = (id: string, kind: string, where: Faults['short']): object => ({
      ...{ id, kind, starts_at: `2026-05-01T10:00:00${offset}`, ends_at: '2026-05-01T10:00:00+02:00' },
      guide: isWhole && short !== where ? { id: 'g1' } : 'g1',
    });
    if (pathname === '/trips/map')
      return new Response('x', { headers: { 'content-type': mapType, 'content-disposition': 'attachment; filename="map.pdf"' } });
    if (pathname === '/trips') {
      const all = [trip('t1', 'walk', 'list'), trip('t2', 'ride', 'list')];
      const kind = searchParams.get('kind');
      return Response.json({ data: kind === null ? all : all.filter((_, index) => (kind === 'walk') === (index === 0)) });
    }
    if (pathname === '/trips/t1') return Response.json(trip('t1', 'walk', 'one'));
    return new Response(JSON.stringify({ requestId }), {
      status: 404,
      headers: { 'content-type': 'application/problem+json', 'x-request-id': 'r1' },
    });
  };
}

const CHECKS = ['stated-forms', 'expanded-members', 'header-forms'];

async function foundWith(faults: Faults): Promise<readonly string[]> {
  const report = await conformService(service, { target: trips(faults), allowWrites: true, random: 1, ...lookingFor(...CHECKS) });
  return report.findings.map(({ check, operation, message }) => `${check} ${operation.id}: ${message}`);
}

test('a service whose answers are as the document says has no finding', async () => expect(await foundWith({})).toEqual([]));

test.each(
  sampleOf<readonly [fault: string, faults: Faults, message: string]>(
    [
      ['a time with another offset', { offset: '+02:00' }, 'stated-forms readTrip: `starts_at` has the offset +02:00'],
      [
        'another identifier than the header',
        { requestId: 'r2' },
        'stated-forms readTrip: `requestId` is not what the header X-Request-Id has.',
      ],
      ['a thing that is not expanded', { short: 'one' }, 'expanded-members readTrip: `guide` is an identifier'],
      ['a list that is not expanded', { short: 'list' }, 'expanded-members listTrips: `guide` is an identifier'],
      ['a file with the name of another type', { mapType: 'application/zip' }, 'header-forms readMap: The file is named as `.pdf`'],
    ],
    4,
  ),
)('%s is found', async (_, faults, message) => {
  expect(await foundWith(faults)).toEqual(expect.arrayContaining([expect.stringContaining(message)]));
});

const PING = {
  request: [
    'A name for the request, which its answer repeats.',
    'Echoed back in the response, if given.',
    'Returned in the response header.',
  ],
  answer: ['That of the request, or a new one.', 'The id that the client has sent.', 'The same value as in the request.'],
  none: [
    'A name for the request.',
    'May be echoed in the response.',
    'Errors repeat it in their answer.',
    'A repeated key gives the first answer again.',
  ],
} as const;

/** Which of its two headers the service gives back as it was sent. */
async function foundOf(said: string, of: 'request' | 'answer', isRepeated: boolean): Promise<readonly string[]> {
  const [own, other] = of === 'request' ? [said, 'A name.'] : ['A name.', said];
  const pinged = await serviceFrom(`openapi: 3.1.0
info: { title: Ping, version: '1' }
paths:
  /ping:
    get:
      operationId: ping
      parameters: [{ name: Trace-Id, in: header, description: '${own}', schema: { type: string, pattern: '^[a-z]{4}$' }, example: abcd }]
      responses: { '200': { description: Here., headers: { Trace-Id: { description: '${other}', schema: { type: string } } } } }
`);
  const target = (request: Request): Response =>
    new Response(null, { headers: { 'trace-id': (isRepeated ? request.headers.get('trace-id') : null) ?? 'new1' } });
  const report = await conformService(pinged, { target, random: 4, ...lookingFor('stated-forms') });
  return report.findings.map(({ message }) => message);
}

test.each([...PING.request.map((said) => [said, 'request'] as const), ...PING.answer.map((said) => [said, 'answer'] as const)])(
  'a header that an answer is said to repeat is compared: %s',
  async (said, of) => {
    expect(await foundOf(said, of, true)).toEqual([]);
    expect(await foundOf(said, of, false)).toEqual([`The answer has another Trace-Id than the request, and the document says: “${said}”`]);
  },
);

test.each(PING.none)('no header is compared where none is said to be repeated: %s', async (said) => {
  expect(await foundOf(said, 'request', false)).toEqual([]);
});
