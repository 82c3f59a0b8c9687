// Probes of rules of dependent resources, and of requests at once.
import type { Send } from '../../client.ts';
import { of, statusesOfTwo } from '../../probes.ts';
import { dish, gives, idOf, ids, newDish, newReservation, newTable, patch, type RestaurantProbes, reservation, room } from './callers.ts';

type Range = readonly [from: string, until: string];

const LINES = `/orders/${ids.order}/lines`;
const ORDERED = { dishId: ids.soup, quantity: 4 };
const at = (time: string, more: object = {}): object => reservation({ startsAt: `2042-02-03T${time}:00Z`, ...more });
const period = ([opens, closes]: Range): object => ({ opens, closes });

/** The statuses of a request sent twice at once. Both connections are open before, so that the requests arrive together. */
async function statusesAtOnce(send: Send, path: string, body: object): Promise<string> {
  await Promise.all([send('GET', '/rooms'), send('GET', '/rooms')]);
  return statusesOfTwo(send, 'POST', path, body);
}

async function stockOf(send: Send, code: string): Promise<number> {
  return Number(of(await send('GET', `/ingredients/${code}`)).stock);
}

const rooms: RestaurantProbes = {
  'room-name-in-other-case': gives(409, 'POST', '/rooms', room({ name: 'PARLOUR' })),
  'room-deleted-with-tables': gives(409, 'DELETE', `/rooms/${ids.room}`),
  'booked-table-deleted': gives(409, 'DELETE', `/tables/${ids.booked}`),
  'table-deleted-before-payment': async ({ linden }) => {
    const { tableId } = of(await linden('GET', `/orders/${ids.billed}`));
    return (await linden('DELETE', `/tables/${tableId}`)).status === 409;
  },
  'label-changed-to-taken': async ({ linden }) => (await patch(linden, `/tables/${ids.free}`, { label: 'A1' })).status === 409,
  'table-too-small-for-party': async ({ linden }) => (await patch(linden, `/tables/${ids.booked}`, { seats: 2 })).status === 409,
  'periods-cannot-touch': gives(200, 'PUT', '/opening-hours/sunday', {
    periods: (
      [
        ['10:00', '12:00'],
        ['12:00', '15:00'],
      ] as const
    ).map(period),
  }),
};

const menu: RestaurantProbes = {
  'dish-cannot-keep-its-name': gives(200, 'PUT', `/dishes/${ids.soup}`, dish({ name: 'Soup of the house' })),
  'replaced-with-unknown-ingredient': gives(422, 'PUT', `/dishes/${ids.soup}`, dish({ ingredients: [{ code: 'saffron', quantity: 1 }] })),
  'ingredient-listed-twice': gives(422, 'POST', '/dishes', dish({ ingredients: [1, 2].map((quantity) => ({ code: 'onion', quantity })) })),
  'ordered-dish-deleted': gives(409, 'DELETE', `/dishes/${ids.soup}`),
  'unit-of-used-ingredient-changed': gives(409, 'PUT', '/ingredients/onion', { name: 'Onions', unit: 'g', stock: 800 }),
  'unavailable-dish-ordered': async ({ linden }) => {
    const dishId = await newDish(linden, { available: false });
    return (await linden('POST', LINES, { body: { dishId, quantity: 1 } })).status === 409;
  },
  'one-portion-taken': async ({ linden }) => {
    const before = await stockOf(linden, 'onion');
    await linden('POST', LINES, { body: ORDERED });
    return (await stockOf(linden, 'onion')) === before - 12;
  },
  'stock-not-given-back': async ({ linden }) => {
    const before = await stockOf(linden, 'onion');
    const { number } = of(await linden('POST', LINES, { body: ORDERED }));
    await linden('DELETE', `${LINES}/${number}`);
    return (await stockOf(linden, 'onion')) === before;
  },
  'lines-follow-the-menu': async ({ linden }) => {
    await linden('PUT', `/dishes/${ids.soup}`, { body: dish({ name: 'Broth', price: 990 }) });
    return of(await linden('GET', `/orders/${ids.order}`)).total === 1500;
  },
};

