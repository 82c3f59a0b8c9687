// What the groups have from the start.
import { capacityOf, emptyGroup, type Group, type Store } from './store.ts';
import type { Booking, Film, Hall, Member, Price, Row, Screening, Voucher } from './things.ts';

const OLD = '2026-01-10T09:00:00.000Z';
const kept = { created_at: OLD, updated_at: OLD };

const film = (id: string, title: string, runtime_minutes: number, others: Partial<Film> = {}): Film => ({
  id,
  title,
  original_title: null,
  runtime_minutes,
  genres: ['drama'],
  age_rating: 6,
  released_on: null,
  distributor_code: null,
  poster_url: null,
  synopsis: null,
  cast: [],
  ...others,
  ...kept,
});

function hall(id: string, name: string, rows: readonly Row[], features: readonly string[] = []): Hall {
  return { id, name, floor: 0, rows, features, opened_on: null, capacity: capacityOf(rows), ...kept };
}

const price = (code: string, label: string, amount: number, premium_surcharge = 200): Price => ({
  code,
  label,
  amount,
  premium_surcharge,
  updated_at: OLD,
});

const screening = (
  id: string,
  film_id: string,
  hall_id: string,
  times: readonly [string, string],
  others: Partial<Screening> = {},
): Screening => ({
  id,
  film_id,
  hall_id,
  starts_at: times[0],
  ends_at: times[1],
  format: '2d',
  language: 'en',
  subtitles: null,
  price_codes: ['adult', 'child'],
  notes: null,
  status: 'scheduled',
  ...others,
  ...kept,
});

const booking = (reference: string, screening_id: string, number: number, others: Partial<Booking> = {}): Booking => ({
  reference,
  screening_id,
  email: 'vera.lind@example.org',
  seats: [{ row: 'A', number, price_code: 'adult', price: 1450 }],
  member_id: null,
  voucher_code: null,
  note: null,
  channel: 'web',
  status: 'confirmed',
  total: 1450,
  paid_by_voucher: 0,
  amount_due: 1450,
  points: 0,
  created_at: OLD,
  cancelled_at: null,
  ...others,
});

const member = (id: string, first_name: string, last_name: string, email: string, others: Partial<Member> = {}): Member => ({
  id,
  first_name,
  last_name,
  email,
  phone: null,
  birth_date: null,
  newsletter: false,
  address: null,
  preferences: { genres: [], seat_kind: null },
  labels: {},
  joined_at: OLD,
  updated_at: OLD,
  ...others,
});

const voucher = (code: string, value: number, expires_on: string): Voucher => ({
  code,
  value,
  expires_on,
  note: null,
  balance: value,
  created_at: OLD,
});

const ROWS: readonly Row[] = [
  { row: 'A', seats: 8, kind: 'premium' },
  { row: 'B', seats: 10, kind: 'standard' },
  { row: 'C', seats: 4, kind: 'wheelchair' },
];

function add<T>(things: Map<string, T>, key: (thing: T) => string, all: readonly T[]): void {
  for (const one of all) things.set(key(one), one);
}

function lumen(): Group {
  const group = emptyGroup();
  const id = (one: { readonly id: string }): string => one.id;
  const code = (one: { readonly code: string }): string => one.code;
  add(group.films, id, [
    film('Aq3_xT9kLmZ', 'The Lighthouse Keeper', 104, { released_on: '2039-03-10', distributor_code: 'NOR-1001' }),
    film('b7Wn-2RpYc0', 'Paper Tigers', 95, {
      original_title: 'Papiertiger',
      genres: ['animation', 'family'],
      age_rating: 0,
      released_on: '2039-06-22',
      cast: [{ name: 'Mia Roth', role: null }],
    }),
    film('Kd81vQzE_s4', 'Old Songs', 61, { genres: ['documentary'], age_rating: 12 }),
  ]);
  add(group.halls, id, [
    hall('hL0aX2mN9pQ', 'Grand Hall', ROWS, ['3d', 'surround']),
    hall('hZ8bY4kR1tS', 'Studio', [{ row: 'A', seats: 6, kind: 'standard' }], ['hearing_loop']),
    hall('hE6dW0qC3uV', 'Attic', [{ row: 'A', seats: 5, kind: 'standard' }]),
  ]);
  add(group.prices, code, [price('adult', 'Adults', 1250), price('child', 'Children', 750), price('student', 'Students', 950, 100)]);
  add(group.screenings, id, [
    screening('s7Hq2LwXe0A', 'Aq3_xT9kLmZ', 'hL0aX2mN9pQ', ['2040-05-01T18:00:00.000Z', '2040-05-01T20:04:00.000Z']),
    screening('Tn5_bK3vMd8', 'b7Wn-2RpYc0', 'hZ8bY4kR1tS', ['2040-05-02T15:00:00.000Z', '2040-05-02T16:55:00.000Z']),
    screening('c0Xy6Pz-WfJ', 'b7Wn-2RpYc0', 'hL0aX2mN9pQ', ['2040-06-01T18:00:00.000Z', '2040-06-01T19:55:00.000Z'], {
      status: 'cancelled',
    }),
  ]);
  add(group.bookings, ({ reference }) => reference, [
    booking('P4RT9W', 's7Hq2LwXe0A', 8, { status: 'cancelled', cancelled_at: OLD }),
    booking('K7QX2M', 's7Hq2LwXe0A', 1, { member_id: 'mV3rTy8Uq1B', points: 14 }),
  ]);
  add(group.members, id, [
    member('mV3rTy8Uq1B', 'Vera', 'Lind', 'vera.lind@example.org', { newsletter: true, phone: '+4790011223' }),
    member('mK2sWd7Ze9C', 'Odd', 'Berg', 'odd.berg@example.org'),
  ]);
  add(group.vouchers, code, [voucher('GIFT-7KQ2', 5000, '2045-12-31'), voucher('PAST-2020', 2000, '2020-12-31')]);
  return group;
}

function orion(): Group {
  const group = emptyGroup();
  group.films.set('oF4jN7xB2gH', film('oF4jN7xB2gH', 'Winter Light', 90));
  group.halls.set('oH9cM1vL5kD', hall('oH9cM1vL5kD', 'Main Hall', ROWS));
  group.prices.set('adult', price('adult', 'Adults', 1100));
  const times = ['2040-05-03T18:00:00.000Z', '2040-05-03T19:50:00.000Z'] as const;
  group.screenings.set('oS3tR8yE6wQ', screening('oS3tR8yE6wQ', 'oF4jN7xB2gH', 'oH9cM1vL5kD', times, { price_codes: ['adult'] }));
  group.bookings.set('Z9LMN4', booking('Z9LMN4', 'oS3tR8yE6wQ', 1));
  group.members.set('oM5pK2sX8zA', member('oM5pK2sX8zA', 'Ada', 'Holm', 'ada.holm@example.net'));
  group.vouchers.set('ORIO-N123', voucher('ORIO-N123', 3000, '2045-12-31'));
  return group;
}

export const createStore = (): Store => ({ lumen: lumen(), orion: orion() });
