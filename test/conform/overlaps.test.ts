// Tests that octavo conform finds stays that overlap although the document says that they do not, and that a service which keeps them apart has no
// finding.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const documentWith = (rule: string): string => `openapi: 3.1.0
info: { title: Stays, version: '1' }
paths:
  /stays:
    post:
      operationId: addStay
      requestBody: { required: true, ${json('NewStay')} }
      responses: { '201': { description: Made., ${json('Stay')} }, '409': { description: '${rule}' }, '422': { description: Invalid. } }
  /stays/{id}:
    parameters: [${id}]
    get: { operationId: readStay, responses: { '200': { description: Found., ${json('Stay')} }, '404': { description: None. } } }
    delete: { operationId: removeStay, responses: { '204': { description: Gone. }, '404': { description: None. } } }
    patch:
      operationId: moveStay
      requestBody: { required: true, ${json('Move')} }
      responses: { '200': { description: Moved., ${json('Stay')} }, '404': { description: None. }, '409': { description: '${rule}' }, '422': { description: Invalid. } }
components:
  schemas:
    NewStay:
      type: object
      required: [room, from, until]
      properties:
        room: { type: string, enum: [blue] }
        from: { type: string, format: date, example: '2027-03-01' }
        until: { type: string, format: date, example: '2027-03-05' }
    Move: { type: object, properties: { from: { type: string, format: date }, until: { type: string, format: date } } }
    Stay:
      type: object
      required: [id]
      properties: { id: { type: integer }, room: { type: string, enum: [blue] }, from: { type: string, format: date }, until: { type: string, format: date } }
`;

const service = await serviceFrom(documentWith('It overlaps another stay in the room.'));
const excusing = [
  'Stays may overlap, unless the room is full.',
  'It overlaps a confirmed stay in the room.',
  'It overlaps a stay that is blue.',
];

interface Stay {
  readonly from: string;
  readonly until: string;
}

/** Whether two stays are apart. */
type Apart = (one: Stay, other: Stay) => boolean;

const apart: Apart = (one, other) => one.until < other.from || one.from > other.until;

function stays({
  creates = apart,
  moves = creates,
}: {
  readonly creates?: Apart;
  readonly moves?: Apart;
}): (request: Request) => Promise<Response> {
  const kept = new Map<number, Stay>();
  let last = 0;
  const isStay = (value: Stay | undefined): value is Stay =>
    value !== undefined &&
    [value.from, value.until].every((day) => /^\d{4}-\d\d-\d\d$/.test(day)) &&
    value.from <= value.until &&
    Date.parse(value.until) - Date.parse(value.from) < 60 * 86_400_000;
  return async (request) => {
    const id = Number(new URL(request.url).pathname.split('/')[2]);
    const body = request.method[0] === 'P' ? await request.json().catch(() => undefined) : undefined;
    const before = kept.get(id);
    if (request.method !== 'POST' && before === undefined) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json({ id, ...before });
    if (request.method === 'DELETE') {
      kept.delete(id);
      return new Response(null, { status: 204 });
    }
    const stay = { ...before, ...body };
    if (!isStay(stay)) return new Response(null, { status: 422 });
    const isFree = request.method === 'POST' ? creates : moves;
    if ([...kept].some(([one, other]) => one !== id && !isFree(stay, other))) return new Response(null, { status: 409 });
    const own = request.method === 'POST' ? ++last : id;
    kept.set(own, { from: stay.from, until: stay.until });
    return Response.json({ id: own, from: stay.from, until: stay.until }, { status: request.method === 'POST' ? 201 : 200 });
  };
}

const around: Apart = (one, other) => apart(one, other) || (one.from < other.from && one.until > other.until);

test.each(
  sampleOf<readonly [says: string, faults: Parameters<typeof stays>[0], found: readonly RegExp[]]>(
    [
      ['stays that are kept apart', {}, []],
      [
        'stays of which one may end where the next begins',
        { creates: (one, other) => one.until <= other.from || one.from >= other.until },
        [],
      ],
      [
        'any stays',
        { creates: () => true, moves: apart },
        [/^addStay succeeds with the same span of \d+, and the document says: “It overlaps another/],
      ],
      [
        'a start that is not compared',
        { creates: (one, other) => one.from < other.from || one.from > other.until },
        [/^addStay succeeds with a span that begins before/],
      ],
      [
        'an end that is not compared',
        { creates: (one, other) => one.until > other.until || one.until < other.from },
        [/^addStay succeeds with a span that goes on after/],
      ],
      ['a stay around another one', { creates: around }, [/^addStay succeeds with a span around it of \d+/]],
      [
        'a day too much',
        {
          creates: (one, other) =>
            apart(one, { from: other.from, until: new Date(Date.parse(other.until) + 2 * 86_400_000).toISOString().slice(0, 10) }),
        },
        [/^addStay is answered with 409 for a span that begins after the end/],
      ],
      ['a move that is not compared', { moves: () => true }, [/^moveStay moves \d+ to the span of \d+, and the document says/]],
    ],
    3,
  ),
)('%s', async (_, faults, expected) => {
  const report = await conformService(service, { target: stays(faults), most: 1, random: 0, ...lookingFor('no-overlap') });
  const shown = report.findings.flatMap(({ check, message }) => (check === 'no-overlap' ? [message] : []));
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  if (expected.length > 0) return;
  expect(report.operations.flatMap(({ operation, cells }) => (cells.has('no-overlap') ? [operation.id] : []))).toEqual([
    'addStay',
    'moveStay',
  ]);
});

test.each(excusing)('a document that says less is not judged: %s', async (rule) => {
  const narrow = await serviceFrom(documentWith(rule));
  const report = await conformService(narrow, { target: stays({ creates: () => true }), most: 1, random: 0, ...lookingFor('no-overlap') });
  expect(report.findings.filter(({ check }) => check === 'no-overlap')).toEqual([]);
});
test.each<readonly [rule: string, found: number]>([
  ['A stay that has a day of another stay in it is refused.', 1],
  ['It overlaps another stay. Both dates are included.', 1],
  ['It overlaps another stay.', 0],
])('a stay that begins on the last day of another one: %s', async (rule, found) => {
  const target = stays({ creates: (one, other) => one.until <= other.from || one.from >= other.until });
  const report = await conformService(await serviceFrom(documentWith(rule)), { target, most: 1, random: 0, ...lookingFor('no-overlap') });
  expect(report.findings.flatMap(({ message }) => (/begins on its last day/.test(message) ? [message] : []))).toHaveLength(found);
});
