// Tests that octavo conform knows times that last by a number, in the wordings of several documents, and finds what breaks their rules beyond two
// that overlap.
import { expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { alternativesOf, areDaysWhole, hasOneAtATime, isApart, mayTouch, takingStates } from '../../generator/inference/prose/index.ts';
import { sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

test.each<readonly [text: string, isSaid: boolean]>([
  ['It overlaps another booking.', true],
  ['The time is already taken.', true],
  ['That slot is not available.', true],
  ['The court is already booked at that time.', true],
  ['A court cannot be double-booked.', true],
  ['It conflicts with an existing booking.', true],
  ['One that shares a day with another is refused.', true],
  ['No two permits of a car have a day in common.', true],
  ['Leases of a flat cannot share a night.', true],
  ['Absences of a pupil do not share a day.', true],
  ['The hall has to be free for all of that time.', true],
  ['No two lessons of a class are at the same time.', true],
  ['A tutor cannot give two lessons at once.', true],
  ['The nurse has something else at that time.', true],
  ['If another reservation is for the same table at the same time, the answer is 409.', true],
  ['Refused while another loan of the van is on those days.', true],
  ['There is another visit in that period.', true],
  ['Another visit is announced to the same guard.', false],
  ['A place must be free in the class.', false],
  ['A class that shares a name with another is refused.', false],
  ['It has a day with another teacher.', false],
  ['The name conflicts with another court.', false],
  ['The name is taken.', false],
  ['A court has a name at all times.', false],
])('keeps things apart in time: %s', (text, isSaid) => {
  expect(isApart(text)).toBe(isSaid);
});

test('a sentence refuses several things', () => {
  expect(alternativesOf('It is no longer booked, or the time is taken.')).toEqual(['It is no longer booked', 'the time is taken.']);
});

test.each<readonly [text: string, isSaid: boolean]>([
  ['One may start when another one ends.', true],
  ['Bookings can be back-to-back.', true],
  ['The end is exclusive.', true],
  ['A session may begin at the very moment at which the one before it ends.', true],
  ['A lesson can follow directly where another one has ended.', true],
  ['A lesson can begin ten minutes after another one ends.', false],
  ['A booking may not start when another one ends.', false],
  ['A booking starts and ends on one day.', false],
])('lets one come right after another: %s', (text, isSaid) => {
  expect(mayTouch([text])).toBe(isSaid);
});

test.each<readonly [text: string, found: readonly string[]]>([
  ['A coach and a court have one booking at a time.', ['coaches', 'courts']],
  ['A court cannot be double-booked.', ['courts']],
  ['A coach has one booking at a time with the same court.', []],
  ['A booking has one court.', []],
])('each has one at a time: %s', (text, found) => {
  expect(['coaches', 'courts'].filter((name) => hasOneAtATime(text, name))).toEqual(found);
});

test.each<readonly [texts: readonly string[], areWhole: boolean]>([
  [['Absences of a pupil do not share a day.'], true],
  [['One that shares a day with another is refused.', 'It may run without an end.'], true],
  [['Two stays cannot share a night.', 'The day of departure is not included.'], false],
  [['Leases of a flat do not overlap.'], false],
])('the last day of a thing is its own: %s', (texts, areWhole) => expect(areDaysWhole(texts)).toBe(areWhole));

test('states take their time, or free it', () => {
  const states = ['booked', 'used', 'cancelled'];
  expect(takingStates(['A court has one booking at a time, as far as they are booked or used.'], states)).toEqual({
    taking: ['booked', 'used'],
    freeing: [],
  });
  expect(takingStates(['A cancelled booking frees its time.'], states)).toEqual({ taking: [], freeing: ['cancelled'] });
  const court = 'Two booked ones cannot be at the same time, and cancelled ones do not take up the court.';
  expect(takingStates([court], states)).toEqual({ taking: [], freeing: ['cancelled'] });
});

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';
const named = (kind: string, one: string): string => `
  /${kind}:
    post:
      operationId: add${one}
      requestBody: { required: true, ${json('Named')} }
      responses: { '201': { description: Made., ${json('Named')} }, '422': { description: Invalid. } }
  /${kind}/{id}:
    parameters: [${id}]
    get: { operationId: read${one}, responses: { '200': { description: Found., ${json('Named')} }, '404': { description: None. } } }`;

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Courts, version: '1' }
paths:${named('courts', 'Court')}${named('coaches', 'Coach')}
  /bookings:
    post:
      operationId: book
      requestBody: { required: true, ${json('Booking')} }
      responses: { '201': { description: Made., ${json('Booking')} }, '409': { description: The time is taken. }, '422': { description: Invalid. } }
  /bookings/{id}:
    parameters: [${id}]
    get: { operationId: readBooking, responses: { '200': { description: Found., ${json('Booking')} }, '404': { description: None. } } }
    patch:
      operationId: move
      requestBody: { required: true, ${json('Move')} }
      responses: { '200': { description: Moved., ${json('Booking')} }, '404': { description: None. }, '409': { description: 'It is cancelled, or the time is taken.' }, '422': { description: Invalid. } }
  /bookings/{id}/cancel:
    parameters: [${id}]
    post: { operationId: cancel, responses: { '200': { description: Cancelled., ${json('Booking')} }, '404': { description: None. } } }
components:
  schemas:
    Named: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 9 } } }
    Move:
      type: object
      properties: { startsAt: { type: string, format: date-time }, minutes: { type: integer, minimum: 5, maximum: 300, multipleOf: 5 } }
    Booking:
      type: object
      description: A coach and a court have one booking at a time, as far as they are booked. One may start when another one ends.
      required: [courtId, coachId, startsAt, minutes]
      properties:
        id: { type: integer, readOnly: true }
        courtId: { type: integer }
        coachId: { type: integer }
        startsAt: { type: string, format: date-time }
        minutes: { type: integer, minimum: 5, maximum: 300, multipleOf: 5 }
        status: { type: string, enum: [booked, cancelled], readOnly: true }
