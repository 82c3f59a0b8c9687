// Probes of faults in lists, searches and exports.
import { setTimeout as wait } from 'node:timers/promises';
import type { Send } from '../../client.ts';
import { itemsOf, itemsOfPages, joined, location, of, times } from '../../probes.ts';
import { seedId } from '../seeds.ts';
import { after, item, lists, MID, order, type Probe, type Probes, performer, SPRING, shows, slot } from './requests.ts';

/** The items of all pages, by a member, as they come. */
const allPages =
  (path: string, name: string, wanted: string): Probe =>
  async ({ meadow }) =>
    joined(await itemsOfPages(meadow, path), name) === wanted;

const festivals = (query: string, wanted: string): Probe => lists(`/festivals${query}`, 'festivalId', wanted);
const performers = (query: string, wanted: string): Probe => lists(`/performers${query}`, 'displayName', wanted);
const types = (query: string, wanted: string): Probe => lists(`${MID}/ticketTypes${query}`, 'title', wanted);
const orders = (query: string, wanted: string): Probe =>
  lists(
    `/orders${query}`,
    'orderId',
    wanted
      .split('')
      .map((digit) => seedId('d', Number(digit)))
      .join(),
  );

/** Starts an export and waits for its end. */
export async function exportOf(meadow: Send, body: object): Promise<string> {
  const address = location(await meadow('POST', `${MID}:exportOrders`, { body }));
  while (of(await meadow('GET', address)).done !== true) await wait(20);
  return address;
}

export const exports =
  (body: object, good: (text: string) => boolean): Probe =>
  async ({ meadow }) => {
    const got = await meadow('GET', `${await exportOf(meadow, body)}/result`);
    return got.status === 200 && good(got.bytes.toString());
  };

export const listed: Probes = {
  'page-of-ten': after(
    times(12, (index) => ['POST', '/performers', performer({ displayName: `P${index}` })] as const),
    async ({ meadow }) => itemsOf(await meadow('GET', '/performers')).length === 16,
  ),
  'page-token-of-any-filters': async ({ meadow }) => {
    const token = String(of(await meadow('GET', '/performers?pageSize=1')).nextPageToken);
    return (await meadow('GET', `/performers?pageSize=1&country=NL&pageToken=${token}`)).status === 400;
  },
  'festivals-pages-overlap': allPages('/festivals?pageSize=2', 'festivalId', 'midsummer,winterlight,spring-fair,may-days'),
  'festivals-total-of-page': shows('/festivals?pageSize=1', 'totalSize', 4),
  'festivals-never-sorted': festivals('?orderBy=title', 'may-days,midsummer,spring-fair,winterlight'),
  'festivals-capacity-as-text': festivals('?orderBy=capacity+desc', 'spring-fair,winterlight,may-days,midsummer'),
  'festivals-city-part': festivals('?city=utrecht', 'midsummer'),
  'festivals-first-genre-only': festivals('?genre=pop', 'midsummer'),
  'festivals-search-title-only': festivals('?q=RIVER', 'midsummer'),
  'festivals-starts-from-exclusive': festivals('?startsFrom=2027-06-11', 'midsummer,winterlight'),
  'festivals-deleted-listed': after([['DELETE', SPRING]], festivals('', 'midsummer,winterlight,may-days')),
  'stages-total-of-page': shows(`${MID}/stages?pageSize=1`, 'totalSize', 2),
  'slots-by-creation': after(
    [['POST', `${MID}/stages/main/slots`, slot('11T10:00', '11T11:00')]],
    lists(`${MID}/stages/main/slots`, 'startTime', '2027-06-11T10:00:00.000Z,2027-06-11T20:00:00.000Z,2027-06-12T18:00:00.000Z'),
  ),
  'slots-day-ignored': lists(`${MID}/stages/main/slots?day=2027-06-12`, 'slotId', seedId('c', 2)),
  'performers-pages-leave-gap': allPages('/performers?pageSize=2', 'displayName', 'Anna Vos,Calm Sea,Delta Five,brass & co'),
  'performers-sort-by-case': performers('', 'Anna Vos,Calm Sea,Delta Five,brass & co'),
  'performers-country-ignored': performers('?country=BE', 'brass & co'),
  'performers-min-rating-exclusive': performers('?minRating=4.2', 'Anna Vos,Calm Sea'),
  'ticket-types-page-one-more': types('?pageSize=2', 'Day,Camping'),
  'ticket-types-price-as-text': types('?orderBy=price.amountMinor', 'Press,Day,Camping'),
  'orders-token-on-last': shows('/orders', 'nextPageToken', undefined),
  'orders-total-as-text': orders('?orderBy=totalMinor', '23451'),
  'orders-first-state-only': orders('?state=paid,refunded', '12'),
  'orders-created-before-inclusive': orders('?state=paid,refunded&createdBefore=2026-02-11T08:00:00Z', '1'),
  'waiting-newest-first': lists(`${MID}/waitingList`, 'email', 'ada@mail.example,ben@mail.example,cleo@mail.example'),
  'export-states-ignored': exports({ states: ['paid'] }, (text) => !text.includes('refunded')),
  'export-all-festivals': after(
    [['POST', '/orders', order({ festivalId: 'spring-fair', items: [item(4, 1)], buyer: { name: 'Vera', email: 'v@mail.example' } })]],
    exports({}, (text) => !text.includes('Vera') && text.includes('Bo Dahl')),
  ),
};
