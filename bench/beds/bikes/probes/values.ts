// Probes of faults in values: what is accepted and refused, and what of a good value is kept.
import { of, same, times } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import {
  address,
  after,
  B,
  bike,
  booking,
  customer,
  gives,
  K,
  keeps,
  listOf,
  type Probe,
  type Probes,
  patch,
  post,
  put,
  repair,
  S,
  station,
} from './requests.ts';

const newStation = (status: number, members: object): Probe => post(status, '/stations', station(members));
const newBike = (status: number, members: object): Probe => put(status, '/bikes/NW-0001', bike(members));
const newRepair = (status: number, members: object): Probe => post(status, B(1, '/repairs'), repair(members));
const newBooking = (status: number, members: object): Probe => post(status, '/bookings', booking(members));
const newCustomer = (status: number, members: object): Probe => post(status, '/customers', customer(members));
const specs = (count: number): object => ({ specs: Object.fromEntries(times(count, (index) => [`s${index}`, 'a'])) });
const imports = (count: number): object => ({
  bikes: times(count, (index) => ({ plate: `NW-${String(index).padStart(4, '0')}`, bike: bike() })),
});

export const values: Probes = {
  'station-name-blank': newStation(400, { name: '  ' }),
  'station-name-refuses-longest': newStation(201, { name: 'n'.repeat(80) }),
  'station-city-too-long': newStation(400, { city: 'n'.repeat(61) }),
  'station-latitude-beyond-pole': newStation(400, { location: { lat: 90.5, lon: 4 } }),
  'station-location-without-longitude': newStation(400, { location: { lat: 52 } }),
  'station-closes-at-twenty-four': newStation(400, { closesAt: '24:00' }),
  'station-tags-twice': newStation(400, { tags: ['a', 'a'] }),
  'station-tags-nine': newStation(400, { tags: times(9, String) }),
  'station-capacity-zero': newStation(400, { capacity: 0 }),
  'station-capacity-refuses-most': newStation(201, { capacity: 99 }),
  'station-closes-when-it-opens': newStation(422, { opensAt: '09:00', closesAt: '09:00' }),
  'station-closes-before-it-opens': newStation(422, { opensAt: '09:00', closesAt: '08:00' }),
  'stations-limit-hundred-and-one': gives(400, 'GET', '/stations?limit=101'),
  'stations-limit-refuses-most': gives(200, 'GET', '/stations?limit=100'),
  'stations-page-zero': gives(400, 'GET', '/stations?page=0'),
  'stations-box-of-three': gives(400, 'GET', '/stations?box=4,51,5'),
  'stations-search-one-letter': gives(400, 'GET', '/stations?q=a'),
  'dock-power-any-step': put(400, S(1, '/docks/3'), { kind: 'charging', powerKw: 3.7 }),
  'dock-power-zero': put(400, S(1, '/docks/3'), { kind: 'charging', powerKw: 0 }),
  'dock-number-hundred': put(404, S(1, '/docks/100'), { kind: 'plain' }),
  'dock-charging-without-power': put(422, S(1, '/docks/3'), { kind: 'charging' }),
  'dock-plain-with-power': put(422, S(1, '/docks/3'), { kind: 'plain', powerKw: 3.5 }),
  'bike-plate-lower-case': put(404, '/bikes/nw-0001', bike()),
  'bike-plate-five-digits': put(404, '/bikes/NW-00011', bike()),
  'bike-rate-one-decimal': newBike(400, { dailyRate: '9.5' }),
  'bike-rate-leading-zero': patch(400, B(1), { dailyRate: '09.50' }),
  'bike-rate-refuses-cents-only': newBike(201, { dailyRate: '0.50' }),
  'bike-weight-zero': newBike(400, { weightKg: 0 }),
  'bike-weight-three-decimals': newBike(400, { weightKg: 12.345 }),
  'bike-gears-thirty-one': newBike(400, { gears: 31 }),
  'bike-purchase-any-day': newBike(400, { purchasedOn: '2025-02-30' }),
  'bike-unknown-member': newBike(400, { colour: 'red' }),
  'bike-kind-any': newBike(400, { kind: 'tandem' }),
  'bike-specs-number': newBike(400, { specs: { frame: 5 } }),
  'bike-specs-eleven': newBike(400, specs(11)),
  'bike-without-model': newBike(400, { model: undefined }),
  'bike-cargo-without-load': newBike(422, { kind: 'cargo' }),
  'bike-city-with-load': newBike(422, { loadKg: 20 }),
  'bike-station-unknown': newBike(422, { stationId: seedId('e', 7) }),
  'bike-patch-empty': patch(400, B(1), {}),
  'bike-patch-model-null': patch(400, B(1), { model: null }),
  'bikes-page-size-zero': gives(400, 'GET', '/bikes?pageSize=0'),
  'bikes-status-any': gives(400, 'GET', '/bikes?status=lost'),
  'bikes-page-token-any': gives(400, 'GET', '/bikes?pageToken=abc'),
  'import-twenty-one': post(400, '/imports/bikes', imports(21)),
  'import-of-none': post(400, '/imports/bikes', imports(0)),
  'photo-type-any': gives(415, 'PUT', B(1, '/photo'), { raw: 'a', type: 'image/gif' }),
  'photo-empty': gives(400, 'PUT', B(1, '/photo'), { raw: '', type: 'image/png' }),
  'repair-minutes-any-step': newRepair(400, { minutes: 7 }),
  'repair-minutes-refuses-day': newRepair(201, { minutes: 1440 }),
  'repair-started-without-offset': newRepair(400, { startedAt: '2026-03-02T09:15:00' }),
  'repair-part-of-none': newRepair(400, { parts: [{ name: 'Chain', quantity: 0 }] }),
  'booking-helmets-five': newBooking(400, { helmets: 5 }),
  'booking-helmets-fraction': patch(400, K(1), { helmets: 1.5 }),
  'booking-day-any-text': newBooking(400, { to: '2027-05-05T00:00:00Z' }),
  'booking-days-backwards': newBooking(422, { to: '2027-05-02' }),
  'booking-twenty-nine-days': newBooking(422, { to: '2027-05-31' }),
  'booking-refuses-twenty-eight-days': newBooking(201, { to: '2027-05-30' }),
  'booking-customer-unknown': newBooking(422, { customerId: seedId('c', 7) }),
  'booking-any-media-type': gives(415, 'PATCH', K(1), { raw: '{"helmets":1}', type: 'text/plain' }),
  'customer-email-any': newCustomer(400, { email: 'new' }),
  'customer-pin-seven': newCustomer(400, { pin: '1234567' }),
  'customer-phone-without-plus': newCustomer(400, { phone: '31612345678' }),
  'customer-country-lower-case': newCustomer(400, { address: { ...address, country: 'nl' } }),
  'customer-newsletter-text': newCustomer(400, { newsletter: 'false' }),
  'customer-without-pin': newCustomer(400, { pin: undefined }),
  'token-access-any': post(400, '/tokens', { name: 'A', access: 'admin' }),
  'token-default-read': async ({ office }) => of(await office('POST', '/tokens', { body: { name: 'A' } })).access === 'write',
};

