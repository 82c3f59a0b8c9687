// Things as answers show them.
import { createHash } from 'node:crypto';
import type { Reply } from '../http.ts';
import { type Call, fine } from './call.ts';
import { linesOf, sumOf } from './store.ts';
import type { Account, Books, Budget, Period, Template } from './things.ts';

export function accountView({ books, caller }: Call, account: Account): Record<string, unknown> {
  const lines = linesOf(books, account.id);
  const { created_at, contact_email, ...shown } = account;
  const seen = caller.role === 'auditor' ? null : contact_email;
  return { ...shown, contact_email: seen, balance: sumOf(lines), line_count: lines.length, created_at };
}

/** The tag of an account as a caller sees it. */
export function tagOf(call: Call, account: Account): string {
  const { balance, line_count, ...others } = accountView(call, account);
  const tagged = call.has('tag-without-balance') ? others : { ...others, balance, line_count };
  return `"${createHash('sha256').update(JSON.stringify(tagged)).digest('hex').slice(0, 16)}"`;
}

export function accountReply(call: Call, account: Account): Reply {
  const tag = { etag: tagOf(call, account) };
  return fine({ account: accountView(call, account) }, call.isHead && call.has('head-without-tag') ? {} : tag);
}

export function periodView({ books, has }: Call, { id, month, closed_at }: Period): object {
  const entries = books.entries.filter(({ date }) => date.startsWith(month));
  const closed = has('closed-at-local') ? (closed_at?.slice(0, 19) ?? null) : closed_at;
  return { id, month, status: closed_at === null ? 'open' : 'closed', entry_count: entries.length, closed_at: closed };
}

function spentOf({ books, has }: Call, { account, year }: Budget): number {
  const lines = linesOf(books, account).filter(({ entry }) => has('spent-of-all-years') || entry.date.startsWith(String(year)));
  const sum = sumOf(lines);
  return books.accounts.get(account)?.kind === 'income' ? 0 - sum : sum;
}

export function budgetView(call: Call, budget: Budget): object {
  const spent = spentOf(call, budget);
  const { amount, alert_percent } = budget;
  return { ...budget, spent, remaining: amount - spent, alert: spent * 100 >= amount * alert_percent };
}

export const templateView = ({ dates, ...shown }: Template): object => ({
  ...shown,
  run_count: dates.length,
  last_run_date: dates.toSorted().at(-1) ?? null,
});

/** The codes of accounts put them in order. */
export const byCode = ({ accounts }: Books): Account[] => [...accounts.values()].toSorted((a, b) => Number(a.code) - Number(b.code));
