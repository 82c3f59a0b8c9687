// Tests that octavo conform finds what operations do wrong to other things, and more things than there is room for, in a small service of trips.
import { describe, expect, test } from 'vitest';
import { conformService } from '../../generator/conform/index.ts';
import { belowTakenIn, elsewhereIn, givenBackIn, isRefusedWhereFull, withRefusal } from '../../generator/inference/prose/index.ts';
import { byEffort, sampleOf } from '../support/effort.ts';
import { lookingFor, serviceFrom } from './support.ts';

const json = (name: string): string => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const body = (name: string): string => `requestBody: { required: true, ${json(name)} }`;
const none = "'404': { description: None. }, '409': { description: Refused. }, '422': { description: Invalid. }";
const made = (name: string): string => `responses: { '201': { description: Made., ${json(name)} }, ${none} }`;
const found = (name: string): string => `responses: { '200': { description: Found., ${json(name)} }, ${none} }`;
const id = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1, maximum: 999999999 } }';

const service = await serviceFrom(`openapi: 3.1.0
info: { title: Trips, version: '1' }
paths:
  /trips:
    post: { operationId: addTrip, ${body('NewTrip')}, ${made('Trip')} }
  /trips/{id}:
    parameters: [${id}]
    get: { operationId: readTrip, ${found('Trip')} }
    patch: { operationId: changeTrip, description: Fewer seats than are taken are a 409. Seats below the taken ones are a 409., ${body('TripPatch')}, ${found('Trip')} }
  /trips/{id}/open:
    parameters: [${id}]
    post: { operationId: openTrip, description: Only a draft can be opened., ${found('Trip')} }
  /trips/{id}/cancel:
    parameters: [${id}]
    post: { operationId: cancelTrip, description: Its open bookings are dropped., ${found('Trip')} }
  /bookings:
    post: { operationId: addBooking, description: Only an open trip can be booked. A booking for more seats than are left is a 409. A locked trip is a 409., ${body('NewBooking')}, ${made('Booking')} }
  /bookings/{id}:
    parameters: [${id}]
    get: { operationId: readBooking, ${found('Booking')} }
  /bookings/{id}/drop:
    parameters: [${id}]
    post:
      operationId: dropBooking
      description: 'An open booking becomes dropped: any other is a 409. Its pass becomes \`void\`, and its seats can be booked again.'
      ${found('Booking')}
  /passes/{id}:
    parameters: [${id}]
    get: { operationId: readPass, ${found('Pass')} }
components:
  schemas:
    NewTrip: { type: object, required: [seats], properties: { seats: { type: integer, minimum: 1, maximum: 99 } }, example: { seats: 40 } }
    TripPatch: { type: object, properties: { seats: { type: integer, minimum: 1, maximum: 99 }, locked: { type: boolean } } }
    Trip:
      type: object
      required: [id, seats, taken, state, locked]
      properties: { id: { type: integer }, seats: { type: integer }, taken: { type: integer }, state: { enum: [draft, open, cancelled] }, locked: { type: boolean } }
    NewBooking:
      type: object
      required: [trip_id, people]
      properties: { trip_id: { type: integer, minimum: 1, maximum: 999999999 }, people: { type: integer, minimum: 1, maximum: 5 } }
    Booking:
      type: object
      required: [id, trip_id, people, state, pass_id]
      properties:
        { id: { type: integer }, trip_id: { type: integer }, people: { type: integer }, state: { enum: [open, dropped] }, pass_id: { type: integer } }
    Pass: { type: object, required: [id, state], properties: { id: { type: integer }, state: { enum: [valid, void] } } }
`);

interface Trip {
  seats: number;
  taken: number;
  state: string;
  locked: boolean;
}

interface Booking {
  readonly trip_id: number;
  readonly people: number;
  readonly pass_id: number;
  state: string;
}

interface Faults {
  readonly keepsSeats?: boolean;
  readonly keepsPass?: boolean;
  readonly keepsBookings?: boolean;
  readonly overbooks?: boolean;
  readonly shrinks?: boolean;
  readonly booksLocked?: boolean;
}

