// Reads accounts and charges them. Where a period has ended, its usage no longer counts.

import { refuse } from '@octavo/runtime';
import type { Kysely } from 'kysely';
import { type Charge, canPay } from './rules/credits.ts';
import { dayOf, periodEnd, secondsUntil } from './rules/periods.ts';
import type { AccountRow, EmailTables } from './tables.ts';

/** The account at a moment, in milliseconds. In a period that has begun since the last charge, nothing is used. */
export async function accountAt(tables: Kysely<EmailTables>, id: number, now: number): Promise<AccountRow> {
  const row = await tables.selectFrom('h_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (row.period_ends_at > now) return row;
  return { ...row, period_ends_at: periodEnd(row.period_ends_at, now), searches_used: 0, verifications_used: 0 };
}

/**
 * Charges an account, within a unit of work.
 * @throws the refusal 429 where the account has no credits, or fewer than the request costs
 */
export async function charge(tables: Kysely<EmailTables>, id: number, cost: Charge, now: number): Promise<void> {
  const account = await accountAt(tables, id, now);
  const { period_ends_at, searches_used, verifications_used } = account;
  if (!canPay(account, cost)) {
    throw refuse(429, {
      code: 'too_many_requests',
      detail: `No credits are left until ${dayOf(period_ends_at)}.`,
      headers: { 'retry-after': String(secondsUntil(period_ends_at, now)) },
    });
  }
  if (cost.searches + cost.verifications === 0) return;
  await tables
    .updateTable('h_accounts')
    .set({
      period_ends_at,
      searches_used: searches_used + cost.searches,
      verifications_used: verifications_used + cost.verifications,
    })
    .where('id', '=', id)
    .execute();
}
