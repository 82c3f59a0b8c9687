// Reservations and stays, and their rules.
import { gap } from '../clock.ts';
import type { Reply } from '../http.ts';
import { day, integer, list, oneOf, Problem, type Route, record, type Shape, text, type Values } from '../plain.ts';
import { billOf, showInvoice } from './billing.ts';
import { type Context, codeShape, compare, conflict, numberShape, pageOf, paging, unprocessable } from './common.ts';
import { dayAfter, daysBetween, type House, nextStayId, type Room, type Stay, today } from './store.ts';

const CREDIT = 100_000;
const LONGEST = 30;

const amountOf = ({ quantity, unit_price }: { quantity: number; unit_price: number }): number => quantity * unit_price;
const extrasOf = ({ extras }: Stay): number => extras.reduce((sum, extra) => sum + amountOf(extra), 0);

function show(stay: Stay): Record<string, unknown> {
  const nights = daysBetween(stay.arrival, stay.departure);
  const extras = stay.extras.map((extra) => ({ ...extra, amount: amountOf(extra) }));
  return { ...stay, nights, room_total: nights * stay.nightly_rate, extras, extras_total: extrasOf(stay) };
}

const ok = (stay: Stay, status = 200): Reply => ({ status, body: show(stay) });

function find({ house, has, store }: Context, id = ''): Stay {
  const houses = has('reservation-of-all') ? [...store.houses.values()] : [house];
  const stay = houses.flatMap(({ stays }) => stays.get(id) ?? [])[0];
  if (stay === undefined) throw new Problem(404, 'not_found', 'There is no such reservation.');
  return stay;
}

function requireState({ state }: Stay, wanted: Stay['state']): void {
  if (state !== wanted) throw conflict('wrong_state', `The reservation is ${state}, not ${wanted}.`);
}

/** The reservations that take a room of a type on a night. */
function takenOn({ house, has }: Context, type: string, night: string, except?: Stay): number {
  const isTaking = ({ state }: Stay): boolean =>
    state === 'booked' || state === 'checked_in' || (state === 'cancelled' && has('cancelled-holds-room'));
  const covers = ({ arrival, departure }: Stay): boolean =>
    arrival <= night && (has('departure-day-taken') ? night <= departure : night < departure);
  return [...house.stays.values()].filter((stay) => stay !== except && stay.room_type === type && isTaking(stay) && covers(stay)).length;
}

const sellable = ({ rooms }: House, type: string): number =>
  [...rooms.values()].filter(({ room_type, status }) => room_type === type && status !== 'out_of_order').length;

const nightsOf = ({ arrival, departure }: Pick<Stay, 'arrival' | 'departure'>): string[] =>
  Array.from({ length: daysBetween(arrival, departure) }, (_, index) => dayAfter(arrival, index));

/** Whether the reservations of a type still have their rooms with one room less. */
export function canSpare(context: Context, { room_type }: Room): boolean {
  const { house } = context;
  const nights = [...house.stays.values()].flatMap((stay) => (stay.room_type === room_type ? nightsOf(stay) : []));
  const left = sellable(house, room_type) - 1;
  return nights.every((night) => night < today() || takenOn(context, room_type, night) <= left);
}

interface Wish {
  readonly room_type: string;
  readonly arrival: string;
  readonly departure: string;
  readonly adults: number;
  readonly children: number;
}

function requireFits({ house, has }: Context, wish: Wish, isNewArrival: boolean): void {
  const { arrival, departure, adults, children } = wish;
  const type = house.types.get(wish.room_type);
  if (type === undefined) throw unprocessable('unknown_room_type', 'There is no such room type.');
  if (isNewArrival && arrival < today()) throw unprocessable('arrival_past', 'The arrival lies before today.');
  const nights = daysBetween(arrival, departure);
  if (nights < 1) throw unprocessable('departure_first', 'The departure must come after the arrival.');
  if (nights > LONGEST + (has('thirty-one-nights') ? 1 : 0)) throw unprocessable('too_long', `A stay has at most ${LONGEST} nights.`);
  if (adults + children > type.sleeps) throw unprocessable('too_many_guests', `The room sleeps ${type.sleeps}.`);
}

function requireFree(context: Context, wish: Wish, except?: Stay): void {
  const rooms = sellable(context.house, wish.room_type);
  const isFull = nightsOf(wish).some((night) => takenOn(context, wish.room_type, night, except) >= rooms);
  if (isFull) throw conflict('sold_out', 'No room of this type is left on one of the nights.');
}

const states = list(oneOf('booked', 'checked_in', 'checked_out', 'cancelled'), { min: 1, unique: true });

function found({ house, has }: Context, query: Values): Stay[] {
  const { state, room_type, arriving_from: from, arriving_to: to, sort } = query;
  const isWanted = (stay: Stay): boolean =>
    (!Array.isArray(state) || state.includes(stay.state)) &&
    (room_type === undefined || stay.room_type === room_type) &&
    (from === undefined || stay.arrival >= String(from)) &&
    (to === undefined || (has('arriving-to-without-day') ? stay.arrival < String(to) : stay.arrival <= String(to)));
  const name = String(sort).replace('-', '') as 'arrival' | 'created_at';
  const turn = String(sort).startsWith('-') ? -1 : 1;
  return [...house.stays.values()].filter(isWanted).toSorted((a, b) => turn * compare(a[name], b[name]) || compare(a.id, b.id));
}

