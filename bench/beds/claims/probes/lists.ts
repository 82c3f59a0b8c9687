// Probes of the faults of lists and of their media type and links.
import type { Got } from '../../client.ts';
import { type Item, joined, of } from '../../probes.ts';
import { active, CLAIMS, type ClaimProbes, draft, PAYEES, POLICIES, seen, withCover } from './callers.ts';

const things = (got: Got, name: string): readonly Item[] => ((of(got)._embedded ?? {}) as Record<string, readonly Item[]>)[name] ?? [];

const linksOf = (got: Got): Readonly<Record<string, { readonly href: string } | undefined>> =>
  of(got)._links as Readonly<Record<string, { readonly href: string }>>;

export const lists: ClaimProbes = {
  'pages-overlap': async ({ linden }) => {
    const pages = await Promise.all([1, 2].map((page) => linden('GET', `/policies?size=2&page=${page}`)));
    return (
      joined(
        pages.flatMap((page) => things(page, 'policies')),
        'id',
      ) === Object.values(POLICIES).join()
    );
  },
  'links-without-filters': async ({ linden }) => {
    const { next } = linksOf(await linden('GET', '/policies?state=active&sort=-premium&size=1'));
    return new URLSearchParams(next?.href.split('?')[1]).get('state') === 'active';
  },
  'total-of-the-page': async ({ linden }) => of(await linden('GET', '/claims?size=2')).totalItems === 3,
  'full-page-has-next': async ({ linden }) => linksOf(await linden('GET', '/claims?size=3')).next === undefined,
  'in-force-on-the-end': async ({ linden }) => {
    const last = await linden('GET', '/policies?inForceOn=2026-12-31');
    const end = await linden('GET', '/policies?inForceOn=2027-01-01');
    return (
      joined(things(last, 'policies'), 'id') === `${POLICIES.motor},${POLICIES.home}` &&
      joined(things(end, 'policies'), 'id') === POLICIES.home
    );
  },
  'premiums-sorted-as-texts': async ({ linden }) => {
    await draft(linden, withCover({ annualPremium: 1000 }));
    const got = await linden('GET', '/policies?sort=premium');
    return joined(things(got, 'policies'), 'premium') === '255,288.15,479.91,1000';
  },
  'first-state-alone': async ({ linden }) => {
    const got = await linden('GET', '/claims?state=settled,reported');
    return joined(things(got, 'claims'), 'id') === `${CLAIMS.bump},${CLAIMS.leak}`;
  },
  'last-day-of-losses-excluded': async ({ linden }) => {
    const got = await linden('GET', '/claims?occurredFrom=2026-02-04&occurredTo=2026-02-10');
    return joined(things(got, 'claims'), 'id') === CLAIMS.crash;
  },
  'blocked-false-is-no-filter': async ({ linden }) => {
    const got = await linden('GET', '/payees?blocked=false');
    return joined(things(got, 'payees'), 'id') === `${PAYEES.workshop},${PAYEES.person}`;
  },
  'schedule-totals-of-the-filter': async ({ linden }) => {
    const { total, open } = await seen(linden, `/policies/${POLICIES.motor}/instalments?state=open`);
    return total === 479.91 && open === 239.95;
  },
};

export const listResponses: ClaimProbes = {
  'list-as-plain-json': async ({ linden }) => (await linden('GET', '/claims')).headers.get('content-type') === 'application/hal+json',
  'cancellation-link-on-drafts': async ({ linden }) => {
    const path = await active(linden);
    const links = [await linden('GET', path), await linden('GET', `/policies/${POLICIES.travel}`)].map((got) => linksOf(got).cancellation);
    return links[0] !== undefined && links[1] === undefined;
  },
};