const bytes = Uint8Array.from([0, 137, 80, 78, 71, 255, 254]);
const keepsRepair =
  (members: object, name: string, value: unknown): Probe =>
  async ({ velo }) => {
    await velo('POST', B(1, '/repairs'), { body: repair(members) });
    return same(listOf(await velo('GET', B(1, '/repairs')))[0]?.[name], value);
  };
const keepsBike = (members: object, name: string, value: unknown): Probe => keeps('PUT', '/bikes/NW-0001', bike(members), name, value);
const keepsStation = (members: object, name: string, value: unknown): Probe => keeps('POST', '/stations', station(members), name, value);
const keepsCustomer = (members: object, name: string, value: unknown): Probe => keeps('POST', '/customers', customer(members), name, value);
const parts = ['Wheel', 'Chain'].map((name) => ({ name, quantity: 1 }));
const until = '2031-01-01T00:00:00Z';

export const rich: Probes = {
  'station-name-trimmed': keepsStation({ name: ' New ' }, 'name', ' New '),
  'station-place-rounded': keepsStation({ location: { lat: 52.012345, lon: 4 } }, 'location', { lat: 52.012345, lon: 4 }),
  'station-tags-unsorted': keepsStation({ tags: ['b', 'a'] }, 'tags', ['a', 'b']),
  'bike-model-latin': keepsBike({ model: 'Žluťák' }, 'model', 'Žluťák'),
  'bike-weight-rounded': keepsBike({ weightKg: 12.34 }, 'weightKg', 12.34),
  'bike-rate-zero-lost': keepsBike({ dailyRate: '12.50' }, 'dailyRate', '12.50'),
  'bike-purchase-shifted': keepsBike({ purchasedOn: '2025-03-01' }, 'purchasedOn', '2025-03-01'),
  'bike-specs-empty-lost': keepsBike({ specs: { lock: '' } }, 'specs', { lock: '' }),
  'repair-offset-lost': keepsRepair({}, 'startedAt', '2026-03-02T09:15:00+01:00'),
  'repair-summary-newlines': keepsRepair({ summary: 'a\r\nb' }, 'summary', 'a\r\nb'),
  'repair-parts-sorted': keepsRepair({ parts }, 'parts', parts),
  'photo-bytes-as-text': async ({ velo }) => {
    await velo('PUT', B(1, '/photo'), { raw: bytes, type: 'image/png' });
    return (await velo('GET', B(1, '/photo'))).bytes.equals(bytes);
  },
  'booking-note-escaped': keeps('POST', '/bookings', booking({ note: 'a < b & c' }), 'note', 'a < b & c'),
  'booking-total-cent-lost': after([['PATCH', B(1), { dailyRate: '1.15' }]], keeps('POST', '/bookings', booking(), 'total', '3.45')),
  'customer-name-composed': keepsCustomer({ name: 'Zoe\u0308' }, 'name', 'Zoe\u0308'),
  'customer-email-lower-cased': keepsCustomer({ email: 'New@mail.example' }, 'email', 'New@mail.example'),
  'customer-birth-date-turned': keepsCustomer({ birthDate: '1990-03-04' }, 'birthDate', '1990-03-04'),
  'token-expiry-lost': async ({ office }) => {
    await office('POST', '/tokens', { body: { name: 'A', expiresAt: until } });
    return listOf(await office('GET', '/tokens')).at(-1)?.expiresAt === until;
  },
};