`);

interface Booking {
  readonly courtId: number;
  readonly coachId: number;
  readonly startsAt: string;
  readonly minutes: number;
  readonly status: 'booked' | 'cancelled';
}

interface Faults {
  readonly mindsCoachOnly?: true;
  readonly touches?: true;
  readonly keepsCancelled?: true;
  readonly collidesWithItself?: true;
  readonly movesAnywhere?: true;
}

const endOf = ({ startsAt, minutes }: Booking): number => Date.parse(startsAt) + minutes * 60_000;

function courts(faults: Faults): (request: Request) => Promise<Response> {
  const kept = new Map<number, Booking>();
  const made = { courts: 0, coaches: 0 };
  const isBefore = (one: Booking, other: Booking): boolean =>
    faults.touches === true ? endOf(one) < Date.parse(other.startsAt) : endOf(one) <= Date.parse(other.startsAt);
  const isTaken = (one: Booking, own?: number): boolean =>
    [...kept].some(
      ([id, other]) =>
        id !== own &&
        (other.status === 'booked' || faults.keepsCancelled === true) &&
        !isBefore(one, other) &&
        !isBefore(other, one) &&
        (one.coachId === other.coachId || (one.courtId === other.courtId && faults.mindsCoachOnly !== true)),
    );
  return async (request) => {
    const [, kind, key, action] = new URL(request.url).pathname.split('/');
    const body = request.method === 'GET' ? {} : await request.json().catch(() => ({}));
    const refusal = (status: number): Response => new Response(null, { status });
    if (kind === 'courts' || kind === 'coaches') {
      if (key !== undefined)
        return Number(key) > 0 && Number(key) <= made[kind] ? Response.json({ id: Number(key), name: 'a' }) : refusal(404);
      return typeof body.name === 'string' ? Response.json({ id: ++made[kind], name: body.name }, { status: 201 }) : refusal(422);
    }
    const before = kept.get(Number(key));
    if (key !== undefined && before === undefined) return refusal(404);
    if (request.method === 'GET') return Response.json({ id: Number(key), ...before });
    const next: Booking = {
      status: 'booked',
      ...before,
      ...body,
      ...(action === 'cancel' ? { status: 'cancelled' } : {}),
    };
    const isValid = !Number.isNaN(endOf(next)) && next.minutes >= 5 && next.minutes <= 300 && next.minutes % 5 === 0;
    if (!isValid || !(next.courtId <= made.courts) || !(next.coachId <= made.coaches)) return refusal(422);
    const own = before === undefined || faults.collidesWithItself === true ? undefined : Number(key);
    const mayMove = before !== undefined && faults.movesAnywhere === true;
    if (action === undefined && !mayMove && isTaken(next, own)) return refusal(409);
    const id = before === undefined ? kept.size + 1 : Number(key);
    kept.set(id, next);
    return Response.json({ id, ...next }, { status: before === undefined ? 201 : 200 });
  };
}

test.each(
  sampleOf<readonly [says: string, faults: Faults, found: readonly RegExp[]]>(
    [
      ['no fault', {}, []],
      [
        'a court that has two bookings',
        { mindsCoachOnly: true },
        [/^book succeeds at the time of \d+ with the same of courts, and the document says: “A coach and a court/],
      ],
      [
        'no booking right after another',
        { touches: true },
        [/^book is answered with 409 for a span that begins at the end of \d+, and succeeds a little later/],
      ],
      [
        'a cancelled booking that keeps its time',
        { keepsCancelled: true },
        [/^book is answered with 409 at the time of \d+, which is `cancelled`/],
      ],
      [
        'a move that collides with itself',
        { collidesWithItself: true },
        [/^move is answered with 409 where \d+ moves to a span that overlaps its own/],
      ],
      [
        'a move to where another one is',
        { movesAnywhere: true },
        [/^move moves \d+ to the span of \d+, and the document says: “It is cancelled, or the time is taken\.”/],
      ],
    ],
    3,
  ),
)('%s', async (_, faults, expected) => {
  const report = await conformService(service, { target: courts(faults), most: 1, random: 0, ...lookingFor('no-overlap') });
  const shown = report.findings.map(({ message }) => message);
  expect(shown).toEqual(expected.map((one) => expect.stringMatching(one)));
  const tried = report.operations.flatMap(({ operation, cells }) => (cells.has('no-overlap') ? [operation.id] : []));
  if (expected.length === 0) expect(tried).toEqual(['book', 'move']);
});
