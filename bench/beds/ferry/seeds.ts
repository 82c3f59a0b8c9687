// What the lines have when the service starts.
import { passengersOf, placed, totalOf } from './loads.ts';
import type { Line, Store } from './store.ts';
import type { Booking, Deck, PassengerInput, Route, Sailing, Ship, Status, VehicleInput } from './things.ts';

type Fares = Route['fares'];

function addRoute(store: Store, line: Line, id: string, code: string, name: string, crossingMinutes: number, fares: Fares): Route {
  const portsOnTheWay = code === 'STO-MAR' ? ['KAP'] : [];
  const route: Route = { ...store.born('rt', id), code, name, crossingMinutes, fares, portsOnTheWay };
  line.routes.set(route.id, route);
  return route;
}

function addShip(store: Store, line: Line, id: string, data: Ship['data']): Ship {
  const ship: Ship = { ...store.born('sh', id), data };
  line.ships.set(ship.id, ship);
  return ship;
}

interface Plan {
  readonly id: string;
  readonly route: Route;
  readonly ship: Ship;
  readonly departsAt: string;
  readonly status: Status;
}

function addSailing(store: Store, line: Line, { id, route, ship, departsAt, status }: Plan): Sailing {
  const { passengerCapacity: capacity, decks } = ship.data;
  const times = { departsAt: Date.parse(departsAt), checkInClosesMinutes: 30 };
  const sailing: Sailing = { ...store.born('sl', id), route, ship, capacity, decks, ...times, status, remark: null, cards: 0 };
  line.sailings.set(sailing.id, sailing);
  return sailing;
}

interface Party {
  readonly id: string;
  readonly reference: string;
  readonly name: string;
  readonly passengers: readonly PassengerInput[];
  readonly vehicles: readonly VehicleInput[];
}

function addBooking(store: Store, line: Line, sailing: Sailing, { id, reference, name, passengers, vehicles }: Party): void {
  const free = sailing.decks.map(({ laneMetres }) => laneMetres);
  const booking: Booking = {
    ...store.born('bk', id),
    reference,
    sailing,
    status: 'confirmed',
    contact: { name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com`, phone: null },
    passengers: passengersOf(passengers),
    vehicles: placed(sailing, free, vehicles, () => false) ?? [],
    note: null,
    metadata: {},
    totalCents: totalOf(sailing.route, passengers, vehicles),
    refundCents: null,
    checkedInAt: null,
  };
  line.bookings.set(booking.id, booking);
}

const CAR_DECK: Deck = { label: 'A', laneMetres: 180.5, heightMetres: 4.6, kinds: ['car', 'van', 'lorry', 'coach'] };
const LOW_DECK: Deck = { label: 'B2', laneMetres: 60, heightMetres: 2.1, kinds: ['motorcycle', 'car'] };
const SMALL_DECK: Deck = { label: 'M', laneMetres: 45, heightMetres: 3.2, kinds: ['motorcycle', 'car', 'van'] };

function seedNordsund(store: Store, line: Line): void {
  const long = { adultCents: 2450, childCents: 1225, vehiclePerMetreCents: 640 };
  const short = { adultCents: 890, childCents: 400, vehiclePerMetreCents: 310 };
  const outer = addRoute(store, line, 'stomar0001', 'STO-MAR', 'Stockvik – Marhamn', 155, long);
  const inner = addRoute(store, line, 'stokap0001', 'STO-KAP', 'Stockvik – Kapellskär', 40, short);
  const big = {
    name: 'Havsörn',
    callSign: 'SKHV',
    passengerCapacity: 420,
    decks: [CAR_DECK, LOW_DECK],
    homePort: 'STO',
    builtOn: '2009-05-30',
  };
  const small = { name: 'Tärnan', callSign: 'SKTA2', passengerCapacity: 90, decks: [SMALL_DECK], homePort: null, builtOn: null };
  const havsorn = addShip(store, line, 'havsorn001', big);
  const tarnan = addShip(store, line, 'tarnan0001', small);
  const june = { id: 'june030001', route: outer, ship: havsorn, departsAt: '2027-06-03T05:45:00Z', status: 'scheduled' } as const;
  const first = addSailing(store, line, june);
  addSailing(store, line, { id: 'june030002', route: inner, ship: tarnan, departsAt: '2027-06-03T07:00:00Z', status: 'boarding' });
  addSailing(store, line, { id: 'may0200001', route: inner, ship: tarnan, departsAt: '2027-05-20T07:00:00Z', status: 'departed' });
  addBooking(store, line, first, {
    id: 'lindqvist1',
    reference: 'K7MQ2A',
    name: 'Ebba Lindqvist',
    passengers: [
      { name: 'Ebba Lindqvist', category: 'adult' },
      { name: 'Nils Lindqvist', category: 'child', birthDate: '2018-02-11' },
    ],
    vehicles: [{ kind: 'car', plate: 'KLM 482', lengthMetres: 4.25, heightMetres: 1.6 }],
  });
  const alone = { id: 'sandberg01', reference: 'W3TR9C', name: 'Olle Sandberg', vehicles: [] };
  addBooking(store, line, first, { ...alone, passengers: [{ name: 'Olle Sandberg', category: 'adult', needsAssistance: true }] });
  const texts = { title: 'Café closed', text: 'The café on deck B2 is closed on this crossing.', translations: {}, links: [] };
  const times = { validFrom: Date.parse('2027-06-01T00:00:00Z'), validUntil: Date.parse('2027-06-04T00:00:00Z') };
  const born = store.born('nt', 'cafe000001');
  line.notices.set(born.id, { ...born, sailing: first, severity: 'info', ...texts, ...times });
}

function seedWestfjord(store: Store, line: Line): void {
  const fares = { adultCents: 1500, childCents: 0, vehiclePerMetreCents: 500 };
  const route = addRoute(store, line, 'bergra0001', 'BER-GRA', 'Bergvik – Granholm', 75, fares);
  const data = { name: 'Fjordlys', callSign: 'WFLY', passengerCapacity: 150, decks: [SMALL_DECK], homePort: 'BER', builtOn: '1998-11-02' };
  const ship = addShip(store, line, 'fjordlys01', data);
  const plan = { id: 'june040001', route, ship, departsAt: '2027-06-04T10:30:00Z', status: 'scheduled' } as const;
  const passengers: readonly PassengerInput[] = [{ name: 'Ingrid Dahl', category: 'adult' }];
  addBooking(store, line, addSailing(store, line, plan), {
    id: 'dahl000001',
    reference: 'PX4H8N',
    name: 'Ingrid Dahl',
    passengers,
    vehicles: [],
  });
}

export function seed(store: Store): void {
  const { nordsund, westfjord } = store.lines;
  if (nordsund !== undefined) seedNordsund(store, nordsund);
  if (westfjord !== undefined) seedWestfjord(store, westfjord);
}
