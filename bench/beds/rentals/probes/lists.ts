// Probes of lists.
import type { Send } from '../../client.ts';
import { joined, of, type Probes } from '../../probes.ts';
import type { Bed } from './callers.ts';

type Things = readonly Readonly<Record<string, unknown>>[];

/** The numbers of the things on a page. */
async function numbers(send: Send, path: string): Promise<string> {
  const { results } = of(await send('GET', path));
  return joined(results as Things, 'number');
}

export const lists: Probes<Bed> = {
  'machines-pages-overlap': async ({ north }) => (await numbers(north, '/machines?pageSize=2&page=2')) === 'M1003,M1004',
  'models-page-after-last': async ({ north }) => of(await north('GET', '/models?pageSize=3')).next === null,
  'no-way-back-to-first-page': async ({ north }) => typeof of(await north('GET', '/models?pageSize=1&page=2')).previous === 'string',
  'invoices-next-without-filters': async ({ north }) => {
    const { next } = of(await north('GET', '/invoices?pageSize=1&sort=-dueOn'));
    return (await numbers(north, String(next))) === 'I10001';
  },
  'reservations-count-of-page': async ({ north }) => of(await north('GET', '/reservations?pageSize=2')).count === 6,
  'numbers-sorted-as-texts': async ({ north }) => (await numbers(north, '/models?sort=dayRate')) === 'T102,T103,T101',
  'models-cheaper-only': async ({ north }) => (await numbers(north, '/models?maxDayRate=4500')) === 'T102',
  'customers-search-by-case': async ({ north }) => (await numbers(north, '/customers?q=MARIN')) === 'C1002',
  'running-machines-listed-as-free': async ({ north }) =>
    (await numbers(north, '/machines?freeFrom=2040-02-05&freeUntil=2040-02-05&modelNumber=T101')) === 'M1001',
  'first-state-only': async ({ north }) => (await numbers(north, '/reservations?state=out,cancelled')) === 'R10002,R10004',
  'last-day-not-in-period': async ({ north }) => (await numbers(north, '/reservations?onDay=2040-03-06')) === 'R10001',
  'due-before-with-its-day': async ({ north }) => (await numbers(north, '/invoices?dueBefore=2025-06-10')) === 'I10001',
};
