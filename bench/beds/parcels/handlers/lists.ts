// The pages of lists.
import { millisecondsOf } from '../../clock.ts';
import type { Reply } from '../../http.ts';
import { badParameter } from '../wire.ts';
import type { Call, Faults } from './call.ts';

interface PageQuery {
  readonly limit: number;
  readonly starting_after?: string;
}

interface Thing {
  readonly id: string;
}

function nextLink({ pathname, search }: Call, last: string, faults: Faults): string {
  const query = faults.has('link-loses-filters')
    ? new URLSearchParams({ limit: search.get('limit') ?? '10' })
    : new URLSearchParams(search);
  query.set('starting_after', last);
  return `<${pathname}?${query}>; rel="next"`;
}

/** Where a page starts. */
function startOf(all: readonly Thing[], after: string | undefined, faults: Faults): number {
  if (after === undefined) return 0;
  const index = all.findIndex(({ id }) => id === after);
  if (index === -1 && !faults.has('starting-after-unknown-starts-over'))
    throw badParameter('starting_after', 'is the id of no thing in the list');
  return index + (faults.has('page-repeats-last') ? 0 : 1);
}

/** A page of things that fit the filters and are in order. */
export function pageOf<T extends Thing>(
  call: Call,
  all: readonly T[],
  faults: Faults,
  look: (thing: T) => unknown = (thing) => thing,
): Reply {
  const { limit, starting_after: after } = call.query<PageQuery>();
  const start = Math.max(0, startOf(all, after, faults));
  const page = all.slice(start, start + limit);
  const last = page.at(-1);
  const hasMore = faults.has('has-more-on-last-page') ? page.length === limit : start + limit < all.length;
  const count = faults.has('total-count-of-page') ? page.length : all.length;
  const isLinked = last !== undefined && (hasMore || faults.has('link-on-last-page'));
  const headers = isLinked ? { link: nextLink(call, last.id, faults) } : undefined;
  const body = { data: page.map(look), has_more: hasMore, total_count: count };
  return { status: 200, body, ...(headers === undefined ? {} : { headers }) };
}

interface CreatedQuery {
  readonly 'created[gte]'?: string;
  readonly 'created[lt]'?: string;
}

/** Whether a time is from the one on and before the other. */
export function isBetween(time: string, from: string | undefined, before: string | undefined): boolean {
  const at = millisecondsOf(time);
  return (from === undefined || at >= millisecondsOf(from)) && (before === undefined || at < millisecondsOf(before));
}

/** Whether a thing fits the filters by time of creation. */
export function isCreatedIn(call: Call, { created }: { readonly created: string }, faults: Faults): boolean {
  const { 'created[gte]': from, 'created[lt]': before } = call.query<CreatedQuery>();
  if (faults.has('created-gte-excludes') && from !== undefined && millisecondsOf(created) === millisecondsOf(from)) return false;
  if (faults.has('created-lt-includes') && before !== undefined && millisecondsOf(created) === millisecondsOf(before))
    return isBetween(created, from, undefined);
  return isBetween(created, from, before);
}
