// Orders, searches and pages of lists.
import { createHash } from 'node:crypto';
import type { Reply } from '../../http.ts';
import { compare, type Key } from '../../texts.ts';
import { Refusal } from '../wire.ts';
import type { Call, Faults } from './call.ts';

interface Created {
  readonly createdAt: string;
}

/** Sorts, up or down. Equal things go by creation in both directions. */
export function sorted<T extends Created>(things: Iterable<T>, key: (thing: T) => Key, isDown = false): T[] {
  return [...things].toSorted((a, b) => (isDown ? -1 : 1) * compare(key(a), key(b)) || compare(a.createdAt, b.createdAt));
}

function linkOf({ pathname, search }: Call, page: number, rel: string): string {
  const query = new URLSearchParams(search);
  query.set('page', String(page));
  return `<${pathname}?${query}>; rel="${rel}"`;
}

/** A page by number of a list, with the total and the addresses of other pages in headers. Faults begin with the name of the list. */
export function numbered<T>(call: Call, things: readonly T[], faults: Faults, name: string): Reply & { readonly body: readonly T[] } {
  const { page, limit } = call.query<{ page: number; limit: number }>();
  const last = Math.max(1, Math.ceil(things.length / limit));
  const start = (page - 1) * limit - (faults.has(`${name}-pages-overlap`) && page > 1 ? 1 : 0);
  const body = things.slice(start, start + limit);
  const shown = faults.has(`${name}-links-lose-filters`) ? { ...call, search: new URLSearchParams({ limit: String(limit) }) } : call;
  const rels: [string, number][] = [['first', 1]];
  if (page > 1) rels.push(['prev', Math.min(page - 1, last)]);
  if (page < last || (faults.has(`${name}-next-on-last`) && page === last)) rels.push(['next', page + 1]);
  rels.push(['last', faults.has(`${name}-last-rounded-down`) ? Math.max(1, Math.floor(things.length / limit)) : last]);
  const total = faults.has(`${name}-total-of-page`) ? body.length : things.length;
  const headers = { 'x-total-count': String(total), link: rels.map(([rel, number]) => linkOf(shown, number, rel)).join(', ') };
  return { status: 200, body, headers };
}

interface Order<T> {
  readonly name: string;
  readonly key: (thing: T) => Key;
  readonly isDown: boolean;
}

const sign = (text: string): string => createHash('sha256').update(`page ${text}`).digest('base64url').slice(0, 10);

/** A token names the order, and the key and the creation of the last thing of a page. */
function tokenOf<T extends Created>({ name, key }: Order<T>, last: T): string {
  const text = Buffer.from(JSON.stringify([name, key(last), last.createdAt])).toString('base64url');
  return `${sign(text)}.${text}`;
}

function readToken(token: string, order: string): { key: Key; createdAt: string } {
  const [signature, text = ''] = token.split('.');
  const refusal = new Refusal(400, 'The page token is none of this list.', [{ field: 'pageToken', problem: 'is not known' }]);
  if (sign(text) !== signature) throw refusal;
  const [name, key, createdAt] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, Key, string];
  if (name !== order) throw refusal;
  return { key, createdAt };
}

/** A page by token of things in some order. Faults begin with the name of the list. */
export function tokened<T extends Created>(call: Call, things: readonly T[], order: Order<T>, faults: Faults, name: string): Reply {
  const { pageSize, pageToken } = call.query<{ pageSize: number; pageToken?: string }>();
  const all = sorted(things, order.key, order.isDown);
  const isAny = faults.has(`${name}-page-token-any`) && pageToken !== undefined && !pageToken.includes('.');
  let start = 0;
  if (pageToken !== undefined && !isAny) {
    const { key, createdAt } = readToken(pageToken, order.name);
    const found = all.findIndex((thing) => {
      const by = (order.isDown ? -1 : 1) * compare(order.key(thing), key);
      return by > 0 || (by === 0 && thing.createdAt > createdAt);
    });
    start = found < 0 ? all.length : found;
    if (faults.has(`${name}-pages-leave-gap`)) start += 1;
    if (faults.has(`${name}-pages-overlap`)) start = Math.max(0, start - 1);
  }
  const items = all.slice(start, start + pageSize + (faults.has(`${name}-page-size-one-more`) ? 1 : 0));
  const last = items.at(-1);
  const hasMore = start + items.length < all.length || (faults.has(`${name}-token-on-last`) && items.length > 0);
  const nextPageToken = hasMore && last !== undefined ? tokenOf(order, last) : undefined;
  return { status: 200, body: { items, ...(nextPageToken === undefined ? {} : { nextPageToken }) } };
}
