// What the hotel keeps in memory, and what is there at the start.
import { Clock } from '../clock.ts';

export interface RoomType {
  readonly code: string;
  readonly name: string;
  readonly sleeps: number;
  readonly nightly_rate: number;
}

export interface Room {
  readonly number: string;
  readonly room_type: string;
  readonly floor: number;
  status: 'ready' | 'dirty' | 'occupied' | 'out_of_order';
  note: string | null;
}

export interface Extra {
  readonly name: string;
  readonly quantity: number;
  readonly unit_price: number;
}

export interface Stay {
  readonly id: string;
  state: 'booked' | 'checked_in' | 'checked_out' | 'cancelled';
  readonly guest_name: string;
  readonly guest_email: string;
  readonly room_type: string;
  arrival: string;
  departure: string;
  adults: number;
  children: number;
  readonly nightly_rate: number;
  room: string | null;
  readonly extras: Extra[];
  cancellation_fee: number | null;
  cancelled_at: string | null;
  invoice: string | null;
  readonly created_at: string;
}

export interface Line {
  readonly kind: 'room' | 'extra' | 'city_tax';
  readonly text: string;
  readonly amount: number;
}

export interface Invoice {
  readonly number: string;
  readonly reservation: string;
  readonly lines: readonly Line[];
  paid: number;
  readonly issued_at: string;
}

/** A property, with all that belongs to it. */
export interface House {
  readonly letters: string;
  readonly types: Map<string, RoomType>;
  readonly rooms: Map<string, Room>;
  readonly stays: Map<string, Stay>;
  readonly invoices: Map<string, Invoice>;
}

export interface Store {
  readonly clock: Clock;
  readonly houses: ReadonlyMap<string, House>;
  /** The number of the last reservation of all houses. */
  last: number;
}

const DAY = 86_400_000;

export const today = (): string => new Date().toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;
export const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

export function nextStayId(store: Store): string {
  store.last += 1;
  return `R-${String(store.last).padStart(6, '0')}`;
}

export const totalOf = ({ lines }: Invoice): number => lines.reduce((sum, { amount }) => sum + amount, 0);

const emptyHouse = (letters: string): House => ({
  letters,
  types: new Map(),
  rooms: new Map(),
  stays: new Map(),
  invoices: new Map(),
});

function addType(
  house: House,
  code: string,
  name: string,
  sleeps: number,
  nightly_rate: number,
  rooms: Record<string, Room['status']>,
): void {
  house.types.set(code, { code, name, sleeps, nightly_rate });
  for (const [number, status] of Object.entries(rooms))
    house.rooms.set(number, { number, room_type: code, floor: Number(number[0]), status, note: null });
}

type Guest = Pick<Stay, 'guest_name' | 'guest_email' | 'room_type' | 'arrival' | 'departure' | 'adults'>;

function addStay(store: Store, house: House, guest: Guest, more: Partial<Stay> = {}): Stay {
  const stay: Stay = {
    id: nextStayId(store),
    state: 'booked',
    children: 0,
    nightly_rate: house.types.get(guest.room_type)?.nightly_rate ?? 0,
    room: null,
    extras: [],
    cancellation_fee: null,
    cancelled_at: null,
    invoice: null,
    created_at: store.clock.now(),
    ...guest,
    ...more,
  };
  house.stays.set(stay.id, stay);
  return stay;
}

/** A store with two houses. */
export function createStore(): Store {
  const lakeside = emptyHouse('LAK');
  const summit = emptyHouse('SUM');
  const houses = new Map([
    ['lakeside', lakeside],
    ['summit', summit],
  ]);
  const store: Store = { clock: new Clock(), houses, last: 0 };
  const now = today();
  addType(lakeside, 'DBL', 'Double room with lake view', 2, 12_000, { 101: 'ready', 102: 'dirty', 103: 'ready' });
  addType(lakeside, 'FAM', 'Family room', 4, 18_500, { 201: 'ready', 202: 'occupied' });
  addType(lakeside, 'SGL', 'Single room', 1, 8_000, { 301: 'out_of_order' });
  addType(summit, 'DBL', 'Double room', 2, 9_900, { 11: 'ready', 12: 'ready' });
  addStay(store, lakeside, {
    guest_name: 'Ida Holm',
    guest_email: 'ida.holm@example.org',
    room_type: 'DBL',
    arrival: dayAfter(now, 10),
    departure: dayAfter(now, 13),
    adults: 2,
  });
  const family = { guest_name: 'Tom Berger', guest_email: 'tom@example.org', room_type: 'FAM', adults: 2 };
  addStay(
    store,
    lakeside,
    { ...family, arrival: dayAfter(now, -1), departure: dayAfter(now, 2) },
    { children: 2, state: 'checked_in', room: '202', extras: [{ name: 'Breakfast', quantity: 4, unit_price: 1_400 }] },
  );
  const gone = addStay(
    store,
    lakeside,
    { ...family, guest_name: 'Noor Haddad', arrival: dayAfter(now, -9), departure: dayAfter(now, -7) },
    { state: 'checked_out', room: '201', invoice: 'LAK-0001' },
  );
  const lines: Line[] = [
    { kind: 'room', text: '2 nights', amount: 37_000 },
    { kind: 'city_tax', text: 'City tax', amount: 600 },
  ];
  lakeside.invoices.set('LAK-0001', { number: 'LAK-0001', reservation: gone.id, lines, paid: 20_000, issued_at: store.clock.now() });
  addStay(store, summit, {
    guest_name: 'Uma Rao',
    guest_email: 'uma.rao@example.com',
    room_type: 'DBL',
    arrival: dayAfter(now, 5),
    departure: dayAfter(now, 6),
    adults: 1,
  });
  return store;
}
