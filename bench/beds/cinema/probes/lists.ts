// Probes of lists and of conditions.
import type { Send } from '../../client.ts';
import { ANY, etag, header, joined, times } from '../../probes.ts';
import {
  BOOKINGS,
  booking,
  type CinemaProbes,
  FILMS,
  film,
  HALLS,
  MEMBERS,
  partOf,
  patch,
  post,
  SCREENINGS,
  seat,
  seen,
} from './callers.ts';

const ids = async (send: Send, name: string, path: string, by = 'id'): Promise<string> => joined(await partOf(send, name, path), by);

export const lists: CinemaProbes = {
  'total-of-the-page': async ({ lumen }) => (await seen(lumen, '/films?per_page=1')).total === 3,
  'bookings-on-two-pages': async ({ lumen }) => {
    for (const number of times(4, (index) => index + 1)) await post(lumen, '/bookings', booking({ seats: [seat(number)] }));
    const all = await ids(lumen, 'bookings', '/bookings', 'reference');
    const pages = await Promise.all([1, 2, 3].map((page) => ids(lumen, 'bookings', `/bookings?per_page=2&page=${page}`, 'reference')));
    return pages.join() === all;
  },
  'pages-rounded-down': async ({ lumen }) => (await seen(lumen, '/screenings?per_page=2')).pages === 2,
  'search-in-title-alone': async ({ lumen }) => (await ids(lumen, 'films', '/films?q=papiertiger')) === FILMS.tigers,
  'end-of-days-included': async ({ lumen }) =>
    (await ids(lumen, 'screenings', '/screenings?to=2040-05-02T15:00:00Z')) === SCREENINGS.lighthouse,
  'runtimes-sorted-as-texts': async ({ lumen }) =>
    (await ids(lumen, 'films', '/films?sort=runtime_minutes', 'runtime_minutes')) === '61,95,104',
  'undated-first-from-the-end': async ({ lumen }) =>
    (await ids(lumen, 'films', '/films?sort=released_on&order=desc')) === [FILMS.tigers, FILMS.lighthouse, FILMS.songs].join(),
  'one-feature-is-enough': async ({ lumen }) => (await ids(lumen, 'halls', '/halls?features=3d,hearing_loop')) === '',
  'first-status-alone': async ({ lumen }) =>
    (await ids(lumen, 'bookings', '/bookings?status=confirmed,cancelled', 'reference')) === [BOOKINGS.vera, BOOKINGS.cancelled].join(),
  'newsletter-false-ignored': async ({ lumen }) => (await ids(lumen, 'members', '/members?newsletter=false')) === MEMBERS.odd,
};

export const conditions: CinemaProbes = {
  'film-deleted-without-match': async ({ lumen }) =>
    (await lumen('DELETE', `/films/${FILMS.songs}`, { headers: { 'if-match': '"old"' } })).status === 412,
  'hall-tag-without-features': async ({ lumen }) => {
    const path = `/halls/${HALLS.attic}`;
    const before = etag(await lumen('GET', path));
    await patch(lumen, path, { features: ['surround'] });
    return etag(await lumen('GET', path)) !== before;
  },
  'one-known-tag-alone': async ({ lumen }) => {
    const path = `/films/${FILMS.songs}`;
    const tag = etag(await lumen('GET', path));
    return (await lumen('GET', path, { headers: { 'if-none-match': `"old", ${tag}` } })).status === 304;
  },
  'screening-without-head': async ({ lumen }) => {
    const path = `/screenings/${SCREENINGS.tigers}`;
    const [read, head] = [await lumen('GET', path), await lumen('HEAD', path)];
    return head.status === 200 && header(head, 'etag') === header(read, 'etag');
  },
  'match-star-refused': async ({ lumen }) => (await lumen('PUT', `/films/${FILMS.songs}`, { body: film(), headers: ANY })).status === 200,
  'member-changed-before-match': async ({ lumen }) => {
    const path = `/members/${MEMBERS.odd}`;
    const got = await patch(lumen, path, { newsletter: true }, { 'if-match': '"old"' });
    return got.status === 412 && (await seen(lumen, path)).newsletter === false;
  },
};
