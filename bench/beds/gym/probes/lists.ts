// Probes of tags, pages, filters and sorting.
import type { Send } from '../../client.ts';
import { ANY, etag, of } from '../../probes.ts';
import {
  BOOKED,
  course,
  EVENING,
  entriesOf,
  FLOW,
  type GymProbes,
  get,
  HARBOUR,
  LUCA,
  make,
  pagination,
  patch,
  post,
  RUTH,
  studio,
} from './callers.ts';

const COURSE = `/courses/${FLOW}`;

/** The members of this name of the entries of a list, in their order. */
async function listed(send: Send, path: string, name: string): Promise<string> {
  const all = entriesOf(await get(send, path)).map((one) => one[name]);
  return all.join();
}

export const conditions: GymProbes = {
  'studio-deleted-without-match': async ({ north }) => {
    const id = await make(north, '/studios', studio());
    return (await north('DELETE', `/studios/${id}`, { headers: { 'if-match': '"old"' } })).status === 412;
  },
  'course-tag-never-changes': async ({ north }) => {
    const before = etag(await get(north, COURSE));
    await patch(north, COURSE, { title: 'Late flow' });
    return etag(await get(north, COURSE)) !== before;
  },
  'any-version-refused': async ({ north }) => (await patch(north, COURSE, { title: 'Late flow' }, ANY)).status === 200,
  'patched-course-with-old-tag': async ({ north }) =>
    etag(await patch(north, COURSE, { title: 'Late flow' })) === etag(await get(north, COURSE)),
  'member-always-read': async ({ north }) => {
    const tag = etag(await get(north, `/members/${RUTH}`));
    return (await north('GET', `/members/${RUTH}`, { headers: { 'if-none-match': tag } })).status === 304;
  },
  'course-without-head': async ({ north }) => (await north('HEAD', COURSE)).status === 200,
};

export const lists: GymProbes = {
  'studios-pages-rounded-down': async ({ north }) => {
    await make(north, '/studios', studio());
    return pagination(await get(north, '/studios?perPage=2')).totalPages === 2;
  },
  'courses-page-after-last': async ({ north }) => {
    const got = await get(north, '/courses?page=9');
    return got.status === 200 && entriesOf(got).length === 0;
  },
  'sessions-pages-overlap': async ({ north }) =>
    (await listed(north, '/sessions?perPage=1&page=2', 'id')) !== (await listed(north, '/sessions?perPage=1', 'id')),
  'members-next-after-full-page': async ({ north }) => pagination(await get(north, '/members?perPage=2')).nextPage === null,
  'trainers-total-of-page': async ({ north }) => pagination(await get(north, '/trainers?perPage=1')).totalEntries === 2,
  'studio-search-by-case': async ({ north }) => (await listed(north, '/studios?q=hARB', 'id')) === HARBOUR,
  'amenities-any-of-them': async ({ north }) => (await listed(north, '/studios?amenities=sauna,showers', 'id')) === HARBOUR,
  'durations-sorted-as-texts': async ({ north }) => {
    await make(north, '/courses', course({ durationMinutes: 120 }));
    return (await listed(north, '/courses?sort=durationMinutes', 'durationMinutes')) === '60,90,120';
  },
  'from-left-out': async ({ north }) => (await listed(north, '/sessions?from=2034-06-12T17:00:00Z', 'id')).startsWith(EVENING),
  'newsletter-false-ignored': async ({ north }) => (await listed(north, '/members?newsletter=false', 'id')) === LUCA,
  'first-state-only': async ({ north }) => {
    const got = of(await post(north, '/bookings', { sessionId: EVENING, memberId: RUTH }));
    await post(north, `/bookings/${BOOKED}/cancel`);
    return (await listed(north, '/bookings?status=confirmed,cancelled', 'id')) === `${BOOKED},${got.id}`;
  },
};
