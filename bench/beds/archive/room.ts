// Readers, their requests, their seats, and copies.
import { gap } from '../clock.ts';
import type { Call, Handler } from './call.ts';
import { paged, sorted } from './pages.ts';
import type {
  Archive,
  CopiesBody,
  CopyOrder,
  Item,
  Move,
  Place,
  Reader,
  ReaderBody,
  Request,
  RequestBody,
  Seat,
  SeatBody,
  Status,
} from './things.ts';
import { found, isOpen, openOf, requireMatch, viewOfReader, viewOfRequest, whole, wholeUnlessKnown } from './views.ts';
import { Refusal, wrongMember } from './wire.ts';

const MOST_OPEN = 5;
const SEATS = 12;

const isSunday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0;

const createReader: Handler = ({ store, archive, body, has }) => {
  const wanted = body as ReaderBody;
  const isTaken = [...archive.readers.values()].some((reader) => reader.card_number === wanted.card_number);
  if (isTaken) throw wrongMember('card_taken', 'card_number', 'is in use');
  const made = store.addReader(archive, wanted);
  return { status: 201, body: viewOfReader(archive, made, has), headers: { location: `/readers/${made.id}` } };
};

const getReader: Handler = ({ store, archive, id, has }) => {
  const { north, south } = store.archives;
  const holder = has('reader-of-all') ? ([north, south].find(({ readers }) => readers.has(id)) ?? archive) : archive;
  return { status: 200, body: viewOfReader(holder, found(holder.readers, id), has) };
};

const listRequests: Handler = (call) => {
  const { archive, query, has } = call;
  const fitting = [...archive.requests.values()].filter(
    (one) =>
      one.status === (query.get('status') ?? one.status) &&
      one.reader_id === (query.get('reader_id') ?? one.reader_id) &&
      one.reading_day === (query.get('reading_day') ?? one.reading_day),
  );
  const keyOf = ({ id, reading_day }: Request, name: string): number | string | null => ({ id, reading_day })[name] ?? null;
  const inOrder = sorted(fitting, String(query.get('sort') ?? 'id'), keyOf);
  return paged(call, inOrder, (one) => viewOfRequest(one, has), { totalOfPage: has('requests-total-of-page') });
};

function referred<V>(things: Map<number, V>, id: number, name: string): V {
  const thing = things.get(id);
  if (thing === undefined) throw wrongMember('unknown_reference', name, 'does not exist');
  return thing;
}

function requireRequestable({ archive, has }: Call, item: Item, reader: Reader, day: string): void {
  const { restriction } = item;
  if (restriction !== null && (restriction.until === null || day <= restriction.until)) throw new Refusal('restricted');
  if (reader.card_until !== null && day > reader.card_until) throw new Refusal('card_expired');
  const isBooked = [...archive.requests.values()].some((one) => one.item_id === item.id && one.reading_day === day && isOpen(one));
  if (isBooked) throw new Refusal('item_booked');
  if (openOf(archive, reader, has) >= MOST_OPEN) throw new Refusal('reader_limit');
}

const createRequest: Handler = (call) => {
  const { store, archive, has } = call;
  const wanted = call.body as RequestBody;
  if (isSunday(wanted.reading_day)) throw wrongMember('closed_day', 'reading_day', 'is a Sunday');
  const item = referred(archive.items, wanted.item_id, 'item_id');
  const reader = referred(archive.readers, wanted.reader_id, 'reader_id');
  requireRequestable(call, item, reader, wanted.reading_day);
  const made = store.addRequest(archive, wanted);
  return whole(viewOfRequest(made, has), 201, { location: `/requests/${made.id}` });
};

const getRequest: Handler = (call) => wholeUnlessKnown(call, viewOfRequest(found(call.archive.requests, call.id), call.has));

const STEPS: Readonly<Record<Status, readonly Status[]>> = {
  waiting: ['fetched', 'cancelled'],
  fetched: ['reading', 'cancelled'],
  reading: ['returned'],
  returned: [],
  cancelled: [],
};

/** Where the item is after a step, unless the step leaves it where it is. */
function placeAfter(before: Status, after: Status): Place | undefined {
  if (after === 'fetched') return 'at_desk';
  if (after === 'reading') return 'in_reading_room';
  return before === 'waiting' ? undefined : 'in_box';
}

const hasSeat = ({ seats }: Archive, { reader_id, reading_day }: Request): boolean =>
  [...seats.values()].some((seat) => seat.reader_id === reader_id && seat.day === reading_day);

