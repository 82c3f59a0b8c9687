// Probes of what things and actions do to each other, and of several callers.
import type { Send } from '../../client.ts';
import { of, statusesOfTwo } from '../../probes.ts';
import {
  BOOKINGS,
  booking,
  type CinemaProbes,
  FILMS,
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
  VOUCHERS,
} from './callers.ts';

const cancel = (send: Send, reference: unknown) => send('POST', `/bookings/${reference}/cancel`);
const cancelScreening = (send: Send, id: unknown) => send('POST', `/screenings/${id}/cancel`);
const status = async (send: Send, method: string, path: string, body?: object): Promise<number> =>
  (await send(method, path, body === undefined ? {} : { body })).status;

export const sequences: CinemaProbes = {
  'codes-shared-after-replacement': async ({ lumen }) =>
    (await status(lumen, 'PUT', `/films/${FILMS.songs}`, film({ distributor_code: 'NOR-1001' }))) === 409,
  'hall-names-by-case': ({ lumen }) => gives(409, lumen, '/halls', hall({ name: 'GRAND hall' })),
  'cancelled-screenings-do-not-count': async ({ lumen }) => {
    const { id } = await make(lumen, '/screenings', screening());
    await cancelScreening(lumen, id);
    return (await status(lumen, 'DELETE', `/films/${FILMS.songs}`)) === 409;
  },
  'halls-with-screenings-deleted': async ({ lumen }) => (await status(lumen, 'DELETE', `/halls/${HALLS.grand}`)) === 409,
  'runtime-changes-anyway': async ({ lumen }) =>
    (await status(lumen, 'PUT', `/films/${FILMS.tigers}`, film({ runtime_minutes: 96 }))) === 409,
  'touching-screenings-refused': async ({ lumen }) => {
    const first = await make(lumen, '/screenings', screening());
    return gives(201, lumen, '/screenings', screening({ starts_at: first.ends_at }));
  },
  'cancelled-screenings-keep-halls': async ({ lumen }) => {
    const first = await make(lumen, '/screenings', screening());
    await cancelScreening(lumen, first.id);
    return gives(201, lumen, '/screenings', screening());
  },
  'moved-onto-others': async ({ lumen }) => {
    await post(lumen, '/screenings', screening());
    const { id } = await make(lumen, '/screenings', screening({ starts_at: '2040-08-02T18:00:00Z' }));
    return (await patch(lumen, `/screenings/${id}`, { starts_at: '2040-08-01T18:30:00Z' })).status === 409;
  },
  'seats-stay-taken': async ({ lumen }) => {
    await cancel(lumen, BOOKINGS.vera);
    return gives(201, lumen, '/bookings', booking({ seats: [seat(1, { row: 'A' })] }));
  },
  'voucher-not-refunded': async ({ lumen }) => {
    const { reference } = await make(lumen, '/bookings', booking({ voucher_code: VOUCHERS.gift }));
    const before = (await seen(lumen, `/vouchers/${VOUCHERS.gift}`)).balance;
    await cancel(lumen, reference);
    return before === 3750 && (await seen(lumen, `/vouchers/${VOUCHERS.gift}`)).balance === 5000;
  },
  'points-kept': async ({ lumen }) => {
    await cancel(lumen, BOOKINGS.vera);
    return (await seen(lumen, `/members/${MEMBERS.vera}`)).points === 0;
  },
  'checked-in-guests-cancel': async ({ lumen }) => {
    await lumen('POST', `/bookings/${BOOKINGS.vera}/check-in`);
    return (await cancel(lumen, BOOKINGS.vera)).status === 409;
  },
  'bookings-of-cancelled-screenings': async ({ lumen }) => {
    await cancelScreening(lumen, SCREENINGS.lighthouse);
    return (await seen(lumen, `/bookings/${BOOKINGS.vera}`)).status === 'cancelled';
  },
  'deleted-members-in-bookings': async ({ lumen }) => {
    await cancel(lumen, BOOKINGS.vera);
    const deletion = await status(lumen, 'DELETE', `/members/${MEMBERS.vera}`);
    return deletion === 204 && (await seen(lumen, `/bookings/${BOOKINGS.vera}`)).member_id === null;
  },
  'prices-not-offered': ({ lumen }) => gives(422, lumen, '/bookings', booking({ seats: [seat(1, { price_code: 'student' })] })),
  'expired-vouchers-pay': ({ lumen }) => gives(409, lumen, '/bookings', booking({ voucher_code: VOUCHERS.expired })),
};

export const accounts: CinemaProbes = {
  'bookings-of-other-groups': async ({ lumen }) => (await status(lumen, 'GET', `/bookings/${BOOKINGS.orion}`)) === 404,
  'halls-of-other-groups': ({ lumen }) => gives(422, lumen, '/screenings', screening({ hall_id: HALLS.orion })),
  'desk-deletes-members': async ({ desk }) => (await status(desk, 'DELETE', `/members/${MEMBERS.odd}`)) === 403,
  'desk-sets-prices': async ({ desk }) => (await status(desk, 'PUT', '/prices/senior', { label: 'Old', amount: 900 })) === 403,
  'emails-of-all-groups': ({ orion }) => gives(201, orion, '/members', member({ email: 'odd.berg@example.org' })),
  'token-by-its-beginning': async ({ withToken }) => (await status(withToken('cin_lumen_mgr_4Tq8sVb2x'), 'GET', '/prices')) === 401,
  'seat-booked-twice-at-once': async ({ lumen }) => (await statusesOfTwo(lumen, 'POST', '/bookings', booking())) === '201,409',
  'voucher-spent-twice-at-once': async ({ lumen }) => {
    const send = (number: number) => post(lumen, '/bookings', booking({ voucher_code: VOUCHERS.gift, seats: [seat(number)] }));
    const got = await Promise.all([1, 2].map(send));
    const paid = got.reduce((sum, one) => sum + Number(of(one).paid_by_voucher), 0);
    return (await seen(lumen, `/vouchers/${VOUCHERS.gift}`)).balance === 5000 - paid;
  },
  'pin-shown-after-change': async ({ lumen }) => !('pin' in of(await patch(lumen, `/members/${MEMBERS.odd}`, { pin: '8642' }))),
};
