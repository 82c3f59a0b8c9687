// Probes of faults between companies, of rights, of requests at once, and of secrets.
import type { Got, Sent } from '../../client.ts';
import { joined, of, statusesOfTwo } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import {
  any,
  B,
  bike,
  booking,
  C,
  type Callers,
  customer,
  first,
  K,
  listOf,
  type Probe,
  type Probes,
  post,
  put,
  repair,
} from './requests.ts';

const refused =
  (status: number, who: 'nobody' | 'reader' | 'readerOffice' | 'rad' | 'radOffice', method: string, path: string, sent?: Sent): Probe =>
  async (all) =>
    (await all[who](method, path, sent)).status === status;

/** A request twice at once gives these statuses. */
const twice =
  (method: string, path: string, body: object, wanted: string): Probe =>
  async (all) =>
    (await statusesOfTwo(first(all, path), method, path, body)) === wanted;

const made = async ({ office }: Callers, body: object): Promise<{ id: string; secret: string }> =>
  of(await office('POST', '/tokens', { body })) as { id: string; secret: string };

const OTHER = '/bikes/ZZ-9001';

export const accounts: Probes = {
  'stations-search-all-companies': async ({ velo }) => listOf(await velo('GET', '/stations?q=harbour')).length === 0,
  'bike-of-other-company': refused(404, 'rad', 'GET', B(1)),
  'bike-station-of-other-company': put(422, '/bikes/NW-0001', bike({ stationId: seedId('e', 9) })),
  'bike-added-twice-at-once': twice('PUT', '/bikes/NW-0001', bike(), '201,428'),
  'photo-of-other-company': async ({ velo }) => (await velo('GET', `${OTHER}/photo`)).status === 404,
  'photo-without-token': refused(401, 'nobody', 'GET', B(1, '/photo')),
  'export-all-companies': async ({ velo }) => !(await velo('GET', '/exports/bikes')).bytes.toString().includes('ZZ-9001'),
  'export-without-token': refused(401, 'nobody', 'GET', '/exports/bikes'),
  'booking-of-other-company': refused(404, 'rad', 'GET', K(1)),
  'booking-customer-of-other-company': post(422, '/bookings', booking({ customerId: seedId('c', 9) })),
  'booking-twice-at-once': twice('POST', '/bookings', booking(), '201,409'),
  'customers-search-all-companies': async ({ office }) =>
    joined(listOf(await office('GET', '/customers?q=noor')), 'name') === 'Noor de Wit',
  'customer-delete-of-other-company': refused(404, 'radOffice', 'DELETE', C(3)),
  'customer-twice-at-once': twice('POST', '/customers', customer(), '201,409'),
  'office-any-password': async ({ withLogin }) => (await withLogin('vera:wrong')('GET', '/customers')).status === 401,
  'reader-repairs': refused(403, 'reader', 'POST', B(1, '/repairs'), { body: repair() }),
  'reader-books': refused(403, 'reader', 'PATCH', K(1), any({ helmets: 1 })),
  'reader-adds-customers': refused(403, 'readerOffice', 'POST', '/customers', { body: customer() }),
  'reader-deletes-tokens': refused(403, 'readerOffice', 'DELETE', `/tokens/${seedId('f', 1)}`),
  'token-access-ignored': async (all) => {
    const { secret } = await made(all, { name: 'A', access: 'read' });
    return (await all.withToken(secret)('DELETE', B(5))).status === 403;
  },
  'token-expired-works': async (all) => {
    const { secret } = await made(all, { name: 'A', expiresAt: '2020-01-01T00:00:00Z' });
    return (await all.withToken(secret)('GET', '/bikes')).status === 401;
  },
};

const hides =
  (method: string, path: string, text: string, sent?: Sent): Probe =>
  async (all) => {
    const got: Got = await first(all, path)(method, path, sent);
    return !got.bytes.toString().includes(text);
  };

export const secrets: Probes = {
  'customer-pin-echoed': hides('POST', '/customers', '"pin"', { body: customer() }),
  'customer-pin-shown': hides('GET', C(1), '"pin"'),
  'customer-pin-listed': hides('GET', '/customers', '"pin"'),
  'customer-pin-after-change': hides('PATCH', C(1), '"pin"', { body: { newsletter: true } }),
  'token-secret-listed': hides('GET', '/tokens', '"secret"'),
  'error-repeats-body': hides('POST', '/customers', '772277', { body: customer({ email: 'none', pin: '772277' }) }),
};
