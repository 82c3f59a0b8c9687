// The bed `cinema`: without faults it does what its document says, and each planted fault breaks it.
import { expect, test } from 'vitest';
import { callers } from '../../bench/beds/cinema/probes/callers.ts';
import { probes } from '../../bench/beds/cinema/probes/index.ts';
import { createCinema, documentPath, listen } from '../../bench/beds/cinema/server.ts';
import { of } from '../../bench/beds/probes.ts';
import { readDocument } from '../../bench/beds/schemas.ts';
import { judgeBy, served, taggedBy, testLists, unproven } from './proofs.ts';

const judge = judgeBy(readDocument(documentPath));
const { call, example, rest } = judge;

const service = served(listen);

const ids = {
  film_id: 'Aq3_xT9kLmZ',
  hall_id: 'hL0aX2mN9pQ',
  screening_id: 's7Hq2LwXe0A',
  member_id: 'mV3rTy8Uq1B',
  reference: 'K7QX2M',
  code: 'GIFT-7KQ2',
};
const TIGERS = { film_id: 'b7Wn-2RpYc0', hall_id: 'hZ8bY4kR1tS', screening_id: 'Tn5_bK3vMd8' };
const { change } = taggedBy(judge, ids);
const idOf = (thing: { readonly json: unknown }): string => String((thing.json as { id: unknown }).id);

testLists('cinema', probes);

test('answers each operation as its document says', async () => {
  const { lumen, orion, desk } = callers(service.url);
  const query = '?q=THE&genre=drama&max_age_rating=6&released_from=2039-03-10&released_to=2039-03-10&sort=created_at&order=desc';
  expect(of(await call(desk, 200, 'listFilms', {}, { query }))).toMatchObject({ total: 1, films: [{ screening_count: 1 }] });
  const film = { film_id: idOf(await call(lumen, 201, 'createFilm', {}, example('createFilm'))) };
  await call(lumen, 409, 'createFilm', {}, example('createFilm'));
  await change(lumen, 'getFilm', 'replaceFilm');
  await call(lumen, 409, 'deleteFilm', ids);
  await call(lumen, 204, 'deleteFilm', film);
  await call(lumen, 404, 'getFilm', film);

  await call(desk, 200, 'listHalls', {}, { query: '?features=3d,surround&min_capacity=22&order=desc' });
  const hall = { hall_id: idOf(await call(lumen, 201, 'createHall', {}, example('createHall'))) };
  await call(lumen, 409, 'createHall', {}, example('createHall'));
  await change(lumen, 'getHall', 'updateHall');
  await call(lumen, 409, 'updateHall', ids, { body: { rows: [{ row: 'A', seats: 3 }] } });
  await call(lumen, 422, 'updateHall', hall, { body: { rows: [3, 4].map((seats) => ({ row: 'A', seats })) } });
  await call(lumen, 409, 'deleteHall', ids);
  await call(lumen, 204, 'deleteHall', hall);
  await call(lumen, 201, 'putPrice', { code: 'senior' }, example('putPrice'));
  await call(lumen, 200, 'putPrice', { code: 'senior' }, example('putPrice'));
  expect((await call(desk, 200, 'listPrices')).json).toHaveLength(4);

  const span = '?from=2040-05-01T18:00:00Z&to=2040-05-01T20:00:01%2B02:00&status=scheduled';
  expect(of(await call(desk, 200, 'listScreenings', {}, { query: span })).total).toBe(1);
  const made = await call(lumen, 201, 'createScreening', {}, example('createScreening'));
  const july = { screening_id: idOf(made) };
  expect(of(made)).toMatchObject({ ends_at: '2040-07-15T21:34:00.000Z', seats_free: 22, film_title: 'The Lighthouse Keeper' });
  await call(lumen, 409, 'createScreening', {}, example('createScreening'));
  await change(lumen, 'getScreening', 'updateScreening');
  await call(lumen, 409, 'updateScreening', ids, { body: { starts_at: '2041-01-01T10:00:00Z' } });
  await call(lumen, 422, 'updateScreening', july, { body: { starts_at: '9999-12-31T23:59:59Z' } });
  await call(lumen, 422, 'updateScreening', july, { body: { starts_at: '2020-01-01T10:00:00Z' } });
  await call(lumen, 204, 'deleteScreening', july);
  await call(lumen, 409, 'deleteScreening', ids);
  expect((await call(desk, 200, 'listSeats', ids, { query: '?free=false' })).json).toMatchObject([{ row: 'A', number: 1 }]);

  const booked = await call(desk, 201, 'createBooking', {}, example('createBooking'));
  expect(of(booked)).toMatchObject({ total: 2000, amount_due: 2000, points: 20, channel: 'web', seats: [{ price: 1250 }, { price: 750 }] });
  await call(desk, 409, 'createBooking', {}, example('createBooking'));
  const reference = { reference: String(of(booked).reference) };
  await call(desk, 200, 'getBooking', reference);
  expect(of(await call(desk, 200, 'getMember', ids)).points).toBe(34);
  await call(lumen, 409, 'deleteMember', ids);
  await call(desk, 200, 'checkInBooking', reference);
  await call(desk, 409, 'checkInBooking', reference);
  await call(desk, 409, 'cancelBooking', reference);
  await call(lumen, 409, 'cancelScreening', ids);
  await call(desk, 200, 'cancelBooking', ids);
  const filter = `?screening_id=${ids.screening_id}&member_id=${ids.member_id}&status=checked_in,cancelled`;
  expect(of(await call(desk, 200, 'listBookings', {}, { query: filter })).total).toBe(2);
  await call(lumen, 200, 'cancelScreening', TIGERS);
  await call(lumen, 409, 'cancelScreening', TIGERS);
  await call(lumen, 409, 'updateScreening', TIGERS, example('updateScreening'));

  const jonas = { member_id: idOf(await call(desk, 201, 'createMember', {}, example('createMember'))) };
  await call(desk, 409, 'createMember', {}, example('createMember'));
  expect(of(await call(desk, 200, 'listMembers', {}, { query: '?email=JONAS.FALK@example.org&newsletter=true' })).total).toBe(1);
  await change(desk, 'getMember', 'updateMember');
  await call(lumen, 204, 'deleteMember', jonas);
  await call(lumen, 201, 'createVoucher', {}, example('createVoucher'));
  await call(lumen, 409, 'createVoucher', {}, example('createVoucher'));
  await call(lumen, 201, 'createVoucher', {}, { body: { value: 50_000, expires_on: '2041-12-31' } });
  await call(desk, 200, 'getVoucher', ids);
  await call(orion, 404, 'getVoucher', ids);
  expect(rest()).toEqual([]);
});

