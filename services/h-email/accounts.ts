// Reads accounts and charges them. Where a period has ended, its usage no longer counts.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { type Charge, canPay, halvesLeft, halvesOf, NOTHING } from './rules/credits.ts';
import { dayOf, periodEnd, secondsUntil } from './rules/periods.ts';
import { change, find } from './store.ts';
import type { AccountRow, EmailTables } from './tables.ts';

/** The account at a moment, in milliseconds. In a period that has begun since the last charge, nothing is used. */
export async function accountAt(tables: Kysely<EmailTables>, id: number, now: number): Promise<AccountRow> {
  const row = await find(tables, 'h_accounts', id);
  if (row === undefined) throw new Error(`A key belongs to the account ${id}, which does not exist.`);
  if (row.period_ends_at > now) return row;
  return { ...row, period_ends_at: periodEnd(row.period_ends_at, now), searches_used: 0, verifications_used: 0 };
}

/**
 * The account of a request that may cost something.
 * @throws the refusal 429 where no credits are left, even if the request turns out to cost nothing
 */
export async function payingAccount(tables: Kysely<EmailTables>, id: number, now: number): Promise<AccountRow> {
  const account = await accountAt(tables, id, now);
  if (!canPay(account, NOTHING)) throw usedUp(account, NOTHING, now);
  return account;
}

/**
 * Charges an account, within a unit of work.
 * @throws the refusal 429 where the account has fewer credits than the request costs
 */
export async function charge(tables: Kysely<EmailTables>, id: number, cost: Charge, now: number): Promise<void> {
  const account = await accountAt(tables, id, now);
  if (!canPay(account, cost)) throw usedUp(account, cost, now);
  const { period_ends_at, searches_used, verifications_used } = account;
  await change(tables, 'h_accounts', id, {
    period_ends_at,
    searches_used: searches_used + cost.searches,
    verifications_used: verifications_used + cost.verifications,
  });
}

function usedUp(account: AccountRow, cost: Charge, now: number): Error {
  const { period_ends_at } = account;
  const left = halvesLeft(account);
  const day = dayOf(period_ends_at);
  return refuse(429, {
    code: 'too_many_requests',
    detail:
      left === 0
        ? `No credits are left until ${day}.`
        : `Credits that are left until ${day}: ${left / 2}. Credits that the request costs: ${halvesOf(cost) / 2}.`,
    headers: { 'retry-after': String(secondsUntil(period_ends_at, now)) },
  });
}
