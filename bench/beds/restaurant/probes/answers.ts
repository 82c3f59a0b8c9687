// Probes of responses and of conditions.
import { etag, header, location, of } from '../../probes.ts';
import { dish, docsOf, gives, ids, newDish, newReservation, patch, type RestaurantProbes, room, table } from './callers.ts';

const ONION = { name: 'Onions', unit: 'piece', stock: 500, reorderLevel: 500 };

const responses: RestaurantProbes = {
  'new-room-is-200': gives(201, 'POST', '/rooms', room()),
  'table-location-elsewhere': async ({ linden }) =>
    (await linden('GET', location(await linden('POST', '/tables', { body: table() })))).status === 200,
  'deleted-dish-is-200': async ({ linden }) => (await linden('DELETE', `/dishes/${await newDish(linden)}`)).status === 204,
  'listed-start-as-sent': async ({ linden }) => {
    const id = await newReservation(linden, { startsAt: '2042-02-03T20:00:00+02:00' });
    const listed = docsOf(await linden('GET', '/reservations?from=2042-01-01T00:00:00Z')).find((one) => one.id === id);
    return listed?.startsAt === '2042-02-03T18:00:00.000Z';
  },
  'end-stays-after-change': async ({ linden }) =>
    of(await patch(linden, `/reservations/${ids.reservation}`, { durationMinutes: 90 })).endsAt === '2040-06-01T19:30:00.000Z',
  'low-only-below': async ({ linden }) => of(await linden('PUT', '/ingredients/onion', { body: ONION })).low === true,
  'challenge-missing': async ({ stranger }) => header(await stranger('GET', '/rooms'), 'www-authenticate') !== null,
  'conflict-as-problem': async ({ linden }) => header(await linden('DELETE', `/dishes/${ids.soup}`), 'content-type') === 'application/json',
  'allow-missing': async ({ linden }) => header(await linden('DELETE', '/rooms'), 'allow') === 'GET, HEAD, POST',
  'unprocessable-called-400': async ({ linden }) => of(await linden('POST', '/rooms', { body: {} })).status === 422,
};

const FREE = `/tables/${ids.free}`;

const conditions: RestaurantProbes = {
  'unchanged-table-sent-again': async ({ linden }) => {
    const tag = etag(await linden('GET', FREE));
    return (await linden('GET', FREE, { headers: { 'if-none-match': tag } })).status === 304;
  },
  'table-deleted-whatever-the-tag': async ({ linden }) =>
    (await linden('DELETE', FREE, { headers: { 'if-match': '"another"' } })).status === 412,
  'reservation-changed-whatever-the-tag': async ({ linden }) =>
    (await patch(linden, `/reservations/${ids.reservation}`, { party: 1 }, { 'if-match': '"another"' })).status === 412,
  'if-match-takes-one-tag': async ({ linden }) => {
    const tag = etag(await linden('GET', FREE));
    return (await patch(linden, FREE, { seats: 3 }, { 'if-match': `"another", ${tag}` })).status === 200;
  },
  'dish-tag-without-details': async ({ linden }) => {
    const id = await newDish(linden);
    const before = etag(await linden('GET', `/dishes/${id}`));
    const after = await linden('PUT', `/dishes/${id}`, { body: dish({ description: 'With walnuts.' }) });
    return before !== etag(after);
  },
  'ingredient-tag-without-stock': async ({ linden }) => {
    const before = etag(await linden('GET', '/ingredients/onion'));
    await linden('POST', `/orders/${ids.order}/lines`, { body: { dishId: ids.soup, quantity: 1 } });
    return (await linden('GET', '/ingredients/onion', { headers: { 'if-none-match': before } })).status === 200;
  },
  'ingredient-replaced-though-new': async ({ linden }) =>
    (await linden('PUT', '/ingredients/onion', { body: ONION, headers: { 'if-none-match': '*' } })).status === 412,
  'head-without-tag': async ({ linden }) => {
    const path = `/reservations/${ids.reservation}`;
    return etag(await linden('HEAD', path)) === etag(await linden('GET', path));
  },
};

export const answers: RestaurantProbes = { ...responses, ...conditions };
