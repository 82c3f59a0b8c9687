// Probes of the faults of lists.
import { header, joined, of } from '../../probes.ts';
import { type AuctionProbes, INVOICES, LOTS, partOf, SALES } from './callers.ts';

const PRINTS = `/sales/${SALES.prints}/lots`;

export const lists: AuctionProbes = {
  'parts-overlap': async ({ alder }) => {
    const first = await alder('GET', `${PRINTS}?limit=2`);
    const second = await alder('GET', `${PRINTS}?limit=2&cursor=${of(first).next}`);
    return joined([...partOf(first, 'lots'), ...partOf(second, 'lots')], 'number') === '1,2,3';
  },
  'full-last-part-has-next': async ({ alder }) => of(await alder('GET', `${PRINTS}?limit=3`)).next === null,
  'total-of-the-part': async ({ alder }) => header(await alder('GET', `${PRINTS}?limit=1`), 'total-count') === '3',
  'total-without-filters': async ({ alder }) => header(await alder('GET', '/invoices?state=paid'), 'total-count') === '1',
  'link-without-filters': async ({ alder }) =>
    header(await alder('GET', `${PRINTS}?limit=1&category=prints`), 'link')?.includes('category=prints') === true,
  'first-state-only': async ({ alder }) =>
    joined(partOf(await alder('GET', '/sales?state=draft,closed'), 'sales'), 'id') === `${SALES.silver},${SALES.books}`,
  'until-excludes-day': async ({ alder }) =>
    joined(partOf(await alder('GET', '/sales?from=2040-03-01&until=2040-03-01'), 'sales'), 'id') === String(SALES.prints),
  'estimate-from-excludes': async ({ alder }) =>
    joined(partOf(await alder('GET', `${PRINTS}?estimateFrom=40000`), 'lots'), 'id') === String(LOTS.harbour),
  'overdue-although-paid': async ({ alder }) =>
    joined(partOf(await alder('GET', '/invoices?overdue=true'), 'invoices'), 'id') === String(INVOICES.lena),
  'lowest-bid-first': async ({ alder }) =>
    joined(partOf(await alder('GET', `/lots/${LOTS.harbour}/bids`), 'bids'), 'amount') === '22500,20000',
};
