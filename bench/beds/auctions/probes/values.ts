// Probes of the faults of values: each shows that a request that is not as described is refused.
import type { Got } from '../../client.ts';
import { isKept, times } from '../../probes.ts';
import {
  type AuctionProbes,
  BIDDERS,
  bid,
  bidder,
  type Callers,
  CONSIGNORS,
  consignor,
  INVOICES,
  LOTS,
  lot,
  makeLot,
  makeSale,
  pay,
  SALES,
  sale,
} from './callers.ts';

const isInvalid = async (got: Promise<Got>): Promise<boolean> => (await got).status === 422;

const refusesSale =
  (others: object) =>
  ({ alder }: Callers): Promise<boolean> =>
    isInvalid(makeSale(alder, others));

const refusesLot =
  (others: object) =>
  ({ alder }: Callers): Promise<boolean> =>
    isInvalid(makeLot(alder, others));

const refusesConsignor =
  (others: object) =>
  ({ alder }: Callers): Promise<boolean> =>
    isInvalid(alder('POST', '/consignors', { body: consignor(others) }));

const rows = (...rowsOf: readonly (readonly [number, number])[]): object => ({
  increments: rowsOf.map(([from, step]) => ({ from, step })),
});

export const values: AuctionProbes = {
  'sale-title-of-121': refusesSale({ title: 'x'.repeat(121) }),
  'premium-rate-any-fraction': refusesSale({ premiumRate: 22.25 }),
  'step-of-zero': refusesSale(rows([0, 0])),
  'nine-increments': refusesSale(rows(...times(9, (index) => [index * 1000, 100] as const))),
  'increments-unordered': refusesSale(rows([0, 100], [5000, 500], [2000, 200])),
  'viewing-any-member': refusesSale({ viewings: [{ opensAt: '2040-06-30T10:00:00Z', closesAt: '2040-06-30T12:00:00Z', hall: 'A' }] }),
  'closing-before-opening': refusesSale({ closesAt: '2040-07-01T09:00:00Z' }),
  'lot-title-null': refusesLot({ title: null }),
  'category-free': refusesLot({ category: 'stamps' }),
  'estimate-low-zero': refusesLot({ estimate: { low: 0, high: 10 } }),
  'images-any-text': refusesLot({ images: ['riviera'] }),
  'provenance-repeats': refusesLot({ provenance: ['K. Ott', 'K. Ott'] }),
  'artist-born-as-text': refusesLot({ artist: { name: 'K. Ott', born: '1902' } }),
  'iban-lower-case': refusesConsignor({ iban: 'de89370400440532013000' }),
  'consignor-email-any-text': refusesConsignor({ email: 'marta' }),
  'address-country-any-text': refusesConsignor({ address: { street: 'Markt 1', city: 'Bremen', postalCode: '28195', country: 'Germany' } }),
  'phone-any-text': ({ alder }) => isInvalid(alder('POST', '/bidders', { body: bidder({ phone: 'by day' }) })),
  'bid-amount-with-fraction': ({ alder }) => isInvalid(bid(alder, LOTS.poster, BIDDERS.lena, 12_000.5)),
  'signed-on-impossible-day': ({ alder }) => {
    const body = { version: 0, commissionRate: 10, signedOn: '2025-02-30' };
    return isInvalid(alder('PUT', `/consignors/${CONSIGNORS.gallery}/agreement`, { body }));
  },
  'limit-of-51': async ({ alder }) => (await alder('GET', '/sales?limit=51')).status === 400,
  'key-any-characters': async ({ alder }) => (await pay(alder, INVOICES.lena, 100, 'my key 1!')).status === 400,
  'sort-unknown-ignored': async ({ alder }) => (await alder('GET', '/sales?sort=room')).status === 400,
  'any-media-type': async ({ alder }) => (await alder('POST', '/sales', { body: sale(), type: 'text/plain' })).status === 415,
};

export const richValues: AuctionProbes = {
  'title-trimmed': ({ alder }) => isKept(alder, 'POST', '/sales', sale({ title: ' Maps ' }), 'title', ' Maps '),
  'title-counted-in-bytes': async ({ alder }) => (await makeSale(alder, { title: 'ö'.repeat(100) })).status === 201,
  'opening-offset-dropped': async ({ alder }) => {
    const { json } = await makeSale(alder, { opensAt: '2040-07-01T10:00:00+02:00' });
    return Date.parse(String((json as { opensAt: string }).opensAt)) === Date.UTC(2040, 6, 1, 8);
  },
  'search-as-pattern': async ({ alder }) => (await alder('GET', '/sales?q=b.oks')).headers.get('total-count') === '0',
  'tax-rounded-down': async ({ alder }) => {
    await bid(alder, LOTS.poster, BIDDERS.lena, 22_500);
    await alder('POST', `/sales/${SALES.prints}/close`);
    const { json } = await alder('GET', `/invoices?saleId=${SALES.prints}`);
    return (json as { invoices: { tax: number }[] }).invoices[0]?.tax === 1069;
  },
  'large-estimate-wraps': ({ alder }) => {
    const estimate = { low: 5_000_000_000, high: 6_000_000_000 };
    return isKept(alder, 'POST', `/sales/${SALES.silver}/lots`, lot({ estimate }), 'estimate', estimate);
  },
  'empty-description-becomes-null': ({ alder }) => isKept(alder, 'POST', '/sales', sale({ description: '' }), 'description', ''),
};