function putItem({ archive, has }: Call, { item_id, status }: Request, next: Status): void {
  const item = found(archive.items, item_id);
  const place = next === 'returned' && has('item-not-put-back') ? undefined : placeAfter(status, next);
  if (place !== undefined) archive.items.set(item_id, { ...item, place });
}

const moveRequest: Handler = (call) => {
  const { store, archive, id, has } = call;
  const { status, note } = call.body as Move;
  const before = found(archive.requests, id);
  requireMatch(call, viewOfRequest(before, has));
  if (!STEPS[before.status].includes(status)) throw new Refusal('wrong_status');
  if (status === 'fetched' && found(archive.items, before.item_id).place !== 'in_box') throw new Refusal('item_out');
  if (status === 'reading' && !hasSeat(archive, before) && !has('read-without-seat')) throw new Refusal('no_seat');
  putItem(call, before, status);
  const desk = call.header('x-desk');
  const after: Request = {
    ...before,
    status,
    note: note === undefined ? before.note : note,
    desk: desk === undefined ? null : Number(desk),
    fetched_at: status === 'fetched' ? store.now() : before.fetched_at,
    returned_at: status === 'returned' ? store.now() : before.returned_at,
  };
  archive.requests.set(id, after);
  return whole(viewOfRequest(after, has));
};

const CENTS = { pdf: 40, tiff: 90, paper: 30 } as const;
const POSTAGE = 450;

const priceOf = ({ format, pages, color, delivery }: CopiesBody): number =>
  CENTS[format] * pages.length * (color ? 2 : 1) + (delivery.method === 'post' ? POSTAGE : 0);

const orderCopies: Handler = ({ store, archive, id, body }) => {
  const wanted = body as CopiesBody;
  const request = found(archive.requests, id);
  const item = found(archive.items, request.item_id);
  if (wanted.pages.some((page) => page > item.pages)) throw wrongMember('no_such_page', 'pages', `must not go beyond ${item.pages}`);
  const { method, address } = wanted.delivery;
  if (method === 'post' && address === undefined) throw wrongMember('address_missing', 'delivery.address', 'is missing');
  if (request.status !== 'reading' && request.status !== 'returned') throw new Refusal('not_read');
  if (item.fragile && wanted.format === 'paper') throw new Refusal('fragile');
  const order: CopyOrder = {
    id: store.nextId('copies'),
    request_id: id,
    ...wanted,
    price_cents: priceOf(wanted),
    ordered_at: store.now(),
  };
  archive.requests.set(id, { ...request, copies: [...request.copies, order] });
  return { status: 201, body: order };
};

const seatsOn = ({ seats }: Archive, day: string): Seat[] => [...seats.values()].filter((seat) => seat.day === day);

const getReadingDay: Handler = ({ archive, day, has }) => {
  const seats = seatsOn(archive, day);
  const open = !isSunday(day);
  const given = has('seats-free-by-reservation') ? seats.length : new Set(seats.map((seat) => seat.seat_number)).size;
  const shown = { day, open, seats_free: open ? SEATS - given : 0, seats };
  return has('day-as-text') ? { status: 200, content: JSON.stringify(shown), type: 'text/plain' } : { status: 200, body: shown };
};

const overlaps = (one: string, other: string): boolean => one === other || one === 'whole_day' || other === 'whole_day';

const reserveSeat: Handler = async ({ store, archive, day, body, has }) => {
  const wanted = body as SeatBody;
  if (isSunday(day)) throw new Refusal('closed_day', [{ place: 'path', name: 'day', reason: 'is a Sunday' }]);
  referred(archive.readers, wanted.reader_id, 'reader_id');
  const seats = seatsOn(archive, day);
  if (seats.some((seat) => seat.reader_id === wanted.reader_id)) throw new Refusal('seat_held');
  const isTaken = seats.some((seat) => seat.seat_number === wanted.seat_number && overlaps(seat.period, wanted.period));
  if (isTaken) throw new Refusal('seat_taken');
  if (has('seat-at-once')) await gap();
  const seat: Seat = { id: store.nextId('seats'), day, ...wanted };
  archive.seats.set(seat.id, seat);
  return { status: has('seat-reserved-200') ? 200 : 201, body: seat };
};

export const room = {
  createReader,
  getReader,
  listRequests,
  createRequest,
  getRequest,
  moveRequest,
  orderCopies,
  getReadingDay,
  reserveSeat,
};
