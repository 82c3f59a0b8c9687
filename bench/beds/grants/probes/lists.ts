// Probes of the faults of lists.

import type { Got } from '../../client.ts';
import { header, type Probes } from '../../probes.ts';
import { application, budget, type Callers, each } from './callers.ts';

/** The query of the address with this relation. */
function queryOf(got: Got, rel: string): string | undefined {
  const links = (header(got, 'link') ?? '').split(', ');
  return links.find((link) => link.endsWith(`rel="${rel}"`))?.match(/\?([^>]*)>/)?.[1];
}

export const lists: Probes<Callers> = {
  'total-of-the-part': async ({ willow }) => header(await willow('GET', '/organisations?take=2'), 'x-total-count') === '5',
  'next-after-full-part': async ({ willow }) => queryOf(await willow('GET', '/applications?take=4&skip=4'), 'next') === undefined,
  'last-part-empty': async ({ willow }) => queryOf(await willow('GET', '/applications?take=4'), 'last') === 'take=4&skip=4',
  'links-without-filters': async ({ willow }) =>
    queryOf(await willow('GET', '/applications?state=approved&take=2'), 'next') === 'state=approved&take=2&skip=2',
  'grants-from-the-lowest-on': async ({ willow }) =>
    each(await willow('GET', '/grants?sort=-awardedCents'), 'awardedCents') === '800000,700000,500000',
  'amounts-sorted-as-texts': async ({ willow }) => {
    await willow('PUT', `${application(1)}/budget`, budget([['staff', 1_000_000]]));
    return each(await willow('GET', '/applications?sort=-requestedCents&take=1'), 'number') === '2025-0001';
  },
  'first-state-only': async ({ willow }) =>
    each(await willow('GET', '/applications?state=draft,submitted'), 'number') === '2025-0001,2025-0002,2025-0008',
  'most-excluded': async ({ willow }) => each(await willow('GET', '/applications?maxRequestedCents=50000'), 'number') === '2025-0002',
  'deleted-in-list': async ({ willow }) => !each(await willow('GET', '/organisations'), 'name').includes('Old Lantern'),
  'part-of-name-by-case': async ({ willow }) => each(await willow('GET', '/organisations?q=mill'), 'name') === 'Mill Theatre',
  'paid-instalment-due': async ({ willow }) => each(await willow('GET', '/grants?dueBefore=2025-03-02'), 'number') === '',
};
