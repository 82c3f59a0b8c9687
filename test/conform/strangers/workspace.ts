// Rooms and desks of companies, as workspace.yaml says, with nothing wrong in it.
import type { Handler } from '../../../generator/conform/contract/target.ts';
import { answering, type Call, Refusal, type Rules } from './answering.ts';

interface Body {
  readonly name: string;
  readonly kind: 'room' | 'desk';
  readonly capacity?: number;
  readonly needsApproval?: boolean;
  readonly spaceId: string;
  readonly start: string;
  readonly end: string;
  readonly title: string;
  readonly people?: number;
  readonly note?: string;
  readonly reason?: string;
}

interface Space {
  readonly id: string;
  readonly name: string;
  readonly kind: 'room' | 'desk';
  readonly capacity: number;
  readonly needsApproval: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Booking {
  readonly id: string;
  readonly spaceId: string;
  readonly start: string;
  readonly end: string;
  readonly title: string;
  readonly people: number;
  readonly status: 'requested' | 'confirmed' | 'cancelled';
  readonly createdAt: string;
  readonly cancelledAt?: string;
  readonly reason?: string;
}

interface Favourite {
  readonly spaceId: string;
  readonly note: string;
  readonly markedAt: string;
}

class Company {
  readonly spaces = new Map<string, Space>();
  readonly bookings = new Map<string, Booking>();
  readonly favourites = new Map<string, Favourite>();
}

const QUARTER = 15 * 60_000;
const shownSpace = (space: Space): object => ({ ...space, label: `${space.name} (${space.capacity})` });
const shownBooking = (one: Booking): object => ({ ...one, minutes: (Date.parse(one.end) - Date.parse(one.start)) / 60_000 });
const now = (): string => new Date().toISOString();

function page<Item>(items: readonly Item[], query: Readonly<Record<string, unknown>>, show: (item: Item) => object): Response {
  const { page: number = 1, perPage = 20 } = query as { page?: number; perPage?: number };
  return Response.json({ items: items.slice((number - 1) * perPage, number * perPage).map(show), total: items.length });
}

function checkSpace(space: Space, { spaces }: Company): Space {
  const others = [...spaces.values()].filter(({ id }) => id !== space.id);
  if (space.kind === 'desk' && space.capacity > 1) throw new Refusal(422, 'desk_too_large', 'A desk seats one person.');
  if (others.some(({ name }) => name.toLowerCase() === space.name.toLowerCase()))
    throw new Refusal(409, 'name_taken', 'Another space has this name.');
  return space;
}

function checkBooking(booking: Booking, { spaces, bookings }: Company): void {
  const space = spaces.get(booking.spaceId);
  const [start, end] = [Date.parse(booking.start), Date.parse(booking.end)];
  if (space === undefined) throw new Refusal(422, 'unknown_space', 'There is no such space.');
  if (start >= end || end - start > 48 * QUARTER)
    throw new Refusal(422, 'bad_times', 'A booking ends after it starts, within twelve hours.');
  if (start % QUARTER !== 0 || end % QUARTER !== 0) throw new Refusal(422, 'off_the_grid', 'Bookings start and end on the quarter hour.');
  if (booking.people > space.capacity) throw new Refusal(422, 'too_many_people', 'The space has fewer seats.');
  const isTaken = [...bookings.values()].some(
    (other) => other.spaceId === space.id && other.status !== 'cancelled' && Date.parse(other.start) < end && start < Date.parse(other.end),
  );
  if (isTaken) throw new Refusal(409, 'taken', 'Somebody else has the space at that time.');
}

function rules(): Rules<Body> {
  const companies: Readonly<Record<string, Company>> = { hive: new Company(), comb: new Company() };
  const refuse = (status: number, message: string, code = 'bad_request'): Response => Response.json({ code, message }, { status });
  const companyOf = ({ caller }: Call<Body>): Company => companies[caller.account] ?? new Company();
  const manage = (call: Call<Body>): Company => {
    if (call.caller.isLimited) throw new Refusal(403, 'managers_only', 'Only managers may do this.');
    return companyOf(call);
  };
  const spaceOf = ({ path }: Call<Body>, { spaces }: Company): Space => {
    const space = spaces.get(path.spaceId?.toLowerCase() ?? '');
    if (space === undefined) throw new Refusal(404, 'not_found', 'There is no such space.');
    return space;
  };
  const bookingOf = ({ path }: Call<Body>, { bookings }: Company): Booking => {
    const booking = bookings.get(path.bookingId?.toLowerCase() ?? '');
    if (booking === undefined) throw new Refusal(404, 'not_found', 'There is no such booking.');
    return booking;
  };
  const keep = (booking: Booking, { bookings }: Company): Booking => {
    bookings.set(booking.id, booking);
    return booking;
  };

  const operations: Rules<Body>['operations'] = {
    listSpaces: (call) => {
      const { kind, minCapacity = 1 } = call.query as { kind?: string; minCapacity?: number };
      const found = [...companyOf(call).spaces.values()].filter(
        (one) => one.capacity >= minCapacity && (kind === undefined || one.kind === kind),
      );
      const lower = (text: string): string => text.toLowerCase();
      return page(
        found.sort((a, b) => (lower(a.name) < lower(b.name) ? -1 : 1)),
        call.query,
        shownSpace,
      );
    },
    setUpSpace: (call) => {
      const company = manage(call);
      const { name, kind, capacity = 1, needsApproval = false } = call.body;
      const at = now();
      const space: Space = { id: crypto.randomUUID(), name: name.trim(), kind, capacity, needsApproval, createdAt: at, updatedAt: at };
      company.spaces.set(space.id, checkSpace(space, company));
      return Response.json(shownSpace(space), { status: 201, headers: { Location: `/spaces/${space.id}` } });
    },
    showSpace: (call) => Response.json(shownSpace(spaceOf(call, companyOf(call)))),
    changeSpace: (call) => {
      const company = manage(call);
      const before = spaceOf(call, company);
      const changed = { ...before, ...call.body, name: (call.body.name ?? before.name).trim(), updatedAt: now() };
      company.spaces.set(before.id, checkSpace(changed, company));
      return Response.json(shownSpace(changed));
    },
    removeSpace: (call) => {
      const company = manage(call);
      const { id } = spaceOf(call, company);
      const isUsed = [...company.bookings.values()].some(({ spaceId, status }) => spaceId === id && status !== 'cancelled');
      if (isUsed) throw new Refusal(409, 'has_bookings', 'The space has bookings. Cancel them first.');
      company.spaces.delete(id);
      company.favourites.delete(id);
      return new Response(null, { status: 204 });
    },
    listBookings: (call) => {
      const { spaceId, status, from } = call.query as { spaceId?: string; status?: string; from?: string };
      const found = [...companyOf(call).bookings.values()].filter(
        (one) =>
          (spaceId === undefined || one.spaceId === spaceId.toLowerCase()) &&
          (status === undefined || one.status === status) &&
          (from === undefined || Date.parse(one.start) >= Date.parse(from)),
      );
      return page(
        found.sort((a, b) => Date.parse(a.start) - Date.parse(b.start)),
        call.query,
        shownBooking,
      );
    },
    book: (call) => {
      const company = companyOf(call);
      const { start, end, title, people = 1 } = call.body;
      const spaceId = call.body.spaceId.toLowerCase();
      const status = company.spaces.get(spaceId)?.needsApproval === true ? 'requested' : 'confirmed';
      const utc = (time: string): string => (Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString());
      const times = { start: utc(start), end: utc(end) };
      const booking: Booking = { id: crypto.randomUUID(), spaceId, ...times, title, people, status, createdAt: now() };
      checkBooking(booking, company);
      return Response.json(shownBooking(keep(booking, company)), { status: 201, headers: { Location: `/bookings/${booking.id}` } });
    },
    showBooking: (call) => Response.json(shownBooking(bookingOf(call, companyOf(call)))),
    approveBooking: (call) => {
      const company = manage(call);
      const booking = bookingOf(call, company);
      if (booking.status !== 'requested') throw new Refusal(409, 'not_requested', `The booking is ${booking.status}.`);
      return Response.json(shownBooking(keep({ ...booking, status: 'confirmed' }, company)));
    },
    cancelBooking: (call) => {
      const company = companyOf(call);
      const booking = bookingOf(call, company);
      if (booking.status === 'cancelled') return Response.json(shownBooking(booking));
      const reason = call.body?.reason === undefined ? {} : { reason: call.body.reason };
      return Response.json(shownBooking(keep({ ...booking, ...reason, status: 'cancelled', cancelledAt: now() }, company)));
    },
    listFavourites: (call) => Response.json([...companyOf(call).favourites.values()].reverse()),
    markFavourite: (call) => {
      const company = companyOf(call);
      const { id } = spaceOf(call, company);
      const before = company.favourites.get(id);
      const favourite = { spaceId: id, note: call.body.note ?? '', markedAt: before?.markedAt ?? now() };
      company.favourites.set(id, favourite);
      return Response.json(favourite, { status: before === undefined ? 201 : 200 });
    },
    unmarkFavourite: (call) => {
      const company = companyOf(call);
      company.favourites.delete(spaceOf(call, company).id);
      return new Response(null, { status: 204 });
    },
  };
  const keys: Readonly<Record<string, string>> = { 'hive-manager': 'hive', 'comb-manager': 'comb', 'hive-member': 'hive' };
  return {
    base: '',
    refuse,
    callerOf: (headers) => {
      const key = headers.get('x-hive-key') ?? '';
      const account = Object.hasOwn(keys, key) ? keys[key] : undefined;
      return account === undefined ? undefined : { account, isLimited: key.endsWith('member') };
    },
    operations,
  };
}

export const CREDENTIALS = { given: { hiveKey: 'hive-manager' }, other: { hiveKey: 'comb-manager' }, limited: { hiveKey: 'hive-member' } };

export const workspace = (): Promise<Handler> => answering('workspace', rules);
