// Probes of values: what is refused, what is not, and what is kept.
import { isKept, location, of, same, times } from '../../probes.ts';
import {
  BOOKINGS,
  booking,
  type CinemaProbes,
  film,
  gives,
  HALLS,
  hall,
  MEMBERS,
  make,
  member,
  patch,
  post,
  SCREENINGS,
  screening,
  seat,
  seen,
  voucher,
} from './callers.ts';

export const values: CinemaProbes = {
  'film-title-of-151': ({ lumen }) => gives(422, lumen, '/films', film({ title: 'a'.repeat(151) })),
  'film-title-of-150-refused': ({ lumen }) => gives(201, lumen, '/films', film({ title: 'a'.repeat(150) })),
  'runtime-of-600-refused': ({ lumen }) => gives(201, lumen, '/films', film({ runtime_minutes: 600 })),
  'genres-repeated': ({ lumen }) => gives(422, lumen, '/films', film({ genres: ['drama', 'drama'] })),
  'no-genres': ({ lumen }) => gives(422, lumen, '/films', film({ genres: [] })),
  'age-rating-any': ({ lumen }) => gives(422, lumen, '/films', film({ age_rating: 7 })),
  'distributor-code-with-more': ({ lumen }) => gives(422, lumen, '/films', film({ distributor_code: 'NOR-1234567' })),
  'poster-any-text': ({ lumen }) => gives(422, lumen, '/films', film({ poster_url: 'a poster' })),
  'cast-any-member': ({ lumen }) => gives(422, lumen, '/films', film({ cast: [{ name: 'Ida', age: 40 }] })),
  'floor-minus-three-refused': ({ lumen }) => gives(201, lumen, '/halls', hall({ floor: -3 })),
  'row-of-41-seats': ({ lumen }) => gives(422, lumen, '/halls', hall({ rows: [{ row: 'A', seats: 41 }] })),
  'twenty-six-rows-refused': ({ lumen }) =>
    gives(201, lumen, '/halls', hall({ rows: times(26, (index) => ({ row: String.fromCharCode(65 + index), seats: 2 })) })),
  'amount-any-cent': async ({ lumen }) => (await lumen('PUT', '/prices/senior', { body: { label: 'Old', amount: 905 } })).status === 422,
  'starts-at-without-offset': ({ lumen }) => gives(422, lumen, '/screenings', screening({ starts_at: '2040-08-01T18:00:00' })),
  'booking-without-email': ({ lumen }) => gives(422, lumen, '/bookings', booking({ email: undefined })),
  'eleven-seats': ({ lumen }) =>
    gives(422, lumen, '/bookings', booking({ seats: [seat(1, { row: 'C' }), ...times(10, (index) => seat(index + 1))] })),
  'phone-null-refused': async ({ lumen }) => (await patch(lumen, `/members/${MEMBERS.vera}`, { phone: null })).status === 200,
  'labels-of-any-type': ({ lumen }) => gives(422, lumen, '/members', member({ labels: { visits: 3 } })),
  'per-page-of-101': async ({ lumen }) => (await lumen('GET', '/films?per_page=101')).status === 400,
  'channel-any': async ({ lumen }) => {
    const got = await lumen('POST', '/bookings', { body: booking(), headers: { 'x-channel': 'fax' } });
    return got.status === 400;
  },
  'seat-number-as-text': ({ lumen }) => gives(422, lumen, '/bookings', booking({ seats: [{ ...seat(1), number: '1' }] })),
  'empty-hall-change': async ({ lumen }) => (await patch(lumen, `/halls/${HALLS.attic}`, {})).status === 422,
  'any-media-type': async ({ lumen }) => {
    const got = await lumen('POST', '/films', { raw: JSON.stringify(film()), type: 'text/plain' });
    return got.status === 415;
  },
  'expiry-any-day': ({ lumen }) => gives(422, lumen, '/vouchers', voucher({ expires_on: '2041-02-30' })),
};

export const richValues: CinemaProbes = {
  'empty-cast-refused': ({ lumen }) => gives(201, lumen, '/films', film({ cast: [] })),
  'synopsis-trimmed': ({ lumen }) => isKept(lumen, 'POST', '/films', film({ synopsis: '  Salt.\n' }), 'synopsis', '  Salt.\n'),
  'title-normalized': ({ lumen }) => isKept(lumen, 'POST', '/films', film({ title: 'Cafe\u0301' }), 'title', 'Cafe\u0301'),
  'title-counted-in-units': ({ lumen }) => gives(201, lumen, '/films', film({ title: '🎬'.repeat(150) })),
  'address-needs-phone': async ({ lumen }) => {
    const address = { street: 'Kirkegata 5', postal_code: '5003', city: 'Bergen', country: 'NO' };
    return isKept(lumen, 'POST', '/members', member({ address }), 'address', address);
  },
  'label-names-lowered': ({ lumen }) => isKept(lumen, 'POST', '/members', member({ labels: { Seat: 'C1' } }), 'labels', { Seat: 'C1' }),
  'births-before-1970-refused': ({ lumen }) => gives(201, lumen, '/members', member({ birth_date: '1969-12-31' })),
  'offset-ignored': async ({ lumen }) => {
    const made = await make(lumen, '/screenings', screening({ starts_at: '2040-08-01T18:00:00+02:00' }));
    return made.starts_at === '2040-08-01T16:00:00.000Z';
  },
};

export const responses: CinemaProbes = {
  'hall-created-with-200': ({ lumen }) => gives(201, lumen, '/halls', hall()),
  'film-location-without-id': async ({ lumen }) => {
    const made = await post(lumen, '/films', film());
    return same((await seen(lumen, location(made))).id, of(made).id);
  },
  'hall-deletion-with-body': async ({ lumen }) => (await lumen('DELETE', `/halls/${HALLS.attic}`)).status === 204,
  'capacity-of-old-rows': async ({ lumen }) =>
    of(await patch(lumen, `/halls/${HALLS.attic}`, { rows: [{ row: 'A', seats: 9 }] })).capacity === 9,
  'free-seats-miscounted': async ({ lumen }) => {
    await lumen('POST', `/bookings/${BOOKINGS.vera}/cancel`);
    const path = `/screenings/${SCREENINGS.lighthouse}`;
    const free = (await lumen('GET', `${path}/seats?free=true`)).json as readonly unknown[];
    return (await seen(lumen, path)).seats_free === free.length;
  },
  'unprocessable-as-text': async ({ lumen }) => of(await post(lumen, '/films', {})).status === 422,
  'nulls-left-out-of-lists': async ({ lumen }) => {
    const { members } = (await seen(lumen, '/members')) as { members: readonly object[] };
    return members.every((one) => 'phone' in one && 'address' in one);
  },
  'replaced-price-is-new': async ({ lumen }) =>
    (await lumen('PUT', '/prices/adult', { body: { label: 'Adults', amount: 1300 } })).status === 200,
};
