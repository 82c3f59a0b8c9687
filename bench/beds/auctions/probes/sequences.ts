// Probes of the faults of sequences: what an action does to its thing and to others.
import { setTimeout as wait } from 'node:timers/promises';
import { location, of, same } from '../../probes.ts';
import {
  type AuctionProbes,
  BIDDERS,
  bid,
  bidder,
  CONSIGNORS,
  INVOICES,
  LOTS,
  makeLot,
  makeSale,
  patch,
  pay,
  SALES,
  seen,
} from './callers.ts';

const TERMS = { commissionRate: 12, signedOn: '2024-01-01' };
const AGREEMENT = `/consignors/${CONSIGNORS.estate}/agreement`;
const CLOSE = `/sales/${SALES.prints}/close`;

const bids: AuctionProbes = {
  'bid-without-step': async ({ alder }) => (await bid(alder, LOTS.harbour, BIDDERS.lena, 22_501)).status === 409,
  'step-of-the-row-before': async ({ alder }) => {
    await bid(alder, LOTS.poster, BIDDERS.lena, 20_000);
    return (await seen(alder, `/lots/${LOTS.poster}`)).nextBid === 22_500;
  },
  'bids-on-drafts': async ({ alder }) => (await bid(alder, LOTS.teaSet, BIDDERS.lena, 50_000)).status === 409,
  'leader-outbids-itself': async ({ alder }) => (await bid(alder, LOTS.harbour, BIDDERS.ivo, 40_000)).status === 409,
  'limit-for-one-bid-only': async ({ alder }) => {
    const first = await bid(alder, LOTS.poster, BIDDERS.ivo, 300_000);
    const second = await bid(alder, LOTS.etchings, BIDDERS.ivo, 300_000);
    return first.status === 201 && second.status === 409;
  },
  'outbid-stays-committed': async ({ alder }) => {
    await bid(alder, LOTS.harbour, BIDDERS.lena, 30_000);
    return (await seen(alder, `/bidders/${BIDDERS.ivo}`)).committed === 0;
  },
  'withdrawn-lot-keeps-price': async ({ alder }) => {
    await alder('POST', `/lots/${LOTS.harbour}/withdraw`, { body: { reason: 'It is damaged.' } });
    return (await seen(alder, `/lots/${LOTS.harbour}`)).price === null;
  },
  'sold-below-reserve': async ({ alder }) => {
    await alder('POST', CLOSE);
    return (await seen(alder, `/lots/${LOTS.harbour}`)).state === 'unsold';
  },
};

const catalogue: AuctionProbes = {
  'draft-removed-with-lots': async ({ alder }) => (await alder('DELETE', `/sales/${SALES.silver}`)).status === 409,
  'rates-change-when-open': async ({ alder }) => (await patch(alder, `/sales/${SALES.prints}`, { premiumRate: 10 })).status === 409,
  'estimate-changes-with-bids': async ({ alder }) =>
    (await patch(alder, `/lots/${LOTS.harbour}`, { estimate: { high: 90_000 } })).status === 409,
  'dimensions-not-merged': async ({ alder }) => {
    const { status } = await patch(alder, `/lots/${LOTS.poster}`, { dimensions: { width: 60 } });
    return status === 200 && same((await seen(alder, `/lots/${LOTS.poster}`)).dimensions, { width: 60, height: 99.5 });
  },
  'agreement-version-ignored': async ({ alder }) => {
    const first = await alder('PUT', AGREEMENT, { body: { version: 1, ...TERMS } });
    const second = await alder('PUT', AGREEMENT, { body: { version: 1, ...TERMS, commissionRate: 5 } });
    return first.status === 200 && second.status === 409;
  },
  'agreement-ended-yet-used': async ({ alder }) => (await makeLot(alder, { consignorId: CONSIGNORS.museum })).status === 409,
  'room-taken-at-overlap': async ({ alder }) => {
    const body = { room: 'Great hall', opensAt: '2040-03-01T12:00:00Z', closesAt: '2040-03-01T20:00:00Z' };
    return (await makeSale(alder, body)).status === 409;
  },
  'reoffered-lots-stay-unsold': async ({ alder }) => {
    const started = await alder('POST', `/sales/${SALES.books}/reofferings`, { body: { targetSaleId: SALES.silver } });
    for (let round = 0; round < 40 && (await seen(alder, location(started))).state !== 'done'; round++) await wait(50);
    return (await seen(alder, `/lots/${LOTS.letters}`)).state === 'reoffered';
  },
};

const people: AuctionProbes = {
  'email-twice-in-capitals': async ({ alder }) =>
    (await alder('POST', '/bidders', { body: bidder({ email: 'LENA@bidders.example' }) })).status === 409,
  'collected-before-paid': async ({ alder }) => {
    const body = { kind: 'collection', collectedBy: 'Lena Vogt' };
    return (await alder('POST', `/lots/${LOTS.atlas}/handovers`, { body })).status === 409;
  },
  'paid-in-full-stays-partly-paid': async ({ alder }) => {
    const { balance } = await seen(alder, `/invoices/${INVOICES.lena}`);
    return of(await pay(alder, INVOICES.lena, Number(balance), 'rest-0001')).state === 'paid';
  },
  'payment-sent-again-counts': async ({ alder }) => {
    await pay(alder, INVOICES.lena, 1000, 'part-0001');
    await pay(alder, INVOICES.lena, 1000, 'part-0001');
    return (await seen(alder, `/invoices/${INVOICES.lena}`)).paid === 21_000;
  },
};

export const sequences: AuctionProbes = { ...bids, ...catalogue, ...people };
