// Probes of answers, conditions and lists.
import { etag, header, itemsOf, joined, location, of, times } from '../../probes.ts';
import { ADULT, book, type FerryProbes, newSailing, SHIP } from './callers.ts';

const responses: FerryProbes = {
  'ship-created-200': async ({ nordsund }) => (await nordsund('POST', '/ships', { body: SHIP })).status === 201,
  'listed-without-arrival': async ({ nordsund }) => {
    const sailings = itemsOf(await nordsund('GET', '/sailings?sort=-departsAt'));
    return joined(sailings, 'arrivesAt') === '2027-06-03T07:40:00.000Z,2027-06-03T08:20:00.000Z,2027-05-20T07:40:00.000Z';
  },
  'booking-location-nested': async ({ nordsund }) => {
    const made = await book(nordsund, '/sailings/sl_june030001');
    return made.status === 201 && of(await nordsund('GET', location(made))).id === of(made).id;
  },
};

const conditions: FerryProbes = {
  'ship-match-ignored': async ({ nordsund }) => {
    const path = '/ships/sh_tarnan0001';
    const old = etag(await nordsund('GET', path));
    const { id: _, createdAt: __, ...data } = of(await nordsund('GET', path));
    const first = await nordsund('PUT', path, { body: { ...data, name: 'Tärnan II' }, headers: { 'if-match': old } });
    const second = await nordsund('PUT', path, { body: data, headers: { 'if-match': old } });
    return first.status === 200 && second.status === 412;
  },
  'sailing-tag-without-load': async ({ nordsund }) => {
    const sailing = await newSailing(nordsund);
    const tag = etag(await nordsund('GET', sailing));
    const unchanged = await nordsund('GET', sailing, { headers: { 'if-none-match': tag } });
    await book(nordsund, sailing);
    const changed = await nordsund('GET', sailing, { headers: { 'if-none-match': tag } });
    return unchanged.status === 304 && changed.status === 200;
  },
  'head-of-booking-405': async ({ nordsund }) => {
    const got = await nordsund('GET', '/bookings/bk_sandberg01');
    const head = await nordsund('HEAD', '/bookings/bk_sandberg01');
    return head.status === 200 && etag(head) === etag(got) && header(head, 'content-length') === header(got, 'content-length');
  },
};

const lists: FerryProbes = {
  'departs-from-after': async ({ nordsund }) => {
    const found = itemsOf(await nordsund('GET', '/sailings?departsFrom=2027-06-03T07:00:00Z'));
    const before = itemsOf(await nordsund('GET', '/sailings?departsFrom=2027-06-03T05:45:00Z&departsBefore=2027-06-03T07:00:00Z'));
    return joined(found, 'id') === 'sl_june030002' && joined(before, 'id') === 'sl_june030001';
  },
  'total-of-any-status': async ({ nordsund }) => {
    const all = of(await nordsund('GET', '/sailings?limit=1'));
    return all.total === 3 && of(await nordsund('GET', '/sailings?status=boarding,departed')).total === 2;
  },
  'totals-as-texts': async ({ nordsund }) => {
    const passengersOf = (count: number): object => ({ passengers: times(count, () => ADULT) });
    for (const count of [2, 9, 1, 9]) await book(nordsund, '/sailings/sl_june030001', passengersOf(count));
    const sorted = async (sort: string): Promise<string> => joined(itemsOf(await nordsund('GET', `/bookings?sort=${sort}`)), 'totalCents');
    const up = await sorted('totalCents');
    return up === '2450,2450,4900,6875,22050,22050' && (await sorted('-totalCents')) === '22050,22050,6875,4900,2450,2450';
  },
  'page-skips-booking': async ({ nordsund }) => {
    for (const name of ['Bo', 'Cid', 'Dag']) await book(nordsund, '/sailings/sl_june030001', { contact: { name, email: 'b@example.org' } });
    const found: unknown[] = [];
    let next = '';
    for (let page = 0; page < 9; page++) {
      const got = await nordsund('GET', `/bookings?limit=2&sort=createdAt${next}`);
      found.push(...itemsOf(got).map(({ reference }) => reference));
      const { nextCursor } = of(got);
      if (nextCursor === null) break;
      next = `&cursor=${String(nextCursor)}`;
    }
    return found.length === 5 && found[0] === 'K7MQ2A' && found[1] === 'W3TR9C' && new Set(found).size === 5;
  },
};

export const answers: FerryProbes = { ...responses, ...conditions, ...lists };