const adults = integer(1, 8);
const children = integer(0, 6);
const email = text({ max: 120, pattern: /^[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/ });
const newStay: Shape = record(
  { guest_name: text({ min: 1, max: 100 }), guest_email: email, room_type: codeShape, arrival: day, departure: day, adults },
  { children },
);

async function create(body: Values, context: Context): Promise<Reply> {
  const { store, house, has } = context;
  const wish = { children: 0, ...body } as unknown as Wish & Pick<Stay, 'guest_name' | 'guest_email'>;
  requireFits(context, wish, true);
  requireFree(context, wish);
  if (has('last-room-at-once')) await gap();
  const stay: Stay = {
    id: nextStayId(store),
    state: 'booked',
    guest_name: wish.guest_name,
    guest_email: wish.guest_email,
    room_type: wish.room_type,
    arrival: wish.arrival,
    departure: wish.departure,
    adults: wish.adults,
    children: wish.children,
    nightly_rate: house.types.get(wish.room_type)?.nightly_rate ?? 0,
    room: null,
    extras: [],
    cancellation_fee: null,
    cancelled_at: null,
    invoice: null,
    created_at: store.clock.now(),
  };
  house.stays.set(stay.id, stay);
  return { ...ok(stay, 201), headers: { location: `/reservations/${stay.id}` } };
}

function update(stay: Stay, body: Values, context: Context): Reply {
  requireState(stay, 'booked');
  const wish = { ...stay, ...body } as Stay;
  requireFits(context, wish, body.arrival !== undefined);
  requireFree(context, wish, context.has('change-counts-itself') ? undefined : stay);
  Object.assign(stay, body);
  return ok(stay);
}

function checkIn(stay: Stay, number: string, { house, has }: Context): Reply {
  requireState(stay, 'booked');
  const room = house.rooms.get(number);
  if (room === undefined) throw unprocessable('unknown_room', 'There is no such room.');
  if (room.room_type !== stay.room_type) throw unprocessable('other_type', 'The room is of another type.');
  if (today() < stay.arrival && !has('check-in-early')) throw conflict('too_early', 'The day of arrival has not come yet.');
  if (today() >= stay.departure) throw conflict('too_late', 'The day of departure has come.');
  const isReady = room.status === 'ready' || (room.status === 'dirty' && has('dirty-room-given'));
  if (!isReady) throw conflict('room_not_ready', `The room is ${room.status}.`);
  room.status = 'occupied';
  Object.assign(stay, { state: 'checked_in', room: number });
  return ok(stay);
}

function addExtra(stay: Stay, body: Values, { has }: Context): Reply {
  requireState(stay, 'checked_in');
  const extra = body as unknown as Stay['extras'][number];
  const before = has('credit-for-each-extra') ? 0 : extrasOf(stay);
  if (before + amountOf(extra) > CREDIT) throw conflict('credit_exceeded', 'The extras would come to more than 100,000 cents.');
  stay.extras.push({ name: extra.name, quantity: extra.quantity, unit_price: extra.unit_price });
  return ok(stay, 201);
}

function checkOut(stay: Stay, context: Context): Reply {
  requireState(stay, 'checked_in');
  const { house, has } = context;
  const invoice = billOf(stay, context);
  house.invoices.set(invoice.number, invoice);
  Object.assign(stay, { state: 'checked_out', invoice: invoice.number });
  const room = house.rooms.get(stay.room ?? '');
  if (room !== undefined) room.status = has('left-room-ready') ? 'ready' : 'dirty';
  return { status: 201, body: showInvoice(invoice), headers: { location: `/invoices/${invoice.number}` } };
}

function cancel(stay: Stay, { store }: Context): Reply {
  requireState(stay, 'booked');
  const cancellation_fee = daysBetween(today(), stay.arrival) >= 2 ? 0 : stay.nightly_rate;
  Object.assign(stay, { state: 'cancelled', cancellation_fee, cancelled_at: store.clock.now() });
  return ok(stay);
}

const AT = '/reservations/{id}';

export const stayRoutes: readonly Route<Context>[] = [
  {
    method: 'GET',
    path: '/reservations',
    query: {
      state: { shape: states, kind: 'list' },
      room_type: { shape: codeShape },
      arriving_from: { shape: day },
      arriving_to: { shape: day },
      sort: { shape: oneOf('arrival', '-arrival', 'created_at', '-created_at'), fallback: 'arrival' },
      ...paging,
    },
    run: ({ query }, context) => pageOf(found(context, query), query, show, context.has('total-of-page')),
  },
  { method: 'POST', path: '/reservations', body: newStay, run: ({ body }, context) => create(body, context) },
  { method: 'GET', path: AT, run: ({ path }, context) => ok(find(context, path.id)) },
  {
    method: 'PATCH',
    path: AT,
    body: record({}, { arrival: day, departure: day, adults, children }, 1),
    run: ({ path, body }, context) => update(find(context, path.id), body, context),
  },
  { method: 'POST', path: `${AT}/cancellation`, run: ({ path }, context) => cancel(find(context, path.id), context) },
  {
    method: 'POST',
    path: `${AT}/check-in`,
    body: record({ room: numberShape }),
    run: ({ path, body }, context) => checkIn(find(context, path.id), String(body.room), context),
  },
  {
    method: 'POST',
    path: `${AT}/extras`,
    body: record({ name: text({ min: 1, max: 60 }), quantity: integer(1, 20), unit_price: integer(0, 50_000) }),
    run: ({ path, body }, context) => addExtra(find(context, path.id), body, context),
  },
  { method: 'POST', path: `${AT}/check-out`, run: ({ path }, context) => checkOut(find(context, path.id), context) },
];
