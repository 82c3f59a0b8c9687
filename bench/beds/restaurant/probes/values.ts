// Probes of values near a limit, and of rich values.
import type { Send } from '../../client.ts';
import { header, isKept, of, type Probe, same, times } from '../../probes.ts';
import {
  type Callers,
  dish,
  employee,
  gives,
  ids,
  ingredient,
  newDish,
  newReservation,
  PATCH,
  patch,
  type RestaurantProbes,
  reservation,
  room,
  table,
} from './callers.ts';

const made = (path: string, body: object): Probe<Callers> => gives(201, 'POST', path, body);
const refused = (path: string, body: object): Probe<Callers> => gives(422, 'POST', path, body);
const hours = (status: number, ...periods: readonly (readonly [string, string])[]): Probe<Callers> =>
  gives(status, 'PUT', '/opening-hours/monday', { periods: periods.map(([opens, closes]) => ({ opens, closes })) });

const ALLERGENS = ['gluten', 'milk', 'eggs', 'nuts', 'fish', 'shellfish', 'soy', 'celery'];
const FOUR_PERIODS = times(4, (index) => [`1${index}:00`, `1${index}:30`] as const);

const limits: RestaurantProbes = {
  'room-without-name': refused('/rooms', room({ name: '' })),
  'room-without-floor': refused('/rooms', { name: 'Loft' }),
  'floor-and-a-half': refused('/rooms', room({ floor: 1.5 })),
  'label-with-leading-zero': refused('/tables', table({ label: 'C07' })),
  'label-of-three-digits-refused': gives(200, 'PATCH', `/tables/${ids.free}`, { label: 'C999' }, PATCH),
  'table-of-24-refused': made('/tables', table({ seats: 24 })),
  'position-any-step': refused('/tables', table({ position: { x: 0.25, y: 1 } })),
  'min-seats-of-25': gives(400, 'GET', '/tables?minSeats=25'),
  'dearest-dish-refused': made('/dishes', dish({ price: 50_000 })),
  'portion-of-nothing': refused('/dishes', dish({ portion: { amount: 0, unit: 'g' } })),
  'portion-in-any-unit': refused('/dishes', dish({ portion: { amount: 1, unit: 'spoon' } })),
  'eight-allergens-refused': made('/dishes', dish({ allergens: ALLERGENS })),
  'translation-into-any-name': refused('/dishes', dish({ translations: { italian: 'Torta' } })),
  'season-from-with-time': refused('/dishes', dish({ season: { from: '2040-01-01T00:00:00Z', until: '2040-02-20' } })),
  'available-as-text': refused('/dishes', dish({ available: 'true' })),
  'closes-at-24': hours(422, ['20:00', '24:00']),
  'four-periods': hours(422, ...FOUR_PERIODS),
  'duration-any-minute': refused('/reservations', reservation({ durationMinutes: 40 })),
  'longest-stay-refused-in-change': gives(200, 'PATCH', `/reservations/${ids.reservation}`, { durationMinutes: 300 }, PATCH),
  'longest-phone-refused': made('/reservations', reservation({ guest: { name: 'A', phone: '+123456789012345' } })),
  'guest-with-more': refused('/reservations', reservation({ guest: { name: 'A', nickname: 'B' } })),
  'child-of-18': refused('/reservations', reservation({ childAges: [18] })),
  'till-100': async ({ linden }) => {
    const got = await linden('POST', '/orders', { body: { tableId: ids.free, guests: 1 }, headers: { 'x-till': 'till-100' } });
    return got.status === 400;
  },
  'limit-of-0': gives(400, 'GET', '/rooms?limit=0'),
  'empty-comment-refused': made(`/orders/${ids.order}/lines`, { dishId: ids.soup, quantity: 1, comment: '' }),
  'pin-of-six-refused': made('/staff', employee({ pin: '123456' })),
  'code-with-two-dashes': gives(400, 'PUT', '/ingredients/red--onion', ingredient()),
  'body-of-any-size': async ({ linden }) => {
    const raw = JSON.stringify(room()).padEnd(65_537);
    return (await linden('POST', '/rooms', { raw, type: 'application/json' })).status === 413;
  },
  'charset-refused': gives(201, 'POST', '/rooms', room(), 'application/json; charset=utf-8'),
  'patch-as-plain-json': gives(415, 'PATCH', `/tables/${ids.free}`, { seats: 3 }, 'application/json'),
};

const keeps =
  (path: string, body: (more: object) => object, name: string, value: unknown): Probe<Callers> =>
  ({ linden }) =>
    isKept(linden, 'POST', path, body({ [name]: value }), name, value);

/** Whether a new reservation shows this member of its guest. */
async function keepsGuest(send: Send, name: string, value: unknown): Promise<boolean> {
  const got = await send('POST', '/reservations', { body: reservation({ guest: { name: 'Ada Pires', [name]: value } }) });
  const read = await send('GET', header(got, 'location') ?? '');
  return (of(read).guest as Record<string, unknown> | undefined)?.[name] === value;
}

const TWO_INGREDIENTS = ['onion', 'arborio-rice'].map((code) => ({ code, quantity: 1 }));

const rich: RestaurantProbes = {
  'corner-lost': keeps('/tables', table, 'position', { x: 0, y: 12.5 }),
  'empty-notes-null': keeps('/tables', table, 'notes', ''),
  'description-composed': keeps('/dishes', dish, 'description', 'Cre\u0300me bru\u0302le\u0301e'),
  'dish-name-by-units': keeps('/dishes', dish, 'name', '🍜'.repeat(80)),
  'ingredients-by-code': keeps('/dishes', dish, 'ingredients', TWO_INGREDIENTS),
  'replaced-dish-keeps-what-is-left-out': async ({ linden }) => {
    const id = await newDish(linden, { description: 'With walnuts.', portion: { amount: 1, unit: 'piece' } });
    await linden('PUT', `/dishes/${id}`, { body: dish() });
    const { description, portion } = of(await linden('GET', `/dishes/${id}`));
    return description === null && portion === null;
  },
  'loyalty-number-of-32-bits': ({ linden }) => keepsGuest(linden, 'loyaltyNumber', 9_007_199_254_740_991),
  'name-without-other-scripts': ({ linden }) => keepsGuest(linden, 'name', 'نور 山田 Ωμέγα'),
  'baby-left-out': keeps('/reservations', reservation, 'childAges', [0, 3]),
  'guest-replaced-by-patch': async ({ linden }) => {
    const guest = { name: 'Ada Pires', phone: '+351912345678', email: 'ada@example.org', loyaltyNumber: 12 };
    const id = await newReservation(linden, { guest });
    const got = await patch(linden, `/reservations/${id}`, { guest: { phone: null } });
    return same(of(got).guest, { ...guest, phone: null });
  },
};

export const values: RestaurantProbes = { ...limits, ...rich };
