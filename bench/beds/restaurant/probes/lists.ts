// Probes of lists.
import type { Send } from '../../client.ts';
import { joined, of, same } from '../../probes.ts';
import { docsOf, ids, newDish, newReservation, type RestaurantProbes, room } from './callers.ts';

/** A member of the things of a page. */
const shown = async (send: Send, path: string, name: string): Promise<string> => joined(docsOf(await send('GET', path)), name);

const JUNE = '2040-06-01T18:00:00Z';

export const lists: RestaurantProbes = {
  'room-pages-rounded-down': async ({ linden }) => {
    await linden('POST', '/rooms', { body: room() });
    return of(await linden('GET', '/rooms?limit=2')).totalPages === 2;
  },
  'last-table-page-again': async ({ linden }) => same(docsOf(await linden('GET', '/tables?limit=3&page=3')), []),
  'any-feature-is-enough': async ({ linden }) => (await shown(linden, '/tables?features=window,quiet', 'label')) === 'A1',
  'search-by-case': async ({ linden }) => (await shown(linden, '/dishes?q=LEMON', 'name')) === 'Lemonade',
  'first-allergen-only': async ({ linden }) => (await shown(linden, '/dishes?without=gluten,fish', 'name')) === 'Green salad,Lemonade',
  'available-false-ignored': async ({ linden }) => (await shown(linden, '/dishes?available=false', 'name')) === 'Walnut tart',
  'max-price-excluded': async ({ linden }) => (await shown(linden, '/dishes?maxPrice=450', 'name')) === 'Green salad,Lemonade',
  'prices-sorted-as-texts': async ({ linden }) => (await shown(linden, '/dishes?orderBy=cheapest', 'price')) === '450,450,750,890,1490',
  'dish-pages-overlap': async ({ linden }) => (await shown(linden, '/dishes?limit=2&page=2', 'name')) === 'Lemonade,Soup of the house',
  'next-dishes-after-full-page': async ({ linden }) => {
    await newDish(linden);
    return of(await linden('GET', '/dishes?limit=3&page=2')).hasNextPage === false;
  },
  'from-excluded': async ({ linden }) =>
    (await shown(linden, `/reservations?from=${JUNE}&to=2040-06-02T18:00:00Z`, 'id')) === ids.reservation,
  'total-of-reservation-page': async ({ linden }) => {
    await newReservation(linden);
    return of(await linden('GET', '/reservations?limit=1')).totalDocs === 4;
  },
  'periods-not-sorted': async ({ linden }) => {
    const periods = [
      { opens: '18:00', closes: '22:00' },
      { opens: '11:00', closes: '14:00' },
    ];
    await linden('PUT', '/opening-hours/monday', { body: { periods } });
    return same(of(await linden('GET', '/opening-hours/monday')).periods, periods.toReversed());
  },
};