function trips(faults: Faults): (request: Request) => Promise<Response> {
  const all = new Map<number, Trip>();
  const bookings = new Map<number, Booking>();
  const passes = new Map<number, string>();
  let last = 0;
  const status = (code: number): Response => new Response(null, { status: code });
  const whole = (value: unknown, most: number): value is number => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  const drop = (one: Booking): void => {
    one.state = 'dropped';
    const trip = all.get(one.trip_id);
    if (trip !== undefined && faults.keepsSeats !== true) trip.taken -= one.people;
    if (faults.keepsPass !== true) passes.set(one.pass_id, 'void');
  };
  const book = (sent: { readonly trip_id: number; readonly people: number }): Response => {
    const trip = all.get(sent.trip_id);
    if (trip === undefined || !whole(sent.people, 5)) return status(422);
    if (
      trip.state !== 'open' ||
      (trip.locked && faults.booksLocked !== true) ||
      (trip.taken + sent.people > trip.seats && faults.overbooks !== true)
    )
      return status(409);
    trip.taken += sent.people;
    const one: Booking = { trip_id: sent.trip_id, people: sent.people, state: 'open', pass_id: ++last };
    passes.set(one.pass_id, 'valid');
    bookings.set(++last, one);
    return Response.json({ id: last, ...one }, { status: 201 });
  };
  const onTrip = (
    key: number,
    trip: Trip,
    action: string | undefined,
    sent: { readonly seats?: unknown; readonly locked?: unknown } | undefined,
  ): Response => {
    if (typeof sent?.locked === 'boolean') trip.locked = sent.locked;
    if (action === 'open') {
      if (trip.state !== 'draft') return status(409);
      trip.state = 'open';
    } else if (action === 'cancel') {
      trip.state = 'cancelled';
      for (const one of bookings.values()) if (one.trip_id === key && one.state === 'open' && faults.keepsBookings !== true) drop(one);
    } else if (sent?.seats !== undefined) {
      if (!whole(sent.seats, 99)) return status(422);
      if (sent.seats < trip.taken && faults.shrinks !== true) return status(409);
      trip.seats = sent.seats;
    }
    return Response.json({ id: key, ...trip });
  };
  return async (request) => {
    const [, kind, key, action] = new URL(request.url).pathname.split('/');
    const sent = request.method === 'GET' ? undefined : await request.json().catch(() => undefined);
    if (key === undefined && kind === 'bookings') return typeof sent === 'object' && sent !== null ? book(sent) : status(422);
    if (key === undefined) {
      if (!whole(sent?.seats, 99)) return status(422);
      const trip: Trip = { seats: sent.seats, taken: 0, state: 'draft', locked: false };
      all.set(++last, trip);
      return Response.json({ id: last, ...trip }, { status: 201 });
    }
    const trip = kind === 'trips' ? all.get(Number(key)) : undefined;
    if (trip !== undefined) return onTrip(Number(key), trip, action, sent);
    const pass = kind === 'passes' ? passes.get(Number(key)) : undefined;
    if (pass !== undefined) return Response.json({ id: Number(key), state: pass });
    const booking = kind === 'bookings' ? bookings.get(Number(key)) : undefined;
    if (booking === undefined) return status(404);
    if (action === 'drop' && booking.state !== 'open') return status(409);
    if (action === 'drop') drop(booking);
    return Response.json({ id: Number(key), ...booking });
  };
}

async function findings(faults: Faults): Promise<readonly string[]> {
  const report = await conformService(service, {
    target: trips(faults),
    random: 1,
    allowWrites: true,
    ...lookingFor('effects-elsewhere', 'capacity', 'state-rules'),
    most: byEffort({ quick: 4, deep: 20 }),
  });
  return report.findings.map(({ check, message }) => `${check}: ${message}`);
}

describe('effects on other things', () => {
  test('have no finding where they are as the document says', async () => {
    expect(await findings({})).toEqual([]);
  });

  test.each(
    sampleOf<[name: string, faults: Faults, found: string]>(
      [
        [
          'seats that stay taken',
          { keepsSeats: true },
          'effects-elsewhere: `taken` of trips is not as before addBooking again after dropBooking.',
        ],
        [
          'a pass that stays valid',
          { keepsPass: true },
          'effects-elsewhere: `state` of passes is `valid` after dropBooking, as before it.',
        ],
        [
          'bookings that stay open',
          { keepsBookings: true },
          'effects-elsewhere: `state` of bookings is `open` after cancelTrip, as before it.',
        ],
        [
          'a booking beyond the seats',
          { overbooks: true },
          'capacity: addBooking has succeeded where all that `seats` of trips allows was taken, and the document says: “A booking for more seats than are left is a 409.”',
        ],
        [
          'fewer seats than are taken',
          { shrinks: true },
          'capacity: changeTrip has set `seats` to less than what is taken, and the document says: “Seats below the taken ones are a 409.”',
        ],
        [
          'a booking of a locked trip',
          { booksLocked: true },
          'state-rules: addBooking is answered with 201 where `locked` is true in trips, for which the document says that it is refused.',
        ],
      ],
      3,
    ),
  )('finds %s', async (_name, faults, one) => {
    expect(await findings(faults)).toContain(one);
  });
});

