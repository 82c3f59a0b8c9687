// The state of the service, and the search through all of it.
import { contains } from '../../texts.ts';
import type { Account } from '../store.ts';
import type { Part } from './part.ts';

interface Hit {
  readonly type: 'ticket' | 'customer' | 'article';
}

function hitsIn(account: Account, q: string, withDeleted: boolean): (Hit & Record<string, string>)[] {
  const tickets = [...account.tickets.values()]
    .map(({ value }) => value)
    .filter(({ subject, deleted_at }) => contains(subject, q) && (deleted_at === null || withDeleted))
    .map(({ id, subject, status }) => ({ type: 'ticket' as const, id, subject, status }));
  const customers = [...account.customers.values()]
    .filter(({ name }) => contains(name, q))
    .map(({ id, name }) => ({ type: 'customer' as const, id, name }));
  const articles = [...account.articles.values()]
    .map(({ value }) => value)
    .filter(({ title }) => contains(title, q))
    .map(({ slug, title }) => ({ type: 'article' as const, slug, title }));
  return [...tickets, ...customers, ...articles];
}

export const search: Part = (store, faults) => ({
  getStatus: () => ({ status: 200, body: { status: 'up', time: new Date().toISOString() } }),

  search: (call) => {
    const { q, types, limit } = call.query as { q: string; types?: string[]; limit: number };
    const accounts = faults.has('search-all-accounts') ? [...store.accounts.values()] : [call.account];
    const all = accounts.flatMap((account) => hitsIn(account, q, faults.has('search-deleted-found')));
    const wanted = faults.has('search-types-first-only') ? types?.slice(0, 1) : types;
    const found = all.filter(({ type }) => wanted === undefined || wanted.includes(type));
    const results = found.slice(0, faults.has('search-limit-ignored') ? 50 : limit);
    return { status: 200, body: { results, total: faults.has('search-total-of-page') ? results.length : found.length } };
  },
});
