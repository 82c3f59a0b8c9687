// Openings, and the pages of lists.
import { createHash, randomUUID } from 'node:crypto';
import { matchesStrong, type Reply } from '../http.ts';
import { type Asked, integer, oneOf, orNull, type Parameter, Problem, type Route, record, text, type Values } from '../plain.ts';
import { type Company, type Context, conflict, find, invalid, nextOrder, type Opening, pendingOf, rejectRest } from './store.ts';

export const paging: Readonly<Record<string, Parameter>> = {
  limit: { shape: integer(1, 50), kind: 'integer', fallback: 25 },
  cursor: { shape: text({}) },
};

const cursorOf = (list: string, order: number): string => Buffer.from(`${list}:${order}`).toString('base64url');

/** The number of the last entry of the page before. */
function orderOf(list: string, cursor: unknown, company: Company): number {
  if (cursor === undefined) return Number.POSITIVE_INFINITY;
  const [, order] = new RegExp(`^${list}:([1-9][0-9]*)$`).exec(Buffer.from(String(cursor), 'base64url').toString()) ?? [];
  const isOurs = order !== undefined && Number(order) <= company.last && cursorOf(list, Number(order)) === cursor;
  if (!isOurs) throw new Problem(400, 'invalid_query', 'This cursor is not ours.', { flaws: [{ at: 'cursor', message: 'is not ours' }] });
  return Number(order);
}

/** A page, the newest first. */
export function pageOf<T extends { readonly order: number }>(
  context: Context,
  list: string,
  items: readonly T[],
  query: Values,
  show: (item: T) => unknown,
): Reply {
  const before = orderOf(list, query.cursor, context.company);
  const rest = items.filter(({ order }) => order < before).toSorted((a, b) => b.order - a.order);
  const limit = Number(query.limit);
  const page = rest.slice(0, limit);
  const next = rest[limit];
  const last = context.has('cursor-skips-one') ? next : page.at(-1);
  const nextCursor = next === undefined || last === undefined ? null : cursorOf(list, last.order);
  return { status: 200, body: { data: page.map(show), nextCursor } };
}

const show = ({ order: _, ...opening }: Opening): unknown => opening;
const etagOf = (opening: Opening): string => `"${createHash('sha256').update(JSON.stringify(opening)).digest('hex').slice(0, 20)}"`;

const ok = (opening: Opening, status = 200, headers: Record<string, string> = {}): Reply => ({
  status,
  body: show(opening),
  headers: { ...headers, etag: etagOf(opening) },
});

function create(body: Values, { company }: Context): Reply {
  const given = body as unknown as Pick<Opening, 'title' | 'department' | 'location' | 'headcount' | 'salaryMin' | 'salaryMax'>;
  if (given.salaryMax < given.salaryMin) throw invalid('/salaryMax', 'The salary band is upside down.');
  const id = randomUUID();
  const opening: Opening = { id, order: nextOrder(company), ...given, hired: 0, status: 'draft', createdAt: company.clock.now() };
  company.openings.set(id, opening);
  return ok(opening, 201, { location: `/openings/${id}` });
}

const WAYS: Readonly<Record<Opening['status'], readonly string[]>> = {
  draft: ['open', 'closed'],
  open: ['paused', 'closed'],
  paused: ['open', 'closed'],
  filled: ['closed'],
  closed: [],
};

/** The status after a new headcount. */
function statusFor(opening: Opening, headcount: number): Opening['status'] {
  if (headcount === opening.hired) return 'filled';
  return opening.status === 'filled' ? 'open' : opening.status;
}

function update(opening: Opening, { body, header }: Asked, context: Context): Reply {
  const { company, has } = context;
  const wanted = header('if-match');
  if (wanted !== undefined && !matchesStrong(wanted, etagOf(opening)) && !has('if-match-ignored'))
    throw new Problem(412, 'precondition_failed', 'The opening has changed.');
  if (opening.status === 'closed') throw conflict('opening_closed', 'Closed openings cannot be edited.');
  const { location, status: to, ...others } = body as Partial<Opening>;
  const next = { ...opening, ...others };
  if (next.salaryMax < next.salaryMin) throw invalid('/salaryMax', 'The salary band is upside down.');
  if (next.headcount < opening.hired + pendingOf(company, opening).length)
    throw conflict('headcount_too_low', 'More people have been hired or hold an offer.');
  const status = statusFor(opening, next.headcount);
  if (to !== undefined && to !== status && !WAYS[status].includes(to)) throw conflict('wrong_status', `The opening is ${status}.`);
  Object.assign(opening, others, { status: to ?? status });
  if (typeof location === 'string') opening.location = location;
  else if (location === null && !has('null-location-stays')) delete opening.location;
  if (status === 'filled') rejectRest(context, opening, 'Opening filled');
  if (to === 'closed') rejectRest(context, opening, 'Opening closed');
  return ok(opening);
}

const title = text({ min: 3, max: 120 });
const department = text({ min: 1, max: 60 });
const location = text({ min: 1, max: 80 });
const headcount = integer(1, 50);
const salary = integer(0, 1_000_000);
const band = { salaryMin: salary, salaryMax: salary };
const status = oneOf('draft', 'open', 'paused', 'closed');

export const openingRoutes: readonly Route<Context>[] = [
  {
    method: 'GET',
    path: '/openings',
    query: { status: { shape: oneOf('draft', 'open', 'paused', 'filled', 'closed') }, department: { shape: department }, ...paging },
    run: ({ query }, context) => {
      const found = [...context.company.openings.values()].filter(
        (opening) =>
          (query.status === undefined || opening.status === query.status) &&
          (query.department === undefined || opening.department === query.department),
      );
      return pageOf(context, 'openings', found, query, show);
    },
  },
  {
    method: 'POST',
    path: '/openings',
    body: record({ title, department, headcount, ...band }, { location }),
    run: ({ body }, context) => create(body, context),
  },
  { method: 'GET', path: '/openings/{openingId}', run: ({ path }, { company }) => ok(find(company.openings, path.openingId, 'opening')) },
  {
    method: 'PATCH',
    path: '/openings/{openingId}',
    body: record({}, { title, department, location: orNull(location), headcount, ...band, status }),
    type: 'application/merge-patch+json',
    run: (asked, context) => update(find(context.company.openings, asked.path.openingId, 'opening'), asked, context),
  },
];