const bookings: RestaurantProbes = {
  'around-another-is-free': async ({ linden }) => {
    await newReservation(linden, at('18:00', { durationMinutes: 60 }));
    return (await linden('POST', '/reservations', { body: at('17:00', { durationMinutes: 240 }) })).status === 409;
  },
  'cancelled-blocks': async ({ linden }) => {
    await linden('POST', `/reservations/${await newReservation(linden)}/cancel`);
    return (await linden('POST', '/reservations', { body: reservation() })).status === 201;
  },
  'cancelled-can-change': async ({ linden }) => {
    await linden('POST', `/reservations/${ids.reservation}/cancel`);
    return (await patch(linden, `/reservations/${ids.reservation}`, { party: 2 })).status === 409;
  },
  'party-grows-beyond-table': async ({ linden }) => (await patch(linden, `/reservations/${ids.reservation}`, { party: 5 })).status === 422,
  'seated-can-be-cancelled': gives(409, 'POST', `/reservations/${ids.seated}/cancel`),
  'booked-twice-at-once': async ({ linden }) => (await statusesAtOnce(linden, '/reservations', reservation())) === '201,409',
};

const orders: RestaurantProbes = {
  'billed-table-is-free': async ({ linden }) => {
    await linden('POST', `/orders/${ids.order}/bill`, { body: {} });
    return (await linden('POST', '/orders', { body: { tableId: ids.taken, guests: 2 } })).status === 409;
  },
  'seated-stays-booked': async ({ linden }) => {
    const body = { tableId: ids.booked, guests: 3, reservationId: ids.reservation };
    const { status } = await linden('POST', '/orders', { body });
    return status === 201 && of(await linden('GET', `/reservations/${ids.reservation}`)).status === 'seated';
  },
  'line-number-given-again': async ({ linden }) => {
    await linden('POST', LINES, { body: ORDERED });
    await linden('DELETE', `${LINES}/2`);
    return of(await linden('POST', LINES, { body: ORDERED })).number === 3;
  },
  'billed-order-takes-lines': gives(409, 'POST', `/orders/${ids.billed}/lines`, ORDERED),
  'more-paid-than-due': gives(409, 'POST', `/bills/${ids.bill}/payments`, { method: 'cash', amount: 1501 }),
  'order-stays-billed': async ({ linden }) => {
    await linden('POST', `/bills/${ids.bill}/payments`, { body: { method: 'cash', amount: 1500 } });
    return of(await linden('GET', `/orders/${ids.billed}`)).status === 'paid';
  },
  'paid-twice-at-once': async ({ linden }) =>
    (await statusesAtOnce(linden, `/bills/${ids.bill}/payments`, { method: 'card', amount: 1000 })) === '201,409',
  'shifts-compared-by-start': gives(409, 'POST', `/staff/${ids.employee}/shifts`, {
    startsAt: '2040-06-01T15:00:00Z',
    endsAt: '2040-06-01T16:00:00Z',
    station: 'bar',
  }),
};

const accounts: RestaurantProbes = {
  'table-of-another-house-booked': async ({ linden, harbourside }) =>
    (await harbourside('POST', '/reservations', { body: reservation({ tableId: await newTable(linden) }) })).status === 422,
  'order-at-table-of-another-house': async ({ harbourside }) =>
    (await harbourside('POST', '/orders', { body: { tableId: ids.free, guests: 1 } })).status === 422,
  'bill-of-another-house': async ({ harbourside }) => (await harbourside('GET', `/bills/${ids.bill}`)).status === 404,
  'cancelled-by-another-house': async ({ harbourside }) =>
    (await harbourside('POST', `/reservations/${ids.reservation}/cancel`)).status === 404,
  'waiter-plans-shifts': async ({ waiter }) => {
    const body = { startsAt: '2041-06-01T15:00:00Z', endsAt: '2041-06-01T16:00:00Z', station: 'bar' };
    return (await waiter('POST', `/staff/${ids.employee}/shifts`, { body })).status === 403;
  },
  'waiter-gives-discount': async ({ waiter }) =>
    (await waiter('POST', `/orders/${ids.order}/bill`, { body: { discountPercent: 5 } })).status === 403,
  'key-in-other-case': async ({ withKey }) => (await withKey('HK-LINDEN-5RTQ9ZM2')('GET', '/rooms')).status === 401,
  'waiter-sees-wages': async ({ waiter }) => !Object.hasOwn(of(await waiter('GET', `/staff/${ids.employee}`)), 'hourlyWage'),
  'pin-shown': async ({ linden }) => {
    const body = { name: 'Juno Bell', role: 'host', email: 'juno@example.org', pin: '1234' };
    const got = await linden('POST', '/staff', { body });
    return idOf(got).length === 20 && !Object.hasOwn(of(got), 'pin');
  },
};

export const sequences: RestaurantProbes = { ...rooms, ...menu, ...bookings, ...orders, ...accounts };
