// Probes of the faults of answers: responses, conditions, accounts and secrets.
import { etag, header, location, of } from '../../probes.ts';
import { type AuctionProbes, BIDDERS, bid, bidder, INVOICES, LOTS, makeLot, patch, pay, SALES, seen } from './callers.ts';

const HARBOUR = `/lots/${LOTS.harbour}`;
const PRINTS = `/sales/${SALES.prints}`;
const OLD = { 'if-match': '"old"' };

const responses: AuctionProbes = {
  'sale-without-closed-at': async ({ alder }) => (await seen(alder, PRINTS)).closedAt === null,
  'reserve-met-as-text': async ({ alder }) => (await seen(alder, HARBOUR)).reserveMet === false,
  'lot-created-with-200': async ({ alder }) => (await makeLot(alder)).status === 201,
  'bidder-without-location': async ({ alder }) => location(await alder('POST', '/bidders', { body: bidder() })) !== '',
  'job-without-retry-after': async ({ alder }) => {
    const started = await alder('POST', `/sales/${SALES.books}/reofferings`, { body: { targetSaleId: SALES.silver } });
    return started.status === 202 && header(started, 'retry-after') === '1';
  },
  'unauthorized-without-challenge': async ({ stranger }) => header(await stranger('GET', '/sales'), 'www-authenticate') !== null,
  'problem-as-plain-json': async ({ alder }) => header(await alder('GET', '/lots/2999999'), 'content-type') === 'application/problem+json',
};

const conditions: AuctionProbes = {
  'lot-tag-ignores-bids': async ({ alder }) => {
    const before = await alder('GET', HARBOUR);
    await bid(alder, LOTS.harbour, BIDDERS.lena, 30_000);
    return etag(await alder('GET', HARBOUR)) !== etag(before);
  },
  'tag-of-lot-not-checked': async ({ alder }) => (await patch(alder, HARBOUR, { title: 'Harbour' }, OLD)).status === 412,
  'tag-of-sale-checked-late': async ({ alder }) => {
    const { status } = await patch(alder, PRINTS, { title: 'Posters' }, OLD);
    return status === 412 && (await seen(alder, PRINTS)).title === 'Prints and posters';
  },
  'tag-lists-not-matched': async ({ alder }) => {
    const tag = etag(await alder('GET', PRINTS));
    return (await alder('GET', PRINTS, { headers: { 'if-none-match': `"old", ${tag}` } })).status === 304;
  },
  'not-modified-without-tag': async ({ alder }) => {
    const tag = etag(await alder('GET', PRINTS));
    const again = await alder('GET', PRINTS, { headers: { 'if-none-match': tag } });
    return again.status === 304 && etag(again) === tag;
  },
  'invoice-without-head': async ({ alder }) => (await alder('HEAD', `/invoices/${INVOICES.lena}`)).status === 200,
};

const accounts: AuctionProbes = {
  'lots-of-other-houses': async ({ alder, birch }) => {
    const { json } = await birch('GET', '/sales?state=open');
    const [open] = (json as { sales: { id: number }[] }).sales;
    const listed = of(await birch('GET', `/sales/${open?.id}/lots`)).lots as readonly { id: number }[];
    return listed.length > 0 && (await alder('GET', `/lots/${listed[0]?.id}`)).status === 404;
  },
  'consignor-of-another-house': async ({ alder, birch }) => {
    const { json } = await birch('GET', '/sales?state=open');
    const [open] = (json as { sales: { id: number }[] }).sales;
    const listed = of(await birch('GET', `/sales/${open?.id}/lots`)).lots as readonly { consignorId: number }[];
    return (await makeLot(alder, { consignorId: listed[0]?.consignorId })).status === 422;
  },
  'clerk-closes-sales': async ({ clerk }) => (await clerk('POST', `${PRINTS}/close`)).status === 403,
  'two-bids-at-once': async ({ alder }) => {
    const bidders = [BIDDERS.lena, BIDDERS.ivo];
    const got = await Promise.all(bidders.map((id) => bid(alder, LOTS.poster, id, 12_000)));
    return got.filter(({ status }) => status === 201).length === 1;
  },
  'two-payments-at-once': async ({ alder }) => {
    const got = await Promise.all(['once-0001', 'once-0002'].map((key) => pay(alder, INVOICES.lena, 40_000, key)));
    return got.filter(({ status }) => status === 201).length === 1;
  },
};

const secrets: AuctionProbes = {
  'pin-shown-again': async ({ alder }) => {
    const made = await alder('POST', '/bidders', { body: bidder() });
    return of(made).pin !== undefined && (await seen(alder, location(made))).pin === undefined;
  },
  'reserve-in-lists': async ({ alder }) => !(await alder('GET', `${PRINTS}/lots`)).bytes.toString().includes('"reserve"'),
};

export const answers: AuctionProbes = { ...responses, ...conditions, ...accounts, ...secrets };
