// Probes of lists, searches and exports.
import { joined, of, times } from '../../probes.ts';
import { listOf, numbers, type Probe, type Probes, T, ticket } from './requests.ts';

/** A list of tickets has tickets of these numbers, in this order. */
const lists =
  (query: string, expected: string): Probe =>
  async ({ acme }) =>
    numbers(await acme('GET', `/tickets?${query}`)) === expected;

/** A list has things with these values of a member, in this order. */
const shows =
  (path: string, list: string, name: string, expected: string): Probe =>
  async ({ acme }) =>
    joined(listOf(await acme('GET', path), list), name) === expected;

/** The numbers of the tickets of the second page. */
const second =
  (query: string, expected: string): Probe =>
  async ({ acme }) => {
    const first = of(await acme('GET', `/tickets?${query}`));
    return numbers(await acme('GET', `/tickets?${query}&cursor=${first.next_cursor}`)) === expected;
  };

const totals =
  (path: string, expected: string): Probe =>
  async ({ acme }) =>
    (await acme('GET', path)).headers.get('x-total-count') === expected;

const FOURTH = '2026-02-05T10:00:00Z';
const COMMENTS = T(2, '/comments');

const ofTickets: Probes = {
  'tickets-pages-overlap': second('limit=2', '3,4'),
  'tickets-pages-leave-gap': second('limit=2', '3,4'),
  'tickets-more-after-full-page': async ({ acme }) => of(await acme('GET', '/tickets?limit=6')).has_more === false,
  'tickets-limit-one-more': lists('limit=2', '1,2'),
  'tickets-default-ten': async ({ acme }) => {
    for (const body of times(6, () => ticket())) await acme('POST', '/tickets', { body });
    return listOf(await acme('GET', '/tickets'), 'tickets').length === 12;
  },
  'tickets-sort-within-page': lists('sort=number:desc&limit=2', '6,5'),
  'tickets-sort-priority-by-name': lists('sort=priority:desc', '4,6,2,1,5,3'),
  'tickets-status-first-only': lists('status=pending&status=open', '2,3'),
  'tickets-filters-either': lists('status=new&priority=urgent', '6'),
  'tickets-tag-part': lists('tag=login', '1'),
  'tickets-deleted-listed': lists('', '1,2,3,4,5,6'),
  'tickets-search-by-case': lists('q=PRINTER', '2,3'),
  'tickets-search-subject-only': lists('q=printer', '2,3'),
  'tickets-created-from-exclusive': lists(`created_from=${FOURTH}`, '4,5,6'),
  'tickets-created-before-inclusive': lists(`created_before=${FOURTH}`, '1,2,3'),
  'comments-newest-first': async ({ acme }) => joined((await acme('GET', COMMENTS)).json as [], 'id').startsWith('cmt_0000000001'),
  'comments-offset-late': async ({ acme }) =>
    joined((await acme('GET', `${COMMENTS}?offset=1`)).json as [], 'id').startsWith('cmt_0000000002'),
  'comments-total-unfiltered': totals(`${COMMENTS}?visibility=internal`, '1'),
  'time-by-creation': shows(T(2, '/time_entries'), 'entries', 'worked_on', '2026-02-10,2026-02-11'),
};

interface Page {
  readonly links: Readonly<Record<string, string | null>>;
  readonly meta: Readonly<Record<string, number>>;
}

/** A page of customers is as expected. */
const page =
  (query: string, judge: (page: Page) => boolean): Probe =>
  async ({ acme }) =>
    judge((await acme('GET', `/customers?${query}`)).json as Page);

const ofOthers: Probes = {
  'page-total-of-page': page('page[size]=3', ({ meta }) => meta.total === 4),
  'page-next-on-last': page('page[size]=2&page[number]=2', ({ links }) => links.next === null),
  'page-links-lose-filters': async ({ acme }) => {
    const { links } = (await acme('GET', '/customers?filter[kind]=person&page[size]=2')).json as Page;
    return listOf(await acme('GET', String(links.next)), 'data').length === 1;
  },
  'pages-rounded-down': page('page[size]=3', ({ meta }) => meta.pages === 2),
  'customers-minus-ignored': shows('/customers?sort=-created_at', 'data', 'name', 'anton,Zoë Amann,Gans & Co,Ines Vermeer'),
  'customers-sort-by-case': shows('/customers', 'data', 'name', 'Gans & Co,Ines Vermeer,Zoë Amann,anton'),
  'customers-locale-ignored': shows('/customers?filter[locale]=de', 'data', 'name', 'Zoë Amann'),
  'customers-search-name-only': shows('/customers?q=OFFICE', 'data', 'name', 'Gans & Co'),
  'articles-position-as-text': shows('/articles', 'articles', 'position', '9,20,100'),
  'articles-order-ignored': shows('/articles?order=desc', 'articles', 'position', '100,20,9'),
  'articles-total-of-all': totals('/articles?locale=de', '1'),
  'articles-label-ignored': shows('/articles?label=login', 'articles', 'slug', 'reset-your-password'),
  'articles-drafts-in-every-state': shows('/articles?state=published', 'articles', 'slug', 'reset-your-password'),
  'agents-inactive-ignored': shows('/agents?filter[active]=false', 'data', 'handle', 'cyd'),
  'search-types-first-only': shows('/search?q=printer&types=article,ticket', 'results', 'type', 'ticket,article,article'),
  'search-limit-ignored': shows('/search?q=printer&limit=1', 'results', 'type', 'ticket'),
  'search-total-of-page': async ({ acme }) => of(await acme('GET', '/search?q=printer&limit=1')).total === 3,
  'search-deleted-found': shows('/search?q=old%20printer', 'results', 'type', 'article'),
};

/** The numbers of tickets in an export. */
const exportsOf =
  (query: string, expected: string): Probe =>
  async ({ acme }) => {
    const got = await acme('GET', `/exports/tickets?${query}`, { headers: { accept: 'application/x-ndjson' } });
    const lines = got.bytes.toString().split('\n').filter(Boolean);
    return lines.map((line) => (JSON.parse(line) as { number: number }).number).join() === expected;
  };

const ofExports: Probes = {
  'export-deleted': exportsOf('from=2026-02-06', '5,6'),
  'export-status-ignored': exportsOf('status=closed', '5'),
  'export-to-exclusive': exportsOf('to=2026-02-03', '1,2'),
};

export const listed: Probes = { ...ofTickets, ...ofOthers, ...ofExports };