test('counts surcharges and vouchers', async () => {
  await service.restart();
  const { desk, lumen } = callers(service.url);
  const seats = [1, 2, 3, 4].map((number) => ({ row: 'B', number, price_code: 'adult' }));
  const body = {
    screening_id: ids.screening_id,
    email: 'a@example.org',
    member_id: ids.member_id,
    seats: [...seats, { row: 'A', number: 2, price_code: 'adult' }],
    voucher_code: 'GIFT-7KQ2',
  };
  const booked = await call(desk, 201, 'createBooking', {}, { body });
  expect(of(booked)).toMatchObject({ total: 6450, paid_by_voucher: 5000, amount_due: 1450, points: 14 });
  const other = { ...body, seats: [{ row: 'C', number: 1, price_code: 'child' }] };
  await call(desk, 409, 'createBooking', {}, { body: other });
  await call(lumen, 200, 'cancelScreening', ids);
  expect(of(await call(desk, 200, 'getVoucher', ids)).balance).toBe(5000);
  expect(of(await call(desk, 200, 'getMember', ids)).points).toBe(0);
  await call(desk, 409, 'createBooking', {}, { body: other });
});

test('refuses as its document says', async () => {
  const { lumen, orion, desk, stranger } = callers(service.url);
  await call(stranger, 401, 'listFilms');
  await call(desk, 403, 'createFilm', {}, example('createFilm'));
  await call(desk, 403, 'deleteMember', ids);
  await call(desk, 403, 'createVoucher', {}, example('createVoucher'));
  await call(lumen, 400, 'listFilms', {}, { query: '?page=1&page=2' });
  await call(lumen, 400, 'getFilm', { film_id: 'short' });
  await call(lumen, 400, 'createFilm', {}, { raw: '{', type: 'application/json' });
  await call(lumen, 413, 'createFilm', {}, { raw: ' '.repeat(65_537), type: 'application/json' });
  await call(lumen, 415, 'createFilm', {}, { raw: '{}', type: 'text/plain' });
  await call(lumen, 422, 'createFilm', {}, { body: {} });
  await call(
    lumen,
    422,
    'createScreening',
    {},
    { raw: String(example('createScreening').raw).replace('2d', '70mm'), type: 'application/json' },
  );
  await call(orion, 404, 'getFilm', ids);
  await call(orion, 422, 'createBooking', {}, example('createBooking'));
  const wrong = await lumen('DELETE', '/films');
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
});

test('each fault breaks what the document says, and nothing else does', async () => {
  expect(await unproven(probes, createCinema, callers)).toEqual([]);
});
