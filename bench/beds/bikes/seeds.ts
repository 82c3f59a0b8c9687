// What the bike service has when it starts.
import { Store } from './store.ts';
import type { Bike, Booking, Customer, Station } from './things.ts';

/** The id of a seed: `b` bookings, `c` customers, `e` stations, `f` tokens. */
export const seedId = (kind: 'b' | 'c' | 'e' | 'f', number: number): string =>
  `00000000-0000-4000-8000-${`${kind}${number}`.padStart(12, '0')}`;

const day = (number: number): string => new Date(Date.UTC(2026, 0, number, 8)).toISOString();

const station = (number: number, name: string, city: string, lat: number, lon: number, tags: readonly string[]): Station => ({
  id: seedId('e', number),
  name,
  city,
  location: { lat, lon },
  opensAt: '06:00',
  closesAt: '23:30',
  capacity: 3,
  tags,
  createdAt: day(number),
  updatedAt: day(number),
});

const bike = (plate: string, number: number, more: Partial<Bike> = {}): Bike => ({
  plate,
  model: 'Grand Tour',
  kind: 'city',
  weightKg: 17.25,
  dailyRate: '12.50',
  deposit: '50.00',
  tags: [],
  status: 'available',
  repairCount: 0,
  createdAt: day(10 + number),
  updatedAt: day(10 + number),
  ...more,
});

const customer = (number: number, name: string, email: string): Customer => ({
  id: seedId('c', number),
  name,
  email,
  newsletter: false,
  pin: `48${number}1`,
  address: { street: 'Oude Delft 12', postcode: '2611 CD', city: 'Delft', country: 'NL' },
  createdAt: day(20 + number),
  updatedAt: day(20 + number),
});

const booking = (number: number, more: Partial<Booking> = {}): Booking => ({
  id: seedId('b', number),
  plate: 'DE-1001',
  customerId: seedId('c', 1),
  from: '2026-07-01',
  to: '2026-07-03',
  helmets: 0,
  status: 'requested',
  total: '37.50',
  createdAt: day(40 + number),
  updatedAt: day(40 + number),
  ...more,
});

const STATIONS: readonly Station[] = [
  station(1, 'Centraal', 'Delft', 52.0066, 4.3565, ['covered', 'metro']),
  station(2, 'Markt', 'Delft', 52.0116, 4.3571, ['old-town']),
  station(3, 'Beursplein', 'Rotterdam', 51.92, 4.48, ['covered-bridge']),
  station(4, 'Haven', 'Ostend', 51.234, 2.925, []),
];

const BIKES: readonly Bike[] = [
  bike('DE-1001', 1, { stationId: seedId('e', 1), note: 'Blue.', tags: ['blue', 'light'], specs: { frame: 'M', lock: 'ring' } }),
  bike('DE-1002', 2, { stationId: seedId('e', 1), dailyRate: '9.00', model: 'Omafiets' }),
  bike('DE-1003', 3, { status: 'inRepair', dailyRate: '110.00', weightKg: 24.5, kind: 'electric', model: 'Volt' }),
  bike('DE-1004', 4, { status: 'retired' }),
  bike('DE-1005', 5, { kind: 'cargo', loadKg: 80, weightKg: 34, dailyRate: '25.00', model: 'The "Loader"', stationId: seedId('e', 3) }),
  bike('AB-2001', 6, { kind: 'child', weightKg: 9.5, dailyRate: '6.00', model: 'Mini' }),
];

const CUSTOMERS: readonly Customer[] = [
  customer(1, 'Noor de Wit', 'noor@velo.example'),
  customer(2, 'Adam Zand', 'adam@velo.example'),
  customer(3, 'Bea Kuiper', 'office@wit-co.example'),
];

/** The first bike has a requested, a confirmed and a cancelled booking. Other bikes have one that is picked up, returned or confirmed. */
const BOOKINGS: readonly Booking[] = [
  booking(1),
  booking(2, { from: '2026-08-01', to: '2026-08-05', total: '62.50', status: 'confirmed' }),
  booking(3, { from: '2026-09-01', to: '2026-09-02', total: '25.00', status: 'cancelled' }),
  booking(4, { plate: 'DE-1002', customerId: seedId('c', 2), total: '27.00', status: 'pickedUp' }),
  booking(5, { plate: 'AB-2001', customerId: seedId('c', 3), from: '2026-03-01', to: '2026-03-01', total: '6.00', status: 'returned' }),
  booking(6, { plate: 'DE-1003', customerId: seedId('c', 2), from: '2026-10-01', to: '2026-10-01', total: '110.00', status: 'confirmed' }),
];

export function createStore(): Store {
  const store = new Store();
  const velo = store.company('velo');
  for (const value of STATIONS) velo.stations.set(value.id, { value, docks: new Map() });
  velo.stations.get(seedId('e', 1))?.docks.set(1, { number: 1, kind: 'charging', powerKw: 3.5, outOfOrder: false });
  velo.stations.get(seedId('e', 1))?.docks.set(2, { number: 2, kind: 'plain', outOfOrder: true });
  for (const value of BIKES) velo.bikes.set(value.plate, { value, etag: store.etag(), repairs: [] });
  for (const value of CUSTOMERS) velo.customers.set(value.id, value);
  for (const value of BOOKINGS) velo.bookings.set(value.id, value);
  const old = { id: seedId('f', 1), name: 'Old kiosk', access: 'read', expiresAt: day(90), createdAt: day(1) } as const;
  velo.tokens.set(old.id, { value: old, secret: 'old-kiosk-0123456789abcdef' });

  const rad = store.company('rad');
  const harbour = { ...station(9, 'Harbour', 'Bremen', 53.08, 8.8, ['covered']), id: seedId('e', 9) };
  rad.stations.set(harbour.id, { value: harbour, docks: new Map() });
  const other = bike('ZZ-9001', 9, { stationId: harbour.id, model: 'Volt' });
  const bytes = Buffer.from('secret photo');
  const look = { contentType: 'image/png', size: bytes.length, sha256: '0'.repeat(64) };
  rad.bikes.set(other.plate, { value: other, etag: store.etag(), repairs: [], photo: { look, bytes } });
  rad.customers.set(seedId('c', 9), { ...customer(9, 'Uwe Noor', 'uwe@rad.example'), id: seedId('c', 9) });
  rad.bookings.set(seedId('b', 9), booking(9, { plate: 'ZZ-9001', customerId: seedId('c', 9) }));
  return store;
}
