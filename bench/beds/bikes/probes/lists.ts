// Probes of faults in lists, searches and exports.
import { header, itemsOf, itemsOfPages, joined, of, times } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import { after, B, bike, first, lists, type Probe, type Probes, repair, S } from './requests.ts';

/** The ends of a member of the items of all pages, as they come. */
const allPages =
  (path: string, name: string, wanted: string): Probe =>
  async (all) => {
    const items = await itemsOfPages(first(all, path), path);
    return items.map((item) => String(item[name]).slice(-4)).join() === wanted;
  };

const has =
  (path: string, name: string, good: (text: string) => boolean): Probe =>
  async (all) =>
    good(header(await first(all, path)('GET', path), name) ?? '');

const plates = (query: string, wanted: string): Probe => lists(`/bikes${query}`, 'plate', wanted);
const names = (query: string, wanted: string): Probe => lists(`/stations${query}`, 'name', wanted);
const bookings =
  (query: string, wanted: string): Probe =>
  async ({ velo }) =>
    joined(itemsOf(await velo('GET', `/bookings${query}`)), 'id') ===
    wanted
      .split('')
      .map((digit) => seedId('b', Number(digit)))
      .join();

const early = repair({ startedAt: '2026-03-02T09:30:00+02:00', minutes: 5 });
const late = repair({ startedAt: '2026-03-02T08:15:00Z', minutes: 10 });
const repaired: Parameters<typeof after>[0] = [
  ['POST', B(1, '/repairs'), early],
  ['POST', B(1, '/repairs'), late],
];
const twelve: Parameters<typeof after>[0] = [
  ['POST', '/imports/bikes', { bikes: times(12, (index) => ({ plate: `NW-00${10 + index}`, bike: bike() })) }],
];

export const listed: Probes = {
  'stations-pages-overlap': names('?limit=2&page=2', 'Haven,Markt'),
  'stations-links-lose-filters': has('/stations?limit=1&q=delft', 'link', (text) => /<[^>]*q=delft[^>]*>; rel="next"/.test(text)),
  'stations-next-on-last': has('/stations?limit=2&page=2', 'link', (text) => !text.includes('"next"')),
  'stations-last-rounded-down': has('/stations?limit=3', 'link', (text) => /<[^>]*page=2[^>]*>; rel="last"/.test(text)),
  'stations-total-of-page': has('/stations?limit=1', 'x-total-count', (text) => text === '4'),
  'stations-by-creation': names('', 'Beursplein,Centraal,Haven,Markt'),
  'stations-box-swapped': names('?box=4.3,51.9,4.4,52.5', 'Centraal,Markt'),
  'stations-box-edges-out': names('?box=4.3565,52.0066,4.4,52.1', 'Centraal,Markt'),
  'stations-box-width-only': names('?box=4.3,52.01,4.4,52.1', 'Markt'),
  'stations-search-by-case': names('?q=BEURS', 'Beursplein'),
  'stations-search-name-only': names('?q=delft', 'Centraal,Markt'),
  'stations-tag-part': names('?tag=covered', 'Centraal'),
  'stations-filters-either': names('?q=delft&tag=covered', 'Centraal'),
  'docks-by-creation': after(
    [
      ['PUT', S(2, '/docks/2'), { kind: 'plain' }],
      ['PUT', S(2, '/docks/1'), { kind: 'plain' }],
    ],
    lists(S(2, '/docks'), 'number', '1,2'),
  ),
  'bikes-default-ten': after(twelve, async ({ velo }) => itemsOf(await velo('GET', '/bikes')).length === 18),
  'bikes-pages-leave-gap': allPages('/bikes?pageSize=2', 'plate', '2001,1001,1002,1003,1004,1005'),
  'bikes-pages-overlap': allPages('/bikes?pageSize=2', 'plate', '2001,1001,1002,1003,1004,1005'),
  'bikes-page-size-one-more': plates('?pageSize=2', 'AB-2001,DE-1001'),
  'bikes-token-on-last': async ({ velo }) => of(await velo('GET', '/bikes')).nextPageToken === undefined,
  'bikes-order-rate-as-text': plates('?orderBy=dailyRate', 'AB-2001,DE-1002,DE-1001,DE-1004,DE-1005,DE-1003'),
  'bikes-minus-ignored': plates('?orderBy=-plate', 'DE-1005,DE-1004,DE-1003,DE-1002,DE-1001,AB-2001'),
  'bikes-status-first-only': plates('?status=inRepair,retired', 'DE-1003,DE-1004'),
  'bikes-filters-either': plates('?status=available&kind=city', 'DE-1001,DE-1002'),
  'bikes-station-ignored': plates(`?stationId=${seedId('e', 1)}`, 'DE-1001,DE-1002'),
  'bikes-max-rate-left-out': plates('?maxRate=9.00', 'AB-2001,DE-1002'),
  'bikes-rate-as-text': plates('?maxRate=12.50', 'AB-2001,DE-1001,DE-1002,DE-1004'),
  'bikes-search-plate-only': plates('?q=volt', 'DE-1003'),
  'export-status-ignored': async ({ velo }) => !(await velo('GET', '/exports/bikes?status=retired')).bytes.toString().includes('available'),
  'repairs-by-text': after(repaired, lists(B(1, '/repairs'), 'minutes', '10,5')),
  'repairs-oldest-first': after(repaired, lists(B(1, '/repairs'), 'minutes', '10,5')),
  'bookings-inside-only': bookings('?plate=DE-1001&from=2026-07-02&to=2026-08-02', '12'),
  'bookings-to-left-out': bookings('?plate=DE-1001&to=2026-08-01', '12'),
  'bookings-status-ignored': bookings('?status=returned', '5'),
  'bookings-by-creation': bookings('?pageSize=3', '514'),
  'bookings-pages-leave-gap': allPages('/bookings?pageSize=2', 'id', '00b5,00b1,00b4,00b2,00b3,00b6'),
  'customers-minus-ignored': lists('/customers?sort=-name', 'name', 'Noor de Wit,Bea Kuiper,Adam Zand'),
  'customers-sort-within-page': lists('/customers?sort=name&limit=1', 'name', 'Adam Zand'),
  'customers-search-name-only': lists('/customers?q=wit', 'name', 'Noor de Wit,Bea Kuiper'),
  'customers-total-of-page': has('/customers?limit=1', 'x-total-count', (text) => text === '3'),
  'tokens-newest-first': after([['POST', '/tokens', { name: 'New' }]], lists('/tokens', 'name', 'Old kiosk,New')),
};