describe('sentences about other things', () => {
  const kinds = [
    { name: 'orders', states: ['reserved', 'paid', 'refunded', 'expired'] },
    { name: 'tickets', states: ['valid', 'checkedIn', 'void'] },
  ];
  const read = (text: string): readonly string[] =>
    elsewhereIn(text, kinds).map(({ name, to, from, isMeant }) => `${name} ${from.join('/')} to ${to}, not ${isMeant('checkedIn')}`);

  test.each([
    ['Its reserved orders expire.', ['orders reserved to expired, not false']],
    ['All of its tickets that are not checked in become void.', ['tickets  to void, not false']],
    ['The entry and its order are `paid` afterwards.', ['orders  to paid, not true']],
    ['The entry is over from then on, its order is `refunded`, and there is a letter.', ['orders  to refunded, not true']],
    ['Everybody who is reserved or paid gets the state `refunded`.', ['orders reserved/paid to refunded, not false']],
    ['Letting it in makes its order `paid`.', ['orders  to paid, not true']],
    ['Refunds its orders.', ['orders  to refunded, not true']],
    [
      'Refunds the fair and all of its orders, as if each had been refunded, except that there is no letter.',
      ['orders  to refunded, not true'],
    ],
    ['Refunds it together with its orders.', ['orders  to refunded, not true']],
    ['Refunds the fee, along with all orders.', ['orders  to refunded, not true']],
    ['Refunds the fair and all of its orders, except that reserved ones stay.', []],
    ['Refunds the fee of its orders.', []],
    ['Its orders may expire.', []],
    ['When it is cancelled, its orders expire.', []],
    ['The order is paid by card.', []],
    ['Some tickets become void.', []],
  ])('“%s”', (text, found) => {
    expect(read(text)).toEqual(found);
  });

  test('say what is given back', () => {
    expect(givenBackIn('The tickets become void, and their places can be sold again.')).toBeDefined();
    expect(givenBackIn('Releases its seats.')).toBeDefined();
    expect(givenBackIn('The credits that the booking took go back to their membership.')).toBeDefined();
    expect(givenBackIn('Ends it. The days it used are credited to the employee.')).toBeDefined();
    expect(givenBackIn('The customer gets the points of the purchase back.')).toBeDefined();
    expect(givenBackIn('All licences it holds become available.')).toBeDefined();
    expect(givenBackIn('The credits that the booking took are shown.')).toBeUndefined();
    expect(givenBackIn('Its seats are not released.')).toBeUndefined();
    expect(givenBackIn('The seats are released after an hour, unless it is paid.')).toBeUndefined();
  });

  test('say what is full', () => {
    const isFull = (text: string, other?: string): boolean =>
      isRefusedWhereFull(withRefusal(text), { room: 'seats', taker: 'guests', ...(other === undefined ? {} : { other }) });
    expect(isFull('A full class is a 409.', 'classes')).toBe(true);
    expect(isFull('A full class is a 409.', 'trips')).toBe(false);
    expect(isFull('A guest beyond the seats is a 409.')).toBe(true);
    expect(isFull('A full class is a 409, unless the guest joins the waiting list.')).toBe(false);
    expect(isFull('The class is full.')).toBe(false);
    expect(isFull('A number above the seats is a 409.')).toBe(false);
    const below = (text: string): string | undefined => belowTakenIn(withRefusal(text), 'seats', 'bookings');
    expect(below('Seats below the number of bookings are a 409.')).toBe('things');
    expect(below('Seats below what is taken are a 409.')).toBe('number');
    expect(below('Seats below 1 are a 422.')).toBeUndefined();
  });
});
