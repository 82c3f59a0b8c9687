// Probes of faults in sequences: what one request leaves for the next.
import { joined, of } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import {
  address,
  after,
  any,
  B,
  bike,
  booking,
  C,
  customer,
  first,
  gives,
  K,
  listOf,
  type Probe,
  type Probes,
  patch,
  post,
  put,
  repair,
  S,
  shows,
  station,
} from './requests.ts';

type Changes = Parameters<typeof after>[0];

const shownAfter = (path: string, name: string, value: unknown, ...changes: Changes): Probe => after(changes, shows(path, name, value));

/** The time of the last change grows with a change. */
const grows =
  (method: string, path: string, body: object): Probe =>
  async (all) => {
    const send = first(all, path);
    const before = String(of(await send('GET', path)).updatedAt);
    await send(method, path, any(body));
    return String(of(await send('GET', path)).updatedAt) > before;
  };

const centraal = (members: object = {}): object =>
  station({ name: 'Centraal', city: 'Delft', capacity: 3, tags: ['covered', 'metro'], ...members });
const at = (number: number): object => ({ stationId: seedId('e', number) });
const full: Changes = [['PATCH', B(3), at(1)]];
const photo = (raw: string): object => ({ raw, type: 'image/png' });

export const sequences: Probes = {
  'station-name-taken-by-case': post(409, '/stations', station({ name: 'CENTRAAL', city: 'Delft' })),
  'station-put-keeps-tags': shownAfter(S(1), 'tags', [], ['PUT', S(1), centraal({ tags: undefined })]),
  'station-updated-at-stale': grows('PUT', S(1), centraal()),
  'station-capacity-below-bikes': after([['DELETE', S(1, '/docks/2')]], put(409, S(1), centraal({ capacity: 1 }))),
  'station-capacity-below-docks': after([['PUT', S(2, '/docks/3'), { kind: 'plain' }]], put(409, S(2), station({ capacity: 2 }))),
  'station-full-takes-bike': after(full, put(409, '/bikes/NW-0001', bike(at(1)))),
  'station-delete-with-bikes': gives(409, 'DELETE', S(1)),
  'station-deleted-404': after([['DELETE', S(2)]], gives(410, 'GET', S(2))),
  'dock-above-capacity': put(409, S(1, '/docks/4'), { kind: 'plain' }),
  'dock-put-keeps-out-of-order': async ({ velo }) =>
    of(await velo('PUT', S(1, '/docks/2'), { body: { kind: 'plain', outOfOrder: false } })).outOfOrder === false,
  'dock-delete-of-nothing': gives(404, 'DELETE', S(1, '/docks/3')),
  'dock-stays': async ({ velo }) => {
    await velo('DELETE', S(1, '/docks/1'));
    return joined(listOf(await velo('GET', S(1, '/docks'))), 'number') === '2';
  },
  'bike-put-of-retired': gives(409, 'PUT', B(4), any(bike())),
  'bike-put-makes-available': shownAfter(B(3), 'status', 'inRepair', ['PUT', B(3), bike()]),
  'bike-put-keeps-note': shownAfter(B(1), 'note', undefined, ['PUT', B(1), bike()]),
  'bike-put-moves-creation': shownAfter(B(1), 'createdAt', '2026-01-11T08:00:00.000Z', ['PUT', B(1), bike()]),
  'bike-plate-given-again': after([['DELETE', B(5)]], put(410, B(5), bike())),
  'bike-retired-returns': patch(409, B(4), { status: 'available' }),
  'bike-retired-changes': patch(409, B(4), { model: 'Old' }),
  'bike-repair-without-way-back': patch(200, B(3), { status: 'available' }),
  'bike-retire-booked': patch(409, B(1), { status: 'retired' }),
  'bike-retired-stays-at-station': shownAfter(B(5), 'stationId', undefined, ['PATCH', B(5), { status: 'retired' }]),
  'bike-patch-null-ignored': shownAfter(B(1), 'note', undefined, ['PATCH', B(1), { note: null }]),
  'bike-patch-resets-tags': shownAfter(B(1), 'tags', ['blue', 'light'], ['PATCH', B(1), { model: 'Old' }]),
  'bike-updated-at-stale': grows('PATCH', B(1), { model: 'Old' }),
  'bike-delete-booked': gives(409, 'DELETE', B(1)),
  'bike-deleted-404': after([['DELETE', B(5)]], gives(410, 'GET', B(5))),
  'bike-deleted-shown': after([['DELETE', B(5)]], gives(410, 'GET', B(5))),
  'bike-repair-count-stale': shownAfter(B(1), 'repairCount', 1, ['POST', B(1, '/repairs'), repair()]),
  'repair-of-retired': post(409, B(4, '/repairs'), repair()),
  'import-replaces': async ({ velo }) => {
    const got = await velo('POST', '/imports/bikes', { body: { bikes: [{ plate: 'DE-1001', bike: bike() }] } });
    return joined(of(got).results as [], 'status') === '409';
  },
  'import-stops-at-first-failure': async ({ velo }) => {
    const bikes = ['DE-1001', 'NW-0001'].map((plate) => ({ plate, bike: bike() }));
    return joined(of(await velo('POST', '/imports/bikes', { body: { bikes } })).results as [], 'status') === '409,201';
  },
  'photo-put-keeps-first': async ({ velo }) => {
    await velo('PUT', B(1, '/photo'), photo('a'));
    await velo('PUT', B(1, '/photo'), photo('b'));
    return (await velo('GET', B(1, '/photo'))).bytes.toString() === 'b';
  },
  'photo-stays': async ({ velo }) => {
    await velo('PUT', B(1, '/photo'), photo('a'));
    await velo('DELETE', B(1, '/photo'));
    return (await velo('GET', B(1, '/photo'))).status === 404;
  },
  'booking-same-day-twice': post(409, '/bookings', booking({ from: '2026-07-03', to: '2026-07-04' })),
  'booking-around-another': post(409, '/bookings', booking({ from: '2026-06-30', to: '2026-07-04' })),
  'booking-cancelled-blocks': post(201, '/bookings', booking({ from: '2026-09-01', to: '2026-09-02' })),
  'booking-returned-is-free': post(409, '/bookings', booking({ plate: 'AB-2001', from: '2026-03-01', to: '2026-03-01' })),
  'booking-blocks-itself': patch(200, K(1), { to: '2026-07-04' }),
  'booking-moves-onto-another': patch(409, K(1), { from: '2026-08-05', to: '2026-08-06' }),
  'booking-moves-confirmed': patch(409, K(2), { to: '2026-08-06' }),
  'booking-total-stale': shownAfter(K(1), 'total', '50.00', ['PATCH', K(1), { to: '2026-07-04' }]),
  'booking-total-without-last-day': async ({ velo }) => of(await velo('POST', '/bookings', { body: booking() })).total === '37.50',
  'booking-of-retired': post(409, '/bookings', booking({ plate: 'DE-1004' })),
  'booking-new-confirmed': async ({ velo }) => of(await velo('POST', '/bookings', { body: booking() })).status === 'requested',
  'booking-picks-up-requested': patch(409, K(1), { status: 'pickedUp' }),
  'booking-cancels-picked-up': patch(409, K(4), { status: 'cancelled' }),
  'booking-returns-confirmed': patch(409, K(2), { status: 'returned' }),
  'booking-goes-back': patch(409, K(2), { status: 'requested' }),
  'booking-cancelled-reopens': patch(409, K(3), { status: 'requested' }),
  'booking-over-changes': patch(409, K(3), { note: 'Late.' }),
  'booking-picks-up-in-repair': patch(409, K(6), { status: 'pickedUp' }),
  'booking-patch-resets-helmets': shownAfter(K(1), 'helmets', 2, ['PATCH', K(1), { helmets: 2 }], ['PATCH', K(1), { note: 'A.' }]),
  'booking-updated-at-stale': grows('PATCH', K(1), { helmets: 2 }),
  'booking-delete-open': gives(409, 'DELETE', K(1)),
  'booking-deleted-404': after([['DELETE', K(3)]], gives(410, 'GET', K(3))),
  'customer-email-taken-by-case': post(409, '/customers', customer({ email: 'NOOR@velo.example' })),
  'customer-count-of-all-bookings': shows(C(1), 'bookingCount', 2),
  'customer-patch-merges-address': shownAfter(
    C(1),
    'address',
    address,
    ['PATCH', C(1), { address: { ...address, unit: '2b' } }],
    ['PATCH', C(1), { address }],
  ),
  'customer-patch-null-ignored': shownAfter(C(1), 'address', undefined, ['PATCH', C(1), { address: null }]),
  'customer-patch-resets-newsletter': shownAfter(
    C(1),
    'newsletter',
    true,
    ['PATCH', C(1), { newsletter: true }],
    ['PATCH', C(1), { address }],
  ),
  'customer-delete-with-booking': gives(409, 'DELETE', C(1)),
  'customer-deleted-404': after([['DELETE', C(3)]], gives(410, 'GET', C(3))),
  'token-works-after-delete': async ({ office, withToken }) => {
    const { id, secret } = of(await office('POST', '/tokens', { body: { name: 'A' } }));
    await office('DELETE', `/tokens/${id}`);
    return (await withToken(String(secret))('GET', '/bikes')).status === 401;
  },
};
