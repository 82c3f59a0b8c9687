// The probes of all faults of the hotel.
import { client, type Got, type Send } from '../client.ts';
import { itemsOf, of, type Probes, statusesOfTwo } from '../probes.ts';
import { credentials } from './server.ts';
import { dayAfter, today } from './store.ts';

export interface Callers {
  readonly lakeside: Send;
  readonly summit: Send;
}

export function callers(url: string): Callers {
  const caller = (name: keyof typeof credentials): Send => client(url, { 'x-property-key': credentials[name].key });
  return { lakeside: caller('lakeside'), summit: caller('summit') };
}

const wish = (type: string, from: number, to: number): Record<string, unknown> => ({
  guest_name: 'Ada Lind',
  guest_email: 'ada@example.org',
  room_type: type,
  arrival: dayAfter(today(), from),
  departure: dayAfter(today(), to),
  adults: 1,
});

const book = (send: Send, type: string, from: number, to: number): Promise<Got> =>
  send('POST', '/reservations', { body: wish(type, from, to) });

/** A type of its own with one room. */
async function oneRoom(send: Send, type = 'ONE'): Promise<void> {
  await send('POST', '/room-types', { body: { code: type, name: 'Suite', sleeps: 2, nightly_rate: 20_000 } });
  await send('POST', '/rooms', { body: { number: '901', room_type: type, floor: 9 } });
}

/** The path of a stay in room 901. */
async function checkedIn(send: Send, nights = 2): Promise<string> {
  await oneRoom(send);
  const path = `/reservations/${of(await book(send, 'ONE', 0, nights)).id}`;
  await send('POST', `${path}/check-in`, { body: { room: '901' } });
  return path;
}

const roomStatus = async (send: Send): Promise<unknown> => itemsOf(await send('GET', '/rooms?room_type=ONE'))[0]?.status;

const extra = async (send: Send, path: string, quantity: number): Promise<number> =>
  (await send('POST', `${path}/extras`, { body: { name: 'Wine', quantity, unit_price: 10_000 } })).status;

export const probes: Probes<Callers> = {
  'departure-day-taken': async ({ lakeside }) => {
    await oneRoom(lakeside);
    await book(lakeside, 'ONE', 3, 5);
    return (await book(lakeside, 'ONE', 5, 6)).status === 201 && (await book(lakeside, 'ONE', 4, 6)).status === 409;
  },
  'cancelled-holds-room': async ({ lakeside }) => {
    await oneRoom(lakeside);
    const { id } = of(await book(lakeside, 'ONE', 3, 5));
    await lakeside('POST', `/reservations/${id}/cancellation`);
    return (await book(lakeside, 'ONE', 3, 5)).status === 201;
  },
  'change-counts-itself': async ({ lakeside }) => {
    await oneRoom(lakeside);
    const { id } = of(await book(lakeside, 'ONE', 3, 5));
    const changed = await lakeside('PATCH', `/reservations/${id}`, { body: { departure: dayAfter(today(), 4) } });
    return changed.status === 200 && of(changed).room_total === 20_000;
  },
  'check-in-early': async ({ lakeside }) => {
    await oneRoom(lakeside);
    const { id } = of(await book(lakeside, 'ONE', 1, 2));
    return (await lakeside('POST', `/reservations/${id}/check-in`, { body: { room: '901' } })).status === 409;
  },
  'dirty-room-given': async ({ lakeside }) => {
    const { id } = of(await book(lakeside, 'DBL', 0, 1));
    return (await lakeside('POST', `/reservations/${id}/check-in`, { body: { room: '102' } })).status === 409;
  },
  'credit-for-each-extra': async ({ lakeside }) => {
    const path = await checkedIn(lakeside);
    return (await extra(lakeside, path, 6)) === 201 && (await extra(lakeside, path, 5)) === 409 && (await extra(lakeside, path, 4)) === 201;
  },
  'left-room-ready': async ({ lakeside }) => {
    const path = await checkedIn(lakeside);
    const before = await roomStatus(lakeside);
    await lakeside('POST', `${path}/check-out`);
    return before === 'occupied' && (await roomStatus(lakeside)) === 'dirty';
  },
  'payment-over-balance': async ({ lakeside }) => {
    const pay = (amount: number): Promise<Got> => lakeside('POST', '/invoices/LAK-0001/payments', { body: { amount, method: 'cash' } });
    return (await pay(17_601)).status === 409 && of(await pay(17_600)).status === 'paid' && (await pay(1)).status === 409;
  },
  'last-room-at-once': async ({ lakeside }) => {
    await oneRoom(lakeside);
    return (await statusesOfTwo(lakeside, 'POST', '/reservations', wish('ONE', 3, 5))) === '201,409';
  },
  'total-of-page': async ({ lakeside }) => of(await lakeside('GET', '/reservations?limit=1')).total === 3,
  'arriving-to-without-day': async ({ lakeside }) =>
    of(await lakeside('GET', `/reservations?arriving_to=${dayAfter(today(), 10)}`)).total === 3,
  'thirty-one-nights': async ({ lakeside }) =>
    (await book(lakeside, 'DBL', 40, 71)).status === 422 && (await book(lakeside, 'DBL', 40, 70)).status === 201,
  'tax-for-all-nights': async ({ lakeside }) => {
    const path = await checkedIn(lakeside, 9);
    return of(await lakeside('POST', `${path}/check-out`)).total === 9 * 20_000 + 7 * 150;
  },
  'reservation-of-all': async ({ summit }) => (await summit('GET', '/reservations/R-000001')).status === 404,
};
