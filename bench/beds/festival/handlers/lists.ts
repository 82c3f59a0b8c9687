// Orders, searches and pages of lists.
import { createHash } from 'node:crypto';
import type { Reply } from '../../http.ts';
import { compare, type Key } from '../../texts.ts';
import { Refusal } from '../wire.ts';
import type { Call, Faults } from './call.ts';

interface Page {
  readonly pageSize: number;
  readonly pageToken?: string;
  readonly orderBy?: string;
}

/** A token names the place where the next page begins, and is signed together with the list that it belongs to. */
function tokenOf({ account, pathname, query }: Call, start: number, faults: Faults): string {
  const { pageSize: _, pageToken: __, ...filters } = query<Page>();
  const belongs = faults.has('page-token-of-any-filters') ? pathname : `${account.name} ${pathname} ${JSON.stringify(filters)}`;
  const signature = createHash('sha256').update(`${belongs} ${start}`).digest('base64url').slice(0, 16);
  return Buffer.from(`${start}.${signature}`).toString('base64url');
}

function startOf(call: Call, faults: Faults): number {
  const { pageToken } = call.query<Page>();
  if (pageToken === undefined) return 0;
  const start = Number(/^(\d+)\./.exec(Buffer.from(pageToken, 'base64url').toString())?.[1] ?? 0);
  if (tokenOf(call, start, faults) === pageToken) return start;
  if (faults.has('page-token-any')) return 0;
  throw new Refusal(400, 'A parameter is not as declared.', [{ parameter: 'pageToken', detail: 'is no token of this list' }]);
}

/** A page of things that are in order. Faults begin with the name of the list. */
export function paged<T>(call: Call, things: readonly T[], look: (thing: T) => unknown, faults: Faults, name: string): Reply {
  const { pageSize } = call.query<Page>();
  const given = startOf(call, faults);
  const isLater = given > 0;
  const overlap = faults.has(`${name}-pages-overlap`) && isLater ? 1 : 0;
  const missed = faults.has(`${name}-pages-leave-gap`) && isLater ? 1 : 0;
  const start = given - overlap + missed;
  const items = things.slice(start, start + pageSize + (faults.has(`${name}-page-one-more`) ? 1 : 0));
  const end = given + pageSize;
  const hasNext = end < things.length || (faults.has(`${name}-token-on-last`) && items.length > 0);
  const totalSize = faults.has(`${name}-total-of-page`) ? items.length : things.length;
  const next = hasNext ? { nextPageToken: tokenOf(call, end, faults) } : {};
  return { status: 200, body: { items: items.map(look), ...next, totalSize } };
}

interface Created {
  readonly createTime: string;
}

/** Things in the order that the caller wants. Equal things go by creation in both directions. */
export function ordered<T extends Created>(call: Call, things: readonly T[], keys: Readonly<Record<string, (thing: T) => Key>>): T[] {
  const [field = '', direction] = call.query<Page>().orderBy?.split(' ') ?? [];
  const key = keys[field];
  const sign = direction === 'desc' ? -1 : 1;
  const by = (a: T, b: T): number => (key === undefined ? 0 : sign * compare(key(a), key(b)));
  return things.toSorted((a, b) => by(a, b) || compare(a.createTime, b.createTime));
}
